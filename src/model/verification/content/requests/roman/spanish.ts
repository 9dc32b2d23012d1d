import type { ConceptPhrases } from '../concept.ts';
import { spanishSenders } from './spanish-senders.ts';

export const spanish: ConceptPhrases = {
  ...spanishSenders,
  signIn: `inicie sesión/inicia sesión/iniciar sesión/inicio de sesión/identifíquese/identifícate + cuenta/portal/correo/perfil/área
    acceda a/accede a/acceder a/ingrese a + su cuenta/tu cuenta/su banca/tu banca/su área/tu área/su perfil/su buzón
    ingresa a/ingresar a/entre en/entra en + su cuenta/tu cuenta/su banca/tu banca/su área/tu área/su perfil/su buzón
    ingrese/ingresa/introduzca/introduce/escriba/digite + contraseña/clave/usuario/credenciales
    contraseña/clave de acceso/firma digital + caduc*/expir*/vence/restablec*/mantener/cambiar/misma
    con su/con tu/con sus/con tus + usuario y/correo y contraseña/clave/claves + entr*/acced*/ingres*/inici*/anul*
    con su/con tu/con sus/con tus + credenciales/contraseña/datos habituales + entr*/acced*/ingres*/inici*/anul*
    sesión + caducad*/caducado/expirad*/expirado/finalizado/cerrado + inici*/nuevo/volver/vuelva/acced*
    no he sido yo/no fui yo/no has sido tú/si no ha sido + anul*/bloque*/proteg*/cuenta/cancel*/entrando
    si no fue/si no has sido/no lo reconoce/no reconoce + anul*/bloque*/proteg*/cuenta/cancel*/entrando
    restablec*/recuper*/desbloque*/reactiv*/rehabilit*/asegur*/restaur* + su cuenta/tu cuenta/su acceso/tu acceso/el acceso/su tarjeta/tu tarjeta
    iniciar sesión/inicie sesión/inicia sesión/identifíquese/acceda a su + ahora/de nuevo/nuevamente/aquí/para leer/para ver/para evitar`,
  confirmIdentity: `verifi*/confirm*/valid*/autentic*/comprob* + su cuenta/tu cuenta/identidad/sus datos/tus datos/su información/tu información
    verificación de/confirmación de/validación de/actualización de + cuenta/identidad/datos/información
    actualice/actualiza/actualizar + sus datos/tus datos/su información/tu información/datos personales/sus credenciales/su perfil
    dni/pasaporte/documento de identidad/licencia de conducir/identificación oficial + envíe/enviar/suba/subir/adjunte/copia/foto/cargue
    foto/copia/escaneo/selfie/ambas caras/dos caras/anverso y reverso + dni/pasaporte/cédula/identificación oficial/carnet de/documento de identidad
    verificación/validación/autenticación/identificación + complet*/realic*/realiz*/finaliz*/obligatori*/requerid*/necesari*/pendiente
    complet*/regulariz*/renuev*/renov* + sus datos/tus datos/su información/su expediente/su perfil/su situación/certificado digital`,
  giveBankData: `número de tarjeta/datos de su tarjeta/datos de la tarjeta + introdu*/ingres*/proporcion*/facilit*/actualiz*/confirm*
    cvv/tarjeta de crédito/pin + introdu*/ingres*/proporcion*/facilit*/actualiz*/confirm*
    datos bancarios/cuenta bancaria/iban/clabe/cbu/número de cuenta + introdu*/ingres*/proporcion*/facilit*/actualiz*/confirm*/envíe*/responda
    método de pago/forma de pago/medio de pago/datos de pago + actualic*/actualiz*/rechazad*/caducad*/vencid*/verifi*
    tarjeta + caducad*/activ*/reactiv* + datos/formulario/enlace
    número de tarjeta/número de la tarjeta/16 dígitos + cvv/cvc/caducidad/vencimiento/código de seguridad/pin
    pago/cobro/cargo/tarjeta + rechazad*/rechazado/fallid*/no se pudo/no ha podido/no se ha podido + actuali*/nueva/otra tarjeta/método/datos
    iban/cuenta bancaria/número de cuenta/cbu/clabe + para recibir/para abonar/para el reembolso/para la devolución/abonarle/depositar*/ingresarle`,
  changedBankDetails: `nuevo*/nueva*/cambi*/modific*/actualizad* + datos bancarios/cuenta bancaria/número de cuenta/iban/clabe/cbu/entidad bancaria
    cuenta anterior/cuenta actual/cuenta bancaria/cuenta antigua + cerrad*/ya no/auditoría/bloquead*/cancelad*/deje de
    próximos/futuros/pendientes/siguientes + pagos/transferencias/facturas + cuenta/iban/clabe
    pago/pagos/abon*/transf*/ingres*/deposit* + nueva cuenta/nuevo iban/cuenta siguiente/siguiente cuenta/otra cuenta/cuenta que le/cuenta indicada
    nuestro banco/nuestra cuenta/nuestros datos bancarios/nuestro iban + cambi*/modific*/nuev*/cerrad*/actualizad*`,
  payrollChange: `nómina/salario/sueldo/pago de mi nómina/depósito directo + cuenta bancaria/nueva cuenta/cambi*/actualiz*/iban/clabe/domicili*
    recibo de nómina/recibo de sueldo/aumento salarial/ajuste salarial/nómina + revis*/confirm*/consult*/firm*/descarg*
    mi nómina/mi sueldo/mi salario/mi pago de nómina + cuenta/banco/cambi*/próxim*/iban
    recibo de nómina/bono/aumento/saldo de vacaciones/liquidación + inicie sesión/acceda/confirm*/firm* + rrhh/nómina/salari*`,
  giftCards: `tarjeta de regalo/tarjetas de regalo/tarjetas regalo + compr*/adquir*/consig*/necesito/rasp*
    tarjetas google play/gift card*/vales de regalo + compr*/adquir*/consig*/necesito/rasp*
    tarjetas de regalo/tarjetas regalo/gift card*/google play/paysafe* + códigos/foto*/reembols*/envíame/mándame/devolv*
    tarjetas/vales + rasc*/los códigos/foto de los`,
  payInvoice: `factura/facturas/saldo/importe/monto/recibo/deuda + vencid*/impagad*/sin pagar/adeud*/pendiente*/regulariz*/abonar
    último aviso/recordatorio de pago/aviso de cobro/requerimiento de pago + pagar/pague/abon*/deuda/vencid*/factura
    transferencia/transferir/pago a + hoy/urgente/proveedor/de inmediato/cuanto antes/a la brevedad/hoy mismo
    luz/electricidad/gas/suministro/energía/servicio + corte/cortará/interrumpi*/suspensión/desconexión/impago
    impago/saldo deudor/deuda pendiente/mora/adeudo/cantidad pendiente + pagar/pague/abon*/liquid*/cancel*/regulariz*
    transferencia/transferencia inmediata/transferencia urgente/pago + realiz*/hacer/haga/efectu*/gestion*/tramit*/emit* + hoy/urgente/proveedor/ya
    corte/desconexión/suspensión del suministro + programad*/evit*/mañana/aviso de/deuda + pag*/abon*/deuda/importe`,
  scanCode: `escane* + código qr/código/qr/teléfono/móvil/celular
    código qr/qr code + siguiente/adjunto/cámara/móvil/celular/abajo/lea
    móvil/celular/teléfono/cámara + escane* + código/imagen/siguiente`,
  grantAccess: `conced*/autoriz*/permit*/acept*/otorg*/aprob* + el acceso/acceso a/permiso*/la aplicación/la app
    anydesk/teamviewer/acceso remoto/asistencia remota/control remoto + instal*/descarg*/abra/abrir/ejecut*
    conect*/vincul* + cuenta de google/cuenta de microsoft/cuenta de correo/su correo/su cuenta/tu cuenta
    conector/extensión/integración/complemento/aplicación de terceros + autoriz*/aprob*/acept*/consent*/permi*
    en nombre de su organización/en nombre de tu organización/en nombre de la organización/otorgar consentimiento/dar su consentimiento
    acceso a su buzón/acceso a tu buzón/leer y enviar correos/leer y gestionar`,
  openFile: `
    abrir/abra/abre/ver/consult*/descarg*/revis*/visualiz* + documento*/archivo*/adjunto/fichero/pdf/contrato/mensaje de voz/factura adjunta
    compartido/compartió/compartida/compartieron + documento*/archivo*/carpeta + con usted/contigo/abrir/ver/con vos
    habilit*/activ* + macros/contenido/edición
    adjunto encontrará/adjuntamos/se adjunta/archivo adjunto/documento adjunto + firm*/revis*/abra/abrir/descarg*/complet*
    adjunto/adjunta/adjuntamos/le remito/le envío/anexo/adjunto a + contrato/factura/presupuesto/orden de compra
    adjunto/adjunta/adjuntamos/le remito/le envío/anexo/adjunto a + comprobante/pedido/escritura/documento*
    firm* + digital*/electrónica*/electrónicamente/documento*/contrato/acuerdo/escritura
    mensaje seguro/mensaje cifrado/documento protegido/documento seguro + abrir/leer/ver/consult*/es
    contraseña del archivo/clave del archivo/mensaje confidencial + abrir/leer/ver/consult*/es`,
  callNumber: `
    llame/llama/llamar/llámenos/llámanos/comuníquese/marque + inmediatamente/número/cancelar/soporte/reembolso/gratuito/de inmediato/anular
    no ha realizado/no realizó/no autorizó/no reconoce/no ha autorizado/no fue usted + llam*/teléfono/comuníquese
    llame/llama/llamar/comuníquese/contacte + nuestro agente/un asesor/24 horas/departamento de fraude*/para anular
    llame/llama/llamar/comuníquese/contacte + para cancelar/para bloquear/línea gratuita/al 900*/al 800*
    cargado/cobrado/debitado/renovado/cargo de + llame/llámenos/llamar/comuníquese`,
  walletPhrase: `wallet/billetera/monedero/cartera cripto + conect*/sincroniz*/valid*/verifi*/migr*/restaur*/recuper*
    airdrop/tokens/criptomonedas + reclam*/canje*
    wallet/billetera/monedero/criptomonedas/activos + import*/reconect*/asegur*/transf*/retir*/nueva billetera/nueva wallet
    ledger/trezor/metamask/firmware + actualiz*/verifi*/valid*/restaur*
    frase semilla/frase de recuperación/frase secreta/frase de respaldo/clave privada/claves privadas/12 palabras/24 palabras/doce palabras`,
  smallFee: `multa/sanción de tráfico/peaje*/aduan*/derechos de importación + pagar*/pague*/pago/abon*/pendiente*/impagad*/adeud*/cancelar
    infracción/tasas/arancel*/fotomulta + pagar*/pague*/pago/abon*/pendiente*/impagad*/adeud*/cancelar
    gastos de envío/gastos de entrega/costo de envío/tarifa de entrega/gastos de gestión/tasa de entrega + pagar*/pague*/pago/abon*/pendiente*
    pequeña tarifa/pequeño importe/tarifa mínima + pagar*/pague*/pago/abon*/envío/entrega
    nueva entrega/segunda entrega/reenvío/liberar/liberación/despacho/gestión + coste/costo/tarifa/tasa/cargo/importe + pag*/abon*/tarjeta
    peaje/infracción/radar/estacionamiento/zona de bajas emisiones/tag/telepeaje + impag*/pag*/abon*/pendiente/multa/sanción`,
  renewMailbox: `buzón/bandeja de entrada/cuenta de correo + llen*/límite/superad*/excedid*/desactiv*/suspend*/ampli*
    almacenamiento/cuota/espacio en la nube + llen*/límite/superad*/excedid*/desactiv*/suspend*/ampli*
    mensajes/correos/e-mails + retenid*/bloquead*/cuarentena/no entregad*/sin entregar/en espera
    suscripción/membresía/dominio/hosting/licencia/antivirus/alojamiento + caduc*/vence/vencid*/renov*/expir*/suspend*/finaliz*
    mantener/conservar + misma contraseña/contraseña actual
    buzón/correo electrónico/cuenta de correo/webmail/correo corporativo + cierre/eliminad*/eliminará/dar de baja/migra*
    buzón/correo electrónico/cuenta de correo/webmail/correo corporativo + actualización/actualice/nueva versión
    solicitud/petición + cierre/cancelación/baja/eliminación/desactivación + buzón/correo/cuenta de correo`,
  claimPrize: `ganado/ganador*/seleccionad*/felicidades + premio/regalo/iphone/vale/sorteo/lotería/encuesta/recompensa
    enhorabuena/felicitaciones/afortunad* + premio/regalo/iphone/vale/sorteo/lotería/encuesta/recompensa
    reclam*/recog*/canje*/cobr* + premio/recompensa/regalo/bono/herencia/fondos/indemnización/subsidio
    reembolso/devolución/devolución de impuestos/indemnización/subsidio/ayuda + derecho a/solicit*/pendiente*/aprobad*/recibir/cobrar/a su favor
    herencia/millones/beneficiari*/donación/difunt* + dólares/euros/abogado/notario/fallecid*/banco/fondos
    pagado de más/cobro indebido/saldo a favor/saldo a su favor/devolución/reintegro + formulario/importe/solicit*/reclam*/cobr*/abonar*/recib*
    donar/dono/donación/legar/confiar + million*/millones/la suma de/caridad/huérfanos/viuda/obras
    viuda/cáncer/enfermedad terminal/enfermedad/difunto esposo/difunto marido + donar/donación/fondos/suma/caridad/herencia
    puntos de fidelidad/sus puntos/tus puntos/puntos acumulados + caduc*/vencen/canje*/expir*`,
  rescheduleParcel: `paquete/envío/entrega/pedido/encomienda + no se pudo/no ha podido/no pudo/no hemos podido/fallid*/reprogram*/retenid*
    paquete/envío/entrega/encomienda + confirmar su dirección/dirección incompleta/dirección incorrecta/devuelto/detenid*/en espera/a la espera
    paquete/envío/encomienda + confirme su/confirma tu/actualice su dirección/actualiza tu dirección/dirección de entrega
    paquete/envío/encomienda + ausente/nadie en casa/intentamos/intentado
    paquete/envío/encomienda/pedido + falta el número/número de calle/dirección errónea/dirección equivocada/dirección incorrecta
    paquete/envío/encomienda/pedido + completar la dirección/almacén/depósito/devuelto al remitente/no fue posible
    nueva entrega/fecha de entrega/segunda entrega/nuevo intento/día de entrega/horario de entrega + elij*/elig*/program*/seleccion*/confirm*/agend*`,
  replyPrivately: `está usted/estás/está/se encuentra + disponible/en la oficina/en su despacho/en tu escritorio/libre
    tarea urgente/tarea rápida/pequeño favor/necesito tu ayuda + respond*/correo/reunión/no me llames/adquisición
    necesito su ayuda/confidencial*/discreción/entre nosotros + respond*/correo/reunión/no me llames/adquisición
    número de móvil/número de celular/número de teléfono/tu whatsapp/su whatsapp/tu número + enví*/pásame/mánda*/dame/facilít*
    respond*/escrib* + correo personal/correo privado/email personal/mail personal
    estrictamente confidencial/máxima discreción/secreto + operación/adquisición/transacción/instrucciones/transferencia/respond*
    confidencialidad/no lo comente/no lo comentes + operación/adquisición/transacción/instrucciones/transferencia/respond*
    escrib*/contact*/mensaje/habl* + por whatsapp/al whatsapp/en whatsapp/a whatsapp/por telegram/en telegram/vía whatsapp
    tienes/tiene/puedes/puede + un momento/un minuto/ayudarme con/encargarte/encargarse/hacerme un favor + respond*/correo/urgente/avísame/dime
    nombre completo/nombre y apellidos + teléfono/país/dirección/edad/ocupación + enví*/respond*/mand*/contact*`,
  deadline: `en un plazo/dentro de/antes de/en las próximas/plazo de/en menos de + 24/48/72/horas/días
    hoy + vence/caduca/último/expira/antes de
    hoy mismo/inmediatamente/de inmediato/a la mayor brevedad/lo antes posible/último aviso/aviso final/última oportunidad/antes de medianoche
    cuanto antes`,
  threat: `cuenta/acceso/tarjeta/buzón/perfil/paquete/línea + suspend*/bloque*/restring*/limitad*/desactiv*/eliminad*/cancelad*/cerrad*/inhabilit*
    inusual*/sospechos*/no autorizad*/no reconocid*/desconocid* + actividad/acceso/inicio de sesión/transacci*/dispositivo/cargo/movimiento*
    perder/perderá/perderás + el acceso/acceso a/su cuenta/tu cuenta/sus archivos
    acciones legales/embargo de su/orden de embargo/embargo preventivo/vía judicial/recargo*/denuncia/demanda judicial/cobranza judicial
    orden de arresto/procedimiento judicial/apremio/corte del servicio`,
  warning: `nunca le pediremos/nunca te pediremos/nunca pedimos/nunca solicit*/nunca pide/jamás solicit*/jamás pedi*/nunca comparta/nunca compartas
    no comparta/no compartas/no haga clic/no hagas clic/estafa*/phishing/fraudes/correos falsos/correos fraudulentos/suplantación/desconfíe
    desconfía`,
  subscribed: `
    porque se ha/porque te has/porque usted/recibe este/recibes este/se ha suscrito/te has suscrito/te suscribiste/se suscribió/te registraste
    su pedido/tu pedido/su reserva/tu reserva/su compra/tu compra/como miembro/como socio/como cliente/nuestros clientes/nuestros socios
    nuestros suscriptores/gracias por su/gracias por tu/gracias por registr*/su solicitud de/has solicitado/ha solicitado/solicitaste/su inscripción
    tu inscripción`,
};
