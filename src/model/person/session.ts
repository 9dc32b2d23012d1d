import { dayMs, hourMs, minuteMs } from '../instant.ts';

/** How long what a person signs in with is good for, and how often it may be asked for. */
export const signInLimits = {
  /** A session ends after this long without a request. */
  idleMs: 12 * hourMs,
  /** A session ends this long after its sign-in, however busy it is. */
  sessionMs: 7 * dayMs,
  /** The last request of a session is written down when the one written is this old. */
  seenEveryMs: minuteMs,
  /** The oldest session of a person ends where one more begins. */
  sessionsPerPersonMax: 20,
  linkMs: 5 * minuteMs,
  /** So long after its sign-in a session of a printed link needs no passkey beside it. */
  trustedByMachineMs: 15 * minuteMs,
  /** A challenge of a passkey, from the page to its answer. */
  challengeMs: 5 * minuteMs,
  passkeysPerPersonMax: 10,
  /** Requests of one session in a minute: as a person works, with room for a page that asks again. */
  requestsPerMinuteMax: 300,
  /** Within `stretchMs`. */
  stretchMs: 15 * minuteMs,
  /** Attempts of one network address. */
  attemptsPerAddressMax: 20,
  /** Links mailed to one person. */
  linksPerPersonMax: 3,
  /** The same in a day: with more, a visitor could use up what the person's mailbox may get of other mail. */
  linksPerPersonDayMax: 8,
  /** Links mailed for one organization: above what one network address can ask for. */
  linksPerOrganizationMax: 60,
  /** People of several organizations with one address get one mail each, for so many. */
  organizationsPerAddressMax: 3,
} as const;

/** Links that were mailed lately: to a person within a stretch and within a day, and for their organization within a stretch. */
export type LinksMailed = { person: number; personInDay: number; organization: number };

/** Whether one more link may be mailed. */
export function mayMailLink({ person, personInDay, organization }: LinksMailed): boolean {
  return (
    person < signInLimits.linksPerPersonMax &&
    personInDay < signInLimits.linksPerPersonDayMax &&
    organization < signInLimits.linksPerOrganizationMax
  );
}

/** How a person signed in. */
export type SignInWay = 'machine' | 'mail' | 'passkey';

/** A session as stored. Instants are epoch milliseconds; of its secret there is only the SHA-256. */
export type SessionRecord = {
  key: number;
  id: string;
  organization: number;
  person: number;
  way: SignInWay;
  /** What the browser says of itself. */
  client: string | null;
  createdAt: number;
  seenAt: number;
};

/** When a session ends if nothing comes of it any more. */
export function sessionEndsAt({ createdAt, seenAt }: Pick<SessionRecord, 'createdAt' | 'seenAt'>): number {
  return Math.min(createdAt + signInLimits.sessionMs, seenAt + signInLimits.idleMs);
}

export function isSessionLive(session: Pick<SessionRecord, 'createdAt' | 'seenAt'>, now: number): boolean {
  return now < sessionEndsAt(session);
}

/** Whether a request at `now` is to be written down as the last one. */
export function notesSeen({ seenAt }: Pick<SessionRecord, 'seenAt'>, now: number): boolean {
  return now - seenAt >= signInLimits.seenEveryMs;
}

const returnCharactersMax = 500;
/** No `//`, no backslash, no dots to go up by, no control: a path that a browser cannot read as another site or room. */
const consolePath = /^\/console(?:\/[\w-]+)*\/?(?:\?[\w.~%=&+:-]*)?$/;

/** Where a person goes on after signing in: a page of the console, and never another address. */
export function returnPath(asked: string | null | undefined): string {
  if (!asked || asked.length > returnCharactersMax || !consolePath.test(asked)) return '/console';
  // It would lead round in a circle.
  return /^\/console\/sign-(?:in|out)/.test(asked) ? '/console' : asked;
}
