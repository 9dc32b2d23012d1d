import { defineTool } from '../../src/contract/tool.ts';
import { resubscribeSentences } from '../../src/engine/approval/asked-sentences.ts';
import type { Scope } from '../../src/engine/context/scope.ts';
import {
  assertOptInRequestsApproved,
  previewOptInRequests,
} from '../../src/engine/sending/preview-opt-in-requests.ts';
import { answerSubscriber } from '../../src/engine/subscribers/find-subscriber.ts';
import { pendingWarnings } from '../../src/engine/subscribers/opt-in-hindrance.ts';
import { rehearseSaves, saveSubscriber } from '../../src/engine/subscribers/save-subscriber.ts';
import { StoppedSends } from '../../src/engine/subscribers/stopped-sends.ts';
import type { AskedChange } from '../../src/model/sending/send-preview.ts';
import {
  SavedSubscriber,
  type SubscriberSave,
  SubscriberSaveInput,
} from '../../src/model/subscriber/subscriber.ts';
import { subscriberExample } from './subscriber-example.ts';

export const createSubscriber = defineTool({
  name: 'create_subscriber',
  title: 'Create or update subscriber',
  summary: 'Create a subscriber, or update the subscriber with this email.',
  advice:
    'Omitted fields keep their values, and attributes are merged. To save several, use save_subscribers.',
  toolset: 'core',
  input: SubscriberSaveInput,
  output: SavedSubscriber,
  failures: ['conflict', 'restricted_api_key', 'rate_limit_exceeded'],
  effect: 'write',
  idempotent: true,
  // Double opt-in may mail, within the token's limits.
  mailsOne: true,
  needs: 'subscribers.write',
  rest: { route: 'POST /subscribers' },
  example: {
    input: {
      email: 'Ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
      attributes: { plan: 'pro', seats: 3 },
      externalId: 'user-42',
      timezone: 'Europe/Lisbon',
      consent: { at: '2025-11-21T09:30:00Z', ip: '192.0.2.7', source: 'sign-up form' },
      tags: ['newsletter'],
    },
    output: subscriberExample,
  },
  async preview(scope, save) {
    return await previewOptInRequests(scope, 'create_subscriber', await rehearseSaves(scope, [save]), save);
  },
  asks: askAbout,
  async run(scope, save) {
    return await scope.commit(async (store) => {
      await assertOptInRequestsApproved(scope, store, save, {
        input: save,
        sentences: async () => (await askAbout({ ...scope, store }, save))?.sentences ?? null,
      });
      const stopped = new StoppedSends();
      const saved = await saveSubscriber({ ...scope, store, onChanges: stopped.note }, save);
      if (saved.created) scope.created();
      const { subscriber } = saved;
      const warnings = await pendingWarnings(scope, store.queries, [subscriber.status], stopped.warnings());
      return { ...(await answerSubscriber(store, subscriber)), ...warnings };
    });
  },
});

async function askAbout(
  scope: Pick<Scope, 'engine' | 'store' | 'caller'>,
  save: SubscriberSave,
): Promise<AskedChange | null> {
  return save.resubscribe ? await resubscribeSentences(scope, [save]) : null;
}
