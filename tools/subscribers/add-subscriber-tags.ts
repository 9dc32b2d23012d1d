import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { answerSubscriber } from '../../src/engine/subscribers/find-subscriber.ts';
import { StoppedSends } from '../../src/engine/subscribers/stopped-sends.ts';
import { tagSubscriber } from '../../src/engine/subscribers/tag-subscriber.ts';
import { SavedSubscriber, SubscriberRefInput } from '../../src/model/subscriber/subscriber.ts';
import { TagNames } from '../../src/model/subscriber/tag.ts';
import { subscriberExample } from './subscriber-example.ts';

export const addSubscriberTags = defineTool({
  name: 'add_subscriber_tags',
  title: 'Add tags to subscriber',
  summary: 'Add tags to a subscriber.',
  advice: 'Unknown tags are created. To tag several subscribers, use save_subscribers.',
  toolset: 'audience',
  input: z.strictObject({
    subscriber: SubscriberRefInput,
    tags: TagNames.min(1).describe('Names or ids'),
  }),
  output: SavedSubscriber,
  failures: ['not_found'],
  effect: 'write',
  adds: true,
  idempotent: true,
  needs: 'subscribers.write',
  rest: { route: 'POST /subscribers/{subscriber}/tags' },
  example: {
    input: { subscriber: 'ada@example.com', tags: ['newsletter'] },
    output: subscriberExample,
  },
  async run(scope, { subscriber, tags }) {
    const { ids } = scope.engine.world;
    return await scope.commit(async (store) => {
      const stopped = new StoppedSends();
      const scene = { store, now: scope.now, onChanges: stopped.note };
      const tagged = await tagSubscriber(scene, ids, subscriber, tags);
      return { ...(await answerSubscriber(store, tagged)), ...stopped.answer() };
    });
  },
});
