import { type OwnMail, plain, signed } from './mail.ts';

/** Cold mail in English that asks for links, people, money, event slots and answers. */
export const coldApproaches: OwnMail[] = [
  plain(
    'cold link/guest post',
    'en',
    'Emily Crane <emily@wordpollen.com>',
    'Content collaboration with your blog',
    `
Hi there,

I came across your blog while researching remote work, and I must say I loved your article! I am a freelance writer and would like to contribute a guest post to your site, free of cost. It would be 1,000 words, original, with one do-follow link to a client of mine.

Some topics I have in mind:
1. Seven habits of calm teams
2. Why meetings fail
3. Choosing a standing desk

Would that be of interest? Or do you accept sponsored posts, and what do you charge?

Emily
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold link/broken link',
    'en',
    'Oskar V. <oskar@lawnwisdom.net>',
    'dead link on your resources page',
    `
Hey {{firstName}}, huge fan of what you guys do.

Tiny thing, the fourth link on your resources page goes to a page that no longer exists. We happen to have a guide on the same subject which might make a good replacement: https://lawnwisdom.net/guide-to-moss

If you'd swap it I'd be happy to share your page with our 12k followers in return. Either way keep it up!

Oskar / Lawn Wisdom
{{unsubscribeUrl}}`,
  ),
  signed(
    'cold recruiting/candidate',
    'en',
    'Heather Quill <hquill@stonebridgesearch.com>',
    'Senior estimator role, confidential',
    `
Good morning {{firstName}},

I came across your profile and was impressed by your background in commercial construction. I am retained by a general contractor in your area who is looking for a senior estimator. Base of 135 to 150 plus bonus and a truck.

Even if you aren't actively looking, would you be open to a confidential 15 minute conversation this week? And if it's not for you, perhaps you know somebody.

Heather Quill
Stonebridge Search
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold recruiting/staffing',
    'en',
    'Paul Reyes <paul@forklane-staffing.com>',
    'Pickers and packers before peak',
    `
{{firstName}},

Peak is ten weeks out. We place warehouse staff within 48 hours, background checked, and you don't pay until they have worked a full week. Three of your neighbours on Commerce Drive use us.

Who handles temp labor at {{attributes.company}}? I'd like to stop by Tuesday or Wednesday for five minutes.

Paul Reyes
(972) 555-0148
If this isn't relevant: {{unsubscribeUrl}}`,
  ),
  signed(
    'cold invest/seed pitch',
    'en',
    'Ines Calloway <ines@ferritebattery.com>',
    'Ferrite: seed round, EUR 1.2m committed',
    `
Dear {{firstName}},

I found you through your investment in a grid storage company and hope you won't mind a note out of the blue.

Ferrite builds salt batteries for farms. We have two paid pilots, a patent filed, and 1.2m of a 2m round committed. We would love to have someone with your experience on board. The deck is 12 slides: https://ferritebattery.com/deck

Would you have half an hour next week for an introductory call?

Ines Calloway, CEO
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold invest/buy your company',
    'en',
    'Grant Holloway <grant@hollowaybridgecap.com>',
    'Have you thought about selling?',
    `
Good afternoon,

My firm represents several buyers who are actively looking for businesses like yours, and {{attributes.company}} came up in our research. They pay between 4 and 7 times earnings, and the owner may stay or go.

Have you given any thought to selling in the next year or two? If you'd like to know what it might be worth, I can walk you through it in a short, confidential phone call.

Respectfully,
Grant Holloway
Managing Director
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold partner/reseller',
    'en',
    'Lin Zhao <lin@tallpinepartners.io>',
    'Partnership opportunity',
    `
Hi {{firstName}}, I lead partnerships at Tall Pine. We make e-signature software, and I believe there is a strong synergy between our two companies.

Agencies such as yours earn 30 % recurring for every client they refer, and it takes no work from your side. Last year our best partner made $84,000.

Open to exploring? Let me know what your calendar looks like, or connect me with whoever looks after alliances.

Lin
You are receiving this because your business is listed publicly. {{unsubscribeUrl}}`,
  ),
  plain(
    'cold bump/second',
    'en',
    'Kelvin Marsh <kelvin@rankorchard.com>',
    'Re: your website on google',
    `
Hi again,

Just following up on my email below, did you get a chance to look at it? I know you're busy so I'll keep this short: shall I send the audit, yes or no?

Kelvin

> I was going through your website today and noticed it's not ranking for most of the words your customers search for.
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold bump/breakup',
    'en',
    'Olivia Stern <olivia.stern@getpeoplegrove.com>',
    'closing the loop',
    `
{{firstName}},

I've reached out a few times and haven't heard back, which usually means one of three things:

1. You're all set and I should stop bothering you.
2. You're interested but swamped.
3. You've fallen and can't get up (I'll call someone).

Reply with a number? Otherwise I'll assume the timing's off and close your file.

Olivia
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold probe/right person',
    'en',
    'Neil Adeyemi <neil@freshfloorcleaning.co.uk>',
    'Who looks after the building?',
    `
Hi, I was hoping you could point me to the person responsible for cleaning and facilities at {{attributes.company}}. Is that you, {{firstName}}, or should I be speaking to someone else?

Thanks in advance
Neil
Freshfloor
{{unsubscribeUrl}}`,
  ),
  signed(
    'cold sponsor/conference',
    'en',
    'Vanessa Roth <vanessa@summitfoundry.events>',
    'Last 3 sponsor slots: Retail CX Summit',
    `
Hello {{firstName}},

We're bringing together 200 heads of customer experience in Miami on 6 and 7 February: pre-qualified, budget-holding, and every one of them agrees to eight one-to-one meetings with sponsors.

Given what {{attributes.company}} does I thought of you straight away. Three sponsorship packages are left, from $14,500. Two of your competitors are in already.

Do you have ten minutes tomorrow so I can tell you who is coming?

Vanessa Roth, Sponsorship Director
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold podcast/guest',
    'en',
    'Mallory Finch <mallory@micdropbookings.com>',
    'Guest idea for your podcast',
    `
Hi {{firstName}},

I just listened to your latest episode and loved the bit about pricing!

I represent Dr. Stan Whitlock, author of "The Unafraid Leader", and I think he'd be a terrific guest for your audience. He could speak about decisions under pressure, about his years as a submarine officer, or about burnout.

Would you like his one-sheet and a few dates?

Warmly,
Mallory
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold awards/vanity',
    'en',
    'Editorial Desk <editor@titanleadersreview.com>',
    'Nomination: 10 Most Inspiring CEOs',
    `
Dear {{firstName}},

Greetings from Titan Leaders Review! Our panel has shortlisted you among the 10 Most Inspiring CEOs of the year.

As part of the feature you receive a two page interview, the cover logo and 500 digital copies. There's a nominal sponsorship of USD 2,000 which covers design.

May we have your consent and a convenient time for a call to proceed? This is time bound, as the issue closes this week.

Regards
Sophia, Editorial
{{unsubscribeUrl}}`,
  ),
];
