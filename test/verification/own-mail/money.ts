import { bare, card, column } from './layouts.ts';
import { handmade, type OwnMail, plain } from './mail.ts';

/** Honest mail about money: receipts, statements, failed payments, dunning, taxes, claims, investing. */
export const money: OwnMail[] = [
  card(
    'receipt/bookshop',
    'en',
    'Northwind Books <orders@northwindbooks.com>',
    'Your receipt from Northwind Books',
    'Northwind Books Ltd, 4 Mill Lane, Bristol BS1 2AB',
    `
# Thank you, {{firstName}}

We have charged your Visa ending 4242. This is your receipt; please keep it for your records.

The Salt Road, hardback | £18.99
Map of the Pennines | £9.50
Postage | £2.80
<b>Total paid</b> | <b>£31.29</b>

[View your order](https://www.northwindbooks.com/orders/NB-20418)

Something wrong with this charge? Reply to this message within 30 days and a person will answer.`,
  ),
  plain(
    'receipt/donation',
    'en',
    'Curlew Trust <giving@curlewtrust.org>',
    'Receipt for your gift of $50.00',
    `
Dear {{firstName}},

Thank you for your gift of $50.00 on 3 May, paid with the card ending 0091. No goods or services were given in return, so the whole amount is tax deductible. Our tax number is 00-0000000.

Your receipts of past years: https://curlewtrust.org/account/receipts

With gratitude,
The Curlew Trust, PO Box 12, Astoria OR
{{unsubscribeUrl}}`,
  ),
  card(
    'statement/card',
    'en',
    'Meridian Card Services <statements@meridiancard.com>',
    'Your credit card statement is ready',
    'Meridian Card Services, Wilmington DE. Member FDIC.',
    `
Hello {{firstName}}, your statement for the card ending 7710 is now available.

Statement balance | $1,284.06
Minimum payment due | $41.00
Payment due date | 22 August

[View statement](https://online.meridiancard.com/statements)

If we do not receive the minimum payment by the due date you may have to pay a late fee of up to $40. Already enrolled in AutoPay? Then there is nothing to do.

We will never ask for your full card number, PIN or Social Security number by email. Report suspicious messages to <a href="mailto:abuse@meridiancard.com">abuse@meridiancard.com</a>.`,
  ),
  plain(
    'statement/wallet',
    'en',
    'Pebblepay <hello@pebblepay.eu>',
    'You received 120.00 EUR from Maria T.',
    `
Good news {{firstName}}!

Maria T. sent you 120.00 EUR with the message "concert tickets". The money is in your Pebblepay balance already, you do not need to claim it or do anything.

See it here: https://app.pebblepay.eu/activity

Pebblepay UAB, licensed electronic money institution, Vilnius
Turn off payment emails: {{unsubscribeUrl}}`,
  ),
  card(
    'payment failed/hosting',
    'en',
    'Gullwing Hosting <billing@gullwinghosting.com>',
    'Action required: your payment failed',
    'Gullwing Hosting LLC, Boise ID',
    `
# We could not charge your card

Hi {{firstName}}, we tried to charge $24.00 for your Standard plan, and your bank declined the card ending 1881.

Please update your payment method by 9 June. If we still cannot collect by then, <b>your sites will be suspended</b> and, after another 14 days, deleted.

[Update payment method](https://my.gullwinghosting.com/billing/card)

You can also pay this invoice once, by PayPal or bank transfer, from the same page.`,
  ),
  column(
    'payment failed/magazine',
    'en',
    'The Tidewater Review <subscriptions@tidewaterreview.com>',
    'Last attempt: your subscription is about to lapse',
    'The Tidewater Review, Norfolk VA',
    `
Dear {{firstName}},

This is the third time we have tried to renew your subscription. The card on file has expired, and we will not try again.

If you would like to keep reading, please <a href="https://tidewaterreview.com/account/payment">add a new card</a> before Sunday. If you would rather stop, do nothing: your access ends on the 14th and no money is owed.`,
  ),
  plain(
    'invoice/studio',
    'en',
    'Hatch & Hollow Studio <accounts@hatchandhollow.co>',
    'Invoice 2031 is overdue',
    `
Hello {{firstName}},

A reminder that invoice 2031 for 860.00 GBP was due on 1 April and is now 21 days late. You can see and pay it here:

https://pay.hatchandhollow.co/i/2031

or transfer to the account printed on the invoice, which has not changed. If you receive a message saying that our bank details are different, please ring us first, as it will be a fraud.

If you have paid in the last two days, thank you, and please ignore this.

Jo Hatch
Stop reminders: {{unsubscribeUrl}}`,
  ),
  card(
    'renewal/antivirus',
    'en',
    'Palisade Security <renewals@palisadesecurity.com>',
    'Your subscription renews on 12 July',
    'Palisade Security Inc., Denver CO',
    `
Hi {{firstName}},

Your Palisade Home plan for 5 devices renews automatically on 12 July. We will charge <b>$79.99</b> plus tax to your Mastercard ending 3056.

If you want to keep your protection you need do nothing. To change your plan, or to cancel and not be charged, use your account at any time before 11 July.

[Manage my renewal](https://account.palisadesecurity.com/subscription)`,
  ),
  bare(
    'refund/airline',
    'en',
    'Kittiwake Air <refunds@kittiwakeair.com>',
    'Your refund has been approved',
    'Kittiwake Air, Aberdeen Airport',
    `
Dear {{firstName}},

Your claim for flight KW 318 has been approved. We are refunding £250.00 to the card with which you paid. It takes up to 7 working days to arrive, depending on your bank.

[See the status of your claim](https://www.kittiwakeair.com/claims/318-77)

We do not need your bank details, and you do not need to reply.`,
  ),
  card(
    'tax/software',
    'en',
    'LedgerLark <team@ledgerlark.com>',
    '7 days left to file your taxes',
    'LedgerLark Inc., Columbus OH',
    `
# The deadline is 15 April

{{firstName}}, you started your federal return in March and it is 80 % done. File by midnight on 15 April to avoid the IRS late filing penalty, which is 5 % of what you owe for each month.

You will need:<br>your W-2 or 1099 forms,<br>your Social Security number,<br>the routing and account number if you want your refund as a deposit.

[Finish my return](https://file.ledgerlark.com/return)

Not ready? You can file an extension for free. The IRS explains how at <a href="https://www.irs.gov/forms-pubs/about-form-4868">irs.gov</a>.`,
  ),
  plain(
    'claims/class action',
    'en',
    'Dunlin Settlement Administrator <notice@dunlinheatersettlement.com>',
    'Notice of class action settlement: you may be entitled to a payment',
    `
If you bought a Dunlin space heater between 2019 and 2022, a class action settlement may affect your rights. A court authorized this notice. It is not a solicitation from a lawyer.

You may be entitled to a cash payment of up to $85. To get it you must submit a claim form by 30 September at https://www.dunlinheatersettlement.com/claim. Your claim number is {{attributes.claimNumber}}.

If you do nothing you get no payment and give up the right to sue. You may exclude yourself or object by 1 August. The court will hold a hearing on 14 October.

Settlement Administrator, PO Box 3300, Minneapolis MN
To stop receiving notices: {{unsubscribeUrl}}`,
  ),
  column(
    'crypto/newsletter',
    'en',
    'The Hashrate Letter <editor@hashrateletter.com>',
    'Bitcoin jumps 9 %, and an airdrop that was a trap',
    'The Hashrate Letter, Lisbon',
    `
Good morning. Bitcoin rose 9 % overnight, Ethereum 6 %, after the inflation figures came in lower than feared.

<b>Scam of the week.</b> A fake airdrop went round that told people to "connect your wallet to claim 2,000 tokens" and then asked for the twelve words. Nobody honest needs your seed phrase. Some 400 wallets were emptied before the site went down.

<b>Worth reading.</b> Our <a href="https://hashrateletter.com/custody">guide to keeping your own keys</a>, and a calm piece on whether staking yields of 8 % are what they seem.

Nothing here is investment advice. We own some Bitcoin and say so.`,
  ),
  card(
    'investing/broker',
    'en',
    'Fennimore Invest <updates@fennimoreinvest.co.uk>',
    'Your dividend of £43.18 has arrived',
    'Fennimore Invest Ltd, Edinburgh. Capital at risk.',
    `
Hello {{firstName}},

Your account was credited with £43.18 of dividends. You can reinvest them, or withdraw them to your nominated bank account.

[See my account](https://my.fennimoreinvest.co.uk/)

The end of the tax year is 5 April. You have £6,200 of your ISA allowance left, and unused allowance is lost for good.`,
  ),
  plain(
    'gift card/bakery',
    'en',
    'Crumb & Kiln <gifts@crumbandkiln.com>',
    'Anna sent you a $40 gift card!',
    `
Hi {{firstName}},

Anna has sent you a gift card for Crumb & Kiln worth $40. Her message: "Happy birthday, eat cake!"

Your code is CK-7719-AA20. Show it in the shop or enter it at https://crumbandkiln.com/giftcards. There is no expiry date.

Crumb & Kiln, Asheville
{{unsubscribeUrl}}`,
  ),
  card(
    'receipt/buchladen',
    'de',
    'Buchhandlung Lindenblatt <bestellung@lindenblatt-buch.de>',
    'Ihre Rechnung und Zahlungsbestätigung',
    'Buchhandlung Lindenblatt, Marktplatz 3, 91054 Erlangen',
    `
Guten Tag {{firstName}} {{lastName}},

vielen Dank für Ihren Einkauf. Den Betrag haben wir von Ihrem PayPal-Konto abgebucht.

Der Leuchtturmwärter, gebunden | 24,00 €
Versand mit DHL | 0,00 €
Summe | 24,00 €

[Rechnung herunterladen](https://www.lindenblatt-buch.de/konto/rechnungen)

Die Sendung können Sie verfolgen, sobald DHL sie übernommen hat: <a href="https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html">Sendungsverfolgung</a>.`,
  ),
  plain(
    'dunning/fitness',
    'de',
    'Kraftwerk Süd <mitglieder@kraftwerk-sued.de>',
    'Zweite Mahnung: Ihr Beitrag ist offen',
    `
Sehr geehrte/r {{firstName}} {{lastName}},

die Lastschrift Ihres Mitgliedsbeitrags für Mai (39,90 €) wurde von Ihrer Bank zurückgegeben. Trotz unserer ersten Erinnerung ist kein Zahlungseingang erfolgt.

Bitte begleichen Sie den Betrag zuzüglich 5,00 € Mahngebühr bis zum 14. Juni. Danach müssen wir Ihren Zugang sperren und die Forderung an ein Inkassobüro abgeben.

Zahlen können Sie in Ihrem Mitgliederkonto: https://mitglied.kraftwerk-sued.de/zahlung

Kraftwerk Süd Fitness GmbH, Augsburg
E-Mail-Einstellungen: {{unsubscribeUrl}}`,
  ),
  card(
    'tax/steuersoftware',
    'de',
    'Steuerfuchs <post@steuerfuchs-online.de>',
    'Nur noch 10 Tage: Abgabefrist für Ihre Steuererklärung',
    'Steuerfuchs Software GmbH, Münster',
    `
Hallo {{firstName}},

am 31. Juli endet die Frist beim Finanzamt. Ihre voraussichtliche Erstattung beträgt <b>1.043 €</b>. Wer zu spät abgibt, zahlt mindestens 25 € Verspätungszuschlag je Monat.

[Erklärung jetzt fertigstellen](https://app.steuerfuchs-online.de/2024)

Die Übertragung läuft über die amtliche Schnittstelle ELSTER (<a href="https://www.elster.de">elster.de</a>). Ihr Zertifikat bleibt auf Ihrem Rechner.`,
  ),
  column(
    'payment failed/streaming',
    'es',
    'Cinepueblo <pagos@cinepueblo.es>',
    'No hemos podido cobrar tu suscripción',
    'Cinepueblo S.L., Valencia',
    `
Hola, {{firstName}}:

Tu banco ha rechazado el pago de 7,99 € de este mes. Para que no se interrumpa el servicio, actualiza los datos de tu tarjeta antes del viernes.

[Actualizar mi tarjeta](https://cinepueblo.es/cuenta/pago)

Si prefieres dejarlo, no hagas nada y la suscripción se cancelará sola. No tendrás ninguna deuda.`,
  ),
  card(
    'statement/fatura',
    'pt',
    'Energia do Vale <faturas@energiadovale.com.br>',
    'Sua fatura vence em 3 dias',
    'Energia do Vale S.A., Blumenau',
    `
Olá, {{firstName}}.

A conta de luz de junho já está disponível.

Valor | R$ 187,32
Vencimento | 10/07

[Pagar com Pix ou boleto](https://cliente.energiadovale.com.br/faturas)

Confira sempre se o beneficiário é Energia do Vale S.A. antes de pagar. Depois do vencimento há multa de 2 % e o fornecimento pode ser suspenso.`,
  ),
  plain(
    'invoice/freelancer',
    'nl',
    'Rekenraam <administratie@rekenraam.nl>',
    'Herinnering: factuur 2024-118 staat nog open',
    `
Beste {{firstName}},

Volgens onze administratie is factuur 2024-118 van € 149,00 voor uw boekhoudpakket nog niet betaald. De vervaldatum was 1 mei.

Betaal direct met iDEAL: https://mijn.rekenraam.nl/facturen/2024-118

Hebben wij op 20 mei niets ontvangen, dan zetten wij uw account op alleen-lezen. Heeft u al betaald? Dan kunt u deze mail negeren.

Rekenraam BV, Amersfoort
{{unsubscribeUrl}}`,
  ),
  card(
    'receipt/biglietti',
    'it',
    'Teatro Sant’Elmo <biglietteria@teatrosantelmo.it>',
    'Conferma di pagamento e biglietti',
    'Fondazione Teatro Sant’Elmo, Napoli',
    `
Gentile {{firstName}},

abbiamo ricevuto il pagamento di 64,00 € con la carta che termina con 5518. I due biglietti per il 12 ottobre sono pronti.

[Scarica i biglietti](https://www.teatrosantelmo.it/ordini/88213)

Non inoltri questo messaggio: chi ha il codice può entrare al suo posto.`,
  ),
  handmade(
    'receipt/taxi',
    'fr',
    'Hirondelle Taxis <recus@hirondelletaxis.fr>',
    'Votre reçu de 23,40 €',
    `
<table width="500" cellpadding="8" style="font-family:sans-serif"><tr><td><img src="https://cdn.hirondelletaxis.fr/carte/71b.png" width="480" alt="Plan de la course"></td></tr>
<tr><td><b>Merci d'avoir voyagé avec nous, {{firstName}} !</b><br>Jeudi 6 juin, 22 h 10, 7,2 km, conduit par Samira</td></tr>
<tr><td>Course 21,40 €<br>Frais de réservation 2,00 €<br><b>Total débité sur votre carte ····2207 : 23,40 €</b></td></tr>
<tr><td><a href="https://hirondelletaxis.fr/recu/71b">Télécharger le reçu</a> · <a href="https://hirondelletaxis.fr/litige/71b">Contester ce montant</a></td></tr>
<tr><td><font size="1">Hirondelle Taxis, Toulouse. <a href="{{unsubscribeUrl}}">Se désabonner</a></font></td></tr></table>`,
  ),
];
