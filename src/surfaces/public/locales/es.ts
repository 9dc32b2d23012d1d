import type { Words } from './phrases.ts';

export const es: Words = {
  languages: 'Idioma',
  unsubscribe: {
    title: 'Darse de baja',
    ask: (name, address) => `${name} envía boletines a ${address}. ¿Quiere dejar de recibirlos?`,
    others: 'Los mensajes sobre su cuenta o sus pedidos, como los recibos, no cambian.',
    button: 'Darme de baja',
    instead: 'Elegir en su lugar lo que recibe',
    doneTitle: 'Se ha dado de baja',
    done: (name, address) => `${name} ya no envía boletines a ${address}.`,
    doneWithoutAddress: 'Ya no recibirá boletines por medio de este enlace.',
    back: 'Si fue un error, puede volver desde la página de preferencias.',
  },
  preferences: {
    title: 'Sus preferencias de correo',
    intro: (name, address) => `Lo que ${name} puede enviar a ${address}.`,
    mail: (name) => `Boletines de ${name}`,
    yes: 'Sí, quiero recibirlos',
    no: 'No, no quiero ninguno',
    topics: 'Temas',
    topicsHint: 'Elija lo que le interesa.',
    save: 'Guardar',
    saved: 'Su elección se ha guardado.',
    pending: 'Todavía no ha confirmado que quiere estos boletines. Puede hacerlo aquí.',
    bounced:
      'El correo a esta dirección fue devuelto, así que no se le envía nada. Aquí no se puede cambiar: escriba al remitente.',
    complained:
      'El correo a esta dirección fue denunciado como no deseado, así que no se le envía nada. Aquí no se puede cambiar: escriba al remitente.',
    stopped: (name) =>
      `${name} ha dejado de enviar correo a esta dirección. Aquí no se puede cambiar: escriba al remitente.`,
    erased:
      'No se conserva nada sobre la dirección a la que se envió este correo, así que no hay nada que ajustar.',
  },
  confirm: {
    title: 'Confirme su suscripción',
    ask: (name, address) => `¿Quiere que los boletines de ${name} se envíen a ${address}?`,
    button: 'Sí, quiero suscribirme',
    doneTitle: 'Su suscripción está confirmada',
    done: (name, address) => `${name} ya puede enviar boletines a ${address}.`,
    staleTitle: 'Este enlace ya no es válido',
    stale:
      'Algo ha cambiado desde que se envió, y ya no confirma nada. Si quiere los boletines, inscríbase de nuevo.',
  },
  notFound: {
    title: 'Este enlace no funciona',
    text: 'No está completo o ya no es válido: quizá la dirección para la que era ha cambiado.',
    advice: 'Abra otra vez el enlace desde el propio correo, o use el de un correo más reciente.',
  },
  unavailable: {
    title: 'Esta página no se puede mostrar en este momento',
    text: 'Su enlace está bien. Inténtelo de nuevo dentro de unos minutos.',
  },
  webVersion: 'Correo',
  contentRemoved: {
    title: 'Ya no está disponible',
    text: 'Este correo ya no se conserva aquí. La copia de su buzón sigue siendo suya.',
  },
};
