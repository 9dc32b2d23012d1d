import type { OwnMail } from '../own-mail.ts';
import { webmailSheet } from './sheets.ts';

/** Sellers of software, traffic, lists and labour who write to strangers in English. */
export const coldEnglishSales: readonly OwnMail[] = [
  {
    name: 'fresh cold: sdr noticed the hiring',
    lang: 'en',
    subject: 'your 3 open SDR roles',
    from: { displayName: 'Kyle Brannigan', address: 'kyle@try-pipesmith.com' },
    text: `{{firstName}}, saw {{company}} has three SDR roles up.

Before you fill them: two teams your size gave us the same job for the price of half a rep and were getting 14 meetings a month by week five.

Worth a look, or bad timing?

Kyle

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: bump under it',
    lang: 'en',
    subject: 'Re: your 3 open SDR roles',
    from: { displayName: 'Kyle Brannigan', address: 'kyle@try-pipesmith.com' },
    text: `Floating this back up, {{firstName}}. I know your inbox is a war zone. Should I be talking to somebody else at {{company}}?

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: breakup with three numbers',
    lang: 'en',
    subject: 'closing your file',
    from: { displayName: 'Marisol Teague', address: 'marisol@revcanopy.io' },
    text: `Hi {{firstName}},

I've written a few times now and heard nothing, so I take it this isn't a priority. Before I close your file, could you answer with a number?

1 - Interested, just busy
2 - Ask me again next quarter
3 - Go away, Marisol

Whichever it is, no hard feelings.

Marisol Teague
Account Executive, Revcanopy

If you don't want to hear from me: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: seo audit of the site',
    lang: 'en',
    subject: '{{company}} website errors',
    from: { displayName: 'Anita Verghis', address: 'anita.verghis@rankpetal-digital.com' },
    text: `Dear Business Owner,

While going through your website I found a number of problems which are keeping it from ranking on the first page: missing meta tags, slow loading on mobile, broken links and poor quality backlinks. Your competitors are taking the customers that should be yours.

We are a team of 60+ certified experts and offer SEO, social media and website redesign at affordable monthly packages with guaranteed results.

May I send you a free audit report along with our price list? If interested kindly share your phone number and the best time to call.

Warm regards
Anita Verghis
Business Development Executive

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: guest post for money',
    lang: 'en',
    subject: 'Article for your blog',
    from: { displayName: 'Derren P.', address: 'derren@outreachhedge.net' },
    text: `Hey there,

Came across your blog and loved the recent piece. Do you accept sponsored posts? I'd supply a unique 1000 word article with one do-follow link to a client in the home improvement niche. What do you charge for this? We pay by PayPal within 24 hrs of it going live and have a lot more orders where that came from.

Also let me know if you do link insertions and your price for casino/CBD.

Derren

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: swap of links',
    lang: 'en',
    subject: 'a resource your readers might like',
    from: { displayName: 'Jessamy Holt', address: 'jessamy@kettleandcalendar.com' },
    html: webmailSheet(
      `<div>Hi {{firstName}},</div><div><br></div><div>I was researching time tracking this morning and landed on your article. Really thorough, bookmarked it!</div><div><br></div><div>I noticed you mention a calculator that no longer exists. We happen to have just published <a href="https://kettleandcalendar.com/calculator">one of our own</a>, and I think it'd make a great replacement for your readers. In return I'd be glad to link to you from one of our posts (DR 61).</div><div><br></div><div>Would you be open to that?</div>`,
      '<b>Jessamy Holt</b> | Content Partnerships<br><a href="https://kettleandcalendar.com">kettleandcalendar.com</a>',
      'Not for you? <a href="{{unsubscribeUrl}}">Let me know</a>',
    ),
  },
  {
    name: 'fresh cold: list of attendees for sale',
    lang: 'en',
    subject: 'Attendees List - Packaging Innovations Expo',
    from: { displayName: 'Stella Moore', address: 'stella.moore@eventleadshub.biz' },
    text: `Hi,

I'm checking whether you would be interested in acquiring the pre-registered visitors list of Packaging Innovations Expo.

Count: 11,482 decision makers
Fields: contact name, job title, company, verified business email, direct phone, URL, city
Cost: $1,299 (discounted until Friday)

The list is yours for unlimited usage. Shall I send the sample and payment details?

Best,
Stella Moore
Tradeshow Coordinator

If not relevant reply "Out". {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: intent signals',
    lang: 'en',
    subject: '41 companies were on your pricing page',
    from: { displayName: 'Bo Lindgren-Ash', address: 'bo@get-glimmerdeck.com' },
    html: webmailSheet(
      `<div>{{firstName}} - most of the companies who look at {{company}}'s pricing leave without a trace.</div><div><br></div><div>We put names, titles and emails to about 40% of them, and push them to Slack while they're still reading. Customers usually book their first extra demo in the first week.</div><div><br></div><div>I can switch it on for your site for 14 days, free. Want me to? Or just grab a slot: <a href="https://meet.get-glimmerdeck.com/bo/20min">here's my calendar</a>.</div>`,
      'Bo Lindgren-Ash<br>Glimmerdeck<br><i>"They paid for themselves in a week." VP Sales, Tarnhill</i>',
      '<a href="{{unsubscribeUrl}}">Opt out</a>',
    ),
  },
  {
    name: 'fresh cold: agency of paid ads with flattery',
    lang: 'en',
    subject: 'loved the new packaging',
    from: { displayName: 'Tobi from Scalehatch', address: 'tobi@scalehatchmedia.co' },
    text: `Hey {{firstName}}! Just stumbled on {{company}} and wow, that new packaging is gorgeous. You can tell somebody there cares.

I had a peek at your ads and, honestly? They don't do the product justice. We took a candle brand from 40k to 210k a month in ninety days on Meta alone, and I already have 3 ideas for yours.

I recorded a quick video with them (2 min, no pitch). Okay if I send it over?

Tobi
Founder @ Scalehatch
P.S. we only get paid when you do.

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: offshore developers',
    lang: 'en',
    subject: 'Hire dedicated developers from $18/hr',
    from: { displayName: 'Rakshit Malhan', address: 'rakshit@codeorchardtech.in' },
    text: `Hello Sir/Madam,

Greetings of the day!

We are an ISO certified software company having 9+ years of experience in mobile apps, web development, e-commerce and AI chatbots. We provide dedicated developers on hourly, weekly or monthly basis.

React / Node: $18 per hour
Android / iOS: $20 per hour
QA: $12 per hour

No hidden cost, NDA signed, one week risk free trial. If you have any requirement at present or in future kindly revert, and I will share our portfolio and case studies. Can we connect over Skype or WhatsApp?

Thanks & Regards,
Rakshit Malhan

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: virtual assistants',
    lang: 'en',
    subject: 'what would you do with 20 more hours?',
    from: { displayName: 'Ligaya', address: 'ligaya@mangrovevirtual.com' },
    text: `Hi {{firstName}},

Founders I speak to lose half a day each week to inbox, invoices and chasing suppliers. Our assistants in Cebu do it from $7 an hour, and the first ten hours are on us.

Open to a short intro call this week?

Ligaya Montebon
Mangrove Virtual

Reply STOP or {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: says the reader signed up',
    lang: 'en',
    subject: 'Boost {{company}} in local search',
    from: { displayName: 'LocalLift Marketing', address: 'offers@locallift-mktg.com' },
    html: `<html><body style="font-family:Verdana"><h2>Hi {{company}} team,</h2><p>Did you know that 7 out of 10 people in your area can't find you? We fix your business listing, write your reviews replies and put you on the map, from $99 per month. No contract.</p>
<p><a href="https://locallift-mktg.com/start?utm_campaign=q2cold">Get my free visibility score</a> or call Brent at 555-0127 today.</p>
<p style="font-size:10px;color:#999">You are receiving this email because your business is listed in a public directory and may benefit from our offer. <a href="{{unsubscribeUrl}}">Remove my business</a></p></body></html>`,
  },
  {
    name: 'fresh cold: compliance tool with a scare',
    lang: 'en',
    subject: 'Is {{company}} exposed to an ADA lawsuit?',
    from: { displayName: 'Grant Oldmeadow', address: 'grant@accesswarden.io' },
    text: `{{firstName}},

We ran a scan of your homepage last night. It failed 17 of 38 accessibility checks, the same ones plaintiffs cite in demand letters. The average settlement last year was $25,000.

One line of our code fixes most of it. I'd be happy to walk you through the report, it takes ten minutes. Thursday at 2 or Friday at 10?

Grant Oldmeadow
Accesswarden

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: found a hole, wants a bounty',
    lang: 'en',
    subject: 'Vulnerability in your website - responsible disclosure',
    from: { displayName: 'Z. Haroon', address: 'z.haroon.research@secfalconers.com' },
    text: `Hello Team,

I am an independent security researcher. I found a vulnerability in your site (missing SPF/DMARC, clickjacking) which attackers may use to harm your customers and reputation.

Please let me know if you have a bug bounty and what is the reward for such a report, so I can share full proof of concept and more serious findings. I am also available for a full penetration test at a good price.

Waiting for your positive response,
Haroon

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: ai receptionist in one line',
    lang: 'en',
    subject: 'missed call',
    from: { displayName: 'Dax', address: 'dax@answerwren.ai' },
    text: `Called {{company}} at 6:40 last night and got voicemail. Our AI would've picked up and booked me in. Want to hear it take one of your calls?

Dax

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: refers to a colleague',
    lang: 'en',
    subject: 'Was told you look after IT',
    from: { displayName: 'Phillipa Storrs', address: 'p.storrs@northquaynetworks.co.uk' },
    html: webmailSheet(
      `<div>Hi {{firstName}},</div><div><br></div><div>I spoke with your reception, who suggested you're the right person for IT and telecoms at {{company}}.</div><div><br></div><div>We're a managed service provider nearby and look after around 80 firms between 20 and 100 seats. Most save a fifth when they move their phones and support to us, and they get a human within two minutes.</div><div><br></div><div>When's your current contract up? If it's within the year, it'd make sense to have a brief chat so you have something to compare. I'm round your way next Wednesday and could drop in with a coffee.</div>`,
      '<b>Phillipa Storrs</b><br>New Business, Northquay Networks<br>01632 960 441 | <a href="https://northquaynetworks.co.uk">northquaynetworks.co.uk</a><br><img src="https://northquaynetworks.co.uk/sig/banner.png" width="300" alt="Awarded MSP of the year">',
      'If you would rather not hear from us, <a href="{{unsubscribeUrl}}">click here</a>. Northquay Networks Ltd.',
    ),
  },
  {
    name: 'fresh cold: email sequence as a case study',
    lang: 'en',
    subject: 'how Dunmere got to 9 demos a week',
    from: { displayName: 'Sanne Whitlock', address: 'sanne@inboxorchid.com' },
    text: `Hi {{firstName}},

Dunmere sells to the same buyers as {{company}}. In January they had two demos a week, all by referral. We wrote them a sequence, warmed up six domains, built a list of 4,100 operations leads and sent. By March it was nine a week.

I think we could do it for you quicker, since you have better logos.

The model is simple: nothing up front, a fee for each meeting that shows up. If that sounds fair, I'll send over what a first month would look like, including twenty accounts I'd start with.

Interested?

Sanne Whitlock
Inboxorchid

ps. if you're not the one who owns outbound, who should I bother instead?

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: payroll, thoughts',
    lang: 'en',
    subject: 'Thoughts, {{firstName}}?',
    from: { displayName: 'Emmett Cray', address: 'emmett.cray@paylarch-team.com' },
    text: `{{firstName}}, just circling back on my note from last week about payroll at {{company}}. We're running a promo until month end: three months free and we handle the switch. Any thoughts?

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: merchant cash advance',
    lang: 'en',
    subject: 'You are pre-approved for $85,000',
    from: { displayName: 'Vince - Funding Desk', address: 'vince@swiftgranitecapital.com' },
    text: `Good morning {{firstName}},

Based on your industry and time in business {{company}} looks to be pre-approved for up to $85,000 in working capital. Funds in 24 hours, no collateral, credit under 600 okay.

All I need is the last three bank statements and a one page application. Rates from 1.12.

Call or text me direct 555-0166. This offer is only held until Friday.

Vince Morello
Senior Funding Advisor

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: processing fees',
    lang: 'en',
    subject: 'lowering your card fees',
    from: { displayName: 'Carol-Anne Biggs', address: 'cab@tillsaver-partners.com' },
    text: `Hello to the team at {{company}},

Are you still paying close to 3% on cards? Under a new program restaurants in your area are paying 0%. I'm the local rep and would love to stop by with a free terminal and show whoever handles it how it works. Takes five minutes, and I can look at a recent statement while I'm there.

What day is best?

Carol-Anne

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: video testimonial maker',
    lang: 'en',
    subject: 'idea for {{company}}',
    from: { displayName: 'Ruben Achterberg', address: 'ruben@reelhearth.studio' },
    html: webmailSheet(
      '<div>Hi {{firstName}}, quick idea.</div><div><br></div><div>Your home page tells people what you do, but not why they should believe it. A 60 second explainer would. We made <a href="https://reelhearth.studio/work/larkmoor">this one for Larkmoor</a> and their sign-ups rose by 34%.</div><div><br></div><div>I drafted a rough script for yours on the train. Shall I send it? It\'s free, and if you hate it you can tell me so.</div>',
      'Ruben Achterberg, producer<br><a href="https://reelhearth.studio">Reelhearth</a>',
      '<a href="{{unsubscribeUrl}}">unsubscribe</a>',
    ),
  },
  {
    name: 'fresh cold: long letter on supply chain software',
    lang: 'en',
    subject: 'What I learnt at eleven plants like yours',
    from: { displayName: 'Leopold Quist', address: 'leopold.quist@hello-tallyferry.com' },
    text: `Dear {{firstName}},

We haven't met. I lead the Nordic business of Tallyferry, and I spent the spring walking through eleven plants that make roughly what {{company}} makes. I thought you might want to know what I saw, whether or not we ever do anything together.

First, everyone plans in spreadsheets, including those who paid for something better. Second, the planners know the numbers are wrong and add a quiet ten percent to everything. Third, nobody above them knows about the ten percent. At one plant it came to 1.4 million euros of steel standing in the rain.

Tallyferry is a planning tool which takes the orders from your ERP as they are, learns how late your suppliers really are, and tells the planner each morning what to order. It is live in six weeks rather than a year. At Brandhall it took inventory down by 22 percent without a single missed shipment; their COO has kindly agreed to speak to anyone I send his way.

I don't know if any of that applies to {{company}}. If it does, I'd propose a first conversation of half an hour with you and whoever runs planning. You would leave with an estimate of what your own ten percent costs.

Would the week of the 9th suit?

With kind regards,
Leopold Quist
General Manager Nordics

PS: should this be for someone else's desk, I'd be obliged if you forwarded it.

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: newsletter in form, pitch in truth',
    lang: 'en',
    subject: 'How dental practices in your area fill Mondays',
    from: { displayName: 'Molarity', address: 'insights@molarity-growth.com' },
    html: `<html><body style="background:#eef2f7"><div style="max-width:600px;margin:auto;background:#fff;padding:28px;font-family:Arial">
<img src="https://molarity-growth.com/logo.png" width="140" alt="Molarity"><h1>Hi {{company}},</h1>
<p>We don't know each other yet. We found your practice on the map and noticed something: 38 reviews, 4.9 stars, and yet the practice down the road comes up before you when somebody types “dentist near me”.</p>
<p>That's not because they are better. It's because they answer reviews, have a page for each treatment and spend a little on ads. We do all three for 64 practices. On average they see 31 additional new patients a month, and we never take on two practices in one postcode. Yours is still free.</p>
<p>To show you what we mean we've prepared, at no cost, a growth plan for your practice with the eleven searches you're missing.</p>
<p style="text-align:center"><a href="https://molarity-growth.com/plan?ref=eml_cold_07" style="background:#0ea5e9;color:#fff;padding:14px 28px">Claim your free growth plan</a></p>
<p>Or hit reply with a good time and one of our consultants will call the front desk.</p><p>To your growth,<br>Adaeze &amp; the Molarity team</p>
<p style="font-size:11px;color:#999">You are receiving this because we believe our content is relevant to your role. Molarity LLC, 12 Ridge Ct, Boise ID. <a href="{{unsubscribeUrl}}">Unsubscribe</a></p></div></body></html>`,
  },
];
