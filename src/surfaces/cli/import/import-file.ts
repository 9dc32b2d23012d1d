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
import { formatHelp, type Help } from '../output/help.ts';
import { startInterruptible } from '../output/interrupt.ts';
import { type Progress, startProgress } from '../output/progress.ts';
import { oneValue, orUsage, parseOptions, plainOptions, UsageError, type Words } from '../parse-options.ts';
import { type Refusal, runRemotely } from '../remote-tools.ts';
import { exitCodes, processStreams, type Streams } from '../streams.ts';

const help: Help = {
  usage: 'posthouse import FILE [--preview] [--consent TEXT] [OPTION …]',
  about: [
    'Imports the subscribers of a CSV file. Prints a preview first, and the result as JSON on the standard output.',
  ],
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
        ['--url URL --token TOKEN', 'Imports on a server. POSTHOUSE_API_KEY can replace --token.'],
      ],
    },
  ],
  examples: [
    'posthouse import subscribers.csv --preview',
    'posthouse import subscribers.csv --consent "Signed up at the shop" --tag shop',
  ],
};

/** Octets per part, which in base64 and JSON stay below the request limit. */
const partOctets = 3 * 1024 * 1024;
const waitSeconds = 2;
const busyWaitMs = 10_000;
const busyAttemptsMax = 30;

type Imported = {
  id: string;
  status: string;
  rows_done: number;
  rows_total: number | null;
  preview: { rows: number } | null;
  warnings: string[];
  error: string | null;
};

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
  close(): Promise<void>;
};

export type ImportEnvironment = CliEnvironment & { clock: Pick<Clock, 'after' | 'now'>; isTerminal: boolean };

export async function runImportCommand(
  words: readonly string[],
  environment: ImportEnvironment,
  streams: Streams = processStreams,
): Promise<number> {
  return await orUsage(streams, help.usage, async () => {
    const read = parseOptions(
      words,
      plainOptions({
        preview: false,
        skip: false,
        consent: true,
        tag: true,
        column: true,
        url: true,
        token: true,
      }),
    );
    if (read.options.has('help')) {
      streams.out.write(formatHelp(help));
      return exitCodes.done;
    }
    const [file, ...more] = read.alone;
    if (file === undefined || more.length > 0) throw new UsageError('import needs the name of one file');
    const options = optionsIn(read);
    const found = await stat(file).catch((error: unknown) => {
      throw new UsageError(explainError(error));
    });
    if (found.isDirectory()) throw new UsageError(`${file} is a folder, and a file is needed`);
    const octets = found.size;
    const tools = await toolsFor(read, environment);
    let started: string | null = null;
    let finish = (): void => {};
    const progress = startProgress(streams, environment.clock, environment.isTerminal);
    try {
      finish = startInterruptible(streams, () => explainStop(started, oneValue(read, 'url')));
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
      const previewed = await untilAtRest(
        tools,
        progress,
        await tools.use('import_subscribers', { importId: id, start: false }),
      );
      progress.end();
      for (const warning of previewed.warnings) streams.err.write(`Warning: ${warning}\n`);
      if (read.options.has('preview') || previewed.status !== 'previewed') return tell(previewed, streams);
      streams.err.write(`${JSON.stringify(previewed.preview)}\n`);
      started = id;
      const begun = await tools.use('import_subscribers', { importId: id });
      const imported = await untilAtRest(tools, progress, begun);
      progress.end();
      return tell(imported, streams);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      progress.end();
      streams.err.write(`${JSON.stringify(error.refusal, null, 2)}\n`);
      return exitCodes.refused;
    } finally {
      progress.end();
      finish();
      await tools.close();
    }
  });
}

/** @param started id of the import once rows are imported */
function explainStop(started: string | null, url: string | undefined): string[] {
  if (started === null) return ['Stopped. Nothing was imported. To start again, run the same command.'];
  const remote = url === undefined ? '' : ` --url ${url}`;
  return [
    'Stopped. Rows that were imported are kept.',
    url === undefined
      ? `The import continues when a server runs: ${posthouse} serve`
      : `The import continues on the server at ${url}.`,
    `To follow it: ${posthouse} tools run get_import ${started}${remote}`,
    `To end it: ${posthouse} tools run cancel_import ${started}${remote}`,
  ];
}

function tell(imported: Imported, { out }: Streams): number {
  out.write(`${JSON.stringify(imported, null, 2)}\n`);
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
    async close() {},
  };
}
