import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { secondMs } from '../../../src/model/instant.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import { runApprovals } from '../../../src/surfaces/cli/approvals/approvals.ts';
import { type Assistant, assistantOf, type Json } from '../../spec/assistants/assistant.ts';
import { open } from '../../spec/scene.ts';
import type { OpenOptions, SimulatedPlatform } from '../../world/platform.ts';
import { keptStreams, type ToolResult } from './runner.ts';

const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello **there**.' };
const two = {
  emails: ['ada@mailbox.dev', 'bob@mailbox.dev'].map((to, index) => ({
    ...mail,
    to,
    subject: `Hello ${index + 1}`,
  })),
};

type Run = ToolResult & { asked: string };
type Typing = { typed?: string; isTTY?: boolean; columns?: number };

/** Runs `approvals …` next to a running server, with the text a person types. */
async function run(
  simulated: SimulatedPlatform,
  words: string[],
  { typed = '', isTTY = true, columns }: Typing = {},
): Promise<Run> {
  const streams = keptStreams(columns);
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = Object.assign(new PassThrough(), { isTTY });
  const asked = text(output);
  input.end(typed);
  const environment = {
    readConfig: () => readConfig({ LOG_LEVEL: 'silent' }),
    // Keeps the running server open when the command ends.
    openConfigured: async () => ({
      ...simulated.platform,
      http: simulated.platform.http,
      close: async () => {},
    }),
  };
  const code = await runApprovals(words, environment, streams, { input, output });
  output.end();
  return { ...streams.result(code), asked: await asked };
}

type Scene = {
  platform: SimulatedPlatform;
  assistant: Assistant;
  /** Makes a call that needs approval; returns the approval's id. */
  ask(given?: object): Promise<string>;
  status(id: string): Promise<Json>;
  sent(): Promise<number>;
};

async function scene(options: OpenOptions = {}): Promise<Scene> {
  const platform = await open({ mcp: { confirmBy: 'client' }, ...options });
  const assistant = assistantOf(platform);
  return {
    platform,
    assistant,
    async ask(given = two) {
      const { result } = await assistant.call('send_email_batch', { ...given });
      expect(result.name).toBe('confirmation_required');
      return result.details.approval.id;
    },
    status: async (id) => (await assistant.call('get_approval', { id })).result,
    async sent() {
      await platform.deliver();
      return platform.mailbox.messages.length;
    },
  };
}

