import type { Lexicon } from './lexicon.ts';

export const spanish: Lexicon = {
  credential: `
    confirme/verifique/actualice/valide/confirma/verifica/actualiza/valida ~ su/tu/sus/tus ~ cuenta/datos/identidad/información/contraseña
    verificar/confirmar/actualizar/validar ~ cuenta/datos/identidad/información/contraseña/acceso
    introduzca/ingrese/introduce/ingresa ~ contraseña/clave/datos/pin/código
    actividad/acceso/inicio/movimiento/intento ~ sospechos*/inusual/no autorizado/desconocido/no reconocido
    contraseña ~ caduca*/expira*/vence
    buzón/almacenamiento ~ lleno/completo/agotado/límite
    mensajes ~ pendientes/retenidos/bloqueados
    nueva/nuevo ~ sistema de seguridad/dispositivo ~ activ*/autoriz*
    firma/clave/banca digital ~ activ*/actualiz*/caduc*
  `,
  wallet: `
    ! frase semilla/recuperación
    ! frase de recuperación
    billetera/monedero/cartera ~ verificar/validar/conectar/sincronizar/bloquead*
    bitcoin/btc/cripto ~ retiro/retirar/saldo/gratis/pago
    airdrop ~ reclam*
  `,
  threat: `
    cuenta/acceso/tarjeta/servicio ~ bloquead*/suspendid*/limitad*/restringid*/cancelad*/desactivad*
    bloqueo/suspensión/cancelación ~ cuenta/tarjeta/acceso/definitiv*
    evitar/evite/evita ~ bloqueo/suspensión/interrupción/multa/recargo/cancelación/pérdida
    será ~ bloqueada/suspendida/cancelada/desactivada/eliminada
    en ~ plazo ~ horas
    24/48/72 horas
    último/última aviso/advertencia/oportunidad/notificación/recordatorio
    acciones legales
    citación judicial
    multa ~ pendiente/tráfico/impagad*/dgt
    por motivos/medidas de seguridad
    virus ~ detectad*
  `,
  payment: `
    pago ~ rechazad*/pendiente/fallid*/denegad*/procesar
    actualice/actualiza/actualizar ~ pago/facturación/tarjeta/método
    problema ~ pago/facturación
    factura/recibo/deuda ~ pendiente/vencid*/impagad*/adjunt*
    número de tarjeta
    cargo ~ no reconocido/cuenta/tarjeta
    tarjeta ~ caducad*/vencid*/bloquead*
  `,
  renewal: `
    suscripción/licencia/plan/membresía/dominio/antivirus/protección ~ caducad*/expira*/vence/vencid*/renov*/cancelad*/finaliz*
    renueve/renueva/renovar ~ ahora/suscripción/hoy/protección
    renovación automática
  `,
  delivery: `
    paquete/envío/pedido/entrega ~ retenid*/pendiente/espera/esperando/bloquead*/detenid*/devuelt*/suspendid*/almacén
    no ~ entregado/entregar/entrega ~
    intento ~ entrega
    reprogram*/programar ~ entrega/envío
    gastos/tasas/tasa/aranceles/costes ~ aduana/envío/entrega/importación/aduaneros
    aduana/aduanas
    dirección ~ incompleta/incorrecta/errónea
    confirme/confirma/confirmar ~ dirección/entrega/envío
    pagar ~ envío/aduana/tasas
    rastree/rastrea/seguimiento ~ paquete/envío/pedido
  `,
  prize: `
    oportunidad de obtener/ganar/conseguir
    su/tu oportunidad
    su ~ dirección/correo/email ~ ganado/resultado/sido
    cobrar ~ premio
    felicidades/enhorabuena/felicitaciones
    ha/has/usted ~ ganado/seleccionad*/elegid*/ganador/sido
    reclame/reclama/obtenga/recoge/consiga/consigue/canjee/reciba ~ su/tu ~ premio/regalo/recompensa/tarjeta/cupón/bono
    premio/regalo/recompensa/puntos/cupón ~ esper*/reservad*/caduc*/expira*/disponible/gratis
    responda/complete/participe/responde/completa/participa ~ encuesta/cuestionario/sorteo/preguntas
    encuesta ~ premio/recompensa/gana/regalo
    sorteo ~ gan*/particip*
    tarjeta ~ regalo
    última oportunidad
    oportunidad de ganar
    puntos ~ caduc*/vencen/canje*
    giros gratis
  `,
  advanceFee: `
    viuda ~ enferma
    soy la sra
    soy el sr/dr
    quiero ~ donar
    fondo ~ caridad/donación
    copia ~ pasaporte/dni/identidad
    gastos de gestión/tramitación
    número de cuenta
    ganado ~ euros/dólares
    millones de ~ dólares/euros
    millón de ~ dólares/euros
    herencia ~
    beneficiario ~ fondo/fondos/pago/herencia
    donación ~ millon*/euros/dólares/usted/recibir
    préstamo/préstamos ~ oferta/interés/tasa/rápido/aprobado
    propuesta de negocio/negocios
    póngase en contacto ~ email/correo/conmigo
    confidencial*
    lotería ~ gan*/premio
    pariente más cercano
  `,
  callback: `
    llame ~ inmediatamente/al/número/cancelar
    si ~ no ~ reconoce/autorizó/realizó ~
    línea gratuita
  `,
  refund: `
    devolución/reembolso ~ impuestos/hacienda/pendiente/disponible/solicit*/agencia
    tiene derecho a ~ reembolso/devolución/ayuda
    ayuda/subsidio ~ gobierno/disponible/solicit*
  `,
  profit: `
    ingresos pasivos/extra
    gane/gana/ganar ~ dinero/por/al/día
    libertad financiera
    retiro ~ disponible/aprobado/pendiente
    transferencia ~ aprobada/pendiente/recibida
    trabaje ~ casa
  `,
  document: `
    documento/archivo/factura ~ compartid*/adjunt*/disponible/firma*
    ver/abrir/descargar/revisar ~ documento/archivo/factura
    mensaje de voz
    notificación electrónica
  `,
  urgency: `
    urgente
    inmediatamente
    de inmediato
    actúe/actúa ~ ahora/rápido/ya
    última oportunidad
    solo hoy
    no ~ pierdas/pierda/lo
    lo antes posible
    tiempo limitado
  `,
  callToAction: `
    haga/haz/hacer clic ~ aquí/enlace/botón/siguiente
    clic ~ aquí/enlace
    pulse/pulsa ~ aquí/enlace/botón
    acceda/accede/ingrese ~ aquí/enlace/ahora
    verificar/confirmar/actualizar/reclamar/renovar/pagar/participar/canjear ~ ahora/aquí
  `,
  anyonesGreeting: `
    estimado/querido/apreciado/estimada/distinguido cliente/usuario/amigo/señor/contribuyente/ganador/titular
    hola cliente/usuario
  `,
  optIn: `
    te ~ registraste/apuntaste/suscribiste/inscribiste
    tu ~ prueba/plan/curso/proyecto
    recibe/recibes/recibió/está recibiendo ~ porque
    porque ~ suscri*/registr*/inscri*/cliente
    gracias por ~ suscribirte/suscribirse/registr*/compra/comprar/inscri*/pedido/reserva
    su/tu ~ pedido/reserva/suscripción/compra/factura/cita/inscripción
    ver ~ en ~ navegador
    en esta edición
    preferencias ~ correo/email
    darse/darte de baja
  `,
  warning: `
    nunca/jamás/nadie ~ pedirá/pide/pedirán/llamará/bloquea
    engañar*/suplant*/timo/timos
    estafadores/delincuentes/ciberdelincuentes
    correo/correos/mensaje/mensajes/web falso/falsos/falsa
    phishing ~
    nunca ~ pediremos/pedimos/solicita*/comparta/compartas
    no comparta/compartas
    si no ~ solicitó/solicitaste/has ~ ignor*
    puede/puedes ignorar
    fraude/estafa/estafas ~ alerta/evitar/cuidado
  `,
  pitch: `
    trabajamos con ~
    he visto que ~
    vi que ~
    mirando ~ web/página/sitio
    sacar ~ partido
    diseño/hacemos/fabricamos/vendemos ~ páginas/para/webs
    vi/encontré/noté/visité/descubrí/conocí ~ su/tu/que ~ empresa/web/sitio/perfil/página/negocio/trabajo
    me encontré con
    ayudamos/ayudo/ayudar/trabajamos ~ empresas/negocios/clientes/clínicas/agencias/tiendas ~
    empresas como la suya/tuya/vuestra
    me gustaría ~ presentar*/ofrecer*/proponer*/mostrar*/saber/hablar
    quería ~ presentar*/saber/preguntar*/contactar*/comentar*
    me pongo en contacto
    somos ~ agencia/empresa/fabricante*/proveedor*/especialista*
    aumentar/incrementar ~ ventas/ingresos/clientes/facturación
    más ~ clientes/leads/ventas/reuniones/reservas
    estaría/estarías ~ interesad*/abiert*
    auditoría/demo/consulta/análisis gratuit*
    generación de leads
  `,
  smallTalk: `
    ofrecemos ~
    puedo/podemos/podría ~ presentarle/llamarle/enviarle/enseñarle/mostrarle/llamar
    le/te gustaría ~
    su/tu/vuestra/vuestro ~ empresa/web/tienda/clínica/restaurante/hotel/negocio/página
    nuestros/nuestro ~ clientes/servicios/catálogo/productos
    presupuesto ~
    lista/tarifa de precios
    si ~ interés/interesa
    al mes
    si no ~ interesa
    te/le mando ~
    desde ~ euros/eur
    imagino que
    he visto/estado ~ su/tu/que/viendo
    mi nombre es
    le/te escribo ~
    sin compromiso
    le/te interesa* ~
    pregunta rápida
    quedo ~ atento/espera/pendiente/disposición
    qué le/te parece
    tiene/tendría sentido
    puedo ~ enviar*/mandar*/mostrar*
  `,
  meeting: `
    10/15/20/30 minutos ~ llamada/semana/hablar/charla/reunión/conversar/agenda
    llamada/reunión/charla ~ breve/rápida/corta/minutos
    breve/rápida llamada/reunión/charla
    agendar/programar/concertar ~ llamada/reunión/cita/charla/demo
    tiene/tienes/tendría ~ tiempo/disponibilidad/hueco/minutos
    próxima/esta semana ~ llamada/reunión/hablar/hueco/disponib*
    disponible ~ llamada/semana/charlar/hablar
  `,
  probe: `
    persona ~ correcta/adecuada/indicada/responsable/encargada
    quién ~ encarga/responsable/lleva
    es usted/eres ~ responsable/encargad*/persona
    indicarme/derivarme
    reenviar* ~ persona/responsable
  `,
  bump: `
    le/te escribí ~
    no insisto
    mi propuesta
    mi ~ último/anterior/correo/mensaje anterior/correo/mensaje/email
    no ~ he recibido/recibí/tenido ~ respuesta/noticias
    seguimiento ~ mi/correo/mensaje/email
    retomo ~ correo/contacto/conversación
    pudo/pudiste/ha podido ~ ver/leer/revisar
    último ~ intento/correo/mensaje/email
    sé que ~ ocupad*
    vuelvo a ~ escribir*/contactar*
    dejo de ~ escribir*/insistir
  `,
  acquiredList: `
    encontré/conseguí/obtuve ~ su/tu ~ contacto/correo/email/perfil/datos
    su/tu ~ perfil/contacto ~ linkedin/google/internet/directorio
    lista ~ comprada
    disponible públicamente
    directorio ~ empresas/público
  `,
  listSale: `
    base/bases de datos ~ emails/correos/empresas/contactos/venta/actualizad*/segmentad*
    lista/listas ~ correos/emails/contactos/leads ~
    leads/contactos ~ cualificados/verificados/segmentados
    lista de asistentes
  `,
  linkBuilding: `
    artículo/post ~ invitado/patrocinado
    intercambio de enlaces
    backlink*
    enlace ~ roto/añadir/incluir/insertar
    sus/tus/vuestros lectores
    colaboración ~ contenido/blog/enlace/artículo
    publicar ~ artículo
  `,
  recruiting: `
    su/tu perfil ~ llamó/llamado/encaja/interes*/vist*
    oportunidad ~ laboral/profesional/trabajo/empleo
    candidatos ~ cualificados/puesto/vacante
    vacante/puesto ~ para/interes*
    enviar/envíe/envía ~ cv/currículum
    reclutador*/selección de personal
  `,
  fundraising: `
    ronda ~ inversión/financiación/semilla
    inversores ~ buscamos/interesad*/buscando
    pitch deck
    levantando ~ capital/ronda
    comprar/vender ~ su/tu empresa
  `,
  noRelationship: `
    no nos conocemos
    usted/tú no me conoce*
    no me conoce/conoces
    disculpe/perdone/disculpa/perdona ~ molest*/atrevimiento/intromisión
    espero que ~ encuentre/esté/estés ~ bien
    a quien corresponda
    muy señores míos
  `,
};
