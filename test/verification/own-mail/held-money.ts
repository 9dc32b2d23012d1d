import { blocks, letterhead, panel } from './layouts.ts';
import { handmade, type OwnMail, plain } from './mail.ts';

/** Held back. Honest mail about money. */
export const heldMoney: OwnMail[] = [
  blocks(
    'receipt/coffee subscription',
    'en',
    'Gaslight Coffee <receipts@gaslightcoffee.com>',
    'Payment received, beans incoming',
    'Gaslight Coffee Roasters, Duluth GA',
    `
# Cheers, {{firstName}}

Your card (Amex, 1009) was charged for the next bag.

Ethiopia Guji, 2 lb | $34.00
Shipping | free
Charged | $34.00

[Skip the next bag](https://gaslightcoffee.com/account/skip)

Not you? <a href="https://gaslightcoffee.com/help/charge">Dispute this charge with us</a> before you go to your bank, it is quicker.`,
  ),
  handmade(
    'receipt/app shop',
    'en',
    'Tuckbox Store <no_reply@email.tuckboxstore.com>',
    'Your receipt from Tuckbox',
    `
<table border="0" width="420"><tbody><tr><td colspan="2"><img src="https://email.tuckboxstore.com/i/t.png" alt="Tuckbox"></td></tr>
<tr><td>ORDER ID</td><td>MW3KQ0TT1</td></tr><tr><td>BILLED TO</td><td>{{firstName}} {{lastName}}, Visa .... 6411</td></tr>
<tr><td>Sleepy Sounds, yearly (automatic renewal)</td><td>$39.99</td></tr><tr><td><b>TOTAL</b></td><td><b>$39.99</b></td></tr></tbody></table>
<p>If you did not authorize this purchase, visit <a href="https://support.tuckboxstore.com/refund">support.tuckboxstore.com/refund</a>. To cancel the subscription open Settings, your name, Subscriptions.</p>
<p><a href="https://tuckboxstore.com/terms">Terms</a> &bull; <a href="{{unsubscribeUrl}}">Email choices</a><br>Tuckbox Ltd, Cork</p>`,
  ),
  letterhead(
    'statement/savings',
    'en',
    'Pennine Building Society <savings@penninebs.co.uk>',
    'Your annual statement and a change to your rate',
    'Pennine Building Society, Skipton Road, Keighley',
    `
Dear {{firstName}},

Your statement for the account ending 338 is in your secure inbox.

Interest earned | £412.77
Rate until 31 May | 3.10 %
Rate from 1 June | 2.75 %

[Go to my secure inbox](https://my.penninebs.co.uk/inbox)

You may close the account without charge before 1 June. As always, your sort code and account number are never shown in an email.`,
  ),
  plain(
    'wire/escrow notice',
    'en',
    'Marigold Title & Escrow <closings@marigoldtitle.com>',
    'Your closing on 19 May: how to send the money safely',
    `
{{firstName}}, your closing is in nine days. You will need to wire $48,310.55.

We do not email wire instructions. Ours are in the folder you were given at signing and in the portal: https://portal.marigoldtitle.com. Before you send anything call 505-555-0117, the number on our sign, and have us read the account number to you. Any message that says "our bank details have changed, wire urgently" is a thief.

Marigold Title & Escrow, Santa Fe
{{unsubscribeUrl}}`,
  ),
  panel(
    'payment failed/crm',
    'en',
    'Rolodeck Billing <billing@rolodeck.com>',
    'Your Rolodeck workspace will be downgraded on Monday',
    'Rolodeck Software Inc., Salt Lake City UT',
    `
Hello,

Invoice R-40417 ($348.00) for the workspace <b>{{attributes.workspace}}</b> is unpaid after three attempts. The bank's answer was "insufficient funds".

Unless it is settled by Monday, members lose access to automations, and contacts above 1,000 are archived.

[Settle the invoice](https://rolodeck.com/billing/R-40417)

You are receiving this as the billing owner. Wrong person? Change the owner in Settings.`,
  ),
  plain(
    'payment failed/newsletter platform',
    'en',
    'Margin Notes <pay@marginnotes.club>',
    'your card said no',
    `
Hi {{firstName}},

Tried to bill the $6 for May, got a no. Probably a new card? Update it over here: https://marginnotes.club/me/card

I'll try again on Thursday, then once more on the 20th, and after that your paid posts go back behind the fence. No hard feelings either way.

Dee

(quit altogether: {{unsubscribeUrl}})`,
  ),
  letterhead(
    'dunning/water',
    'en',
    'Tarn Valley Water <accounts@tarnvalleywater.co.uk>',
    'Final reminder before we refer your account',
    'Tarn Valley Water plc, Kendal',
    `
Dear {{firstName}} {{lastName}},

Your balance of £163.20 has been outstanding for 60 days. If you do not pay or get in touch within seven days, we will refer the debt to a collection agency and this may affect your credit record.

[Pay or set up a plan](https://www.tarnvalleywater.co.uk/pay)

If you are struggling, please tell us. We have a support tariff, and free debt advice is at <a href="https://www.moneyhelper.org.uk">MoneyHelper</a>.`,
  ),
  blocks(
    'renewal/domain',
    'en',
    'Namegrove <renew@namegrove.com>',
    'Your domain expires in 3 days',
    'Namegrove Registrar Inc., Tempe AZ',
    `
# {{attributes.domainName}} expires in 3 days

Renew it now, or your website and your email will stop working, and after 30 days anybody can register the name.

One year | $14.99
Three years | $41.97

[Renew now](https://www.namegrove.com/renew)

Only trust renewal notices from namegrove.com. Letters and emails from other companies about your domain are not bills.`,
  ),
  panel(
    'renewal/password safe',
    'en',
    'Burrow Passwords <plans@burrowpass.com>',
    'Your Burrow Family plan renews soon',
    'Burrow Security AG, Zug',
    `
Hi {{firstName}},

we will charge 47.88 EUR to your card on 3 August. The price is the same as last year.

[Change or cancel the plan](https://vault.burrowpass.com/plan)

A thought while we have you: print your recovery phrase and put it somewhere dry. We cannot see it, cannot reset it, and will never ask for it.`,
  ),
  letterhead(
    'refund/tax agency software',
    'en',
    'Abacus & Oak Tax <refunds@abacusoaktax.com>',
    'The IRS accepted your return: your refund is on its way',
    'Abacus & Oak Tax Software, Des Moines IA',
    `
Good news, {{firstName}}.

The IRS has accepted your federal return. Your refund of $2,118.00 should arrive by direct deposit within 21 days. You can follow it with the tool "Where's My Refund?" at <a href="https://www.irs.gov/refunds">irs.gov/refunds</a>; you need your Social Security number and the amount.

[Download your return](https://my.abacusoaktax.com/returns)

The IRS does not text or email you about refunds.`,
  ),
  plain(
    'claims/data settlement',
    'en',
    'Orrin Data Settlement <noreply@orrindatasettlement.com>',
    'Claim your payment: Orrin Fitness data breach settlement, deadline 12 December',
    `
SI DESEA RECIBIR ESTE AVISO EN ESPANOL, VISITE EL SITIO WEB.

UNIQUE ID: {{attributes.noticeId}}

Records show your information may have been involved in the 2023 data incident at Orrin Fitness. A $9 million settlement was reached. You can receive up to $5,000 for documented losses, or a flat payment of about $60.

Submit a claim at www.orrindatasettlement.com by 12 December. The court decides whether to approve the settlement on 20 January.

Questions: 1-888-555-0129
Remove me: {{unsubscribeUrl}}`,
  ),
  blocks(
    'crypto/exchange notice',
    'en',
    'Tidal Exchange <notices@tidalexchange.io>',
    'Withdraw your XLR before 30 June: delisting notice',
    'Tidal Exchange UAB, Vilnius',
    `
# We are delisting XLR

Trading ends on 15 June. Please sell or withdraw your XLR to your own wallet by 30 June. What is left after that will be converted to USDC.

[See my balance](https://app.tidalexchange.io/wallet)

Beware of "migration" sites that want your wallet connected or your secret phrase. There is no migration and no airdrop.`,
  ),
  panel(
    'crypto/education',
    'en',
    'Sats & Sense <weekly@satsandsense.com>',
    'Your first hardware wallet, step by step',
    'Sats and Sense Media, Prague',
    `
# Your first hardware wallet

Last week 212 of you asked how to get started. So: order from the maker, check the seal, let the device create the 24 words, write them on paper, restore once to see that it works. Whoever asks you to "validate", "sync" or "restore" your wallet on a website wants to empty it.

[Read the guide with pictures](https://satsandsense.com/first-wallet)

Also this week: ETF inflows double, a hedge fund guaranteed 4 % a month and is now insolvent, and why we still hold.`,
  ),
  letterhead(
    'investing/fund letter',
    'en',
    'Orchard Row Partners <letters@orchardrow.com>',
    'Third quarter letter to our investors',
    'Orchard Row Partners LLP, London',
    `
Dear fellow investor,

The fund returned 4.2 % after fees. The largest contributor was a maker of railway signals you have never heard of. We sold two holdings at a loss, and the letter explains what we misjudged.

The annual meeting is on 9 November, and the window for additional subscriptions is open until the 30th.

[Read the letter](https://investors.orchardrow.com/letters/q3)`,
  ),
  blocks(
    'gift card/spa',
    'en',
    'Hazel Spa <vouchers@hazelspa.co.uk>',
    'Reminder: £75 gift card about to expire',
    'Hazel Spa, Harrogate',
    `
Someone was kind to you, {{firstName}}! You still have £75 on gift card HZ-2207 and it runs out at the end of the month.

[Book a treatment](https://hazelspa.co.uk/book?card=HZ-2207)

Can't make it? Reply and we add three months, once.`,
  ),
  plain(
    'invoice/hebamme',
    'de',
    'Abrechnungsstelle Storchennest <rechnung@storchennest-abrechnung.de>',
    'Ihre Rechnung 5529 über 84,30 EUR',
    `
Sehr geehrte Frau {{lastName}},

im Auftrag Ihrer Hebamme stellen wir Ihnen 84,30 EUR in Rechnung. Die Rechnung liegt in Ihrem Postfach: https://postfach.storchennest-abrechnung.de

Bitte überweisen Sie den Betrag innerhalb von 14 Tagen auf das dort genannte Konto. Anhänge verschicken wir grundsätzlich nicht. Erhalten Sie eine Rechnung als Anhang, öffnen Sie diese bitte nicht.

Abrechnungsstelle Storchennest, Jena
Abbestellen: {{unsubscribeUrl}}`,
  ),
  panel(
    'payment failed/zeitung',
    'de',
    'Elbkurier Abo <abo@elbkurier.de>',
    'Ihre Lastschrift konnte nicht eingelöst werden',
    'Elbkurier Verlag, Magdeburg',
    `
Guten Tag {{firstName}} {{lastName}},

der Abobeitrag für das dritte Quartal (89,70 €) ist zurückgekommen. Grund laut Bank: Konto erloschen. Bitte hinterlegen Sie bis zum 20. Juli eine neue Bankverbindung, sonst endet die Zustellung.

[Bankverbindung hinterlegen](https://abo.elbkurier.de/zahlungsart)`,
  ),
  letterhead(
    'statement/depot',
    'de',
    'Hanse Depotbank <depot@hanse-depotbank.de>',
    'Neues Dokument in Ihrem elektronischen Postfach',
    'Hanse Depotbank AG, Bremen',
    `
Sehr geehrter Herr {{lastName}},

es liegt ein neuer Kontoauszug für Sie bereit. Bitte melden Sie sich wie gewohnt an, indem Sie unsere Adresse selbst in den Browser eingeben. Aus Sicherheitsgründen verzichten wir auf einen Direktlink zur Anmeldung.

[Tipps für sicheres Online-Banking](https://www.hanse-depotbank.de/sicherheit)`,
  ),
  blocks(
    'refund/train',
    'fr',
    'Rail Atlantique <indemnites@railatlantique.fr>',
    'Votre indemnisation de 18,50 € est acceptée',
    'Rail Atlantique, La Rochelle',
    `
Bonjour {{firstName}},

Suite au retard du train 8714, nous vous remboursons 18,50 €. Choisissez entre un bon d’achat et un virement dans votre espace client ; votre choix est attendu avant le 31.

[Choisir mon remboursement](https://client.railatlantique.fr/indemnites)`,
  ),
  plain(
    'dunning/guarderia',
    'es',
    'Escuela Infantil Caracol <secretaria@escuelacaracol.es>',
    'Segundo aviso: recibo devuelto',
    `
Estimada familia:

El recibo de abril (215 €) ha sido devuelto por el banco. Os rogamos que lo abonéis antes del día 20 en https://familias.escuelacaracol.es/recibos o en la secretaría. En caso contrario no podremos mantener la plaza de comedor.

Si estáis pasando un mal momento, hablad con nosotros.

Escuela Infantil Caracol, Zaragoza
{{unsubscribeUrl}}`,
  ),
  panel(
    'tax/mei',
    'pt',
    'Contafácil MEI <lembretes@contafacilmei.com.br>',
    'Último dia: seu DAS vence hoje',
    'Contafácil Tecnologia, Florianópolis',
    `
Oi, {{firstName}}! Seu boleto mensal vence hoje, e amanhã já tem multa e juros. Quem deixa de pagar por dois anos pode perder o CNPJ.

[Gerar o boleto](https://app.contafacilmei.com.br/das)

Você também pode emitir direto no <a href="https://www.gov.br/receitafederal">site da Receita Federal</a>. É de graça, nunca pague taxa por isso.`,
  ),
  letterhead(
    'renewal/verzekering',
    'nl',
    'Duinrand Verzekeringen <polis@duinrand.nl>',
    'Uw reisverzekering loopt af op 1 juli',
    'Duinrand Verzekeringen NV, Alkmaar',
    `
Beste {{firstName}},

Over twee weken stopt uw reisverzekering. Wilt u verzekerd blijven? Verleng dan voor 1 juli, anders bent u op vakantie niet gedekt.

[Polis verlengen](https://mijn.duinrand.nl/verlengen)

Betalen gaat met iDEAL in uw eigen bankomgeving. Wij vragen nooit om uw pincode.`,
  ),
  blocks(
    'invoice/condominio',
    'it',
    'Studio Ferri Amministrazioni <rate@studioferri.it>',
    'Sollecito di pagamento, terza rata',
    'Studio Ferri, Modena',
    `
Gentile condomina, gentile condomino,

non risulta ancora versata la terza rata di 188,00 €. In mancanza di pagamento entro dieci giorni saremo costretti ad affidare il recupero a un legale.

[Vedere la situazione](https://area.studioferri.it/rate)

L’IBAN del condominio non è cambiato.`,
  ),
];
