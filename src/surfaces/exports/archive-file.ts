import { type PassThrough, Readable } from 'node:stream';
import { readOrganizationExport } from '../../../tools/exports/read-organization-export.ts';
import { organizationSections } from '../../engine/exports/organization-sections.ts';
import type { ExportKind } from '../../model/export/export-kind.ts';
import { isoInstant } from '../../model/instant.ts';
import { csvFile, type Part } from './csv-file.ts';
import { type Download, readExportPages } from './pages.ts';

const csvFiles: Readonly<Record<string, { kind: ExportKind; about: string }>> = {
  'subscribers.csv': { kind: 'subscribers', about: 'The same subscribers as CSV, for another system' },
  'suppressions.csv': { kind: 'suppressions', about: 'Addresses that get no mail, and why' },
};

const fileNames = [...Object.keys(organizationSections), ...Object.keys(csvFiles)];

/** No file is held in memory as a whole. `manifest.json` comes last, so a truncated archive lacks it. */
export async function* archiveFile(download: Download): AsyncGenerator<Uint8Array> {
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
