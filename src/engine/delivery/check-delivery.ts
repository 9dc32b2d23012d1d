import { parseMailbox } from '../../model/address.ts';
import { pausedWaitMs } from '../../model/campaign/pace.ts';
import { retryForMs } from '../../model/delivery/retry-schedule.ts';
import { minuteMs } from '../../model/instant.ts';
import { fixtureRule } from '../../model/sending/fixture-recipient.ts';
import { classifyStream } from '../../model/sending/gates.ts';
import type { Attempt } from './attempt.ts';
import type { Delivery } from './load-delivery.ts';

const sendingOffWaitMs = 5 * minuteMs;

type DeliveryFacts = Delivery & {
  now: number;
  acceptedAt: number;
  testRunners: readonly string[];
};

type DeliveryVerdict =
  | { kind: 'drop' }
  | { kind: 'cancel' }
  | { kind: 'record'; attempt: Attempt }
  /** `restarts`: the retry period of several days starts again. */
  | {
      kind: 'requeue';
      at: number;
      restarts: boolean;
      reason: 'campaign_paused' | 'sending_off' | 'sending_paused';
    };

/** State that may have changed since acceptance. The first verdict decides. */
const checks: readonly ((facts: DeliveryFacts) => DeliveryVerdict | null)[] = [
  alreadyReturned,
  erased,
  campaignEnded,
  campaignPaused,
  sendingIsPaused,
  unreadableRecipient,
  fixture,
  sendingOff,
  leftTheList,
  suppressed,
];

export function checkDelivery(facts: DeliveryFacts): DeliveryVerdict | null {
  for (const check of checks) {
    const verdict = check(facts);
    if (verdict !== null) return verdict;
  }
  return null;
}

/** A report arrived during the retry wait, so a server accepted the mail after all. */
function alreadyReturned({ email: { lastEvent } }: DeliveryFacts): DeliveryVerdict | null {
  return lastEvent === 'bounced' || lastEvent === 'complained' ? { kind: 'drop' } : null;
}

function erased({ email }: DeliveryFacts): DeliveryVerdict | null {
  return email.toKey === '' ? { kind: 'record', attempt: { kind: 'canceled' } } : null;
}

function campaignEnded({ stopped }: DeliveryFacts): DeliveryVerdict | null {
  return stopped === 'ended' ? { kind: 'cancel' } : null;
}

function campaignPaused({ stopped, now }: DeliveryFacts): DeliveryVerdict | null {
  if (stopped !== 'paused') return null;
  return { kind: 'requeue', at: now + pausedWaitMs, restarts: true, reason: 'campaign_paused' };
}

/** Due immediately, because no claim takes the job before sending resumes. */
function sendingIsPaused({ sendingPaused, now }: DeliveryFacts): DeliveryVerdict | null {
  return sendingPaused ? { kind: 'requeue', at: now, restarts: false, reason: 'sending_paused' } : null;
}

function unreadableRecipient({ email }: DeliveryFacts): DeliveryVerdict | null {
  return parseMailbox(email.to).ok ? null : failed('The recipient address can no longer be parsed');
}

/** Checks the envelope's own address again, so that a fixture is never contacted, whatever the record says. */
function fixture({ email, testRunners }: DeliveryFacts): DeliveryVerdict | null {
  const to = parseMailbox(email.to);
  const isFixture = email.deliveryMode !== 'live' || (to.ok && fixtureRule(to.mailbox, testRunners) !== null);
  return isFixture ? failed('The recipient is a fixture and never gets real mail') : null;
}

function sendingOff({ sendingEnabled, now, acceptedAt }: DeliveryFacts): DeliveryVerdict | null {
  if (sendingEnabled) return null;
  return now >= acceptedAt + retryForMs
    ? failed('Sending was switched off for three days', 'sending_off')
    : { kind: 'requeue', at: now + sendingOffWaitMs, restarts: false, reason: 'sending_off' };
}

/** Accepted bulk mail does not reach a subscriber who unsubscribed or changed address meanwhile. */
function leftTheList({ email, recipient }: DeliveryFacts): DeliveryVerdict | null {
  const left =
    classifyStream(email.source, email.transactional) === 'bulk' &&
    recipient?.subscriber?.status !== 'ACTIVE';
  return left ? { kind: 'record', attempt: { kind: 'suppressed' } } : null;
}

function suppressed({ email, recipient, now }: DeliveryFacts): DeliveryVerdict | null {
  const bulk = classifyStream(email.source, email.transactional) === 'bulk';
  const stops = recipient?.suppressions.some(
    ({ scope, startsAt }) => (bulk || scope === 'all') && (startsAt ?? 0) <= now,
  );
  return stops ? { kind: 'record', attempt: { kind: 'suppressed' } } : null;
}

function failed(reply: string, why?: 'sending_off'): DeliveryVerdict {
  return { kind: 'record', attempt: { kind: 'failed', reply, ...(why && { why }) } };
}
