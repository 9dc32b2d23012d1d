import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { failures } from '../../../src/model/failure.ts';
import { badgeDocs } from '../../../src/model/verification/content/guidance.ts';
import { webhookKindNames } from '../../../src/model/webhook/kinds.ts';
import { shippedTexts } from '../../../src/surfaces/mcp/content/shipped-texts.ts';
import { catalogue } from '../../../tools/index.ts';
import { baseUrl, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';

/** Checks the served documentation: every page, its links and its size. */

const pageBytesMax = 20 * 1024;
const scriptBytesMax = 3 * 1024;

let platform: SimulatedPlatform;
/** HTML of every page reachable from `/docs`, by address. */
const pages = new Map<string, string>();

beforeAll(async () => {
  platform = await openPlatform();
  const waiting = ['/docs'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const { status, headers, text } = await get(path);
    // A visitor of the console signs in first.
    expect([path, status]).toEqual([path, path === '/console' ? 303 : 200]);
    if (path === '/console') continue;
    if (!headers.get('content-type')!.startsWith('text/html')) continue;
    pages.set(path, text);
    waiting.push(...linksOf(path, text).map(({ address }) => address));
    // The rate limit of an address is per second.
    await platform.clock.advance(1_000);
  }
});
afterAll(() => platform.close());

async function get(path: string, headers: Record<string, string> = { accept: 'text/html' }) {
  return await platform.http('GET', path, { token: null, headers });
}

/** Returns the links of a page to this server. */
function linksOf(path: string, html: string): { address: string; anchor: string }[] {
  return [...html.matchAll(/(?:href|src)="([^"]*)"/g)]
    .map(([, target]) => new URL(target!.replaceAll('&amp;', '&'), `${baseUrl}${path}`))
    .filter(({ origin }) => origin === baseUrl)
    .map(({ pathname, search, hash }) => ({ address: pathname + search, anchor: decodeURIComponent(hash) }));
}

test('every file, failure, event kind and resource has a page', () => {
  const expected = [
    ...[...shippedTexts('docs').keys()].map((file) => file.replace(/\.md$/, '')),
    ...Object.keys(failures).map((name) => `errors/${name}`),
    ...webhookKindNames.map((kind) => `events/${kind}`),
    ...new Set(catalogue.flatMap(({ rest }) => (rest ? [`reference/rest/${rest.route.split('/')[1]}`] : []))),
  ];
  expect(expected.length).toBeGreaterThan(100);
  expect(expected.filter((name) => !pages.has(`/docs/${name}`))).toEqual([]);
});

test('a resource page names its fields in other interfaces and links to its part of the contract', async () => {
  const { text } = await get('/docs/reference/rest/campaigns.md');
  expect(text).toContain('`campaignId` is `campaign_id`');
  expect(text).toContain('`/openapi/campaigns.json`, at MCP `posthouse://openapi/campaigns`');
  expect(text).toContain(
    '| `audience` |  | object with `tags`, `segmentId`, `filter`, `notReachedBy`, `subscriberIds` or null |',
  );
  const { text: tokens } = await get('/docs/reference/rest/tokens.md');
  expect(tokens).toMatch(/\| `scopes` \| required \| array of `full_access`, `sending_access`, .*`admin` \|/);
  expect(text).toContain('tool restore_campaign');
  for (const name of pages.keys()) {
    if (!name.startsWith('/docs/reference/rest/')) continue;
    const resource = name.split('/').at(-1)!;
    const { text: page } = await get(`${name}.md`);
    expect(page).not.toContain('see `/openapi');
    expect((await platform.http('GET', `/openapi/${resource}.json`, { token: null })).status).toBe(200);
    await platform.clock.advance(1_000);
  }
});

test('every REST v2 operation is on the page of its resource', () => {
  for (const { name, rest } of catalogue) {
    if (rest) expect(pages.get(`/docs/reference/rest/${rest.route.split('/')[1]}`)).toContain(`id="${name}"`);
  }
});

test('no link to a page or a heading is broken', () => {
  const broken = [...pages].flatMap(([path, html]) =>
    linksOf(path, html)
      .filter(({ address, anchor }) => {
        const page = pages.get(address);
        return anchor !== '' && page !== undefined && !page.includes(`id="${anchor.slice(1)}"`);
      })
      .map(({ address, anchor }) => `${path}: ${address}${anchor}`),
  );
  expect(broken).toEqual([]);
});

test('the anchor of a heading with a link contains only its text', () => {
  expect(pages.get('/docs/reference')).toContain('<h2 id="campaigns">');
});

test('each page is small, complete and free of active content', () => {
  for (const [path, html] of pages) {
    expect([path, brotliCompressSync(html).length < pageBytesMax]).toEqual([path, true]);
    expect(html.match(/<h1>/g), path).toHaveLength(1);
    expect(html.match(/<script/g), path).toHaveLength(1);
    const text = html.replaceAll(/<pre.*?<\/pre>/gs, '').replaceAll(/<code>.*?<\/code>/gs, '');
    expect(text.match(/style="|onclick|undefined|NaN|\[object|posthouse:\/\/docs|<!--|\{#/), path).toBeNull();
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length, path).toBe(new Set(ids).size);
  }
});

test('the content security policy of a page allows only its own style and script', async () => {
  const { headers, text } = await get('/docs/sending');
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
  const [style] = /\/docs\/assets\/[^"]+\.css/.exec(text)!;
  const [script] = /\/docs\/assets\/[^"]+\.js/.exec(text)!;
  for (const [path, type] of [
    [style, 'text/css; charset=utf-8'],
    [script, 'text/javascript; charset=utf-8'],
  ] as const) {
    const file = await get(path);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, type]);
    expect(file.headers.get('cache-control')).toContain('immutable');
    expect(brotliCompressSync(file.text).length).toBeLessThan(scriptBytesMax);
  }
  expect((await get(style.replace(/assets\/\w+/, 'assets/000000000000'))).status).toBe(404);
});

test('a form of the reference is hidden without scripts, has no named fields, and may call only this server', async () => {
  const withForms = [...pages].filter(([, html]) => html.includes('class="try"'));
  expect(withForms.length).toBeGreaterThan(10);
  for (const [path, html] of withForms) {
    for (const [, inner] of html.matchAll(/<details class="try"( hidden>.*?)<\/details>/gs)) {
      expect(inner, path).toMatch(/^ hidden>/);
      expect(inner!.match(/ name="| action="/), path).toBeNull();
    }
    const { headers } = await get(path);
    expect(headers.get('content-security-policy')).toMatch(/^connect-src 'self'; default-src 'none'; /);
    await platform.clock.advance(1_000);
  }
  const tools = withForms.flatMap(([, html]) =>
    [...html.matchAll(/id="try-(\w+)-token"/g)].map(([, name]) => name!),
  );
  for (const name of tools) {
    const { effect } = catalogue.find((one) => one.name === name)!;
    expect([name, effect === 'read' || name === 'send_email' || name === 'verify_content']).toEqual([
      name,
      true,
    ]);
  }
  for (const name of ['send_email', 'verify_content', 'list_emails', 'list_subscribers', 'get_email']) {
    expect(tools).toContain(name);
  }
});

test('each page is in the sidebar or below a sidebar entry, and links to its neighbours', () => {
  for (const [path, html] of pages) {
    if (path === '/docs' || path.startsWith('/docs/search')) continue;
    expect(html.match(/aria-current="page"/g), path).toHaveLength(1);
    expect(html, path).toMatch(/rel="(?:prev|next)"/);
  }
  expect(pages.get('/docs/start/first-mail')).not.toContain('rel="prev"');
});

test('a page with four or more sections lists them below its introduction, and a shorter page does not', () => {
  const headingsOf = (html: string) => [...html.matchAll(/<h2 id="([^"]+)">/g)].map(([, id]) => `#${id}`);
  let long = 0;
  for (const [path, html] of pages) {
    const [, before, contents] =
      /^(.*)<nav class="toc" aria-label="On this page"><ul>\n(.*?)<\/ul><\/nav>\n<h2 /s.exec(html) ?? [];
    const headings = headingsOf(html);
    expect([path, contents !== undefined]).toEqual([path, headings.length >= 4]);
    if (contents === undefined) continue;
    long += 1;
    expect([...contents.matchAll(/href="(#[^"]+)"/g)].map(([, anchor]) => anchor)).toEqual(headings);
    expect(headingsOf(before!)).toEqual([]);
  }
  expect(long).toBeGreaterThan(20);
});

test('the diagram of a send is part of its page, with text and a description and without a style element', () => {
  const html = pages.get('/docs/start/concepts')!;
  const [drawing] = /<svg (?!class="mark").*?<\/svg>/s.exec(html) ?? [''];
  for (const text of ['Gates', 'Approval', 'One commit', 'Delivery attempt'])
    expect(drawing).toContain(`>${text}</text>`);
  expect(drawing).toMatch(/role="img" aria-labelledby="send-flow-title send-flow-text"/);
  expect(drawing).toContain('<title id="send-flow-title">How a send flows</title>');
  expect(drawing).not.toMatch(/<style|style=/);
  expect(html).not.toContain('<img');
});

test('code is colored', () => {
  expect(pages.get('/docs/start/first-mail')).toContain('<span class="keyword">curl</span>');
  expect(pages.get('/docs/guides/sdk')).toContain('<span class="keyword">import</span>');
});

describe('the Markdown version of a page', () => {
  test('exists', async () => {
    for (const [path, html] of pages) {
      if (path === '/docs' || path.startsWith('/docs/search')) continue;
      const { status, headers, text } = await get(`${path}.md`);
      expect([path, status, headers.get('content-type')]).toEqual([
        path,
        200,
        'text/markdown; charset=utf-8',
      ]);
      const title = /<h1>(.*?)<\/h1>/.exec(html)![1]!;
      expect(text.split('\n')[0]).toBe(`# ${title.replaceAll('&#39;', "'")}`);
      expect(html).toContain(`<link rel="alternate" type="text/markdown" href="${path}.md">`);
      await platform.clock.advance(1_000);
    }
  });

  test('links only to served files or to the source', async () => {
    for (const path of pages.keys()) {
      if (path === '/docs' || path.startsWith('/docs/search')) continue;
      const { text } = await get(`${path}.md`);
      for (const [, target] of text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^(?:https?:|#|\{)/.test(target!)) continue;
        const { pathname } = new URL(target!, `${baseUrl}${path}.md`);
        expect(pages.has(pathname.replace(/\.md$/, '')), `${path}.md: ${target}`).toBe(true);
      }
      await platform.clock.advance(1_000);
    }
  });

  test.each([
    ['text/markdown', true],
    ['text/markdown, text/html, */*', true],
    ['text/html;q=0.5, text/markdown', true],
    ['text/html, text/markdown;q=0.5', false],
    ['text/markdown;q=0', false],
    ['*/*', false],
  ])('is served for the Accept header %s: %s', async (accept, markdown) => {
    const { headers, text } = await get('/docs/sending', { accept });
    expect(headers.get('content-type')!.startsWith('text/markdown')).toBe(markdown);
    expect(headers.get('vary')).toContain('Accept');
    expect(text.startsWith('# Sending single mails')).toBe(markdown);
  });
});

describe('the text version for models', () => {
  test('lists every page with its topic at /llms.txt', async () => {
    const { headers, text } = await get('/llms.txt');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^# Posthouse\n\n> /);
    const named = [...text.matchAll(/^- \[.+\]\((\S+)\.md\): .{10,}$/gm)].map(([, url]) => url!);
    const all = [...pages.keys()].filter((path) => path !== '/docs' && !path.startsWith('/docs/search'));
    expect(named.toSorted()).toEqual(all.map((path) => baseUrl + path).toSorted());
  });

  test('contains every page at /llms-full.txt', async () => {
    const { text } = await get('/llms-full.txt');
    for (const [path, html] of pages) {
      if (path === '/docs' || path.startsWith('/docs/search')) continue;
      const title = /<h1>(.*?)<\/h1>/.exec(html)![1]!.replaceAll('&#39;', "'");
      expect(text.includes(`# ${title}\n`), path).toBe(true);
    }
  });
});

describe('the documentation search', () => {
  const hitsFor = async (query: string) => {
    const { status, text } = await get(`/docs/search?q=${encodeURIComponent(query)}`);
    expect(status).toBe(200);
    return [...text.matchAll(/<li><a href="([^"]+)">[^<]+<\/a><br>/g)].map(([, address]) => address!);
  };

  test.each([
    ['campaign_not_draft', '/docs/errors/campaign_not_draft'],
    ['email.bounced', '/docs/events/email.bounced'],
    ['nodemailer', '/docs/guides/frameworks#nodemailer'],
    ['django', '/docs/guides/frameworks#django'],
    ['restore backup', '/docs/guides/backup-and-upgrade#restore'],
    ['listmonk', '/docs/guides/from-listmonk'],
    ['why not delivered', '/docs/guides/not-delivered'],
    ['POSTHOUSE_BASE_URL', '/docs/reference/configuration'],
    ['create webhook', '/docs/reference/rest/webhooks#save_webhook'],
    ['change port', '/docs/guides/install#change-the-port'],
    ['cc bcc', '/docs/guides/smtp#attachments-cc-and-bcc'],
    ['schedule an email', '/docs/sending#schedule-attach-cc-bcc'],
    ['where is the recipient guard decided', '/docs/architecture/rooms#find-the-code'],
    ['where is a retry scheduled', '/docs/architecture/rooms#find-the-code'],
    ['where do I add a column', '/docs/architecture/rooms#find-the-code'],
    ['where is the result of an MCP tool cut', '/docs/architecture/rooms#find-the-code'],
    ['how does v1 stay frozen', '/docs/architecture/life-of-a-request#how-v1-stays-frozen'],
  ])('finds %s', async (query, address) => {
    expect((await hitsFor(query)).slice(0, 5)).toContain(address);
  });

  test('finds partial words', async () => {
    expect(await hitsFor('deliverab')).toContain('/docs/deliverability');
  });

  test.each([
    ['campain', /^\/docs\/(?:guides\/|start\/first-)?campaigns?\b/],
    ['campaing', /^\/docs\/(?:guides\/|start\/first-)?campaigns?\b/],
    ['webhok', /^\/docs\/(?:webhooks|reference\/rest\/webhooks)\b/],
    ['suppresion', /^\/docs\/reference\/rest\/suppressions\b/],
    ['bonce', /bounce/],
  ])('finds the page for the misspelled word %s', async (query, address) => {
    expect((await hitsFor(query)).slice(0, 5)).toContainEqual(expect.stringMatching(address));
  });

  test('lists at most two sections of a page', async () => {
    const hits = (await hitsFor('token')).map((address) => address.split('#')[0]!);
    expect(hits.length).toBeGreaterThan(5);
    expect(hits.filter((page) => hits.filter((other) => other === page).length > 2)).toEqual([]);
  });

  test.each([
    '',
    ' ',
    '"><script>alert(1)</script>',
    '((((',
    'a'.repeat(5_000),
    '\u0000\u202e',
    '__proto__ constructor',
    '[.*+?^$\u007b}()|\\',
    '🦉 ünïcödé',
    'a '.repeat(2_000),
  ])('escapes any query: %j', async (query) => {
    const { status, text } = await get(`/docs/search?q=${encodeURIComponent(query)}`);
    expect(status).toBe(200);
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).not.toContain('alert(1)</script>');
  });

  test('answers with a page when the query is missing or repeated', async () => {
    for (const query of ['', '?q=a&q=b', '?x=1'])
      expect((await get(`/docs/search${query}`)).status).toBe(200);
  });
});

test('an unknown URL returns a page to browsers and a JSON error to programs', async () => {
  const person = await get('/docs/nothing/here');
  expect([person.status, person.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(person.text).toContain('href="/docs/start/first-mail"');
  const program = await get('/docs/nothing', { accept: 'application/json' });
  expect([program.status, program.body.name]).toEqual([404, 'not_found']);
  for (const path of [
    '/docs/',
    '/docs/..%2f..%2fetc/passwd',
    '/docs/__proto__',
    '/docs/sending.md.md',
    '/docs/%00',
  ]) {
    expect([path, (await get(path)).status >= 400 && (await get(path)).status < 500]).toEqual([path, true]);
  }
});

test('every error page shows the error as each interface returns it', async () => {
  for (const [name, { status, sentence }] of Object.entries(failures)) {
    const { text } = await get(`/docs/errors/${name}.md`);
    expect(text).toContain(sentence);
    expect(text).toContain(`"statusCode": ${status}`);
    for (const part of ['When it happens', 'What to do', 'REST v1', 'SMTP', 'MCP', 'TypeScript SDK']) {
      expect(text, name).toMatch(new RegExp(`^##+ ${part}`, 'm'));
    }
    expect(pages.get('/docs/errors')).toContain(`href="/docs/errors/${name}"`);
  }
});

test('every badge has an anchor for links from refusals', () => {
  for (const { id } of badgeDocs) expect(pages.get('/docs/content-verification')).toContain(`id="${id}"`);
});

test('every event kind has a sample and a list of fields', async () => {
  for (const kind of webhookKindNames) {
    const { text } = await get(`/docs/events/${kind}.md`);
    const sample = JSON.parse(/```json\n(.*?)```/s.exec(text)![1]!);
    expect(sample.type).toBe(kind);
    for (const field of Object.keys(sample.data)) expect(text, kind).toContain(`| \`${field}\` |`);
  }
});

test('the rate limits page states the limit of v1', () => {
  expect(pages.get('/docs/rate-limits')).toContain('2,000 requests a minute');
});

describe('the root address', () => {
  const get = async (accept: string | null, method = 'GET') => {
    const posthouse = await openPlatform();
    onTestFinished(() => posthouse.close());
    return await posthouse.http(method, '/', { token: null, headers: accept === null ? {} : { accept } });
  };

  test.each([
    'text/html',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'a/b, TEXT/HTML;q=0.1',
  ])('redirects a browser to the documentation: %s', async (accept) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await get(accept, method);
      expect([status, headers.get('location'), headers.get('vary')]).toEqual([302, '/docs', 'Accept']);
    }
  });

  test.each([
    null,
    '*/*',
    'application/json',
    'text/html;q=0',
    'text/html; q=0.000, */*',
    'application/text/html',
  ])('answers a program with 404: %s', async (accept) => {
    const { status, body } = await get(accept);
    expect([status, body.name]).toEqual([404, 'not_found']);
  });
});
