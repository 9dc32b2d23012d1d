import {
  baseUrlOf,
  ConfigFault,
  databaseFileOf,
  placedFault,
  readProgramConfig,
  unknownVariables,
} from './config.ts';
import type { Role } from './roles.ts';
import type { CliEnvironment } from './surfaces/cli/environment.ts';
import { systemClock } from './world/clock.ts';
import { holdYoungGeneration } from './world/spare-memory.ts';

/** Loads each command on demand. Returns the exit code: 0 done, 1 failed, 2 for wrong words. */

type Command = {
  summary: string;
  run(words: readonly string[]): Promise<number>;
};

const wrongWords = 2;

const commands: Record<string, Command> = {
  serve: {
    summary: 'Run the server: the platform itself, or one of its roles.',
    async run(words) {
      const role = words.length === 0 ? 'all' : await askedRole(words);
      if (typeof role === 'number') return role;
      const endOfStart = holdYoungGeneration();
      const { serve } = await import('./serve.ts');
      return await serve(readProgramConfig(), role, { say: toStdout, ready: endOfStart });
    },
  },
  mcp: {
    summary: 'Run the MCP server on stdio, for an assistant on this machine.',
    async run(words) {
      const [{ runMcp }, environment] = await Promise.all([
        import('./surfaces/cli/mcp.ts'),
        cliEnvironment(),
      ]);
      return await runMcp(words, { ...environment, readConfig: () => readProgramConfig('data folder') });
    },
  },
  connect: {
    summary: 'Print the configuration that connects an assistant.',
    async run(words) {
      const [{ runConnect }, environment] = await Promise.all([
        import('./surfaces/cli/connect/connect.ts'),
        cliEnvironment(),
      ]);
      return await runConnect(words, environment);
    },
  },
  tools: {
    summary: 'List, show and run tools, here or on a server.',
    async run(words) {
      const [{ runToolsCommand }, environment] = await Promise.all([
        import('./surfaces/cli/tools/tools.ts'),
        cliEnvironment(),
      ]);
      return await runToolsCommand(words, environment);
    },
  },
  export: {
    summary: 'Write subscribers, emails and other data to a file.',
    async run(words) {
      const [{ runExport }, environment] = await Promise.all([
        import('./surfaces/cli/export.ts'),
        cliEnvironment(),
      ]);
      return await runExport(words, environment);
    },
  },
  migrate: {
    summary: 'Migrate the database to this version. Every start does this.',
    async run(words) {
      const [{ runMigrate }, { openDatabase }] = await Promise.all([
        import('./surfaces/cli/migrate.ts'),
        import('./open.ts'),
      ]);
      return await runMigrate(words, { readConfig: readProgramConfig, databaseFileOf, openDatabase });
    },
  },
  upgrade: {
    summary: 'Show what starting this version would change.',
    async run(words) {
      const [{ runUpgrade }, { openDatabase }] = await Promise.all([
        import('./surfaces/cli/upgrade.ts'),
        import('./open.ts'),
      ]);
      return await runUpgrade(words, { readConfig: readProgramConfig, databaseFileOf, openDatabase });
    },
  },
  doctor: {
    summary: 'Check the setup and say what to fix.',
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
    summary: 'Import subscribers from a CSV file.',
    async run(words) {
      const { runImportCommand } = await import('./surfaces/cli/import/import-file.ts');
      const isTerminal = process.stderr.isTTY === true;
      return await runImportCommand(words, { ...(await cliEnvironment()), clock: systemClock(), isTerminal });
    },
  },
  console: {
    summary: 'Print a link that signs a person in at /console.',
    async run(words) {
      const { runConsole } = await import('./surfaces/cli/console.ts');
      return await runConsole(words, await cliEnvironment());
    },
  },
  approvals: {
    summary: 'List and decide the calls of assistants that need approval.',
    async run(words) {
      const { runApprovals } = await import('./surfaces/cli/approvals/approvals.ts');
      return await runApprovals(words, await cliEnvironment());
    },
  },
  'pause-sending': {
    summary: 'Stop all mail of an organization. New mail waits.',
    async run(words) {
      const { runPauseSending } = await import('./surfaces/cli/pause-sending.ts');
      return await runPauseSending(words, await cliEnvironment());
    },
  },
  'resume-sending': {
    summary: 'Resume sending for a paused organization.',
    async run(words) {
      const { runResumeSending } = await import('./surfaces/cli/pause-sending.ts');
      return await runResumeSending(words, await cliEnvironment());
    },
  },
  'update-lists': {
    summary: 'Download the newest list of disposable email domains.',
    async run(words) {
      const { runUpdateLists } = await import('./surfaces/cli/update-lists.ts');
      return await runUpdateLists(words, { readConfig: readProgramConfig });
    },
  },
  backup: {
    summary: 'Copy the SQLite database while the server runs.',
    async run(words) {
      const { runBackup } = await import('./surfaces/cli/backup.ts');
      return await runBackup(words, { readConfig: readProgramConfig, databaseFileOf, clock: systemClock() });
    },
  },
  restore: {
    summary: 'Replace the SQLite database with a backup.',
    async run(words) {
      const { runRestore } = await import('./surfaces/cli/restore.ts');
      return await runRestore(words, { readConfig: readProgramConfig, databaseFileOf, clock: systemClock() });
    },
  },
  'release-queue': {
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
    toStdout(await help());
    return 0;
  }
  if (name === 'version' || name === '--version' || name === '-v' || name === '-V') {
    const { version } = await import('./version.ts');
    toStdout(`${version}\n`);
    return 0;
  }
  if (!Object.hasOwn(commands, name)) return await refuseCommand(name);
  try {
    return await commands[name]!.run(rest);
  } catch (error) {
    toStderr(`posthouse: ${await explain(error)}\n`);
    return 1;
  }
}

