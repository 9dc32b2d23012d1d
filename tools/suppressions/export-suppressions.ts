import { z } from 'zod';
import { listFields, pageRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { suppressionOrigins } from '../../src/model/subscriber/suppression.ts';
import { suppressionCsvHeader, suppressionCsvRow } from '../../src/model/subscriber/suppression-csv.ts';
import { untrusted } from '../../src/model/text/untrusted.ts';
import { suppressionExample } from './suppression-example.ts';

export const exportSuppressions = defineTool({
  name: 'export_suppressions',
  title: 'Export suppressions',
  summary: 'Get suppressed addresses as CSV, page by page.',
  advice: 'Only the first page has the header, so you can concatenate the pages into one file.',
  toolset: 'deliverability',
  rare: true,
  input: z.strictObject({
    origin: z.enum(suppressionOrigins).optional(),
    limit: listFields.limit,
    after: listFields.after.describe('last_id of the previous page'),
  }),
  output: z.object({
    object: z.literal('suppression_export'),
    csv: untrusted(z.string()),
    has_more: z.boolean(),
    last_id: z.string().nullable(),
  }),
  failures: [],
  effect: 'read',
  needs: 'suppressions.read',
  rest: { route: 'GET /suppressions/export' },
  example: {
    input: { limit: 100 },
    output: {
      object: 'suppression_export',
      csv: 'email,origin,scope,expires_at,source_id,created_at\r\nada@acme.com,bounce,all,,eml_01kb3k7f5d2c8n1r4s6t9v0w3x,2026-11-21T09:30:00.000Z\r\n',
      has_more: false,
      last_id: suppressionExample.id,
    },
  },
  async run({ store, now }, { origin, ...paging }) {
    const request = await pageRequest(paging, store.queries, 'suppressions');
    const { rows, hasMore } = await store.suppressions.page({ origin }, request, now);
    const header = paging.after === undefined ? suppressionCsvHeader() : '';
    return {
      object: 'suppression_export' as const,
      csv: header + rows.map(suppressionCsvRow).join(''),
      has_more: hasMore,
      last_id: rows.at(-1)?.id ?? null,
    };
  },
});
