import { describe, expect, it } from 'vitest';
import { offeredAt } from '../../../src/contract/tool.ts';
import { idAliases } from '../../../src/surfaces/cli/tools/tool-flags.ts';
import { catalogue } from '../../../tools/index.ts';
import { firstToken, openPlatform } from '../../world/platform.ts';
import { paint, runTools, type ToolResult } from './runner.ts';

const offered = [paint, ...catalogue].filter((tool) => offeredAt(tool, 'cli'));
const needed = ['--id', 'north'];

async function painted(...words: string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await runTools(['run', 'paint_wall', ...needed, ...words]);
  expect(err).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out).painted;
}

async function refused(...words: string[]): Promise<ToolResult> {
  const result = await runTools(['run', 'paint_wall', ...words]);
  expect(result.out).toBe('');
  return result;
}

describe('tools list', () => {
  it('prints every offered tool with its summary', async () => {
    const { code, out } = await runTools(['list']);
    expect(code).toBe(0);
    for (const { name, summary } of offered) {
      expect(out).toMatch(
        new RegExp(`^  ${name} +${summary.slice(0, 20).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'm'),
      );
    }
  });

  it('prints the same JSON as the API with --json, including schemas', async () => {
    const { code, out } = await runTools(['list', '--json']);
    expect(code).toBe(0);
    const list = JSON.parse(out);
    expect(list).toMatchObject({ object: 'list', has_more: false });
    expect(list.data[0]).toMatchObject({
      object: 'tool',
      name: 'paint_wall',
      input_schema: { type: 'object', additionalProperties: false },
      annotations: { readOnlyHint: false },
    });
    expect(list.data.map(({ name }: { name: string }) => name)).toEqual(offered.map(({ name }) => name));
  });
});

describe('tools show', () => {
  it('shows one tool as JSON', async () => {
    const { code, out } = await runTools(['show', 'paint_wall']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ name: 'paint_wall', title: 'Paint a wall', scopes: ['admin'] });
  });

  it.each([[[]], [['paint_wall', 'send_email']]])('requires exactly one name: %j', async (names) => {
    const { code, err } = await runTools(['show', ...names]);
    expect(code).toBe(2);
    expect(err).toContain('the name of one tool');
  });
});

describe('tools run', () => {
  it('prints the result as JSON and acts as the operator of the first organization', async () => {
    const platform = await openPlatform();
    const { code, out, err } = await runTools(['run', 'paint_wall', ...needed], { platform });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({
      painted: { id: 'north', coats: 1 },
      organization: platform.organization.id,
    });
  });

  it.each([
    [['--coats', '3'], { coats: 3 }],
    [['--coats=3'], { coats: 3 }],
    [['--thickness', '-0.5'], { thickness: -0.5 }],
    [['--glossy'], { glossy: true }],
    [['--glossy', 'true'], { glossy: true }],
    [['--glossy', 'false'], { glossy: false }],
    [['--glossy=false'], { glossy: false }],
    [['--no-glossy'], { glossy: false }],
    [['--glossy', '--coats', '2'], { glossy: true, coats: 2 }],
    [['--colours', 'red'], { colours: ['red'] }],
    [['--colours', 'red', '--colours', 'a,b'], { colours: ['red', 'a,b'] }],
    [['--colours', '["red","blue"]'], { colours: ['red', 'blue'] }],
    [['--layers', '1', '--layers', '2'], { layers: [1, 2] }],
    [['--to', 'ann'], { to: 'ann' }],
    [['--to', '["ann"]'], { to: ['ann'] }],
    [['--to', 'ann', '--to', 'bob'], { to: ['ann', 'bob'] }],
    [['--note', 'null'], { note: null }],
    [['--note', ''], { note: '' }],
    [['--note=--loud'], { note: '--loud' }],
    [['--note', '42'], { note: '42' }],
    [['--note', 'true'], { note: 'true' }],
    [['--note', '{"not":"json"}'], { note: '{"not":"json"}' }],
    [['--fileAs', 'x'], { fileAs: 'x' }],
    [['--file-as', 'x'], { fileAs: 'x' }],
    [['--reply_to', 'x'], { reply_to: 'x' }],
    [['--reply-to', 'x'], { reply_to: 'x' }],
    [['--attributes', '{"plan":"pro","age":3}'], { attributes: { plan: 'pro', age: 3 } }],
    [['--anything', '[1]'], { anything: [1] }],
    [['--anything', 'word'], { anything: 'word' }],
    [['--url', 'https://hooks.example.com'], { url: 'https://hooks.example.com' }],
    [['--json', '{"coats":4,"note":"x"}', '--note', 'y'], { coats: 4, note: 'y' }],
  ])('parses %j by the types of the fields', async (words, fields) => {
    expect(await painted(...words)).toEqual({ id: 'north', coats: 1, ...fields });
  });

  it.each([
    [[], 'id is required', 'id'],
    [[...needed, '--coats', 'many'], 'coats must be a number', 'coats'],
    [[...needed, '--coats', '1.5'], 'coats must be a whole number', 'coats'],
    [[...needed, '--coats', '9'], 'coats must be at most 5', 'coats'],
    [[...needed, '--finish', 'wet'], 'finish must be one of matt, satin', 'finish'],
    [
      ['--json', '{"id":"north","sheen":1}'],
      expect.stringMatching(/^sheen is not a field of this request/),
      'sheen',
    ],
  ])('exits with 2 and names the invalid field for %j', async (words, message, path) => {
    const { code, err } = await refused(...words);
    expect(code).toBe(2);
    expect(JSON.parse(err)).toMatchObject({ name: 'validation_error', message, details: [{ path }] });
  });

  it.each([
    [['--colour', 'red'], 'there is no option --colour; did you mean --colours?'],
    [['--zzzzzzzz', '1'], 'there is no option --zzzzzzzz'],
    [['--id'], '--id needs a value'],
    [['--id', '--glossy'], '--id needs a value'],
    [['--id', 'a', '--id', 'b'], '--id is given more than once'],
    [['--glossy', '--glossy'], '--glossy is given more than once'],
    [['--glossy', '--no-glossy'], 'contradict'],
    [['--attributes', 'plan=pro'], '--attributes must be JSON'],
    [['--attributes', '{plan}'], '--attributes must be JSON'],
    [['--json', '{'], '--json is not valid JSON'],
    [['--json', ''], '--json needs a value'],
    [['--json', ' '], '--json is not valid JSON'],
    [['--json', '[1]'], '--json must be an object'],
    [['north', 'south'], 'unexpected argument south'],
    [['north', ...needed], '--id is given twice: also as north'],
    [['--token', 'x'], '--token needs --url'],
    [['--org', 'org_unknown', ...needed], 'org_unknown is no organization'],
  ])('exits with 2 and explains the wrong arguments %j', async (words, message) => {
    const { code, err } = await refused(...words);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).toContain('Usage: ');
  });

  it('exits with 2 for an unknown tool and suggests a similar one', async () => {
    const near = await runTools(['run', 'paint_wal', ...needed]);
    expect(near).toMatchObject({ code: 2, out: '' });
    expect(near.err).toContain('did you mean paint_wall?');
    const far = await runTools(['run', 'launch_rocket']);
    expect(far).toMatchObject({ code: 2, out: '' });
    expect(far.err).toContain('there is no tool launch_rocket');
    expect((await runTools(['run'])).code).toBe(2);
    expect((await runTools(['walk', 'paint_wall'])).code).toBe(2);
  });

  it('exits with 1 when the tool refuses, and prints the error as JSON on stderr', async () => {
    const { code, err } = await refused('--id', 'wet');
    expect(code).toBe(1);
    expect(JSON.parse(err)).toEqual({
      name: 'conflict',
      message: 'The wall is still wet',
      details: { hours: 2 },
    });
  });

  it('selects another organization with --org', async () => {
    const platform = await openPlatform();
    const { organization } = await platform.addOrganization('Second');
    const { out } = await runTools(['run', 'paint_wall', ...needed, '--org', organization.id], { platform });
    expect(JSON.parse(out).organization).toBe(organization.id);
  });

  it('prints the fields of a tool with --help without running it', async () => {
    const { code, out } = await runTools(['run', 'paint_wall', '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(/--id VALUE +Required\. Which wall\./);
    expect(out).toMatch(/--coats NUMBER/);
    expect(out).toMatch(/--glossy$/m);
    expect(out).toMatch(/--attributes JSON/);
  });

  it.each([[[]], [['--help']], [['-h']], [['list', '--help']], [['show', '--help']], [['run', '--help']]])(
    'prints its usage for: tools %j',
    async (words) => {
      const { code, out, err } = await runTools(words);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toContain('tools run NAME');
    },
  );
});

describe('the id argument of a tool for one object', () => {
  it.each([
    [['eml_1'], 'get_email'],
    [['--email', 'eml_1'], 'get_email'],
    [['--id', 'eml_1'], 'get_email'],
    [['cmp_1'], 'get_campaign'],
    [['--campaign', 'cmp_1'], 'get_campaign'],
    [['--campaignId', 'cmp_1'], 'get_campaign'],
    [['--webhook', 'wh_1'], 'get_webhook'],
    [['--webhook', 'wh_1'], 'list_webhook_deliveries'],
    [['wh_1'], 'list_webhook_deliveries'],
    [['wfl_1', 'run_1'], 'get_workflow_run'],
    [['--workflow', 'wfl_1', '--run', 'run_1'], 'get_workflow_run'],
    [['--person', 'per_1'], 'get_person'],
    [['ada@example.com'], 'get_subscriber'],
    [['--subscriber', 'ada@example.com'], 'get_subscriber'],
  ])('is accepted as %j by %s', async (words, tool) => {
    const { code, err } = await runTools(['run', tool, ...words]);
    expect({ code, name: JSON.parse(err).name }).toEqual({ code: 1, name: 'not_found' });
  });

  it('has options named only after objects', async () => {
    const { err } = await runTools(['run', 'create_subscriber', '--external', 'x']);
    expect(err).toContain('there is no option --external');
    const invented = catalogue.flatMap((tool) => [...idAliases(tool, []).values()]);
    expect(invented).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(by-link|in-browser|open|return|external)$/)]),
    );
  });

  it('is the only argument without a name', async () => {
    const { code, err } = await runTools(['run', 'get_email', 'eml_1', 'eml_2']);
    expect(code).toBe(2);
    expect(err).toContain('unexpected argument eml_2; a field is written --field value');
    expect((await runTools(['run', 'list_emails', 'eml_1'])).err).toContain('unexpected argument eml_1');
  });
});

describe('a send with tools run', () => {
  const mail = ['--from', 'Acme <hello@acme.test>', '--subject', 'Hello', '--markdown', 'Hello'];

  it('is delivered before the command ends', async () => {
    const platform = await openPlatform();
    const { code, out, err } = await runTools(
      ['run', 'send_email', '--to', 'grace@takes-mail.com', ...mail],
      {
        platform,
      },
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({ id: expect.stringMatching(/^eml_/) });
    expect(platform.mailbox.messages.map(({ to }) => to.address)).toEqual(['grace@takes-mail.com']);
  });

  it('ends after ten seconds when the delivery hangs', async () => {
    const platform = await openPlatform();
    const held = platform.mailbox.hang();
    const run = runTools(['run', 'send_email', '--to', 'grace@takes-mail.com', ...mail], { platform });
    while (platform.mailbox.inFlight() === 0) await new Promise((resolve) => setImmediate(resolve));
    await platform.clock.advance(10_000);
    await platform.clock.advance(10_000);
    const { code, out, err } = await run;
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ id: expect.stringMatching(/^eml_/) });
    expect(err).toContain('a running server or the next run goes on with it');
    held.release();
  });

  it('sends once, however often its idempotency key is repeated', async () => {
    const platform = await openPlatform();
    const { platform: rooms } = platform;
    platform.platform = { ...rooms, close: async () => {} };
    const first = await runTools(
      ['run', 'send_email', '--to', 'grace@takes-mail.com', ...mail, '--idempotency-key', 'k1'],
      { platform },
    );
    const again = await runTools(
      ['run', 'send_email', '--to', 'grace@takes-mail.com', ...mail, '--idempotency_key', 'k1'],
      { platform },
    );
    expect(again.out).toBe(first.out);
    expect(platform.mailbox.messages).toHaveLength(1);
    const other = await runTools(
      ['run', 'send_email', '--to', 'ada@takes-mail.com', ...mail, '--idempotency-key', 'k1'],
      { platform },
    );
    expect(other.code).toBe(1);
    expect(JSON.parse(other.err)).toMatchObject({ name: 'invalid_idempotent_request' });
    const bad = await runTools(
      ['run', 'send_email', '--to', 'ada@takes-mail.com', ...mail, '--idempotency-key', 'ü'],
      { platform },
    );
    expect(bad.code).toBe(2);
    await rooms.close();
  });
});

describe('tools run on a server', () => {
  it('returns the same result over REST as locally', async () => {
    const platform = await openPlatform();
    const { port } = await platform.platform.http.listen('127.0.0.1', 0);
    const remote = ['--url', `http://127.0.0.1:${port}`, '--token', firstToken];
    const done = await runTools(['run', 'list_emails', '--limit', '1', ...remote]);
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(done.out)).toEqual({ object: 'list', data: [], has_more: false });

    const refusal = await runTools(['run', 'get_email', '--id', 'eml_unknown', ...remote]);
    expect(refusal).toMatchObject({ code: 1, out: '' });
    expect(JSON.parse(refusal.err)).toMatchObject({ name: 'not_found' });

    const wrong = await runTools(['run', 'list_emails', '--limit', '1000', ...remote]);
    expect(wrong).toMatchObject({ code: 2, out: '' });
    expect(JSON.parse(wrong.err)).toMatchObject({ name: 'validation_error', details: [{ path: 'limit' }] });

    const outsider = await runTools([
      'run',
      'list_emails',
      '--url',
      remote[1]!,
      '--token',
      'posthouse_unknown',
    ]);
    expect(outsider).toMatchObject({ code: 1, out: '' });
    expect(JSON.parse(outsider.err)).toMatchObject({ name: 'invalid_api_key' });

    const byEnvironment = await runTools(['run', 'list_emails', '--url', remote[1]!], {
      config: { POSTHOUSE_API_KEY: firstToken },
    });
    expect(byEnvironment.code).toBe(0);
    await platform.platform.http.drain(0);
    await platform.close();
  });

  it('reports an unreachable server', async () => {
    const { code, err } = await runTools([
      'run',
      'list_emails',
      '--url',
      'http://127.0.0.1:1',
      '--token',
      'x',
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(err)).toMatchObject({ name: 'service_unavailable' });
    expect((await runTools(['run', 'list_emails', '--url', 'http://127.0.0.1:1'])).code).toBe(2);
    expect((await runTools(['run', 'list_emails', '--url', 'nonsense', '--token', 'x'])).code).toBe(2);
  });
});
