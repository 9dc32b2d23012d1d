import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { runMcp } from '../../../src/surfaces/cli/mcp.ts';
import { verifies } from '../../spec/verifies.ts';
import { firstToken, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { builtProgram } from '../../world/programs/built-program.ts';
import { keptStreams } from './runner.ts';

const main = await builtProgram();

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a test', version: '1' } },
};
const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

function call(id: number, name: string, given: object) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } };
}

type Answer = { id: number; result: Record<string, unknown> };

async function mcp(
  messages: readonly unknown[],
  words: readonly string[] = [],
  { simulated, environment = {} }: { simulated?: SimulatedPlatform; environment?: NodeJS.ProcessEnv } = {},
) {
  const streams = keptStreams();
  const [input, output] = [new PassThrough(), new PassThrough()];
  const written = text(output);
  const running = runMcp(
    words,
    {
      readConfig: () => readConfig(environment),
      openConfigured: async () => (simulated ?? (await openPlatform())).platform,
    },
    streams,
    { input, output },
  );
  input.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  const result = streams.result(await running);
  output.end();
  const lines = (await written).split('\n').filter((line) => line !== '');
  const answers = lines.map((line) => JSON.parse(line) as Answer).sort((a, b) => a.id - b.id);
  return { ...result, answers };
}

