import { createBatcher } from '../../concurrency/batcher.ts';
import { parseMailbox } from '../../model/address.ts';
import { pausedWaitMs } from '../../model/campaign/pace.ts';
import { retryForMs } from '../../model/delivery/retry-schedule.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { minuteMs } from '../../model/instant.ts';
import { fixtureRule } from '../../model/sending/fixture-recipient.ts';
import { classifyStream } from '../../model/sending/gates.ts';
import type { Job } from '../../store/jobs.ts';
import { findStoppedCampaigns } from '../../store/records/campaigns/campaign-progress.ts';
import { emailsAt } from '../../store/records/mail/emails.ts';
import { type RecipientFacts, recipientFacts, recipientKey } from '../../store/records/permits/send-facts.ts';
import { perEngine } from '../context/per-engine.ts';
import type { Engine } from '../context/scope.ts';
import { soughtRecipient } from '../recipients/recipient-marks.ts';
import type { Attempt } from './attempt.ts';

const sendingOffWaitMs = 5 * minuteMs;

type DeliveryFacts = Delivery & {
  now: number;
  acceptedAt: number;
  testRunners: readonly string[];
};

/** Reason that a preview counts. */
type ReasonNotDelivered = 'erased' | 'invalid_address' | 'fixture' | 'sending_off' | 'suppressed';

type DeliveryVerdict =
  | { kind: 'drop' }
  | { kind: 'cancel' }
  | { kind: 'record'; attempt: Attempt; reason: ReasonNotDelivered }
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
  return email.toKey === '' ? { kind: 'record', attempt: { kind: 'canceled' }, reason: 'erased' } : null;
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
  if (parseMailbox(email.to).ok) return null;
  return failed('invalid_address', { reply: 'The recipient address can no longer be parsed' });
}

/** Checks the envelope's own address again, so that a fixture is never contacted, whatever the record says. */
function fixture({ email, testRunners }: DeliveryFacts): DeliveryVerdict | null {
  const to = parseMailbox(email.to);
  const isFixture = email.deliveryMode !== 'live' || (to.ok && fixtureRule(to.mailbox, testRunners) !== null);
  return isFixture
    ? failed('fixture', { reply: 'The recipient is a fixture and never gets real mail' })
    : null;
}

function sendingOff({ sendingEnabled, now, acceptedAt }: DeliveryFacts): DeliveryVerdict | null {
  if (sendingEnabled) return null;
  return now >= acceptedAt + retryForMs
    ? failed('sending_off', { reply: 'Sending was switched off for three days', why: 'sending_off' })
    : { kind: 'requeue', at: now + sendingOffWaitMs, restarts: false, reason: 'sending_off' };
}

/** Accepted bulk mail does not reach a subscriber who unsubscribed or changed address meanwhile. */
function leftTheList({ email, recipient }: DeliveryFacts): DeliveryVerdict | null {
  const left =
    classifyStream(email.source, email.transactional) === 'bulk' &&
    recipient?.subscriber?.status !== 'ACTIVE';
  return left ? suppressedVerdict : null;
}

function suppressed({ email, recipient, now }: DeliveryFacts): DeliveryVerdict | null {
  const bulk = classifyStream(email.source, email.transactional) === 'bulk';
  const stops = recipient?.suppressions.some(
    ({ scope, startsAt }) => (bulk || scope === 'all') && (startsAt ?? 0) <= now,
  );
  return stops ? suppressedVerdict : null;
}

const suppressedVerdict = { kind: 'record', attempt: { kind: 'suppressed' }, reason: 'suppressed' } as const;

function failed(
  reason: ReasonNotDelivered,
  attempt: Omit<Extract<Attempt, { kind: 'failed' }>, 'kind'>,
): DeliveryVerdict {
  return { kind: 'record', attempt: { kind: 'failed', ...attempt }, reason };
}

export type Delivery = {
  email: EmailRecord;
  /** State of the mail's campaign; null if it may be sent. */
  stopped: 'paused' | 'ended' | null;
  sendingEnabled: boolean;
  /** Mail of the organization waits until a person resumes sending. */
  sendingPaused: boolean;
  /** End of the organization's latest pause in epoch ms; null before the first. */
  resumedAt: number | null;
  /** Undefined if nothing is known about the recipient. */
  recipient: RecipientFacts | undefined;
};

/** Each row contains a whole body. */
const mailsMax = 50;
const readsInFlightMax = 2;

type Claimed = Pick<Job, 'organization' | 'kind' | 'subject'>;

const batcherOf = perEngine((engine) =>
  createBatcher<Claimed, Delivery | undefined>(
    { sizeMax: mailsMax, inFlightMax: readsInFlightMax, turnsMax: 1 },
    (take) => load(engine, take()),
  ),
);

/** Loads all jobs of a claim with a constant number of statements. Undefined when the mail no longer exists. */
export async function loadDelivery(engine: Engine, job: Claimed): Promise<Delivery | undefined> {
  return await batcherOf(engine).add(job);
}

async function load(engine: Engine, jobs: readonly Claimed[]): Promise<(Delivery | undefined)[]> {
  const { reader } = engine.store.database;
  if (jobs.length === 0) return [];
  const emails = await emailsAt(
    reader,
    jobs.map(({ organization, subject }) => ({ organization, id: subject })),
  );
  const live = [...emails.values()].filter(({ toKey }) => toKey !== '');
  const campaigns = new Map<string, { organization: number; id: string }>();
  for (const { organization, campaignId } of live) {
    if (campaignId !== null) campaigns.set(campaignId, { organization, id: campaignId });
  }
  const [stopped, sending, recipients] = await Promise.all([
    findStoppedCampaigns(reader, [...campaigns.values()]),
    engine.store.organizations.sending([...new Set(jobs.map(({ organization }) => organization))]),
    recipientFacts(
      reader,
      live.map(({ organization, toKey }) => soughtRecipient(engine, organization, toKey)),
      engine.world.clock.now(),
    ),
  ]);
  return jobs.map(({ organization, kind, subject }) => {
    const email = emails.get(subject);
    const state = sending.get(organization);
    return (
      email && {
        email,
        stopped: (email.campaignId !== null && stopped.get(email.campaignId)) || null,
        sendingEnabled: state?.isEnabled ?? false,
        sendingPaused: (state?.isPaused ?? false) && kind !== 'deliver_notice',
        resumedAt: state?.resumedAt ?? null,
        recipient: recipients.get(recipientKey(organization, email.toKey)),
      }
    );
  });
}
