import * as lures from './lures.ts';
import { inHtml, onText, type Trick } from './trick.ts';

/**
 * The lure, or the honest text that dilutes it, is visible to the program and not to the person, or the
 * reverse.
 */

const paddingBytes = 300_000;
const padding = lures.harmless.repeat(Math.ceil(paddingBytes / lures.harmless.length));
const lettersInCells = (text: string) =>
  text
    .split(' ')
    .map((word) => `<tr>${[...word].map((letter) => `<td>${letter}</td>`).join('')}</tr>`)
    .join('');
const floated = (text: string) =>
  text
    .split(' ')
    .map((word) => [...word].map((letter) => `<span style="float:left">${letter}</span>`).join(''))
    .join('<br clear="all">');

export const hidden: Trick[] = [
  inHtml(
    'hidden honest padding',
    'padding/display none',
    'Account Team <team@relaydesk.example>',
    'Your account is limited',
    `${lures.suspended('https://limited-account.example/verify')}<div style="display:none">${lures.harmless.repeat(12)}</div>`,
  ),
  inHtml(
    'hidden honest padding',
    'padding/white on white',
    'Parcel Team <team@depotdesk.example>',
    'Parcel on hold',
    `<body bgcolor="#ffffff">${lures.parcel('https://depot-release.example/fee')}<div style="color:#fefefe;background:#ffffff">${lures.harmless.repeat(12)}</div></body>`,
  ),
  inHtml(
    'hidden honest padding',
    'padding/off the page',
    'Mail Team <team@inboxdesk.example>',
    'Password expires',
    `<div style="position:absolute;left:-9999px">${lures.harmless.repeat(10)}</div>${lures.mailbox('https://inbox-desk.example/keep')}`,
  ),
  inHtml(
    'hidden honest padding',
    'padding/style sheet class',
    'Servizio <servizio@avvisoconto.example>',
    'Conto sospeso',
    `<style>.q7{font-size:0;max-height:0;overflow:hidden;opacity:0}</style>${lures.poste('https://conto-sospeso.example/dati')}<div class="q7">${lures.harmless.repeat(10)}</div>`,
  ),
  inHtml(
    'hidden honest padding',
    'padding/closed details',
    'Member Team <team@showdesk.example>',
    'Membership on hold',
    `${lures.streaming('https://membership-hold.example/pay')}<details hidden><summary>More</summary>${lures.harmless.repeat(10)}</details>`,
  ),
  inHtml(
    'lure in small print',
    'small/four pixels',
    'Garden News <news@gardennews.example>',
    'News from the allotment',
    `${lures.harmless}<div style="font-size:4px">${lures.wallet('https://allotment-wallet.example/phrase')}</div>`,
  ),
  inHtml(
    'lure far below padding',
    'far/visible padding',
    'Garden News <post@gardenpost.example>',
    'News from the allotment',
    `${padding}${lures.bank('https://stop-the-payment.example/pin')}`,
  ),
  inHtml(
    'lure far below padding',
    'far/after a comment',
    'Kundeninfo <hinweis@kontopost.example>',
    'Wichtiger Hinweis',
    `<!-- ${'x'.repeat(paddingBytes)} -->${lures.sparkasse('https://konto-hinweis.example/pin')}`,
  ),
  inHtml(
    'lure far below padding',
    'far/after a style sheet',
    'Delivery Desk <desk@postalpage.example>',
    'Delivery',
    `<style>${'.a{color:#000}'.repeat(paddingBytes / 14)}</style>${lures.parcel('https://parcel-page.example/fee')}`,
  ),
  inHtml(
    'lure far below padding',
    'far/after blank lines',
    'Support <support@blankpost.example>',
    'Mailbox',
    `<p>Hello,</p>${'&nbsp;\n'.repeat(paddingBytes / 7)}${lures.mailbox('https://blank-post.example/keep')}`,
  ),
  inHtml(
    'image only',
    'image/alt text lure',
    'Account Alerts <alerts@imagepost.example>',
    'Account notice',
    `<a href="https://image-login.example/verify"><img src="https://image-login.example/m.png" width="600" height="800" alt="Your PayPal account has been suspended. Click to verify your identity and confirm your password within 24 hours."></a>`,
  ),
  inHtml(
    'image only',
    'image/no text at all',
    'PayPal Service <service@pictureletter.example>',
    'Your PayPal account has been limited',
    `<map name="m"><area shape="rect" coords="0,0,600,800" href="https://picture-login.example/signin"></map><img usemap="#m" src="https://picture-login.example/full.jpg" width="600" height="800">`,
  ),
  inHtml(
    'image as data',
    'image/svg data with link',
    'Netflix Billing <billing@vectorpost.example>',
    'Netflix: payment declined, update now',
    `<a href="https://vector-login.example/card"><img alt="Netflix. Update your card to keep your membership." src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Ctext%3EUpdate payment%3C/text%3E%3C/svg%3E"></a>`,
  ),
  inHtml(
    'letters in table cells',
    'cells/paypal',
    'Account Desk <desk@gridpost.example>',
    'Notice',
    `<table>${lettersInCells('PayPal account suspended verify your password within 24 hours')}</table><p><a href="https://grid-login.example/id">${floated('Verify now')}</a></p>`,
  ),
  inHtml(
    'floated letters',
    'floated/digid',
    'Berichtenbox <box@berichtpost.example>',
    'Nieuw bericht',
    onText(lures.digid('https://berichten-box.example/wachtwoord'), floated),
  ),
  inHtml(
    'css generated text',
    'css/before content',
    'Security Desk <desk@stylepost.example>',
    'Notice',
    `<style>.a:before{content:"Your PayPal account has been suspended. "}.b:after{content:"Confirm your password within 24 hours or it will be closed."}</style><p class="a"></p><p class="b"></p><p><a href="https://style-login.example/paypal">Continue</a></p>`,
  ),
  inHtml(
    'css reversed text',
    'css/direction and bidi override',
    'Security Desk <desk@mirrorpost.example>',
    'Notice',
    onText(
      lures.suspended('https://mirror-login.example/id'),
      (text) =>
        `<span style="unicode-bidi:bidi-override;direction:rtl">${[...text.replace(/[<>&]/g, '')].reverse().join('')}</span>`,
    ),
  ),
  inHtml(
    'conditional comment',
    'mso/lure for outlook alone',
    'Garden News <letter@gardenletter.example>',
    'News from the allotment',
    `${lures.harmless}<!--[if mso]>${lures.mailbox('https://outlook-only.example/keep')}<![endif]-->`,
  ),
  inHtml(
    'conditional comment',
    'mso/everyone but outlook',
    'Reading Circle <circle@readingcircle.example>',
    'Our next book',
    `<!--[if mso]>${lures.harmless}<![endif]--><!--[if !mso]><!-->${lures.bank('https://reading-bank.example/pin')}<!--<![endif]-->`,
  ),
  inHtml(
    'noscript and template',
    'noscript/lure in noscript',
    'Choir News <news@choirnews.example>',
    'Rehearsal times',
    `${lures.harmless}<noscript>${lures.wallet('https://choir-wallet.example/words')}</noscript>`,
  ),
];
