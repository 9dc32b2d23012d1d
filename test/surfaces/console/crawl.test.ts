import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hasRole, type PersonRole, personRoles } from '../../../src/model/person/roles.ts';
import { nav, pages } from '../../../src/surfaces/console/pages/index.ts';
import { type Planted, plantEverywhere } from '../../adversary/plant.ts';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import type { SimulatedPlatform } from '../../world/platform.ts';
import { type Crawl, crawl, readPage } from './crawl.ts';
import { type Browser, personIn, signedIn } from './scene.ts';

/**
 * Every page that a link of the console leads to, in an organization where outsiders wrote hostile texts wherever they
 * can write.
 */

const entries = nav.map(({ href }) => href).filter((href) => href.startsWith('/console'));

let planted: Planted;
let ada: Browser;
let found: Crawl;

beforeAll(async () => {
  planted = await plantEverywhere();
  const { posthouse } = planted;
  ada = await signedIn(posthouse, await personIn(posthouse, posthouse.organization));
  const csv = 'Email\nlater@mailbox.dev\n';
  await posthouse.call('import_subscribers', { csv, file_name: 'readers.csv', start: false });
  found = await crawl(ada, entries, posthouse);
}, 240_000);
beforeEach(async () => {
  // A new budget of requests for each test.
  await planted.posthouse.clock.advance(60_000);
});
afterAll(async () => {
  await planted?.posthouse.close();
});

test('every link of the console leads to a page', () => {
  const broken = [...found.pages].filter(([, { status }]) => status !== 200 && status !== 303);
  expect(broken.map(([path, { status }]) => `${status} ${path}`)).toEqual([]);
  expect(found.pages.size).toBeGreaterThan(40);
});

test('a first visit takes at most 40 KiB, 60 KiB on an editor page, of which the script has at most 8 KiB', async () => {
  const sizes = new Map<string, number>();
  const sizeAt = async (path: string): Promise<number> => {
    const known = sizes.get(path) ?? compressedKiB((await ada.get(path)).text);
    sizes.set(path, known);
    return known;
  };
  const tooLarge: string[] = [];
  for (const [path, { text, headers, status }] of found.pages) {
    if (status !== 200 || !isPage(headers)) continue;
    const files = [...text.matchAll(/(?:href|src)="(\/console\/assets\/[^"]+)"/g)].map(([, file]) => file!);
    const parts = await Promise.all(files.map(sizeAt));
    const kib = parts.reduce((sum, part) => sum + part, compressedKiB(text));
    const script = files.findIndex((file) => file.endsWith('.js'));
    if (kib > (editors.test(path) ? 60 : 40) || parts[script]! > 8) tooLarge.push(`${path}: ${kib} KiB`);
  }
  expect(tooLarge).toEqual([]);
});

const editors = /\/(?:edit|new)(?:\?|$)/;

function compressedKiB(text: string): number {
  return brotliCompressSync(text).length / 1_024;
}

test('no page contains markup from a hostile text', () => {
  const faults = [...found.pages].flatMap(([path, { text, headers }]) =>
    isPage(headers) ? readPage(text).faults.map((fault) => `${path}: ${fault}`) : [],
  );
  expect(faults).toEqual([]);
});

test('no page shows the name of a tool, of a field or of a state as text', async () => {
  const { posthouse } = planted;
  const at = await usedOrganization(posthouse);
  const used = await crawl(at, entries, posthouse);
  const shown = [...used.pages].flatMap(([path, { text, headers }]) =>
    // Developers look for the names of the API.
    isPage(headers) && !path.startsWith('/console/developers')
      ? readPage(text)
          .texts.flatMap((words) => words.match(rawNames) ?? [])
          .map((word) => `${path}: ${word}`)
      : [],
  );
  expect(used.pages.size).toBeGreaterThan(40);
  expect([...new Set(shown)]).toEqual([]);
});

const rawNames =
  /(?<![\w./-])[a-z]+(?:_[a-z]+)+(?![\w./-])|\b(?:DRAFT|SCHEDULED|SENDING|SENT|ACTIVE|PENDING|UNSUBSCRIBED|BOUNCED|COMPLAINED)\b/g;

