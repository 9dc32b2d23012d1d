import type { ConceptPhrases } from '../concept.ts';

/** Approaches without a business relationship, and voices of institutions. */
export const spanishSenders: ConceptPhrases = {
  firstContact: `encontré/me topé/vi/he visto/visité + su web/tu web/su empresa/tu empresa/su perfil/tu perfil/su página
    estuve viendo/estaba viendo/descubrí/di con + su web/tu web/su empresa/tu empresa/su perfil/tu perfil/su página
    encontré/he visto/visité/revis*/descubrí + su sitio/tu sitio/su tienda/tu tienda/tu página/vuestra web/vuestra empresa/su negocio/tu negocio
    soy/dirijo/lidero/somos/trabajo para/formo parte + fundador*/ceo de/agencia/startup/comercial/equipo de ventas/consultor*/estudio
    su contacto/tu contacto/sus datos/su nombre/su ficha + en google/en linkedin/por internet/en internet/en línea
    me llamo/mi nombre es/soy fundador/soy el fundador/trabajo en/somos una/estamos especializados/nos especializamos/me pongo en contacto
    le escribo/persona adecuada/persona indicada/persona correcta/quién se encarga/encargado de/responsable de`,
  askMeeting: `15 minutos/20 minutos/30 minutos/10 minutos/breve llamada + semana/disponib*/interes*/agend*/hueco
    llamada rápida/llamada corta/una demo/videollamada + semana/disponib*/interes*/agend*/hueco
    una llamada/una reunión/breve reunión/un café/conversar/charlar/agendar + martes/jueves/próxima semana/esta semana
    una llamada/una reunión/breve reunión/un café/conversar/charlar/agendar + le parece/te parece/le gustaría/te viene
    estaría/estarías/tendría/tendrías/tiene/tienes/podría + disponible/abierto/disponibilidad/un hueco/unos minutos
    estaría/estarías/tendría/tendrías/tiene/tienes/podría + 15 minutos/10 minutos/una llamada/reunirnos
    podemos/podríamos/puedo/me gustaría/le propongo/te propongo + llamar*/reunirnos/agendar/hablar/mostrar*/una llamada
    podemos/podríamos/puedo/me gustaría/le propongo/te propongo + una reunión/un café/vernos/conversar`,
  introduceService: `ayudamos a/ayudo a/ofrecemos + empresas/negocios/clientes/marcas/pymes/ventas/seo/leads
    acompañamos a/nuestra agencia/nuestro equipo + empresas/negocios/clientes/marcas/pymes/ventas/seo/leads
    ofrecemos/nuestra agencia/desarrollamos/nuestros desarrolladores + posicionamiento/desarrollo/outsourcing/externaliz*
    ofrecemos/nuestra agencia/desarrollamos/nuestros desarrolladores + página web/tráfico/marketing
    aument*/duplic*/increment*/reduc*/mejor* + sus ventas/tus ventas/sus costos/sus costes/su facturación/su tráfico/tus clientes/su visibilidad
    diseñamos/creamos/desarrollamos/fabricamos/suministramos + páginas/webs/aplicaciones/software/empresas/productos/clientes
    distribuimos/nos dedicamos a/somos especialistas + páginas/webs/aplicaciones/software/empresas/productos/clientes
    su web/tu web/su página/tu página + google/seo/posicion*/lent*/errores/rediseñ*/mejor* + clientes/gratis/gratuit*/ventas/visitas
    su sitio/tu sitio + google/seo/posicion*/lent*/errores/rediseñ*/mejor* + clientes/gratis/gratuit*/ventas/visitas
    más/nuevos + clientes/leads/citas/ventas/reservas + cada mes/al mes/garantiz*/cualificados/sin compromiso/para su negocio/para tu negocio
    auditoría gratuita/auditoría gratis/sin compromiso/presupuesto gratuito/análisis gratuito/caso de éxito/cotización gratuita`,
  followUp: `semana pasada/hace unos días/hace días/recientemente/días atrás + escribí/contacté/envié/mandé
    mi correo anterior/mi último correo/mi anterior correo/mi mensaje anterior/mi último mensaje/mi email anterior/mi mail anterior
    dando seguimiento/doy seguimiento/dar seguimiento/hacer seguimiento/quería retomar/no he recibido respuesta/no he tenido respuesta/no supe de
    no he tenido noticias/vuelvo a escribir/te vuelvo a/le vuelvo a/último intento/pudo revisar/pudiste revisar/ha podido ver/has podido ver
    tuviste oportunidad/tuvo oportunidad/sobre mi correo/retomando mi/le escribo de nuevo/te escribo de nuevo`,
  sellList: `base de datos/bases de datos/lista de correos/lista de emails + compr*/precio*/venta/tarifa*/cotiz*
    lista de contactos/listado de empresas/lista de asistentes + compr*/precio*/venta/tarifa*/cotiz*
    contactos/correos/registros + verificados/segmentados/actualizados/tomadores de decisiones/directivos + precio*/compr*/venta/adquir*
    directivos/empresas/gerentes/decisores + correos/emails/teléfonos/contactos + listado/base/precio*/compr*`,
  exchangeLinks: `enlace/enlaces/link + intercambi*/insertar/publicar/añadir + su blog/su web/tu blog/tu web/su sitio/tu sitio
    artículo/contenido/post + su blog/su web/tu blog/tu web + publi*/enlace/redact*/pag*/colabor*
    artículo invitado/post invitado/intercambio de enlaces/intercambio de links/backlink*/artículo patrocinado/post patrocinado/enlace dofollow
    linkbuilding`,
  recruit: `oferta de trabajo/vacante/puesto/oportunidad laboral + su perfil/tu perfil/mi cliente/salario/cv/experiencia/encaj*
    candidat*/oferta laboral/posición + su perfil/tu perfil/mi cliente/salario/cv/experiencia/encaj*
    candidatos/talento/personal/profesionales + selección/reclut*/headhunt*/disponibles/present*
    desde casa/teletrabajo/trabajo remoto/medio tiempo/horario flexible + al día/por día/a la semana/sin experiencia/gan*/diarios/semanales
    sin experiencia/no se requiere experiencia/no necesitas experiencia + gan*/whatsapp/telegram/al día/requerid*
    su cv/tu cv/su currículum/tu currículum/su perfil/tu perfil + llamado la atención/seleccionado/interesante/preseleccionad*/encaja`,
  authority: `
    agencia tributaria/hacienda/dirección general de tráfico/dgt/seguridad social/policía nacional/guardia civil/juzgado/fiscalía/ministerio
    ayuntamiento/administración tributaria/afip/sunat/dian/servicio de impuestos/aduanas/aduana/sede electrónica/tribunal/poder judicial
    registro civil/imss/anses/notificación electrónica/secretaría de hacienda/policía federal/interpol/gobierno de`,
  bank: `su banco/tu banco/banca en línea/banca online/banca móvil/banca electrónica/departamento de fraude*/seguridad bancaria/banca por internet
    área de seguridad/departamento de seguridad/servicio de tarjetas/caja de ahorros/caja rural/alertas bancarias`,
  carrier: `servicio de paquetería/servicio de mensajería/servicio postal/empresa de mensajería/servicio de entrega*/paquetería/oficina de correos
    mensajería express`,
  insurer: `seguro médico/seguro de salud/aseguradora/su mutua/tu mutua/tarjeta sanitaria/obra social/seguridad social sanitaria`,
  provider: `
    su proveedor/tu proveedor/su operador/tu operador/departamento de facturación/área de facturación/compañía eléctrica/servicio de streaming
    área de cobranza*`,
  exchange: `casa de cambio cripto/plataforma cripto/exchange de criptomonedas/soporte wallet/plataforma de trading/soporte de billetera`,
  itDesk: `departamento de informática/departamento informático/soporte técnico/soporte informático/mesa de ayuda/departamento de sistemas
    administrador de sistemas/administrador de correo/administrador del correo/equipo de ti/soporte ti/área de sistemas/departamento de ti
    servicio técnico de correo/soporte de correo`,
  staffOffice: `
    recursos humanos/departamento de rrhh/rrhh/departamento de nóminas/área de nómina/equipo de rrhh/capital humano/departamento de personal`,
  boss: `director general/directora general/consejero delegado/director ejecutivo/gerente general/director financiero/su director/tu jefe
    presidente de la empresa`,
};
