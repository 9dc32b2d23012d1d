import type { GuardFacts } from '../../../model/sending/recipient-guard.ts';
import type { Queries } from '../../database.ts';
import type { GuardKey } from './guards.ts';

/** Reads a mailbox's guard facts without a lock, for a preview. The acceptance flow checks again with a lock. */
export async function readGuardFacts(queries: Queries, { scope, mailbox }: GuardKey): Promise<GuardFacts> {
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
