import { describe, expect, test } from 'vitest';
import { runModel } from '../../evals/model/agent-loop.ts';
import { chooseModel } from '../../evals/model/choose.ts';
import { type Model, ProviderFault, type Said } from '../../evals/model/provider.ts';
import { tasks } from '../../evals/tasks/index.ts';
import { sender } from '../../evals/world.ts';

type Request = {
  url: string;
  headers: Headers;
  body: { messages: { role: string; content: unknown }[]; tools: object[] };
};
type Words = { text?: string; call?: { name: string; given: object } };

/** Provider API with scripted responses, in order; records its requests. */
function api(form: 'anthropic' | 'openai', ...script: (Words | Response)[]) {
  const requests: Request[] = [];
  const waits: number[] = [];
  const ask = async (url: string | URL | globalThis.Request, init?: RequestInit): Promise<Response> => {
    requests.push({
      url: String(url),
      headers: new Headers(init?.headers),
      body: JSON.parse(String(init?.body)),
    });
    const next = script.shift() ?? { text: 'Done.' };
    return next instanceof Response
      ? next
      : Response.json(form === 'anthropic' ? anthropic(next) : openai(next));
  };
  const wait = async (ms: number): Promise<void> => void waits.push(ms);
  const model = (name: string, environment: Record<string, string> = {}): Model =>
    chooseModel(name, { EVALS_API_KEY: 'a key', ...environment }, { fetch: ask, wait });
  return { requests, waits, model };
}

function anthropic({ text, call }: Words): object {
  return {
    content: [
      ...(text ? [{ type: 'text', text }] : []),
      ...(call ? [{ type: 'tool_use', id: 'call_1', name: call.name, input: call.given }] : []),
    ],
    usage: { input_tokens: 100, output_tokens: 10, cache_read_input_tokens: 50 },
  };
}

function openai({ text, call }: Words): object {
  const made = call && { id: 'call_1', function: { name: call.name, arguments: JSON.stringify(call.given) } };
  return {
    choices: [{ message: { role: 'assistant', content: text ?? null, ...(made && { tool_calls: [made] }) } }],
    usage: { prompt_tokens: 100, completion_tokens: 10 },
  };
}

const byId = (id: string) => tasks.find((task) => task.id === id)!;
const withoutForms = { era: 'modern', elicits: false } as const;
const mail = {
  from: sender,
  to: 'lena@mailbox.dev',
  subject: 'Order 1042',
  markdown: 'It comes on Thursday.',
};

