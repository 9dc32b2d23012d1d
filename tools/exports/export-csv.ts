import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { checkOrder, estimatedRows } from '../../src/engine/exports/check-order.ts';
import { exportLink } from '../../src/engine/exports/export-link.ts';
import { exportAnswerFields } from '../../src/model/export/export-answer.ts';
import { exportFields } from '../../src/model/export/export-input.ts';
import { exportKinds, listColumns, scopesOfExport } from '../../src/model/export/export-kind.ts';
import { isoInstant } from '../../src/model/instant.ts';

export const exportCsv = defineTool({
  name: 'export_csv',
  title: 'Export as CSV',
  summary: 'Create a link that downloads a CSV file. It is valid for 15 minutes.',
  advice: 'status, tag and segment filter only subscribers.',
  toolset: 'audience',
  rare: true,
  input: z.strictObject({ kind: z.enum(exportKinds), ...exportFields }),
  output: z.object({
    ...exportAnswerFields,
    kind: z.enum(exportKinds),
    columns: z.array(z.string()).describe('attributes.* means one column per attribute'),
    estimated_rows: z.int().nullable().describe('null: not counted'),
  }),
  failures: [],
  effect: 'read',
  secretAnswer: true,
  needs: 'subscribers.read',
  needsOf: scopesOfExport,
  rest: { route: 'POST /exports' },
  example: {
    input: { kind: 'subscribers', columns: ['email', 'status', 'attributes.plan'] },
    output: {
      object: 'export',
      url: 'https://mail.acme.example/exports/subscribers.csv?link=3q2-7w',
      expires_at: '2026-11-21T09:45:00.000Z',
      kind: 'subscribers',
      columns: ['email', 'status', 'attributes.plan'],
      estimated_rows: 1_204,
    },
  },
  async asks({ store }, order) {
    await checkOrder(store, order);
    const rows = await estimatedRows(store, order);
    const about = rows === null ? order.kind : `${rows} ${order.kind}`;
    const columns = (order.columns ?? listColumns(order.kind)).join(', ');
    return [`Makes a link that downloads ${about} as CSV for 15 minutes`, `Columns: ${columns}`];
  },
  async run({ engine, store, caller, now, commit }, order) {
    await checkOrder(store, order);
    const wanted = { tool: 'export_csv', input: order, file: `${order.kind}.csv` };
    const { url, expiresAt } = exportLink(engine, caller, now, wanted);
    return await commit(async () => ({
      object: 'export' as const,
      url,
      expires_at: isoInstant(expiresAt),
      kind: order.kind,
      columns: order.columns ?? listColumns(order.kind),
      estimated_rows: await estimatedRows(store, order),
    }));
  },
});
