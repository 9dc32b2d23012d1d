import { blocks, letterhead, panel } from './layouts.ts';
import { handmade, type OwnMail, plain } from './mail.ts';

/** Held back. Honest mail to subscribers, members and customers. */
export const heldNews: OwnMail[] = [
  letterhead(
    'awareness/city employees',
    'en',
    'City of Elmhaven Security <infosec@elmhaven.gov>',
    'Security tip: gift cards are never an emergency',
    'City of Elmhaven, Office of Information Security',
    `
# "Are you at your desk?"

That is how it starts. The next message reads: "I am stuck in a meeting and need you to buy six Apple gift cards, scratch the back and send me the codes. I will reimburse you." The name is your director's, the address is not.

Last month two colleagues nearly fell for it. Call the person. Nobody will be cross with you.

[Report a suspicious message](https://intranet.elmhaven.gov/report)`,
  ),
  panel(
    'awareness/consumer group',
    'en',
    'Fair Till <alerts@fairtill.org>',
    'Scam alert: "Hi Mum", fake Netflix and the tax rebate that is not',
    'Fair Till, the consumer charity, Manchester',
    `
# Three scams going round

<b>"Your Netflix membership is on hold."</b> It asks you to update your payment details at an address that ends in .top. Netflix would send you to netflix.com.

<b>"HMRC: you are due a tax rebate of £402.11, claim within 48 hours."</b> HMRC writes letters.

<b>"Hi Mum, I lost my phone, can you pay this bill for me?"</b> Ring the old number.

[More about each, with screenshots](https://fairtill.org/alerts/may)

Lost money? Tell your bank first, then <a href="https://www.actionfraud.police.uk">Action Fraud</a>.`,
  ),
  plain(
    'awareness/wallet maker',
    'en',
    'Cairn Hardware Wallets <security@cairnwallet.com>',
    'Fake Cairn letters ask for your 24 words',
    `
Hi,

People are getting paper letters with our logo. "Mandatory validation: scan the QR code and enter your recovery phrase by 31 May or lose access to your wallet." They are fake. Throw them away.

We don't know your address, we don't know your words, and nothing you own depends on us. If you typed the words anywhere, move your coins to a new wallet now. How: https://cairnwallet.com/move

Cairn
{{unsubscribeUrl}}`,
  ),
  blocks(
    'tracking/electronics',
    'en',
    'Wattle Electronics <dispatch@wattle-electronics.com.au>',
    'Out for delivery today',
    'Wattle Electronics Pty Ltd, Geelong VIC',
    `
Your monitor is on the van. A signature is required, and if nobody is home it goes to the post office for 10 days before it is returned to us.

[Track with Australia Post](https://auspost.com.au/mypost/track/details/00000000)

[Leave it somewhere safe](https://wattle-electronics.com.au/orders/safe-place)`,
  ),
  letterhead(
    'customs/instrument maker',
    'en',
    'Hollis Guitars <shipping@hollisguitars.ca>',
    'Action needed: customs duty on your order',
    'Hollis Guitars, Halifax NS',
    `
Hi {{firstName}},

your guitar is in Leipzig and DHL is holding it until the import duty of EUR 212.40 is paid. DHL will contact you, or you can pay the driver. You told us at checkout that you would handle duties, so this is not included in what you paid us.

[See the shipment at DHL](https://www.dhl.com/en/express/tracking.html?AWB=0000000000)

If it isn't paid in 7 days it is sent back and I cry.`,
  ),
  panel(
    'prize draw/airline miles',
    'en',
    'Skua Airways Club <club@skuaairways.com>',
    'You could be one of 500 winners',
    'Skua Airways, Reykjavik',
    `
# 1,000,000 points to be won

Book any flight before Sunday and you're automatically entered. The grand prize winner gets a million points, 499 others get ten thousand each.

[Book and enter](https://www.skuaairways.com/club/million)

Open to club members in Iceland, Ireland and the UK, no purchase necessary (see terms for free entry by post). Winners are notified in their account by 1 July. Odds depend on the number of entries.`,
  ),
  handmade(
    'flash sale/mattress',
    'en',
    'Dozely <deals@dozely.com>',
    'Re: your cart (it is still there, the 40% is not for long)',
    `
<div style="width:100%;background:#fdf3e7"><div style="margin:auto;max-width:600px">
<p style="font-size:0;line-height:0;color:#fdf3e7">Only 3 left at this price</p>
<img src="https://cdn.dozely.com/banner-40.jpg" alt="40% off ends in 02:14:55" style="width:100%">
<h2>Hurry, {{firstName|sleepyhead}}! Only 3 left.</h2><p>You left a Dozely Original in your cart. We can hold the price for two more hours.</p>
<a href="https://dozely.com/cart?restore=1" style="background:#222;color:#fff;padding:16px 40px">Claim my discount</a>
<p>100-night trial, risk free. Financing from $29 a month through <a href="https://www.affirm.com/how-it-works">Affirm</a>, subject to credit approval.</p>
<p style="font-size:11px">Dozely Sleep Inc., Provo UT | <a href="{{unsubscribeUrl}}">unsubscribe</a></p></div></div>`,
  ),
  plain(
    'founder/churned customer',
    'en',
    'Ben Achterberg <ben@shelfmark.app>',
    'was it something we did?',
    `
Hi {{firstName}},

You cancelled Shelfmark on Monday. No pitch, I'd just like to learn from it. Was it

 a) too expensive,
 b) missing something,
 c) no time,
 d) me?

A letter in reply is enough. And if you ever want your catalogue back, we keep it for a year: https://shelfmark.app/export

Thanks for the eight months.
Ben (I write the code, and these)

{{unsubscribeUrl}}`,
  ),
  plain(
    'founder/beta invitation',
    'en',
    'Noor | Clayworks Studio <noor@clayworks.studio>',
    'Would you try something for us?',
    `
{{firstName}},

you're on the waiting list for the new kiln planner and your turn has come. Interested? Reply "yes" and I'll switch it on today.

It's rough. There will be bugs. What I'd ask in return is a 20-minute call in two weeks, whatever you think of it. My calendar: https://cal.com/noor-clayworks

Noor

p.s. off the waiting list: {{unsubscribeUrl}}`,
  ),
  plain(
    'onboarding/consultancy tool',
    'en',
    'Marta from Timekeep <marta@timekeep.eu>',
    'Getting {{attributes.company|your team}} started',
    `
Hi {{firstName}},

I am your contact at Timekeep, nice to e-meet you. You signed the order on Thursday, so here is what happens next:

- this week I import your clients from the spreadsheet you sent
- next week we do a 30 minute kick-off, please pick a slot: https://timekeep.eu/kickoff
- then your colleagues get their invitations

Are you the right person for the import, or should I talk to someone in finance?

Looking forward,
Marta Nowak
Timekeep, Poznan, +48 61 555 01 20
{{unsubscribeUrl}}`,
  ),
  blocks(
    'product update/recruiting software',
    'en',
    'Hirewell Product News <news@hirewellsoftware.com>',
    'Reach more candidates, with less copy and paste',
    'Hirewell Software, Leeds',
    `
# Spring release

<b>Candidate outreach.</b> Write to passive candidates in your own words, follow up twice, stop when they reply.

<b>Job slots.</b> Post one role to nine boards.

<b>Reports.</b> See cost per hire, and grow your pipeline with the channels that pay.

[Watch the 3 minute video](https://www.youtube.com/watch?v=hirewellspring)

[Book time with your success manager](https://hirewellsoftware.com/success)`,
  ),
  panel(
    'jobs/nurses',
    'en',
    'Wardline Careers <jobs@wardline.ie>',
    'Earn up to €62,000: 9 roles that match your profile',
    'Wardline Careers, Limerick',
    `
Hi {{firstName}}, your profile is set to "open to offers". Recruiters are looking at it.

Theatre nurse, Cork | €54,000
Clinic lead, Galway | €62,000
Night bank, anywhere | €38 an hour

[View your matches](https://wardline.ie/matches)

Not looking any more? <a href="https://wardline.ie/profile/status">Hide your profile</a>.`,
  ),
  letterhead(
    'event/chamber of commerce',
    'en',
    'Brackley Chamber <events@brackleychamber.org>',
    'Members: sponsor a table at the awards dinner?',
    'Brackley and District Chamber of Commerce',
    `
Dear member,

The business awards are on 21 November. As every year, we offer tables to members first: ten seats, your logo in the programme, and a bottle on the table, for £750.

[Reserve a table](https://brackleychamber.org/awards/tables)

Would you like to talk it over? Jill in the office is happy to give you a call. Bookings open to others on 1 October.`,
  ),
  plain(
    'appeal/public radio',
    'en',
    'WQZL Listener Support <members@wqzl.org>',
    'Midnight. That is all we have left.',
    `
{{firstName}},

We are $31,400 short and the drive ends at midnight. I know you've heard it all week, and I know you gave in the fall. If everyone reading this gave $5 we'd be finished in an hour, and I'd go home.

https://wqzl.org/give

Thank you. Truly.
Hal Brandvold
Morning host

Stop mail about drives: {{unsubscribeUrl}}`,
  ),
  blocks(
    'recall/baby seat',
    'en',
    'Nestling <recall@nestlingkids.com>',
    'Voluntary recall: Nestling Go car seat',
    'Nestling Kids Inc., Charlotte NC',
    `
# Please check your seat today

The buckle of seats made between March and June may not close. We will send a new buckle free of charge, or refund the seat.

[Enter my serial number](https://nestlingkids.com/recall/check)

The recall is also listed at <a href="https://www.nhtsa.gov/recalls">nhtsa.gov</a>.`,
  ),
  letterhead(
    'reminder/school',
    'en',
    'Holm Oak Primary <office@holmoakprimary.org>',
    'URGENT: consent form for Thursday',
    'Holm Oak Primary School, Exeter',
    `
Dear parents,

Seven children in Year 4 still have no consent form for the swimming trip. Without it they must stay behind. Please fill it in today and pay the £6 contribution.

[Open the form](https://holmoakprimary.org/forms/swim)

We don't take card details over the phone.`,
  ),
  blocks(
    'awareness/verbraucher',
    'de',
    'Netzwacht e.V. <warnung@netzwacht.org>',
    'Warnung: Paket-SMS, falsche Mahnungen, Gewinnspiele',
    'Netzwacht e.V., Mainz',
    `
# Die Maschen der Woche

„<i>Ihr Paket konnte nicht zugestellt werden, bitte zahlen Sie 1,95 € Zollgebühr.</i>“ DHL und Zoll kassieren nicht per SMS.

„<i>Letzte Mahnung vor Pfändung.</i>“ Das Inkassobüro gibt es nicht, die IBAN führt ins Ausland.

„<i>Herzlichen Glückwunsch, Sie haben ein iPhone gewonnen.</i>“ Haben Sie nicht.

[Alle Warnungen lesen](https://netzwacht.org/warnungen)`,
  ),
  plain(
    'founder/imkerei',
    'de',
    'Sabine Rothe <sabine@imkerei-rothe.de>',
    'Darf ich Sie etwas fragen?',
    `
Liebe {{firstName}},

Sie kaufen seit drei Jahren Honig bei uns, und jetzt brauche ich Ihren Rat. Wir überlegen, auf Pfandgläser umzustellen. Würden Sie leere Gläser zurückschicken, wenn das Porto frei ist? Antworten Sie mir gern mit einem Satz.

Das neue Jahr Honig ist übrigens da: https://imkerei-rothe.de/laden

Herzlich
Sabine Rothe
Abmelden: {{unsubscribeUrl}}`,
  ),
  panel(
    'flash sale/vins',
    'fr',
    'Caves du Rempart <ventes@cavesdurempart.fr>',
    'Plus que 6 heures : -50 % sur les Bourgogne',
    'Caves du Rempart, Beaune',
    `
# Dernières heures !

{{firstName}}, la vente privée se termine ce soir à minuit. Stock limité, premier arrivé, premier servi.

[J’en profite](https://www.cavesdurempart.fr/vente-privee)

L’abus d’alcool est dangereux pour la santé, à consommer avec modération.`,
  ),
  letterhead(
    'event/colegio abogados',
    'es',
    'Colegio de Aparejadores de Ribera <formacion@aparejadoresribera.es>',
    '¿Tienes 5 minutos? Encuesta para colegiados',
    'Colegio de Aparejadores de Ribera, Logroño',
    `
Estimado compañero, estimada compañera:

Queremos saber qué cursos te interesan el próximo año. La encuesta lleva cinco minutos y entre quienes respondan sortearemos una tableta.

[Responder](https://aparejadoresribera.es/encuesta)

Si prefieres contárnoslo por teléfono, propón día y hora respondiendo a este mensaje.`,
  ),
  blocks(
    'tracking/loja',
    'pt',
    'Casa Jabuticaba <pedidos@casajabuticaba.com.br>',
    'Seu pedido foi postado nos Correios',
    'Casa Jabuticaba, Curitiba',
    `
Oba, {{firstName}}! Seu pedido 7719 saiu hoje.

[Rastrear nos Correios](https://rastreamento.correios.com.br/app/index.php)

Cuidado: se chegar mensagem cobrando taxa para liberar a entrega, é golpe. O frete já está pago.`,
  ),
  plain(
    'jobs/vacaturebank',
    'nl',
    'Havenwerk <vacatures@havenwerk.nl>',
    '6 nieuwe vacatures voor jou',
    `
Hoi {{firstName}},

Je zoekopdracht "kraanmachinist" leverde zes nieuwe vacatures op. Salaris tot € 4.100, direct beginnen.

Bekijk ze: https://havenwerk.nl/zoek/kraanmachinist

Werkgevers via Havenwerk vragen nooit om een borg of een kopie van je bankpas.

Zoekopdracht stoppen: {{unsubscribeUrl}}`,
  ),
  panel(
    'appeal/canile',
    'it',
    'Rifugio Codamossa <amici@codamossa.it>',
    'Emergenza gelo: ci servi tu',
    'Associazione Codamossa, Cuneo',
    `
Caro amico, cara amica,

stanotte sono previsti dieci gradi sotto zero e la caldaia si è rotta. Tu ci hai già aiutato: lo faresti ancora?

[Dona ora](https://codamossa.it/caldaia)

Puoi anche portare coperte. Ogni euro viene rendicontato sul sito.`,
  ),
];
