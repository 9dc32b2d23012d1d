import { campaignEnded } from '../../model/campaign/recipient.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { mayMove } from '../../model/email/lifecycle.ts';
import { finishJob, type Job } from '../../store/jobs.ts';
import { closeAccepted } from '../../store/records/campaigns/closed-recipients.ts';
import { lockEmails } from '../../store/records/mail/email-status.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { countCampaign } from './count-campaign.ts';
import { writeMailEvents } from './record-email-events.ts';

/** The mail came due before its ended campaign was closed. */
export async function cancelEnded(engine: Engine, job: Job, email: EmailRecord): Promise<void> {
  const now = engine.world.clock.now();
  await engine.store.database.transaction(async (queries) => {
    if (!(await finishJob(queries, job))) return;
    const store = new OrganizationStore(queries, job.organization);
    const key = await store.campaigns.keyOf(email.campaignId!);
    await cancelMails(store, key, [email.id], now);
  });
}

/** A mail that already returned keeps its event. @param campaign its key; undefined when deleted */
export async function cancelMails(
  store: OrganizationStore,
  campaign: number | undefined,
  emailIds: readonly string[],
  now: number,
): Promise<void> {
  const { queries, organization } = store;
  const standings = await lockEmails(
    queries,
    emailIds.map((id) => ({ organization, id })),
  );
  const open = emailIds.filter((id) => {
    const standing = standings.get(id);
    return standing !== undefined && mayMove(standing.lastEvent, 'canceled');
  });
  const details = { reason: campaignEnded };
  const written = await writeMailEvents(
    queries,
    open.map((id) => ({
      organization,
      id,
      events: [{ type: 'canceled', at: now, machine: false, details }],
    })),
  );
  if (campaign !== undefined) await closeAccepted(store, campaign, open, campaignEnded, now);
  await countCampaign(
    store,
    written.flatMap(({ change }) => change ?? []),
  );
}
