/**
 * What the pages say. `name` is the organization as it calls itself, `address` a masked mail address; both are plain
 * text, and so is what is made of them.
 */
export type Words = {
  languages: string;
  unsubscribe: {
    title: string;
    ask(name: string, address: string): string;
    /** What still comes. */
    others: string;
    button: string;
    instead: string;
    doneTitle: string;
    done(name: string, address: string): string;
    /** For an erased subscriber, whose address is not known. */
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
  /** Instead of a mail whose content is kept no longer. */
  contentRemoved: { title: string; text: string };
};
