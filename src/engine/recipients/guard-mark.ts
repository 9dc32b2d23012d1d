import { type Mailbox, parseMailbox } from '../../model/address.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import type { Database, Queries } from '../../store/database.ts';
import { guardFactsOf } from '../../store/records/guard-facts.ts';
import { type GuardKey, instanceScope, replaceGuardKeys } from '../../store/records/guards.ts';
import { instanceValue, rememberOnce } from '../../store/records/instance.ts';
import type { Engine } from '../context/scope.ts';
import type { SecretBox } from '../context/secret-box.ts';

const purpose = 'guarded mailbox';
/** 132 bits: two mailboxes never share a row by chance. */
const markCharacters = 22;

/** A mail's own is asked for several times while it is judged. */
const known = new WeakMap<SecretBox, WeakMap<Pick<Mailbox, 'guardKey'>, string>>();

/**
 * The key of a mailbox's guard row. The row outlives the person, so that erasing them does not open their mailbox to a
 * flood; its key is a keyed mark from which the address cannot be read.
 *
 * @param organization left out of the key where the guard counts for the whole instance
 */
export function guardKeyOf(
  {
    secretBox,
    settings: { guardScope },
  }: { secretBox: SecretBox; settings: { guardScope: 'organization' | 'instance' } },
  organization: number,
  mailbox: Pick<Mailbox, 'guardKey'>,
): GuardKey {
  return {
    scope: guardScope === 'instance' ? instanceScope : organization,
    mailbox: knownMark(secretBox, mailbox),
  };
}

/** Until when the mailbox of a mail that was accepted rests after a bounce (epoch ms); null when it does not. */
export async function cooldownOf(
  engine: Pick<Engine, 'secretBox' | 'settings'>,
  queries: Queries,
  { organization, to }: Pick<EmailRecord, 'organization' | 'to'>,
): Promise<number | null> {
  const read = parseMailbox(to);
  if (!read.ok) return null;
  return (await guardFactsOf(queries, guardKeyOf(engine, organization, read.mailbox))).cooldownUntil;
}

function knownMark(box: SecretBox, mailbox: Pick<Mailbox, 'guardKey'>): string {
  let marks = known.get(box);
  if (!marks) {
    marks = new WeakMap();
    known.set(box, marks);
  }
  let mark = marks.get(mailbox);
  if (mark === undefined) {
    mark = markOf(box, mailbox.guardKey);
    marks.set(mailbox, mark);
  }
  return mark;
}

function markOf(box: SecretBox, guardKey: string): string {
  return box.mac(purpose, guardKey).toString('base64url').slice(0, markCharacters);
}

const done = 'guard keys are marks';

/** Puts marks in the place of addresses that an earlier version kept; nothing of what the rows count is lost. */
export async function markGuards(database: Database, box: SecretBox): Promise<void> {
  if ((await instanceValue(database.reader, done)) !== undefined) return;
  while (await database.transaction((queries) => replaceGuardKeys(queries, (key) => markOf(box, key)))) {}
  await database.transaction((queries) => rememberOnce(queries, done, 'yes'));
}
