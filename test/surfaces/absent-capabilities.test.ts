import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { docTopics } from '../../src/surfaces/mcp/content/doc-topics.ts';
import { assistantOf } from '../spec/assistants/assistant.ts';
import { mail, open } from '../spec/scene.ts';
import { builtProgram } from '../world/programs/built-program.ts';

/** Texts that mention a missing capability send assistants and people looking for it. */

const main = await builtProgram();
const run = promisify(execFile);

/** Tools that would decide an approval. */
const absent = /approve_send|decline_send/i;

function sentencesWithAbsent(text: string): string[] {
  return text.split(/[\n.]|\\n|","/).filter((sentence) => absent.test(sentence));
}

test('no tool, prompt, resource or instruction mentions a tool that is not offered', async () => {
  const assistant = assistantOf(await open());
  const shown = await Promise.all(
    ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list', 'server/discover'].map(
      async (method) => JSON.stringify(await assistant.result(method)),
    ),
  );
  expect(shown.join('').length).toBeGreaterThan(20_000);
  expect(shown.flatMap(sentencesWithAbsent)).toEqual([]);
  expect(docTopics().flatMap(({ text }) => sentencesWithAbsent(text()))).toEqual([]);
});

test('no operation or example of the contract mentions a tool that does not exist', async () => {
  const platform = await open();
  const { text } = await platform.http('GET', '/openapi.json');
  expect(text.length).toBeGreaterThan(100_000);
  expect(sentencesWithAbsent(text)).toEqual([]);
});

test('no help text of the command line mentions a tool that does not exist', async () => {
  for (const words of [['--help'], ['tools', '--help'], ['tools', 'list'], ['mcp', '--help']]) {
    const { stdout } = await run(process.execPath, [main, ...words]);
    expect(stdout.length).toBeGreaterThan(100);
    expect([words, sentencesWithAbsent(stdout)]).toEqual([words, []]);
  }
});

test('the server rejects an unknown scope and lists the valid scopes', async () => {
  const platform = await open();
  const body = { name: 'x', scopes: ['emails.read', 'approvals.read'] };
  const refused = await platform.http('POST', '/api/v2/tokens', { body });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('scopes');
  expect(refused.text).toContain('emails.send');
  expect(sentencesWithAbsent(refused.text)).toEqual([]);
});

test('the error for an unknown tool suggests the nearest tool or lists the available tools', async () => {
  const platform = await open();
  const assistant = assistantOf(platform);
  const messageFor = async (name: string): Promise<string> => {
    const { json } = await assistant.ask('tools/call', { name, arguments: mail() });
    expect(json.error.code).toBe(-32_602);
    return json.error.message;
  };
  expect(await messageFor('sendEmail')).toBe('Unknown tool: sendEmail; did you mean send_email?');
  const names = (await assistant.tools()).map(({ name }) => name);
  expect(await messageFor('create_workflow')).toBe(
    'Unknown tool: create_workflow; did you mean save_workflow?',
  );
  expect(await messageFor('launch')).toContain(`The tools are: ${names.join(', ')}`);
  const long = await messageFor('x'.repeat(5_000));
  expect(long).toMatch(/^Unknown tool: x{64}…\. The tools are: /);

  expect(await messageFor('create_oauth_client')).toBe(
    'Unknown tool: create_oauth_client is not available to assistants; a person can run it: posthouse tools run create_oauth_client',
  );
  // A person has no use for commands that only links and other systems call.
  expect(await messageFor('read_csv_export')).not.toContain('posthouse tools run');

  const some = assistantOf(platform, { query: '?tools=get_tag' });
  const { json } = await some.ask('tools/call', { name: 'list_tags' });
  expect(json.error.message).toBe(
    'Unknown tool: list_tags exists, but this connection excludes it (toolsets, tools or read-only)',
  );
});
