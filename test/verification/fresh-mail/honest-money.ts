import type { OwnMail } from '../own-mail.ts';
import { button, cardSheet, letterSheet, tableSheet } from './sheets.ts';

/**
 * Receipts, invoices, reminders, claims, deliveries, prizes and sales: mail from a company to its customers.
 */
export const honestMoney: readonly OwnMail[] = [
  {
    name: 'fresh honest: receipt in a table',
    lang: 'en',
    subject: 'Your receipt from Copperkettle Coffee (order 20418)',
    from: { displayName: 'Copperkettle Coffee', address: 'orders@copperkettlecoffee.com' },
    html: tableSheet({
      brand: 'Copperkettle Coffee',
      site: 'cdn.copperkettlecoffee.com',
      body: `<p>Thanks, {{firstName}}. We're roasting it on Thursday.</p><table width="100%" style="border-collapse:collapse">
<tr><td>Yirgacheffe, 500 g, whole bean</td><td align="right">$21.00</td></tr><tr><td>Paper filters, 100</td><td align="right">$7.50</td></tr>
<tr><td>Shipping</td><td align="right">$5.00</td></tr><tr><td><b>Charged to Visa ending 4417</b></td><td align="right"><b>$33.50</b></td></tr></table>
${button('https://shop.copperkettlecoffee.com/account/orders/20418', 'See your order', '#92400e')}
<p>Something wrong with it? Just reply.</p>`,
      foot: 'Copperkettle Coffee, 18 Mill Row, Asheville NC 28801',
      leave: 'Unsubscribe',
    }),
  },
  {
    name: 'fresh honest: card declined',
    lang: 'en',
    subject: "Your payment didn't go through",
    from: { displayName: 'Plotline', address: 'billing@plotline.so' },
    html: cardSheet({
      brand: 'Plotline',
      site: 'plotline.so',
      body: `<p>Hi {{firstName}},</p><p>We tried to charge <b>$24.00</b> to your card ending in 0092 and your bank said no. That is usually an expired card. We'll try again in three days.</p>
${button('https://billing.plotline.so/p/session/live_YWNjdF8xTXZ', 'Update payment method', '#dc2626')}
<p>After the fourth failed attempt, on 21 May, your team falls back to the free plan and boards beyond the third become read-only.</p>`,
      foot: 'Plotline Software Inc.',
      leave: 'Unsubscribe',
    }),
  },
  {
    name: 'fresh honest: final reminder of an invoice',
    lang: 'en',
    subject: 'Final reminder: invoice INV-3071 is 30 days overdue',
    from: { displayName: 'Oxbow Print Works, Accounts', address: 'accounts@oxbowprintworks.co.uk' },
    text: `Dear {{firstName}},

Our records show that invoice INV-3071 of 12 March over GBP 1,284.60 (4,000 brochures, delivered 9 March) is still open, although we wrote on 14 and on 28 April.

Please pay within seven days to the account printed on the invoice. Our bank details have not changed. If anyone tells you otherwise, ring us first on the number you know.

If we hear nothing by then we will have to pass the claim to our solicitors, and to add statutory interest. If you cannot pay all of it at once, talk to me: we would rather agree on instalments.

You find the invoice in your customer area: https://my.oxbowprintworks.co.uk/invoices/3071

If payment has crossed with this letter, please disregard it.

Kind regards
Maureen Tattersall
Credit Control
Oxbow Print Works Ltd, Unit 6, Weir Estate, Kendal

Stop reminders by mail (you will get them by post): {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: statement is ready',
    lang: 'en',
    subject: 'Your April statement is ready',
    from: { displayName: 'Foxglove Credit Union', address: 'statements@foxglovecu.org' },
    text: `Your statement for the account ending 6620 is ready. To read it, sign in at foxglovecu.org or in the app. For your safety this mail holds no link.

Foxglove Credit Union, insured to the legal limit. {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: renewal at a new price',
    lang: 'en',
    subject: 'Your plan renews on 1 July, at a new price',
    from: { displayName: 'Lanternfish', address: 'team@lanternfish.app' },
    html: letterSheet(
      `<p>Hi {{firstName}},</p><p>Your yearly plan renews on <b>1 July</b>. It was $96 and will be $108. That's the first raise in four years, and mostly what our hosts charge us.</p>
<p>If that's fine, there is nothing to do. If it isn't, cancel before then at <a href="https://lanternfish.app/settings/plan">lanternfish.app/settings/plan</a> and keep everything until the last day. If you write to me and tell me why, I'll read it, and I won't try to talk you out of it.</p>
<p>Thank you for four years,<br>Bram, who does the billing here</p>`,
      '<a href="{{unsubscribeUrl}}">Unsubscribe</a> from everything but invoices',
    ),
  },
  {
    name: 'fresh honest: settlement of a class action',
    lang: 'en',
    subject: 'Legal notice: you may be owed money from the Brightpane settlement',
    from: { displayName: 'Brightpane Settlement Administrator', address: 'notice@brightpanesettlement.com' },
    text: `CLAIM ID: BPS-{{claimId}}

A court authorized this notice. It is not an advertisement by a lawyer.

Records of Brightpane Windows Inc. show that you registered a window of the Series 4 between 2016 and 2020. A settlement of $18.5 million has been proposed in Ruiz et al. v. Brightpane Windows Inc., in which owners say that the seals fail early. Brightpane denies this.

YOUR CHOICES
1. File a claim by September 12 for up to $240 per window. You need your Claim ID and a photograph. www.brightpanesettlement.com/claim
2. Exclude yourself by August 1 and keep the right to sue.
3. Object by August 1.
4. Do nothing: you get no payment and give up the right to sue.

The court decides on October 3 whether to approve it. You need not attend, and there is no fee. We do not ask for a social security number or for payment at any time.

Questions: 1-833-555-0142, or write to Brightpane Settlement, P.O. Box 2290, Milwaukee WI 53201. Please do not call the court.

To receive notices by post instead: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: insurer has news of a claim',
    lang: 'en',
    subject: 'Update on your claim 88-20391',
    from: { displayName: 'Wrenfield Mutual', address: 'claims@wrenfieldmutual.com' },
    html: tableSheet({
      brand: 'Wrenfield Mutual',
      site: 'img.wrenfieldmutual.com',
      preheader: 'We have approved $2,310.00',
      body: `<p>Dear {{firstName}},</p><p>We have approved <b>$2,310.00</b> for the water damage of February 19. To be paid, tell us in the portal which account it should go to. Please also upload the plumber's bill, which we still miss.</p>
${button('https://go.wrenfieldmutual.com/ls/click?upn=u001.Zk3-2BqP7Yd1mXw0', 'Open my claim')}<p>Without an answer within 60 days we send a check to the address of your policy.</p><p>Your adjuster is Terrence Abiola, 555-0188.</p>`,
      foot: 'Wrenfield Mutual Insurance Company, Des Moines, Iowa',
      leave: 'Unsubscribe',
    }),
  },
  {
    name: 'fresh honest: parcel could not be delivered',
    lang: 'en',
    subject: 'We missed you! Your Thimblewick parcel goes back on Friday',
    from: { displayName: 'Thimblewick Yarns', address: 'delivery@thimblewick.com' },
    html: cardSheet({
      brand: 'Thimblewick',
      site: 'thimblewick.com',
      body: `<p>Hi {{firstName}},</p><p>The courier rang twice about order <b>TW-9915</b> and nobody was in. It now waits at the corner shop, 12 Elm Street, until Friday at 19:00. Bring something with your name on it.</p>
${button('https://thimblewick.com/track/TW-9915', 'Track my parcel', '#0f766e')}<p>There is nothing to pay. If you can't make it, reply and we'll send it again next week.</p>`,
      foot: 'Thimblewick Yarns, 3 Bobbin Yard, Hebden Bridge',
      leave: 'Unsubscribe',
    }),
  },
  {
    name: 'fresh honest: prize draw of a shop',
    lang: 'en',
    subject: "You've won! (Really: our birthday draw)",
    from: { displayName: 'Gumtrail Outdoors', address: 'hello@gumtrailoutdoors.com.au' },
    html: tableSheet({
      brand: 'Gumtrail Outdoors',
      site: 'gumtrailoutdoors.com.au',
      preheader: 'A $250 voucher with your name on it',
      body: `<h1>Congratulations, {{firstName}}!</h1><p>You entered our birthday draw in the Fremantle store, and your ticket was one of the ten we pulled out of a hiking boot. You've won a <b>$250 gift card</b>.</p>
<p>Claim it by showing this mail in any store before 31 August, or online with the code <b>BOOT-7719</b>. No purchase, no fee, no bank details. The terms and the names of all winners (first names only) are on our site.</p>
${button('https://gumtrailoutdoors.com.au/birthday-draw', 'See the winners', '#15803d')}`,
      foot: 'Gumtrail Outdoors Pty Ltd, 40 Wharf St, Fremantle WA. Permit LTPS/24/0881.',
      leave: 'Unsubscribe',
    }),
  },
  {
    name: 'fresh honest: flash sale with a countdown',
    lang: 'en',
    subject: 'LAST CHANCE ⏰ 50% off ends at midnight!!',
    from: { displayName: 'VELOUR & VINE', address: 'deals@e.velourandvine.com' },
    html: tableSheet({
      brand: 'VELOUR & VINE',
      site: 'e.velourandvine.com',
      preheader: 'Hurry, only a few hours left',
      body: `<a href="https://trk.velourandvine.com/q/Ab81kLm?d=hero"><img src="https://e.velourandvine.com/hero-50.jpg" width="552" alt="50% OFF EVERYTHING. TONIGHT ONLY."></a>
<h1 style="text-align:center">HALF PRICE. EVERYTHING.</h1><p style="text-align:center">Act fast: the best sizes go first! Use code <b>MIDNIGHT50</b> at checkout.</p>
<img src="https://e.velourandvine.com/timer.gif?end=0000" width="300" alt="Countdown">${button('https://trk.velourandvine.com/q/Ab81kLm?d=cta', 'SHOP NOW', '#000000')}
<p style="font-size:11px">Excludes gift cards and final sale. Ends 11:59 pm PT.</p>`,
      foot: 'You signed up at checkout. Velour &amp; Vine LLC, 55 Garment Ave, Los Angeles CA 90014',
      leave: 'Unsubscribe',
    }),
  },
  {
    name: 'fresh honest: tax deadline from bookkeeping software',
    lang: 'en',
    subject: 'Your quarterly estimate is due Monday',
    from: { displayName: 'Ledgerwren', address: 'reminders@ledgerwren.com' },
    text: `Hi {{firstName}}, your second-quarter estimated tax is due on Monday, June 16. From the books you keep with us we make it $1,870.

Late payment may cost you a penalty. You pay the tax office directly, never us: the payment slip and the steps are at https://app.ledgerwren.com/taxes/q2

You switched these reminders on. Off again: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: refund on its way',
    lang: 'en',
    subject: 'Refund of €48.90 issued',
    from: { displayName: 'Nettle & Rye', address: 'care@nettleandrye.ie' },
    text: `We've refunded €48.90 to the card you paid with. Banks take up to five working days. Nothing to do on your side.

Nettle & Rye, Galway · {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: basket left behind',
    lang: 'en',
    subject: 'Did you forget something?',
    from: { displayName: 'Hollis from Birchbarrow', address: 'hollis@birchbarrow.com' },
    html: letterSheet(
      `<p>Hey {{firstName}},</p><p>You left the oak stool in your basket yesterday. No pressure at all. I only wanted to say there are four left of this batch, and that if it's the shipping that put you off, reply to this and I'll see what I can do.</p>
<p><a href="https://birchbarrow.com/cart/resume/81ac">Your basket is still here</a>.</p><p>Hollis<br>who sands them</p>`,
      'You asked us to save your basket at birchbarrow.com. <a href="{{unsubscribeUrl}}">No more of these</a>',
    ),
  },
  {
    name: 'fresh honest: trade price list for stockists',
    lang: 'en',
    subject: 'Stockists: autumn price list and minimum order',
    from: { displayName: 'Siobhan at Tidewrack Soaps', address: 'trade@tidewracksoaps.co.uk' },
    text: `Hello {{firstName}},

Here is the autumn trade list for our stockists: https://tidewracksoaps.co.uk/trade/autumn.pdf

Bars go up 10p on 1 September, the first rise since we began supplying you. Minimum order stays at two cases, MOQ on the gift boxes comes down to 12. Orders before the 20th at the old prices. Your 30 days' credit is as before.

If you would like testers for the counter, say how many when you order.

Siobhan

You are on this list because your shop has a trade account. {{unsubscribeUrl}}`,
  },
];
