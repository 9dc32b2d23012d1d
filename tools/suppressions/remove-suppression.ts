import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { DeletedSuppression, IdOrAddress, idOrAddressKey } from '../../src/model/suppression.ts';
import { suppressionExample } from './suppression-example.ts';

export const removeSuppression = defineTool({
  name: 'remove_suppression',
  title: 'Remove suppression',
  summary: 'Let an address get mail again.',
  advice:
    'By address all its suppressions go, by id one. Never for somebody who complained or whose mailbox is gone.',
  toolset: 'deliverability',
  input: z.strictObject({ suppression: IdOrAddress }),
  output: DeletedSuppression,
  failures: ['not_found'],
  effect: 'destroy',
  needs: 'suppressions.write',
  rest: { route: 'DELETE /suppressions/{suppression}' },
  example: {
    input: { suppression: 'ada@acme.com' },
    output: { object: 'suppression', id: suppressionExample.id, deleted: true },
  },
  async run(scope, { suppression }) {
    const name = idOrAddressKey(suppression);
    return await scope.commit(async ({ suppressions }) => {
      const [first] = await suppressions.byIdOrEmail(name, scope.now);
      const removed = await suppressions.remove([name], scope.now);
      if (!first || !removed.includes(first.id)) return scope.fail('not_found');
      return { object: 'suppression' as const, id: first.id, deleted: true as const };
    });
  },
});
