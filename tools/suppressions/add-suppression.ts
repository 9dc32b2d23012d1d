import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { addSuppressions } from '../../src/engine/recipients/add-suppressions.ts';
import {
  MailboxKey,
  newSuppression,
  newSuppressionFields,
  Suppression,
  suppressionAnswer,
} from '../../src/model/subscriber/suppression.ts';
import { suppressionExample } from './suppression-example.ts';

export const addSuppression = defineTool({
  name: 'add_suppression',
  title: 'Add suppression',
  summary: 'Stop all mail, or only marketing mail, to an address.',
  advice: 'For a subscriber who only leaves campaigns, use unsubscribe_subscriber.',
  toolset: 'deliverability',
  input: z.strictObject({ email: MailboxKey, ...newSuppressionFields }),
  output: Suppression,
  failures: [],
  effect: 'write',
  adds: true,
  idempotent: true,
  needs: 'suppressions.write',
  rest: { route: 'POST /suppressions' },
  example: {
    input: { email: 'ada@acme.com' },
    output: { ...suppressionExample, origin: 'manual', source_id: null },
  },
  async run(scope, { email, ...fields }) {
    const wanted = newSuppression(email, fields, scope.engine.world.ids.id('sup'), scope.now);
    return await scope.commit(async (store) => {
      const [standing] = await addSuppressions(store, [wanted], scope.now);
      if (standing!.created) scope.created();
      return suppressionAnswer(standing!.suppression);
    });
  },
});
