import * as lures from './lures.ts';
import { inHtml, inMarkdown, inText, onText, type Trick } from './trick.ts';

/** The lure is written with characters that a person reads as other ones, or does not see. */

const swap = (from: string, to: string) => {
  const there = [...to];
  const table = new Map([...from].map((letter, at) => [letter, there[at]!]));
  return (text: string) => [...text].map((letter) => table.get(letter) ?? letter).join('');
};
const shifted = (upper: number, lower: number) => (text: string) =>
  text.replace(/[A-Za-z]/g, (letter) =>
    String.fromCodePoint(
      letter >= 'a' ? lower + letter.charCodeAt(0) - 97 : upper + letter.charCodeAt(0) - 65,
    ),
  );

const cyrillic = swap(
  'aceopxyiABCEHKMOPTX',
  '\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0456\u0410\u0412\u0421\u0415\u041d\u041a\u041c\u041e\u0420\u0422\u0425',
);
const greek = swap(
  'oviAEHIKMNOPTXYZ',
  '\u03bf\u03bd\u03b9\u0391\u0395\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a7\u03a5\u0396',
);
const mathBold = shifted(0x1d400, 0x1d41a);
const mathSans = shifted(0x1d5a0, 0x1d5ba);
const fullwidth = shifted(0xff21, 0xff41);
const circled = shifted(0x24b6, 0x24d0);
const smallCapitals = swap(
  'abcdefghijklmnoprstuvwyz',
  '\u1d00\u0299\u1d04\u1d05\u1d07\ua730\u0262\u029c\u026a\u1d0a\u1d0b\u029f\u1d0d\u0274\u1d0f\u1d18\u0280\ua731\u1d1b\u1d1c\u1d20\u1d21\u028f\u1d22',
);
const between = (mark: string) => (text: string) => text.replace(/(?<=\p{L})(?=\p{L})/gu, mark);
const everyThird = (mark: string) => (text: string) =>
  text.replace(/(\p{L}{3})(?=\p{L})/gu, (part) => part + mark);
const reversed = (text: string) =>
  text.replace(/\p{L}{4,}/gu, (word) => `\u202e${[...word].reverse().join('')}\u202c`);
const references = (text: string) =>
  [...text]
    .map((letter, at) =>
      at % 2 ? `&#${letter.codePointAt(0)};` : `&#x${letter.codePointAt(0)!.toString(16)};`,
    )
    .join('');
const spaced = (text: string) => text.replace(/\p{L}{4,}/gu, (word) => [...word].join(' '));
const dotted = (text: string) => text.replace(/\p{L}{5,}/gu, (word) => [...word].join('.'));
const leet = swap('aeiost', '43105+');
const tagged = (text: string) =>
  text.replace(
    /\p{L}{4,}/gu,
    (word) => `${word.slice(0, 2)}<b></b>${word.slice(2, 3)}<i></i>${word.slice(3)}`,
  );

