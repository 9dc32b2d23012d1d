import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { catalogue } from '../../../../tools/index.ts';
import type { Clock } from '../../../concurrency/clock.ts';
import { invoke } from '../../../contract/invoke.ts';
import { Failure, toToolError } from '../../../model/failure.ts';
import { explainError } from '../../../model/text/explain-error.ts';
import type { Platform } from '../../../platform.ts';
import { posthouse } from '../../../world/command-line.ts';
import type { CliEnvironment } from '../environment.ts';
import { writeRefusal } from '../output/explain-refusal.ts';
import { formatHelp, type Help } from '../output/help.ts';
import { startInterruptible } from '../output/interrupt.ts';
import { type Progress, startProgress } from '../output/progress.ts';
import { oneValue, orUsage, parseOptions, plainOptions, UsageError, type Words } from '../parse-options.ts';
import { exitCodes, isTerminal, processStreams, type Streams } from '../streams.ts';
import { type Refusal, runRemotely } from '../tools/remote-tools.ts';
import { describeImport, describePreview, type Imported } from './describe-import.ts';

const help: Help = {
  usage: 'posthouse import [FILE | --import ID] [OPTION …]',
  about: ['Imports the subscribers of a CSV file. Prints a preview first, then the result.'],
  sections: [
    {
      title: 'Options',
      rows: [
        ['--preview', 'Prints only the preview and imports nothing.'],
        ['--consent TEXT', 'How the people agreed to get mail, for rows without a consent column.'],
        ['--tag NAME', 'Tag for every subscriber. May be repeated.'],
        [
          '--column HEADER=FIELD',
          'Field of a column. May be repeated. The preview shows the fields that Posthouse guesses.',
        ],
        ['--skip', 'Leaves existing subscribers unchanged.'],
        ['--import ID', 'Starts a previewed import, continues an interrupted one, or shows a finished one.'],
        ['--json', 'Prints JSON at a terminal too. A pipe always gets JSON.'],
        ['--url URL --token TOKEN', 'Imports on a server. POSTHOUSE_API_KEY can replace --token.'],
      ],
    },
  ],
  examples: [
    'posthouse import subscribers.csv --preview',
    'posthouse import subscribers.csv --consent "Signed up at the shop" --tag shop',
    'posthouse import --import imp_1',
  ],
};

/** Octets per part, which in base64 and JSON stay below the request limit. */
const partOctets = 3 * 1024 * 1024;
const waitSeconds = 2;
const busyWaitMs = 10_000;
const busyAttemptsMax = 30;

class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

type Tools = {
  use(tool: string, input: Record<string, unknown>): Promise<Imported>;
  work(): Promise<void>;
  /** Ends work in progress, so that the next process continues it immediately. */
  stop(): Promise<void>;
  close(): Promise<void>;
};

export type ImportEnvironment = CliEnvironment & { clock: Pick<Clock, 'after' | 'now'>; isTerminal: boolean };

const switches = { preview: false, skip: false, json: false };
const values = { consent: true, tag: true, column: true, import: true, url: true, token: true };

type Printing = { streams: Streams; isForPerson: boolean; progress: Progress };

/** @returns the exit code: 0 done, 1 refused or failed, 2 for wrong words. An interruption exits with 130. */
export async function runImportCommand(
  words: readonly string[],
  environment: ImportEnvironment,
  streams: Streams = processStreams,
): Promise<number> {
  return await orUsage(streams, help.usage, async () => {
    const read = parseOptions(words, plainOptions({ ...switches, ...values }));
    if (read.options.has('help')) {
      streams.out.write(formatHelp(help));
      return exitCodes.done;
    }
    const order = await readOrder(read);
    const tools = await toolsFor(read, environment);
    const started: Started = { id: null, url: oneValue(read, 'url') };
    const printsJson = read.options.has('json');
    const isForPerson = isTerminal(streams.out) && !printsJson;
    const progress = startProgress(streams, environment.clock, environment.isTerminal);
    const printing = { streams, isForPerson, progress };
    let finish = (): void => {};
    try {
      finish = startInterruptible(
        streams,
        () => explainStop(started),
        () => tools.stop(),
      );
      return order.kind === 'continue'
        ? await continueImport(tools, order.id, started, printing)
        : await importFile(tools, order, started, printing);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      progress.end();
      writeRefusal(streams, error.refusal, {
        command: `${posthouse} import`,
        isForPerson: isTerminal(streams.err) && !printsJson,
      });
      return exitCodes.refused;
    } finally {
      progress.end();
      finish();
      await tools.close();
    }
  });
}

type Order =
  | { kind: 'continue'; id: string }
  | { kind: 'file'; file: string; octets: number; options: Record<string, unknown>; isPreview: boolean };

async function readOrder(read: Words): Promise<Order> {
  const [file, ...more] = read.alone;
  const id = oneValue(read, 'import');
  if (id !== undefined) {
    const other = file ?? [...read.options.keys()].find((name) => !continuing.has(name));
    if (other !== undefined) throw new UsageError('--import takes no FILE and no options of a new import');
    return { kind: 'continue', id };
  }
  if (file === undefined || more.length > 0) throw new UsageError('import needs the name of one file');
  const options = optionsIn(read);
  const found = await stat(file).catch((error: unknown) => {
    throw new UsageError(explainError(error));
  });
  if (found.isDirectory()) throw new UsageError(`${file} is a folder, and a file is needed`);
  return { kind: 'file', file, octets: found.size, options, isPreview: read.options.has('preview') };
}

