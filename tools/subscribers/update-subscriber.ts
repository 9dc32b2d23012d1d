import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { askAfterChange } from '../../src/engine/ask-to-confirm.ts';
import { answerSubscriber, holdSubscriber } from '../../src/engine/find-subscriber.ts';
import { keepSubscriber } from '../../src/engine/keep-subscriber.ts';
import { invalidField } from '../../src/model/failure.ts';
import { EmailInput, Subscriber, SubscriberRefInput, subscriberFields } from '../../src/model/subscriber.ts';
import { applyChange, readdressed } from '../../src/model/subscriber-change.ts';
import { subscriberExample } from './subscriber-example.ts';

export const updateSubscriber = defineTool({
  name: 'update_subscriber',
  title: 'Update subscriber',
  summary: 'Change fields of a subscriber; what is left out stays.',
  advice:
    'Attributes are merged, null deletes one. For status use unsubscribe_subscriber, for tags add_subscriber_tags.',
  toolset: 'audience',
  input: z.strictObject({
    subscriber: SubscriberRefInput,
    email: EmailInput.optional(),
    ...subscriberFields,
    triggerWorkflows: z.boolean().default(true),
  }),
  output: Subscriber,
  failures: ['not_found', 'conflict'],
  effect: 'write',
  idempotent: true,
  needs: 'subscribers.write',
  rest: { route: 'PATCH /subscribers/{subscriber}' },
  example: {
    input: { subscriber: 'ext:user-42', attributes: { plan: 'pro', trial: null }, triggerWorkflows: false },
    output: subscriberExample,
  },
  async run(scope, { subscriber, email, triggerWorkflows: _, ...fields }) {
    return await scope.commit(async (store) => {
      const known = (await holdSubscriber(store, subscriber)) ?? scope.fail('not_found');
      const changed = applyChange(known, fields);
      if (!changed.ok) throw invalidField(changed.path, changed.message);
      const confirm = scope.caller.organization.doubleOptIn;
      const next = readdressed(changed.subscriber, email ?? known.email, confirm);
      const kept = await keepSubscriber(store, known, next, scope.now);
      await askAfterChange(scope.engine, store, known, kept, scope.now);
      return await answerSubscriber(store, kept);
    });
  },
});
