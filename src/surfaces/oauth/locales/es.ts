import type { OauthWords } from './phrases.ts';

export const es: OauthWords = {
  languages: 'Idioma',
  links: { console: 'Consola', documentation: 'Documentación' },
  signIn: {
    title: 'Conectar una aplicación a Posthouse',
    label: 'Token de API de su organización',
    hint: 'La aplicación no lo ve nunca. No puede hacer más que este token, y deja de funcionar con él.',
    proceed: 'Continuar',
    cancel: 'Cancelar',
    session: 'Iniciar sesión en Posthouse',
    sessionHint: 'Después autoriza la aplicación con sus propios permisos. O use un token:',
  },
  consent: {
    title: '¿Permitir esta aplicación?',
    organization: 'Organización',
    token: 'Token de API',
    testToken: 'un token de prueba: no se envía nada de verdad',
    allowedTo: 'Podría:',
    limits:
      'Los límites del token de API valen también para la aplicación. Para terminar, revoque el token de API o desconecte en la aplicación.',
    person: 'Sesión iniciada como',
    otherPerson: 'Usar otra cuenta u otra organización',
    useToken: 'Usar un token de API en su lugar',
    personLimits:
      'La aplicación nunca puede hacer más que usted. Como con cualquier asistente, algunas llamadas necesitan además la aprobación de una persona. Para terminar el acceso, desconecte la aplicación en la página de su cuenta o en la propia aplicación.',
    allow: 'Permitir',
    deny: 'Rechazar',
    untilUnused: (days) => `Vale hasta que la aplicación no lo haya usado durante ${days} días.`,
    untilMinutes: (minutes) => `Vale ${minutes} minutos.`,
    untilToken: (date) => `Termina con el token de API, el ${date} a más tardar.`,
    untilPerson: 'Termina antes si usted pierde un rol o deja de pertenecer a la organización.',
  },
  who: {
    document: (name, host) =>
      `Una aplicación que se llama a sí misma «${name}», de ${host}, pide usar su organización.`,
    operator: (name) =>
      `La aplicación «${name}», que añadió el operador de este servidor, pide usar su organización.`,
    registration: (name) => `Una aplicación que se llama a sí misma «${name}» pide usar su organización.`,
    unproved:
      'La aplicación se registró ella misma: su nombre no está comprobado y cualquier programa puede usarlo.',
    sentTo: (host) => `Después se le enviará a ${host}.`,
    sentToComputer: (host) => `Después se le enviará a ${host}, un programa de este equipo.`,
    sentToApp: (scheme) => `Después se abrirá la aplicación que abre los enlaces ${scheme} en este equipo.`,
    elsewhere: (host, target) =>
      `La aplicación está en ${host}, pero se le enviaría a ${target}. Continúe solo si conoce ambos.`,
    onlyIf: 'Continúe solo si acaba de empezar esto usted mismo, en una aplicación de confianza.',
  },
  warnings: {
    tooManyWrong: 'Hubo demasiados tokens erróneos desde su red. Espere unos minutos.',
    unknownToken: 'Este token de API no se conoce o ya no funciona.',
    wrongAddress: 'Este token de API no se puede usar desde su dirección de red.',
    nothingOfThat: 'Este token de API no permite nada de lo que pide la aplicación.',
    nothingOfRoles:
      'Sus roles no permiten nada de lo que pide la aplicación. Use otra cuenta o un token de API.',
    chooseOne: 'Elija al menos una, o rechace.',
  },
  fault: {
    title: 'La aplicación no se puede conectar',
    close: 'Cierre esta página y empiece de nuevo en la aplicación.',
    back: (host) => `Volver a ${host}`,
    unavailable: 'Este servidor no está disponible ahora. Inténtelo de nuevo en un minuto.',
    repeated: (name) => `La aplicación envió ${name} más de una vez.`,
    unknownApp: (why) => `La aplicación no se conoce: ${why}.`,
    notRegistered: 'La aplicación quiso enviarle a una dirección que no está registrada para ella.',
    notServed: (why) => `La aplicación pidió de una manera que no se admite: ${why}.`,
    otherSite: 'Este formulario vino de otro sitio.',
    expired: 'Esta página ha caducado o no es nuestra.',
    neither: 'Esta página no se contestó ni con Permitir ni con Rechazar.',
    tokenGone: 'El token de API ya no funciona.',
    personGone: 'Usted ya no tiene acceso a esta organización.',
    signedOut: 'Su sesión ha terminado o ha iniciado sesión como otra persona.',
    appGone: 'La aplicación ya no está registrada aquí.',
    nothingGranted: 'El token de API ya no permite nada de lo elegido.',
    nothingOfYours: 'Sus roles ya no permiten nada de lo que se eligió.',
    answeredBefore: 'Esto ya se contestó.',
    tooMany: (max) =>
      `Una organización puede tener ${max} aplicaciones conectadas como máximo. Desconecte una primero.`,
  },
  scopes: {
    'emails.read': 'Ver los correos enviados: destinatarios, contenido y resultado.',
    'emails.send':
      'Enviar correos en nombre de la organización, reenviar los fallidos y los retenidos, eliminar los retenidos y los de prueba, comprobar direcciones y pausar todos los envíos.',
    'subscribers.read':
      'Ver los suscriptores, sus direcciones, nombres y demás campos, y segmentos de ellos.',
    'subscribers.write':
      'Añadir, cambiar, importar, dar de baja y borrar suscriptores; crear, cambiar y eliminar segmentos. Con doble confirmación, los nuevos suscriptores reciben una solicitud por correo.',
    'tags.read': 'Ver las etiquetas, y cuántos suscriptores tiene cada una.',
    'tags.write':
      'Crear, cambiar y eliminar etiquetas; una etiqueta eliminada se quita a todos los suscriptores.',
    'events.read': 'Ver lo que hicieron los suscriptores.',
    'events.write':
      'Anotar lo que hacen los suscriptores. Una dirección desconocida pasa a ser suscriptor y, con doble confirmación, recibe una solicitud por correo.',
    'campaigns.read': 'Ver las campañas: contenido, resultados y destinatarios; ver las plantillas.',
    'campaigns.write':
      'Escribir y cambiar campañas antes de enviarlas; archivar y eliminar campañas, también las programadas o enviadas. Escribir, cambiar, publicar y eliminar plantillas, que envían los programas de la organización.',
    'campaigns.send':
      'Enviar y programar campañas a los suscriptores, enviar pruebas, corregir sus enlaces y detenerlas, también para siempre.',
    'domains.read': 'Ver los dominios de envío y sus registros DNS.',
    'domains.write':
      'Añadir, cambiar, comprobar y quitar dominios de envío, y crear para ellos nuevas claves DKIM.',
    'suppressions.read': 'Ver las direcciones que no reciben correo, y por qué.',
    'suppressions.write': 'Detener el correo a direcciones, y dejar que vuelvan a recibirlo.',
    'webhooks.read':
      'Ver los webhooks y lo que se les envió (a quién se escribió, quién se suscribió y qué pasó), y qué otros sistemas envían aquí sus eventos, sin sus secretos.',
    'webhooks.write':
      'Hacer que lo que pasa, con direcciones y nombres de personas, se envíe a cualquier servidor de internet, cambiar, probar, repetir y eliminar webhooks; y dejar que otros sistemas envíen aquí sus eventos: las personas pasan a ser suscriptores, y los rebotes que comunica un relay detienen correo. Cambiar y eliminar estas conexiones.',
    'workflows.read': 'Ver los flujos, quién los recorre, y por qué.',
    'workflows.write':
      'Escribir, activar, pausar, archivar y eliminar flujos, que una vez activos envían por sí solos correos a los suscriptores, e iniciarlos, reintentarlos y cancelarlos para personas concretas.',
    'tokens.read':
      'Ver los tokens de API de la organización, las aplicaciones permitidas y lo que puede hacer cada una, sin sus secretos.',
    'organization.read':
      'Ver los ajustes y límites de la organización, y el registro de quién cambió o envió qué.',
    'organization.write':
      'Cambiar los ajustes de la organización: su nombre, remitente habitual, zona horaria, doble confirmación y dirección postal; reanudar los envíos pausados.',
  },
};