describe('an evaluated model', () => {
  test.each([
    ['anthropic', 'claude-of-a-test', 'https://api.anthropic.com/v1/messages', 150],
    ['openai', 'gpt-of-a-test', 'https://api.openai.com/v1/chat/completions', 100],
  ] as const)(
    'from %s completes a task and receives the result of each call',
    async (form, name, url, tokensIn) => {
      const { model, requests } = api(
        form,
        { call: { name: 'send_email', given: mail } },
        { text: 'She got it.' },
      );
      const run = await runModel(byId('send-one'), model(name), withoutForms);
      expect(run).toMatchObject({ fault: null, tokensIn: 2 * tokensIn, tokensOut: 20 });
      expect(run.transcript).toMatchObject({
        answer: 'She got it.',
        calls: [{ tool: 'send_email', refused: null }],
      });
      expect(requests.map((request) => request.url)).toEqual([url, url]);
      expect(requests[0]!.body.tools.length).toBeGreaterThan(60);
      expect(JSON.stringify(requests[0]!.body)).toContain('Posthouse is this organization');
      expect(JSON.stringify(requests[1]!.body.messages.at(-1))).toMatch(/eml_[0-9a-z]{26}/);
    },
  );

  test('asks its person before a batch and sends it after they agree', async () => {
    const emails = [1, 2, 3, 4, 5].map((n) => ({
      ...mail,
      to: `a${n}@mailbox.dev`,
      markdown: 'Now at 11:30.',
    }));
    const given = { emails };
    const heard: string[] = [];
    const model: Model = modelThat(
      () => ({ call: { name: 'send_email_batch', given } }),
      () => ({ text: 'Shall I send this to five people?' }),
      (last) => {
        heard.push(JSON.stringify(last.at(-1)));
        const token = /confirmation_token\W+([\w.-]+)/.exec(JSON.stringify(last))![1];
        return { call: { name: 'send_email_batch', given: { ...given, confirmation_token: token } } };
      },
      () => ({ text: 'Sent.' }),
    );
    const run = await runModel(byId('batch-of-five'), model, withoutForms);
    expect(run.fault).toBeNull();
    expect(run.transcript.confirmations).toBe(1);
    expect(heard[0]).toContain('Yes, I agree');
  });

  const look: Words = { call: { name: 'list_domains', given: {} } };
  test.each<[string, Words[], string]>([
    ['once', [{ text: 'It goes to 5 people. Shall I?' }], 'Then I leave it.'],
    [
      'after another tool call and does not answer a quoted question',
      [look, { text: 'It goes to 5 people. It waits for your word.' }],
      'Then I leave "Are you there?".',
    ],
  ])('accepts that its person declines %s', async (_, said, lastWords) => {
    const heard: unknown[] = [];
    const model = modelThat(
      () => ({ call: { name: 'list_campaigns', given: {} } }),
      (turns) => {
        const [campaignId] = /cmp_\w+/.exec(JSON.stringify(turns))!;
        return { call: { name: 'send_campaign', given: { campaignId } } };
      },
      ...said.map((words) => () => words),
      (turns) => {
        heard.push(turns.at(-1));
        return { text: lastWords };
      },
    );
    const run = await runModel(byId('person-says-no'), model, withoutForms);
    expect(run.fault).toBeNull();
    expect(heard).toEqual([{ from: 'person', text: expect.stringMatching(/^No/) }]);
  });

  test('can read the documentation and recover from a failed call', async () => {
    const model = modelThat(
      () => ({ call: { name: 'no_such_tool', given: {} } }),
      () => ({ call: { name: 'send_email', given: { ...mail, cc: 'x@mailbox.dev' } } }),
      () => ({ call: { name: 'read_mcp_resource', given: { uri: 'posthouse://docs/move-from-v1' } } }),
      () => ({ text: 'content is markdown now, replyTo is reply_to, and tracking was dropped.' }),
    );
    const { fault, transcript } = await runModel(byId('move-a-send-from-v1'), model, withoutForms);
    expect(fault).toBeNull();
    expect(transcript.calls).toMatchObject([
      { tool: 'no_such_tool', refused: 'unknown_tool' },
      { tool: 'send_email', refused: 'validation_error', unknownArguments: ['cc'] },
    ]);
  });

  test('can search for, load and call a tool if its host loads tools on request', async () => {
    const seen: string[][] = [];
    const call = (name: string, given: object) => () => ({ call: { name, given } });
    const model = modelThat(
      call('send_email', mail),
      call('search_tools', { query: 'send one mail to one person' }),
      call('load_tool', { name: 'send_emails' }),
      call('load_tool', { name: 'send_email' }),
      call('send_email', mail),
      () => ({ text: 'She got it.' }),
    );
    const heard: string[] = [];
    const watched: Model = {
      ...model,
      async next(system, tools, turns) {
        seen.push(tools.map(({ name }) => name));
        const last = turns.at(-1)!;
        if (last.from === 'tools') heard.push(last.results[0]!.text);
        return await model.next(system, tools, turns);
      },
    };
    const { fault, transcript } = await runModel(byId('send-one'), watched, withoutForms, 'asked');
    expect(fault).toBeNull();
    expect(transcript.calls).toMatchObject([{ tool: 'send_email', refused: null }]);
    expect(heard.slice(0, 4)).toEqual([
      'send_email is not loaded: call load_tool with its name first.',
      expect.stringMatching(/^send_email: .+\.\n/),
      'There is no tool send_emails. Find it with search_tools.',
      'Loaded send_email: it can be called now.',
    ]);
    expect(heard[1]!.split('\n')).toHaveLength(5);
    const without = ['search_tools', 'load_tool', 'list_mcp_resources', 'read_mcp_resource'];
    expect(seen[0]).toEqual(without);
    expect(seen[4]).toEqual([...without, 'send_email']);
  });

  test('that never stops calling tools is stopped', async () => {
    const again = () => ({ call: { name: 'list_emails', given: {} } });
    const { fault, transcript } = await runModel(
      byId('why-typo'),
      modelThat(...Array(40).fill(again)),
      withoutForms,
    );
    expect(fault).toBe('it was stopped: too many calls');
    expect(transcript.calls).toHaveLength(2 * byId('why-typo').callsMax);
  });
});

