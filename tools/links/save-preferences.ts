import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import {
  answerPreferences,
  holdLinkRecipient,
  liftUnsubscribe,
  recordOptOut,
} from '../../src/engine/consent/link-recipient.ts';
import { recordUnsubscribe } from '../../src/engine/ledger/record-email-events.ts';
import { keepSubscriber } from '../../src/engine/subscribers/keep-subscriber.ts';
import { invalidField } from '../../src/model/failure.ts';
import { IdInput } from '../../src/model/id.ts';
import { consented, mayResubscribe, Preferences } from '../../src/model/subscriber/consent.ts';
import type { SubscriberRecord } from '../../src/model/subscriber/subscriber.ts';
import { withTags } from '../../src/model/subscriber/subscriber-change.ts';
import { topicsPerOrganizationMax } from '../../src/model/subscriber/tag.ts';
import type { HeldTag } from '../../src/store/records/people/tags.ts';
import type { OrganizationStore } from '../../src/store/store.ts';
import { preferencesExample } from './preferences-example.ts';

const TopicIds = z.array(IdInput).max(topicsPerOrganizationMax);

export const savePreferences = defineTool({
  name: 'save_preferences',
  title: 'Save preferences',
  summary: 'Save the preferences of the recipient of a mail.',
  toolset: 'deliverability',
  doors: ['link'],
  input: z.strictObject({
    id: IdInput.describe('Email id'),
    shown: TopicIds.describe('Topics shown on the page; other topics stay unchanged'),
    chosen: TopicIds,
    subscribed: z.boolean().optional().describe('Default: unchanged'),
    ip: z.string().max(45).describe('IP address recorded with the consent'),
  }),
  output: Preferences,
  failures: ['not_found'],
  effect: 'write',
  idempotent: true,
  needs: 'subscribers.write',
  rest: null,
  example: {
    input: {
      id: 'eml_01kb3k7f5d2c8n1r4s6t9v0w3x',
      shown: ['tag_01kb3k7f5d2c8n1r4s6t9v0w3x'],
      chosen: ['tag_01kb3k7f5d2c8n1r4s6t9v0w3x'],
      subscribed: true,
      ip: '192.0.2.7',
    },
    output: preferencesExample,
  },
  async run(scope, { id, shown, chosen, subscribed, ip }) {
    const { engine, now } = scope;
    return await scope.commit(async (store) => {
      // Lock order everywhere: tags, subscribers. A tag that is no longer a topic is ignored.
      const topics = await store.tags.holdTopics(shown);
      const before = (await holdLinkRecipient(engine, store, id, now)) ?? scope.fail('not_found');
      // An opt-out always applies; an opt-in only if the recipient may return here.
      const left = subscribed === false && (await recordOptOut(engine, store, id, before, 'link', now));
      const heard = (await holdLinkRecipient(engine, store, id, now)) ?? scope.fail('not_found');
      const returns = subscribed === true && mayResubscribe(heard.standing);
      if (heard.subscriber) {
        const known = heard.subscriber;
        const wished = returns ? consented(known, 'preference page', ip, now) : known;
        await keepTopics(store, known, wished, topics, chosen, now);
      }
      if (returns) await liftUnsubscribe(store, heard.stops, now);
      if (left) await recordUnsubscribe(store, left, now);
      const after = (await holdLinkRecipient(engine, store, id, now)) ?? scope.fail('not_found');
      return await answerPreferences(store, after);
    });
  },
});

/** Other tags stay unchanged. */
async function keepTopics(
  store: OrganizationStore,
  known: SubscriberRecord,
  heard: SubscriberRecord,
  topics: readonly HeldTag[],
  chosen: readonly string[],
  now: number,
): Promise<void> {
  const [wanted, unwanted] = [true, false].map((is) => topics.filter(({ id }) => chosen.includes(id) === is));
  const without = new Set(unwanted!.map(({ id }) => id));
  const tagged = withTags(
    { ...heard, tagIds: heard.tagIds.filter((id) => !without.has(id)) },
    wanted!.map(({ id }) => id),
  );
  if (!tagged.ok) throw invalidField('chosen', tagged.message);
  await keepSubscriber(store, known, tagged.subscriber, now);
  const added = wanted!.filter(({ id }) => !known.tagIds.includes(id));
  await store.tags.link(
    added.map((tag) => ({ subscriber: known.key, tag })),
    now,
  );
  const removed = unwanted!.filter(({ id }) => known.tagIds.includes(id));
  if (removed.length > 0) {
    await store.tags.unlink(
      known.key,
      removed.map(({ key }) => key),
    );
  }
}
