import { parseMailbox } from '../model/address.ts';
import { askedOnceMore, confirmationLimits, confirmationLimitsOfMailbox } from '../model/confirmation.ts';
import type { SubscriberRecord } from '../model/subscriber.ts';
import { addJobs } from '../store/jobs.ts';
import { type AskRow, holdAsks, saveAsks } from '../store/records/confirmations.ts';
import type { OrganizationStore } from '../store/store.ts';
import type { Engine } from './scope.ts';

type ToAsk = Pick<SubscriberRecord, 'id' | 'email' | 'status'>;

/**
 * Has whoever is PENDING asked by mail, in the transaction of the save that left them so. Saving somebody again asks
 * again only after a while, and a few times at most: whoever fills in a form with another's address must not fill their
 * mailbox. It is remembered of addresses and not of subscribers, so that deleting one forgets nothing, and of a mailbox
 * for all organizations together, however the recipient guard counts.
 */
export async function askToConfirm(
  { secretBox }: Pick<Engine, 'secretBox'>,
  store: OrganizationStore,
  saved: readonly ToAsk[],
  now: number,
): Promise<void> {
  const { queries, organization } = store;
  const pending = saved
    .filter(({ status }) => status === 'PENDING')
    .map(({ id, email }) => ({
      id,
      address: markOf(secretBox, `${organization}\n${email}`),
      mailbox: markOf(secretBox, mailboxOf(email)),
    }));
  if (pending.length === 0) return;
  const marks = new Set(pending.flatMap(({ address, mailbox }) => [address, mailbox]));
  const held = new Map((await holdAsks(queries, [...marks])).map((row) => [row.mark, row]));
  const noted = new Map<string, AskRow>();
  const toAsk: string[] = [];
  for (const { id, address, mailbox } of pending) {
    const ofAddress = askedOnceMore(held.get(address), now, confirmationLimits);
    const ofMailbox = askedOnceMore(held.get(mailbox), now, confirmationLimitsOfMailbox);
    if (ofAddress === null || ofMailbox === null) continue;
    for (const row of [
      { mark: address, ...ofAddress },
      { mark: mailbox, ...ofMailbox },
    ]) {
      held.set(row.mark, row);
      noted.set(row.mark, row);
    }
    toAsk.push(id);
  }
  if (toAsk.length === 0) return;
  await saveAsks(queries, [...noted.values()]);
  await addJobs(
    queries,
    toAsk.map((subject) => ({ organization, kind: 'send_confirmation' as const, subject, runAt: now })),
    now,
  );
}

/** The same after one was changed: asked is who has just become PENDING, and who has another address than was asked. */
export async function askAfterChange(
  engine: Pick<Engine, 'secretBox'>,
  store: OrganizationStore,
  known: SubscriberRecord,
  next: SubscriberRecord,
  now: number,
): Promise<void> {
  if (next.status !== 'PENDING' || (known.status === 'PENDING' && known.email === next.email)) return;
  await askToConfirm(engine, store, [next], now);
}

/** Nobody can read an address out of it, and it outlives the subscriber for a day. */
function markOf(secretBox: Engine['secretBox'], text: string): string {
  return secretBox.mac('asked to confirm', text).toString('base64url');
}

/** Whose inbox it is, however it is written. */
function mailboxOf(email: string): string {
  const read = parseMailbox(email);
  return read.ok ? read.mailbox.guardKey : email;
}
