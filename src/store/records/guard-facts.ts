import type { GuardFacts } from '../../model/sending/recipient-guard.ts';
import type { Queries } from '../database.ts';
import type { GuardKey } from './guards.ts';

/**
 * What is remembered of one mailbox, read without a lock: for a first answer, which is asked again where
 * the mail is accepted.
 */
export async function guardFactsOf(queries: Queries, { scope, mailbox }: GuardKey): Promise<GuardFacts> {
  const row = await queries.get<{ sends: string; bulk_sends: string; cooldown_until: number | null }>(
    'SELECT sends, bulk_sends, cooldown_until FROM recipient_guards WHERE scope = $1 AND mailbox = $2',
    [scope, mailbox],
  );
  if (!row) return { sends: [], cooldownUntil: null };
  return {
    sends: JSON.parse(row.sends),
    bulkSends: JSON.parse(row.bulk_sends),
    cooldownUntil: row.cooldown_until,
  };
}
