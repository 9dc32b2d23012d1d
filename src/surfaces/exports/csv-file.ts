import { readCsvExport } from '../../../tools/exports/read-csv-export.ts';
import { byteOrderMark } from '../../model/export/csv-rows.ts';
import type { ExportOrder } from '../../model/export/export-input.ts';
import { everyAttribute, listColumns } from '../../model/export/export-kind.ts';
import {
  attributeColumnsMax,
  attributePrefix,
  otherAttributesColumn,
} from '../../model/subscriber/subscriber-csv.ts';
import { csvRow } from '../../model/text/csv.ts';
import { type Download, readExportPages } from './pages.ts';

export type Part = { text: string; rows: number };

/** With a column per attribute, the subscribers are read twice, because the header names all columns. */
export async function* csvFile(download: Download, order: ExportOrder): AsyncGenerator<Part> {
  const columns = await namedColumns(download, order);
  yield { text: (order.bom ? byteOrderMark : '') + csvRow(columns), rows: 0 };
  for await (const { text, rows } of readExportPages(download, readCsvExport, {
    ...order,
    columns,
    step: 'rows',
  })) {
    yield { text, rows };
  }
}

async function namedColumns(download: Download, order: ExportOrder): Promise<string[]> {
  const columns = order.columns ?? listColumns(order.kind);
  if (!columns.includes(everyAttribute)) return columns;
  const names = new Set<string>();
  let more = false;
  for await (const page of readExportPages(download, readCsvExport, { ...order, step: 'attributes' })) {
    for (const name of page.names) {
      if (names.size < attributeColumnsMax) names.add(name);
      else if (!names.has(name)) more = true;
    }
  }
  const named = [...names].sort().map((name) => attributePrefix + name);
  const chosen = columns.flatMap((column) => (column === everyAttribute ? named : column));
  return [...new Set(more ? [...chosen, otherAttributesColumn] : chosen)];
}
