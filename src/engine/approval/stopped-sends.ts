import { stoppedSendWarnings } from '../../model/approval/stopped-sends.ts';
import { unapprovedPeopleMax } from '../../model/sending/unapproved-people.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { tagNameKey } from '../../model/subscriber/tag.ts';
import type { Trigger } from '../../model/workflow/definition.ts';
import { activeMailWorkflows, approvedCampaignsAwaiting } from '../../store/records/approved-sends.ts';
import type { OrganizationStore } from '../../store/store.ts';

type Change = { known: SubscriberRecord | null; next: SubscriberRecord };

/**
 * Counts the recipients that an assistant's change affects in approved campaigns and workflows. A campaign or workflow pauses before
 * it mails them, because an assistant must not change approved mail.
 *
 * @param store belongs to the transaction that writes the changes, or to a dry run
 * @returns number of affected people by campaign or workflow id
 */
export async function countStoppedSends(
  store: OrganizationStore,
  changes: readonly Change[],
): Promise<Record<string, number>> {
  if (store.origin.assistantAt === null || changes.length === 0) return {};
  const known = changes.flatMap((change) => (change.known === null ? [] : [change.known.key]));
  const stopped: Record<string, number> = {};
  for (const { id, amount } of await approvedCampaignsAwaiting(store, known)) stopped[id] = amount;
  // A workflow may mail this many changed people without a new approval.
  if (changes.length <= unapprovedPeopleMax) return stopped;
  const workflows = await activeMailWorkflows(store, known);
  const tagOf = await triggerTags(store, workflows);
  for (const { id, trigger, inside } of workflows) {
    const starting = store.origin.starts
      ? changes.filter((change) => starts(trigger, tagOf, change)).length
      : 0;
    if (inside + starting > 0) stopped[id] = inside + starting;
  }
  return stopped;
}

/** Returns the ids of the tags that start these workflows. */
async function triggerTags(
  store: OrganizationStore,
  workflows: readonly { trigger: Trigger }[],
): Promise<(idOrName: string) => string | undefined> {
  const names = workflows.flatMap(({ trigger }) => (trigger.type === 'TAG_ADDED' ? [trigger.tag] : []));
  const tags = names.length === 0 ? [] : await store.tags.among(names);
  return (idOrName) =>
    tags.find(({ id, nameKey }) => id === idOrName || nameKey === tagNameKey(idOrName))?.id;
}

function starts(
  trigger: Trigger,
  tagOf: (idOrName: string) => string | undefined,
  { known, next }: Change,
): boolean {
  switch (trigger.type) {
    case 'SUBSCRIBER_CREATED':
      return known === null;
    case 'SUBSCRIBER_UPDATED':
      return known !== null;
    case 'TAG_ADDED': {
      const tag = tagOf(trigger.tag);
      return tag !== undefined && next.tagIds.includes(tag) && !known?.tagIds.includes(tag);
    }
    default:
      return false;
  }
}

/** Collects the warnings of several changes in one transaction. */
export class StoppedSends {
  readonly #people: Record<string, number> = {};

  async note(store: OrganizationStore, changes: readonly Change[]): Promise<void> {
    for (const [id, amount] of Object.entries(await countStoppedSends(store, changes))) {
      this.#people[id] = (this.#people[id] ?? 0) + amount;
    }
  }

  warnings(): string[] {
    return stoppedSendWarnings(this.#people);
  }
}
