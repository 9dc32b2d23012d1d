import type { SubscriberRecord } from '../subscriber/subscriber.ts';

/**
 * All that a step is decided on, read at one instant. What a definition needs of it is found by `factsNeeded`; a fact that was
 * not asked for is missing, and asking for it is an error of ours.
 */
export type RunFacts = {
  person: Person;
  /**
   * Events of the person that came since the run began, by name, newest first, the one that started it left out. Each name
   * that was asked for is a key.
   */
  events: ReadonlyMap<string, readonly EventFact[]>;
  /** The last time of an event ever, by name, epoch ms; for `within`. Without those that never came. */
  lastEvents: ReadonlyMap<string, number>;
  /** The mails of this run by the key of their step, the newest of each; opens and clicks by people alone. */
  mails: ReadonlyMap<string, MailFact>;
  /** When marketing mails of any kind to this person were accepted, newest first, within the span of `mailsMax`. */
  mailedAt: readonly number[];
  /** The organization's, for people and workflows without one. */
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

/** How many events of a name are read for one run; a rule counts no further. */
export const eventsReadMax = 100;
