import type { Mailbox } from '../address.ts';
import type { DeliveryMode, EmailEvent, EmailEventType } from '../email/email.ts';
import type { SubscriberStatus } from '../subscriber/subscriber.ts';
import { type FixtureOutcome, fixtureOutcome, fixtureRule } from './fixture-recipient.ts';
import {
  type GuardFacts,
  type GuardRecord,
  type GuardRefusal,
  type GuardStream,
  guardRefusal,
  recordSend,
} from './recipient-guard.ts';

/** These limits of the token do not depend on the recipient's state. */
const tokenGates: readonly ((facts: TokenFacts) => TokenVerdict | null)[] = [
  recipientAllowedByToken,
  domainAllowedByToken,
];

/**
 * Every mail passes these gates once per recipient before it is stored, so that API, SMTP, campaigns and
 * tests cannot differ. The first verdict decides.
 */
const gates: readonly ((facts: SendFacts) => Verdict | null)[] = [
  // Permissions come first and apply to fixtures too, so that a test shows a refusal that a real mailbox would cause.
  ...tokenGates,
  fromDomainVerified,
  // Before suppression and guard: a fixture is no real inbox, so no recorded state may stop it.
  fixture,
  // Before the guard, so that mail to a suppressed recipient uses no allowance and is never refused with `RECIPIENT_RATE_LIMITED`.
  suppressed,
  // Bulk mail only goes to people who asked for it and have not withdrawn that, through every door.
  wantsBulkMail,
  recipientGuard,
  // Last, so that captured mail is checked and counted as if it were sent.
  sendingEnabled,
  deliveryMode,
];

export const gateFailures = ['domain_not_verified', 'restricted_api_key', 'RECIPIENT_RATE_LIMITED'] as const;

export type SendSource = 'api' | 'smtp' | 'campaign' | 'workflow' | 'test';

export type SendFacts = {
  mailbox: Mailbox;
  from: Mailbox;
  source: SendSource;
  transactional: boolean;
  /** Runners of the `<runner>-test-` fixture prefix, lower case. */
  runners: readonly string[];
  /** True for a token of mode `test`. Every recipient is then treated as a fixture. */
  testToken: boolean;
  suppression: Suppression | null;
  subscriberStatus: SubscriberStatus | null;
  guard: GuardFacts;
  now: number;
  sendingEnabled: boolean;
  deliveryMode: 'capture' | 'relay' | 'direct';
  requireVerifiedDomain: boolean;
  fromDomainVerified: boolean;
  /** Another organization verified the From domain, or a parent of it. */
  fromDomainAnothers: boolean;
  /** Globs for `mailbox.key`. Null allows all recipients; an empty list denies all. */
  allowedRecipients: readonly string[] | null;
  tokenDomain: string | null;
};

/** Without a sender, a token bound to a domain may send nothing. */
type TokenFacts = Pick<SendFacts, 'mailbox' | 'allowedRecipients' | 'tokenDomain'> & {
  from: Pick<Mailbox, 'domain'> | null;
};

export type Suppression = {
  /** `marketing` (an unsubscribe) stops only campaigns. */
  scope: 'all' | 'marketing';
  /** Recorded with each suppressed mail. */
  id?: string;
  origin?: string;
  /** Default: immediately. A hard bounce sets the end of its cooldown; until then the guard answers 429. */
  startsAt?: number | null;
  /** Default: never. */
  expiresAt?: number | null;
};

export type Verdict =
  /** Accept, never send, and simulate this outcome. */
  | { kind: 'simulate'; outcome: FixtureOutcome }
  | { kind: 'suppress'; suppression: Suppression }
  /** Accept and keep; store `guard`. */
  | { kind: 'hold'; why: 'sending_disabled' | 'capture'; guard: GuardRecord }
  | { kind: 'deliver'; guard: GuardRecord }
  | {
      kind: 'refuse';
      failure: 'RECIPIENT_RATE_LIMITED';
      reason: GuardRefusal['reason'];
      retryAfterSeconds: number;
    }
  | { kind: 'refuse'; failure: Exclude<GateFailure, DetailedFailure> }
  | TokenVerdict;

type GateFailure = (typeof gateFailures)[number];
type DetailedFailure = 'RECIPIENT_RATE_LIMITED' | 'restricted_api_key';

export type TokenVerdict = {
  kind: 'refuse';
  failure: 'restricted_api_key';
  message: string;
  allowedRecipients?: readonly string[];
};

export function decide(facts: SendFacts): Verdict {
  for (const gate of gates) {
    const verdict = gate(facts);
    if (verdict !== null) return verdict;
  }
  throw new Error('the last gate has to decide');
}

/** For a mail that is written later on behalf of the caller. */
export function refusedByToken(facts: TokenFacts): TokenVerdict | null {
  for (const gate of tokenGates) {
    const verdict = gate(facts);
    if (verdict !== null) return verdict;
  }
  return null;
}

const recipientRefused = {
  kind: 'refuse',
  failure: 'restricted_api_key',
  message: 'This API token cannot send to this recipient',
} as const;

const fromRefused = {
  kind: 'refuse',
  failure: 'restricted_api_key',
  message: 'This API token may only send from the domain it is bound to',
} as const;

const unverified = { kind: 'refuse', failure: 'domain_not_verified' } as const;

function recipientAllowedByToken({ allowedRecipients, mailbox }: TokenFacts): TokenVerdict | null {
  if (allowedRecipients === null) return null;
  for (const glob of allowedRecipients) if (matchesGlob(glob, mailbox.key)) return null;
  return { ...recipientRefused, allowedRecipients };
}

/** Compares exact domains, because a subdomain is verified and bound separately. */
function domainAllowedByToken({ tokenDomain, from }: TokenFacts): TokenVerdict | null {
  return tokenDomain === null || tokenDomain === from?.domain ? null : fromRefused;
}

