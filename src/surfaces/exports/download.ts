import { type PassThrough, Readable } from 'node:stream';
import { exportCsv } from '../../../tools/exports/export-csv.ts';
import { exportOrganization } from '../../../tools/exports/export-organization.ts';
import { exportSubscriber } from '../../../tools/exports/export-subscriber.ts';
import { readCsvExport } from '../../../tools/exports/read-csv-export.ts';
import { readOrganizationExport } from '../../../tools/exports/read-organization-export.ts';
import { readSubscriberExport } from '../../../tools/exports/read-subscriber-export.ts';
import { invoke, noListener } from '../../contract/invoke.ts';
import type { Tool } from '../../contract/tool.ts';
import type { Caller } from '../../engine/context/caller.ts';
import type { Engine } from '../../engine/context/scope.ts';
import { openPermit } from '../../engine/context/send-permit.ts';
import { organizationSections } from '../../engine/exports/organization-sections.ts';
import { personSections } from '../../engine/exports/person-sections.ts';
import { byteOrderMark } from '../../model/export/csv-rows.ts';
import type { ExportOrder } from '../../model/export/export-input.ts';
import { type ExportKind, everyAttribute, listColumns } from '../../model/export/export-kind.ts';
import { isoInstant } from '../../model/instant.ts';
import {
  attributeColumnsMax,
  attributePrefix,
  otherAttributesColumn,
} from '../../model/subscriber/subscriber-csv.ts';
import { csvRow } from '../../model/text/csv.ts';
import { type Download, readExportPages } from './pages.ts';

const pieceOctets = 64 * 1024;

type Export = {
  tool: Tool;
  extension: string;
  contentType: string;
  octets(download: Download, input: never): AsyncGenerator<Uint8Array>;
};

/** Exports by the tool that authorizes and audits them. */
const exportsByTool: Readonly<Record<string, Export>> = {
  export_csv: {
    tool: exportCsv,
    extension: 'csv',
    contentType: 'text/csv; charset=utf-8',
    octets: (download, order: ExportOrder) => inPieces(textsOf(csvFile(download, order))),
  },
  export_organization: {
    tool: exportOrganization,
    extension: 'zip',
    contentType: 'application/zip',
    octets: (download) => archiveFile(download),
  },
  export_subscriber: {
    tool: exportSubscriber,
    extension: 'json',
    contentType: 'application/json; charset=utf-8',
    octets: (download, input: { subscriber: string }) => inPieces(personFile(download, input)),
  },
};

export type OpenedDownload = {
  fileName: string;
  contentType: string;
  octets: AsyncGenerator<Uint8Array>;
};

/** Validates, authorizes and audits the export. Reads no data before the first chunk. @throws Failure */
export async function openDownload(
  { engine, caller, signal }: { engine: Engine; caller: Caller; signal: AbortSignal },
  toolName: string,
  input: unknown,
): Promise<OpenedDownload> {
  const { tool, extension, contentType, octets } = exportsByTool[toolName]!;
  // The link itself was approved where an assistant had it made.
  const listening = caller.door === 'link' ? { ...noListener, permit: openPermit } : noListener;
  const { output } = await invoke(engine, tool, caller, input, undefined, listening);
  const { kind } = output as { kind: string };
  const at = engine.world.clock.now();
  return {
    fileName: `posthouse-${kind}-${isoInstant(at).slice(0, 'YYYY-MM-DD'.length)}.${extension}`,
    contentType,
    octets: octets({ engine, caller, at, signal }, tool.input.parse(input) as never),
  };
}

async function* textsOf(parts: AsyncGenerator<{ text: string }>): AsyncGenerator<string> {
  for await (const { text } of parts) yield text;
}

async function* inPieces(texts: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) {
    const octets = Buffer.from(text);
    for (let at = 0; at < octets.length; at += pieceOctets) yield octets.subarray(at, at + pieceOctets);
  }
}

