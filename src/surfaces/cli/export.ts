import { access, unlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { exportCsv } from '../../../tools/exports/export-csv.ts';
import { inputSchema } from '../../contract/json-schema.ts';
import { type ExportKind, exportKinds } from '../../model/export/export-kind.ts';
import { Failure, toToolError } from '../../model/failure.ts';
import { fillDraft, makeDraft, publish } from '../../world/write-once-file.ts';
import { openDownload } from '../exports/download.ts';
import type { CliEnvironment } from './environment.ts';
import { oneValue, orUsage, parseOptions, UsageError } from './parse-options.ts';
import { type Refusal, refusalOf } from './remote-tools.ts';
import { exitCodes, processStreams, type Streams } from './streams.ts';
import { inputOfFlags, joinSwitchValues, spellingsOf, toolFlags } from './tool-flags.ts';

const usage =
  'posthouse export subscribers|emails|events|suppressions|organization|subscriber [REF] [--out FILE] [--org ORG] [--url URL --token TOKEN]';

const filters = toolFlags(inputSchema(exportCsv)).filter(({ field }) => field !== 'kind');

const help = `posthouse export subscribers|emails|events|suppressions [--out FILE] [--FILTER VALUE …]
  A list as CSV, to FILE or to the standard output. Filters and columns:
  ${filters.map(({ field }) => `--${field}`).join(' ')}

posthouse export organization --out FILE
  Everything of the organization as one ZIP archive.

posthouse export subscriber REF [--out FILE]
  Everything about one person as JSON. REF is an id, an address or ext:<externalId>.

  --out FILE               a new file; one that exists is never overwritten
  --org ORG                the organization, by id (default: the first one)
  --url URL --token TOKEN  from a server (POSTHOUSE_API_KEY serves for the token)
`;

type Order = {
  tool: 'export_csv' | 'export_organization' | 'export_subscriber';
  input: Record<string, unknown>;
  out: string | undefined;
  org: string | undefined;
  remote: { url: string; token: string | undefined } | undefined;
};

type Opened = { octets: AsyncIterable<Uint8Array>; close(): Promise<void> };

/** @returns the exit code: 0 done, 1 refused or interrupted, 2 for wrong words */
export async function runExport(
  words: readonly string[],
  environment: CliEnvironment,
  streams: Streams = processStreams,
): Promise<number> {
  return await orUsage(streams, usage, async () => {
    const order = readOrder(words);
    if (order === 'help') {
      streams.out.write(help);
      return exitCodes.done;
    }
    const target = order.out === undefined ? undefined : resolve(order.out);
    // Check first, because an export may take long.
    if (target !== undefined && (await exists(target))) {
      return refuse(streams, `${target} exists already; an export never overwrites a file`);
    }
    const opened = order.remote
      ? await openRemote(order, order.remote, environment)
      : await openLocal(order, environment);
    if ('refusal' in opened) {
      streams.err.write(`${JSON.stringify(opened.refusal, null, 2)}\n`);
      return opened.refusal.name === 'validation_error' ? exitCodes.wrongWords : exitCodes.refused;
    }
    try {
      return await write(target, counted(opened.octets, streams), streams);
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
  try {
    if (target === undefined) {
      // A chunk may end within a character.
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      for await (const piece of octets) streams.out.write(decoder.decode(piece, { stream: true }));
      return exitCodes.done;
    }
    draft = makeDraft(target);
    await fillDraft(draft, octets);
    publish(draft, target);
    streams.err.write(`${target} is whole.\n`);
    return exitCodes.done;
  } catch (error) {
    return refuse(streams, faultOf(error, target));
  } finally {
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
  } catch {
    return {
      refusal: { name: 'service_unavailable', message: `The server at ${endpoint.origin} cannot be reached` },
    };
  }
  const { body } = response;
  if (!response.ok || body === null) {
    return { refusal: refusalOf(response, await response.json().catch(() => undefined)) };
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

async function* counted(octets: AsyncIterable<Uint8Array>, { err }: Streams): AsyncGenerator<Uint8Array> {
  const isWatched = 'isTTY' in err && err.isTTY === true;
  let total = 0;
  let shown = 0;
  for await (const piece of octets) {
    yield piece;
    total += piece.length;
    if (!isWatched || total - shown < shownEveryOctets) continue;
    shown = total;
    err.write(`\r${(total / mebioctet).toFixed(1)} MiB`);
  }
  if (shown > 0) err.write('\n');
}

const mebioctet = 1024 * 1024;
const shownEveryOctets = mebioctet / 2;

function readOrder(words: readonly string[]): Order | 'help' {
  const known = spellingsOf(filters);
  for (const name of ['out', 'org', 'url', 'token']) known.set(name, { name, takesValue: true });
  const read = parseOptions(joinSwitchValues(words, filters), known);
  if (read.options.has('help')) return 'help';
  const [what, ref, ...more] = read.alone;
  const input = inputOfFlags(filters, read);
  const [out, org] = [oneValue(read, 'out'), oneValue(read, 'org')];
  const [url, token] = [oneValue(read, 'url'), oneValue(read, 'token')];
  if (token !== undefined && url === undefined) throw new UsageError('--token goes with --url');
  if (org !== undefined && url !== undefined) {
    throw new UsageError('--org is for this machine; on a server the token has its organization');
  }
  const where = { out, org, remote: url === undefined ? undefined : { url, token } };
  const filter = Object.keys(input)[0];
  if (what === 'organization' || what === 'subscriber') {
    if (filter !== undefined) throw new UsageError(`export ${what} takes no --${filter}`);
  }
  if (what === 'subscriber') {
    if (ref === undefined || more.length > 0) throw new UsageError('export subscriber takes one REF');
    return { tool: 'export_subscriber', input: { subscriber: ref }, ...where };
  }
  if (ref !== undefined) throw new UsageError(`${ref} stands alone; filters are written --name value`);
  if (what === 'organization') {
    if (out === undefined) throw new UsageError('export organization writes an archive: it needs --out FILE');
    return { tool: 'export_organization', input: {}, ...where };
  }
  if (!exportKinds.includes(what as ExportKind)) {
    throw new UsageError(
      what === undefined ? 'export takes what to export first' : `${what} is nothing that can be exported`,
    );
  }
  return { tool: 'export_csv', input: { kind: what, ...input }, ...where };
}

function refuse({ err }: Streams, sentence: string): number {
  err.write(`posthouse: ${sentence}\n`);
  return exitCodes.refused;
}

function faultOf(error: unknown, target: string | undefined): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EEXIST':
      return `${target} exists already; an export never overwrites a file`;
    case 'ENOENT':
      return `the folder ${dirname(target!)} does not exist`;
    case 'EACCES':
    case 'EROFS':
      return `the folder ${dirname(target!)} is not writable`;
    default:
      return `the export was cut off: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function exists(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}
