import type { OwnMail } from '../own-mail.ts';
import { webmailSheet } from './sheets.ts';

/**
 * Recruiters, suppliers, investors, founders, journalists and event sellers who write to strangers in
 * English.
 */
export const coldEnglishOthers: readonly OwnMail[] = [
  {
    name: 'fresh cold: headhunter to a passive candidate',
    lang: 'en',
    subject: 'Confidential: Director of Engineering',
    from: { displayName: 'Imogen Faraday', address: 'imogen@faradaysearchpartners.com' },
    text: `Hi {{firstName}},

Your profile came up while I was mapping the market for a client, a series B climate business in London. They're after a Director of Engineering, base up to £165k plus meaningful equity. Your years at {{company}} look like exactly what they lack.

You may be perfectly happy where you are. Still, would you be up for an exploratory chat, in confidence? If it's not for you and you know somebody, we pay £2,000 for a successful referral.

Imogen Faraday
Faraday Search Partners

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: recruiter with a candidate in hand',
    lang: 'en',
    subject: 'Ex-Tarnhill account manager, available now',
    from: { displayName: 'Josh Pemberley', address: 'josh@quarrystaff.co.uk' },
    text: `Hi {{firstName}}

I'm working exclusively with an account manager who has just come on the market: 6 yrs in SaaS, 118% of target, 15 minutes from your office, looking for 48k. He asked me to approach {{company}} by name.

Can I send his CV across? We're at 15% with a 12 week rebate. Also happy to hear what else you're struggling to fill.

Josh

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: staffing of a warehouse',
    lang: 'en',
    subject: 'Temp labor for peak',
    from: { displayName: 'Denise Kowal', address: 'denise.kowal@ironpeakstaffing.com' },
    text: `Good afternoon,

My name is Denise and I am the account manager for your region at Ironpeak Staffing. I'm reaching out to introduce our company and see how you are doing for forklift drivers, pickers and general labor ahead of peak. We can have ten people on your dock by Monday, drug screened and e-verified.

Who would be the best person to speak with about your staffing needs? I'd love to set up a brief visit.

Denise Kowal
Ironpeak Staffing

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: packaging from a factory',
    lang: 'en',
    subject: 'Custom mailer boxes supplier',
    from: { displayName: 'Coco Lin', address: 'coco@jinhuapaperbox.com' },
    text: `Dear friend,

How are you? This is Coco from Jinhua Paperbox, a professional factory of gift boxes and mailer boxes for 14 years, with FSC certificate.

We learn from your website that {{company}} sells candles. Our boxes are with good quality and competitive price, small MOQ 300 pcs, free design, sample in 3 days. We supply to many brands in Europe and USA.

May I send you catalog and best quotation? My WhatsApp: 86 000 5550 119.

Have a nice day!
Coco Lin
Sales Manager

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: machined parts',
    lang: 'en',
    subject: 'CNC parts / RFQ',
    from: { displayName: 'Victor Hsu', address: 'sales03@dongshen-precision.com' },
    html: webmailSheet(
      '<div>Dear Purchasing Manager,</div><div><br></div><div>Glad to know you are in the market of valves. We make CNC turned and milled parts, tolerance 0.005 mm, lead time 7 to 12 days, IATF 16949. Monthly capacity 600,000 pcs.</div><div><br></div><div>Send us drawings and we quote within 12 hours. For first order we offer 10% off.</div><div><br></div><div>Hope we can build a long term cooperation.</div>',
      'Victor Hsu<br>Dongshen Precision Co.<br><a href="https://dongshen-precision.com/products">Products</a> | <a href="https://dongshen-precision.com/video">Factory video</a>',
      '<a href="{{unsubscribeUrl}}">Unsubscribe</a>',
    ),
  },
  {
    name: 'fresh cold: investor fishing for rounds',
    lang: 'en',
    subject: 'Ardvale Ventures <> {{company}}',
    from: { displayName: 'Hugo Steenkamp', address: 'hugo@ardvaleventures.vc' },
    text: `{{firstName}},

I'm an associate at Ardvale (€180m, seed to B). We've been spending time in your space and {{company}} keeps coming up in our calls, so well done.

I imagine you're not raising. I'd still love to get to know you early. Could you do 30 minutes next week? Nothing to prepare, though if there's a deck I wouldn't say no.

Hugo

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: broker has a buyer for the business',
    lang: 'en',
    subject: 'Acquisition interest in {{company}}',
    from: { displayName: 'Randall Fitch', address: 'rfitch@cedarspanadvisory.com' },
    text: `Dear {{firstName}},

Cedarspan advises private buyers, and one of them has asked us to find HVAC businesses in your state with $2-10 million in revenue. Yours fits the profile. They pay 5 to 7 times EBITDA, most of it in cash, and keep the staff.

Have you given any thought to what you'd want to do with the company? A confidential conversation costs nothing, and you'd learn what it is worth today.

Please reply with a number where I can reach you.

Respectfully,
Randall Fitch
Managing Director

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: founder asks a stranger for his pain',
    lang: 'en',
    subject: 'not selling anything (yet)',
    from: { displayName: 'Wen', address: 'wen@spoolwise.dev' },
    text: `Hey {{firstName}},

I quit my job in February to build a tool for people who run warehouses, and I'm talking to forty of them before I write another line. You run one, and I liked what you posted about cycle counts.

Could I steal 20 min of your time? I'll ask you about the worst part of your week and shut up. Happy to send a gift card, and early users will get it at half price.

Wen

Not interested: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: founder wants a partnership',
    lang: 'en',
    subject: 'Partnership {{company}} x Glasswort?',
    from: { displayName: 'Noor Adeline', address: 'noor@glasswort.co' },
    html: webmailSheet(
      '<div>Hi {{firstName}},</div><div><br></div><div>I run Glasswort, we make booking software for spas. Lots of our clients ask for the skincare you make, and I believe there\'s a win-win here: you mention us to your salons, we put you in front of our 900, and we pay 20% of what your referrals spend, for life.</div><div><br></div><div>Are you the one to talk to about partnerships? I\'d love to jump on a call and explore the synergies. <a href="https://cal.glasswort.co/noor">Pick any slot</a>.</div>',
      'Noor Adeline, co-founder<br>Glasswort',
      'Sent from me, by hand. No more? <a href="{{unsubscribeUrl}}">Here</a>',
    ),
  },
  {
    name: 'fresh cold: publicist pitches a client',
    lang: 'en',
    subject: 'Expert available: why Gen Z is sleeping less',
    from: { displayName: 'Bettina Rourke', address: 'bettina@rourkeandfinch-pr.com' },
    text: `Hi {{firstName}},

Hope you're having a great week! With the clocks going back on Sunday I thought your readers would be interested in new findings: 61% of under-25s sleep fewer than six hours.

Dr Lorcan Meath, founder of the sleep brand Dozewell, is available for interview and can speak to:
- the three mistakes everybody makes at 10 pm
- whether magnesium works
- why your mattress may be the problem

I can have comments, images and a sample to you within the hour. Would this be of interest for an upcoming feature?

Bettina Rourke
Rourke & Finch PR

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: guest for a podcast',
    lang: 'en',
    subject: 'guest for your show',
    from: { displayName: 'Podmatch desk, Lyle', address: 'lyle@micbound.agency' },
    text: `Hi {{firstName}}! Big fan of the podcast, the latest episode had me nodding the whole way.

I represent Chet Barlowe, who scaled and sold two agencies and wrote "Get Out of Your Own Way". He'd make a fantastic guest for your audience, and he shares every appearance with his 38k followers. Could I send his one-sheet and a few dates?

Lyle

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: paid place in a magazine',
    lang: 'en',
    subject: 'Congratulations: {{company}} shortlisted',
    from: { displayName: 'Awards Desk', address: 'nominations@globalvanguardreview.com' },
    text: `Dear {{firstName}},

I am delighted to inform you that {{company}} has been shortlisted by our research team for "10 Most Admired Companies to Watch" in Global Vanguard Review.

The winner's package includes two pages of editorial, the digital logo and a crystal trophy. To cover design and distribution there is a sponsorship of USD 2,500, reduced to USD 1,800 if confirmed this week.

Kindly confirm your acceptance so that our editor may schedule the interview.

Sincerely,
Crispin Vale
Research Head

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: paid speaking slot',
    lang: 'en',
    subject: 'Speaker invitation - Dubai, 14-15 November',
    from: { displayName: 'Farah Minhas', address: 'farah@futureretailsummits.com' },
    html: webmailSheet(
      '<div>Dear {{firstName}},</div><div><br></div><div>On behalf of the committee it is my pleasure to invite you as a speaker to the 6th Future Retail Summit. We expect 400 C-level delegates with confirmed budgets.</div><div><br></div><div>We have two solution provider slots left: a 20 minute keynote with ten pre-arranged one-to-one meetings of your choice. The early bird investment is USD 9,900 until the end of the month.</div><div><br></div><div>Shall I pencil you in and send the <a href="https://futureretailsummits.com/brochure">brochure</a>?</div>',
      'Farah Minhas<br>Delegate &amp; Sponsorship Relations',
      'To be removed <a href="{{unsubscribeUrl}}">click</a>',
    ),
  },
  {
    name: 'fresh cold: stand builder before a fair',
    lang: 'en',
    subject: 'Your booth at Interpack',
    from: { displayName: 'Marek Dvorny', address: 'marek@standwerkexpo.eu' },
    text: `Hello {{firstName}}, I saw in the exhibitor list that {{company}} has 36 sqm in hall 9. Who is building your stand? We design and build from 210 EUR per sqm, everything in, and can send a free 3D draft in two days. Only needs your logo and a rough budget. Shall we? Marek, Standwerk Expo. {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: name for sale',
    lang: 'en',
    subject: 'candlesbypost .com',
    from: { displayName: 'Neil', address: 'neil@namequayside.com' },
    text: `Hi,

I own candlesbypost (the .com) and am letting it go. As you use a longer name I figured you'd want first refusal before it goes to auction next week. I'd take $1,450. Interested?

Neil

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: cleaning of offices',
    lang: 'en',
    subject: 'Office cleaning quote',
    from: { displayName: 'Sparrowhawk Cleaning', address: 'quotes@sparrowhawkcleaning.co.uk' },
    text: `Good morning,

We already clean three offices on your street and have a team with a free slot from six in the evening. Because they're next door we can do yours for less than you're likely paying.

Would it be all right if Kevin popped in on Thursday to measure up? No obligation.

Kind regards
Sparrowhawk Cleaning Services

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: solar for the roof',
    lang: 'en',
    subject: 'the roof of your unit',
    from: { displayName: 'Aled Probert', address: 'aled@sunpurlin.co.uk' },
    text: `Hi {{firstName}}

I was looking at satellite pictures of your estate and your unit has one of the best south-facing roofs on it. I reckon 140 kW, or around £31k a year off your bill. There's funding that means you put in nothing.

I've done a quick desktop survey with the numbers. Who's the best person at {{company}} to send it to?

Aled Probert
Sunpurlin Commercial Solar
07700 900 412

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: encyclopedia page',
    lang: 'en',
    subject: 'Wiki page for {{firstName}}',
    from: { displayName: 'Editor Claire', address: 'claire@wikiscribers.agency' },
    text: `Hi {{firstName}}, our editors reviewed your online presence and believe you qualify for a page of your own in the encyclopedia everyone reads. We write, publish and look after it, with approval guaranteed or your money back. Fees start at $699 this week. Can I send you the draft outline? Claire {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: influencer asks for free things',
    lang: 'en',
    subject: 'Collab with @wanderwithpru',
    from: { displayName: 'Pru', address: 'pru@wanderwithpru.com' },
    text: `Heyy {{company}} team!!

I'm Pru, a travel and lifestyle creator (84k on Insta, 6% engagement). I'm OBSESSED with your hotel and am planning a trip to the coast in May. I'd love to offer you 1 reel, 5 stories and 10 photos you can use in exchange for a 3 night stay for two with breakfast. My media kit's on my site. Who handles collabs?

xx Pru

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: ghostwriter of posts',
    lang: 'en',
    subject: 'your last post',
    from: { displayName: 'Ottilie', address: 'ottilie@inkwellghosts.com' },
    text: `Your post on pricing got 9 likes. It deserved 900.

I ghostwrite for eleven founders like you, {{firstName}}. Two of them now get most of their leads from it. I rewrote your post to show you how I'd have done it. Can I send it over?

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: trademark about to be taken',
    lang: 'en',
    subject: 'Notice regarding the name {{company}}',
    from: { displayName: 'Trademark Filing Dept.', address: 'filings@markprotect-office.com' },
    text: `Dear Owner,

A third party has contacted our office to register the name "{{company}}". As you're currently using it without registration we're obliged by courtesy to inform you first. If you wish to secure it, we can file on your behalf at a reduced fee of $149 plus government charges. If we don't receive an answer in 48 hours we shall proceed with the other applicant.

To claim priority reply with your full name and phone number.

Senior Trademark Consultant
Markprotect Office (a private filing firm)

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: long approach of an executive recruiter',
    lang: 'en',
    subject: 'A conversation about your next chapter',
    from: { displayName: 'Araminta Voss', address: 'araminta@vosslangley.com' },
    html: webmailSheet(
      `<div>Dear {{firstName}},</div><div><br></div><div>Please forgive a message out of the blue. I run the consumer practice at Voss Langley, and I have been retained by the owners of a family business, fourth generation, about £90m in sales, to find its first chief executive from outside the family.</div><div><br></div>
<div>Your name was given to me by two people independently, which does not happen often. Both spoke of the way you brought {{company}} through the recall, and one of them said that you might be open to something where you could build for ten years rather than three. I can't name the client yet. What I can say is that the brand is one you'll have had in your kitchen, that the family are realistic, and that the package, with a stake that vests, has been drawn up to tempt somebody who is not looking.</div><div><br></div>
<div>Would you have half an hour for me, entirely off the record? I'm in Manchester on the 4th and 5th and would happily come to you, or we could speak in the evening. And if I've misread things and you are settled, I'd be very grateful for a thought on who else I should be talking to.</div>`,
      'Araminta Voss, Partner<br>Voss Langley Executive Search<br><a href="https://vosslangley.com/consumer">vosslangley.com</a>',
      'We hold your details in our legitimate interest as a search firm. <a href="{{unsubscribeUrl}}">Ask us to delete them</a>',
    ),
  },
];