describe('posthouse mcp', () => {
  verifies('mcp.stdio.operator', 'serves the operator of this machine until the input ends', async () => {
    const { code, out, err, answers } = await mcp([initialize, listTools]);
    expect({ code, out, err }).toEqual({ code: 0, out: '', err: '' });
    expect(answers[0]?.result).toMatchObject({ serverInfo: { name: 'posthouse', version: '2.1.0' } });
    const tools = answers[1]?.result.tools as { name: string }[];
    expect(tools.map(({ name }) => name)).toContain('send_email');
  });

  it('delivers the mail that an assistant sends', async () => {
    const simulated = await openPlatform();
    const mail = { from: 'hello@acme.test', to: 'grace@takes-mail.com', subject: 'Hello', markdown: 'Hello' };
    const { code, answers } = await mcp([initialize, call(1, 'send_email', mail)], [], { simulated });
    expect(code).toBe(0);
    expect(answers[1]?.result).toMatchObject({ structuredContent: { id: expect.stringMatching(/^eml_/) } });
    expect(simulated.mailbox.messages.map(({ to }) => to.address)).toEqual(['grace@takes-mail.com']);
  });

  verifies(
    'mcp.stdio.api-key',
    'serves the holder of the token in the environment, within its scopes',
    async () => {
      const simulated = await openPlatform();
      const { token } = await simulated.addToken(simulated.organization, { scopes: ['emails.read'] });
      const { answers } = await mcp([initialize, listTools], [], {
        simulated,
        environment: { POSTHOUSE_API_KEY: token },
      });
      const tools = answers[1]?.result.tools as { name: string }[];
      expect(tools.map(({ name }) => name)).toContain('list_emails');
      expect(tools.map(({ name }) => name)).not.toContain('send_email');
    },
  );

  it('refuses an unknown token', async () => {
    const { code, err, answers } = await mcp([initialize], [], {
      environment: { POSTHOUSE_API_KEY: `posthouse_${'x'.repeat(40)}` },
    });
    expect({ code, answers }).toEqual({ code: 1, answers: [] });
    expect(err).toContain('POSTHOUSE_API_KEY');
  });

  describe('limits the offered tools', () => {
    const namesOf = (answers: readonly Answer[]) =>
      ((answers[1]?.result.tools ?? []) as { name: string }[]).map(({ name }) => name);

    verifies(
      ['mcp.filter.flags', 'mcp.filter.environment', 'mcp.filter.stricter'],
      'to the stricter of arguments and environment',
      async () => {
        const words = ['--toolsets', 'core,audience,rare', '--exclude-tools=list_tags'];
        const environment = {
          POSTHOUSE_MCP_TOOLSETS: 'Audience, campaigns, Rare',
          POSTHOUSE_MCP_READ_ONLY: 'true',
        };
        const { code, answers } = await mcp(
          [initialize, listTools, call(2, 'create_tag', { name: 'x' })],
          words,
          {
            environment,
          },
        );
        expect(code).toBe(0);
        const names = namesOf(answers);
        expect(names).toContain('get_tag');
        for (const name of ['list_tags', 'create_tag', 'list_emails', 'list_campaigns'])
          expect(names).not.toContain(name);
        expect(answers[2]).toMatchObject({
          error: { code: -32_602, message: expect.stringContaining('Unknown tool') },
        });
      },
    );

    it('and exits with 2 when the token allows none of the remaining tools', async () => {
      const simulated = await openPlatform();
      const { token } = await simulated.addToken(simulated.organization, { scopes: ['emails.read'] });
      const { code, err, answers } = await mcp([initialize], ['--toolsets', 'audience'], {
        simulated,
        environment: { POSTHOUSE_API_KEY: token },
      });
      expect({ code, answers }).toEqual({ code: 2, answers: [] });
      expect(err).toContain('leave no tool to this token');
    });

    it.each([
      ['words', ['--toolsets', 'core', '--read-only'], {}],
      ['environment', [], { POSTHOUSE_MCP_TOOLSETS: 'core', POSTHOUSE_MCP_READ_ONLY: 'true' }],
      [
        'both',
        ['--toolsets', 'core,audience'],
        { POSTHOUSE_MCP_TOOLSETS: 'core', POSTHOUSE_MCP_READ_ONLY: 'true' },
      ],
    ])('when it connects to a running server, through %s', async (_, words, environment) => {
      const simulated = await openPlatform();
      const { port } = await simulated.platform.http.listen('127.0.0.1', 0);
      const there = ['--url', `http://127.0.0.1:${port}`, '--token', firstToken];
      const { answers } = await mcp([initialize, listTools], [...there, ...words], { environment });
      const names = namesOf(answers);
      expect(names).toContain('list_emails');
      expect(names).not.toContain('send_email');
      expect(names).not.toContain('list_tags');
      await simulated.platform.http.drain(0);
      await simulated.close();
    });

    it.each([
      [
        { POSTHOUSE_MCP_TOOLSETS: 'core,cmapaigns' },
        'POSTHOUSE_MCP_TOOLSETS: names "cmapaigns", which is no toolset.',
      ],
      [{ POSTHOUSE_MCP_CONFIRM: 'sometimes' }, 'POSTHOUSE_MCP_CONFIRM'],
      [{ POSTHOUSE_MCP_READ_ONLY: 'yes' }, 'POSTHOUSE_MCP_READ_ONLY'],
    ])('and rejects an invalid environment: %j', (environment, message) => {
      expect(() => readConfig(environment)).toThrow(message);
    });
  });

  it('connects to a running server with --url and a token from the arguments or the environment', async () => {
    const simulated = await openPlatform();
    const { port } = await simulated.platform.http.listen('127.0.0.1', 0);
    const url = `http://127.0.0.1:${port}`;
    for (const [words, environment] of [
      [['--url', url, '--token', firstToken], {}],
      [['--url', `${url}/`], { POSTHOUSE_API_KEY: firstToken }],
    ] as const) {
      const { code, answers } = await mcp([initialize, listTools], words, { environment });
      expect(code).toBe(0);
      expect(answers.map(({ id }) => id)).toEqual([0, 1]);
      expect(answers[1]?.result.tools).not.toEqual([]);
    }
    const outsider = await mcp([listTools], ['--url', url, '--token', 'posthouse_unknown']);
    expect(outsider.answers[0]).toMatchObject({ id: 1, error: { message: expect.stringContaining('401') } });
    const unreachable = await mcp([listTools], ['--url', 'http://127.0.0.1:1', '--token', 'x']);
    expect(unreachable.answers[0]).toMatchObject({
      id: 1,
      error: { message: expect.stringContaining('cannot be reached') },
    });
    await simulated.platform.http.drain(0);
    await simulated.close();
  });

  it.each([
    [['--token', 'x'], '--token needs --url'],
    [['--url', 'nonsense', '--token', 'x'], '--url must be a URL'],
    [['--url', 'http://127.0.0.1:1'], '--url needs --token'],
    [['--verbose'], 'there is no option --verbose'],
    [['now'], 'mcp takes no argument now'],
    [['--toolsets', 'cor'], '--toolsets names "cor", which is no toolset. Did you mean core?'],
    [['--tools', 'send_emial'], '--tools names "send_emial", which is no tool. Did you mean send_email?'],
    [['--exclude-tools', 'x'], '--exclude-tools names "x"'],
    [['--toolsets'], '--toolsets needs a value'],
    [['--tools', ','], '--tools names no tool'],
    [['--read-only=perhaps'], '--read-only must be true or false'],
    [['--read-only', '--tools', 'send_email'], 'leave no tool'],
    [
      ['--url', 'http://127.0.0.1:1', '--token', 'x', '--toolsets', 'core', '--tools', 'get_tag'],
      'leave no tool',
    ],
  ])('exits with 2 for the arguments %j', async (words, message) => {
    const { code, err, answers } = await mcp([initialize], words);
    expect({ code, answers }).toEqual({ code: 2, answers: [] });
    expect(err).toContain(message);
  });

  verifies(
    'mcp.stdio.protocol-only',
    'writes only protocol messages to stdout from the first start, at every log level',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'posthouse-mcp-'));
      onTestFinished(() => rm(folder, { recursive: true }));
      const child = spawn(process.execPath, [main, 'mcp'], {
        cwd: folder,
        env: { PATH: process.env.PATH, LOG_LEVEL: 'trace' },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      const [out] = [text(child.stdout), text(child.stderr)];
      child.stdin.end(`${JSON.stringify(initialize)}\n${JSON.stringify(call(1, 'list_emails', {}))}\n`);
      const code = await new Promise((resolve) => child.once('close', resolve));
      expect(code).toBe(0);
      const answers = (await out)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(answers.map(({ id }) => id)).toEqual([0, 1]);
      expect(answers[1].result.structuredContent).toEqual({
        object: 'list',
        data: [],
        has_more: false,
        total: 0,
      });
    },
  );
});
