import { type Mailbox, parseMailbox } from '../../model/address.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { erasedMarkPrefix, type NewSuppression, startsAtOnce } from '../../model/subscriber/suppression.ts';
import type { Database, Queries } from '../../store/database.ts';
import { instanceValue, rememberOnce } from '../../store/records/instance/instance.ts';
import {
  type GuardKey,
  instanceScope,
  readGuardFacts,
  replaceGuardKeys,
} from '../../store/records/permits/guards.ts';
import type { SoughtRecipient } from '../../store/records/permits/send-facts.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import type { SecretBox } from '../context/secret-box.ts';

const purpose = 'guarded mailbox';
/** 132 bits, so that no two mailboxes collide by chance. */
const markCharacters = 22;

/** A keyed hash, because the row outlives an erasure. An instance-wide guard ignores the organization. */
export function createGuardKey(
  {
    secretBox,
    settings: { guardScope },
  }: { secretBox: SecretBox; settings: { guardScope: 'organization' | 'instance' } },
  organization: number,
  mailbox: Pick<Mailbox, 'guardKey'>,
): GuardKey {
  return {
    scope: guardScope === 'instance' ? instanceScope : organization,
    mailbox: markOf(secretBox, mailbox.guardKey),
  };
}

/** Returns the end of the mailbox's cooldown (epoch ms), or null. */
export async function findCooldownEnd(
  engine: Pick<Engine, 'secretBox' | 'settings'>,
  queries: Queries,
  { organization, to }: Pick<EmailRecord, 'organization' | 'to'>,
): Promise<number | null> {
  const read = parseMailbox(to);
  if (!read.ok) return null;
  return (await readGuardFacts(queries, createGuardKey(engine, organization, read.mailbox))).cooldownUntil;
}

function markOf(box: SecretBox, guardKey: string): string {
  return box.macText(purpose, guardKey).slice(0, markCharacters);
}

const done = 'guard keys are marks';

/** Replaces addresses stored by an earlier version with marks. Counts are kept. */
export async function markGuards(database: Database, box: SecretBox): Promise<void> {
  if ((await instanceValue(database.reader, done)) !== undefined) return;
  while (await database.transaction((queries) => replaceGuardKeys(queries, (key) => markOf(box, key)))) {}
  await database.transaction((queries) => rememberOnce(queries, done, 'yes'));
}

/** An opt-out outlives the person's data (GDPR article 17(3)(b) with 21(3)) as a MAC of the address. */
export function erasedMark(
  { secretBox }: Pick<Engine, 'secretBox'>,
  organization: number,
  address: string,
): string {
  return erasedMarkPrefix + secretBox.macText('erased address', `${organization}\n${address}`);
}

/** Replaces the address in the suppression list. A person who opted out or complained always gets a mark. */
export async function keepMarkOfErased(
  engine: Engine,
  store: OrganizationStore,
  erased: SubscriberRecord,
  now: number,
): Promise<void> {
  const email = erasedMark(engine, store.organization, erased.email);
  const kept = await store.suppressions.takeOut(erased.email, now);
  const marks: NewSuppression[] = kept.map((one) => ({ ...one, email, sourceId: null }));
  const own = ownWish(erased);
  if (own && !marks.some(({ scope }) => scope === own.scope)) {
    const id = engine.world.ids.id('sup');
    marks.push({ id, email, sourceId: null, startsAt: startsAtOnce, expiresAt: null, ...own });
  }
  await store.suppressions.suppress(marks, now);
}

function ownWish({
  status,
  unsubscribedAt,
}: SubscriberRecord): Pick<NewSuppression, 'origin' | 'scope'> | null {
  if (status === 'COMPLAINED') return { origin: 'complaint', scope: 'all' };
  return unsubscribedAt === null ? null : { origin: 'unsubscribe', scope: 'marketing' };
}

export function soughtRecipient(
  engine: Pick<Engine, 'secretBox'>,
  organization: number,
  email: string,
): SoughtRecipient {
  return { organization, email, erasedMark: erasedMark(engine, organization, email) };
}
