import { access, unlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { exportCsv } from '../../../tools/exports/export-csv.ts';
import { inputSchema } from '../../contract/description/json-schema.ts';
import { type ExportKind, exportKinds } from '../../model/export/export-kind.ts';
import { Failure, toToolError } from '../../model/failure.ts';
import { explainError } from '../../model/text/explain-error.ts';
import { systemClock } from '../../world/clock.ts';
import { posthouse } from '../../world/command-line.ts';
import { fillDraft, makeDraft, publish } from '../../world/write-once-file.ts';
import { openDownload } from '../exports/download.ts';
import type { CliEnvironment } from './environment.ts';
import { writeRefusal } from './output/explain-refusal.ts';
import { formatHelp, type Help } from './output/help.ts';
import { startInterruptible } from './output/interrupt.ts';
import { type Progress, startProgress } from './output/progress.ts';
import { oneValue, orUsage, parseOptions, suggestName, UsageError } from './parse-options.ts';
import { exitCodes, isTerminal, processStreams, type Streams } from './streams.ts';
import { type Refusal, readRefusal, unreachable } from './tools/remote-tools.ts';
import { indexSpellings, inputOfFlags, joinSwitchValues, toolFlags } from './tools/tool-flags.ts';

const filters = toolFlags(inputSchema(exportCsv)).filter(({ field }) => field !== 'kind');

const help: Help = {
  usage: 'posthouse export KIND [--out FILE] [--FILTER VALUE …] [OPTION …]',
  about: ['Writes data of an organization to a file, or lists to the standard output.'],
  sections: [
    {
      title: 'Kinds',
      rows: [
        [exportKinds.join(', '), 'A list as CSV.'],
        ['organization', 'All data of the organization as one ZIP archive. Needs --out.'],
        [
          'subscriber SUBSCRIBER',
          'All data about one person as JSON. SUBSCRIBER is an id, an address or ext:<externalId>.',
        ],
      ],
    },
    {
      title: 'Options',
      rows: [
        ['--out FILE', 'A new file. A file that exists is never overwritten.'],
        ['--org ORG', 'Id of the organization. Default: the first one.'],
        ['--url URL --token TOKEN', 'Exports from a server. POSTHOUSE_API_KEY can replace --token.'],
      ],
    },
    {
      title: 'Filters and columns of a list',
      rows: [['--FILTER VALUE', `FILTER is one of ${filters.map(({ field }) => field).join(', ')}.`]],
    },
  ],
  examples: [
    'posthouse export subscribers --out subscribers.csv',
    'posthouse export subscriber ada@example.com --out ada.json',
    'posthouse export organization --out acme.zip',
  ],
};

type Order = {
  tool: 'export_csv' | 'export_organization' | 'export_subscriber';
  input: Record<string, unknown>;
  out: string | undefined;
  org: string | undefined;
  remote: { url: string; token: string | undefined } | undefined;
};

type Opened = { octets: AsyncIterable<Uint8Array>; close(): Promise<void> };

/** @returns the exit code: 0 done, 1 refused, 2 for wrong words. An interruption exits with 130. */
export async function runExport(
  words: readonly string[],
  environment: CliEnvironment,
  streams: Streams = processStreams,
): Promise<number> {
  return await orUsage(streams, help.usage, async () => {
    const order = readOrder(words);
    if (order === 'help') {
      streams.out.write(formatHelp(help));
      return exitCodes.done;
    }
    const target = order.out === undefined ? undefined : resolve(order.out);
    // Check first, because an export may take long.
    if (target !== undefined && (await exists(target))) {
      return refuse(streams, `${target} already exists, and an export never overwrites a file`);
    }
    const opened = order.remote
      ? await openRemote(order, order.remote, environment)
      : await openLocal(order, environment);
    if ('refusal' in opened) {
      const isForPerson = isTerminal(streams.err);
      writeRefusal(streams, opened.refusal, { command: `${posthouse} export`, isForPerson });
      return opened.refusal.name === 'validation_error' ? exitCodes.wrongWords : exitCodes.refused;
    }
    try {
      // On one terminal, the progress would mix with the data.
      const isShown = isTerminal(streams.err) && (target !== undefined || !isTerminal(streams.out));
      const progress = startProgress(streams, systemClock(), isShown);
      const octets = reportProgress(opened.octets, order.tool === 'export_csv', progress);
      return await write(target, octets, streams);
    } finally {
      await opened.close();
    }
  });
}

async function write(
  target: string | undefined,
  octets: AsyncIterable<Uint8Array>,
  streams: Streams,
): Promise<number> {
  let draft: string | undefined;
  let finish = (): void => {};
  try {
    if (target === undefined) {
      // A chunk may end within a character.
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      for await (const piece of octets) streams.out.write(decoder.decode(piece, { stream: true }));
      return exitCodes.done;
    }
    const made = makeDraft(target);
    draft = made;
    finish = startInterruptible(
      streams,
      () => [`Stopped. ${target} was not written. To start again, run the same command.`],
      () => unlink(made),
    );
    await fillDraft(draft, octets);
    publish(draft, target);
    streams.err.write(`${target} is complete.\n`);
    return exitCodes.done;
  } catch (error) {
    return refuse(streams, describeFault(error, target));
  } finally {
    finish();
    if (draft !== undefined) await unlink(draft).catch(() => {});
  }
}

async function openLocal(
  { tool, input, org }: Order,
  environment: CliEnvironment,
): Promise<Opened | { refusal: Refusal }> {
  const platform = await environment.openConfigured(environment.readConfig());
  const { engine } = platform;
  const stop = new AbortController();
  const close = async (): Promise<void> => {
    stop.abort();
    await platform.close();
  };
  try {
    const organization = org === undefined ? undefined : await engine.store.organizations.byId(org);
    if (org !== undefined && !organization) {
      throw new UsageError(`--org ${org} is no organization of this machine; list_organizations lists them`);
    }
    const caller = platform.operator('cli', organization);
    const { octets } = await openDownload({ engine, caller, signal: stop.signal }, tool, input);
    return { octets, close };
  } catch (error) {
    await close();
    if (error instanceof Failure) return { refusal: toToolError(error) };
    throw error;
  }
}

async function openRemote(
  order: Order,
  { url, token: given }: { url: string; token: string | undefined },
  environment: CliEnvironment,
): Promise<Opened | { refusal: Refusal }> {
  if (!URL.canParse(url)) throw new UsageError('--url must be a URL such as https://mail.example.com');
  const token = given ?? environment.readConfig().POSTHOUSE_API_KEY;
  if (token === undefined) {
    throw new UsageError('--url needs --token, or POSTHOUSE_API_KEY in the environment');
  }
  const endpoint = new URL(pathOf(order), url.endsWith('/') ? url : `${url}/`);
  let response: Response;
  try {
    response = await fetch(endpoint, { headers: { Authorization: `Bearer ${token}` }, redirect: 'error' });
  } catch (error) {
    return { refusal: unreachable(endpoint, error) };
  }
  const { body } = response;
  if (!response.ok || body === null) {
    return { refusal: readRefusal(response, await response.json().catch(() => undefined)) };
  }
  return { octets: body, close: async () => body.cancel().catch(() => {}) };
}

function pathOf({ tool, input }: Order): string {
  const { kind, subscriber, ...fields } = input;
  if (tool === 'export_organization') return 'api/v2/exports/organization.zip';
  if (tool === 'export_subscriber')
    return `api/v2/subscribers/${encodeURIComponent(String(subscriber))}/export`;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({
    ...fields,
    ...(subscriber !== undefined && { subscriber }),
  })) {
    for (const one of [value].flat()) query.append(name, String(one));
  }
  return `api/v2/exports/${String(kind)}.csv?${query}`;
}

