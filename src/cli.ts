import {
  baseUrlOf,
  ConfigFault,
  databaseFileOf,
  placedFault,
  readProgramConfig,
  unknownVariables,
} from './config.ts';
import { type Role, roles } from './roles.ts';
import type { CliEnvironment } from './surfaces/cli/environment.ts';
import { systemClock } from './world/clock.ts';

/**
 * The commands of the program. Each command's code is loaded on demand, so that none pays for another's startup.
 * Returns the exit code: 0 done, 1 failed, 2 for wrong words.
 */

type Command = {
  usage: string;
  summary: string;
  /** Set if usage and summary are the whole help. Other commands handle --help themselves. */
  helpHere?: true;
  run(words: readonly string[]): Promise<number>;
};

const wrongWords = 2;

const commands: Record<string, Command> = {
  serve: {
    usage: 'serve [--role all|api|worker]',
    summary: 'Run the platform. api only takes requests, worker only does the background work.',
    helpHere: true,
    async run(words) {
      const role = roleOf(words);
      if (role === null)
        return wrong(
          'serve',
          `it knows only --role, one of ${roles.join(', ')}; the rest is set by variables such as PORT`,
        );
      const { serve } = await import('./serve.ts');
      return await serve(readProgramConfig(), role, toStdout);
    },
  },
  mcp: {
    usage:
      'mcp [--url URL --token TOKEN] [--toolsets LIST] [--tools LIST] [--exclude-tools LIST] [--read-only]',
    summary: 'The MCP server on stdio: on the local engine, or speaking for a running server.',
    async run(words) {
      const [{ runMcp }, environment] = await Promise.all([
        import('./surfaces/cli/mcp.ts'),
        cliEnvironment(),
      ]);
      return await runMcp(words, { ...environment, readConfig: () => readProgramConfig('data folder') });
    },
  },
  tools: {
    usage: 'tools list|show|run …',
    summary:
      'List, show and run tools as the operator of this machine, or on a server with --url and --token.',
    async run(words) {
      const [{ runToolsCommand }, environment] = await Promise.all([
        import('./surfaces/cli/tools.ts'),
        cliEnvironment(),
      ]);
      return await runToolsCommand(words, environment);
    },
  },
  export: {
    usage: 'export subscribers|emails|events|suppressions|organization|subscriber …',
    summary:
      'Write what an organization has to a file, on this machine or from a server with --url and --token.',
    async run(words) {
      const [{ runExport }, environment] = await Promise.all([
        import('./surfaces/cli/export.ts'),
        cliEnvironment(),
      ]);
      return await runExport(words, environment);
    },
  },
  migrate: {
    usage: 'migrate',
    summary: 'Bring the database to this version; every start does this too.',
    helpHere: true,
    async run() {
      const [{ openDatabase }, { migrate }] = await Promise.all([
        import('./open.ts'),
        import('./store/migrate.ts'),
      ]);
      const database = await openDatabase(readProgramConfig());
      try {
        const applied = await migrate(database);
        toStdout(
          applied.length === 0 ? 'The database is at this version.\n' : `Applied ${applied.join(', ')}.\n`,
        );
        return 0;
      } finally {
        await database.close();
      }
    },
  },
  upgrade: {
    usage: 'upgrade --check [--json]',
    summary: 'Say what starting this version would do to the database, and what to back up first.',
    async run(words) {
      const [{ runUpgrade }, { openDatabase }] = await Promise.all([
        import('./surfaces/cli/upgrade.ts'),
        import('./open.ts'),
      ]);
      return await runUpgrade(words, { readConfig: readProgramConfig, databaseFileOf, openDatabase });
    },
  },
  doctor: {
    usage: 'doctor [--json]',
    summary: 'Check the set-up and say in plain words what to fix.',
    async run(words) {
      const [{ runDoctor }, { openDatabase, openGenerations, createWorld }] = await Promise.all([
        import('./surfaces/cli/doctor/doctor.ts'),
        import('./open.ts'),
      ]);
      return await runDoctor(words, {
        readConfig: readProgramConfig,
        unknownVariables,
        baseUrlOf,
        databaseFileOf,
        createWorld,
        openDatabase,
        openGenerations,
      });
    },
  },
  import: {
    usage: 'import FILE [--preview]',
    summary: 'Import the subscribers of a CSV file, here or on a server.',
    async run(words) {
      const { runImportCommand } = await import('./surfaces/cli/import/import-file.ts');
      const isTerminal = process.stderr.isTTY === true;
      return await runImportCommand(words, { ...(await cliEnvironment()), clock: systemClock(), isTerminal });
    },
  },
  console: {
    usage: 'console [--email ADDRESS] [--org ORG]',
    summary: 'Print a link that signs a person in at /console, once, within five minutes.',
    async run(words) {
      const { runConsole } = await import('./surfaces/cli/console.ts');
      return await runConsole(words, await cliEnvironment());
    },
  },
  approvals: {
    usage: 'approvals [show|approve|decline ID]',
    summary: 'List, show and decide what assistants ask a person; a yes only at a terminal.',
    async run(words) {
      const { runApprovals } = await import('./surfaces/cli/approvals/approvals.ts');
      return await runApprovals(words, await cliEnvironment());
    },
  },
  'pause-sending': {
    usage: 'pause-sending [--reason TEXT] [--org ORG]',
    summary: 'Stop all mail of an organization; new mail waits.',
    async run(words) {
      const { runPauseSending } = await import('./surfaces/cli/pause-sending.ts');
      return await runPauseSending(words, await cliEnvironment());
    },
  },
  'resume-sending': {
    usage: 'resume-sending [--org ORG]',
    summary: 'Let the mail of a paused organization leave again.',
    async run(words) {
      const { runResumeSending } = await import('./surfaces/cli/pause-sending.ts');
      return await runResumeSending(words, await cliEnvironment());
    },
  },
  'update-lists': {
    usage: 'update-lists',
    summary: 'Fetch the newest list of disposable domains, for the verification of addresses.',
    async run(words) {
      const { runUpdateLists } = await import('./surfaces/cli/update-lists.ts');
      return await runUpdateLists(words, { readConfig: readProgramConfig });
    },
  },
  backup: {
    usage: 'backup FILE',
    summary: 'A consistent copy of a live SQLite database.',
    async run(words) {
      const { runBackup } = await import('./surfaces/cli/backup.ts');
      return await runBackup(words, { readConfig: readProgramConfig, databaseFileOf, clock: systemClock() });
    },
  },
  restore: {
    usage: 'restore FILE',
    summary: 'Put a checked backup in the place of the SQLite database; delivery waits then.',
    async run(words) {
      const { runRestore } = await import('./surfaces/cli/restore.ts');
      return await runRestore(words, { readConfig: readProgramConfig, databaseFileOf, clock: systemClock() });
    },
  },
  'release-queue': {
    usage: 'release-queue',
    summary: 'Resume delivery after a backup was restored.',
    async run(words) {
      const [{ runReleaseQueue }, { openDatabase, openGenerations, createWorld }] = await Promise.all([
        import('./surfaces/cli/release-queue.ts'),
        import('./open.ts'),
      ]);
      return await runReleaseQueue(words, {
        readConfig: readProgramConfig,
        openDatabase,
        openGenerations,
        createWorld,
      });
    },
  },
};