function fromDomainVerified(facts: SendFacts): Verdict | null {
  if (facts.fromDomainAnothers) return unverified;
  return facts.requireVerifiedDomain && !facts.fromDomainVerified ? unverified : null;
}

function fixture({ mailbox, runners, testToken }: SendFacts): Verdict | null {
  if (!testToken && fixtureRule(mailbox, runners) === null) return null;
  return { kind: 'simulate', outcome: fixtureOutcome(mailbox, runners) };
}

function suppressed({ suppression, source, transactional, now }: SendFacts): Verdict | null {
  if (suppression === null) return null;
  const { scope, startsAt, expiresAt } = suppression;
  if (startsAt != null && startsAt > now) return null;
  if (expiresAt != null && expiresAt <= now) return null;
  return scope === 'all' || classifyStream(source, transactional) === 'bulk'
    ? { kind: 'suppress', suppression }
    : null;
}

function wantsBulkMail({ source, transactional, subscriberStatus }: SendFacts): Verdict | null {
  if (classifyStream(source, transactional) !== 'bulk' || subscriberStatus === 'ACTIVE') return null;
  return { kind: 'suppress', suppression: { scope: 'marketing', origin: 'unsubscribe' } };
}

function recipientGuard({ guard, now, source, transactional }: SendFacts): Verdict | null {
  const refusal = guardRefusal(guard, now, classifyStream(source, transactional));
  if (refusal === null) return null;
  const { reason, retryAfterSeconds } = refusal;
  return { kind: 'refuse', failure: 'RECIPIENT_RATE_LIMITED', reason, retryAfterSeconds };
}

function sendingEnabled(facts: SendFacts): Verdict | null {
  return facts.sendingEnabled ? null : { kind: 'hold', why: 'sending_disabled', guard: recorded(facts) };
}

function deliveryMode(facts: SendFacts): Verdict {
  if (facts.deliveryMode === 'capture') return { kind: 'hold', why: 'capture', guard: recorded(facts) };
  return { kind: 'deliver', guard: recorded(facts) };
}

function recorded({ guard, now, source, transactional }: SendFacts): GuardRecord {
  return recordSend(guard, now, classifyStream(source, transactional));
}

/** Mail that no caller requested individually is `bulk` and only goes to people who want it. */
export function classifyStream(source: SendSource, transactional: boolean): GuardStream {
  return source === 'campaign' || (source === 'workflow' && !transactional) ? 'bulk' : 'transactional';
}

/** Each piece between stars matches at its first position, which is never worse, so nothing backtracks. */
export function matchesGlob(glob: string, text: string): boolean {
  const pieces = glob.toLowerCase().split('*');
  const first = pieces[0] ?? '';
  if (pieces.length === 1) return text === first;
  const last = pieces[pieces.length - 1] ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (let index = 1; index < pieces.length - 1; index++) {
    const piece = pieces[index] ?? '';
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= end;
}

export type AcceptedRecords = {
  deliveryMode: DeliveryMode;
  /** Events after `queued`, in order. A simulated mail has all of them immediately. */
  events: EmailEvent[];
  last: { type: EmailEventType };
  sentAt: number | null;
  /** New subscriber status; null if unchanged. */
  subscriberStatus: 'BOUNCED' | 'COMPLAINED' | null;
};

type Played = { type: EmailEventType; details?: Record<string, unknown> };

/** Sets no suppression or cooldown, because a repeated test must give the same result. */
const played: Readonly<Record<FixtureOutcome, readonly Played[]>> = {
  delivered: [{ type: 'sent' }, { type: 'delivered' }],
  bounce: [
    { type: 'sent' },
    {
      type: 'bounced',
      details: {
        bounce: { type: 'hard', subType: 'mailbox', message: '550 5.1.1 No such mailbox (simulated)' },
      },
    },
  ],
  complaint: [{ type: 'sent' }, { type: 'delivered' }, { type: 'complained' }],
  delay: [{ type: 'delivery_delayed', details: { message: '451 4.7.1 Try again later (simulated)' } }],
  open: [{ type: 'sent' }, { type: 'delivered' }, { type: 'opened' }],
  click: [{ type: 'sent' }, { type: 'delivered' }, { type: 'opened' }, { type: 'clicked' }],
};

export function recordsOfVerdict(
  verdict: Exclude<Verdict, { kind: 'refuse' }>,
  now: number,
): AcceptedRecords {
  switch (verdict.kind) {
    case 'simulate': {
      const events = played[verdict.outcome].map(({ type, details }) => eventAt(now, type, details));
      return {
        deliveryMode: 'test',
        events,
        last: events[events.length - 1]!,
        sentAt: events[0]?.type === 'sent' ? now : null,
        subscriberStatus:
          verdict.outcome === 'bounce' ? 'BOUNCED' : verdict.outcome === 'complaint' ? 'COMPLAINED' : null,
      };
    }
    case 'suppress': {
      const { id, origin, scope } = verdict.suppression;
      const event = eventAt(now, 'suppressed', id === undefined ? {} : { suppression_id: id, origin, scope });
      return { deliveryMode: 'live', events: [event], last: event, sentAt: null, subscriberStatus: null };
    }
    case 'hold':
      return {
        deliveryMode: 'captured',
        events: [],
        last: { type: 'queued' },
        sentAt: null,
        subscriberStatus: null,
      };
    case 'deliver':
      return {
        deliveryMode: 'live',
        events: [],
        last: { type: 'queued' },
        sentAt: null,
        subscriberStatus: null,
      };
  }
}

function eventAt(at: number, type: EmailEventType, details: Record<string, unknown> = {}): EmailEvent {
  return { type, at, machine: false, details };
}
