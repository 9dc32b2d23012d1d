import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { erasedMark } from '../../src/engine/erased-address.ts';
import { IdInput } from '../../src/model/id.ts';
import { DeletedSuppression, MailboxKey, suppressionBatchMax } from '../../src/model/suppression.ts';
import { suppressionExample } from './suppression-example.ts';

export const removeSuppressions = defineTool({
  name: 'remove_suppressions',
  title: 'Remove suppressions',
  summary: 'Let up to 100 addresses get mail again; those not suppressed are passed over.',
  toolset: 'deliverability',
  input: z
    .strictObject({
      emails: z.array(MailboxKey).min(1).max(suppressionBatchMax).optional(),
      ids: z.array(IdInput).min(1).max(suppressionBatchMax).optional(),
    })
    .check((ctx) => {
      if ((ctx.value.emails === undefined) !== (ctx.value.ids === undefined)) return;
      ctx.issues.push({
        code: 'custom',
        input: ctx.value,
        path: ['emails'],
        params: { code: ctx.value.ids === undefined ? 'required' : 'invalid' },
        message: 'or ids is to be given, one of the two',
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
  async run(scope, { emails, ids }) {
    return await scope.commit(async ({ suppressions, organization }) => {
      const named = emails ?? ids ?? [];
      const marks = named.map((name) => erasedMark(scope.engine, organization, name));
      const removed = await suppressions.remove([...named, ...marks], scope.now);
      return {
        data: removed.map((id) => ({ object: 'suppression' as const, id, deleted: true as const })),
      };
    });
  },
});
