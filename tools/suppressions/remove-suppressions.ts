import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { releasedSentences } from '../../src/engine/approval/asked-sentences.ts';
import { removeSuppressions as removeThem } from '../../src/engine/recipients/remove-suppressions.ts';
import { IdInput } from '../../src/model/id.ts';
import { ConsentInput } from '../../src/model/subscriber/subscriber.ts';
import {
  DeletedSuppression,
  MailboxKey,
  suppressionBatchMax,
} from '../../src/model/subscriber/suppression.ts';
import { suppressionExample } from './suppression-example.ts';

export const removeSuppressions = defineTool({
  name: 'remove_suppressions',
  title: 'Remove suppressions',
  summary: 'Allow mail to 1 to 100 suppressed addresses again.',
  advice:
    'Pass emails or ids. Addresses that are not suppressed are ignored. After a complaint or an erasure, consent is required.',
  toolset: 'deliverability',
  rare: true,
  input: z
    .strictObject({
      emails: z.array(MailboxKey).min(1).max(suppressionBatchMax).optional(),
      ids: z.array(IdInput).min(1).max(suppressionBatchMax).optional(),
      consent: ConsentInput.optional(),
    })
    .check((ctx) => {
      if ((ctx.value.emails === undefined) !== (ctx.value.ids === undefined)) return;
      ctx.issues.push({
        code: 'custom',
        input: ctx.value,
        path: ['emails'],
        params: { code: ctx.value.ids === undefined ? 'required' : 'invalid' },
        message: 'or ids is required, but not both',
      });
    }),
  output: z.object({ data: z.array(DeletedSuppression) }),
  failures: [],
  effect: 'destroy',
  needs: 'suppressions.write',
  rest: { route: 'POST /suppressions/batch/remove' },
  example: {
    input: { emails: ['ada@acme.com'] },
    output: { data: [{ object: 'suppression', id: suppressionExample.id, deleted: true }] },
  },
  async asks(scope, { emails, ids, consent }) {
    const { suppressions } = scope.store;
    const found = [];
    for (const one of emails ?? ids ?? []) found.push(...(await suppressions.byIdOrEmail(one, scope.now)));
    return releasedSentences(scope, found, consent);
  },
  async run(scope, { emails, ids, consent }) {
    return await scope.commit(async (store) => {
      const removed = await removeThem(scope, store, emails ?? ids ?? [], consent);
      return {
        data: removed.map((id) => ({ object: 'suppression' as const, id, deleted: true as const })),
      };
    });
  },
});