async function* personFile(
  download: Download,
  { subscriber }: { subscriber: string },
): AsyncGenerator<string> {
  yield `{"object":"subscriber_export","exported_at":${JSON.stringify(isoInstant(download.at))}`;
  for (const section of Object.keys(personSections)) {
    yield `,${JSON.stringify(section)}:[`;
    let between = '\n';
    for await (const { text } of readExportPages(download, readSubscriberExport, { subscriber, section })) {
      if (text === '') continue;
      // Records are lines of JSON without line breaks.
      yield between + text.trimEnd().replaceAll('\n', ',\n');
      between = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}

const csvFiles: Readonly<Record<string, { kind: ExportKind; about: string }>> = {
  'subscribers.csv': { kind: 'subscribers', about: 'The same subscribers as CSV, for another system' },
  'suppressions.csv': { kind: 'suppressions', about: 'Addresses that get no mail, and why' },
};

const fileNames = [...Object.keys(organizationSections), ...Object.keys(csvFiles)];

/** No file is held in memory as a whole. `manifest.json` comes last, so a truncated archive lacks it. */
async function* archiveFile(download: Download): AsyncGenerator<Uint8Array> {
  // Loaded on first use, because most processes create no archive.
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const rows: Record<string, number> = {};
  let open: Readable | null = null;
  const add = (name: string, parts: () => AsyncGenerator<Buffer> | Buffer[]): void => {
    zip.addReadStreamLazy(name, { mtime: new Date(download.at) }, (begin) => {
      open = Readable.from(parts(), { objectMode: false });
      open.on('error', (error) => output.destroy(error));
      begin(null, open);
    });
  };
  zip.on('error', (error: Error) => output.destroy(error));
  add('README.txt', () => [Buffer.from(readme(download))]);
  for (const name of fileNames) {
    add(name, async function* () {
      rows[name] = 0;
      for await (const part of partsOf(download, name)) {
        rows[name] += part.rows;
        if (part.text !== '')
          yield Buffer.from(part.text, organizationSections[name]?.binary ? 'latin1' : 'utf8');
      }
    });
  }
  add('manifest.json', () => [Buffer.from(manifest(download, rows))]);
  zip.end();
  try {
    for await (const piece of output) yield piece as Buffer;
  } finally {
    (open as Readable | null)?.destroy();
    output.destroy();
  }
}

function partsOf(download: Download, name: string): AsyncGenerator<Part> {
  const csv = csvFiles[name];
  if (csv) return csvFile(download, { kind: csv.kind, bom: false });
  return readExportPages(download, readOrganizationExport, { section: name });
}

function manifest({ caller, at }: Download, rows: Readonly<Record<string, number>>): string {
  const whole = {
    object: 'export_manifest',
    organization: caller.organization.id,
    exported_at: isoInstant(at),
    rows,
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

function readme({ caller, at }: Download): string {
  const width = Math.max(...fileNames.map((name) => name.length)) + 2;
  const about = (name: string): string => organizationSections[name]?.about ?? csvFiles[name]!.about;
  return `Everything of ${caller.organization.name} (${caller.organization.id}) in Posthouse, as of ${isoInstant(at)}.

Files that end in .ndjson have one JSON object on each line. A cell of a .csv file that begins with = + - @ has an
apostrophe before it, so that no spreadsheet evaluates it; an import by Posthouse takes it off again.

${fileNames.map((name) => `  ${name.padEnd(width)}${about(name)}`).join('\n')}
  ${'manifest.json'.padEnd(width)}How many records each file has. An archive without it was cut off

Not in here: secrets of tokens, private DKIM keys, and anything of people who were erased.
`;
}

type Part = { text: string; rows: number };

/** With a column per attribute, the subscribers are read twice, because the header names all columns. */
async function* csvFile(download: Download, order: ExportOrder): AsyncGenerator<Part> {
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
