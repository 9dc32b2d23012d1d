import type { Words } from './phrases.ts';

export const en: Words = {
  languages: 'Language',
  unsubscribe: {
    title: 'Unsubscribe',
    ask: (name, address) => `${name} sends newsletters to ${address}. Do you want them to stop?`,
    others: 'Messages about your own account or orders, such as receipts, are not affected.',
    button: 'Unsubscribe',
    instead: 'Choose which mail you get instead',
    doneTitle: 'You are unsubscribed',
    done: (name, address) => `${name} will no longer send newsletters to ${address}.`,
    doneWithoutAddress: 'You will get no more newsletters from this subscription.',
    back: 'Unsubscribed by mistake? You can subscribe again on the preference page.',
  },
  preferences: {
    title: 'Your email preferences',
    intro: (name, address) => `Choose what ${name} may send to ${address}.`,
    mail: (name) => `Newsletters from ${name}`,
    yes: 'Yes, send them to me',
    no: 'No, do not send them',
    topics: 'Topics',
    topicsHint: 'Choose the topics that interest you.',
    save: 'Save',
    saved: 'Your choice is saved.',
    pending: 'You have not yet confirmed that you want these newsletters. You can confirm here.',
    bounced:
      'Mail to this address could not be delivered, so no more is sent to it. You cannot change this here: please contact the sender.',
    complained:
      'Mail to this address was reported as spam, so no more is sent to it. You cannot change this here: please contact the sender.',
    stopped: (name) =>
      `${name} has stopped sending mail to this address. You cannot change this here: please contact the sender.`,
    erased: 'The data about this subscription was erased, so there is nothing to change.',
  },
  confirm: {
    title: 'Confirm your subscription',
    ask: (name, address) => `Should newsletters from ${name} be sent to ${address}?`,
    button: 'Yes, subscribe me',
    doneTitle: 'You are subscribed',
    done: (name, address) => `${name} may now send newsletters to ${address}.`,
    staleTitle: 'This link is out of date',
    stale:
      'Your subscription has changed since this link was sent, so the link no longer confirms it. If you want the newsletters, sign up again.',
  },
  notFound: {
    title: 'This link does not work',
    text: 'It is incomplete or out of date. The address it was made for may have changed.',
    advice: 'Open the link from the mail again, or use the link in a newer mail.',
  },
  unavailable: {
    title: 'This page cannot be shown right now',
    text: 'Nothing is wrong with your link. Please try again in a few minutes.',
  },
  webVersion: 'Mail',
  contentRemoved: {
    title: 'No longer available',
    text: 'This server no longer stores this mail. The copy in your mailbox is not affected.',
  },
};
