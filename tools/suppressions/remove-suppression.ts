import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { releasedSentences } from '../../src/engine/approval/asked-sentences.ts';
import { removeSuppressions } from '../../src/engine/recipients/remove-suppressions.ts';
import { ConsentInput } from '../../src/model/subscriber/subscriber.ts';
import {
  DeletedSuppression,
  IdOrAddress,
  idOrAddressKey,
  notSuppressed,
} from '../../src/model/subscriber/suppression.ts';
import { suppressionExample } from './suppression-example.ts';

export const removeSuppression = defineTool({
  name: 'remove_suppression',
  title: 'Remove suppression',
  summary: 'Allow mail to a suppressed address again.',
  advice: 'After a complaint or an erasure, consent is required.',
  toolset: 'deliverability',
  input: z.strictObject({ suppression: IdOrAddress, consent: ConsentInput.optional() }),
  output: DeletedSuppression,
  failures: ['not_found'],
  effect: 'destroy',
  needs: 'suppressions.write',
  rest: { route: 'DELETE /suppressions/{suppression}' },
  example: {
    input: { suppression: 'ada@acme.com' },
    output: { object: 'suppression', id: suppressionExample.id, deleted: true },
  },
  async asks(scope, { suppression, consent }) {
    const found = await scope.store.suppressions.byIdOrEmail(idOrAddressKey(suppression), scope.now);
    return releasedSentences(scope, found, consent);
  },
  async run(scope, { suppression, consent }) {
    const name = idOrAddressKey(suppression);
    return await scope.commit(async (store) => {
      const [first] = await store.suppressions.byIdOrEmail(name, scope.now);
      const removed = await removeSuppressions(scope, store, [name], consent);
      const id = removed.find((one) => one === first?.id) ?? removed[0];
      if (id === undefined) return scope.fail('not_found', notSuppressed(suppression));
      return { object: 'suppression' as const, id, deleted: true as const };
    });
  },
});
