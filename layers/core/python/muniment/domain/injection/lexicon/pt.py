"""Portuguese."""

WORDS = {
    "ignore": (
        "ignore ignora ignorem ignorar esqueca esquece desconsider* descarta descarte "
        "nao_tenha_em_conta"
    ),
    "previous": "anterior anteriores previas previos acima antigas iniciais originais",
    "instructions": (
        "instruc* regra regras diretriz diretrizes directriz* ordem ordens orientac* comandos"
    ),
    "told": "tudo_o_que_te_disseram tudo_o_que_foi_dito tudo_acima o_que_te_pediram",
    "void": "nulas anuladas ja_nao_valem nao_se_aplicam_mais suspensas desativadas",
    "your": "tuas teus suas seus",
    "replace": "substitui substituem anula",
    "notes": "nota notas lembranca* memorias anotac*",
    "follow": "segue siga obedece obedeca",
    "following": "seguinte* estas novas",
    "policy": "politica politicas regra regras norma normas diretriz",
    "no": "nao nenhum nenhuma nunca jamais",
    "never": "nunca jamais",
    "need": "precis* requer* exig* necessari* necessit*",
    "without": "sem",
    "approval": "aprovac* autorizac* verificac* confirmac* validac*",
    "bypass": "pule pular salta ignora desativa contorna",
    "check": "verificac* aprovac* confirmac* controlo* controle*",
    "preapproved": "preaprovad* pre-aprovad* ja_autorizad* aprovad*_automaticamente",
    "money": "reembolso* transferenc* pagament* fatura* desconto* compra*",
    "may": "pode podem autorizad*",
    "ai": "modelo_de_linguagem assistente_de_ia agente_de_ia inteligencia_artificial",
    "agent": "assistente assistentes agente agentes modelo",
    "attention": "nota_para atencao aviso_para caro prezado mensagem_para ola",
    "if_you": "se_voce_e se_es_um se_fores",
    "must": "deve deves devem tens_de tem_de tem_que",
    "always": "sempre so apenas somente",
    "from_now_on": "a_partir_de_agora de_agora_em_diante doravante daqui_em_diante",
    "recommend": (
        "recomenda* recomende* recomendar sugere sugira menciona* mencione responde "
        "responda diz diga"
    ),
    "prefers": "prefere quer deseja aceita",
    "act": ("apaga apague elimina compra compre paga pague transfere transfira abre aprova aprove"),
    "remember": (
        "lembra-te lembre-se lembra_te lembre_se memoriza* memorize recorda nunca_esquecas"
    ),
    "store": "guarda guarde salva salve adiciona anota regista registre",
    "memory": "tua_memoria sua_memoria memoria_de_longo_prazo memoria_permanente",
    "permanent": "permanentemente para_sempre definitivamente todas_as_futuras",
    "user": "usuario* utilizador*",
    "first": "eu nos",
    "tell": "digas diga dizer mencione informe informes reveles avise",
    "send": ("envia* envie* enviar manda* mande transmite encaminh* publica partilha compartilh*"),
    "secret": (
        "senha* palavra-passe palavras-passe historico conversa* chave_api credenciais "
        "segredo* dados_pessoais"
    ),
    "append": "inclua inclui adiciona anexa",
    "reveal": "revela* revele mostra* mostre repete repita imprime imprima",
    "authority": "administrador_do_sistema administrador equipa_de_seguranca equipe_de_seguranca",
    "verified": "verificado_por confirmado_por vem_de",
    "obey": "obedece obedeca obedecer",
    "you_are_now": "agora_es voce_agora_e agora_voce_e",
    "unrestricted": "sem_restric* sem_limites sem_qualquer_restricao modo_desenvolvedor",
    "task": "tarefa",
    "changed": "mudou",
    "servant": "agora_trabalhas_para",
    "posing": "como_se_o_usuario como_se_o_utilizador",
    "limit": "limite limites teto",
    "request": "pedido mensagem pergunta",
    "safety": "regras_de_seguranca",
    "summarise": "resume resuma",
    "bounds": "palavra_por_palavra",
    "authorised": "autorizo",
}
