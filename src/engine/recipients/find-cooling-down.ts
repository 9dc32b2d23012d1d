import { parseMailbox } from '../../model/address.ts';
import { fixtureRule } from '../../model/sending/fixture-recipient.ts';
import { guardRefusal } from '../../model/sending/recipient-guard.ts';
import { createRetryTerms, type RetryTerms } from '../../model/sending/skipped.ts';
import { lookAtGuards } from '../../store/records/permits/guards.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import { createGuardKey } from './recipient-marks.ts';

/** Finds mailboxes in cooldown at a time (epoch ms), which a campaign then skips. @param emails at most one page */
export async function findCoolingDown(
  engine: Engine,
  { organization, token }: Pick<Caller, 'organization' | 'token'>,
  emails: readonly string[],
  at: number,
): Promise<Map<string, RetryTerms>> {
  const mailboxes = emails.flatMap((email) => {
    const read = parseMailbox(email);
    const isGuarded =
      read.ok && token?.mode !== 'test' && !fixtureRule(read.mailbox, engine.settings.testRunners);
    return isGuarded ? [{ email, key: createGuardKey(engine, organization.key, read.mailbox) }] : [];
  });
  // Several addresses may share a mailbox.
  const keys = new Map(mailboxes.map(({ key }) => [key.mailbox, key]));
  const rows = await lookAtGuards(engine.store.database.reader, [...keys.values()]);
  const guards = new Map(rows.map((row) => [row.mailbox, row]));
  return new Map(
    mailboxes.flatMap(({ email, key }) => {
      const guard = guards.get(key.mailbox);
      const refusal = guard ? guardRefusal(guard, at, 'bulk') : null;
      return refusal ? [[email, createRetryTerms(refusal, at)] as const] : [];
    }),
  );
}
