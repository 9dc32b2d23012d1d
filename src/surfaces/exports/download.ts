import { exportCsv } from '../../../tools/exports/export-csv.ts';
import { exportOrganization } from '../../../tools/exports/export-organization.ts';
import { exportSubscriber } from '../../../tools/exports/export-subscriber.ts';
import { readSubscriberExport } from '../../../tools/exports/read-subscriber-export.ts';
import { invoke, noListener } from '../../contract/invoke.ts';
import type { Tool } from '../../contract/tool.ts';
import type { Caller } from '../../engine/context/caller.ts';
import type { Engine } from '../../engine/context/scope.ts';
import { openPermit } from '../../engine/context/send-permit.ts';
import { personSections } from '../../engine/exports/person-sections.ts';
import type { ExportOrder } from '../../model/export/export-input.ts';
import { isoInstant } from '../../model/instant.ts';
import { archiveFile } from './archive-file.ts';
import { csvFile } from './csv-file.ts';
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
