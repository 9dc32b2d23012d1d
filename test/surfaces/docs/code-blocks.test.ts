import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createTransport } from 'nodemailer';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { documentedPages } from '../../../scripts/pins/documented-pages.ts';
import { configSchema, readConfig } from '../../../src/config.ts';
import { toolDescription } from '../../../src/contract/description/tool-description.ts';
import { type ClientOptions, Posthouse } from '../../../src/sdk/index.ts';
import { runConnect } from '../../../src/surfaces/cli/connect/connect.ts';
import { parseOptions } from '../../../src/surfaces/cli/parse-options.ts';
import {
  indexSpellings,
  inputOfFlags,
  joinSwitchValues,
  toolFlags,
} from '../../../src/surfaces/cli/tools/tool-flags.ts';
import { catalogue } from '../../../tools/index.ts';
import { textOf } from '../../pins/checkout/program.ts';
import { firstToken, type HttpReply, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { keptStreams } from '../cli/runner.ts';
import { openSmtp } from '../smtp/scene.ts';
import { commandsOf, curlRequest, type Shell } from './shell.ts';

/**
 * Runs every code block of the README and the documentation in page order, on one platform per page. A block
 * that is not run states the reason after its language (`not-run: why`).
 */

type Block = { language: string; notRun: string | null; text: string };

const paths = ['README.md', ...documentedPages];
const minuteMs = 60_000;
/** Blocks that another test checks, by the path of that test. */
const checkedElsewhere: Readonly<Record<string, string>> = {
  'docs/webhooks.md js': 'test/pins/webhook-receiver.test.ts',
};
const needsNoToken: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
/** Files that the pages refer to. */
const files: Readonly<Record<string, string>> = {
  'readers.csv': 'email,firstName\nada@example.com,Ada\n',
  'welcome.json': /### Welcome\n\n```json\n(.*?)```/s.exec(textOf('docs/workflows.md'))![1]!,
};

function blocksOf(path: string): Block[] {
  return [...textOf(path).matchAll(/^```(\w+)(?: not-run: ([^\n]+))?\n(.*?)^```$/gms)].map(
    ([, language, why, text]) => ({ language: language!, notRun: why ?? null, text: text! }),
  );
}

let help = '';
beforeAll(async () => {
  const main = new URL('../../../src/main.ts', import.meta.url).pathname;
  help = (await promisify(execFile)(process.execPath, [main, 'help'])).stdout;
});

/** Runs the shell blocks of a page. @returns the responses in order */
async function runPage(path: string, platform: SimulatedPlatform): Promise<HttpReply['body'][]> {
  const shell: Shell = {
    variables: new Map([
      ['TOKEN', firstToken],
      ['URL', 'http://127.0.0.1:3025'],
    ]),
    files: new Map(Object.entries(files)),
  };
  const answers: HttpReply['body'][] = [];
  const ids = new Map([['posthouse', firstToken]]);
  const keep = (answer: HttpReply['body']) => {
    answers.push(answer);
    for (const [, id, prefix] of JSON.stringify(answer).matchAll(/"id":"(([a-z]+)_[0-9a-z]{26})"/g)) {
      // The first id of a response is the resource's own.
      if (ids.get(prefix!) === undefined || answer.id === id) ids.set(prefix!, id!);
    }
    if (answer.id !== undefined) shell.variables.set('ID', answer.id);
  };
  const filled = (text: string) =>
    text.replaceAll(/\b([a-z]+)_…/g, (open, prefix: string) => ids.get(prefix) ?? open);

  for (const { language, notRun, text } of blocksOf(path)) {
    if (language !== 'sh' || notRun !== null) continue;
    // Commands run one by one, because a command may use an id from the response before it.
    for (const command of text.split(/\n(?=curl |npx |npm |posthouse |export |[A-Z_]+=)/)) {
      for (const words of commandsOf(filled(command), shell)) {
        const said = words.join(' ').slice(0, 120);
        const of = posthouseWords(words);
        if (words[0] === 'curl') {
          const { method, url, headers, body } = curlRequest(words, shell);
          const { pathname, search } = new URL(url);
          const { authorization, ...others } = headers;
          if (!needsNoToken.has(pathname)) expect(authorization, said).toBe(`Bearer ${firstToken}`);
          const reply = await platform.http(method, pathname + search, {
            headers: others,
            ...(body !== undefined && { body }),
          });
          expect([said, reply.status < 300 ? 'done' : reply.text]).toEqual([said, 'done']);
          keep(reply.body);
        } else if (of?.[0] === 'tools' && of[1] === 'run') {
          const { output } = await platform.call(of[2]!, toolInput(of[2]!, of.slice(3)));
          keep(output);
        } else if (of) {
          expect(help, said).toMatch(new RegExp(`^ +(?:posthouse )?${of[0]}\\b`, 'm'));
        } else {
          for (const word of words[0] === 'export' ? words.slice(1) : words) assertAssignment(word, said);
        }
        await platform.clock.advance(minuteMs);
        await platform.deliver();
      }
    }
  }
  return answers;
}

function posthouseWords(words: readonly string[]): readonly string[] | null {
  for (const start of ['npx posthouse', 'npm run --silent posthouse --', 'posthouse']) {
    const begun = start.split(' ');
    if (begun.every((word, at) => words[at] === word)) return words.slice(begun.length);
  }
  return null;
}

/** Parses command-line arguments into a tool input. */
function toolInput(name: string, words: readonly string[]): Record<string, unknown> {
  const tool = catalogue.find((one) => one.name === name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  const flags = toolFlags(toolDescription(tool).input_schema);
  const known = new Map([...indexSpellings(flags), ['json', { name: 'json', takesValue: true }] as const]);
  const options = parseOptions(joinSwitchValues(words, flags), known);
  const [json = '{}'] = options.options.get('json') ?? [];
  return { ...JSON.parse(json), ...inputOfFlags(flags, options) };
}

/** Accepts variables that the page defines and valid server settings. */
function assertAssignment(word: string, said: string): void {
  const [, name, value] = /^([A-Z_]+)=(.*)$/s.exec(word) ?? [];
  if (name === undefined)
    throw new Error(`${said}: mark the block with not-run and why, or teach this test to run it`);
  const schema = (configSchema.shape as Record<string, { safeParse(value: unknown): { success: boolean } }>)[
    name
  ];
  if (name.startsWith('POSTHOUSE_') && name !== 'POSTHOUSE_TOKEN') {
    expect(schema?.safeParse(value).success, said).toBe(true);
  }
}

async function open(): Promise<SimulatedPlatform> {
  const platform = await openPlatform();
  onTestFinished(() => platform.close());
  return platform;
}

/** Runs a block of JavaScript. @returns its exports */
async function runScript(
  text: string,
  given: Readonly<Record<string, unknown>>,
): Promise<Record<string, (...words: unknown[]) => unknown>> {
  const exported = [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name!);
  const body = text.replaceAll(/^import .*$/gm, '').replaceAll(/^export /gm, '');
  const run = new Function(
    ...Object.keys(given),
    `return (async () => { ${body}\nreturn { ${exported.join(', ')} }; })()`,
  );
  return await run(...Object.values(given));
}

const fetchOf =
  (platform: SimulatedPlatform) =>
  async (url: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) => {
    const { pathname, search } = new URL(url);
    const { status, body } = await platform.http(init.method ?? 'GET', pathname + search, {
      token: null,
      headers: Object.fromEntries(
        Object.entries(init.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      ...(init.body !== undefined && { body: init.body }),
    });
    return { ok: status < 300, json: async () => body };
  };

test('every code block names its language and is run or states why not', () => {
  let run = 0;
  for (const path of paths) {
    const fences = textOf(path).match(/^```.*$/gm) ?? [];
    expect(fences.length % 2, path).toBe(0);
    for (const { language, notRun } of blocksOf(path)) {
      const isRun = ['sh', 'json', 'ts', 'js'].includes(language);
      expect([path, language, isRun || notRun !== null]).toEqual([path, language, true]);
      if (notRun === null) run += 1;
      else expect(notRun.length, path).toBeGreaterThan(10);
    }
  }
  expect(run).toBeGreaterThanOrEqual(80);
});

test.each(
  paths.filter((path) => blocksOf(path).some(({ language, notRun }) => language === 'sh' && !notRun)),
)('the commands of %s run in order without errors', async (path) => {
  const platform = await open();
  // The workflows page names no sender: it relies on the organization's default.
  if (path === 'docs/workflows.md') {
    await platform.call('update_organization_settings', { default_from: 'hello@acme.dev' });
  }
  await runPage(path, platform);
});

test('every JSON block parses', () => {
  for (const path of paths) {
    for (const { language, notRun, text } of blocksOf(path)) {
      if (language === 'json' && notRun === null)
        expect(() => JSON.parse(text), `${path}: ${text}`).not.toThrow();
    }
  }
});

describe('the tutorial', () => {
  test('delivers the first mail, bounces the second, and sends once per idempotency key', async () => {
    const answers = await runPage('docs/start/first-mail.md', await open());
    expect(answers[1]).toMatchObject({ last_event: 'delivered', delivery_mode: 'test' });
    expect(answers[3]).toMatchObject({ to: ['bounce@example.com'], last_event: 'bounced' });
    expect(answers[5].id).toBe(answers[4].id);
  });

  test('delivers the first campaign to its subscriber', async () => {
    const answers = await runPage('docs/start/first-campaign.md', await open());
    expect(answers[1]).toMatchObject({ status: 'DRAFT', problem: null });
    expect(answers[2]).toMatchObject({ count: 1 });
    expect(answers.at(-2)).toMatchObject({ status: 'SENT', stats: { delivered: 1 } });
    expect(answers.at(-1).data).toMatchObject([{ email: 'ada@example.com' }]);
  });

  test('greets with the welcome series and writes again to inactive subscribers', async () => {
    const platform = await open();
    const answers = await runPage('docs/start/welcome-series.md', platform);
    expect(answers[1]).toMatchObject({
      status: 'DRAFT',
      outline: expect.arrayContaining(['2 delay: 3 days']),
    });
    expect(answers.at(-1).data).toHaveLength(1);
    const subjects = async () =>
      (await platform.http('GET', '/api/v2/emails')).body.data.map(
        ({ subject }: { subject: string }) => subject,
      );
    expect(await subjects()).toEqual(['Welcome, friend']);
    await platform.clock.advance(4 * 24 * 60 * minuteMs);
    for (let turns = 0; turns < 5; turns += 1) await platform.deliver();
    expect(await subjects()).toEqual(['Can we help?', 'Welcome, friend']);
  });

  test('connects the assistant with a restricted test-mode token', async () => {
    const simulated = await open();
    const [block] = blocksOf('docs/start/connect-an-assistant.md');
    const [, ...words] = posthouseWords(block!.text.trim().split(' '))!;
    const streams = keptStreams();
    const environment = {
      readConfig: () => readConfig({ LOG_LEVEL: 'silent' }),
      openConfigured: async () => ({
        ...simulated.platform,
        http: simulated.platform.http,
        close: async () => {},
      }),
    };
    const { out } = streams.result(await runConnect(words, environment, streams));
    expect(out).toContain('"url": "http://127.0.0.1:3025/mcp"');
  });

  test('waits for the sign-up mail in one request and finds its link', async () => {
    const platform = await open();
    const [helper] = blocksOf('docs/start/test-sign-up-mail.md').filter(
      ({ language, notRun }) => language === 'ts' && notRun === null,
    );
    const to = 'playwright-test-4f1c@example.com';
    const paths: string[] = [];
    const { waitForEmail, linkIn } = await runScript(helper!.text, {
      async fetch(url: string, init: object) {
        paths.push(new URL(url).pathname);
        return await fetchOf(platform)(url, init);
      },
      process: { env: { POSTHOUSE_API_KEY: firstToken } },
    });
    const waiting = waitForEmail!(to) as Promise<{ subject: string; html: string }>;
    await platform.clock.waitedFor(1_000);
    const html = '<p><a href="https://acme.dev/confirm?a=1&amp;b=2">Confirm</a></p>';
    await platform.call('send_email', { from: 'a@acme.dev', to, subject: 'Confirm your address', html });
    await platform.clock.advance(1_000);
    const mail = await waiting;
    expect(mail).toMatchObject({ subject: 'Confirm your address', delivery_mode: 'test' });
    expect(paths).toEqual(['/api/v2/emails/wait']);
    expect(linkIn!(mail, /confirm/)).toBe('https://acme.dev/confirm?a=1&b=2');
    expect(() => linkIn!(mail, /nothing/)).toThrow('no link matches');
    const none = waitForEmail!('playwright-test-other@example.com', 1) as Promise<unknown>;
    const refused = expect(none).rejects.toThrow('no mail came');
    await platform.clock.waitedFor(1_000);
    await platform.clock.advance(1_000);
    await refused;
  });

  test('the request in the README is accepted', async () => {
    const platform = await open();
    const [block] = blocksOf('README.md').filter(({ language }) => language === 'ts');
    /** The shipped client on a simulated server. */
    class Client extends Posthouse {
      constructor(token: string, options: ClientOptions) {
        super(token, {
          ...options,
          fetch: (url, init) => platform.platform.http.fetch(new Request(url as string, init)),
        });
      }
    }
    await runScript(block!.text, {
      Posthouse: Client,
      process: { env: { TOKEN: firstToken } },
      order: { id: 17, email: 'ada@example.com' },
    });
    const { data } = (await platform.http('GET', '/api/v2/emails')).body;
    expect(data).toMatchObject([{ subject: 'Your receipt', to: ['ada@example.com'] }]);
  });

  test('the Nodemailer settings send a mail', async () => {
    const scene = await openSmtp();
    const [block] = blocksOf('docs/guides/frameworks.md').filter(({ language }) => language === 'js');
    await runScript(block!.text, {
      // Trusts the self-signed certificate of the scene.
      nodemailer: {
        createTransport: (options: object) =>
          createTransport({ ...options, tls: { rejectUnauthorized: false } }),
      },
      process: {
        env: { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(scene.tlsPort), POSTHOUSE_TOKEN: firstToken },
      },
    });
    expect(await scene.mails()).toMatchObject([
      { subject: 'Hello', to: ['ada@example.com'], source: 'smtp' },
    ]);
  });

  test('every other script is run by a test', () => {
    const scripts = paths.flatMap((path) =>
      blocksOf(path).flatMap(({ language, notRun }) =>
        notRun === null && (language === 'ts' || language === 'js') ? [`${path} ${language}`] : [],
      ),
    );
    const here = ['README.md ts', 'docs/guides/frameworks.md js', 'docs/start/test-sign-up-mail.md ts'];
    expect(scripts.toSorted()).toEqual([...here, ...Object.keys(checkedElsewhere)].toSorted());
    for (const test of Object.values(checkedElsewhere)) expect(textOf(test)).toContain('docs/');
  });
});

describe('the reference by resource', () => {
  const operations = catalogue.filter(({ rest }) => rest !== null);

  test('shows a matching request and command in the example of each operation', async () => {
    const platform = await open();
    for (const { name, rest, example, input } of operations) {
      const { text } = await platform.http('GET', `/docs/reference/rest/${rest!.route.split('/')[1]}.md`);
      const section = text.slice(text.indexOf(`{#${name}}`)).split('\n## ')[0]!;
      const shell: Shell = {
        variables: new Map([['POSTHOUSE_API_KEY', firstToken]]),
        files: new Map([['FILE', '…']]),
      };
      const [curl, command] = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!);
      const { method, url, body } = curlRequest(commandsOf(curl!, shell)[0]!, shell);
      const { pathname, searchParams } = new URL(url);
      const [routeMethod, route] = rest!.route.split(' ') as [string, string];
      const path = new RegExp(`^/api/v2${route.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(pathname);
      expect([name, method, path !== null]).toEqual([name, routeMethod, true]);
      if (
        rest!.bodyAs === undefined &&
        rest!.bytesAs === undefined &&
        method !== 'GET' &&
        method !== 'DELETE'
      ) {
        const given = { ...path!.groups, ...JSON.parse(body ?? '{}') };
        expect(input.safeParse(given), name).toMatchObject({ success: true });
      }
      if (method === 'GET') {
        const inPath = Object.keys(path!.groups ?? {});
        const asked = Object.keys(example.input).filter((field) => !inPath.includes(field));
        expect([name, [...searchParams.keys()]]).toEqual([name, asked]);
      }
      const words = command === undefined ? null : posthouseWords(commandsOf(command, shell)[0]!);
      if (words) expect([name, toolInput(words[2]!, words.slice(3))]).toEqual([name, example.input]);
      await platform.clock.advance(1_000);
    }
    expect(operations.length).toBeGreaterThan(80);
  });
});
