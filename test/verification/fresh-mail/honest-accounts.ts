import type { OwnMail } from '../own-mail.ts';
import { button, cardSheet, letterSheet, tableSheet } from './sheets.ts';

/** Codes, links, alerts and warnings that a service sends to the holders of its accounts. */
export const honestAccounts: readonly OwnMail[] = [
  {
    name: 'fresh honest: one-line code',
    lang: 'en',
    subject: '482 913 is your Pennywhistle code',
    from: { displayName: 'Pennywhistle', address: 'no-reply@pennywhistleapp.com' },
    text: `482913 is your Pennywhistle code. It works for ten minutes. Don't share it with anyone.

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: magic link',
    lang: 'en',
    subject: 'Your sign-in link for Drydock',
    from: { displayName: 'Drydock', address: 'login@drydockhq.io' },
    html: cardSheet({
      brand: 'Drydock',
      site: 'drydockhq.io',
      body: `<h2>Sign in to Drydock</h2><p>Somebody, we hope you, asked to sign in as {{email}}. Press the button within 15 minutes; it works once.</p>
${button('https://drydockhq.io/auth/magic?token=hK2v9QmTz1w0aRb7', 'Sign in')}
<p style="font-size:13px">If the button does nothing, paste this in your browser: https://drydockhq.io/auth/magic?token=hK2v9QmTz1w0aRb7</p>
<p style="font-size:13px">Didn't ask? Nothing happens unless the link is followed.</p>`,
      foot: 'Drydock Software Ltd, 4 Slipway Lane, Falmouth',
      leave: 'Email preferences',
    }),
  },
  {
    name: 'fresh honest: password reset plain',
    lang: 'en',
    subject: 'Reset your password',
    from: { displayName: 'Quillbank Library', address: 'accounts@quillbanklibrary.org' },
    text: `Hello {{firstName}},

We got a request to reset the password of your library account. If it was you, choose a new one here before midnight:

https://quillbanklibrary.org/account/reset/7d1e-55ab-0c92

If it wasn't you, you can ignore this mail and your password stays what it is. If you get several of these without asking, tell the desk on 01632 960 118.

Quillbank Library

Stop mail from us: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: new sign-in from a device',
    lang: 'en',
    subject: 'New sign-in to your Harbourlight account',
    from: { displayName: 'Harbourlight Security', address: 'security@accounts.harbourlight.com' },
    html: tableSheet({
      brand: 'Harbourlight',
      site: 'accounts.harbourlight.com',
      preheader: 'Firefox on Windows, near Leeds. Was this you?',
      body: `<h1 style="font-size:20px">Was this you?</h1><p>Your account was just used to sign in on a device we have not seen before.</p>
<table><tr><td>Device</td><td>Firefox on Windows 11</td></tr><tr><td>Where</td><td>near Leeds, United Kingdom (from the IP address)</td></tr><tr><td>When</td><td>Tuesday 14 May, 08:41</td></tr></table>
<p>If it was you, there is nothing to do. If not, secure your account now: we will sign out every device and ask you for a new password.</p>
${button('https://accounts.harbourlight.com/security/not-me?e=5c81', 'This was not me', '#b91c1c')}
<p>We never ask for your password, or for a code, by e-mail or on the phone.</p>`,
      foot: 'You receive this because you hold a Harbourlight account. Harbourlight Inc., 210 Pier Ave, Portland ME 04101',
      leave: 'Notification settings',
    }),
  },
  {
    name: 'fresh honest: account will be limited',
    lang: 'en',
    subject: 'Action needed: your shop will be paused on 3 June',
    from: { displayName: 'Stallway Seller Support', address: 'seller-support@stallway.com' },
    html: cardSheet({
      brand: 'Stallway',
      site: 'stallway.com',
      body: `<p>Hi {{firstName}},</p><p>Your shop <b>Fern &amp; Flint</b> has passed 2,000 in sales this year. The law obliges marketplaces to confirm who a seller is from that point on, and we still miss two things from you:</p>
<ul><li>a photo of an identity document</li><li>your tax number</li></ul>
<p>Please add them in your seller dashboard by <b>3 June</b>. If we don't have them by then, we have to pause your listings and hold your payouts until we do. Nothing is deleted.</p>
${button('https://stallway.com/seller/verification', 'Go to my dashboard')}
<p>You can also open stallway.com yourself and choose Settings, then Verification. Please don't send documents as a reply to this mail.</p>`,
      foot: 'Stallway Marketplace BV',
      leave: 'Unsubscribe from seller mail',
    }),
  },
  {
    name: 'fresh honest: storage almost full',
    lang: 'en',
    subject: 'Your storage is 96% full',
    from: { displayName: 'Cloudberry Drive', address: 'notify@cloudberrydrive.com' },
    text: `You've used 14.4 GB of your 15 GB.

When it is full, new photos will no longer be backed up and people you share folders with cannot add files. What is there stays where it is.

Two ways out:
- find large files and old videos: https://cloudberrydrive.com/storage/clean
- get 100 GB for 1.99 a month: https://cloudberrydrive.com/plans

Cloudberry Drive
Unsubscribe from storage tips: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: what a phishing mail looks like',
    lang: 'en',
    subject: 'Fake mails in our name: how to tell',
    from: { displayName: 'Marlow & Tweed Bank', address: 'security@news.marlowtweed.com' },
    html: tableSheet({
      brand: 'Marlow & Tweed',
      site: 'news.marlowtweed.com',
      preheader: 'Three things we will never write to you',
      body: `<h1>Somebody is writing in our name</h1><p>Since last week, some customers received mails and text messages that look like ours. They say things such as:</p>
<blockquote>“Your account has been suspended. Verify your identity within 24 hours or lose access.”<br>“Unusual payment of 899.00. Click here to cancel.”</blockquote>
<p>They lead to a page that asks for your user name, your PIN and a code. Please don't enter anything there.</p>
<p><b>We will never</b></p><ol><li>ask for your full PIN, password or a one-time code,</li><li>ask you to move money to a “safe account”,</li><li>send you a link to a page where you log in. Type marlowtweed.com yourself, or use the app.</li></ol>
<p>Entered something already? Call the number on the back of your card, day or night. Received one? Forward it to <a href="mailto:report@marlowtweed.com">report@marlowtweed.com</a> and delete it.</p>
<p><a href="https://click.news.marlowtweed.com/c/eJx1kE0OwiAQhU_D0gzQ?m=8121">Read the whole guide</a></p>`,
      foot: 'Marlow &amp; Tweed Bank plc, 1 Assay Street, London. You get our security notes as an online banking customer.',
      leave: 'Unsubscribe',
    }),
  },
  {
    name: 'fresh honest: notice of a data breach',
    lang: 'en',
    subject: 'Notice about your personal data',
    from: { displayName: 'Tessellate Fitness', address: 'privacy@tessellatefitness.com' },
    text: `Dear {{firstName}} {{lastName}},

On 2 April we found that somebody had used the password of a contractor to read a part of our booking system. We closed the access on the same day and told the data protection authority on 4 April. You are among the members concerned.

What was read: your name, e-mail address, phone number and the classes you booked. What was not: your password, and your card, which we do not keep.

What you can do. Be wary of calls and mails that mention your classes. If you use the password of our old app elsewhere, change it there. You do not need to pay anybody, and we will not call you about this.

We are sorry. We have since required a second factor from everyone with access, our contractors included, and asked an outside firm to look for what else we have missed. We will publish its report.

Questions: privacy@tessellatefitness.com, or 0800 555 0173, weekdays from 8 to 18.

Ines Okafor-Lindqvist
Managing Director

Tessellate Fitness Ltd, 77 Canal Road, Bristol
To stop all other mail: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: confirm your address',
    lang: 'en',
    subject: 'Please confirm your email',
    from: { displayName: 'Saltmarsh Weekly', address: 'hello@saltmarshweekly.com' },
    text: `One click and you're on the list: https://saltmarshweekly.com/confirm/b81fe2

Not you? Do nothing, or {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: new address needs confirming',
    lang: 'en',
    subject: 'Did you change your email address?',
    from: { displayName: 'Tollgate', address: 'account@mail.tollgatepay.com' },
    html: cardSheet({
      brand: 'Tollgate',
      site: 'mail.tollgatepay.com',
      body: `<p>The e-mail address of your Tollgate account was changed from this one to <b>m•••••@•••.net</b>.</p><p>If that was you, we won't write here again. If it wasn't, undo it within 72 hours:</p>
${button('https://mail.tollgatepay.com/u/undo/6f1cc2?src=email', 'Undo the change')}<p>Undoing also locks transfers until you have signed in with your second factor.</p>`,
      foot: 'Tollgate Payments Inc., 900 Ferry St, Oakland CA',
      leave: 'Unsubscribe',
    }),
  },
  {
    name: 'fresh honest: exchange warns of seed phrase thieves',
    lang: 'en',
    subject: 'The Ledgerline Letter: airdrops that empty wallets',
    from: { displayName: 'The Ledgerline Letter', address: 'letter@ledgerlineletter.com' },
    html: letterSheet(
      `<h2>The Friday letter</h2><p>Good morning. Bitcoin moved 4 percent in either direction this week and ended where it began, which tells you how much the headlines were worth.</p>
<p><b>The story.</b> A “claim your airdrop” page copied the look of a known wallet and asked visitors to “validate” by typing in their seed phrase. About 1,900 people did. The thieves took an estimated $6 million in ETH and stablecoins before noon. I'll say it every month: no wallet, exchange or support agent needs your twelve words. Whoever asks is robbing you.</p>
<p><b>Rates.</b> Staking yields are down to 2.9 percent. If somebody offers you 20, you are the yield.</p>
<p><b>From readers.</b> Oskar asks whether to move coins off an exchange before it delists a token. Yes, and a week early, because the queues are real.</p>
<p><b>This week's sponsor.</b> <a href="https://track.ledgerlineletter.com/s/118/coldcase">Coldcase</a> makes steel plates for backups. Readers save 15%. I own two.</p>
<p>None of this is advice. See you next Friday,<br>Hanne</p>`,
      'You signed up at ledgerlineletter.com. <a href="{{unsubscribeUrl}}">Unsubscribe</a> · PO Box 311, Bergen',
    ),
  },
  {
    name: 'fresh honest: api key found in public',
    lang: 'en',
    subject: '[Brickyard] We revoked a key that was published',
    from: { displayName: 'Brickyard', address: 'alerts@brickyard.dev' },
    text: `A secret key of your workspace "acme-staging" was found in a public repository at 03:12 UTC and revoked at 03:12 UTC.

Key:     bk_live_…d83f
Last use: 02:58 UTC from 203.0.113.44

Requests signed with it now get 401. Create another at https://brickyard.dev/w/acme-staging/keys, and look through the audit log for calls you do not know.

You are an owner of this workspace.
{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: account deleted for inactivity soon',
    lang: 'en',
    subject: "We're about to delete your Patchwork account",
    from: { displayName: 'Patchwork', address: 'hello@patchworkphotos.com' },
    html: cardSheet({
      brand: 'Patchwork',
      site: 'patchworkphotos.com',
      preheader: 'You last signed in two years ago',
      body: `<p>Hi,</p><p>You last opened Patchwork on 11 March two years ago. We don't keep photos of people who have left, so on <b>30 June</b> your account and its 212 photos will be deleted for good.</p><p>To keep them, sign in once before then.</p>
${button('https://patchworkphotos.com/login?next=keep', 'Keep my account', '#7c3aed')}<p>To take them with you: Settings, Export. To let them go: do nothing at all.</p>`,
      foot: 'Patchwork Photos GmbH, Wien',
      leave: 'Unsubscribe',
    }),
  },
];
