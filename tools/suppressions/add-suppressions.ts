import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { addSuppressions as suppressAll } from '../../src/engine/recipients/add-suppressions.ts';
import {
  MailboxKey,
  newSuppression,
  newSuppressionFields,
  Suppression,
  suppressionAnswer,
  suppressionBatchMax,
} from '../../src/model/subscriber/suppression.ts';
import { suppressionExample } from './suppression-example.ts';

export const addSuppressions = defineTool({
  name: 'add_suppressions',
  title: 'Add suppressions',
  summary: 'Stop all mail, or only marketing mail, to 1 to 100 addresses.',
  toolset: 'deliverability',
  rare: true,
  input: z.strictObject({
    emails: z.array(MailboxKey).min(1).max(suppressionBatchMax),
    ...newSuppressionFields,
  }),
  output: z.object({ data: z.array(Suppression).describe('One result per address, in request order') }),
  failures: [],
  effect: 'write',
  adds: true,
  idempotent: true,
  needs: 'suppressions.write',
  rest: { route: 'POST /suppressions/batch/add' },
  example: {
    input: { emails: ['ada@acme.com'], origin: 'bounce' },
    output: { data: [{ ...suppressionExample, source_id: null }] },
  },
  async run(scope, { emails, ...fields }) {
    const { ids } = scope.engine.world;
    const wanted = [...new Set(emails)].map((email) =>
      newSuppression(email, fields, ids.id('sup'), scope.now),
    );
    return await scope.commit(async (store) => {
      const standing = await suppressAll(store, wanted, scope.now);
      if (standing.some(({ created }) => created)) scope.created();
      const answers = new Map(
        standing.map(({ suppression }) => [suppression.email, suppressionAnswer(suppression)]),
      );
      return { data: emails.map((email) => answers.get(email)!) };
    });
  },
});
