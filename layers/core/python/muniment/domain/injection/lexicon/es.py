"""Spanish."""

WORDS = {
    "ignore": (
        "ignora ignore ignorad ignorar olvida olvide olvidad haz_caso_omiso haga_caso_omiso "
        "no_tengas_en_cuenta descarta omite deja_de_lado deje_de_lado no_hagas_caso "
        "no_haga_caso desobedece desecha prescinde pasa_por_alto"
    ),
    "previous": (
        "anterior anteriores previas previos previa arriba antiguas iniciales originales "
        "viejas viejos pasadas"
    ),
    "instructions": (
        "instruccion* regla reglas directriz directrices orden ordenes indicacion* norma normas"
    ),
    "told": (
        "todo_lo_que_te_dijeron todo_lo_anterior lo_que_te_dijeron lo_que_te_pidieron "
        "lo_que_te_dijo lo_que_te_pidio lo_que_quiere_el_usuario lo_que_diga_el_usuario "
        "lo_que_te_ordeno"
    ),
    "void": (
        "nulas anuladas ya_no_valen ya_no_se_aplican sin_efecto desactivadas suspendidas "
        "derogadas derogado quedan_sin_efecto caducadas obsoletas retiradas levantadas "
        "suprimidas invalidas"
    ),
    "your": "tus tu sus su",
    "replace": "reemplaza reemplazan sustituye sustituyen anula",
    "notes": "nota notas recuerdo recuerdos memorias apuntes entradas",
    "follow": "sigue siga obedece cumple",
    "following": "siguiente* estas nuevas",
    "policy": "politica politicas norma normas regla reglas directriz procedimiento",
    "no": "no ningun ninguna nunca jamas sin_ninguna tampoco",
    "never": "nunca jamas",
    "need": "necesit* requier* requer* falta precis* hace_falta exige* necesari*",
    "without": "sin",
    "approval": "aprobacion autorizacion verificacion confirmacion validacion permiso",
    "bypass": "omite omitir salta saltar desactiva evita",
    "check": "verificacion* aprobacion* confirmacion* control controles",
    "preapproved": "preaprobad* ya_autorizad* aprobad*_automaticamente",
    "money": "reembolso* transferencia* pago pagos factura* descuento* devolucion* compra*",
    "may": "puede pueden autorizad* podeis",
    "ai": (
        "modelo_de_lenguaje asistente_de_ia agente_de_ia inteligencia_artificial asistente_ia "
        "modelos_de_lenguaje asistente_virtual asistentes_virtuales agentes_de_ia "
        "asistente_digital asistente_con_ia una_ia"
    ),
    "agent": "asistente asistentes agente agentes modelo bot bots robot",
    "attention": (
        "nota_para atencion aviso_para estimado querido mensaje_para hola dirigido_a "
        "dirigida_a mensaje_al nota_al instruccion_para querida estimada a_la_atencion_de"
    ),
    "if_you": "si_eres si_usted_es",
    "must": (
        "debes debe deben debeis tienes_que tiene_que debera deberas deberan obligado "
        "obligada esta_obligado has_de"
    ),
    "always": "siempre solo unicamente",
    "from_now_on": (
        "a_partir_de_ahora de_ahora_en_adelante desde_ahora en_adelante con_efecto_inmediato "
        "a_partir_de_este_momento desde_este_momento a_partir_de_hoy desde_hoy"
    ),
    "recommend": (
        "recomienda* recomendar sugiere* menciona* responde di propon* aconseja* afirma "
        "afirme escribe escriba asegura valora"
    ),
    "prefers": (
        "prefiere quiere desea acepta ha_autorizado autorizo ha_aprobado ya_aprobo consintio "
        "ha_dado_su consentimiento esta_de_acuerdo aprueba"
    ),
    "act": (
        "borra elimina compra paga transfiere abre ejecuta aprueba confirma cancela reserva "
        "acepta modifica cambia instala descarga borre elimine marca reenvia ejecute crea "
        "firma"
    ),
    "remember": "recuerda recuerde recordad memoriza* ten_en_cuenta no_olvides_nunca",
    "store": "guarda guarde anade agrega anota registra conserva",
    "memory": (
        "tu_memoria memoria_a_largo_plazo memoria_permanente su_memoria en_memoria "
        "en_la_memoria en_tu_memoria"
    ),
    "permanent": "para_siempre permanentemente de_forma_permanente todas_las_futuras",
    "user": (
        "usuario* usuaria* dueno* duena* propietario* propietaria* titular* jefe jefa "
        "cliente_que operador"
    ),
    "first": "yo me nosotros",
    "tell": (
        "digas diga dile menciones informes reveles avises avisar informar preguntar molestar "
        "consultar preguntes"
    ),
    "send": "envia* enviar manda* transmite* reenvia* sube publica comparte*",
    "secret": (
        "contrasena* conversacion* historial clave_api credencial* secreto* datos_personales "
        "datos_de_la_tarjeta contactos mensajes notas_guardadas direcciones_guardadas "
        "numero_de_tarjeta datos_de_cualquier datos_bancarios agenda correos "
        "todos_los_archivos codigos recuerdos_guardados datos_de_los correspondencia"
    ),
    "append": "incluye anade agrega adjunta adjunta_a inserta",
    "reveal": (
        "revela* muestra* repite* imprime* facilitara facilita facilite entrega entregue "
        "proporciona proporcione enumera lista copia cuenta contar pone muestre"
    ),
    "authority": (
        "administrador_del_sistema administrador equipo_de_seguridad desarrolladores policia "
        "autoridad direccion departamento_de_seguridad departamento_legal tus_creadores"
    ),
    "verified": "verificado_por confirmado_por proviene_de viene_de",
    "obey": "obedece obedecer cumple obligado acata",
    "you_are_now": (
        "ahora_eres a_partir_de_ahora_eres haz_como_si_fueras imagina_que_eres actua_como_si"
    ),
    "unrestricted": (
        "sin_restricciones sin_limites sin_ninguna_restriccion modo_desarrollador sin_filtros "
        "sin_reglas sin_jefes nunca_se_niega sin_normas ninguna_regla"
    ),
    "task": "tarea mision",
    "changed": "cambiado",
    "servant": "ahora_trabajas_para ahora_obedeces",
    "posing": "como_si_el_usuario",
    "limit": "limite* tope",
    "request": "peticion solicitud mensaje pregunta deseos voluntad",
    "safety": "reglas_de_seguridad",
    "summarise": "resume",
    "bounds": "como_sigue palabra_por_palabra",
    "authorised": "autorizo",
    "system_prompt": (
        "instrucciones_ocultas mensaje_del_sistema prompt_del_sistema instrucciones_secretas"
    ),
    "reader": (
        "que_lee_esto que_lea_esto leyendo_esto lee_este leas_esto que_procesa que_clasifica "
        "lees_esto leen_esto que_lea_este que_lea resume_este"
    ),
    "trigger": (
        "proxima_vez en_cuanto cada_vez_que tan_pronto_como cuando_te_pidan cuando_alguien_te"
    ),
    "says": "diga escriba pregunte mencione hable dice escribe pregunta menciona",
    "quiet": (
        "sin_preguntar sin_avisar sin_decir sin_informar sin_consultar sin_dejar_registro "
        "sin_dejar_rastro no_preguntes no_digas_nada no_hace_falta_preguntar sin_confirmacion "
        "a_espaldas sin_que_se_entere"
    ),
    "you_ai": "tu_la_ia tu_el_asistente tu_el_modelo como_ia_debes tu_que_eres_una_ia",
    "pretend": ("haz_como_si finge juego_de_rol imagina_que_eres juguemos haz_el_papel actua_como"),
}
