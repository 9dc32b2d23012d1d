import { bare, card, column } from './layouts.ts';
import { type OwnMail, plain } from './mail.ts';

/** Honest mail about accounts: codes, resets, sign-ins, closures, privacy. It uses every word that phishing uses. */
export const accounts: OwnMail[] = [
  plain(
    'code/parking app',
    'en',
    'Kerbside <no-reply@kerbsideparking.com>',
    '418 206 is your Kerbside code',
    `
Your Kerbside verification code is 418 206.

It expires in 10 minutes. Enter it in the app to finish signing in. We will never call or text you to ask for this code, and nobody at Kerbside needs it. If you did not try to sign in you can ignore this message.

Kerbside Parking Ltd, Leeds
Email preferences: {{unsubscribeUrl}}`,
  ),
  card(
    'code/credit union',
    'en',
    'Harborlight Credit Union <alerts@harborlightcu.org>',
    'Your one-time passcode',
    'Harborlight Credit Union, 220 Front Street, Portland ME 04101',
    `
# Your one-time passcode

Hello {{firstName}},

Use this passcode to confirm the new payee you added in online banking:

<strong style="font-size:28px;letter-spacing:6px">7 3 0 9 1 5</strong>

The passcode is valid for five minutes and works once. <b>Do not share it with anyone, including people who say they work for Harborlight.</b> If you did not add a payee, call the number on the back of your debit card right away.

[Review account activity](https://www.harborlightcu.org/online/activity)`,
  ),
  card(
    'reset/project tool',
    'en',
    'Plankboard <security@plankboard.io>',
    'Reset your Plankboard password',
    'Plankboard Inc., 88 Canal Walk, Richmond VA',
    `
Hi {{firstName}},

Somebody (hopefully you) asked to reset the password of your Plankboard account. Choose a new one with the button below. The link works once and expires in 60 minutes.

[Choose a new password](https://app.plankboard.io/reset/9f2c81d0e7)

If you did not ask for this, your password is unchanged and you need not do anything. You may want to turn on two-step verification under Settings, Security.`,
  ),
  plain(
    'reset/library',
    'en',
    'Wexcombe Libraries <members@wexcombelibraries.org>',
    'PIN reset for your library card',
    `
Dear {{firstName}} {{lastName}},

We have received a request to reset the PIN of the library card ending 4471. To set a new PIN please open

https://catalogue.wexcombelibraries.org/pin?token=b81f00a2

within 24 hours. After that the link stops working and you will need to ask again, or visit any branch with your card.

Wexcombe Libraries, Market Square
Stop these notices: {{unsubscribeUrl}}`,
  ),
  column(
    'magic link/recipes',
    'en',
    'Saltpan Kitchen <hello@saltpankitchen.com>',
    'Your sign-in link',
    'Saltpan Kitchen, Galway',
    `
Here is the link you asked for. No password needed, just click and you are in.

[Sign in to Saltpan Kitchen](https://saltpankitchen.com/enter?t=kq81mz)

It works for fifteen minutes, on the device where you asked for it. Did not ask? Delete this message and nothing happens.`,
  ),
  card(
    'new sign-in/invoicing',
    'en',
    'Tallybird <no-reply@tallybird.com>',
    'New sign-in to your Tallybird account',
    'Tallybird Software Ltd, 3 Quay Street, Bristol',
    `
# We noticed a new sign-in

Your Tallybird account was just signed in to from a device we have not seen before.

Device | Firefox on Windows
Place | Rotterdam, Netherlands
Time | 14 March, 08:12 CET

If this was you, you can disregard this email. If it was not, someone may have your password: secure your account immediately.

[This was not me](https://app.tallybird.com/security/devices)`,
  ),
  plain(
    'new sign-in/games shop',
    'en',
    'Lantern Games <support@lanterngames.net>',
    'Unusual sign-in attempt blocked',
    `
Hello {{firstName}},

We blocked an unusual attempt to sign in to your Lantern account yesterday evening, because the password was right but the device and country were new. Your library and your wallet balance are untouched.

What you should do now:
 1. Change your password at https://lanterngames.net/account/password
 2. Turn on sign-in codes at https://lanterngames.net/account/two-step
 3. If you use the same password anywhere else, change it there too.

Lantern staff will never ask for your password or your codes.

Lantern Games AB, Malmo
{{unsubscribeUrl}}`,
  ),
  card(
    'locked/pension',
    'en',
    'Oakrise Pensions <service@oakrisepensions.co.uk>',
    'Your online account has been locked',
    'Oakrise Pension Trustees Limited, York. Authorised and regulated.',
    `
Dear {{firstName}},

Your online account was locked after five incorrect passwords. Your pension is safe and your contributions are not affected.

To unlock it, verify your identity with your member number and date of birth on our website, or call 01904 555 010 between 9 and 5 on weekdays.

[Unlock my account](https://member.oakrisepensions.co.uk/unlock)

For your protection we do not include personal details in this message.`,
  ),
  column(
    'inactive/photo storage',
    'en',
    'Shoebox Photos <account@shoeboxphotos.app>',
    'Your account will be deleted in 30 days',
    'Shoebox Photos GmbH, Vienna',
    `
Hi {{firstName}},

You have not opened Shoebox for two years, and our terms say that we delete accounts that nobody uses. Yours, with 1,204 photos, <b>will be permanently deleted on 30 April</b> unless you sign in before then.

[Keep my account](https://shoeboxphotos.app/keep)

Want your photos but not the account? <a href="https://shoeboxphotos.app/export">Download everything as one archive</a> first. After deletion we cannot bring anything back.`,
  ),
  plain(
    'deletion/dating',
    'en',
    'Fernweh Singles <help@fernwehsingles.com>',
    'We have received your request to delete your account',
    `
Hi {{firstName}},

as you asked, your profile is hidden from today and will be erased for good in 14 days, together with your messages and pictures. Changed your mind? Sign in at https://www.fernwehsingles.com/login before then and the deletion is cancelled.

Was it not you who asked? Then please sign in now, change your password and write to us at help@fernwehsingles.com.

Fernweh Singles
Unsubscribe from everything else: {{unsubscribeUrl}}`,
  ),
  card(
    'privacy/podcast host',
    'en',
    'Murmur Audio <legal@murmuraudio.com>',
    'Important: changes to our Terms and Privacy Policy',
    'Murmur Audio Inc., 400 Lark Avenue, Austin TX',
    `
# We are updating our Terms of Service and Privacy Policy

On 1 June we will start to use a new payments company, and so the section about how we share billing details has changed. We also say more clearly how long we keep listener statistics.

You do not have to do anything. If you keep using Murmur after 1 June, you accept the new terms. If you do not agree, you can close your account under Settings before that date.

[Read what changed](https://murmuraudio.com/legal/changes)

Questions? Our data protection officer answers at <a href="mailto:privacy@murmuraudio.com">privacy@murmuraudio.com</a>.`,
  ),
  bare(
    'verify address/garden club',
    'en',
    'Thistle Garden Club <web@thistlegardenclub.org>',
    'Please confirm your email address',
    'Thistle Garden Club, Stirling',
    `
Thank you for joining! Please confirm your email address so that we can activate your account.

[Confirm my email address](https://thistlegardenclub.org/confirm/81d2)

If you do not confirm within 72 hours your registration is removed automatically and the member rate for the spring plant sale will not apply.`,
  ),
  plain(
    'breach/shoe shop',
    'en',
    'Cobble & Last <customers@cobbleandlast.com>',
    'A security incident that concerns your account',
    `
Dear {{firstName}},

On 2 February an intruder copied a file from a supplier of ours which contained names, email addresses and hashed passwords of customers, yours among them. Card numbers were not in it; we never store them.

We have reset your password as a precaution. The next time you visit https://www.cobbleandlast.com you will be asked to set a new one. Please be wary of messages that pretend to come from us, claim that your account is suspended or ask you to "verify your payment details". We will not send such messages.

We have told the regulator, and we are sorry. Answers to the usual questions: https://www.cobbleandlast.com/incident

Ruth Amberley, managing director
{{unsubscribeUrl}}`,
  ),
  card(
    'code/versicherung',
    'de',
    'Nordhafen Versicherung <service@nordhafen-versicherung.de>',
    'Ihr Bestätigungscode: 902 441',
    'Nordhafen Versicherung AG, Kaistraße 12, 24103 Kiel',
    `
Guten Tag {{firstName}} {{lastName}},

mit diesem Code bestätigen Sie die Änderung Ihrer Bankverbindung im Kundenportal:

<b style="font-size:26px">902 441</b>

Der Code gilt zehn Minuten. Geben Sie ihn niemals weiter, auch nicht am Telefon. Sie haben nichts geändert? Dann sperren Sie bitte sofort Ihren Zugang unter der Nummer auf Ihrem Versicherungsschein.`,
  ),
  plain(
    'reset/stadtwerke',
    'de',
    'Stadtwerke Birkenau <kundenportal@stadtwerke-birkenau.de>',
    'Passwort zurücksetzen',
    `
Guten Tag,

für Ihren Zugang zum Kundenportal wurde ein neues Passwort angefordert. Bitte klicken Sie innerhalb von zwei Stunden auf diesen Link und vergeben Sie ein neues Passwort:

https://portal.stadtwerke-birkenau.de/passwort/neu?id=72ac19

Falls Sie die Anforderung nicht selbst ausgelöst haben, ignorieren Sie diese E-Mail. Ihr bisheriges Passwort bleibt gültig.

Ihre Stadtwerke Birkenau
Benachrichtigungen abbestellen: {{unsubscribeUrl}}`,
  ),
  column(
    'new sign-in/cloud francais',
    'fr',
    'Nuage Bleu <securite@nuagebleu.fr>',
    'Nouvelle connexion à votre compte',
    'Nuage Bleu SAS, Nantes',
    `
Bonjour {{firstName}},

Une nouvelle connexion à votre espace de stockage a eu lieu aujourd’hui à 7 h 42 depuis un téléphone Android à Lille.

Si c’est bien vous, tout va bien. Dans le cas contraire, changez immédiatement votre mot de passe et déconnectez les autres appareils.

[Vérifier mes appareils](https://compte.nuagebleu.fr/appareils)

Nous ne vous demanderons jamais votre mot de passe par e-mail.`,
  ),
  card(
    'code/banco comunidade',
    'pt',
    'Banco Ipê Amarelo <avisos@ipeamarelo.com.br>',
    'Seu código de segurança',
    'Banco Ipê Amarelo S.A., Belo Horizonte',
    `
Olá, {{firstName}}!

Você pediu para cadastrar um novo celular. Digite o código abaixo no aplicativo para concluir:

<strong>584 119</strong>

O código vale por 5 minutos. O banco nunca liga pedindo senha, código ou a instalação de programas. Se não foi você, bloqueie o acesso agora mesmo pelo aplicativo, em Perfil, Segurança.

[Abrir o aplicativo](https://app.ipeamarelo.com.br/seguranca)`,
  ),
  plain(
    'closure/foro',
    'es',
    'Foro Montañero <cuentas@foromontanero.es>',
    'Tu cuenta se eliminará por inactividad',
    `
Hola, {{firstName}}:

Hace más de tres años que no entras en el foro. Según nuestra política de conservación de datos, el 15 de mayo eliminaremos tu cuenta, tus mensajes privados y tus rutas guardadas.

Si quieres conservarla, basta con que inicies sesión antes de esa fecha: https://foromontanero.es/entrar

Si no haces nada, la borraremos y no podrás recuperarla.

Gracias por haber caminado con nosotros.
Baja de estos avisos: {{unsubscribeUrl}}`,
  ),
  card(
    'magic link/bibliotheek',
    'nl',
    'Leeszaal Zuiderkwartier <inloggen@leeszaalzuid.nl>',
    'Log in met deze link',
    'Stichting Leeszaal Zuiderkwartier, Rotterdam',
    `
Hoi {{firstName}},

Klik op de knop om in te loggen. De link is een kwartier geldig en werkt maar één keer.

[Inloggen](https://mijn.leeszaalzuid.nl/l/3ba9)

Heb je deze link niet aangevraagd? Dan hoef je niets te doen; je account blijft gewoon beveiligd.`,
  ),
  plain(
    'privacy/palestra',
    'it',
    'Palestra Quercia <privacy@palestraquercia.it>',
    'Aggiornamento dell’informativa sulla privacy',
    `
Gentile {{firstName}},

dal 1° luglio cambia il fornitore che gestisce gli addebiti degli abbonamenti. Per questo abbiamo aggiornato l’informativa sulla privacy: i suoi dati bancari restano protetti e non deve comunicarci nulla.

Il testo completo si trova su https://www.palestraquercia.it/privacy

Se non è d’accordo può recedere gratuitamente entro il 30 giugno dalla sua area personale.

Palestra Quercia, Bologna
Per non ricevere altre comunicazioni: {{unsubscribeUrl}}`,
  ),
  bare(
    'verify address/crowdfunding',
    'de',
    'Funkenkasse <anmeldung@funkenkasse.de>',
    'Bitte bestätigen Sie Ihre Anmeldung',
    'Funkenkasse eG, Leipzig',
    `
Fast geschafft! Bitte bestätigen Sie mit einem Klick, dass Sie unseren Rundbrief erhalten möchten.

[Ja, ich möchte den Rundbrief](https://funkenkasse.de/bestaetigen/5e1a)

Wenn Sie nicht klicken, wird Ihre Adresse nach sieben Tagen gelöscht.`,
  ),
  column(
    'locked/billetterie',
    'fr',
    'Billetterie du Vieux Port <aide@billetterie-vieuxport.fr>',
    'Votre compte est temporairement bloqué',
    'Billetterie du Vieux Port, Marseille',
    `
Bonjour,

Après plusieurs mots de passe erronés, nous avons bloqué votre compte par sécurité pendant une heure. Vos billets restent valables.

Vous pouvez le débloquer tout de suite en confirmant votre identité :

[Débloquer mon compte](https://www.billetterie-vieuxport.fr/compte/deblocage)`,
  ),
];
