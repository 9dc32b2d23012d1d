import type { OwnMail } from '../own-mail.ts';
import { button, cardSheet, letterSheet, tableSheet } from './sheets.ts';

/**
 * Founders, clubs, schools, newsletters and boards: letters in a personal tone to people who asked for them.
 */
export const honestPeople: readonly OwnMail[] = [
  {
    name: 'fresh honest: founder welcomes a new user',
    lang: 'en',
    subject: 'quick question, {{firstName}}',
    from: { displayName: 'Priyanka', address: 'priyanka@tadpoleforms.com' },
    text: `Hi {{firstName}},

I'm Priyanka, I started Tadpole Forms. You made an account yesterday, so thank you.

Could I ask why you signed up? Just hit reply. I read all of them, and it's how we decide what to build.

Priyanka

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: trial ends, offer of a call',
    lang: 'en',
    subject: 'Your trial ends on Thursday. Want a hand?',
    from: { displayName: 'Callum from Stockroom', address: 'callum@stockroomapp.io' },
    html: letterSheet(
      `<p>Hi {{firstName}},</p><p>You've put 340 products into Stockroom and connected one till, which is further than most get in ten days. Your trial ends on Thursday; after that the account turns read-only until you pick a plan.</p>
<p>If you'd like to go through the open bits together, I have 20 minutes free most afternoons: <a href="https://stockroomapp.io/meet/callum">book a time</a>. If you'd rather be left alone, also fine. The <a href="https://stockroomapp.io/guide/first-count">guide to a first stock count</a> answers what people ask me most.</p><p>Cheers,<br>Callum<br>Customer success, Stockroom</p>`,
      'You get these during your trial. <a href="{{unsubscribeUrl}}">Unsubscribe</a>. Stockroom App Ltd, 9 Dock St, Dundee',
    ),
  },
  {
    name: 'fresh honest: founder tells of the past year',
    lang: 'en',
    subject: 'A hard year, and what comes next',
    from: { displayName: 'Jonah Vasterling', address: 'jonah@millracenotes.com' },
    text: `Dear {{firstName}},

I promised when you bought Millrace that I would write once a year and say plainly how we are doing. This is that letter.

We lost money in spring. We had hired two people for a sync engine that we then threw away, and I was too slow to say that it did not work. One of the two left. In summer we went back to files, which is what you bought us for, and the app became twice as fast. In autumn, for the first time, more people renewed than came new. That is the number I watch.

What comes next: a Linux build in March, and sharing by link, for which 412 of you voted. What will not come: an assistant that reads your notes. I have turned down two investors who wanted one. We are profitable by about a salary and a half, and can go on like this as long as you like the thing.

If you are thinking of leaving, I would like to hear it from you. Just reply, I answer on Sundays. If you want to help, show Millrace to one friend who writes.

Thank you for your money and, more, for your patience.

Jonah

Millrace Notes, Lübeck. You get one letter a year as a customer. None at all: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: newsletter on search ranking',
    lang: 'en',
    subject: 'Do backlinks still matter? (Crawl Notes 61)',
    from: { displayName: 'Crawl Notes', address: 'tamsin@crawlnotes.net' },
    html: tableSheet({
      brand: 'Crawl Notes',
      site: 'crawlnotes.net',
      preheader: 'We bought 40 guest posts so that you need not',
      body: `<p>Morning, crawlers.</p><p>We spent $3,200 on forty guest posts from sellers who promised “DA 50+, permanent dofollow links, first page in 30 days”. Twelve weeks later: 31 are still up, 4 are indexed under the right address, and organic traffic of the test site rose by nothing we can measure.</p>
<p>Meanwhile the page on which we fixed the title and cut two thirds of the scripts went from position 14 to 6. <a href="https://link.crawlnotes.net/click/61/0a9c?u=aHR0cHM">The numbers are here</a>.</p>
<p>Also this week: a good free audit checklist, what an SEO agency should cost, and a reader who increased her leads by answering the telephone.</p><p>Tamsin</p>`,
      foot: 'You subscribed at crawlnotes.net. Crawl Notes, 2/118 King St, Newtown NSW',
      leave: 'Unsubscribe',
    }),
  },
  {
    name: 'fresh honest: newsletter for people in sales',
    lang: 'en',
    subject: 'The follow-up that got 11 replies',
    from: { displayName: 'Open Rate Club', address: 'monday@openrateclub.com' },
    text: `This week's teardown comes from Dele, a member who sells payroll software.

His first mail: "I hope this finds you well. I wanted to reach out because we help companies like yours save up to 30%." 200 sent, no replies.

His second, after we rewrote it in the Tuesday session: three lines, one of them about the reader, no calendar link. 11 replies, two of them rude.

What changed? He did the reading first. Members find the recording and both versions in the library: https://openrateclub.com/library/dele

Next live session: Tuesday at 17:00 London time. Bring your worst subject line.

You're a member of Open Rate Club. Leave: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: webinar for customers',
    lang: 'en',
    subject: "You're invited: what's new in Ferrule 9, live",
    from: { displayName: 'Ferrule Customer Team', address: 'events@ferrule.cloud' },
    html: cardSheet({
      brand: 'Ferrule',
      site: 'ferrule.cloud',
      body: `<p>Hi {{firstName}},</p><p>As a Ferrule customer, you're invited to 45 minutes with the people who built version 9: faster imports, roles per warehouse, and the new returns screen. Half of the time is for your questions.</p>
<p>Wednesday 22 October, 16:00 CET. Seats are limited to 200, so please <a href="https://ferrule.cloud/events/nine?utm_source=email&utm_medium=lifecycle">save yours</a>. Can't make it? Register anyway and you'll get the recording.</p>`,
      foot: 'Ferrule Cloud AB, Malmö',
      leave: 'Unsubscribe from events',
    }),
  },
  {
    name: 'fresh honest: job alert',
    lang: 'en',
    subject: '4 new jobs for "head of growth" in Manchester',
    from: { displayName: 'Perchboard Jobs', address: 'alerts@perchboard.co.uk' },
    html: tableSheet({
      brand: 'Perchboard',
      site: 'perchboard.co.uk',
      body: `<p>New since yesterday:</p><table width="100%"><tr><td><a href="https://perchboard.co.uk/j/40172">Head of Growth</a><br>Lathe &amp; Loom · £75k to £85k · hybrid</td></tr>
<tr><td><a href="https://perchboard.co.uk/j/40188">Lead Generation Manager</a><br>Norbury Solar · earn up to £60k OTE · on site</td></tr><tr><td><a href="https://perchboard.co.uk/j/40190">SDR team lead</a><br>Kelpforce · work from home</td></tr><tr><td><a href="https://perchboard.co.uk/j/40203">VP Growth</a><br>Confidential · apply by Friday</td></tr></table>`,
      foot: 'You saved this search on 2 May. Perchboard Ltd, Stockport',
      leave: 'Delete this alert',
    }),
  },
  {
    name: 'fresh honest: agency staffing a registered candidate',
    lang: 'en',
    subject: 'Shifts next week: reply with your days',
    from: { displayName: 'Rowntide Care Staffing', address: 'rota@rowntidecare.com' },
    text: `Hi {{firstName}}, we have 14 night shifts open at Ashgrove and St Brannock's from Monday, £19.40 an hour. You're registered with us and cleared for both. Reply with the days you can do by Thursday noon, first come first served. Please bring your badge. Jo, Rowntide. Off the rota list: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: release notes',
    lang: 'en',
    subject: 'Gantry 4.2: breaking change in webhooks',
    from: { displayName: 'Gantry', address: 'changelog@gantry.sh' },
    text: `Gantry 4.2 is out.

BREAKING. Webhooks signed with the old secret format stop verifying on 1 November. If your secret starts with "gs_", rotate it: https://gantry.sh/docs/rotate. This takes one minute and no downtime.

Added
- gantry login now supports passkeys
- password-less deploy tokens that expire

Fixed
- a token printed to the log with --verbose (CVE pending, update now)

npm i -g gantry@4.2

You subscribed to releases. {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: school closes for a day',
    lang: 'en',
    subject: 'School closed on Friday, and a trip payment',
    from: { displayName: 'Larkspur Primary School Office', address: 'office@larkspur-primary.sch.uk' },
    text: `Dear parents and carers,

School is closed on Friday for the boiler. Breakfast club is closed too. Year 4: the £18 for the farm trip is due by Wednesday, please pay through the parent app as usual; we cannot take cash at the gate. If £18 is difficult, have a quiet word with me, nobody stays behind.

We also still need an emergency contact for eleven children. If yours is one you have a note in the book bag.

Mrs Adeyemi-Clarke
School Office
{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: rowing club asks for fees',
    lang: 'en',
    subject: 'Subs are due, and we need a cox',
    from: { displayName: 'Mick Tregear', address: 'treasurer@eddystonerowing.club' },
    text: `All,

Subs for the season are due at the end of the month: 140 full, 60 students. Bank details are on the noticeboard and have not changed. Those who haven't paid by the regatta can't be insured, so can't row, sorry.

The women's four has lost its cox to Canada. If you weigh little and shout well, see Petra.

Working party Saturday at 9. Bacon rolls.

Mick

Leave the members' list: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: appeal of a charity',
    lang: 'en',
    subject: 'Urgent: the wells at Kasoba are dry',
    from: { displayName: 'Handpump Trust', address: 'appeal@handpumptrust.org' },
    html: tableSheet({
      brand: 'Handpump Trust',
      site: 'media.handpumptrust.org',
      preheader: 'Your gift today is doubled',
      body: `<p>Dear {{firstName}},</p><p>Last year you helped us to mend eleven pumps. This year the rain did not come, and four of those wells are dry. Families walk nine kilometres. I was there on Tuesday, and I am writing because there is little time.</p>
<p>A deeper borehole costs £6,400. Until Sunday a foundation doubles <b>whatever you give</b>: £20 becomes £40.</p>${button('https://donate.handpumptrust.org/kasoba?amt=20', 'Give £20 now', '#0369a1')}
<p>You can also send a cheque, or give by bank transfer to the account in our annual report. We never ask for donations by gift card or by phone.</p><p>With thanks,<br>Esther Mwangolo-Price<br>Director</p>`,
      foot: 'Registered charity 1190022. Handpump Trust, 31 Quay Lane, Exeter',
      leave: 'Unsubscribe',
    }),
  },
  {
    name: 'fresh honest: time for a check-up',
    lang: 'en',
    subject: "{{firstName}}, you're due for a check-up",
    from: { displayName: 'Bramble Lane Dental', address: 'recall@bramblelanedental.ca' },
    text: `Hi {{firstName}}, it has been six months since we saw you. Book at https://bramblelanedental.ca/book or call 604-555-0109. Your plan covers one cleaning before December 31, and what isn't used is lost. Bramble Lane Dental. {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: investor update',
    lang: 'en',
    subject: 'Peatfire: May update for investors',
    from: { displayName: 'Odalys Brandt', address: 'odalys@peatfire.energy' },
    text: `Hi all,

Short one. Revenue 61k (+9%), burn 88k, runway 13 months. Two pilots became contracts (Ostrava, Linz), one died because their buyer left.

Asks:
1. An introduction to anyone who heats greenhouses in the Netherlands.
2. Candidates for head of sales. We pay the referral.
3. We open a bridge of 600k on 1 July on the terms of the last round. 350k are taken. If you want your pro rata, tell me by the 20th and I'll send the papers.

Call with all of you on the 12th at 17:00 as usual.

Odalys

Confidential. You are on this list as a shareholder. {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: account review for a client of an agency',
    lang: 'en',
    subject: 'Your April report + 15 min next week?',
    from: { displayName: 'Gwil at Redshank Studio', address: 'gwil@redshankstudio.com' },
    html: letterSheet(
      `<p>Hi {{firstName}},</p><p>Your report for April is in the <a href="https://clients.redshankstudio.com/r/april">client area</a>. The short of it: traffic up 12%, enquiries flat, and the campaign we began together in March finally costs less per lead than the old one.</p><p>I'd like to move a third of the budget before summer. Do you have 15 minutes next week for our usual call? Tuesday or Wednesday works here.</p><p>Gwil</p>`,
      'Sent to clients of Redshank Studio, 5 Strand Row, Swansea. <a href="{{unsubscribeUrl}}">Unsubscribe</a>',
    ),
  },
  {
    name: 'fresh honest: long notice to members of a building society',
    lang: 'en',
    subject: 'Important changes to your account: please read',
    from: { displayName: 'Trentham Building Society', address: 'members@post.trenthambs.co.uk' },
    html: tableSheet({
      brand: 'Trentham Building Society',
      site: 'post.trenthambs.co.uk',
      preheader: 'Your rate, how you sign in, and your vote',
      body: `<p>Dear {{firstName}} {{lastName}},</p><p>Three things change on your account this summer. We have to tell you two months ahead, which is why this letter comes now.</p>
<h2>1. Your rate</h2><p>From 1 August the Easy Saver pays 3.10% instead of 3.35%. You may move your money to any other account of ours, or elsewhere, without a charge and without notice.</p>
<h2>2. How you sign in</h2><p>The card reader goes. From 15 August you confirm payments in the app, or, if you have no smartphone, with a code that we call through to your landline. To set this up, sign in as you always do. <b>We will not send you a link for it, nor ring you to ask for a code, a password or your card number.</b> If somebody does, put the phone down: there are people who use changes like this one.</p>
<h2>3. Your vote</h2><p>The annual meeting is on 24 July at 11:00. You can vote on the directors and their pay until 21 July at <a href="https://post.trenthambs.co.uk/l/0/vote?i=51c3">the voting page</a>, with the member number on your passbook. For each vote we give 20p to the air ambulance.</p>
<p>If you are behind with a mortgage, or worried that you will be, please speak to us early. In the branch, or on 0800 555 0131, nobody will rush you.</p>
<p>Yours sincerely,<br>Harriet Dunmow-Pryce<br>Member Services</p>${button('https://post.trenthambs.co.uk/l/0/changes?i=51c3', 'Read the full terms')}`,
      foot: 'You get this as a member; it is a notice we owe you by law. Trentham Building Society, 2 Potters Row, Stone',
      leave: 'Receive notices on paper',
    }),
  },
];