/** @param words arguments of the program; without any, it runs `serve` */
export async function main(words: readonly string[]): Promise<number> {
  const [name = 'serve', ...rest] = words;
  if (name === 'help' || name === '--help' || name === '-h') {
    toStdout(help());
    return 0;
  }
  if (name === 'version' || name === '--version' || name === '-v' || name === '-V') {
    const { version } = await import('./version.ts');
    toStdout(`${version}\n`);
    return 0;
  }
  if (!Object.hasOwn(commands, name)) return wrong(null, await unknownCommand(name));
  const command = commands[name]!;
  if (command.helpHere && (rest.includes('--help') || rest.includes('-h'))) {
    toStdout(`posthouse ${command.usage}\n  ${command.summary}\n`);
    return 0;
  }
  try {
    return await command.run(rest);
  } catch (error) {
    toStderr(`posthouse: ${sentenceOf(error)}\n`);
    return 1;
  }
}

async function unknownCommand(name: string): Promise<string> {
  const { didYouMean } = await import('./model/text/did-you-mean.ts');
  const near = didYouMean(name.replace(/^-+/, ''), [...Object.keys(commands), 'help', 'version']);
  return `there is no command ${name}${near === undefined ? '' : `; did you mean ${near}?`}`;
}

async function cliEnvironment(): Promise<CliEnvironment> {
  const { openConfigured } = await import('./open.ts');
  return {
    readConfig: readProgramConfig,
    openConfigured: (config, opening) => openConfigured(config, { ...opening, speaksHttp: false }),
  };
}

function sentenceOf(error: unknown): string {
  if (error instanceof ConfigFault) return placedFault(error);
  if (!(error instanceof Error)) return String(error);
  const { message, code } = error as NodeJS.ErrnoException;
  const causes = error instanceof AggregateError ? error.errors.map(({ message }) => message).join('; ') : '';
  return [message || causes || error.name, code && !message.includes(code) ? `(${code})` : '']
    .filter((part) => part !== '')
    .join(' ');
}

function roleOf(words: readonly string[]): Role | null {
  if (words.length === 0) return 'all';
  const [flag = '', value = ''] = words.flatMap((word) => word.split('='));
  return flag === '--role' && (roles as readonly string[]).includes(value) ? (value as Role) : null;
}

function help(): string {
  const width = Math.max(...Object.values(commands).map(({ usage }) => usage.length)) + 2;
  const lines = Object.values(commands).map(({ usage, summary }) => `  ${usage.padEnd(width)}${summary}`);
  return `posthouse [COMMAND]\n\n${lines.join('\n')}\n\nWithout a command it runs the platform, as serve does. Each command says more with --help. posthouse --version tells the version.\n`;
}

function wrong(command: string | null, sentence: string): number {
  const usage = command === null ? help() : `Usage: posthouse ${commands[command]!.usage}\n`;
  toStderr(`posthouse: ${sentence}\n\n${usage}`);
  return wrongWords;
}

function toStdout(text: string): void {
  process.stdout.write(text);
}

function toStderr(text: string): void {
  process.stderr.write(text);
}
