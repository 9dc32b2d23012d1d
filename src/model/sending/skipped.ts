import { z } from 'zod';
import { Instant, isoInstant, secondMs } from '../instant.ts';
import { type GuardRefusal, guardRules } from './recipient-guard.ts';

export const Skipped = z.object({
  reason: z.string(),
  count: z.int(),
  /** `rate_limited` only: the guard's rule, and the time when all of them may be mailed again. */
  rule: z.string().optional(),
  retry_at: Instant.optional(),
});
export type Skipped = z.infer<typeof Skipped>;

export type Skips = Map<string, Skipped>;

const skipReasons: Readonly<Record<string, string>> = {
  RECIPIENT_RATE_LIMITED: 'rate_limited',
  restricted_api_key: 'not_allowed',
  rate_limit_exceeded: 'send_cap',
  content_verification_failed: 'content_blocked',
  content_verification_unavailable: 'content_not_verified',
  // At acceptance, only full storage causes it.
  payload_too_large: 'storage_full',
};

/** Names a recipient's refusal, in previews as in a campaign's list of recipients. */
export function nameSkipReason(failure: string): string {
  return skipReasons[failure] ?? failure;
}

export type RetryTerms = Required<Pick<Skipped, 'rule' | 'retry_at'>>;

export function createRetryTerms(
  { reason, retryAfterSeconds }: Pick<GuardRefusal, 'reason' | 'retryAfterSeconds'>,
  now: number,
): RetryTerms {
  return { rule: guardRules[reason], retry_at: isoInstant(now + retryAfterSeconds * secondMs) };
}

export function countSkipped(skips: Skips, skipped: Skipped): void {
  const { reason, count, rule, retry_at } = skipped;
  const key = rule === undefined ? reason : `${reason} ${rule}`;
  const before = skips.get(key);
  if (!before) {
    skips.set(key, { ...skipped });
    return;
  }
  before.count += count;
  if (retry_at !== undefined && (before.retry_at ?? '') < retry_at) before.retry_at = retry_at;
}

export function addSkips(skips: Skips, others: Skips): void {
  for (const skipped of others.values()) countSkipped(skips, skipped);
}

export function shownSkips(skips: Skips): Skipped[] {
  return [...skips.values()].sort(
    (a, b) => b.count - a.count || compare(a.reason, b.reason) || compare(a.rule ?? '', b.rule ?? ''),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `2 rate limited (cooldown after a bounce, until 2026-11-22T10:15:00.000Z)`. */
export function describeSkipped(skipped: Skipped): string {
  const rest = describeRetryTerms(skipped);
  return `${skipped.count.toLocaleString('en')} ${describeReason(skipped)}${rest && ` (${rest})`}`;
}

export function describeReason({ reason }: Skipped): string {
  return reason.replaceAll('_', ' ');
}

export function describeRetryTerms({ rule, retry_at }: Skipped): string {
  return rule === undefined ? '' : `${rule}, until ${retry_at}`;
}