/** Counts the rows of a CSV file without its header, and the bytes of other files. */
async function* reportProgress(
  octets: AsyncIterable<Uint8Array>,
  isCsv: boolean,
  progress: Progress,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let lines = 0;
  let isQuoted = false;
  const unit = isCsv ? 'rows' : 'bytes';
  const done = (): number => (isCsv ? Math.max(0, lines - 1) : bytes);
  try {
    for await (const piece of octets) {
      yield piece;
      bytes += piece.length;
      for (const octet of isCsv ? piece : []) {
        if (octet === quote) isQuoted = !isQuoted;
        else if (octet === lineFeed && !isQuoted) lines += 1;
      }
      progress.report(done(), null, unit);
    }
    progress.report(done(), done(), unit);
  } finally {
    progress.end();
  }
}

const quote = 0x22;
const lineFeed = 0x0a;

function readOrder(words: readonly string[]): Order | 'help' {
  const known = indexSpellings(filters);
  for (const name of ['out', 'org', 'url', 'token']) known.set(name, { name, takesValue: true });
  const read = parseOptions(joinSwitchValues(words, filters), known);
  if (read.options.has('help')) return 'help';
  const [what, ref, ...more] = read.alone;
  const input = inputOfFlags(filters, read);
  const [out, org] = [oneValue(read, 'out'), oneValue(read, 'org')];
  const [url, token] = [oneValue(read, 'url'), oneValue(read, 'token')];
  if (token !== undefined && url === undefined) throw new UsageError('--token needs --url');
  if (org !== undefined && url !== undefined) {
    throw new UsageError('--org works only on this machine; on a server, the token selects the organization');
  }
  const where = { out, org, remote: url === undefined ? undefined : { url, token } };
  const filter = Object.keys(input)[0];
  if (what === 'organization' || what === 'subscriber') {
    if (filter !== undefined) throw new UsageError(`export ${what} has no option --${filter}`);
  }
  if (what === 'subscriber') {
    if (ref === undefined || more.length > 0) throw new UsageError('export subscriber needs one SUBSCRIBER');
    return { tool: 'export_subscriber', input: { subscriber: ref }, ...where };
  }
  if (ref !== undefined) throw new UsageError(`unexpected argument ${ref}; a filter is written --name value`);
  if (what === 'organization') {
    if (out === undefined) throw new UsageError('export organization writes an archive and needs --out FILE');
    return { tool: 'export_organization', input: {}, ...where };
  }
  if (!exportKinds.includes(what as ExportKind)) {
    throw new UsageError(what === undefined ? 'export needs the kind of data to export' : unknownKind(what));
  }
  return { tool: 'export_csv', input: { kind: what, ...input }, ...where };
}

function unknownKind(kind: string): string {
  return `${kind} cannot be exported${suggestName(kind, [...exportKinds, 'organization', 'subscriber'])}`;
}

function refuse({ err }: Streams, sentence: string): number {
  err.write(`posthouse: ${sentence}\n`);
  return exitCodes.refused;
}

function describeFault(error: unknown, target: string | undefined): string {
  if (target !== undefined && error instanceof Error && 'code' in error) {
    if (error.code === 'EEXIST') return `${target} already exists, and an export never overwrites a file`;
    if (error.code === 'ENOENT') return `the folder ${dirname(target)} does not exist`;
  }
  return `the export is incomplete, and no file was kept: ${explainError(error)}`;
}

async function exists(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}
