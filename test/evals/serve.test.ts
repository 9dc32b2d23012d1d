import { PassThrough } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { lineOf } from '../../evals/result.ts';
import { serveTask } from '../../evals/serve.ts';
import { tasks } from '../../evals/tasks/index.ts';

const task = tasks.find(({ id }) => id === 'why-typo')!;

/** Serves the task and returns the terminal output once it is open. */
async function served(stopped: Promise<void> = new Promise(() => {})) {
  const input = new PassThrough();
  const lines: string[] = [];
  const opened = Promise.withResolvers<void>();
  const say = (line: string) => {
    lines.push(line);
    if (line.startsWith('In this world')) opened.resolve();
  };
  const result = serveTask(task, 0, { input, say, stopped });
  await opened.promise;
  return { input, lines, result };
}

test('any client can try a task and is judged by the final state', async () => {
  const { input, lines, result } = await served();
  const shown = lines.join('\n');
  expect(shown).toContain('is sofia@gmial.com a good address?');
  expect(shown).toContain('In this world it is Thu, 01 Jan 2026');
  const [url] = shown.match(/http:\/\/127\.0\.0\.1:\d+\/mcp/)!;
  const [, token] = shown.match(/Authorization: (Bearer \w+)/)!;
  const client = new Client({ name: 'a test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization: token! } } }),
  );
  await client.callTool({ name: 'verify_email_address', arguments: { email: 'sofia@gmial.com' } });
  await client.callTool({ name: 'verify_email_address', arguments: { address: 'sofia@gmial.com' } });
  await client.close();
  input.write('No, she means\nsofia@gmail.com.\ndone\n');
  const verdict = await result;
  expect(verdict).toMatchObject({ passed: true, calls: 2, errors: 1, unknownArguments: ['address'] });
  expect(lineOf(verdict)).toMatch(/^passed {2}why-typo +2 calls, 1 error, unknown arguments: address$/);
});

test('a run that the caller stops without an answer still gets a verdict', async () => {
  const stop = Promise.withResolvers<void>();
  const { result } = await served(stop.promise);
  stop.resolve();
  expect(await result).toMatchObject({
    passed: false,
    fault: expect.stringContaining('does not say'),
    calls: 0,
  });
});