/** Reads the words of `serve`. Its module is loaded only if there are any, because most starts have none. */
async function askedRole(words: readonly string[]): Promise<Role | number> {
  const { readRole } = await import('./surfaces/cli/read-role.ts');
  return await readRole(words);
}

async function refuseCommand(name: string): Promise<number> {
  const { suggestName, usageLines } = await import('./surfaces/cli/parse-options.ts');
  const meant = suggestName(name.replace(/^-+/, ''), [...Object.keys(commands), 'help', 'version']);
  toStderr(`posthouse: there is no command ${name}${meant}\n${usageLines('posthouse COMMAND [OPTION …]')}`);
  return wrongWords;
}

async function cliEnvironment(): Promise<CliEnvironment> {
  const { openConfigured } = await import('./open.ts');
  return {
    readConfig: readProgramConfig,
    openConfigured: (config, opening) => openConfigured(config, { ...opening, speaksHttp: false }),
  };
}

async function explain(error: unknown): Promise<string> {
  if (error instanceof ConfigFault) return placedFault(error);
  const { explainError } = await import('./model/text/explain-error.ts');
  return explainError(error);
}

async function help(): Promise<string> {
  const [{ formatHelp }, { posthouse }] = await Promise.all([
    import('./surfaces/cli/output/help.ts'),
    import('./world/command-line.ts'),
  ]);
  return formatHelp({
    usage: 'posthouse [COMMAND] [OPTION …]',
    about: ['Runs the server if no command is given. COMMAND --help explains a command.'],
    sections: [
      { title: 'Commands', rows: Object.entries(commands).map(([name, { summary }]) => [name, summary]) },
      {
        title: 'Options',
        rows: [
          ['--help', 'Prints this help.'],
          ['--version', 'Prints the version.'],
        ],
      },
    ],
    examples: [`${posthouse} doctor`, `${posthouse} tools run list_emails --limit 5`],
  });
}

function toStdout(text: string): void {
  process.stdout.write(text);
}

function toStderr(text: string): void {
  process.stderr.write(text);
}
