import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
const run = promisify(execFile);

test.each(['serve', 'mcp', 'tools', 'migrate', 'doctor', 'backup'])(
  '%s --help says how it is used, and does nothing',
  async (command) => {
    // A wrong variable would stop whatever reads the configuration.
    const env = { PATH: process.env.PATH, PORT: 'nowhere' };
    const { stdout } = await run(process.execPath, [main, command, '--help'], { env });
    expect(stdout).toMatch(new RegExp(`^posthouse ${command}\\b`));
    expect(stdout.trim().split('\n').length).toBeGreaterThan(1);
  },
);