/** An organization with one object of each kind, written by its own people and programs. */
async function usedOrganization(posthouse: SimulatedPlatform): Promise<Browser> {
  const { organization, token } = await posthouse.addOrganization('Harbour Books');
  const caller = posthouse.caller('v2', organization);
  const call = async (tool: string, input: object) => (await posthouse.call(tool, input, { caller })).output;
  const from = 'Harbour <hello@harbour.test>';
  await call('create_tag', { name: 'readers' });
  for (const name of ['ada', 'bob', 'mina']) {
    await call('create_subscriber', { email: `${name}@mailbox.dev`, firstName: name, tags: ['readers'] });
    await call('track_event', { email: `${name}@mailbox.dev`, name: 'order.placed' });
    await call('send_email', { from, to: `${name}@mailbox.dev`, subject: 'Hello', html: '<p>Hello</p>' });
  }
  await call('send_email', { from, to: 'bounce@example.com', subject: 'Hello', html: '<p>Hello</p>' });
  await call('create_segment', {
    name: 'Readers',
    rule: { field: 'status', operator: 'eq', value: 'ACTIVE' },
  });
  await call('create_template', { name: 'receipt', from, subject: 'Receipt', markdown: 'Thank you.' });
  const campaign = { name: 'May news', subject: 'May', fromEmail: 'hello@harbour.test' };
  const { id: campaignId } = (await call('create_campaign', {
    ...campaign,
    markdown: 'News. [Leave]({{unsubscribeUrl}})',
  })) as { id: string };
  await call('create_campaign', { ...campaign, name: 'June news' });
  await call('send_campaign', { campaignId });
  await posthouse.deliver();
  await call('add_domain', { name: 'harbour-books.com' });
  await call('add_suppression', { email: 'gone@mailbox.dev' });
  await call('create_token', { name: 'shop', scopes: ['emails.send'] });
  await call('save_webhook', { url: 'https://hooks.harbour-books.com/mail' });
  const assistant = assistantOf(posthouse, { token });
  await assistant.call('send_email', { from, to: 'one@mailbox.dev', subject: 'Hi', html: '<p>Hi</p>' });
  const emails = Array.from({ length: 30 }, (_, index) => ({
    from,
    to: `p${index}@mailbox.dev`,
    subject: 'Hi',
    html: '<p>Hi</p>',
  }));
  await assistant.call('send_email_batch', { emails });
  return await signedIn(posthouse, await personIn(posthouse, organization, { email: null }));
}

/** Rows of a person's own sign-ins and of clients of assistants, which belong to no organization. */
const withoutObjects = /^\/console\/(?:settings\/account\/|assistants\/connect\/)/;

/** Redirects that depend on no object: a deletion may be repeated, and the old address of a person moved. */
const redirects = [
  'POST /console/inbox/:id/delete',
  'POST /console/approvals/:id/alike',
  'GET /console/people/:id',
];

/** Returns a path of the organization for each row with an id, from the links and forms of its pages. */
function pathsWithIds(): { method: string; row: string; path: string | null }[] {
  const { emails, runs } = planted;
  const known = [...found.pages.keys(), ...found.forms.map(({ action }) => action)];
  const [person] = known.flatMap((path) => /\/team\/(per_\w+)/.exec(path)?.[1] ?? []);
  known.push(`/console/inbox/${emails[0]}`, `/console/runs/${runs[0]}`, `/console/people/${person}`);
  const idBelow = (start: string) =>
    known.flatMap((path) => {
      const [id = ''] = path.startsWith(start) ? path.slice(start.length).split(/[/?]/) : [];
      return /^[a-z]{3}_[0-9a-z]{26}$/.test(id) ? [id] : [];
    })[0];
  const concrete = (row: string): string | null => {
    let path = '';
    for (const part of row.split('/').slice(1)) {
      const isFirst = part.startsWith(':') && !path.includes('_');
      const value = part.startsWith(':') ? (idBelow(`${path}/`) ?? (isFirst ? null : '1')) : part;
      if (value === null) return null;
      path = `${path}/${value}`;
    }
    return path;
  };
  return pages
    .filter(({ path }) => path.includes('/:') && !withoutObjects.test(path))
    .map(({ method, path: row }) => ({ method, row, path: concrete(row) }));
}

