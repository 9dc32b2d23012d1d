import { dayMs, hourMs, isoInstant, minuteMs, secondMs } from '../instant.ts';

/**
 * Limits the mail to one real mailbox and pauses it after a bounce. A send counts until one window length
 * after its acceptance. Refused sends do not count, so retrying never lengthens the wait.
 */
export const shortWindowMs = 10 * minuteMs;
export const shortWindowSendsMax = 5;
export const longWindowMs = dayMs;
export const longWindowSendsMax = 20;

const cooldownFirstMs = hourMs;
export const cooldownLongestMs = dayMs;

export const softBouncesToSuppress = 5;
export const softBounceSuppressionMs = 30 * dayMs;

/** Only `transactional` sends count in the short window; both count in the long one and obey the cooldown. */
export type GuardStream = 'transactional' | 'bulk';

/** Instants are epoch milliseconds; the newest is last. */
export type GuardFacts = {
  sends: readonly number[];
  bulkSends?: readonly number[];
  cooldownUntil: number | null;
  /** Bounces since the last delivery, if they were read. */
  bounces?: number;
};

/** Lists to store after acceptance: within 24 hours, at most 20 entries together. */
export type GuardRecord = { sends: number[]; bulkSends: number[] };

export type GuardRefusal = {
  verdict: 'refuse';
  /** The rule with the longest wait. */
  reason: 'short' | 'long' | 'cooldown';
  /** Whole seconds, at least 1: a send is accepted then, and would still be refused one second earlier. */
  retryAfterSeconds: number;
};

export function judgeRecipient(
  facts: GuardFacts,
  now: number,
  stream: GuardStream = 'transactional',
): ({ verdict: 'accept' } & GuardRecord) | GuardRefusal {
  return guardRefusal(facts, now, stream) ?? { verdict: 'accept', ...recordSend(facts, now, stream) };
}

export function guardRefusal(facts: GuardFacts, now: number, stream: GuardStream): GuardRefusal | null {
  const { sends, cooldownUntil } = facts;
  const all = everySend(facts);
  // After the clock was set back, future sends still count, but the wait never exceeds the window.
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

export const guardRules: Readonly<Record<GuardRefusal['reason'], string>> = {
  short: `${shortWindowSendsMax} in ${shortWindowMs / minuteMs} minutes`,
  long: `${longWindowSendsMax} in ${longWindowMs / hourMs} hours`,
  cooldown: 'cooldown after a bounce',
};

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

/** Also removes entries outside every window. */
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

function windowOpensAt(sends: readonly number[], sendsMax: number, windowMs: number): number {
  const leaving = sends[sends.length - sendsMax];
  return leaving === undefined ? 0 : leaving + windowMs;
}

function withinLongWindow(sends: readonly number[] | undefined, now: number): number[] {
  return sends === undefined ? [] : sends.filter((at) => at > now - longWindowMs);
}

export type CooldownState = { bounces: number; cooldownUntil: number | null };

/**
 * Starts a cooldown of `firstMs`, doubled by each further bounce, up to 24 hours. A bounce during a cooldown
 * belongs to a mail in flight and changes nothing.
 */
export function afterBounce(
  state: CooldownState,
  now: number,
  firstMs: number = cooldownFirstMs,
): CooldownState {
  if (state.cooldownUntil !== null && state.cooldownUntil > now) return state;
  return { bounces: state.bounces + 1, cooldownUntil: now + cooldownLengthMs(state.bounces, firstMs) };
}

function cooldownLengthMs(bounces: number, firstMs: number): number {
  return Math.min(firstMs * 2 ** bounces, Math.max(firstMs, cooldownLongestMs));
}

/** Resets the bounces, because a delivery proves the mailbox. A running cooldown continues to its end. */
export function afterDelivery(state: CooldownState): CooldownState {
  return { bounces: 0, cooldownUntil: state.cooldownUntil };
}

/** Returns the streak of soft bounces, and an end (epoch ms) or null. The fifth suppresses for 30 days. */
export function softBounceStreak(
  streak: number,
  outcome: 'soft_bounce' | 'delivered',
  now: number,
): { streak: number; suppressUntil: number | null } {
  if (outcome === 'delivered') return { streak: 0, suppressUntil: null };
  if (streak + 1 < softBouncesToSuppress) return { streak: streak + 1, suppressUntil: null };
  return { streak: 0, suppressUntil: now + softBounceSuppressionMs };
}
