import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { attributesOnPage, csvPage } from '../../src/engine/exports/csv-pages.ts';
import { ExportPageAnswer, pageFields } from '../../src/model/export/export-answer.ts';
import { exportFields } from '../../src/model/export/export-input.ts';
import { exportKinds, listColumns, scopesOfExport } from '../../src/model/export/export-kind.ts';
import { awayStore } from '../../src/store/records/transfers/export-reads.ts';

export const readCsvExport = defineTool({
  name: 'read_csv_export',
  title: 'Read a page of a CSV export',
  summary: 'Read the next lines of a CSV export during its download.',
  toolset: 'audience',
  doors: ['link'],
  input: z.strictObject({
    kind: z.enum(exportKinds),
    ...exportFields,
    columns: z.array(z.string()).optional().describe('All column names'),
    step: z.enum(['attributes', 'rows']).describe('attributes: returns only the attribute names'),
    ...pageFields,
  }),
  output: ExportPageAnswer.extend({ names: z.array(z.string()) }),
  failures: [],
  effect: 'read',
  bulk: true,
  needs: 'subscribers.read',
  needsOf: scopesOfExport,
  rest: null,
  example: {
    input: { kind: 'suppressions', columns: ['email'], step: 'rows', at: 1_795_000_000_000, after: null },
    output: { object: 'export_page', text: 'ada@example.com\r\n', rows: 1, next: null, names: [] },
  },
  async run(scope, { step, at, after, ...order }) {
    const store = awayStore(scope.store);
    const asked = { order, at, after, signal: scope.signal };
    if (step === 'attributes') {
      const { names, next } = await attributesOnPage(store, asked);
      return { object: 'export_page' as const, text: '', rows: 0, next, names };
    }
    const page = await csvPage(store, { ...asked, columns: order.columns ?? listColumns(order.kind) });
    return { object: 'export_page' as const, ...page, names: [] };
  },
});
