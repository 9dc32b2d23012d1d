import { bare, card, column } from './layouts.ts';
import { handmade, type OwnMail, plain } from './mail.ts';

/** Honest mail to subscribers and customers that reads like a lure or like cold mail. */
export const news: OwnMail[] = [
  card(
    'awareness/bank',
    'en',
    'Harborlight Credit Union <news@harborlightcu.org>',
    'Would you have clicked? Five phishing emails taken apart',
    'Harborlight Credit Union, 220 Front Street, Portland ME 04101',
    `
# Five phishing emails taken apart

Criminals copied our name in these messages last month. Here is how to tell.

1. "<i>Your account has been suspended. Verify your identity within 24 hours or it will be closed permanently.</i>" We do not close accounts by email, and we do not set deadlines of hours.

2. "<i>Unusual activity detected, click here to confirm your password.</i>" We never ask for a password outside the sign-in page that you opened yourself.

3. "<i>You have a pending refund of $312.80, enter your card number to receive it.</i>" A refund goes to the account we already have.

4. "<i>Your parcel is held at customs, pay $1.99.</i>" Look at the address of the link before you pay anything.

5. "<i>Dear customer, kindly send the code you just received.</i>" A code is for your eyes only.

[Take our two minute quiz](https://www.harborlightcu.org/fraud-quiz)

Clicked on something already? Call us, day or night. You can also report it at <a href="https://reportfraud.ftc.gov">reportfraud.ftc.gov</a>.`,
  ),
  plain(
    'awareness/it newsletter',
    'en',
    'Patch Tuesday Digest <digest@patchdigest.net>',
    'The "Microsoft 365 password expires today" mail, explained',
    `
Welcome to issue number eighty of the digest.

1. THE LURE OF THE MONTH
Subject: "Your Microsoft 365 password expires today". Body: "Keep same password" above a blue button. The button went to a hacked bakery site with a copy of the Microsoft sign-in page. If your users enter their password and code there, the attacker has both. Tell them: Microsoft never offers to keep a password by email.

2. THE FAKE DOCUSIGN
"Review and sign document: Salary_Adjustment.pdf". Same kit, other logo.

3. WHAT HELPS
Passkeys. A report button. Not blaming the person who clicked.

Read on: https://patchdigest.net/80
Leave the list: {{unsubscribeUrl}}`,
  ),
  card(
    'tracking/shop',
    'en',
    'Wool & Weather <orders@woolandweather.com>',
    'Your parcel is on its way',
    'Wool & Weather, Lerwick, Shetland',
    `
# On its way!

{{firstName}}, your order WW-5520 left us this morning with UPS. Expected on Thursday.

[Track your parcel](https://www.ups.com/track?tracknum=1Z000000000000000)

Delivering outside the UK? The carrier may ask for customs duty. It will only do so by the methods listed on <a href="https://woolandweather.com/customs">our customs page</a>; never pay through a link in a text message.`,
  ),
  bare(
    'delivery problem/furniture',
    'en',
    'Alder & Ash Furniture <delivery@alderandash.com>',
    'We could not deliver your order',
    'Alder & Ash Furniture, Grand Rapids MI',
    `
Hello {{firstName}},

Our driver came today between 10 and 12 and nobody was at home. Your table is back at the depot. Please choose a new delivery date within 5 days, otherwise we have to return it to the warehouse.

[Choose a new date](https://alderandash.com/delivery/reschedule)

A second attempt is free.`,
  ),
  card(
    'prize draw/grocer',
    'en',
    'Marlow Foods <club@marlowfoods.co.uk>',
    'Win a year of free groceries',
    'Marlow Foods plc, Reading RG1 4QA',
    `
# Win a year of free groceries

Every time you use your Club card before 31 May you have one entry in our prize draw. Three members will win £5,000 each in vouchers.

[See how many entries I have](https://www.marlowfoods.co.uk/club/draw)

UK residents over 18. No purchase necessary: a postal entry counts the same. One prize per household. Winners are drawn at random by 14 June and told by letter. We never ask winners for a fee or for bank details. <a href="https://www.marlowfoods.co.uk/club/draw/terms">Full terms</a>.`,
  ),
  plain(
    'prize draw/winner',
    'en',
    'Bramble Radio <competitions@brambleradio.com>',
    'Congratulations, you have won two tickets!',
    `
Hi {{firstName}},

You entered our competition for the Harvest Moon festival, and your name came out of the hat. Congratulations! You have won two weekend tickets.

Please confirm by Friday noon that you can come: https://brambleradio.com/winners/harvest. If we do not hear from you we will draw another winner.

Tickets are free, and there is nothing to pay.

The Bramble breakfast team
{{unsubscribeUrl}}`,
  ),
  handmade(
    'flash sale/shoes',
    'en',
    'Stride Lane <hello@stridelane.com>',
    '⏰ FINAL HOURS: 60% off EVERYTHING',
    `
<center><p style="display:none">Ends at midnight. No exclusions.</p>
<a href="https://www.stridelane.com/sale?utm_source=mail"><img src="https://cdn.stridelane.com/final-hours.gif" width="600" alt="Final hours. 60% off everything. Ends tonight at midnight."></a>
<h1>LAST CHANCE!!!</h1><p>{{firstName}}, act now. When it is gone, it is gone. Use code <b>MIDNIGHT60</b> before 11:59 pm.</p>
<p><a href="https://www.stridelane.com/women">SHOP WOMEN</a> | <a href="https://www.stridelane.com/men">SHOP MEN</a> | <a href="https://www.stridelane.com/kids">SHOP KIDS</a></p>
<p><small>Stride Lane Inc., 12 Harbor Blvd, Oakland CA. You signed up at stridelane.com. <a href="{{unsubscribeUrl}}">Unsubscribe</a></small></p></center>`,
  ),
  plain(
    'founder/members question',
    'en',
    'Priya from Dabbleroom <priya@dabbleroom.com>',
    'quick question',
    `
Hi {{firstName}},

Quick question for our members: what stopped you from finishing the last course you started here?

I read every answer myself. Just hit reply, one line is plenty. I am trying to decide between shorter lessons and live evenings, and I would rather ask you than guess.

Priya
founder of Dabbleroom

You get this because you are a member. {{unsubscribeUrl}}`,
  ),
  plain(
    'founder/welcome',
    'en',
    'Tom at Quillpress <tom@quillpress.app>',
    'Welcome, and can I help?',
    `
Hey {{firstName}},

I'm Tom, I started Quillpress. Thanks for signing up yesterday.

I noticed that you have not imported your first draft yet. Most people get stuck on the file format, and it takes me two minutes to sort out. Would a quick 15 minute call this week be of use? Pick a time here: https://quillpress.app/call-tom

Or just reply with what you are working on. I answer everything.

Tom

No more mails from me: {{unsubscribeUrl}}`,
  ),
  plain(
    'founder/trial ends',
    'en',
    'Lena <lena@rotaplan.io>',
    'your trial, {{firstName}}',
    `
Hi {{firstName}},

your Rotaplan trial ends on Friday and I wanted to check in before it does. You built two rosters, so I think it is working for you, but I may be wrong.

If you would like to carry on, choose a plan at https://app.rotaplan.io/plans. If you need another week, reply "more time" and I will extend it. If it is not a fit, tell me why and I will leave you alone, promise.

Best,
Lena
Customer success, Rotaplan
{{unsubscribeUrl}}`,
  ),
  column(
    'event/alumni',
    'en',
    'Ashgrove College Alumni <alumni@ashgrovecollege.edu>',
    'Can you join us on 4 October?',
    'Ashgrove College Alumni Office, Ithaca NY',
    `
Dear {{firstName}},

would you be open to spending an evening with the class of 2009? We have the old dining hall on 4 October from six, and Professor Okafor has promised to tell the story of the goat.

[Reply by 20 September](https://alumni.ashgrovecollege.edu/rsvp)

Places are limited to 120 and half are gone already.`,
  ),
  card(
    'product update/b2b',
    'en',
    'Stackfold <product@stackfold.com>',
    'New in Stackfold: pipelines, lead scoring and a better calendar',
    'Stackfold Inc., Toronto',
    `
# What is new in May

<b>Lead scoring.</b> See which of your leads are likely to convert, and book more meetings with less effort.

<b>Shared calendars.</b> Let prospects schedule a demo with the right person on your team.

<b>Sequences.</b> Follow up automatically until somebody answers.

[Read the release notes](https://stackfold.com/releases/may)

Want a walk-through? Your account manager is happy to hop on a call; book it from the Help menu.`,
  ),
  card(
    'appeal/shelter',
    'en',
    'Riverbend Animal Shelter <hope@riverbendshelter.org>',
    'URGENT: 43 dogs need you tonight',
    'Riverbend Animal Shelter, Tulsa OK',
    `
{{firstName}}, I would not write if it were not urgent.

The river came over the wall at four this morning. We moved 43 dogs to the gymnasium, and we have food for two days. You helped us in March. Will you help again?

[Give $25 now](https://riverbendshelter.org/flood)

Every gift is matched until midnight. Thank you for standing by them.`,
  ),
  plain(
    'recall/kettle',
    'en',
    'Copperline Home <safety@copperlinehome.com>',
    'Important safety recall: stop using your kettle immediately',
    `
Dear customer,

our records show that you bought a Copperline Classic kettle, model CK17. In rare cases the handle can come off. Stop using it immediately.

Register for a full refund at https://www.copperlinehome.com/recall. You will need the serial number under the base. We refund to the card you paid with and will not ask for its number.

Copperline Home, customer safety team, 0800 555 0143
{{unsubscribeUrl}}`,
  ),
  bare(
    'reminder/dentist',
    'en',
    'Elm Street Dental <frontdesk@elmstreetdental.com>',
    'Please confirm your appointment',
    'Elm Street Dental, Duluth MN',
    `
{{firstName}}, you have an appointment on Tuesday at 9:40. Please confirm by replying or with the link, or we may have to give the time to someone else.

[Confirm my appointment](https://elmstreetdental.com/confirm/a81)

Missed appointments without notice are charged at $50.`,
  ),
  card(
    'jobs/alert',
    'en',
    'Larkjobs <alerts@larkjobs.com>',
    '14 new jobs for "warehouse supervisor"',
    'Larkjobs, Phoenix AZ. You created this alert.',
    `
New jobs near {{attributes.city|your town}}:

Warehouse supervisor, Saguaro Logistics | $28 an hour
Night shift lead, immediate start | $31 an hour
Work from home order desk, no experience | $19 an hour

[See all 14 jobs](https://www.larkjobs.com/alerts/1182)

Stay safe: an employer on Larkjobs will never ask you to pay for training, cash a cheque or buy gift cards.`,
  ),
  card(
    'awareness/sparkasse',
    'de',
    'Volksbank Heidetal <sicherheit@volksbank-heidetal.de>',
    'Vorsicht, falsche E-Mails in unserem Namen',
    'Volksbank Heidetal eG, Soltau',
    `
# So erkennen Sie Betrug

Zurzeit verschicken Betrüger Nachrichten mit Sätzen wie „<i>Ihr Konto wurde eingeschränkt, bestätigen Sie umgehend Ihre Daten</i>“ oder „<i>Ihre TAN-App läuft heute ab</i>“. Der Knopf darin führt auf eine nachgemachte Anmeldeseite.

Wir fragen nie per E-Mail, Telefon oder SMS nach PIN, TAN oder Kartennummer. Haben Sie Ihre Daten schon eingegeben? Sperren Sie Ihren Zugang unter 116 116.

[Beispiele ansehen](https://www.volksbank-heidetal.de/sicherheit/phishing)`,
  ),
  plain(
    'founder/gruender',
    'de',
    'Jonas von Werkbankl <jonas@werkbankl.de>',
    'Kurze Frage, {{firstName}}',
    `
Hallo {{firstName}},

du hast letzte Woche dein erstes Projekt bei uns angelegt, vielen Dank dafür. Ich habe eine kurze Frage: Was hat dir beim Einrichten gefehlt?

Antworte einfach auf diese Mail, ich lese alles selbst. Wenn du magst, telefonieren wir auch eine Viertelstunde: https://werkbankl.de/termin

Viele Grüße aus Linz
Jonas
Keine Mails mehr: {{unsubscribeUrl}}`,
  ),
  card(
    'tracking/boutique',
    'fr',
    'La Malle aux Thés <commandes@lamalleauxthes.fr>',
    'Votre colis a été confié à Colissimo',
    'La Malle aux Thés, Dijon',
    `
Bonjour {{firstName}},

Votre commande est partie ! Vous pouvez suivre le colis sur le site de La Poste.

[Suivre mon colis](https://www.laposte.fr/outils/suivre-vos-envois?code=6A00000000000)

Attention aux faux SMS qui demandent de payer 1,99 € de frais de livraison : vous n’avez rien à payer.`,
  ),
  bare(
    'flash sale/zapatos',
    'es',
    'Calzados Maravilla <ofertas@calzadosmaravilla.es>',
    '¡Últimas horas! Hasta un 70 % de descuento',
    'Calzados Maravilla, Elche',
    `
# ¡Se acaba esta noche!

{{firstName}}, corre: a medianoche termina la mayor rebaja del año. Más de 900 modelos, envío gratis y devolución en 30 días.

[Comprar ahora](https://www.calzadosmaravilla.es/rebajas)

Unidades limitadas. Oferta no acumulable.`,
  ),
  column(
    'appeal/ong',
    'pt',
    'Mãos na Terra <doadores@maosnaterra.org.br>',
    'Precisamos de você hoje, {{firstName}}',
    'Associação Mãos na Terra, Recife',
    `
Querida {{firstName}},

a chuva levou a ponte e com ela a única estrada para a escola. Você já nos ajudou no ano passado, e por isso peço de novo: com R$ 30 compramos o material de uma criança.

[Doar com Pix](https://maosnaterra.org.br/ponte)

Toda doação até domingo será dobrada por uma empresa parceira.`,
  ),
  plain(
    'event/leden',
    'nl',
    'Roeivereniging De Meerval <bestuur@rvdemeerval.nl>',
    'Heb je 10 minuten voor ons?',
    `
Beste {{firstName}},

Het bestuur zoekt nog twee leden voor de botencommissie en we dachten aan jou. Heb je interesse, of ken je iemand die geschikt is? Laat het ons weten voor vrijdag.

Op 12 juni is de ledenvergadering, aanmelden kan op https://rvdemeerval.nl/alv

Met sportieve groet,
Femke, secretaris
Geen post meer van de vereniging: {{unsubscribeUrl}}`,
  ),
  card(
    'reminder/scuola',
    'it',
    'Scuola di Musica Arpeggio <segreteria@scuolaarpeggio.it>',
    'Ultimo avviso: iscrizioni entro venerdì',
    'Scuola di Musica Arpeggio, Verona',
    `
Gentili famiglie,

venerdì scade il termine per confermare l’iscrizione. Chi non conferma e non versa la prima rata di 120 € entro quella data perde il posto, perché la lista d’attesa è lunga.

[Confermare l’iscrizione](https://area.scuolaarpeggio.it/iscrizioni)

Il pagamento si fa solo dall’area riservata, mai con bonifico a terzi.`,
  ),
];
