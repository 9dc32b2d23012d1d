import { formatMailbox, type Mailbox } from '../model/address.ts';
import { Failure } from '../model/failure.ts';
import type { OrganizationRecord } from '../model/organization.ts';
import type { ForeseenSend } from '../model/sending/send-preview.ts';
import type { SubscriberRecord, SubscriberSave } from '../model/subscriber.ts';
import { applySave, newSubscriber } from '../model/subscriber-change.ts';
import { OrganizationRecords } from '../store/records/organizations.ts';
import type { OrganizationStore } from '../store/store.ts';
import { wouldBeAsked } from './ask-to-confirm.ts';
import { assertAgreed } from './confirmations.ts';
import { ambientDelivery, deliveryOf, fatesOf, previewOf } from './foresee-send.ts';
import type { Scope } from './scope.ts';
import { asker, confirmationDraft, confirmationSender } from './send-confirmation.ts';
import { warningsOfSettings } from './settings-warnings.ts';

/**
 * Which mails a save would cause: the questions of a double opt-in. A write mails nobody else by itself.
 */

/**
 * Who these saves would leave PENDING and have asked. A save that is refused for its tags or its external id is taken for
 * one that is not: then fewer are asked than is foreseen.
 */
export async function pendingAfter(
  { engine, caller, store, now }: Scope,
  saves: readonly SubscriberSave[],
): Promise<SubscriberRecord[]> {
  const { organization } = caller;
  const emails = [...new Set(saves.map(({ email }) => email))];
  const held = await store.subscribers.findAll(emails);
  const people = new Map(held.map((subscriber) => [subscriber.email, subscriber]));
  const saved = new Set<string>();
  for (const save of saves) {
    const confirm = save.doubleOptIn ?? organization.doubleOptIn;
    const known =
      people.get(save.email) ??
      newSubscriber(engine.world.ids.id('sub'), save.email, save.source, confirm, now);
    const next = applySave(known, save, [], confirm);
    people.set(save.email, next.ok ? next.subscriber : known);
    if (next.ok) saved.add(save.email);
  }
  return [...people.values()].filter(({ email, status }) => status === 'PENDING' && saved.has(email));
}

/**
 * What asking these people would put on the wire, or null when none of them is asked. How many are asked counts, whatever
 * would become of their mails right now: what refuses one is judged again when it is sent, and tried again for a day.
 * @param pending those that a write would leave PENDING
 * @param about the write, for a confirmation to be bound to
 */
export async function foreseeQuestions(
  scope: Scope,
  tool: string,
  pending: readonly SubscriberRecord[],
  about: unknown,
): Promise<ForeseenSend | null> {
  const { engine, caller, store, now } = scope;
  const { organization, requestId } = caller;
  const asked = await wouldBeAsked(engine, store, pending, now);
  if (asked.length === 0) return null;
  const by = asker(organization, requestId);
  const from = senderOf(engine, organization);
  const drafts = from === null ? [] : asked.map((one) => confirmationDraft(engine, organization, one));
  const fates = await fatesOf(scope, by, 'api', drafts);
  const delivery = ambientDelivery(engine.settings, by);
  const preview = previewOf({
    tool,
    from,
    subjects: drafts.map(({ subject }) => subject),
    // Whoever would be skipped now is not told as skipped: they may be mailed yet.
    fates: { skipped: new Map(), mailed: asked },
    atLeast: false,
    to: asked.map(({ email }) => email),
    delivery: deliveryOf(fates, delivery),
    scheduledAt: null,
    badges: [],
    refusal: null,
    warnings: [
      'Double opt-in: each is asked by mail whether they want mail',
      ...warningsOfSettings(engine.settings, by, true),
      ...(from === null ? ['This instance has no address to ask from yet: they may be asked later'] : []),
      ...[...fates.skipped].map(laterWarning),
    ],
  });
  return { preview, bulk: asked.length > 1, about: aboutQuestions(scope, organization, about) };
}

/**
 * To be asked in the transaction of the write that has somebody asked: who asks, and in whose name, may have been changed
 * after a person agreed to it.
 * @param about as it was foreseen
 * @throws Failure confirmation_required when it was
 */
export async function assertQuestionsAgreed(
  scope: Pick<Scope, 'agreed' | 'engine' | 'caller'>,
  { queries, organization: key }: OrganizationStore,
  about: unknown,
): Promise<void> {
  await assertAgreed(scope.agreed, async () => {
    const organization = await new OrganizationRecords(queries).byKey(key);
    return aboutQuestions(scope, organization ?? scope.caller.organization, about);
  });
}

/** All that decides what is asked of whom: the subject follows from the name, in the language of each. */
function aboutQuestions(
  { engine, caller }: Pick<Scope, 'engine' | 'caller'>,
  organization: OrganizationRecord,
  about: unknown,
): unknown {
  const from = senderOf(engine, organization);
  return {
    of: about,
    from: from && formatMailbox(from),
    name: organization.name,
    delivery: ambientDelivery(engine.settings, asker(organization, caller.requestId)),
  };
}

/** Null where this instance has no address to ask from; its operator may give it one in time. */
function senderOf(
  { settings }: Pick<Scope['engine'], 'settings'>,
  organization: OrganizationRecord,
): Mailbox | null {
  try {
    return confirmationSender(settings, organization);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

function laterWarning([reason, count]: [string, number]): string {
  return `${count} would be refused right now (${reason.replaceAll('_', ' ')}) and may be asked later`;
}
