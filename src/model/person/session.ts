import { dayMs, hourMs, minuteMs } from '../instant.ts';

export const signInLimits = {
  /** Without a request. */
  idleMs: 12 * hourMs,
  /** After sign-in, even for an active session. */
  sessionMs: 7 * dayMs,
  /** Minimum interval between recorded requests of a session. */
  seenEveryMs: minuteMs,
  /** Beyond this, a new session ends the person's oldest. */
  sessionsPerPersonMax: 20,
  linkMs: 5 * minuteMs,
  /** Time after sign-in in which a session from a printed link needs no passkey. */
  trustedByMachineMs: 15 * minuteMs,
  /** Lifetime of a challenge, from the page to the passkey's answer. */
  challengeMs: 5 * minuteMs,
  passkeysPerPersonMax: 10,
  /** Requests per session and minute: a person's work, with room for a polling page. */
  requestsPerMinuteMax: 300,
  /** Previews of typed text per session and minute. The script asks for at most one per second. */
  previewsPerMinuteMax: 90,
  /** Per organization, so that several authors cannot fill the queue of renderings. */
  previewsPerOrganizationMinuteMax: 360,
  stretchMs: 15 * minuteMs,
  attemptsPerAddressMax: 20,
  linksPerPersonMax: 3,
  /** Links per person and day. More would let a visitor exhaust the recipient guard for the person's other mail. */
  linksPerPersonDayMax: 8,
  /** Links per organization and `stretchMs`. More than one network address can request. */
  linksPerOrganizationMax: 60,
  /** People in several organizations share one address; each gets a mail, up to this number. */
  organizationsPerAddressMax: 3,
} as const;

export type LinksMailed = { person: number; personInDay: number; organization: number };

export function mayMailLink({ person, personInDay, organization }: LinksMailed): boolean {
  return (
    person < signInLimits.linksPerPersonMax &&
    personInDay < signInLimits.linksPerPersonDayMax &&
    organization < signInLimits.linksPerOrganizationMax
  );
}

export type SignInWay = 'machine' | 'mail' | 'passkey';

/** Instants are epoch milliseconds. Stores only the SHA-256 of the secret. */
export type SessionRecord = {
  key: number;
  id: string;
  organization: number;
  person: number;
  way: SignInWay;
  /** The browser's name for itself. */
  client: string | null;
  createdAt: number;
  seenAt: number;
};

export function sessionEndsAt({ createdAt, seenAt }: Pick<SessionRecord, 'createdAt' | 'seenAt'>): number {
  return Math.min(createdAt + signInLimits.sessionMs, seenAt + signInLimits.idleMs);
}

export function isSessionLive(session: Pick<SessionRecord, 'createdAt' | 'seenAt'>, now: number): boolean {
  return now < sessionEndsAt(session);
}

export function notesSeen({ seenAt }: Pick<SessionRecord, 'seenAt'>, now: number): boolean {
  return now - seenAt >= signInLimits.seenEveryMs;
}

const returnCharactersMax = 500;
/** Excludes `//`, backslashes, dots and controls, so that browsers cannot read the path as another site or page. */
const consolePath = /^\/console(?:\/[\w-]+)*\/?(?:\?[\w.~%=&+:-]*)?$/;

const consentCharactersMax = 6_000;
/** The request of an app, which this page checks again. The query is as `URLSearchParams` writes it. */
const consentPath = /^\/oauth\/authorize\?[\w.*%=&+-]+$/;

export function isConsentPath(asked: string): boolean {
  return asked.length <= consentCharactersMax && consentPath.test(asked);
}

/** Returns a page of this server to open after sign-in, never another address. */
export function returnPath(asked: string | null | undefined): string {
  if (asked && isConsentPath(asked)) return asked;
  if (!asked || asked.length > returnCharactersMax || !consolePath.test(asked)) return '/console';
  // Avoids a redirect loop.
  return /^\/console\/sign-(?:in|out)/.test(asked) ? '/console' : asked;
}
