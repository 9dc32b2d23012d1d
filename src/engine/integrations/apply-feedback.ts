import { parseMailbox } from '../../model/address.ts';
import { bounceBelievedMs, complaintBelievedMs } from '../../model/bounces/verp.ts';
import { secondMs } from '../../model/instant.ts';
import {
  type Feedback,
  isFeedbackProvider,
  isSentThrough,
  readFeedback,
  sesNotification,
} from '../../model/integration/feedback.ts';
import { readSns } from '../../model/integration/sns.ts';
import { type HandedOverMail, mailsHandedOver } from '../../store/records/mail/email-status.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { recordReturn } from '../delivery/record-return.ts';
import { readReturnPath } from '../delivery/return-path.ts';
import type { EventScene } from './event-scene.ts';

/** Reports per transaction. Each is idempotent, so a repeat changes nothing. */
const stretchReports = 50;
const confirmationOctetsMax = 64 * 1024;
const confirmationMsMax = 10 * secondMs;

/** Records a relay's report like a bounce or complaint from the recipient's server. */
export async function applyFeedback(scene: EventScene): Promise<void> {
  const { integration, payload } = scene;
  const { provider } = integration;
  if (!isFeedbackProvider(provider)) throw new Error(`${provider} sends no feedback`);
  if (provider !== 'ses') return await record(scene, readFeedback(provider, payload));
  const sns = readSns(payload);
  if (sns?.type === 'SubscriptionConfirmation') return await confirm(scene, sns.subscribeUrl!);
  if (sns?.type === 'UnsubscribeConfirmation') {
    return await scene.last(async () => ({
      state: 'failed',
      outcome: 'The topic was unsubscribed from this URL and will send no more events',
    }));
  }
  await record(scene, readFeedback('ses', sns && sesNotification(sns.message)));
}

/** `readSns` checked the URL's host, so any response confirms. */
async function confirm({ engine, last }: EventScene, url: string): Promise<void> {
  const fetched = await engine.world.fetchDocument?.({
    url,
    takes: () => true,
    octetsMax: confirmationOctetsMax,
    withinMs: confirmationMsMax,
  });
  if (!fetched || 'fault' in fetched) {
    throw new Error(`the subscription could not be confirmed: ${fetched?.why ?? 'fetching is disabled'}`);
  }
  await last(async () => ({ state: 'applied', outcome: 'The subscription was confirmed' }));
}

async function record(scene: EventScene, reports: readonly Feedback[]): Promise<void> {
  const counts = { recorded: 0, known: 0, unknown: 0 };
  const stretch = async (store: OrganizationStore, some: readonly Feedback[]): Promise<typeof counts> => {
    const sums = { recorded: 0, known: 0, unknown: 0 };
    for (const one of some) sums[await recordOne(scene, store, one)] += 1;
    return sums;
  };
  const add = (sums: typeof counts): void => {
    for (const name of ['recorded', 'known', 'unknown'] as const) counts[name] += sums[name];
  };
  let at = 0;
  for (; at + stretchReports < reports.length; at += stretchReports) {
    const some = reports.slice(at, at + stretchReports);
    let sums = counts;
    const isWritten = await scene.write(async (store) => {
      sums = await stretch(store, some);
    });
    if (!isWritten) break;
    add(sums);
  }
  await scene.last(async (store) => {
    const sums = await stretch(store, reports.slice(at));
    const recorded = counts.recorded + sums.recorded;
    const known = counts.known + sums.known;
    const unknown = counts.unknown + sums.unknown;
    return {
      state: recorded + known > 0 ? 'applied' : 'ignored',
      outcome:
        reports.length === 0
          ? 'It contains no delivery feedback'
          : `${recorded} recorded, ${known} without effect, ${unknown} for unknown mail`,
    };
  });
}

async function recordOne(
  { engine, integration }: EventScene,
  store: OrganizationStore,
  feedback: Feedback,
): Promise<'recorded' | 'known' | 'unknown'> {
  const { provider, mapping } = integration;
  const to = parseMailbox(feedback.to);
  if (!to.ok || !isFeedbackProvider(provider)) return 'unknown';
  const now = engine.world.clock.now();
  const believedMs = feedback.returned.kind === 'feedback' ? complaintBelievedMs : bounceBelievedMs;
  // Only mail handed to this relay, because the relay knows no other.
  const mails = (await mailsHandedOver(store, to.mailbox.key, now - believedMs)).filter(({ by }) =>
    isSentThrough(provider, by, mapping.relay),
  );
  const ours = feedback.names.flatMap((name) => readReturnPath(engine, name) ?? []);
  const named = ours.find(({ organization }) => organization === store.organization)?.id;
  // Postmark reports no Message-ID, so the report is about the last mail to this recipient.
  const last = provider === 'postmark' && feedback.names.length === 0 ? mails[0] : undefined;
  const mail = mails.find(({ id }) => id === named) ?? mails.find((one) => isNamed(one, feedback)) ?? last;
  if (!mail) return 'unknown';
  const { recorded } = await recordReturn(
    engine,
    store,
    mail.id,
    { ...feedback.returned, via: provider },
    now,
  );
  return recorded === 'nothing' ? 'known' : 'recorded';
}

/** Matches the Message-ID, or the relay's id in its SMTP reply. */
function isNamed({ messageId, reply }: HandedOverMail, { names, providerId }: Feedback): boolean {
  const bare = (text: string) => text.trim().replace(/^<|>$/g, '');
  if (names.some((name) => bare(name) === bare(messageId))) return true;
  return providerId !== null && providerId.length >= providerIdCharactersMin && reply.includes(providerId);
}

/** A shorter id could occur in any reply. */
const providerIdCharactersMin = 12;
