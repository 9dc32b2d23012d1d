import { parseMailbox } from '../model/address.ts';
import { askedOnceMore, confirmationLimits, confirmationLimitsOfMailbox } from '../model/confirmation.ts';
import type { SubscriberRecord } from '../model/subscriber.ts';
import { addJobs } from '../store/jobs.ts';
import { type AskRow, holdAsks, lookAtAsks, saveAsks } from '../store/records/confirmations.ts';
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
  engine: Pick<Engine, 'secretBox'>,
  store: OrganizationStore,
  saved: readonly ToAsk[],
  now: number,
): Promise<void> {
  const { queries, organization } = store;
  const { toAsk, noted } = await whoIsAsked(engine, store, saved, now, holdAsks);
  if (toAsk.length === 0) return;
  await saveAsks(queries, noted);
  await addJobs(
    queries,
    toAsk.map(({ id: subject }) => ({
      organization,
      kind: 'send_confirmation' as const,
      subject,
      runAt: now,
    })),
    now,
  );
}

/** Who of them would be asked, without asking anybody: it is as it stands, and holds nothing. */
export async function wouldBeAsked<Saved extends ToAsk>(
  engine: Pick<Engine, 'secretBox'>,
  store: OrganizationStore,
  saved: readonly Saved[],
  now: number,
): Promise<Saved[]> {
  return (await whoIsAsked(engine, store, saved, now, lookAtAsks)).toAsk;
}

async function whoIsAsked<Saved extends ToAsk>(
  { secretBox }: Pick<Engine, 'secretBox'>,
  { queries, organization }: OrganizationStore,
  saved: readonly Saved[],
  now: number,
  read: typeof holdAsks,
): Promise<{ toAsk: Saved[]; noted: AskRow[] }> {
  const pending = saved
    .filter(({ status }) => status === 'PENDING')
    .map((one) => ({
      one,
      address: markOf(secretBox, `${organization}\n${one.email}`),
      mailbox: markOf(secretBox, mailboxOf(one.email)),
    }));
  if (pending.length === 0) return { toAsk: [], noted: [] };
  const marks = new Set(pending.flatMap(({ address, mailbox }) => [address, mailbox]));
  const held = new Map((await read(queries, [...marks])).map((row) => [row.mark, row]));
  const noted = new Map<string, AskRow>();
  const toAsk: Saved[] = [];
  for (const { one, address, mailbox } of pending) {
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
    toAsk.push(one);
  }
  return { toAsk, noted: [...noted.values()] };
}

/** The same after one was changed: asked is who has just become PENDING, and who has another address than was asked. */
export async function askAfterChange(
  engine: Pick<Engine, 'secretBox'>,
  store: OrganizationStore,
  known: SubscriberRecord,
  next: SubscriberRecord,
  now: number,
): Promise<void> {
  if (isNewToAsk(known, next)) await askToConfirm(engine, store, [next], now);
}

export function isNewToAsk(known: ToAsk, next: ToAsk): boolean {
  return next.status === 'PENDING' && (known.status !== 'PENDING' || known.email !== next.email);
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
