"""Portuguese."""

WORDS = {
    "ignore": (
        "ignore ignora ignorem ignorar esqueca esquece desconsider* descarta descarte "
        "nao_tenha_em_conta deixe_de_lado deixa_de_lado nao_de_atencao abandone "
        "nao_ligue_para"
    ),
    "previous": (
        "anterior anteriores previas previos acima antigas iniciais originais antigos velhas "
        "passadas"
    ),
    "instructions": (
        "instruc* regra regras diretriz diretrizes directriz* ordem ordens orientac* comandos"
    ),
    "told": (
        "tudo_o_que_te_disseram tudo_o_que_foi_dito tudo_acima o_que_te_pediram "
        "o_que_lhe_pediram o_que_te_disse o_que_o_usuario_quer o_que_foi_pedido "
        "o_que_seu_dono"
    ),
    "void": (
        "nulas anuladas ja_nao_valem nao_se_aplicam_mais suspensas desativadas revogadas "
        "canceladas caducas obsoletas sem_efeito levantadas"
    ),
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
    "ai": (
        "modelo_de_linguagem assistente_de_ia agente_de_ia inteligencia_artificial "
        "modelos_de_linguagem assistente_virtual assistentes_virtuais agentes_de_ia "
        "assistente_digital"
    ),
    "agent": "assistente assistentes agente agentes modelo robo bot",
    "attention": (
        "nota_para atencao aviso_para caro prezado mensagem_para ola dirigido_a dirigida_a "
        "recado_para cara nota_ao mensagem_ao aviso_ao"
    ),
    "if_you": "se_voce_e se_es_um se_fores",
    "must": "deve deves devem tens_de tem_de tem_que devera deveras obrigado esta_obrigado",
    "always": "sempre so apenas somente",
    "from_now_on": (
        "a_partir_de_agora de_agora_em_diante doravante daqui_em_diante de_hoje_em_diante "
        "a_partir_deste_momento a_partir_de_hoje"
    ),
    "recommend": (
        "recomenda* recomende* recomendar sugere sugira menciona* mencione responde responda "
        "diz diga escreva escreve afirme diga_que"
    ),
    "prefers": (
        "prefere quer deseja aceita autorizou aprovou concordou consentiu consentimento "
        "ja_aprovou de_acordo aprova"
    ),
    "act": (
        "apaga apague elimina compra compre paga pague transfere transfira abre aprova aprove "
        "aceite altere troque instale baixe exclua cancele crie reserve execute assine"
    ),
    "remember": (
        "lembra-te lembre-se lembra_te lembre_se memoriza* memorize recorda nunca_esquecas"
    ),
    "store": "guarda guarde salva salve adiciona anota regista registre",
    "memory": (
        "tua_memoria sua_memoria memoria_de_longo_prazo memoria_permanente na_memoria "
        "em_memoria na_sua_memoria na_tua_memoria"
    ),
    "permanent": (
        "permanentemente para_sempre definitivamente todas_as_futuras de_forma_definitiva "
        "definitiva"
    ),
    "user": "usuario* utilizador* dono* dona* proprietari* titular* chefe cliente_que",
    "first": "eu nos",
    "tell": (
        "digas diga dizer mencione informe informes reveles avise perguntar avisar informar "
        "incomodar consultar"
    ),
    "send": ("envia* envie* enviar manda* mande transmite encaminh* publica partilha compartilh*"),
    "secret": (
        "senha* palavra-passe palavras-passe historico conversa* chave_api credenciais "
        "segredo* dados_pessoais contatos contactos mensagens agenda enderecos "
        "numero_do_cartao anotacoes_salvas dados_bancarios codigos todos_os_arquivos "
        "todos_os_ficheiros correspondencia"
    ),
    "append": "inclua inclui adiciona anexa",
    "reveal": (
        "revela* revele mostra* mostre repete repita imprime imprima forneca fornece entregue "
        "liste enumere copie passe"
    ),
    "authority": (
        "administrador_do_sistema administrador equipa_de_seguranca equipe_de_seguranca "
        "policia autoridade direcao departamento_de_seguranca departamento_juridico"
    ),
    "verified": "verificado_por confirmado_por vem_de",
    "obey": "obedece obedeca obedecer",
    "you_are_now": "agora_es voce_agora_e agora_voce_e finja_que_e finge_que_es imagine_que_voce_e",
    "unrestricted": (
        "sem_restric* sem_limites sem_qualquer_restricao modo_desenvolvedor sem_filtros "
        "sem_regras nenhuma_regra"
    ),
    "task": "tarefa",
    "changed": "mudou",
    "servant": "agora_trabalhas_para",
    "posing": "como_se_o_usuario como_se_o_utilizador",
    "limit": "limite limites teto",
    "request": "pedido mensagem pergunta desejos vontade",
    "safety": "regras_de_seguranca",
    "summarise": "resume resuma",
    "bounds": "palavra_por_palavra",
    "authorised": "autorizo",
    "system_prompt": "instrucoes_ocultas mensagem_do_sistema prompt_do_sistema",
    "reader": (
        "lendo_isto lendo_isso esta_lendo que_le_isto ler_isto que_processa que_leia "
        "lendo_este a_ler_isto"
    ),
    "trigger": "proxima_vez assim_que sempre_que logo_que quando_alguem_te",
    "says": "disser escrever perguntar mencionar falar diz escreve pergunta fala",
    "quiet": (
        "sem_perguntar sem_avisar sem_dizer sem_informar sem_consultar "
        "nao_e_preciso_perguntar nao_pergunte nao_diga_nada sem_confirmacao sem_deixar_rastro "
        "nao_precisa_perguntar"
    ),
    "you_ai": "voce_a_ia voce_o_assistente voce_modelo como_ia_voce_deve",
    "pretend": "finja finge_que faz_de_conta imagine_que_voce_e jogo_de_papeis vamos_brincar",
}
