import { z } from 'zod';
import { listFields, searchedAnswer, searchedListSchema, searchRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import {
  Suppression,
  suppressionAnswer,
  suppressionOrigins,
} from '../../src/model/subscriber/suppression.ts';
import { suppressionExample } from './suppression-example.ts';

export const listSuppressions = defineTool({
  name: 'list_suppressions',
  title: 'List suppressions',
  summary: 'List addresses that get no mail, or no marketing mail, with the reason.',
  toolset: 'deliverability',
  input: z.strictObject({
    origin: z.enum(suppressionOrigins).optional(),
    query: z.string().trim().min(1).max(320).optional().describe('Part of the address'),
    ...listFields,
  }),
  output: searchedListSchema(Suppression),
  failures: [],
  effect: 'read',
  needs: 'suppressions.read',
  rest: { route: 'GET /suppressions' },
  example: {
    input: { origin: 'bounce', limit: 20 },
    output: { object: 'list', data: [suppressionExample], has_more: false },
  },
  async run({ store, now, signal }, { origin, query, ...paging }) {
    const request = await searchRequest(paging, store.queries, 'suppressions', signal);
    return searchedAnswer(
      await store.suppressions.page({ origin, query }, request, now),
      request,
      suppressionAnswer,
    );
  },
});
