import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import {
  IdOrAddress,
  idOrAddressKey,
  notSuppressed,
  Suppression,
  suppressionAnswer,
} from '../../src/model/subscriber/suppression.ts';
import { suppressionExample } from './suppression-example.ts';

export const getSuppression = defineTool({
  name: 'get_suppression',
  title: 'Get suppression',
  summary: 'Show whether an address is suppressed, and why.',
  toolset: 'deliverability',
  rare: true,
  input: z.strictObject({ suppression: IdOrAddress }),
  output: Suppression,
  failures: ['not_found'],
  effect: 'read',
  needs: 'suppressions.read',
  rest: { route: 'GET /suppressions/{suppression}' },
  example: { input: { suppression: 'ada@acme.com' }, output: suppressionExample },
  async run(scope, { suppression }) {
    // Of two suppressions, the one that stops all mail answers "why".
    const [found] = await scope.store.suppressions.byIdOrEmail(idOrAddressKey(suppression), scope.now);
    if (!found) return scope.fail('not_found', notSuppressed(suppression));
    return suppressionAnswer(found);
  },
});
