import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import type { Tool } from '../../../src/contract/tool.ts';
import { runToolsCommand } from '../../../src/surfaces/cli/tools/tools.ts';
import { openPlatform } from '../../world/platform.ts';
import { keptStreams, paint, runTools } from './runner.ts';

describe('a tool that runs in a terminal', () => {
  const columns = 60;

  it('prints a list as a table that fits the terminal, and says how to get the next page', async () => {
    const platform = await openPlatform();
    for (const name of ['one', 'two', 'three']) await platform.call('create_tag', { name });
    const { code, out } = await runTools(['run', 'list_tags', '--limit', '2'], { platform, columns });
    expect(code).toBe(0);
    expect(out).toMatch(/^ID +NAME\b/);
    expect(out).toMatch(/^tag_\w+ +three\b/m);
    expect(out).toMatch(/^2 rows\nNext page: --after tag_\w+\n$/m);
    expect(out.split('\n').filter((line) => line.length > columns)).toEqual([]);
  });

  it('prints one field per line, without characters that control the terminal', async () => {
    const words = ['run', 'paint_wall', 'north', '--note', 'red\u001b[2J\nwall'];
    const { out } = await runTools(words, { columns });
    expect(out).toMatch(/^painted +\{"id":"north"/m);
    expect(out).toMatch(/^organization +org_/m);
    expect(out).not.toContain('\u001b');
  });

  it('prints JSON with --json, and always when the output goes to a program', async () => {
    const tag = async (words: string[], width?: number) =>
      (await runTools(['run', 'list_tags', ...words], width === undefined ? {} : { columns: width })).out;
    expect(JSON.parse(await tag(['--json'], columns))).toMatchObject({ object: 'list' });
    expect(JSON.parse(await tag(['--json', '--limit', '1'], columns))).toMatchObject({ object: 'list' });
    expect(JSON.parse(await tag([]))).toMatchObject({ object: 'list' });
    expect(await tag([], columns)).toBe('Nothing found.\n');
  });

  it('prints a refusal as a sentence', async () => {
    expect(await runTools(['run', 'paint_wall', 'wet'], { columns })).toEqual({
      code: 1,
      out: '',
      err: 'posthouse: The wall is still wet\n  details: {"hours":2}\n',
    });
  });

  it('prints a refusal as JSON if stdout or stderr goes to a program', async () => {
    for (const piped of ['out', 'err'] as const) {
      const streams = keptStreams(columns);
      streams[piped].isTTY = false;
      const environment = {
        readConfig: () => readConfig({}),
        openConfigured: async () => (await openPlatform()).platform,
      };
      const code = await runToolsCommand(['run', 'paint_wall', 'wet'], environment, streams, [paint]);
      expect(JSON.parse(streams.result(code).err)).toMatchObject({ name: 'conflict' });
    }
  });

  it('uses 80 columns in a terminal that reports a width of 0', async () => {
    const platform = await openPlatform();
    await platform.call('create_tag', { name: 'news' });
    const { out } = await runTools(['run', 'list_tags'], { platform, columns: 0 });
    expect(out).toMatch(/^ID +NAME\b/);
    const lines = (await runTools(['list'], { columns: 0 })).out.split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(Math.max(...lines.map((line) => line.length))).toBeGreaterThan(60);
  });

  it('ends the progress line before an error', async () => {
    const failing: Tool = {
      ...paint,
      async run(scope) {
        scope.progress(1, 2, 'rows');
        return scope.fail('conflict', { message: 'The wall is still wet' });
      },
    };
    const streams = keptStreams(columns);
    const environment = {
      readConfig: () => readConfig({}),
      openConfigured: async () => (await openPlatform()).platform,
    };
    const code = await runToolsCommand(['run', 'paint_wall', 'wet'], environment, streams, [failing]);
    expect(streams.result(code).err).toBe('\r1 of 2 rows (50 %)\nposthouse: The wall is still wet\n');
  });
});