const continuing = new Set(['import', 'json', 'url', 'token']);

/** The import that an interruption reports; its id is null until rows are imported. */
type Started = { id: string | null; url: string | undefined };

async function importFile(
  tools: Tools,
  { file, octets, options, isPreview }: Extract<Order, { kind: 'file' }>,
  started: Started,
  printing: Printing,
): Promise<number> {
  const { streams, isForPerson, progress } = printing;
  const { id } = await tools.use('import_subscribers', { file_name: basename(file), ...options });
  let sent = 0;
  let part = 0;
  for await (const piece of createReadStream(file, { highWaterMark: partOctets })) {
    const content = (piece as Buffer).toString('base64');
    part += 1;
    await tools.use('add_import_part', { importId: id, part, content });
    sent += (piece as Buffer).length;
    progress.report(sent, octets, 'bytes');
  }
  const queued = await tools.use('import_subscribers', { importId: id, start: false });
  const previewed = await untilAtRest(tools, progress, queued);
  progress.end();
  for (const warning of previewed.warnings) streams.err.write(`Warning: ${warning}\n`);
  if (isPreview || previewed.status !== 'previewed') return tell(previewed, printing);
  streams.err.write(isForPerson ? describePreview(previewed) : `${JSON.stringify(previewed.preview)}\n`);
  started.id = id;
  const begun = await tools.use('import_subscribers', { importId: id });
  return tell(await untilAtRest(tools, progress, begun), printing);
}

async function continueImport(
  tools: Tools,
  id: string,
  started: Started,
  printing: Printing,
): Promise<number> {
  let known = await tools.use('get_import', { importId: id });
  started.id = id;
  if (known.status === 'previewed') known = await tools.use('import_subscribers', { importId: id });
  return tell(await untilAtRest(tools, printing.progress, known), printing);
}

function explainStop({ id, url }: Started): string[] {
  if (id === null) return ['Stopped. Nothing was imported. To start again, run the same command.'];
  const remote = url === undefined ? '' : ` --url ${url}`;
  const server =
    url === undefined ? 'A running server continues it too' : `The server at ${url} continues it`;
  return [
    'Stopped. Rows that were imported are kept.',
    `To continue it: ${posthouse} import --import ${id}${remote}`,
    `${server}. To cancel it: ${posthouse} tools run cancel_import ${id}${remote}`,
  ];
}

function tell(imported: Imported, { streams: { out }, isForPerson, progress }: Printing): number {
  progress.end();
  out.write(isForPerson ? describeImport(imported) : `${JSON.stringify(imported, null, 2)}\n`);
  return imported.error === null ? exitCodes.done : exitCodes.refused;
}

async function untilAtRest(tools: Tools, progress: Progress, begun: Imported): Promise<Imported> {
  let imported = begun;
  while (imported.status === 'queued' || imported.status === 'in_progress') {
    await tools.work();
    imported = await tools.use('get_import', { importId: imported.id, wait_seconds: waitSeconds });
    progress.report(imported.rows_done, imported.rows_total, 'rows');
  }
  return imported;
}

function optionsIn(read: Words): Record<string, unknown> {
  const consent = oneValue(read, 'consent');
  const tags = read.options.get('tag') ?? [];
  const columns = (read.options.get('column') ?? []).map((text = '') => {
    const equals = text.lastIndexOf('=');
    if (equals <= 0) throw new UsageError(`--column needs HEADER=FIELD, and was given ${text}`);
    return [text.slice(0, equals), text.slice(equals + 1)] as const;
  });
  return {
    ...(consent !== undefined && { consent: { source: consent } }),
    ...(tags.length > 0 && { tags }),
    ...(columns.length > 0 && { columns: Object.fromEntries(columns) }),
    ...(read.options.has('skip') && { on_conflict: 'skip' }),
  };
}

async function toolsFor(read: Words, environment: ImportEnvironment): Promise<Tools> {
  const url = oneValue(read, 'url');
  const token = oneValue(read, 'token');
  if (url === undefined) {
    if (token !== undefined) throw new UsageError('--token needs --url');
    return localTools(await environment.openConfigured(environment.readConfig()));
  }
  const secret = token ?? environment.readConfig().POSTHOUSE_API_KEY;
  if (secret === undefined)
    throw new UsageError('--url needs --token, or POSTHOUSE_API_KEY in the environment');
  return remoteTools({ url, token: secret }, environment.clock);
}

function localTools(platform: Platform): Tools {
  const caller = platform.operator('cli');
  return {
    async use(name, input) {
      const tool = catalogue.find((one) => one.name === name)!;
      try {
        return (await invoke(platform.engine, tool, caller, input)).output as Imported;
      } catch (error) {
        throw error instanceof Failure ? new Refused(toToolError(error)) : error;
      }
    },
    async work() {
      await platform.worker.runDue();
    },
    stop: () => platform.worker.drain(),
    close: () => platform.close(),
  };
}

function remoteTools(server: { url: string; token: string }, clock: ImportEnvironment['clock']): Tools {
  return {
    async use(name, input) {
      for (let attempt = 1; ; attempt += 1) {
        const ending = await runRemotely(server, name, input, undefined);
        if ('output' in ending) return ending.output as Imported;
        const { refusal } = ending;
        if (refusal.name !== 'rate_limit_exceeded' || attempt >= busyAttemptsMax) throw new Refused(refusal);
        await new Promise<void>((resolve) => clock.after(busyWaitMs, resolve));
      }
    },
    async work() {},
    async stop() {},
    async close() {},
  };
}