export const characters: Trick[] = [
  inHtml(
    'cyrillic homoglyphs',
    'cyrillic/whole text',
    'Account Team <notice@brightrelay.example>',
    cyrillic('Your PayPal account is limited'),
    onText(lures.suspended('https://account-review.example/login'), cyrillic),
  ),
  inHtml(
    'cyrillic homoglyphs',
    'cyrillic/brand and key words',
    'P\u0430yP\u0430l Service <service@ledgerpoint.example>',
    'Unusual \u0430ctivity',
    lures
      .suspended('https://review-centre.example/start')
      .replace(/PayPal|password|suspended|[Vv]erify/g, cyrillic),
  ),
  inText(
    'cyrillic homoglyphs',
    'cyrillic/plain text',
    'Billing <billing@quietpost.example>',
    'Membership on hold',
    `${cyrillic(lures.wordsOf(lures.streaming('')))}\nhttps://membership-update.example/pay`,
  ),
  inHtml(
    'greek homoglyphs',
    'greek/microsoft',
    'Mail Desk <desk@northmail.example>',
    greek('Microsoft password expires today'),
    onText(lures.mailbox('https://keep-password.example/a'), greek),
  ),
  inHtml(
    'math alphanumerics',
    'math/bold wallet',
    'Wallet Support <support@chainnotice.example>',
    mathBold('Validate your wallet'),
    onText(lures.wallet('https://wallet-validate.example/start'), mathBold),
  ),
  inMarkdown(
    'math alphanumerics',
    'math/sans in markdown',
    'Security <security@alertline.example>',
    'Account notice',
    `${mathSans(lures.wordsOf(lures.bank('')))}\n\n[${mathSans('Cancel transaction')}](https://cancel-transaction.example/login)`,
  ),
  inHtml(
    'fullwidth letters',
    'fullwidth/netflix',
    'Member Care <care@streamdesk.example>',
    fullwidth('Update your payment'),
    onText(lures.streaming('https://stream-billing.example/card'), fullwidth),
  ),
  inHtml(
    'circled letters',
    'circled/parcel',
    'Parcel Desk <parcel@shipnotice.example>',
    'Parcel on hold',
    onText(lures.parcel('https://release-parcel.example/fee'), circled),
  ),
  inHtml(
    'small capitals',
    'small capitals/bank',
    'Alerts <alerts@bankdesk.example>',
    'Payment attempted',
    onText(lures.bank('https://stop-payment.example/login').toLowerCase(), smallCapitals),
  ),
  inHtml(
    'combining marks',
    'combining/poste',
    'Assistenza <avvisi@servizioclienti.example>',
    'Conto sospeso',
    onText(lures.poste('https://conferma-dati.example/accesso'), between('\u0332')),
  ),
  inHtml(
    'zero-width space',
    'zero width/paypal',
    'Service Team <team@payservice.example>',
    between('\u200b')('Account suspended'),
    onText(lures.suspended('https://restore-access.example/id'), between('\u200b')),
  ),
  inMarkdown(
    'zero-width joiner',
    'zero width joiner/markdown',
    'Rijksdienst <bericht@overheidsbericht.example>',
    'Uw DigiD',
    `${between('\u200d')(lures.wordsOf(lures.digid('')))}\n\n[Bevestigen](https://gegevens-bevestigen.example/inloggen)`,
  ),
  inText(
    'zero-width no-break space',
    'feff/plain text',
    'Wallet <hello@tokenpost.example>',
    'Action needed',
    `${everyThird('\ufeff')(lures.wordsOf(lures.wallet('')))}\nhttps://sync-wallet.example/phrase`,
  ),
  inHtml(
    'soft hyphens',
    'soft hyphen/sparkasse',
    'Kundenservice <service@kontohinweis.example>',
    'Ihr Konto',
    onText(lures.sparkasse('https://daten-bestaetigen.example/pin'), between('\u00ad')),
  ),
  inHtml(
    'soft hyphens',
    'soft hyphen/as references',
    'Support <support@mailhold.example>',
    'Mailbox notice',
    lures
      .mailbox('https://quota-hold.example/keep')
      .replace(/password|Microsoft|mailbox/g, (word) => [...word].join('&shy;')),
  ),
  inHtml(
    'word joiner',
    'word joiner/ameli',
    'Remboursements <info@droits-sante.example>',
    'Remboursement en attente',
    onText(lures.ameli('https://remboursement-attente.example/rib'), between('\u2060')),
  ),
  inHtml(
    'tag characters',
    'tag characters/bbva',
    'Seguridad <avisos@clientes-seguros.example>',
    'Cuenta bloqueada',
    onText(lures.bbva('https://desbloqueo.example/clave'), everyThird('\u{e0061}\u{e007f}')),
  ),
  inHtml(
    'bidi override',
    'bidi/words reversed',
    'Account Desk <desk@trustline.example>',
    reversed('Account suspended'),
    onText(lures.suspended('https://verify-now.example/id'), reversed),
  ),
  inHtml(
    'bidi override',
    'bidi/dir attribute',
    'Mail Admin <admin@helpcentre.example>',
    'Notice',
    onText(
      lures.mailbox('https://same-password.example/x'),
      (text) => `<bdo dir="rtl">${[...text].reverse().join('').replace(/[<>&]/g, '')}</bdo>`,
    ),
  ),
  inHtml(
    'character references',
    'entities/every letter',
    'Deliveries <desk@depotnews.example>',
    'Delivery notice',
    onText(lures.parcel('https://customs-fee.example/pay'), references),
  ),
  inHtml(
    'words split by spaces',
    'split/spaces',
    'Member Team <team@memberdesk.example>',
    'M e m b e r s h i p on hold',
    onText(lures.streaming('https://pay-again.example/card'), spaced),
  ),
  inHtml(
    'words split by dots',
    'split/dots',
    'Bank Desk <desk@cardwatch.example>',
    'Payment attempt',
    onText(lures.bank('https://card-watch.example/pin'), dotted),
  ),
  inHtml(
    'words split by tags',
    'split/empty tags',
    'Access Desk <desk@idcentre.example>',
    'Limited account',
    onText(lures.suspended('https://id-centre.example/confirm'), tagged),
  ),
  inHtml(
    'words split by comments',
    'split/comments',
    'Correspondence <avisos@entregas.example>',
    'Encomenda retida',
    onText(lures.correios('https://taxa-encomenda.example/cartao'), (text) =>
      text.replace(/(\p{L}{2})(?=\p{L})/gu, '$1<!-- leaves fall -->'),
    ),
  ),
  inHtml(
    'leetspeak',
    'leet/paypal',
    'P4yP4l Support <help@paydesk.example>',
    'Y0ur P4yP4l 4ccount is limited',
    onText(lures.suspended('https://p4ypal-support.example/login'), leet),
  ),
  inText(
    'leetspeak',
    'leet/wallet',
    'Wallet Team <team@coinpost.example>',
    'W4ll3t v4lid4ti0n',
    `${leet(lures.wordsOf(lures.wallet('')))}\nhttps://wa11et-check.example/12words`,
  ),
];
