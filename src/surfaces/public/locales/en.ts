import type { Words } from './phrases.ts';

export const en: Words = {
  languages: 'Language',
  unsubscribe: {
    title: 'Unsubscribe',
    ask: (name, address) => `${name} sends newsletters to ${address}. Do you want them to stop?`,
    others: 'Messages about your own account or orders, such as receipts, are not affected.',
    button: 'Unsubscribe',
    instead: 'Choose what you get instead',
    doneTitle: 'You are unsubscribed',
    done: (name, address) => `${name} sends no more newsletters to ${address}.`,
    doneWithoutAddress: 'You get no more newsletters by way of this link.',
    back: 'If this was a mistake, you can come back on the preference page.',
  },
  preferences: {
    title: 'Your mail preferences',
    intro: (name, address) => `What ${name} may send to ${address}.`,
    mail: (name) => `Newsletters from ${name}`,
    yes: 'Yes, send them to me',
    no: 'No, send me none',
    topics: 'Topics',
    topicsHint: 'Choose what interests you.',
    save: 'Save',
    saved: 'Your choice is saved.',
    pending: 'You have not confirmed yet that you want these newsletters. Here you can.',
    bounced:
      'Mail to this address came back as undeliverable, so nothing is sent to it. This cannot be changed here: please write to the sender.',
    complained:
      'Mail to this address was reported as spam, so nothing is sent to it. This cannot be changed here: please write to the sender.',
    stopped: (name) =>
      `${name} has stopped sending mail to this address. This cannot be changed here: please write to the sender.`,
    erased: 'Nothing is kept about the address that this mail went to, so there is nothing to set.',
  },
  confirm: {
    title: 'Confirm your subscription',
    ask: (name, address) => `Should newsletters from ${name} be sent to ${address}?`,
    button: 'Yes, subscribe me',
    doneTitle: 'You are subscribed',
    done: (name, address) => `${name} may now send newsletters to ${address}.`,
    staleTitle: 'This link is out of date',
    stale:
      'Something has changed since it was sent, so it confirms nothing any more. If you want the newsletters, sign up again.',
  },
  notFound: {
    title: 'This link does not work',
    text: 'It is not whole, or it is out of date: perhaps the address it was for has changed.',
    advice: 'Open the link from the mail itself once more, or use the one in a newer mail.',
  },
  unavailable: {
    title: 'This page cannot be shown right now',
    text: 'Nothing is wrong with your link. Please try again in a few minutes.',
  },
  webVersion: 'Mail',
  contentRemoved: {
    title: 'No longer available',
    text: 'This mail is no longer kept here. The copy in your mailbox is still yours.',
  },
};
