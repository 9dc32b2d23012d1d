/** Plain lures. Each is phishing without any trick; a trick then hides it. All hosts are reserved or clearly invented. */

export const suspended = (href: string) => `<h2>PayPal account limited</h2>
<p>Dear customer, we noticed unusual activity and your PayPal account has been suspended. Verify your identity and confirm your password within 24 hours, or your account will be permanently closed.</p>
<p><a href="${href}">Verify your account now</a></p>`;

export const mailbox = (href: string) => `<h2>Microsoft 365</h2>
<p>Your password expires today. To avoid losing access to your mailbox, sign in and keep the same password immediately.</p>
<p><a href="${href}">Keep same password</a></p>`;

export const parcel = (href: string) => `<h2>DHL Express</h2>
<p>Your parcel is on hold at our depot because a customs fee of 1.99 was not paid. Pay the fee with your card within 12 hours or the parcel will be returned to the sender.</p>
<p><a href="${href}">Pay and release my parcel</a></p>`;

export const wallet = (href: string) => `<h2>MetaMask</h2>
<p>Your wallet must be verified because of new regulations. Enter your 12-word secret recovery phrase to validate your wallet, or your assets will be frozen.</p>
<p><a href="${href}">Validate my wallet</a></p>`;

export const bank = (href: string) => `<h2>Chase Online</h2>
<p>A payment of $842.17 was attempted on your account. If you did not authorize it, log in with your user id, password and card PIN to cancel the transaction before it clears.</p>
<p><a href="${href}">Cancel transaction</a></p>`;

export const streaming = (href: string) => `<h2>Netflix</h2>
<p>Your membership is on hold. We could not process your last payment. Update your card number and security code within 48 hours to avoid cancellation of your account.</p>
<p><a href="${href}">Update payment details</a></p>`;

export const sparkasse = (href: string) => `<h2>Sparkasse</h2>
<p>Sehr geehrter Kunde, Ihr Konto wurde aus Sicherheitsgründen eingeschränkt. Bestätigen Sie umgehend Ihre Zugangsdaten und Ihre PIN, sonst wird Ihr Konto innerhalb von 24 Stunden gesperrt.</p>
<p><a href="${href}">Jetzt Daten bestätigen</a></p>`;

export const ameli = (href: string) => `<h2>Ameli, Assurance Maladie</h2>
<p>Votre carte Vitale expire. Un remboursement de 236,40 € est en attente. Confirmez votre identité et saisissez vos coordonnées bancaires sous 24 heures, sinon vos droits seront suspendus.</p>
<p><a href="${href}">Recevoir mon remboursement</a></p>`;

export const bbva = (href: string) => `<h2>BBVA</h2>
<p>Estimado cliente, su cuenta ha sido bloqueada por actividad inusual. Verifique su identidad e introduzca su contraseña y su PIN de inmediato para evitar la suspensión definitiva.</p>
<p><a href="${href}">Desbloquear mi cuenta</a></p>`;

export const correios = (href: string) => `<h2>Correios</h2>
<p>Sua encomenda foi retida pela alfândega. Pague a taxa de R$ 27,90 com seu cartão em até 24 horas ou ela será devolvida ao remetente.</p>
<p><a href="${href}">Pagar a taxa agora</a></p>`;

export const digid = (href: string) => `<h2>DigiD</h2>
<p>Uw DigiD is wegens verdachte activiteit geblokkeerd. Bevestig direct uw gegevens en uw wachtwoord, anders wordt uw account binnen 24 uur definitief verwijderd.</p>
<p><a href="${href}">Gegevens bevestigen</a></p>`;

export const poste = (href: string) => `<h2>Poste Italiane</h2>
<p>Gentile cliente, il suo conto è stato sospeso per motivi di sicurezza. Confermi subito la sua identità inserendo password e dati della carta, altrimenti il conto sarà chiuso entro 24 ore.</p>
<p><a href="${href}">Conferma i tuoi dati</a></p>`;

/** A harmless newsletter, which dilutes a lure. */
export const harmless = `<p>The allotment society met on Saturday in fine weather. Marian showed how to divide rhubarb, the water butts were repaired, and forty jars of chutney were sold for the new shed. The next walk leaves from the church at ten and is suitable for prams. Please bring a flask and a good story. The committee thanks everyone who helped with the hedge.</p>`;

/** The text of a lure, without its tags. */
export const wordsOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
