import { isoInstant } from '../../model/instant.ts';
import type { Queries } from '../../store/database.ts';
import { countJobs, type JobKind } from '../../store/jobs.ts';
import { forget, instanceValue, rememberOnce } from '../../store/records/instance/instance.ts';
import { waitingForWebhooks } from '../../store/records/webhooks/webhook-outbox.ts';
import { posthouse } from '../../world/command-line.ts';

const holdName = 'queue held';

export const releaseCommand = `${posthouse} release-queue`;
/** Text for readers who cannot release the queue, such as the author of a campaign. */
export const heldSentence =
  'Delivery has been held since a backup was restored, until the operator of this server releases the queue';

/** Holds all outgoing work, in all processes on this database, until the queue is released. */
export async function holdQueue(queries: Queries, now: number): Promise<void> {
  await rememberOnce(queries, holdName, isoInstant(now));
}

/** ISO 8601 time, or null. */
export async function queueHeldSince(queries: Queries): Promise<string | null> {
  return (await instanceValue(queries, holdName)) ?? null;
}

export type Waiting = { mails: number; confirmations: number; campaigns: number; webhooks: number };

/** A campaign and a webhook message count once, however many mails or endpoints they have. */
export async function waitingMail(queries: Queries): Promise<Waiting> {
  const count = async (kind: JobKind) => await countJobs(queries, kind);
  return {
    mails: (await count('deliver_email')) + (await count('deliver_notice')),
    confirmations: await count('send_confirmation'),
    campaigns: await count('send_campaign'),
    webhooks: await waitingForWebhooks(queries),
  };
}

/** @returns the work that was held; null if the queue was not held */
export async function releaseQueue(queries: Queries): Promise<Waiting | null> {
  const waiting = await waitingMail(queries);
  return (await forget(queries, holdName)) ? waiting : null;
}

/** Null unless the queue is held. */
export async function heldNotice(queries: Queries): Promise<string | null> {
  if ((await queueHeldSince(queries)) === null) return null;
  return `This database is a restored copy: nothing is sent, new mail included, until you release the queue (${waitingSentence(await waitingMail(queries))} in it):\n  ${releaseCommand}`;
}

/** Example: `12 mails, 3 opt-in requests and 1 campaign`. */
export function waitingSentence({ mails, confirmations, campaigns, webhooks }: Waiting): string {
  const parts = [
    counted(mails, 'mail'),
    ...(confirmations > 0 ? [counted(confirmations, 'opt-in request')] : []),
    ...(campaigns > 0 ? [counted(campaigns, 'campaign')] : []),
    ...(webhooks > 0 ? [counted(webhooks, 'webhook message')] : []),
  ];
  const last = parts.pop()!;
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}

function counted(amount: number, thing: string): string {
  return `${amount.toLocaleString('en')} ${thing}${amount === 1 ? '' : 's'}`;
}
