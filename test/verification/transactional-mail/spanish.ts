import type { Sayings } from './situations.ts';

export const spanish: Sayings = {
  receipt: [
    'Tu recibo de {p}',
    'Gracias por tu pedido. Has pagado 49,00 € con {b} y hoy se ha hecho el cargo en la tarjeta terminada en 4242. El recibo está en tu cuenta de {p}.',
    'Ver recibo',
  ],
  reset: [
    'Restablece tu contraseña de {p}',
    'Alguien ha pedido restablecer la contraseña de tu cuenta de {p}. Si has sido tú, elige una nueva en la próxima hora. Si no, ignora este mensaje: todo sigue igual.',
    'Elegir contraseña',
  ],
  code: [
    '482 913 es tu código de {p}',
    'Escribe este código para entrar en {p}: 482 913. Es válido durante diez minutos. Nunca te lo pediremos por teléfono.',
    'Abrir {p}',
  ],
  invoice: [
    'Factura 2026-1107 de {p}',
    'Tu factura de noviembre ya está lista: 129,00 € por el plan de equipo, con vencimiento el 30 de noviembre. Puedes pagar con tarjeta, por transferencia o con {b}.',
    'Pagar factura',
  ],
  reminder: [
    'Recordatorio: factura 2026-1006',
    'Según nuestros datos, la factura 2026-1006 de 129,00 € sigue pendiente. Si ya la has pagado, no tengas en cuenta este mensaje. Un saludo del equipo de {p}.',
    'Ver la factura',
  ],
  failedPayment: [
    'No hemos podido cobrar tu suscripción',
    'Tu banco ha rechazado el pago de tu suscripción a {p}. Actualiza la tarjeta o paga con {b} para que siga activa.',
    'Actualizar el pago',
  ],
  signIn: [
    'Nuevo inicio de sesión en {p}',
    'Se ha usado tu cuenta desde un dispositivo nuevo: Firefox en Linux, cerca de Vigo, a las 14:02. Si has sido tú, no hagas nada. Si no, cambia tu contraseña.',
    'Revisar dispositivos',
  ],
  addressChanged: [
    'Tu correo electrónico ha cambiado',
    'La dirección de tu cuenta de {p} es ahora ada@example.com. Si no has sido tú, avísanos en tres días y la restauramos.',
    'No he sido yo',
  ],
  shipped: [
    'Tu pedido de {p} está en camino',
    'Esta mañana hemos entregado tu paquete a {b}. Llegará el jueves entre las diez y las dos. No hace falta que estés en casa.',
    'Seguir el paquete',
  ],
  event: [
    'Mañana a las 10:00: reunión con Gracia',
    'Te recordamos tu cita de mañana a las 10:00, reservada con {p} y anotada en tu calendario de {b}. Para cambiarla usa el enlace.',
    'Cambiar la hora',
  ],
  invitation: [
    'Gracia te ha invitado a {p}',
    'Gracia Ruiz te ha invitado al espacio «Puerto» en {p}. Puedes unirte con tu cuenta de {b} o elegir una contraseña. La invitación vale una semana.',
    'Unirse',
  ],
  trialEnds: [
    'Tu prueba de {p} termina en tres días',
    'Tu prueba gratuita termina el viernes. Si quieres conservar tus proyectos, elige antes un plan. Si no haces nada, no se te cobrará.',
    'Elegir plan',
  ],
  accountCloses: [
    'Tu cuenta de {p} se cerrará',
    'Nos has pedido cerrar tu cuenta. Se eliminará con todos sus datos el 1 de diciembre. Si has cambiado de idea, inicia sesión antes.',
    'Conservar mi cuenta',
  ],
  storageFull: [
    'Tu espacio en {p} está casi lleno',
    'Usas 9,4 de 10 GB. Cuando se llene no podrás guardar archivos nuevos. Borra lo que no necesites o añade 100 GB por 2 € al mes.',
    'Gestionar espacio',
  ],
  twoFactor: [
    'Activa la verificación en dos pasos de {p}',
    'Tu equipo pide la verificación en dos pasos a partir del 1 de diciembre. Con {b} Authenticator u otra aplicación se hace en un minuto. Sin ella no podrás entrar después de ese día.',
    'Activarla',
  ],
  exportReady: [
    'Tu exportación de {p} está lista',
    'La exportación que pediste está lista: 1.204 contactos, 18 MB. Puedes descargarla durante 48 horas; después se borra.',
    'Descargar',
  ],
  termsChange: [
    'Cambian nuestras condiciones el 1 de enero',
    'Las condiciones de {p} son más cortas y explican cómo trabajamos con {b} para los pagos. Se aplican desde el 1 de enero. Si no estás de acuerdo, puedes cancelar antes sin coste.',
    'Leer las condiciones',
  ],
  refund: [
    'Tu reembolso de 24,90 € está en camino',
    'Hemos recibido tu devolución y reembolsado 24,90 € a tu cuenta de {b}. Puede tardar hasta cinco días hábiles. Gracias por comprar en {p}.',
    'Ver reembolso',
  ],
  passwordChanged: [
    'Tu contraseña de {p} ha cambiado',
    'La contraseña de tu cuenta se cambió hoy a las 9:41. Si has sido tú, todo está bien. Si no, restablécela y escríbenos.',
    'Proteger mi cuenta',
  ],
  confirmAddress: [
    'Confirma tu correo para {p}',
    '¡Te damos la bienvenida a {p}! Confirma que esta es tu dirección para que te lleguen recibos y avisos de seguridad. El enlace vale 24 horas.',
    'Confirmar dirección',
  ],
};
