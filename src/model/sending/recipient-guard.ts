import { dayMs, hourMs, isoInstant, minuteMs, secondMs } from '../instant.ts';

/**
 * Limits the mail to one real mailbox, and pauses it after a bounce.
 *
 * Windows slide: a send counts until exactly one window length after it was accepted. Refused sends are not recorded,
 * so retrying never lengthens the wait. Fixture recipients are never counted.
 */
export const shortWindowMs = 10 * minuteMs;
export const shortWindowSendsMax = 5;
export const longWindowMs = dayMs;
export const longWindowSendsMax = 20;

const cooldownFirstMs = hourMs;
export const cooldownLongestMs = dayMs;

export const softBouncesToSuppress = 5;
export const softBounceSuppressionMs = 30 * dayMs;

/**
 * `transactional`: the caller requested this mail individually (API, SMTP, test). `bulk`: campaigns.
 *
 * The short window counts transactional sends only. The long window and the cooldown protect the mailbox from all
 * senders, so bulk sends are counted and refused there too.
 */
export type GuardStream = 'transactional' | 'bulk';

/** The guard's state of a mailbox. Instants are epoch milliseconds; the lists hold the newest last. */
export type GuardFacts = {
  /** Accepted transactional sends. */
  sends: readonly number[];
  /** Accepted bulk sends. */
  bulkSends?: readonly number[];
  cooldownUntil: number | null;
  /** Bounces since the last delivery, if they were read. */
  bounces?: number;
};

/** The lists to store once a send is accepted: within 24 hours, together at most 20 entries. */
export type GuardRecord = { sends: number[]; bulkSends: number[] };

export type GuardRefusal = {
  verdict: 'refuse';
  /** The rule with the longest wait. */
  reason: 'short' | 'long' | 'cooldown';
  /** Whole seconds, at least 1: a send is accepted then, and would still be refused one second earlier. */
  retryAfterSeconds: number;
};

/** Decides whether a mailbox may get a further mail at `now`. Returns the record to store if it may. */
export function judgeRecipient(
  facts: GuardFacts,
  now: number,
  stream: GuardStream = 'transactional',
): ({ verdict: 'accept' } & GuardRecord) | GuardRefusal {
  return guardRefusal(facts, now, stream) ?? { verdict: 'accept', ...recordSend(facts, now, stream) };
}

/** Returns the refusal; null when the mailbox may get a mail. */
export function guardRefusal(facts: GuardFacts, now: number, stream: GuardStream): GuardRefusal | null {
  const { sends, cooldownUntil } = facts;
  const all = everySend(facts);
  // After the clock was set back, sends lie in the future until they are moved. They count, so that no send exceeds the limit, but
  // the wait is never longer than the window.
  const cooldownEnd = cooldownUntil ?? 0;
  const longEnd = Math.min(windowOpensAt(all, longWindowSendsMax, longWindowMs), now + longWindowMs);
  const shortEnd =
    stream === 'transactional'
      ? Math.min(windowOpensAt(sends, shortWindowSendsMax, shortWindowMs), now + shortWindowMs)
      : 0;
  const acceptedAt = Math.max(cooldownEnd, longEnd, shortEnd);
  if (acceptedAt <= now) return null;
  return {
    verdict: 'refuse',
    reason: acceptedAt === cooldownEnd ? 'cooldown' : acceptedAt === longEnd ? 'long' : 'short',
    retryAfterSeconds: Math.ceil((acceptedAt - now) / secondMs),
  };
}

/** Short description of each rule, for the details of a refusal. */
export const guardRules: Readonly<Record<GuardRefusal['reason'], string>> = {
  short: `${shortWindowSendsMax} in ${shortWindowMs / minuteMs} minutes`,
  long: `${longWindowSendsMax} in ${longWindowMs / hourMs} hours`,
  cooldown: 'cooldown after a bounce',
};

