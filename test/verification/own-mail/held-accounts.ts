import { blocks, letterhead, panel } from './layouts.ts';
import { handmade, type OwnMail, plain } from './mail.ts';

/** Held back. Honest mail about accounts and access. */
export const heldAccounts: OwnMail[] = [
  blocks(
    'code/ride share',
    'en',
    'Zipwagon <auth@zipwagon.com>',
    'Zipwagon login code 8831',
    'Zipwagon Mobility, Chicago',
    `
# 8831

That is your login code. It dies in three minutes.

Never hand it to a driver, a support agent or a friend. Whoever has the code has your account.`,
  ),
  plain(
    'code/payroll',
    'en',
    'Payroll Pigeon <verify@payrollpigeon.com>',
    'Security code for changing your direct deposit',
    `
{{firstName}}, you (or someone with your password) began to change the bank account into which your wages are paid.

Security code: 55-20-18

Type the code on the page where you started. If this wasn't you, stop here, sign in at https://secure.payrollpigeon.com and end all other sessions, then tell your HR department.

We send this notice on your employer's behalf. Optional mail off: {{unsubscribeUrl}}`,
  ),
  letterhead(
    'reset/university',
    'en',
    'Calder University IT <helpdesk@calder.ac.uk>',
    'Your university password expires in 5 days',
    'Calder University, IT Services, Halifax',
    `
Dear colleague,

Passwords at Calder are changed once a year, and yours (user {{attributes.username}}) expires in five days. After that you will not be able to read mail or join the wireless network.

[Change your password](https://password.calder.ac.uk)

Type the address by hand if you are wary of links, and quite right too. The helpdesk will never ask what your password is.`,
  ),
  panel(
    'magic link/real estate',
    'en',
    'Keystone Lettings <portal@keystonelettings.co.uk>',
    'Access your tenant portal',
    'Keystone Lettings LLP, Cardiff',
    `
Hello {{firstName}},

here is your secure link to the tenant portal, where you can sign the renewal of your tenancy agreement.

[Open the portal](https://portal.keystonelettings.co.uk/k/91ff)

Valid until tomorrow, 6 pm. Please don't forward it, as it opens the portal in your name.`,
  ),
  blocks(
    'new sign-in/notes app',
    'en',
    'Inkwell Notes <alerts@inkwellnotes.com>',
    'Security alert: was this you?',
    'Inkwell Labs, Berlin',
    `
# Was this you?

Where | Warsaw, Poland
What | Chrome on a Mac
When | Today, 23:07

[Yes, that was me](https://inkwellnotes.com/s/yes/42)

[No, lock my account](https://inkwellnotes.com/s/no/42)

We ask because the same password was tried on four accounts within a minute.`,
  ),
  plain(
    'new key/developer host',
    'en',
    'Branchyard <noreply@branchyard.dev>',
    '[Branchyard] A new SSH key was added to your account',
    `
The following SSH key was added to the account {{attributes.username}}:

  work laptop  SHA256:x8Jq0mPz1

If you believe this key was added in error, you can remove the key and disable access at

  https://branchyard.dev/settings/keys

You can reply to this email if you think your account was compromised.

--
Branchyard, 9 Copper Row, Dublin. Notification settings: {{unsubscribeUrl}}`,
  ),
  panel(
    'suspended/marketplace seller',
    'en',
    'Stallholder Seller Support <sellers@stallholder.com>',
    'Your shop has been paused until you verify your identity',
    'Stallholder Marketplace Ltd, London',
    `
Hi {{firstName}},

The law requires us to know who sells on Stallholder. We asked in January and in March for a copy of your identity document, and it is still missing. So your shop is paused: buyers cannot see it, and payouts are on hold.

[Verify in Seller Centre](https://sellers.stallholder.com/verify)

It takes about ten minutes and your money is released the next working day. Please don't send documents by email.`,
  ),
  letterhead(
    'two-step/broker',
    'en',
    'Larkspur Brokerage <clientcare@larkspurbrokerage.com>',
    'Action needed by 1 September: turn on two-step sign-in',
    'Larkspur Brokerage, Member SIPC, Boston MA',
    `
Dear {{firstName}},

From 1 September you will need a second step to sign in. Clients without one will be unable to trade online until they have set it up by phone.

[Set it up now](https://www.larkspurbrokerage.com/security/two-step)

Choose an authenticator app if you can. Text messages work as well, but are easier to intercept.`,
  ),
  plain(
    'deletion/fitness app',
    'en',
    'Pacemaker App <privacy@pacemaker.run>',
    'Your account is gone',
    `
Hi {{firstName}},

your Pacemaker account and 212 runs have been deleted, as you requested on 4 May. Your backups will be overwritten within 35 days. Your yearly subscription was cancelled and 11.20 EUR are on the way back to your card.

If somebody else did this, we can restore the account until Sunday: https://pacemaker.run/restore/d1

This is the last message you will get from us. (The footer has to be here anyway: {{unsubscribeUrl}})`,
  ),
  blocks(
    'privacy/ai change',
    'en',
    'Foliotree <policy@foliotree.com>',
    'Updates to our User Agreement: please review before 15 July',
    'Foliotree Inc., San Jose CA',
    `
# We updated our User Agreement

In short: we describe how pictures may be used to train our search, and how to refuse; disputes go to arbitration unless you opt out within 30 days; and people in Europe now have a contract with our Irish company.

[Compare old and new](https://foliotree.com/agreement/compare)

By using your account on or after 15 July you agree.`,
  ),
  letterhead(
    'breach/clinic',
    'en',
    'Saint Brannock Clinic <privacy@saintbrannock.org>',
    'Notice of data breach',
    'Saint Brannock Clinic, Spokane WA',
    `
Dear patient,

We are writing because a laptop with appointment lists was stolen from our billing company. It may have held your name, date of birth and insurance number. It did not hold your Social Security number or any payment card.

We offer you one year of credit monitoring free of charge. To enroll, go to <a href="https://www.saintbrannock.org/incident/enroll">www.saintbrannock.org/incident/enroll</a> and enter the code in the letter that we have posted to you.

What you can do: look at your insurer's statements, and ask the credit bureaus for a fraud alert.`,
  ),
  plain(
    'access/shared document',
    'en',
    'Draftbench <no-reply@draftbench.io>',
    'Kofi shared "Budget 2025" with you',
    `
Kofi Mensah (kofi@tindalarchitects.com) has invited you to edit a document in your Draftbench workspace:

Budget 2025
https://draftbench.io/d/b25?open

You may be asked to sign in with your work account. Not expecting this? Ask Kofi before you open it.

Draftbench, Utrecht | {{unsubscribeUrl}}`,
  ),
  handmade(
    'verify address/streaming',
    'en',
    'Owlbox TV <welcome@owlbox.tv>',
    'Activate your account now',
    `
<body style="background:#000"><div align="center" style="color:#fff;font-family:Arial"><img src="https://assets.owlbox.tv/e/owl.png" width="90" alt=""><h2>One more click</h2>
<p>Your account is not active yet. Activate it within 24 hours or your free month is lost.</p>
<p><a href="https://www.owlbox.tv/activate?c=JJ12" style="background:#e50;color:#fff;padding:14px;display:block;width:220px">ACTIVATE ACCOUNT</a></p>
<p>Button dead? Paste this: <a href="https://www.owlbox.tv/activate?c=JJ12">https://www.owlbox.tv/activate?c=JJ12</a></p>
<p style="font-size:10px">Owlbox TV, Tallinn. <a href="{{unsubscribeUrl}}" style="color:#999">Unsubscribe</a></p></div></body>`,
  ),
  blocks(
    'code/bahn',
    'de',
    'Seenbahn <konto@seenbahn.de>',
    'Anmeldecode für Ihr Seenbahn-Konto',
    'Seenbahn Regionalverkehr GmbH, Waren',
    `
Hallo {{firstName}},

Ihr Anmeldecode lautet <b>77 14 03</b>. Er ist nur kurz gültig.

Haben Sie sich gar nicht angemeldet? Dann kennt jemand Ihr Passwort, und Sie sollten es gleich ändern.

[Passwort ändern](https://konto.seenbahn.de/passwort)`,
  ),
  letterhead(
    'suspended/vermieter',
    'de',
    'Ferienhof-Portal <gastgeber@ferienhof-portal.de>',
    'Ihr Inserat wurde vorübergehend gesperrt',
    'Ferienhof-Portal GmbH, Husum',
    `
Sehr geehrte Gastgeberin, sehr geehrter Gastgeber,

seit 1. Mai brauchen wir von allen Vermietern die Steuernummer und einen Ausweis. Ihre Angaben fehlen noch, deshalb ist Ihr Inserat gesperrt und Auszahlungen ruhen.

[Angaben im Gastgeberbereich ergänzen](https://gastgeber.ferienhof-portal.de/pflichtangaben)

Bitte schicken Sie uns keine Ausweiskopien per E-Mail.`,
  ),
  plain(
    'new sign-in/mail provider',
    'de',
    'Posthorn Mail <sicherheit@posthorn-mail.de>',
    'Anmeldung von einem neuen Gerät',
    `
Guten Tag {{firstName}},

auf Ihr Postfach wurde gerade von einem neuen Gerät zugegriffen (iPhone, Graz, 18:31 Uhr).

Waren Sie das? Dann ist alles in Ordnung. Wenn nicht: Ändern Sie Ihr Passwort und beenden Sie fremde Sitzungen unter https://einstellungen.posthorn-mail.de/sicherheit

Posthorn Mail
Hinweise abbestellen: {{unsubscribeUrl}}`,
  ),
  panel(
    'reset/impots en ligne',
    'fr',
    'Ma Compta Facile <support@macomptafacile.fr>',
    'Réinitialisation de votre mot de passe',
    'Ma Compta Facile, Rennes',
    `
Bonjour,

Vous avez oublié votre mot de passe ? Cela arrive. Cliquez ci-dessous pour en choisir un nouveau ; le lien expire dans trente minutes.

[Choisir un nouveau mot de passe](https://app.macomptafacile.fr/mdp/71d)

Vous n’avez rien demandé ? Ignorez ce courriel, votre compte reste protégé.`,
  ),
  letterhead(
    'dsp2/banque',
    'fr',
    'Crédit des Alpilles <information@creditalpilles.fr>',
    'Votre authentification forte expire le 30 juin',
    'Crédit des Alpilles, Arles',
    `
Chère cliente, cher client,

La réglementation impose de renouveler tous les 180 jours l’accès aux comptes. Le vôtre arrive à échéance le 30 juin. Passé cette date, vous devrez retirer un nouveau code en agence.

Pour le renouveler, ouvrez vous-même l’application de la banque, rubrique Sécurité. Ce message ne contient volontairement aucun lien vers la page de connexion.

[Nos conseils contre la fraude](https://www.creditalpilles.fr/fraude)`,
  ),
  plain(
    'code/gobierno local',
    'es',
    'Ayuntamiento de Valdeluz <sede@valdeluz.es>',
    'Código de acceso a la sede electrónica',
    `
Su código de acceso es 3391-07 y caduca a los 10 minutos.

Si no ha solicitado acceder a la sede electrónica, no facilite este código a nadie y avise al 010.

Puede continuar el trámite en https://sede.valdeluz.es/tramites

Ayuntamiento de Valdeluz
Dejar de recibir avisos voluntarios: {{unsubscribeUrl}}`,
  ),
  blocks(
    'suspended/app entrega',
    'pt',
    'Motoboy Já <parceiros@motoboyja.com.br>',
    'Sua conta de entregador foi suspensa',
    'Motoboy Já Tecnologia Ltda., São Paulo',
    `
Oi, {{firstName}}.

A foto da sua CNH venceu, e por isso sua conta está suspensa. Envie uma nova foto pelo aplicativo para voltar a receber corridas. Se não enviar em 15 dias, a conta será encerrada.

[Enviar documento](https://parceiros.motoboyja.com.br/documentos)`,
  ),
  panel(
    'two-step/zorg',
    'nl',
    'Zorgloket Oost <portaal@zorgloketoost.nl>',
    'Vanaf 1 oktober inloggen met een extra code',
    'Zorgloket Oost, Enschede',
    `
Geachte {{firstName}} {{lastName}},

Uw medische gegevens verdienen goede beveiliging. Daarom kunt u vanaf 1 oktober alleen nog met DigiD en sms-controle inloggen. Stel dit op tijd in, anders heeft u geen toegang meer tot uw uitslagen.

[Lees hoe het werkt](https://www.zorgloketoost.nl/inloggen)

Meer over DigiD staat op <a href="https://www.digid.nl">digid.nl</a>.`,
  ),
  plain(
    'deletion/social locale',
    'it',
    'Piazzetta <assistenza@piazzetta.app>',
    'Il tuo profilo verrà eliminato domani',
    `
Ciao {{firstName}},

29 giorni fa hai chiesto di eliminare il tuo profilo. Domani sarà cancellato per sempre, con foto e messaggi.

Hai cambiato idea? Accedi oggi stesso: https://piazzetta.app/accedi

Altrimenti non devi fare nulla. Grazie per essere stato con noi.

{{unsubscribeUrl}}`,
  ),
];