describe('posthouse approvals', () => {
  test('lists pending approvals, or says that there are none', async () => {
    const here = await scene();
    expect(await run(here.platform, [])).toMatchObject({
      code: 0,
      out: '',
      err: 'No call waits for approval.\n',
    });
    const id = await here.ask();
    const { code, out } = await run(here.platform, []);
    expect(code).toBe(0);
    expect(out).toContain(`${id}  Send a batch of emails\n`);
    expect(out).toContain('program “a test of the specification');
    await run(here.platform, ['decline', id]);
    expect((await run(here.platform, [])).out).toBe('');
  });

  test('lists pending calls as a table at a terminal, and as JSON for programs', async () => {
    const here = await scene();
    const id = await here.ask();
    const { out } = await run(here.platform, [], { columns: 120 });
    expect(out).toMatch(/^ID +CALL +OPEN_UNTIL/);
    expect(out).toMatch(new RegExp(`^${id} +Send a batch of emails +\\d+ \\w+ \\d{4}, `, 'm'));
    const list = JSON.parse((await run(here.platform, ['--json'], { columns: 80 })).out);
    expect(list).toMatchObject({ object: 'list', data: [{ id, status: 'pending' }], has_more: false });
    const shown = JSON.parse((await run(here.platform, ['show', id, '--json'])).out);
    expect(shown).toMatchObject({ id, status: 'pending' });
    expect((await run(here.platform, ['approve', id, '--json'])).code).toBe(2);
  });

  test('shows a workflow with its mails, and after the decision the approved details and the result', async () => {
    const here = await scene();
    const { platform, assistant } = here;
    const step = {
      key: 'first',
      type: 'send_email',
      from: mail.from,
      subject: 'Hi {{firstName|you}}',
      markdown: 'Hello. [Leave]({{unsubscribeUrl}})',
    };
    const trigger = { type: 'EVENT', name: 'user.signed_up' };
    await platform.call('create_subscriber', { email: 'bob@mailbox.dev', firstName: 'Bob' });
    await platform.call('track_event', { name: 'user.signed_up', email: 'bob@mailbox.dev' });
    const { output } = await platform.call('save_workflow', { name: 'Welcome', trigger, steps: [step] });
    const workflowId = (output as Json).id as string;
    const { result } = await assistant.call('activate_workflow', { workflowId });
    const { id } = result.details.approval;
    const { out } = await run(platform, ['show', id]);
    expect(out).toContain(
      'Activate workflow: to everyone who triggers it from now on; 0 people immediately.',
    );
    expect(out).toContain('  1. Step first, to “bob@mailbox.dev”: “Hi Bob”');
    expect(out).toContain('In it now: 0 people');
    await run(platform, ['approve', id], { typed: 'yes\n' });
    const later = (await run(platform, ['show', id])).out;
    expect(later).toContain('Approved at the terminal');
    expect(later).toContain('  1. Step first, to “bob@mailbox.dev”: “Hi Bob”');
    expect(later).toContain(`  ${workflowId} (ACTIVE): GET `);
    expect((await run(platform, ['show', id, '--mail', '1'])).out).toContain('  | Hello.');
  });

  test('decides all calls of the same tool by the same assistant together', async () => {
    const { platform, assistant } = await scene();
    const ask = async (n: number): Promise<string> => {
      await platform.call('create_subscriber', { email: `p${n}@mailbox.dev` });
      const { result } = await assistant.call('delete_subscriber', { subscriber: `p${n}@mailbox.dev` });
      return result.details.approval.id;
    };
    const ids = [await ask(1), await ask(2), await ask(3)];
    const other = await assistant.call('create_token', { name: 'one more', scopes: ['emails.read'] });
    const { out } = await run(platform, ['show', ids[1]!, '--alike']);
    for (let n = 1; n <= 3; n += 1) expect(out).toContain(`Permanently erases p${n}@mailbox.dev`);
    const no = await run(platform, ['approve', ids[0]!, '--alike'], { typed: 'no\n' });
    expect([no.code, no.asked]).toEqual([1, '\nType yes to approve exactly these 3: ']);
    const { code, out: said } = await run(platform, ['approve', ids[0]!, '--alike'], { typed: 'yes\n' });
    expect(code).toBe(0);
    for (const id of ids) expect(said).toContain(`${id}: Approved. The call succeeded.`);
    const { output } = await platform.call('list_subscribers', {});
    expect(output).toMatchObject({ data: [] });
    const { result } = await assistant.call('get_approval', { id: other.result.details.approval.id });
    expect(result.status).toBe('pending');
    expect((await run(platform, ['approve', ids[0]!, '--alike'], { isTTY: false })).code).toBe(1);
  });

  test('decides calls with new addresses together, even beyond the allowance', async () => {
    const { platform, assistant } = await scene();
    const settings = { double_opt_in: true, default_from: 'Acme <hello@acme.dev>' };
    await platform.call('update_organization_settings', settings);
    const ids: string[] = [];
    for (let n = 0; n < 13; n += 1) {
      const email = `p${n}@mailbox.dev`;
      await platform.call('create_subscriber', { email, doubleOptIn: false });
      const change = { subscriber: email, email: `new${n}@mailbox.dev` };
      const { result } = await assistant.call('update_subscriber', change);
      if (result.name === 'confirmation_required') ids.push(result.details.approval.id);
    }
    expect(ids).toHaveLength(3);
    // The command reads the organization when it opens the database; here it shares the server's organization.
    const { id: org } = platform.platform.start.organization;
    const words = ['approve', ids[0]!, '--alike', '--org', org];
    const { code, out } = await run(platform, words, { typed: 'yes\n' });
    expect(code).toBe(0);
    for (const id of ids) expect(out).toContain(`${id}: Approved. The call succeeded.`);
    for (let n = 10; n < 13; n += 1) expect(out).toContain(`new${n}@mailbox.dev`);
  });

  test('shows the values for a manually started workflow in full', async () => {
    const { platform, assistant } = await scene();
    const { output } = await platform.call('save_workflow', {
      name: 'Welcome',
      trigger: { type: 'EVENT', name: 'user.signed_up' },
      steps: [
        {
          key: 'first',
          type: 'send_email',
          from: mail.from,
          subject: 'Hi',
          markdown: 'On {{trigger.plan|no}} plan. [Leave]({{unsubscribeUrl}})',
        },
      ],
    });
    const workflowId = (output as Json).id as string;
    await platform.call('activate_workflow', { workflowId });
    const properties = { plan: 'gold', why: `${'long '.repeat(2_500)}end.` };
    for (let n = 0; ; n += 1) {
      await platform.call('create_subscriber', { email: `p${n}@mailbox.dev` });
      const given = { workflowId, email: `p${n}@mailbox.dev`, properties };
      const { result } = await assistant.call('trigger_workflow', given);
      if (result.name !== 'confirmation_required') continue;
      const { id } = result.details.approval;
      const { out } = await run(platform, ['show', id]);
      expect(out).toContain(`With the values ${JSON.stringify(properties)}`);
      expect((await run(platform, ['show', id, '--mail', '1'])).out).toContain('On gold plan.');
      return;
    }
  });

  test('shows the number of mails, each subject, and the text of a single mail', async () => {
    const here = await scene();
    await here.platform.call('create_subscriber', { email: 'bob@mailbox.dev', firstName: 'Bob' });
    const id = await here.ask({
      emails: two.emails.map((one) => ({
        ...one,
        markdown: `Hello {{firstName|you}}.\n\n# Approved\n\n${'long '.repeat(40)}`,
      })),
    });
    const { code, out } = await run(here.platform, ['show', id]);
    expect(code).toBe(0);
    for (const shown of [
      `${id}: Open until `,
      'Send a batch of emails: to 2 people, immediately.',
      'From: “hello@acme.dev”',
      '  1. to “ada@mailbox.dev”: “Hello 1”',
      '  2. to “bob@mailbox.dev”: “Hello 2”',
    ]) {
      expect(out).toContain(shown);
    }
    const second = await run(here.platform, ['show', id, '--mail', '2']);
    expect(second.out).toMatch(
      /^To “bob@mailbox\.dev”\nFrom: “hello@acme\.dev”, named “Acme”\nSubject: “Hello 2”\n\n {2}\| Hello Bob\./,
    );
    expect(second.out.split('\n').every((line) => line.length < 80)).toBe(true);
    // Mail content cannot pass for a line of Posthouse.
    expect(
      second.out
        .split('\n')
        .slice(4, -1)
        .every((line) => line.startsWith('  |')),
    ).toBe(true);
    const third = await run(here.platform, ['show', id, '--mail', '3']);
    expect(third).toMatchObject({ code: 1, out: '', err: expect.stringContaining('it has 2') });
  });

  test('strips terminal control sequences from its output', async () => {
    const here = await scene();
    const id = await here.ask({
      emails: two.emails.map(({ markdown: _, ...one }) => ({
        ...one,
        html: '<pre>Hello\u001b[2J&#27;[2J&#13;Over\u009b1A written</pre>',
      })),
    });
    const runs = [await run(here.platform, ['show', id]), await run(here.platform, ['show', id, '--mail=1'])];
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    for (const { out } of runs) expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(runs[1]!.out).toContain('Hello');
  });

  test('executes the call once when the person types yes, and notifies the assistant', async () => {
    const here = await scene();
    const id = await here.ask();
    const waiting = here.assistant.call('wait_for_approval', { id });
    const yes = await run(here.platform, ['approve', id, '--word', 'Go on'], { typed: 'yes\n' });
    expect(yes).toMatchObject({ code: 0, asked: '\nType yes to approve exactly this: ' });
    expect(yes.out).toContain('  2. to “bob@mailbox.dev”');
    expect(yes.out).toMatch(/Approved\. The call succeeded\.\n$/);
    expect((await waiting).result).toMatchObject({ status: 'used', outcome: 'done', word: '⟦Go on⟧' });
    // Delivers by itself, because no server may be running.
    expect(here.platform.mailbox.messages).toHaveLength(2);
    expect((await here.assistant.call('send_email_batch', two)).result.data).toHaveLength(2);
    expect(await here.sent()).toBe(2);
    const log = await here.platform.call('list_audit_log', { tool: 'decide_approval' });
    expect(log.output).toMatchObject({
      data: [{ door: 'console', person: null, token: null, outcome: 'done' }],
    });
    const again = await run(here.platform, ['approve', id], { typed: 'yes\n' });
    expect(again).toMatchObject({ code: 1, asked: '', err: expect.stringContaining('it is used') });
    expect((await run(here.platform, ['show', id])).out).toContain('Approved at the terminal');
  });

  test.each([
    ['another word', 'y\n'],
    ['empty', ''],
    ['a word that contains yes', 'yes please\n'],
  ])('approves nothing when the input is %s', async (_, typed) => {
    const here = await scene();
    const id = await here.ask();
    const refused = await run(here.platform, ['approve', id], { typed });
    expect(refused).toMatchObject({ code: 1, err: 'posthouse: nothing was approved\n' });
    expect(await here.status(id)).toMatchObject({ status: 'pending' });
    expect(await here.sent()).toBe(0);
  });

  test('does not accept yes from a pipe', async () => {
    const here = await scene();
    const id = await here.ask();
    const refused = await run(here.platform, ['approve', id], { typed: 'yes\n', isTTY: false });
    expect(refused).toMatchObject({ code: 1, out: '', asked: '' });
    expect(refused.err).toContain('only a person at a terminal can approve');
    expect(await here.status(id)).toMatchObject({ status: 'pending' });
    expect(await here.sent()).toBe(0);
  });

  test('declines with a note for the assistant', async () => {
    const here = await scene();
    const id = await here.ask();
    const no = await run(here.platform, ['decline', id, '--word', 'Not before Monday']);
    expect(no).toMatchObject({ code: 0, out: 'Declined. Nothing was done.\n' });
    const { result } = await here.assistant.call('send_email_batch', two);
    expect(result.details).toMatchObject({ reason: 'declined', word: 'Not before Monday' });
    expect((await run(here.platform, ['decline', id])).err).toContain('it is declined');
    expect(await here.sent()).toBe(0);
  });

  test('does not execute a call whose effect changed after it was shown', async () => {
    const here = await scene();
    const { platform } = here;
    await platform.call('create_subscriber', { email: 'a@mailbox.dev' });
    const { output } = await platform.call('create_campaign', {
      name: 'May',
      subject: 'News',
      fromEmail: 'news@acme.dev',
      markdown: 'News. [Leave]({{unsubscribeUrl}})',
    });
    const { id: campaignId } = output as { id: string };
    const { result } = await here.assistant.call('send_campaign', { campaignId });
    const { id } = result.details.approval;
    expect((await run(platform, ['show', id])).out).toContain('to 1 person, immediately');
    await platform.call('create_subscriber', { email: 'b@mailbox.dev' });
    const seen = await run(platform, ['show', id]);
    expect(seen.out).toContain('The call has changed since the assistant asked');
    expect(seen.out).toContain('to 2 people');
    const yes = await run(platform, ['approve', id], { typed: 'yes\n' });
    expect(yes).toMatchObject({ code: 0, out: expect.stringContaining('Approved. The call succeeded.') });
    expect(await here.sent()).toBe(2);
  });

  test('notifies an assistant that waits in another process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'posthouse-approvals-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'posthouse.db');
    const here = await scene({ database: openSqlite(file) });
    const terminal = await open({ database: openSqlite(file), seed: 2, mcp: { confirmBy: 'client' } });
    const id = await here.ask();
    const waiting = here.assistant.call('wait_for_approval', { id });
    expect((await run(terminal, ['approve', id], { typed: 'yes\n' })).code).toBe(0);
    let isOver = false;
    const result = waiting.finally(() => {
      isOver = true;
    });
    while (!isOver) await here.platform.clock.advance(secondMs);
    expect((await result).result).toMatchObject({ status: 'used', outcome: 'done' });
    expect(terminal.mailbox.messages).toHaveLength(2);
    expect(await here.sent()).toBe(0);
  });

  test('reports a call that was refused after the approval, and a call that would be refused', async () => {
    const here = await scene();
    const id = await here.ask();
    const { output } = await here.platform.call('list_tokens', {});
    const [token] = (output as { data: [{ id: string }] }).data;
    await here.platform.call('revoke_token', { id: token.id });
    const refused = await run(here.platform, ['approve', id], { typed: 'yes\n' });
    expect(refused).toMatchObject({ code: 1, asked: '' });
    expect(refused.out).toContain('The call would be refused now');
    expect(await here.sent()).toBe(0);
  });

  test('rejects wrong arguments, unknown ids and approvals of another organization', async () => {
    const here = await scene();
    const id = await here.ask();
    const { organization } = await here.platform.addOrganization('Other');
    for (const words of [
      ['show', 'apr_1'],
      ['approve', id, '--org', organization.id],
    ]) {
      const refused = await run(here.platform, words, { typed: 'yes\n' });
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('there is no approval') });
    }
    for (const words of [
      ['show'],
      ['show', id, id],
      ['accept', id],
      ['show', id, '--mail', '0'],
      ['show', id, '--word', 'x'],
      ['approve', id, '--mail', '1'],
      ['--org', 'org_1'],
      ['--yes'],
    ]) {
      expect((await run(here.platform, words)).code, words.join(' ')).toBe(2);
    }
    const help = await run(here.platform, ['--help'], { isTTY: false });
    expect(help).toMatchObject({ code: 0, out: expect.stringContaining('--word') });
    expect(await here.sent()).toBe(0);
  });
});
