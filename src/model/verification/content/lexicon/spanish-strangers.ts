import type { Lexicon } from './lexicon.ts';

export const spanishStrangers: Lexicon = {
  introduction: `
    me llamo
    mi nombre es
    soy ~ de/fundador*/comercial/director*/consultor*/responsable/dueño/dueña/gerente
    somos ~ agencia/empresa/fabricantes/fabricante/proveedores/proveedor/estudio/equipo/distribuidores/distribuidor/especialistas/startup/productores
    nuestra empresa ~
    fabricamos/producimos/distribuimos/importamos/exportamos/instalamos/diseñamos/desarrollamos/alquilamos
    me dedico a
    nos dedicamos a
    me pongo en contacto
    le/te/les/os escribo ~ porque/para/desde/de
    les/le/os contactamos/contacto
    permítame
    en nombre de
    especializad*/especialistas en
    represento a
  `,
  readersBusiness: `
    su/tu/vuestra/vuestro ~ empresa/negocio/tienda/web/página/sitio/restaurante/hotel/clínica/despacho/agencia/equipo/marca/podcast/blog/programa/bodega/almacén/flota/departamento/oficina/sector/taller/organización
    sus/tus/vuestros/vuestras ~ clientes/pacientes/lectores/oyentes/ventas/costes/costos/competidores/empleados/instalaciones/oficinas/campañas/anuncios/envíos/vehículos/facturas
    empresas/negocios/restaurantes/tiendas/clínicas como
    en su/tu ~ sector/zona/ciudad/departamento/empresa
    perfil de su empresa
    estimados señores
    estimado empresario
  `,
  trade: `
    leads/prospectos/captación
    posicionamiento/seo/visibilidad
    diseño web
    desarrollo ~ web/software/aplicaciones
    presupuesto ~
    tarifas/catálogo/muestras/muestra
    pedido mínimo
    mayorista/fabricante/proveedor
    facturación
    limpieza ~ oficinas
    placas solares/fotovoltaic*
    financiación/liquidez/factoring
    patrocin*/stand/stands/expositores
    colaboración/alianza
    comisión
    candidatos/selección
    ahorrar/reducir/ahorro ~ costes/costos/factura/gastos/luz
    transporte/flete/palets
    bases de datos
    externaliz*/subcontrat*
    comprar/venta ~ empresa
    al por mayor
    nombre de dominio
    rediseño/renovar ~ web/página
    vídeo/video ~ corporativo/promocional
    centralita/tpv/telefonía
    tarifa ~ luz/gas/eléctrica
    ropa laboral/uniformes/embalajes/packaging
    traducción/subtítulos
    rgpd/ciberseguridad
    formación ~ bonificada/empleados/equipos
    subvenciones/kit digital
    máquina/máquinas de café
    renting
    feria/salón/congreso ~
    aceite/vino ~ a granel
  `,
  proof: `
    hemos ~ ayudado/conseguido/logrado/trabajado
    ha/han ~ ahorrado/aumentado/duplicado/reducido/conseguido
    caso/casos de éxito
    nuestros clientes ~ ahorran/consiguen/ven
    más ~ reservas/clientes/ventas/citas/solicitudes
    por ciento ~ más/menos
    años de experiencia
    sin ~ permanencia/riesgo/coste/compromiso
    resultados ~ en/garantizados
    referencias
  `,
  smallAsk: `
    interesad*/interesa/interesaría
    le/te/les/os ~ interesa/interesaría/gustaría/parece/encaja/viene/apetece
    tendría/tendrías/tiene/tienes ~ minutos/rato/hueco/tiempo
    puedo/podría/podemos/podríamos ~ enviar*/mostrar*/llamar*/pasar*/mandar*/hablar/presentar*/visitar*
    con quién ~ podría*/puedo/hablar
    cuándo ~ llamo/podría*/hablamos/viene
    dígame/dime
    respond*/contest* ~ sí/este/a/con
    quedo a la espera
    quedo ~ disposición
    avíseme/avísame
    qué le/te/os parece
    hablamos
    una llamada
    por teléfono
    te/le/os paso/mando/envío/enseño/cuento
  `,
  replyOptOut: `
    no ~ interesa/interesado/interesada
    no ~ recibir más
    no volver* a ~ escribir*/molestar*/contactar*
    disculp*/perdon* ~ molest*
    si no ~ persona/interés/interesa/encaja
    respond*/contest* ~ baja/stop/no
    bórreme/bórrame
  `,
  flattery: `
    enhorabuena/felicidades/felicitarle/felicitarte
    me encanta/encantó/gusta/gustó ~ su/tu/vuestro/vuestra/lo
    me ha/han ~ gustado/encantado/impresionado/llamado
    llamó ~ atención
    sigo ~ su/tu/vuestro/vuestra
    escucho/leo ~ su/tu/vuestro ~ programa/podcast/blog
    gran/excelente/magnífico trabajo
    impresionad*
  `,
  pitch: `
    he/hemos ~ visto/leído/notado/observado/analizado/revisado/visitado ~ que/su/tu/vuestra
    vi/vimos ~ que/su/tu
    navegando/pasando/buscando ~ por/en
    busca/buscan/buscas/necesita/necesitan ~
    cuánto ~ paga/pierde/cuesta
    está/estás/están ~ contento*/satisfech*
    podemos/podríamos ~ ayudar*/ofrecer*
    tengo una ~ oferta/propuesta
    oferta ~ para su/tu
    creemos que
  `,
  bump: `
    le/te/os ~ escribí/mandé/envié
    insisto/insistir
    sin respuesta
    última vez que
    recordatorio de mi
    por si ~ vio/viste/perdió
  `,
  probe: `
    quién ~ lleva/gestiona/encarga/decide/compra
    eres/es tú/usted quien
    podrías/podría ~ indicar/indicarme/decirme/pasar ~ quién/contacto/con
    con quién ~ hablar/contactar/podría
    la persona que
  `,
  meeting: `
    10/15/20/30 minutos ~
    cuarto de hora
    un café
    pasar/pasarme a ~ verle/verte/visitarles
    te/le llamo
    demo ~ minutos
  `,
  recruiting: `
    mi/nuestro cliente ~ busca
    confidencial
    candidato/candidata ~ para/disponible
    proceso ~ de selección/que llevo
    búsqueda activa
    escuchar ~ propuesta/oferta
    su/tu ~ oferta/anuncio ~ empleo/trabajo
  `,
  acquiredList: `
    fuentes públicas
    obtenido/conseguido ~ su/tu/vuestro ~ correo/email/contacto
  `,
  noRelationship: `
    sin conocernos
    no nos hemos ~ conocido/visto
  `,
  relation: `
    nos ~ pidió/pidieron/pediste/solicitó/solicitaste/encargó/encargaste
    como/según ~ quedamos/acordamos/hablamos/acordado/prometido
    en/por nuestro ~ stand
    ha/has ~ activado/subido/importado/cargado/probado/empezado
    su/tu ~ prueba gratuita/gratis
    todavía/aún no ~ has/ha
    complet* ~ tu/su perfil
    invita/invite ~ equipo/compañeros/amigos
    cambiar/mejorar ~ plan
    cancel* ~ cualquier momento
    la mayoría ~ usuarios/miembros
    nuestros usuarios
    invita a un amigo
    del 1 al
    escala del
    centro de ayuda
    tus/sus ~ ajustes/resultados/preferencias/progresos
    en tu/su ~ cuenta/panel/perfil
    su/tu/vuestra/vuestro pedido
    su/tu/vuestra/vuestro ~ reserva/suscripción/compra/factura/cita/inscripción/cuenta/entrada/entradas/donación/cuota/plaza/curso/prueba/contrato/envío/paquete/estancia/visita/matrícula/membresía/solicitud
    te/se/has/ha/habéis ~ registraste/registró/apuntaste/apuntado/suscribiste/suscrito/inscrito/inscribiste/comprado/reservado/cancelado/pedido/descargado/participado/creado
    lista de espera
    socios/socias
    ha/has ~ solicitado/pedido
    años con nosotros
    junta directiva
    antiguos alumnos
    estimado/estimada ~ compañero/compañera
    colegiados
    bienvenido/bienvenida/bienvenidos
    gracias por ~ pedido/compra/inscripción/reserva/apoyo/donación/visita/confianza/paciencia/participar/ser/estar/suscrib*/registr*
    hasta ~ pronto/luego/mañana/sábado/domingo
    nos vemos ~ el/en/mañana
    como ~ miembro/socio/socia/cliente/clienta/suscriptor/suscriptora/colegiado/voluntario
    queridos/queridas/querido/querida/estimados/estimadas/estimado/estimada ~ socios/socias/familias/amigos/lectores/clientes/vecinos/alumnos/socio/socia/cliente/compañero/compañera/colegiado/colegiada/compañeros
    nuestros ~ socios/lectores/suscriptores/alumnos/voluntarios/donantes/miembros
    recibes/recibe ~ porque/este
    asamblea ~ general/ordinaria
    asociación/colegio ~ de
    nueva versión
    novedades
    horario ~ apertura/verano
    encuesta
    próxima/próximo ~ clase/sesión/ensayo/reunión/taller
    número de pedido/cliente/socio
    boletín
    contraseña
    política de privacidad
    términos/condiciones ~ uso/servicio/generales
    caduca/vence/expira
    su/tu ~ póliza/seguro
    sorteo/concurso
    te echamos de menos
    recomendarnos
    tu/su hijo/hija
    código de ~ verificación/seguridad
    ignora/ignore ~ mensaje/correo
    no ~ solicitado/solicitaste
    tu/su opinión
  `,
  circle: `
    ya disponible
    ya puedes/puede
    nueva función/funcionalidad
    nuevas funciones/funcionalidades
    te/os presentamos
    compra ahora
    código ~ descuento/promocional
    válido hasta
    hasta agotar existencias
    devoluciones gratuitas
    receta/recetas
    noticias/actualidad
    este mes
    hola a ~ todos/todas
    queridos ~ todos/amigos
    inscripciones ~ abiertas/hasta
    entradas/aforo
    puertas abiertas
    programa/temporada/concierto/fiesta/navidad
    donar/donativo/donación/voluntarios
    leer más
    rebajas/envío gratis
    webinar
    escuela/parroquia/coro/museo/biblioteca/teatro/ayuntamiento/club
  `,
};
