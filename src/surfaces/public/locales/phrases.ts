/** `name` is the organization and `address` a masked email address, both as plain text. Results are plain text too. */
export type Words = {
  languages: string;
  unsubscribe: {
    title: string;
    ask(name: string, address: string): string;
    others: string;
    button: string;
    instead: string;
    doneTitle: string;
    done(name: string, address: string): string;
    /** For an erased subscriber, whose address is unknown. */
    doneWithoutAddress: string;
    back: string;
  };
  preferences: {
    title: string;
    intro(name: string, address: string): string;
    mail(name: string): string;
    yes: string;
    no: string;
    topics: string;
    topicsHint: string;
    save: string;
    saved: string;
    pending: string;
    bounced: string;
    complained: string;
    stopped(name: string): string;
    erased: string;
  };
  confirm: {
    title: string;
    ask(name: string, address: string): string;
    button: string;
    doneTitle: string;
    done(name: string, address: string): string;
    staleTitle: string;
    stale: string;
  };
  notFound: { title: string; text: string; advice: string };
  unavailable: { title: string; text: string };
  webVersion: string;
  /** Replaces a mail whose content was removed. */
  contentRemoved: { title: string; text: string };
};
