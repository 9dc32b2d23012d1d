import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { selectRealRecipients } from '../../src/engine/approval/asked-sentences.ts';
import { forgetHeldCalls, forgetHeldCallsAhead } from '../../src/engine/approval/forget-held.ts';
import { forgetBodies } from '../../src/engine/content/read-bodies.ts';
import { forgetImportedFiles } from '../../src/engine/imports/forget-files.ts';
import { scheduleErasedSearch } from '../../src/engine/imports/seek-erased.ts';
import { erasedMark, keepMarkOfErased } from '../../src/engine/recipients/recipient-marks.ts';
import { eraseSubscriber, purge } from '../../src/engine/subscribers/erase-subscriber.ts';
import { findSubscriber } from '../../src/engine/subscribers/find-subscriber.ts';
import { forgetTraces, forgetTracesAhead } from '../../src/engine/subscribers/forget-traces.ts';
import { SubscriberRefInput } from '../../src/model/subscriber/subscriber.ts';
import { subscriberExample } from './subscriber-example.ts';

export const deleteSubscriber = defineTool({
  name: 'delete_subscriber',
  title: 'Erase subscriber',
  summary:
    'Permanently erase a person: the subscriber, their events, tags and address, and the content of their emails.',
  advice: 'Counts in reports remain. To only stop mail, use unsubscribe_subscriber.',
  toolset: 'audience',
  input: z.strictObject({ subscriber: SubscriberRefInput }),
  output: z.object({ object: z.literal('subscriber'), id: z.string(), deleted: z.literal(true) }),
  failures: ['not_found'],
  effect: 'destroy',
  needs: 'subscribers.write',
  rest: { route: 'DELETE /subscribers/{subscriber}' },
  example: {
    input: { subscriber: 'ada@example.com' },
    output: { object: 'subscriber', id: subscriberExample.id, deleted: true },
  },
  async asks(scope, { subscriber }) {
    const known = await findSubscriber(scope.store, subscriber);
    if (!known || selectRealRecipients(scope, [known.email]).length === 0) return null;
    return [
      `Permanently erases ${known.email}: the subscriber, their events and tags, and the content of mail to them`,
      'This cannot be undone. A record of the erasure remains, so that no import adds them again',
    ];
  },
  async run(scope, { subscriber }) {
    const known = (await findSubscriber(scope.store, subscriber)) ?? scope.fail('not_found');
    const { key } = scope.caller.organization;
    const questionsRead = await forgetTracesAhead(scope.engine, scope.engine.store, key, known);
    const heldRead = await forgetHeldCallsAhead(scope.engine, key, known);
    const answer = await scope.commit(async (store) => {
      const erased = (await eraseSubscriber(store, subscriber, scope.now)) ?? scope.fail('not_found');
      await keepMarkOfErased(scope.engine, store, erased, scope.now);
      const mark = erasedMark(scope.engine, store.organization, erased.email);
      await scheduleErasedSearch(
        scope.engine,
        store,
        { mark, email: erased.email, cause: erased.id },
        scope.now,
      );
      const isKnown =
        erased.id === known.id && erased.email === known.email && erased.externalId === known.externalId;
      await forgetHeldCalls(scope.engine, store, erased, isKnown ? heldRead : 0);
      await forgetTraces(scope.engine, store, erased, isKnown ? questionsRead : 0);
      return { object: 'subscriber' as const, id: erased.id, deleted: true as const };
    });
    forgetBodies(scope.engine, scope.caller.organization.key);
    await forgetImportedFiles(scope.engine, scope.caller.organization.key);
    await purge(scope.engine);
    scope.engine.wake();
    return answer;
  },
});
