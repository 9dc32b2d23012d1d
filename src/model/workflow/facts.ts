import type { SubscriberRecord } from '../subscriber/subscriber.ts';

/** Facts read at the same instant. Reading a fact that `factsNeeded` did not name is a programming error. */
export type RunFacts = {
  person: Person;
  /** Events since the start of the run, newest first, without the triggering one. Every requested name is a key. */
  events: ReadonlyMap<string, readonly EventFact[]>;
  /** Last occurrence of each event ever, epoch ms. Events that never occurred have no key. */
  lastEvents: ReadonlyMap<string, number>;
  /** Newest mail of this run per step key, with opens and clicks by people only. */
  mails: ReadonlyMap<string, MailFact>;
  /** Acceptance times of all marketing mails to this person within the span of `mailsMax`, newest first. */
  mailedAt: readonly number[];
  timezone: string;
};

export type Person = Omit<SubscriberRecord, 'tagIds'> & {
  tags: readonly { id: string; name: string }[];
  lastOpenedAt: number | null;
  lastClickedAt: number | null;
};

export type EventFact = { id: string; at: number; properties: Readonly<Record<string, unknown>> };

export type MailFact = {
  emailId: string;
  at: number;
  openedAt: number | null;
  clickedAt: number | null;
};

export const eventsReadMax = 100;
