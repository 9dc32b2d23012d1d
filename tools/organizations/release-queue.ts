import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { operatesServer } from '../../src/engine/organizations/operates-server.ts';
import { releaseQueue as release } from '../../src/engine/organizations/queue-hold.ts';

export const releaseQueue = defineTool({
  name: 'release_queue',
  title: 'Release the queue',
  summary: 'Resume the delivery that was held since a backup was restored.',
  toolset: 'admin',
  // An operator without the console runs the command of the same name, which also works while no server runs.
  doors: ['console'],
  input: z.strictObject({}),
  output: z.object({
    object: z.literal('queue_release'),
    mails: z.int(),
    confirmations: z.int(),
    campaigns: z.int(),
    webhooks: z.int(),
  }),
  failures: ['restricted_api_key'],
  effect: 'write',
  idempotent: true,
  needs: 'organization.write',
  rest: null,
  example: {
    input: {},
    output: { object: 'queue_release', mails: 12, confirmations: 3, campaigns: 1, webhooks: 0 },
  },
  async run({ engine, caller, commit, fail }) {
    if (!(await operatesServer(engine, caller))) {
      fail('restricted_api_key', {
        message:
          'Only the operator, or an admin of the only organization of this server, can release the queue',
      });
    }
    const waiting = await commit(({ queries }) => release(queries));
    engine.wake();
    return {
      object: 'queue_release' as const,
      ...(waiting ?? { mails: 0, confirmations: 0, campaigns: 0, webhooks: 0 }),
    };
  },
});
