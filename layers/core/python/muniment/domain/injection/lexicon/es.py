"""Spanish."""

WORDS = {
    "ignore": (
        "ignora ignore ignorad ignorar olvida olvide olvidad haz_caso_omiso "
        "haga_caso_omiso no_tengas_en_cuenta descarta omite"
    ),
    "previous": "anterior anteriores previas previos previa arriba antiguas iniciales originales",
    "instructions": (
        "instruccion* regla reglas directriz directrices orden ordenes indicacion* norma normas"
    ),
    "told": "todo_lo_que_te_dijeron todo_lo_anterior lo_que_te_dijeron lo_que_te_pidieron",
    "void": (
        "nulas anuladas ya_no_valen ya_no_se_aplican sin_efecto desactivadas suspendidas derogadas"
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
    "ai": ("modelo_de_lenguaje asistente_de_ia agente_de_ia inteligencia_artificial asistente_ia"),
    "agent": "asistente asistentes agente agentes modelo",
    "attention": "nota_para atencion aviso_para estimado querido mensaje_para hola",
    "if_you": "si_eres si_usted_es",
    "must": "debes debe deben debeis tienes_que tiene_que",
    "always": "siempre solo unicamente",
    "from_now_on": (
        "a_partir_de_ahora de_ahora_en_adelante desde_ahora en_adelante con_efecto_inmediato"
    ),
    "recommend": "recomienda* recomendar sugiere* menciona* responde di propon* aconseja*",
    "prefers": "prefiere quiere desea acepta",
    "act": ("borra elimina compra paga transfiere abre ejecuta aprueba confirma cancela reserva"),
    "remember": "recuerda recuerde recordad memoriza* ten_en_cuenta no_olvides_nunca",
    "store": "guarda guarde anade agrega anota registra conserva",
    "memory": "tu_memoria memoria_a_largo_plazo memoria_permanente su_memoria",
    "permanent": "para_siempre permanentemente de_forma_permanente todas_las_futuras",
    "user": "usuario* usuaria*",
    "first": "yo me nosotros",
    "tell": "digas diga dile menciones informes reveles avises",
    "send": "envia* enviar manda* transmite* reenvia* sube publica comparte*",
    "secret": (
        "contrasena* conversacion* historial clave_api credencial* secreto* "
        "datos_personales datos_de_la_tarjeta"
    ),
    "append": "incluye anade agrega adjunta",
    "reveal": "revela* muestra* repite* imprime*",
    "authority": "administrador_del_sistema administrador equipo_de_seguridad desarrolladores",
    "verified": "verificado_por confirmado_por proviene_de viene_de",
    "obey": "obedece obedecer cumple",
    "you_are_now": "ahora_eres a_partir_de_ahora_eres",
    "unrestricted": "sin_restricciones sin_limites sin_ninguna_restriccion modo_desarrollador",
    "task": "tarea mision",
    "changed": "cambiado",
    "servant": "ahora_trabajas_para ahora_obedeces",
    "posing": "como_si_el_usuario",
    "limit": "limite* tope",
    "request": "peticion solicitud mensaje pregunta",
    "safety": "reglas_de_seguridad",
    "summarise": "resume",
    "bounds": "como_sigue palabra_por_palabra",
    "authorised": "autorizo",
}