test('no row of the page table reaches an object or a text of another organization', async () => {
  const { posthouse } = planted;
  const { organization } = await posthouse.addOrganization('Elsewhere');
  const eve = await signedIn(posthouse, await personIn(posthouse, organization, { email: 'eve@gmail.com' }));
  const rows = pathsWithIds();
  expect(rows.filter(({ path }) => path === null)).toEqual([]);
  expect(rows.length).toBeGreaterThan(100);
  const reached: string[] = [];
  for (const { method, row, path } of rows) {
    await posthouse.clock.advance(1_000);
    const fields = found.forms.find(({ action }) => action.split('?')[0] === path)?.fields ?? {};
    const { status, text } = method === 'GET' ? await eve.get(path!) : await eve.post(path!, fields);
    const isRefused = redirects.includes(`${method} ${row}`) ? status === 303 : status >= 400 && status < 500;
    if (!isRefused || /planted\d{3}x/.test(text)) reached.push(`${status} ${method} ${row}`);
  }
  for (const { method, path } of pages) {
    if (method !== 'GET' || path.includes('/:') || path === '/console/live') continue;
    await posthouse.clock.advance(1_000);
    if (/planted\d{3}x/.test((await eve.get(path)).text)) reached.push(`a text in ${path}`);
  }
  expect(reached).toEqual([]);
  expect((await ada.get(`/console/emails/${planted.emails[0]}`)).status).toBe(200);
});

test('the stream of an organization is silent about another organization', async () => {
  const { posthouse } = planted;
  const { mailWatch } = posthouse.platform.engine;
  const { organization } = await posthouse.addOrganization('Silent');
  const woken: string[] = [];
  const ended = new AbortController();
  for (const [name, { key }] of Object.entries({ own: posthouse.organization, other: organization })) {
    void mailWatch
      .open(key)!
      .changed(60_000, ended.signal)
      .then(() => !ended.signal.aborted && woken.push(name));
  }
  const mail = { from: 'hello@acme.dev', to: 'late@mailbox.dev', subject: 'News', markdown: 'News.' };
  await posthouse.call('send_email', mail);
  await expect.poll(() => woken).toEqual(['own']);
  ended.abort();
});

test.each(personRoles.filter((role) => role !== 'admin'))(
  'the %s gets exactly the pages and actions of the role',
  async (role: PersonRole) => {
    const { posthouse } = planted;
    const person = await personIn(posthouse, posthouse.organization, { email: null, roles: [role] });
    const at = await signedIn(posthouse, person);
    const wrong: string[] = [];
    for (const page of pages) {
      if (page.access === 'open' || page.roles === undefined || hasRole([role], page.roles)) continue;
      const path = page.path.replaceAll(/:\w+/g, 'cmp_01kb3k7f5d2c8n1r4s6t9v0w3x');
      const { status } = page.method === 'GET' ? await at.get(path) : await at.post(path);
      if (status !== 403) wrong.push(`${status} ${page.method} ${page.path}`);
    }
    const own = await crawl(at, ['/console'], posthouse);
    for (const [path, { status }] of own.pages) if (status === 403) wrong.push(`a link to ${path}`);
    const allowed = new Set(
      pages
        .filter((page) => page.method === 'POST')
        .filter((page) => page.access === 'open' || page.roles === undefined || hasRole([role], page.roles))
        .map(({ path }) => path.replaceAll(/:\w+/g, 'ID')),
    );
    for (const { action } of own.forms) {
      const [path] = action.replaceAll(/[a-z]{3}_[0-9a-z]{26}/g, 'ID').split('?');
      if (!allowed.has(path!)) wrong.push(`a form for ${path}`);
    }
    expect(wrong).toEqual([]);
  },
);

function isPage(headers: Headers): boolean {
  // Frames of mails have their own policy, which lets nothing run.
  return (
    headers.get('content-type')?.startsWith('text/html') === true &&
    !headers.get('content-security-policy')?.startsWith('sandbox')
  );
}
