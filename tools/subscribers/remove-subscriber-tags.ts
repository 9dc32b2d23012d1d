import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { answerSubscriber } from '../../src/engine/subscribers/find-subscriber.ts';
import { StoppedSends } from '../../src/engine/subscribers/stopped-sends.ts';
import { untagSubscriber } from '../../src/engine/subscribers/tag-subscriber.ts';
import { SavedSubscriber, SubscriberRefInput } from '../../src/model/subscriber/subscriber.ts';
import { TagNames } from '../../src/model/subscriber/tag.ts';
import { subscriberExample } from './subscriber-example.ts';

export const removeSubscriberTags = defineTool({
  name: 'remove_subscriber_tags',
  title: 'Remove tags from subscriber',
  summary: 'Remove tags from a subscriber.',
  toolset: 'audience',
  input: z.strictObject({
    subscriber: SubscriberRefInput,
    tags: TagNames.min(1).describe('Names or ids'),
  }),
  output: SavedSubscriber,
  failures: ['not_found'],
  effect: 'write',
  idempotent: true,
  needs: 'subscribers.write',
  rest: { route: 'DELETE /subscribers/{subscriber}/tags' },
  example: {
    input: { subscriber: 'ada@example.com', tags: ['newsletter'] },
    output: { ...subscriberExample, tags: [] },
  },
  async run(scope, { subscriber, tags }) {
    return await scope.commit(async (store) => {
      const stopped = new StoppedSends();
      const scene = { store, now: scope.now, onChanges: stopped.note };
      const untagged = await untagSubscriber(scene, subscriber, tags);
      return { ...(await answerSubscriber(store, untagged)), ...stopped.answer() };
    });
  },
});
