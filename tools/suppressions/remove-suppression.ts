import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { erasedMark } from '../../src/engine/erased-address.ts';
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
    return await scope.commit(async ({ suppressions, organization }) => {
      const [first] = await suppressions.byIdOrEmail(name, scope.now);
      const mark = erasedMark(scope.engine, organization, name);
      const removed = await suppressions.remove([name, mark], scope.now);
      const id = removed.find((one) => one === first?.id) ?? removed[0] ?? scope.fail('not_found');
      return { object: 'suppression' as const, id, deleted: true as const };
    });
  },
});
