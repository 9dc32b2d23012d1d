import { type Batcher, createBatcher } from '../../concurrency/batcher.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import type { Job } from '../../store/jobs.ts';
import { findStoppedCampaigns } from '../../store/records/campaigns/campaign-progress.ts';
import { emailsAt } from '../../store/records/mail/emails.ts';
import { type RecipientFacts, recipientFacts, recipientKey } from '../../store/records/permits/send-facts.ts';
import type { Engine } from '../context/scope.ts';
import { soughtRecipient } from '../recipients/recipient-marks.ts';

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

const batchers = new WeakMap<Engine, Batcher<Claimed, Delivery | undefined>>();

/** Loads all jobs of a claim with a constant number of statements. Undefined when the mail no longer exists. */
export async function loadDelivery(engine: Engine, job: Claimed): Promise<Delivery | undefined> {
  let batcher = batchers.get(engine);
  if (!batcher) {
    batcher = createBatcher({ sizeMax: mailsMax, inFlightMax: readsInFlightMax, turnsMax: 1 }, (take) =>
      load(engine, take()),
    );
    batchers.set(engine, batcher);
  }
  return await batcher.add(job);
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
