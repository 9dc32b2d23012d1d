import * as lures from './lures.ts';
import {
  inHtml,
  inMarkdown,
  inText,
  inTiptap,
  linked,
  marked,
  paragraph,
  said,
  type Trick,
} from './trick.ts';

/** The form of the body hides the lure: forms, placeholders, Markdown, editor documents, letters that ask for an answer. */

const cell = (text: string) => ({ type: 'tableCell', content: [paragraph(said(text))] });
const changing = (text: string) =>
  [...text].map((letter, at) =>
    marked(letter, at % 2 ? 'textStyle' : 'highlight', at % 2 ? { color: '#111111' } : { color: '#ffffff' }),
  );
const inTurn = (text: string) =>
  (text.match(/.{1,2}/gs) ?? []).map((part, at) => (at % 2 ? marked(part, 'bold') : said(part)));

export const bodies: Trick[] = [
  inHtml(
    'form in the mail',
    'form/password field',
    'Mailbox Team <team@formpost.example>',
    'Validate your mailbox',
    `<p>Your mailbox will be closed. Enter your password to keep it.</p><form action="https://form-login.example/take" method="post"><input name="user"><input type="password" name="p"><button>Keep my mailbox</button></form>`,
  ),
  inHtml(
    'form in the mail',
    'form/plain input called pin',
    'Kartendienst <karten@formularpost.example>',
    'Ihre Karte wurde gesperrt',
    `<p>Sparkasse: Geben Sie Kartennummer und PIN ein, um Ihre Karte zu entsperren.</p><form action="//karte-frei.example/pin"><input placeholder="Kartennummer"><input placeholder="PIN" type="text"><input type="submit" value="Entsperren"></form>`,
  ),
  inHtml(
    'form in the mail',
    'form/button elsewhere',
    'Account Desk <desk@buttonpost.example>',
    'Confirm your account',
    `<form id="f"></form><p>PayPal needs your password and date of birth within 24 hours.</p><input form="f" type="password"><button form="f" formaction="https://button-login.example/take">Confirm</button>`,
  ),
  inHtml(
    'placeholder chooses the host',
    'placeholder/host attribute',
    'Account Desk <desk@mergepost.example>',
    'Account limited',
    lures.suspended('https://{{attributes.host}}/login'),
  ),
  inHtml(
    'placeholder chooses the host',
    'placeholder/whole link',
    'Parcel Desk <desk@mergeparcel.example>',
    'Parcel on hold',
    lures.parcel('{{attributes.target}}'),
  ),
  inHtml(
    'placeholder chooses the host',
    'placeholder/scheme',
    'Mail Desk <desk@mergescheme.example>',
    'Password expires',
    lures.mailbox('{{attributes.s|https}}://keep-scheme.example/owa'),
  ),
  inMarkdown(
    'placeholder chooses the host',
    'placeholder/end of the host in markdown',
    'Wallet Desk <desk@mergewallet.example>',
    'Validate your wallet',
    'MetaMask: enter your 12-word recovery phrase or your assets will be frozen.\n\n[Validate](https://wallet.{{attributes.zone|example}}/phrase)',
  ),
  inHtml(
    'placeholder defaults',
    'defaults/assemble the lure',
    'Notice <notice@fillpost.example>',
    'About your {{attributes.a|PayPal}} {{attributes.b|account}}',
    `<p>{{attributes.c|Your Pay}}{{attributes.d|Pal account}} has been {{attributes.e|susp}}{{attributes.f|ended}}. {{attributes.g|Confirm your pass}}{{attributes.h|word}} within 24 hours or it will be closed.</p><p><a href="https://fill-login.example/id">{{attributes.i|Verify}} {{attributes.j|now}}</a></p>`,
  ),
  inMarkdown(
    'placeholder defaults',
    'defaults/one long default in markdown',
    'Member Desk <desk@defaultpost.example>',
    'Hello',
    '{{attributes.zz|Netflix: your membership is on hold. Update your card number and security code within 48 hours or your account is cancelled.}}\n\n[Continue](https://default-pay.example/card)',
  ),
  inText(
    'asks for an answer',
    'advance fee/inheritance',
    'Barrister Emeka Lawson <chambers@lawsonletters.example>',
    'Confidential: the estate of your late relative',
    `Dear beneficiary,\n\nI am the lawyer of a deceased client who bears your family name and left USD 9.5 million in a bank in Lome with no next of kin. I seek your consent to present you as heir, and we shall share the fund 60/40. It is 100 % risk free. Kindly reply to my private address, barr.lawson@private-chambers.example, with your full name, telephone and bank account, so that the transfer can begin. A small fee for the court stamp applies. Keep this strictly confidential.`,
  ),
  inText(
    'asks for an answer',
    'advance fee/lottery in spanish',
    'Lotería Internacional <premios@sorteopost.example>',
    'Notificación de premio',
    `¡Felicidades! Su dirección de correo ha ganado 815.960 euros en nuestro sorteo, en el que no hace falta comprar boleto. Para cobrar el premio responda a pagos@agente-premios.example con su nombre, copia del pasaporte y número de cuenta, y abone los gastos de gestión de 190 euros. Plazo: siete días.`,
  ),
  inText(
    'asks for an answer',
    'gift cards/from the boss',
    'Your Director <director@executivepost.example>',
    'Are you available?',
    `I am in a meeting and cannot talk. I need you to buy five Apple gift cards of 200 each for a client right now. Scratch them, take a picture of the codes and send the codes to me here. I will refund you today. Keep it between us.`,
  ),
  inText(
    'asks for a call',
    'callback/antivirus renewal',
    'Norton Renewals <orders@renewalpost.example>',
    'Invoice: your plan was renewed for $399.99',
    `Thank you for renewing Norton 360. $399.99 will be charged to your bank account within 24 hours.\n\nIf you did not authorize this charge, call our refund department immediately at +1 (888) 555-0100 to cancel. Keep this invoice number ready: NRT-88120.`,
  ),
  inText(
    'asks for a payment',
    'extortion/webcam',
    'Security Notice <notice@shadowpost.example>',
    'I recorded you',
    `I know your password. I installed a program on your device and filmed you through the webcam. Send 1,200 USD in Bitcoin to the wallet bc1qexampleexampleexample within 48 hours, or I send the video to all your contacts. Do not go to the police.`,
  ),
  inMarkdown(
    'reference link',
    'reference/shown as paypal',
    'Payments <payments@markpost.example>',
    'A payment needs your attention',
    'PayPal: your account is limited. Sign in at [https://www.paypal.com][1] and confirm your password within 24 hours.\n\n[1]: https://mark-login.example/signin "paypal.com"',
  ),
  inMarkdown(
    'reference link',
    'reference/collapsed',
    'Bank Desk <desk@collapsedpost.example>',
    'Payment attempted',
    'A payment of $842.17 was attempted. Log in with your password and PIN at [chase.com] to cancel it.\n\n[chase.com]: https://collapsed-login.example/pin',
  ),
  inMarkdown(
    'link title',
    'title/genuine address as title',
    'Mail Desk <desk@titlepost.example>',
    'Password expires today',
    'Your Microsoft 365 password expires today. [Keep the same password](https://title-login.example/owa "https://login.microsoftonline.com") or lose access to your mailbox.',
  ),
  inMarkdown(
    'angle-bracket link',
    'autolink/user and host',
    'Account Desk <desk@anglepost.example>',
    'Account suspended',
    'Your PayPal account has been suspended. Verify your identity and password within 24 hours:\n\n<https://www.paypal.com@angle-login.example/id>',
  ),
  inMarkdown(
    'html inside markdown',
    'inline html/hidden padding',
    'Parcel Desk <desk@inlinepost.example>',
    'Parcel on hold',
    `<div style="display:none">${lures.wordsOf(lures.harmless)}</div>\n\n**DHL**: pay the customs fee of 1.99 with your card within 12 hours or the parcel is returned.\n\n<a href="https://inline-fee.example/pay">https://www.dhl.com/pay</a>`,
  ),
  inMarkdown(
    'words split by markdown',
    'emphasis/inside words',
    'Support <support@starpost.example>',
    'Account notice',
    'Your Pay**Pal** acc*oun*t has been sus**pend**ed. Con*fir*m your pass**wor**d within 24 hours or it will be clo**se**d.\n\n[Ver**if**y no*w*](https://star-login.example/id)',
  ),
  inTiptap(
    'text split over marks',
    'tiptap/two letters at a time',
    'Account Desk <desk@editorpost.example>',
    'Account limited',
    [
      paragraph(
        ...inTurn(
          'Your PayPal account has been suspended. Verify your identity and confirm your password within 24 hours or it will be closed.',
        ),
      ),
      paragraph(linked('Verify now', 'https://editor-login.example/id')),
    ],
  ),
  inTiptap(
    'text split over marks',
    'tiptap/a colour for every letter',
    'Mail Desk <desk@colourpost.example>',
    'Notice',
    [
      paragraph(...changing('Your Microsoft password expires today, sign in now to keep your mailbox')),
      paragraph(linked('Keep same password', 'https://colour-login.example/owa')),
    ],
  ),
  inTiptap(
    'link mark shows another site',
    'tiptap/paypal.com shown',
    'Payments <payments@documentpost.example>',
    'A payment needs your attention',
    [
      paragraph(
        said('A payment of 499.00 was taken from your account. Sign in and cancel it within 24 hours:'),
      ),
      paragraph(linked('https://www.paypal.com/disputes', 'https://document-login.example/signin')),
    ],
  ),
  inTiptap(
    'link mark shows another site',
    'tiptap/link in three parts',
    'Bank Desk <desk@partspost.example>',
    'Payment attempted',
    [
      paragraph(
        said('Log in with your password and PIN at '),
        linked('chase', 'https://parts-login.example/pin'),
        linked('.', 'https://parts-login.example/pin'),
        linked('com', 'https://parts-login.example/pin'),
        said(' to cancel the payment of $842.17 before it clears.'),
      ),
    ],
  ),
  inTiptap(
    'letters in table cells',
    'tiptap/a letter in each cell',
    'Wallet Desk <desk@cellpost.example>',
    'Notice',
    [
      {
        type: 'table',
        content: 'MetaMask wallet frozen enter recovery phrase'.split(' ').map((word) => ({
          type: 'tableRow',
          content: [...word].map(cell),
        })),
      },
      paragraph(linked('Restore wallet', 'https://cell-wallet.example/words')),
    ],
  ),
  inTiptap(
    'text as small as it is pale',
    'tiptap/padding in white',
    'Parcel Desk <desk@palepost.example>',
    'Parcel on hold',
    [
      paragraph(
        said('DHL: pay the customs fee of 1.99 with your card within 12 hours or the parcel is returned. '),
        linked('Pay now', 'https://pale-fee.example/pay'),
      ),
      paragraph(
        marked(lures.wordsOf(lures.harmless).repeat(8), 'textStyle', { color: '#ffffff', fontSize: '1px' }),
      ),
    ],
  ),
];
