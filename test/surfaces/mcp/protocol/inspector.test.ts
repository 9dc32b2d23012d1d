import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstToken } from '../../../world/platform.ts';
import { builtProgram } from '../../../world/programs/built-program.ts';
import { isLongRun } from '../../../world/simulated/random.ts';
import { freshFile } from '../content/fresh-file.ts';
import { type Json, openWire, type Wire } from './wire.ts';

/**
 * Runs the protocol's official inspector in strict mode, because a response that it rejects breaks other
 * clients too.
 */
const main = await builtProgram();
const inspector = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
);

/** Each run starts one or two programs on a possibly busy machine. */

let wire: Wire;
let folder: ReturnType<typeof freshFile>;
beforeAll(async () => {
  wire = await openWire();
  folder = freshFile();
});
afterAll(async () => {
  await wire.close();
  folder.remove();
});

type ToolResult = { code: number; out: string; err: string };

/** The inspector's arguments come last, because the started program has arguments of its own. */
function inspect(words: readonly string[], target: readonly string[]): Promise<ToolResult> {
  const all = [inspector, '--cli', ...words, ...target];
  const env = { PATH: process.env.PATH, HOME: folder.path };
  return new Promise((resolve) => {
    execFile(process.execPath, all, { env, maxBuffer: 16 * 1024 * 1024 }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

const doors: [string, () => string[]][] = [
  [
    'stdio',
    () => ['-e', `POSTHOUSE_DATA_DIR=${folder.path}`, '-e', 'LOG_LEVEL=error', process.execPath, main, 'mcp'],
  ],
  ['HTTP', () => ['--server-url', wire.url, '--header', `Authorization: Bearer ${firstToken}`]],
];

/** Each inspector run takes seconds and differs little by era: `npm run test:long` tries all pairs. */
const eras: Readonly<Record<string, readonly string[]>> = isLongRun
  ? { stdio: ['legacy', 'modern'], HTTP: ['legacy', 'modern'] }
  : { stdio: ['modern'], HTTP: ['legacy'] };

describe.each(doors)('over %s', (door, target) => {
  it.each(eras[door]!)(
    'the inspector reports no error in the %s era for calls, reads and elicitation',
    async (era) => {
      const run = async (...words: string[]): Promise<Json> => {
        const result = await inspect(['--protocol-era', era, '--quiet', ...words], target());
        expect([result.code, result.err.slice(0, 2_000)]).toEqual([0, '']);
        return JSON.parse(result.out);
      };
      const strict = await inspect(['--protocol-era', era, '--method', 'tools/list', '--strict'], target());
      expect(strict.err).not.toMatch(/^Error:/m);
      expect(strict.code).toBe(0);
      expect(JSON.parse(strict.out).tools.length).toBeGreaterThan(30);
      const called = await run(
        '--method',
        'tools/call',
        '--tool-name',
        'verify_email_address',
        '--tool-arg',
        'email=ada@example.com',
      );
      expect(called.structuredContent ?? called).toMatchObject({ valid: true });
      // Both doors share this code, so one run is enough.
      if (door === 'stdio') {
        const { prompts } = await run('--method', 'prompts/list');
        expect(prompts.map(({ name }: Json) => name)).toContain('launch_campaign');
      } else {
        const read = await run('--method', 'resources/read', '--uri', 'posthouse://openapi.json');
        expect(read.contents[0].mimeType).toBe('application/json');
      }
    },
  );
});

it("the inspector's skill checks report no problems", async () => {
  const result = await inspect(
    ['--protocol-era', 'modern', '--method', 'skills/list', '--verify'],
    doors[1]![1](),
  );
  expect([result.code, result.code === 0 ? '' : `${result.out}${result.err}`.slice(0, 3_000)]).toEqual([
    0,
    '',
  ]);
});