describe('if the API of a model misbehaves,', () => {
  const faultOf = async (...script: (Words | Response)[]): Promise<ProviderFault> => {
    const { model } = api('openai', ...script);
    return await runModel(byId('send-one'), model('gpt-of-a-test'), withoutForms).then(
      () => expect.fail('there was no fault'),
      (error: ProviderFault) => error,
    );
  };

  test('the request is retried after the time that the API names', async () => {
    const busy = new Response('slow down', { status: 429, headers: { 'retry-after': '7' } });
    const { model, waits } = api('openai', busy, { call: { name: 'send_email', given: mail } });
    expect((await runModel(byId('send-one'), model('gpt-of-a-test'), withoutForms)).fault).toBeNull();
    expect(waits).toContain(7_000);
  });

  test('a wrong key, an unknown model and an unexpected response each produce their own message', async () => {
    const wrongKey = await faultOf(new Response('no', { status: 401 }));
    expect(wrongKey).toBeInstanceOf(ProviderFault);
    expect(wrongKey.message).toMatch(/refuses the key in EVALS_API_KEY \(401\)/);
    expect((await faultOf(new Response('', { status: 404 }))).message).toMatch(/does not know this model/);
    expect((await faultOf(Response.json({ hello: 1 }))).message).toMatch(/unknown form/);
    expect((await faultOf(new Response('<html>'))).message).toMatch(/no JSON/);
    const always = Array.from({ length: 5 }, () => new Response('', { status: 503 }));
    expect((await faultOf(...always)).message).toMatch(/answered 503/);
  });

  test('the API is not called without a key or with an unknown provider name', () => {
    expect(() => chooseModel('claude-x', {})).toThrow('EVALS_API_KEY is not set');
    const odd = { EVALS_API_KEY: 'k', EVALS_PROVIDER: 'constructor' };
    expect(() => chooseModel('claude-x', odd)).toThrow('it may be anthropic or openai');
    expect(() => chooseModel('x', { EVALS_API_KEY: 'k', EVALS_BASE_URL: 'here' })).toThrow('EVALS_BASE_URL');
  });

  test('the run stops when it has reached its cost limit', async () => {
    const { model } = api('openai');
    const spend = () => {
      throw new ProviderFault('enough');
    };
    await expect(runModel(byId('send-one'), model('gpt-x'), withoutForms, 'all', spend)).rejects.toThrow(
      'enough',
    );
  });
});

type Turns = Parameters<Model['next']>[2];

/** Scripted model: each turn calls the next function. */
function modelThat(...thoughts: ((turns: Turns) => Words)[]): Model {
  return {
    name: 'a model of a test',
    async next(_system, _tools, turns): Promise<Said> {
      const { text = '', call } = thoughts.shift()!(turns);
      const calls = call ? [{ id: 'call_1', name: call.name, given: { ...call.given } }] : [];
      return { from: 'model', text, calls, raw: null, tokensIn: 1, tokensOut: 1 };
    },
  };
}
