import { handmade, type OwnMail, plain, signedAndTracked } from './mail.ts';

/** Held back. Cold mail in English that offers to sell, build or lend. */
export const heldColdSales: OwnMail[] = [
  signedAndTracked(
    'cold seo/backlinks gap',
    'en',
    'Fiona Drake <fiona@serpentinedigital.agency>',
    'Found 3 problems',
    `
Morning {{firstName}}

I had a nose around {{attributes.website}} over coffee. Three things jumped out:

- Your competitors have four times as many referring domains
- Half your product pages share the same title
- Nobody has touched the Google Business listing since 2021

None of it is hard, it just needs doing. We do it, from £450 a month, and you can stop when you like. Shall I put the details in a short video for you?

Fiona Drake
Serpentine Digital
Rather I didn't write? {{unsubscribeUrl}}`,
  ),
  plain(
    'cold seo/page one',
    'en',
    'Anita Rao <anita.rao@toppageworks.com>',
    'Proposal',
    `
Respected Sir or Madam,

Greetings of the day!!

I am Anita, Online Marketing Consultant. As per my analysis your website has good design but is missing organic traffic. With our affordable package we shall get your keywords in top 10 of Google, Yahoo and Bing with only white hat methods.

If you show interest, I will send you detailed price list, past results and client references. What is your contact number and suitable time to discuss?

Looking forward to hear from you.

Warm Regards,
Anita Rao
Note: if you don't want more emails reply NO. {{unsubscribeUrl}}`,
  ),
  plain(
    'cold seo/ads waste',
    'en',
    'Brett <brett@adspendaudit.co>',
    'wasted ad budget?',
    `
You're bidding on "cheap {{attributes.keyword}}" and I bet it converts at zero.

I audit Google Ads accounts for a living. On average there's 26% waste in them. Give me read access for a day, I'll tell you what I find, you keep the report. If it's good you might hire me, if not you've lost nothing.

Up for it?
B.
{{unsubscribeUrl}}`,
  ),
  signedAndTracked(
    'cold dev/legacy rewrite',
    'en',
    'Ana-Maria Pop <anamaria@carpathiansoft.ro>',
    'Modernising {{attributes.company}}’s customer portal',
    `
Dear {{firstName}},

We have not met. I run a forty-person software house in Cluj, and we specialise in taking old customer portals, such as ones written in classic ASP, and rebuilding them piece by piece while they keep running.

A quick look at yours suggests it may be one of those. We did the same for a Danish insurer: eight months, no downtime. The write-up is at https://carpathiansoft.ro/cases/insurer

If that is on your list for next year, I would be glad to introduce ourselves properly on a video call. If somebody else is in charge of it, I'd be grateful for a name.

Kind regards,
Ana-Maria Pop, CEO
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold dev/wordpress',
    'en',
    'Sameer <sameer@bluekitewebworks.com>',
    'website redesign at $499',
    `
Hi,

Do you want to redesign your website in latest look? We design WordPress, Shopify and Wix websites at very reasonable price. Package is start from $499 for 10 pages, including logo and one year support.

Can I send you our portfolio & quote?

Sameer
Web consultant
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold dev/qa testers',
    'en',
    'Hannah Osei <hannah@bugbasket.io>',
    'Found a bug in your checkout',
    `
Hey there, I tried to buy from you with an Irish postcode and the form wouldn't let me. Screenshot if you want it.

We test shops for a living: 30 people on real phones, a report in two days, fixed price. I thought I'd rather show than tell.

Is this something you'd consider, or is there a QA lead I should be bugging instead (sorry)?

Hannah
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold leads/intent signals',
    'en',
    'Colby Nash <colby@signalbarn.com>',
    '114 companies looked for what you sell',
    `
{{firstName}},

Last week 114 companies searched for the category {{attributes.company}} is in. We know who they are, and who in there does the buying.

I'd love to hand you ten of them for nothing. If they turn into pipeline, we talk about a subscription. Deal?

Grab 15 min whenever: https://signalbarn.com/colby

Colby Nash
SDR, Signalbarn
Not a fit? {{unsubscribeUrl}}`,
  ),
  plain(
    'cold leads/homeowners',
    'en',
    'Rick Stavros <rick@rooflinkleads.com>',
    'Exclusive roofing leads in your zip',
    `
Got homeowners in {{attributes.city}} asking for roof quotes and nobody to send them to. $65 a lead, exclusive, they fill in a form and we phone to verify before you get it.

First two are on me. How many can your crew handle a week?

Rick 469 555 0110
{{unsubscribeUrl}}`,
  ),
  signedAndTracked(
    'cold leads/technology users',
    'en',
    'Monica Hale <monica.hale@datafieldglobal.net>',
    'Users of warehouse software: contact list',
    `
Hi {{firstName}},

Hope you're having a great week. Would you be interested in reaching companies that currently use warehouse management systems?

We maintain an opt-in verified database with decision makers across North America, EMEA and APAC: names, titles, emails, direct numbers. All data is GDPR compliant. Please let me know your target geography and job titles, and I will come back with counts, a sample file and the cost.

Thanks and have a wonderful day,
Monica Hale | Demand Generation
If this doesn't make sense for you, respond with "opt out". {{unsubscribeUrl}}`,
  ),
  handmade(
    'cold demo/expense tool',
    'en',
    'Gareth Lloyd <gareth@spendthistle.com>',
    '{{firstName}}, receipts',
    `
<div style="font-family:Calibri,sans-serif;font-size:11pt"><p>Hi {{firstName}},</p><p>Finance people tell me that the last three days of each month vanish in a shoebox of receipts. Is it the same where you are?</p><p>Spendthistle reads them from a photo and posts them into Xero. A firm of accountants in Swansea got two of those three days back.</p><p>I'm in your area on the 12th. Could I buy you a coffee and show you? Otherwise a quick call does the job as well.</p><p>Cheers,<br>Gareth</p><hr><p style="font-size:8pt"><b>Gareth Lloyd</b> | Regional Sales, Wales and West<br>07700 900 142 | <a href="https://www.spendthistle.com">www.spendthistle.com</a> | <a href="https://www.linkedin.com/in/gareth-lloyd-example">LinkedIn</a><br>Unless you'd rather I didn't: <a href="{{unsubscribeUrl}}">opt out</a></p></div>`,
  ),
  signedAndTracked(
    'cold demo/cybersecurity',
    'en',
    'Nadia Ferrant <nferrant@bastionloop.com>',
    'Supplier risk at {{attributes.company}}',
    `
Hello {{firstName}},

Congratulations on the new role! In your first ninety days as CISO somebody is going to ask you about supplier risk.

We built Bastion Loop for that question. It monitors your vendors continuously and gives the board one page. Peers of yours at two regional banks use it today.

How does your diary look on the 18th or 19th for a 25 minute walkthrough?

Regards,
Nadia Ferrant
Enterprise Account Director
You received this email because your role matches our ideal customer profile. {{unsubscribeUrl}}`,
  ),
  plain(
    'cold demo/restaurant tablets',
    'en',
    'Joey <joey@platepilot.us>',
    'third party fees',
    `
30% to the delivery apps. Thirty!

We give you your own ordering site, same drivers, flat $1.50 an order. Luigi's on 4th is saving about two grand a month with it, go ask him.

Can I swing by between lunch and dinner this week? Or text me 213-555-0166.

Joey, Plate Pilot
leave me alone joey: {{unsubscribeUrl}}`,
  ),
  plain(
    'cold demo/legal ai',
    'en',
    'Beatrice Lund <beatrice@clausewell.ai>',
    'Contract review in 4 minutes',
    `
Dear {{firstName}},

I'm reaching out because you are listed as general counsel on your company's website.

General counsel tell us that half their week goes into non-disclosure agreements. Clausewell reviews one in four minutes, against your own playbook, and marks it up in Word.

I would value your opinion of it, even if you never buy. Might you spare twenty minutes on Thursday?

Beatrice Lund
Founder
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold demo/fleet',
    'en',
    'Terry Gault <terry.gault@axlewatch.com>',
    'Fuel costs / 22 vans',
    `
{{firstName}}

Counted 22 vans on your yard when I drove past. At today's diesel, idling alone is costing you about £900 a month.

Axlewatch trackers are £9 a van, fitted by us, 30 day contract. Would it be worth five minutes on the phone? I can ring tomorrow before eight if you're out on the road after that.

Terry
{{unsubscribeUrl}}`,
  ),
  signedAndTracked(
    'cold cash advance/bridge',
    'en',
    'Sterling at Oakmont <sterling@oakmontadvance.net>',
    'file 44810 - {{attributes.company}}',
    `
Good morning {{firstName}},

I have your file on my desk with an approval of up to $250K, and I can't reach you at the business number.

No hard pull, terms up to 24 months, daily or weekly payments, funds same day. The underwriter needs only the application (1 page) and three months of statements.

Are you still looking for capital, or shall I withdraw the offer? Call or text 646-555-0137.

Sterling Voss
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold cash advance/invoice factoring',
    'en',
    'Lorna Petty <lorna@daywaterfinance.co.uk>',
    'Waiting 60 days to be paid?',
    `
Hi {{firstName}},

I look after haulage firms at Daywater Finance. If your customers take 60 days to pay, we can release up to 90 % of your invoices within a day.

I appreciate you weren't expecting to hear from me. Would you be open to a brief chat to see whether it fits, or should I contact your FD?

Lorna Petty, Business Development Manager
{{unsubscribeUrl}}`,
  ),
  signedAndTracked(
    'cold supplier/led panels',
    'en',
    'Kevin Huang <kevin@luminfactory.net>',
    'LED panel light, CE, 5 years warranty',
    `
Dear Purchasing Manager,

How are you? We got your information from the Light + Building exhibitor book.

We are LED panel light manufacturer since 2008, main market is Germany, Spain and Poland. 60x60 40W only USD 9.8 FOB. Could you please tell me your estimated quantity? Then I send you the catalogue and best price.

Sample is free for your quality test. Hope we can have long term cooperation!

Best regards,
Kevin
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold supplier/uniforms',
    'en',
    'Bilal Chaudhry <export@sialstitch.com>',
    'Workwear & uniforms from factory',
    `
Asalam o alaikum / Hello Sir,

We manufacture work uniforms, hoodies, gloves and custom sports wear in Sialkot. MOQ 50 pieces per design with your logo and label.

Please reply with your required articles, we will make free digital mockup in 24 hours and send quotation with DHL door delivery.

Waiting for your kind reply
Bilal
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold freight/truckload',
    'en',
    'Shelby Knox <shelby@pinetopcarriers.com>',
    'trucks in your lane',
    `
Hey {{firstName}}, Shelby with Pinetop. I've got six reefers empty in Fresno every Thursday headed to Dallas, and I believe y'all ship that way.

What are you paying right now? I'd like a shot at one load, just one. If we mess it up never call me again.

Who handles routing over there?
{{unsubscribeUrl}}`,
  ),
  signedAndTracked(
    'cold translation/subtitles',
    'en',
    'Ilse Brandt <ilse@undertitelhuset.com>',
    'Subtitles for your training videos',
    `
Hello,

While browsing your channel I saw that your training videos only have English captions. Automatic ones at that (they call your CEO "Mr. Toaster").

We're five subtitlers who do German, Dutch and the Nordic languages. Would a free sample of your latest video be welcome? It takes me an evening and you'd be under no obligation whatsoever.

Ilse
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold office/coffee machine',
    'en',
    'Sam at Morning Ritual <sam@morningritualoffice.com>',
    'free coffee machine for 2 weeks',
    `
Hi {{firstName}}, I bring bean-to-cup machines to offices around {{attributes.city}} and leave them for two weeks, free. If your team wants to keep it, it's 79 a month with service. If not I pick it up and you keep the beans.

Shall I put you down for the week of the 10th? If the office manager is somebody else, would you mind passing this on?

Sam
{{unsubscribeUrl}}`,
  ),
  signedAndTracked(
    'cold solar/roof',
    'en',
    'Declan Roe <declan@sunmeadowcommercial.com>',
    'Your roof on Industrial Way',
    `
{{firstName}},

I'm looking at a satellite picture of your building on Industrial Way. That's 3,000 square metres of flat, south facing roof doing nothing.

A system there would pay for itself in five years, and with the current grant in less than four. I've done the arithmetic on one page. May I send it across? All I'd need in return is fifteen minutes of your time to talk through your electricity bill.

Declan Roe
Sunmeadow Commercial
Please tell me if you'd prefer no further emails: {{unsubscribeUrl}}`,
  ),
];
