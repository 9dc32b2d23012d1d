import { handmade, type OwnMail, plain, signedAndTracked } from './mail.ts';

/** Held back. Cold mail in English that asks for links, people, money, event slots and answers. */
export const heldColdApproaches: OwnMail[] = [
  plain(
    'cold link/niche edit',
    'en',
    'Jonah <jonah@outreachbadger.com>',
    'paid link on {{attributes.website}}',
    `
Hi

Looking to buy a link insertion in one of your existing posts. Client is in the home improvement niche, no casino or CBD. Budget $80 via PayPal, do-follow, permanent.

Lmk if that works or what your rate is. I have more clients so could be regular.

Jonah
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold link/infographic',
    'en',
    'Grace Whitford <grace@kettleandclover.com>',
    'An infographic for your readers?',
    `
Hello {{firstName}},

I'm Grace and I look after a small site about tea. I adored your piece on afternoon tea in Bath (the scones!).

We recently made an infographic on how much tea each county drinks. I wondered whether you might like to share it with your readers? You're welcome to use it free of charge, I'd only ask for a link back to us as the source: https://kettleandclover.com/tea-map

I'd happily write a short introduction to go with it. Do let me know what you think!

Grace x
{{unsubscribeUrl}}`,
  ),
  signedAndTracked(
    'cold recruiting/java',
    'en',
    'Ryan Cobb <ryan.cobb@vertexbridge-talent.com>',
    'Java Lead || Remote || Contract',
    `
Hi,

Hope you are doing great. I have an urgent requirement with our direct client, please find the JD below and let me know your interest with updated resume, expected rate, visa status and best time to call.

Title: Java Lead
Location: Remote (EST)
Duration: 12+ months
Skills: Java 17, Spring Boot, Kafka, AWS

We found your resume on a job portal. If you are not looking, kindly refer your friends, we have a good referral bonus.

Ryan Cobb
Technical Recruiter
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold recruiting/executive',
    'en',
    'Philippa Garnett <pg@garnettlowe.com>',
    'A discreet word',
    `
Dear {{firstName}},

Forgive the unsolicited approach. I am advising the board of a family-owned manufacturer on the appointment of its next finance director, and your name has come up more than once.

I realise you may be very content where you are. Might I tell you a little more by telephone, in strict confidence? Early mornings suit me.

Yours sincerely,
Philippa Garnett
{{unsubscribeUrl}}`,
  ),
  signedAndTracked(
    'cold recruiting/agency to employer',
    'en',
    'Zoe Marchetti <zoe@brightbenchrecruit.com>',
    'Your marketing manager vacancy',
    `
Hi {{firstName}}, I spotted your ad for a marketing manager. I'm working with someone exceptional: eight years in consumer goods, available on a month's notice, wants 48k and lives around the corner from you.

Interested in seeing an anonymised CV? My fee's 12 % with a three month guarantee.

If you aren't the hiring manager could you let me know who is? Thanks a mil.

Zoe
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold invest/startup deck',
    'en',
    'Kwame Boadi <kwame@harvestgrid.africa>',
    'Intro: HarvestGrid (raising $1.5M)',
    `
{{firstName}}, I read your essay on boring infrastructure twice. We're building some.

HarvestGrid rents solar cold rooms to farmers in Ghana by the crate. $41k MRR, up 19 % month on month, 14 rooms, zero defaults. We're raising $1.5M at a $9M cap, lead in place.

Would you take a look at the deck? https://harvestgrid.africa/deck (password: mango)

I could do Tuesday or Wednesday, any time before 6pm GMT.

Kwame
{{unsubscribeUrl}}`,
  ),
  signedAndTracked(
    'cold invest/property',
    'en',
    'Alistair Munro <alistair@crownleainvestments.com>',
    '9.2% fixed, paid quarterly',
    `
Dear {{firstName}},

May I introduce Crownlea? We offer private investors access to care home developments in the Midlands, with a fixed return of 9.2 % a year paid quarterly, from £10,000.

Your details were passed to us as a sophisticated investor. The brochure is available on request, and one of our advisers would be delighted to arrange a telephone consultation at your convenience.

Yours faithfully,
Alistair Munro
Head of Client Relations
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold invest/acquirer',
    'en',
    'Toby Lachlan <toby@permanentlachlan.com>',
    'Buying a business like yours',
    `
Hi {{firstName}},

I'm not a broker and not a fund. I'm thirty-eight, I ran a machine shop for my father-in-law and now I'd like to buy one of my own and run it for the next twenty years.

{{attributes.company}} looks like the sort of place I'd be proud of. If you've ever wondered about retiring, could we meet for lunch? I'd drive up.

Toby Lachlan
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold partner/affiliate',
    'en',
    'Serena Okoye <serena@petal-and-pine.com>',
    'Collab? 🌿',
    `
Heyyy {{firstName}}!

Obsessed with your feed 😍 We're a natural skincare brand and we think you'd be a perfect fit for our ambassador program! You'd get 50% off your first order plus 20% commission on every sale with your own code.

Let me know if you're in and which address to use! Spots fill up fast.

xo Serena
{{unsubscribeUrl}}`,
  ),
  signedAndTracked(
    'cold partner/white label',
    'en',
    'Martin Krall <martin@hosttwig.com>',
    'White label hosting for agencies',
    `
Hello {{firstName}},

My name is Martin and I'm responsible for agency partners at Hosttwig. I noticed your agency doesn't offer hosting.

With our white label you'd sell it under your own name, we do the support, and you keep 40 %. Sixty agencies in Austria and Slovenia work with us that way.

Should I send you the partner brochure, or is there a colleague who handles that sort of thing?

BR Martin
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold bump/did you see',
    'en',
    'Colby Nash <colby@signalbarn.com>',
    'RE: 114 companies looked for what you sell',
    `
Floating this to the top of your inbox, {{firstName}}.

Any thoughts?

C
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold bump/third touch',
    'en',
    'Nadia Ferrant <nferrant@bastionloop.com>',
    'Re: Supplier risk at {{attributes.company}}',
    `
{{firstName}}, I appreciate that I've now written three times and don't want to become a nuisance.

I'm attaching nothing and asking for nothing except a steer: is supplier risk on your agenda this quarter, next quarter, or not at all? One word will do. If it sits with someone on your team I would be happy to reach out to them directly.

Nadia
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold bump/gif breakup',
    'en',
    'Joey <joey@platepilot.us>',
    'guess not?',
    `
Tried you twice, called once, came by and you were slammed (good for you).

Last one from me I swear. Still paying 30% to the apps? If yes, lemme know a time. If no, I'm jealous, how'd you do it.

Joey
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold probe/who buys',
    'en',
    'Cheryl Beaumont <cheryl@tidewayforms.com>',
    'can you help?',
    `
Hello,

Could you kindly direct me to whoever orders printed forms and labels for your practice? I have some pricing I believe they'd want to see.

Much appreciated,
Cheryl
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold probe/it director',
    'en',
    'Dev Anand <dev@cloudcobbler.com>',
    'quick q',
    `
Hi {{firstName}},

Not sure if you're the right contact for this, apologies if not. Do you own the AWS bill at {{attributes.company}}? I have an idea that'd knock about a third off it.

If that's somebody else's headache, mind pointing me in the right direction?

Dev
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold sponsor/golf day',
    'en',
    'Nigel Pratt <nigel@fairwaybusinessdays.co.uk>',
    'Sponsor a hole?',
    `
Afternoon {{firstName}},

We run corporate golf days at three clubs in Surrey. On 3 July 24 managing directors are playing, and there are two holes left to sponsor at £395 each, which includes your banner, your logo on the card and four places at dinner.

I thought it might appeal to a firm such as {{attributes.company}}. Shall I pencil you in? I can hold it until Friday.

Nigel
{{unsubscribeUrl}}`,
  ),
  signedAndTracked(
    'cold sponsor/speaking slot',
    'en',
    'Events Team <carla@nextwavefinforum.com>',
    'Invitation to speak: Next Wave Finance Forum',
    `
Dear {{firstName}},

On behalf of the advisory board I'd like to invite you to speak at Next Wave Finance Forum in Dubai this October. 600 delegates, 40 banks.

Your 20 minute keynote comes as part of the Silver package (USD 9,900), including a booth and the delegate list with emails.

Please confirm your interest by return so I can block the slot, as the agenda is filling quickly. When could I call you?

Carla Mendes
Delegate Acquisition
{{unsubscribeUrl}}`,
  ),
  handmade(
    'cold setter/lead gen',
    'en',
    'Blake Arden <blake@meetingmagnet.co>',
    '{{attributes.company}} x meetingmagnet',
    `
<p>{{firstName}} - no fluff.</p><ul><li>We send 10,000 emails a month for you</li><li>From 30 inboxes we warm up ourselves</li><li>You get 12+ booked calls or a refund</li></ul><p>Did it for an agency just like yours, they closed $118k in a quarter. <a href="https://meetingmagnet.co/proof">Proof</a>.</p><p>Worth 12 minutes? Pick any slot <a href="https://calendly.com/blake-meetingmagnet-example/12">here</a>.</p><p>Blake</p><p style="color:#fff;font-size:8px"><a href="{{unsubscribeUrl}}" style="color:#ddd">unsub</a></p>`,
  ),
  signedAndTracked(
    'cold podcast/book me',
    'en',
    'Coach Rhea <rhea@rheaunlimited.com>',
    'I’d love to be on your show',
    `
Dear {{firstName}},

I'm Rhea, mindset coach and two-time author, and I've been listening to your show on my morning runs. I have an idea for an episode your listeners would go crazy for: "Why your to-do list is lying to you".

I have an audience of 40k that I'd promote it to. My media kit lives at https://rheaunlimited.com/media. Are you booking guests for the autumn yet?

In gratitude,
Rhea
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold awards/directory',
    'en',
    'Listings Dept <listings@primebusinessregister.net>',
    'Confirm your listing',
    `
Dear business owner,

{{attributes.company}} has been selected for the coming edition of the Prime Business Register, read by 90,000 buyers. Please check that the name and phone number on your draft page are right and let us know which size you prefer: standard (149), featured (299) or gold (499).

We obtained your particulars from public sources. A member of our team is glad to call you and take your order.

Listings Department
{{unsubscribeUrl}}`,
  ),
];
