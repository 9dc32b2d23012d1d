import { handmade, type OwnMail, plain, signed } from './mail.ts';

/** Cold mail in English that offers to sell, build or lend. */
export const coldSales: OwnMail[] = [
  signed(
    'cold seo/rankings',
    'en',
    'Kelvin Marsh <kelvin@rankorchard.com>',
    'your website on google',
    `
Hello,

I was going through your website today and noticed it's not ranking for most of the words your customers search for. There are also some broken links and the mobile speed is low.

We are a team of 40 and have been doing this for eleven years. We could bring you to page one within 4 to 6 months. May I send you a free audit report along with our prices?

Please share your phone number and a good time to talk.

Kelvin
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold seo/local',
    'en',
    'Dana P. <dana@mapsfirst.co>',
    '{{attributes.company}} + maps',
    `
Hi {{firstName}} - typed your trade and your town into my phone and you came up ninth. The three above the fold get pretty much all of the calls.

I fixed that for a roofer two towns over (he went from nine to two in seven weeks). Happy to show you what I did, no charge, 10 mins. Thursday?

Dana

ps not your thing? say so and I'll go away, or {{unsubscribeUrl}}`,
  ),
  signed(
    'cold dev/outsourcing',
    'en',
    'Rohit Bansal <rohit.bansal@codeharborlabs.com>',
    'Dedicated developers at $18/hr',
    `
Dear Sir/Madam,

Hope this email finds you well and safe.

This is Rohit, Business Development Executive at Codeharbor Labs, a CMMI level 3 software company with 250+ engineers. We offer dedicated developers in React, Node, .NET, Flutter and AI/ML, on full time or hourly basis.

Our engagement models:
- Full time developer, from USD 1,900 per month
- Part time, from USD 1,100 per month
- Fixed price project

Kindly let me know if you have any requirement at present or in the near future so that I can share our profile and schedule a call with our technical head.

Awaiting your positive response.

Thanks & Regards,
Rohit Bansal
If you are not interested please reply "remove". {{unsubscribeUrl}}`,
  ),
  plain(
    'cold dev/app idea',
    'en',
    'Maks Zielin <maks@ninebits.dev>',
    'engineers on the bench',
    `
Hey {{firstName}},

saw that {{attributes.company}} has had two backend openings up since spring. Hiring is miserable right now, so a straightforward offer: a client of ours stopped a project, and I have two senior Go people free from the 1st. Kraków, good English, you can interview them this week.

Worth a chat? If I've got the wrong person, who should I talk to over there?

Maks
Ninebits
{{unsubscribeUrl}}`,
  ),
  signed(
    'cold leads/attendees',
    'en',
    'Jessica Wilde <jessica.wilde@eventrosters.com>',
    'Attendee list: Midwest Packaging Expo',
    `
Hi,

I wanted to check whether you would be interested in acquiring the attendees list of Midwest Packaging Expo for your marketing.

Count: 11,482 contacts. Each record contains: contact name, job title, company, phone, verified email address, industry.

Let me know your thoughts so I can send over counts and pricing. Appreciate your time.

Best,
Jessica Wilde
Marketing Coordinator
To opt out reply "leave out" in the subject. {{unsubscribeUrl}}`,
  ),
  plain(
    'cold leads/cfo list',
    'en',
    'Aaron Tilley <aaron@contactquarry.com>',
    'Verified emails of 6,300 finance directors',
    `
Quick one {{firstName}}, do you sell to finance directors?

We just finished building a list of 6,300 of them in the US and UK. Direct dials, work emails, 97 % deliverable. I can filter by revenue or by the accounting software they use. It is yours for $499 until Friday, or I can send 25 records as a sample first.

Want the sample?

Aaron, Contact Quarry
{{unsubscribeUrl}}`,
  ),
  handmade(
    'cold demo/hr software',
    'en',
    'Olivia Stern <olivia.stern@getpeoplegrove.com>',
    'Idea for {{attributes.company}}',
    `
<div dir="ltr"><p>Hi {{firstName}},</p><p>I noticed that you run HR for a company with people in three countries. Usually that means three spreadsheets of holidays and one person who hates January.</p>
<p>Peoplegrove puts them in one place, and teams like yours save about 11 hours a week. Would you be against a 20 minute demo next Tuesday at 10 or 2?</p>
<p>Best,</p>
<table><tr><td><img src="https://getpeoplegrove.com/sig/olivia.jpg" width="64"></td><td style="font-size:12px;font-family:Arial"><b>Olivia Stern</b><br>Account Executive, Peoplegrove<br><a href="https://getpeoplegrove.com">getpeoplegrove.com</a></td></tr></table>
<p style="font-size:9px;color:#aaa">Don't want to hear from me again? <a href="{{unsubscribeUrl}}">Click here</a></p></div>`,
  ),
  plain(
    'cold demo/ai agents',
    'en',
    'Tyler <tyler@tryquorumvoice.com>',
    'AI that answers your phone',
    `
{{firstName}} what happens when a customer calls {{attributes.company}} at 7pm?

For most plumbers it's voicemail, and the customer dials the next one.

Our AI picks up, books the job and texts you. 30 businesses in your state switched it on last month. Can I send you a 90 second recording of a real call?

Tyler

Sent from my phone
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold setter/appointments',
    'en',
    'Chris Malone <chris@bookedsolidgrowth.com>',
    '15 sales calls or you don’t pay',
    `
{{firstName}}, straight to it.

We put 15 to 20 qualified appointments a month on the calendars of companies such as {{attributes.company}}. We do the list, the emails and the follow ups, you just turn up. No retainer. If nobody shows, you owe us nothing.

I've 2 spots left for June. Want me to show you how it works? -> https://bookedsolidgrowth.com/see

Chris
Reply STOP and I'll stop. {{unsubscribeUrl}}`,
  ),
  plain(
    'cold supplier/bottles',
    'en',
    'Amy Lin <amy@brightwellglass.net>',
    'Glass bottle manufacturer',
    `
Dear friend,

Good day! Glad to know that you are in the market for glass packaging. This is Amy from Brightwell Glass, we are a professional manufacturer in Xuzhou with 16 years experience.

Our advantage: 1. factory price 2. small MOQ of 5000 pcs 3. free samples 4. delivery within 25 days.

May I know which size do you usually buy? We can quote the best price for your checking. If you are not the right person please forward to your purchasing department, thank you so much.

Amy Lin
WhatsApp +86 000 0000 0000
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold freight/rates',
    'en',
    'Dmitri Kolar <dkolar@baltfreightline.com>',
    'rates Shanghai to Rotterdam',
    `
Hi,

we are freight forwarder with own office in Shanghai, Ningbo and Gdansk. This week 40HC Shanghai - Rotterdam USD 2150 all in, free time 14 days.

Do you import from China? Send me your next shipment and I will quote in one hour, you can compare with your present forwarder, no obligation.

Dmitri
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold cash advance/merchant',
    'en',
    'Business Funding Desk <mike@quickledgerfunding.com>',
    'Pre-approved: $75,000 for {{attributes.company}}',
    `
Hi {{firstName}},

Mike here. Based on your time in business, {{attributes.company}} qualifies for up to $75,000 in working capital. Credit scores from 520 are fine, no collateral, and the money is in your account within 24 hours.

All I need is your last four bank statements. Reply with the amount you are after and I'll have a specialist call you today.

Mike Dorsey, Senior Funding Advisor
This is a commercial advertisement. Opt out: {{unsubscribeUrl}}`,
  ),
  signed(
    'cold translation/agency',
    'en',
    'Petra Novak <petra@manytongues-services.com>',
    'Freelance translators for your company',
    `
Dear Sirs,

allow me to introduce our agency. We translate technical documentation from and into 35 languages, ISO 17100, from 0.06 EUR a word, urgent jobs at no extra charge.

We saw on your website that you export machines to Brazil and Poland and that parts of the Portuguese version are not translated. We would be glad to do a test page free of charge. Could you tell me who in your company orders translations?

With kind regards
Petra Novak
{{unsubscribeUrl}}`,
  ),
  handmade(
    'cold video/explainer',
    'en',
    'Jay Rivers <jay@inkloopvideo.com>',
    'made this for you, {{firstName}}',
    `
<p>hey {{firstName}}!</p><p>Took the liberty of sketching out a storyboard for {{attributes.company}}: <a href="https://inkloopvideo.com/s/board">have a look</a>.</p><p>We make 60 second explainers for startups, start at $900, and it takes three weeks. If you like where this is heading I could jump on a call on Monday?</p><p>cheers<br>jay</p><p><a href="{{unsubscribeUrl}}">no thanks</a></p>`,
  ),
  signed(
    'cold insurance/broker',
    'en',
    'Wendy Castor <wendy@castorbenefits.com>',
    'Before your October renewal',
    `
{{firstName}}, your group health plan renews in October, if the public filings are right, and employers of your size are being quoted 14 % more.

We moved 60 local businesses to level-funded plans and most of them pay less than they did. I would need a census and ten minutes. Are you the one who deals with benefits?

Wendy Castor, licensed agent
P.S. To be removed from future outreach: {{unsubscribeUrl}}`,
  ),
];