/** Explains a refusal in a sentence, with the instant from which a send is accepted. */
export function explainGuard(
  { reason, retryAfterSeconds }: Pick<GuardRefusal, 'reason' | 'retryAfterSeconds'>,
  { cooldownUntil, bounces = 0 }: Pick<GuardFacts, 'cooldownUntil' | 'bounces'>,
  now: number,
): string {
  const until = isoInstant(now + retryAfterSeconds * secondMs);
  switch (reason) {
    case 'short':
      return `${shortWindowSendsMax} mails were accepted for this mailbox within ${shortWindowMs / minuteMs} minutes, and no more are; the next may go at ${until}`;
    case 'long':
      return `${longWindowSendsMax} mails were accepted for this mailbox within ${longWindowMs / hourMs} hours, and no more are; the next may go at ${until}`;
    case 'cooldown': {
      // A delivery since then has reset the bounces, but not the cooldown they caused.
      const since =
        cooldownUntil === null || bounces === 0
          ? ''
          : ` at ${isoInstant(cooldownUntil - cooldownLengthMs(bounces - 1, cooldownFirstMs))}`;
      return `A mail to this mailbox came back${since}, so it rests until ${until}`;
    }
  }
}

/** Adds a send accepted at `now` to the mailbox's record, and removes entries outside of every window. */
export function recordSend(facts: GuardFacts, now: number, stream: GuardStream): GuardRecord {
  const record = {
    sends: withinLongWindow(facts.sends, now),
    bulkSends: withinLongWindow(facts.bulkSends, now),
  };
  const list = stream === 'transactional' ? record.sends : record.bulkSends;
  list.push(now);
  // The windows need sorted sends. After the clock was set back, the new send may precede sends that are not moved yet.
  list.sort((a, b) => a - b);
  return record;
}

function everySend({ sends, bulkSends }: GuardFacts): readonly number[] {
  if (bulkSends === undefined || bulkSends.length === 0) return sends;
  return sends.length === 0 ? bulkSends : [...sends, ...bulkSends].sort((a, b) => a - b);
}

/** Returns when the window has room again, which is when its `sendsMax`th newest send leaves it. */
function windowOpensAt(sends: readonly number[], sendsMax: number, windowMs: number): number {
  const leaving = sends[sends.length - sendsMax];
  return leaving === undefined ? 0 : leaving + windowMs;
}

function withinLongWindow(sends: readonly number[] | undefined, now: number): number[] {
  return sends === undefined ? [] : sends.filter((at) => at > now - longWindowMs);
}

/** Consecutive bounces, and the end of the cooldown. */
export type CooldownState = { bounces: number; cooldownUntil: number | null };

/**
 * Returns the state after a bounce of any kind: a cooldown of `firstMs`, doubled by each further bounce, up to 24 hours.
 *
 * A bounce during a cooldown changes nothing. No mail is accepted then, so it belongs to a mail that was already in
 * flight, and a burst of five mails must not lengthen the cooldown five times.
 */
export function afterBounce(
  state: CooldownState,
  now: number,
  firstMs: number = cooldownFirstMs,
): CooldownState {
  if (state.cooldownUntil !== null && state.cooldownUntil > now) return state;
  return { bounces: state.bounces + 1, cooldownUntil: now + cooldownLengthMs(state.bounces, firstMs) };
}

/** @param bounces earlier bounces */
function cooldownLengthMs(bounces: number, firstMs: number): number {
  return Math.min(firstMs * 2 ** bounces, Math.max(firstMs, cooldownLongestMs));
}

/** Resets the bounces, because a delivery proves the mailbox. A running cooldown continues to its end. */
export function afterDelivery(state: CooldownState): CooldownState {
  return { bounces: 0, cooldownUntil: state.cooldownUntil };
}

/**
 * Counts consecutive soft bounces; a delivery resets the count. The fifth suppresses the address for 30 days.
 *
 * @returns the streak to store, and until when to suppress (epoch ms), or null
 */
export function softBounceStreak(
  streak: number,
  outcome: 'soft_bounce' | 'delivered',
  now: number,
): { streak: number; suppressUntil: number | null } {
  if (outcome === 'delivered') return { streak: 0, suppressUntil: null };
  if (streak + 1 < softBouncesToSuppress) return { streak: streak + 1, suppressUntil: null };
  return { streak: 0, suppressUntil: now + softBounceSuppressionMs };
}
