import type { AskedChange } from '../../model/sending/send-preview.ts';
import type { PageRequest } from '../../store/page.ts';
import { findUnsent, type UnsentMail } from '../../store/records/mail/remove-mails.ts';
import { nameSome, selectRealRecipients } from '../approval/asked-sentences.ts';
import type { Scope } from '../context/scope.ts';

type UnsentFilter = {
  to?: string | undefined;
  tokenId?: string | undefined;
  createdBefore?: number | undefined;
};

type Found = { mails: readonly UnsentMail[]; next: string | null };
type Reading = Pick<Scope, 'store' | 'caller'>;

/** A token with sending limits, such as the test token of a CI job, deletes only its own mail. */
export function ownMailOnly({ caller: { token } }: Pick<Scope, 'caller'>): number | null {
  if (token === null) return null;
  const { mode, domainId, allowedRecipients, sendCap } = token;
  const isLimited = mode === 'test' || domainId !== null || allowedRecipients !== null || sendCap !== null;
  return isLimited ? token.key : null;
}

/** Finds captured and test mail, newest first. */
export async function selectUnsent(
  scope: Reading,
  { to, tokenId, createdBefore }: UnsentFilter,
  request: PageRequest,
): Promise<Found> {
  const { store } = scope;
  const own = ownMailOnly(scope);
  const named = tokenId === undefined ? undefined : (await store.tokens.byId(tokenId))?.key;
  const isForeign = own !== null && named !== undefined && named !== own;
  if (isForeign || (tokenId !== undefined && named === undefined)) return { mails: [], next: null };
  const filters = { unsent: true as const, to, token: own ?? named, createdBefore };
  const page = await store.emails.page(filters, request);
  const mails = page.rows.map(({ id, toKey, deliveryMode }) => ({ id, to: toKey, deliveryMode }));
  return { mails, next: page.next ?? (page.hasMore ? (page.rows.at(-1)?.id ?? null) : null) };
}

export async function findUnsentAmong(scope: Reading, ids: readonly string[]): Promise<Found> {
  return { mails: await findUnsent(scope.store, ids, ownMailOnly(scope)), next: null };
}

/** Null if no mail to a real mailbox could still be released. A server that captures all mail is a test inbox. */
export function describeUnsentDeletion(
  scope: Pick<Scope, 'engine'>,
  mails: readonly UnsentMail[],
): AskedChange | null {
  if (scope.engine.settings.delivery === 'capture') return null;
  const waiting = mails.filter(({ deliveryMode }) => deliveryMode === 'captured');
  const people = selectRealRecipients(scope, [...new Set(waiting.map(({ to }) => to))]);
  if (people.length === 0) return null;
  const count = waiting.length === 1 ? '1 captured email' : `${waiting.length} captured emails`;
  return {
    sentences: [`Deletes ${count} for good, to ${nameSome(people)}`, 'They can then no longer be released'],
    about: waiting.map(({ id }) => id),
  };
}
