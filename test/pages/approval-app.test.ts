import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { hourMs } from '../../src/model/instant.ts';
import type { PersonRecord } from '../../src/model/person/person.ts';
import {
  describeAudienceText,
  describeWarning,
} from '../../src/surfaces/console/pages/campaigns/campaign-words.ts';
import { type Assistant, assistantOf, type Json } from '../spec/assistants/assistant.ts';
import { linkFor, personIn } from '../surfaces/console/scene.ts';
import { openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { type AppHost, serveApps } from './app-host.ts';
import { inApp, looksRight, settled, textOf, until } from './app-shown.ts';
import { type Browser, launchBrowser, type Page, type Visitor } from './browser.ts';
import { axeFindings } from './looks-right.ts';

/**
 * The question to a person as the app shows it inside their assistant, compared with the page where they
 * decide.
 */

/** Browsers have passkeys on names below localhost, without TLS. */
const baseUrl = 'http://console.localhost';
const uri = 'ui://posthouse/approval';

let platform: SimulatedPlatform;
let host: AppHost;
let browser: Browser;
let ada: PersonRecord;
let assistant: Assistant;
const opened: Page[] = [];

beforeAll(async () => {
  platform = await openPlatform({ settings: { baseUrl }, mcp: { confirmBy: 'console' } });
  const { port } = await platform.platform.http.listen('127.0.0.1', 0);
  host = await serveApps();
  browser = await launchBrowser({
    'console.localhost:80': `127.0.0.1:${port}`,
    'apps.example:80': `127.0.0.1:${host.port}`,
  });
  ada = await personIn(platform, platform.organization, {
    name: 'Ada Lovelace',
    email: 'ada@gmail.com',
    roles: ['approver'],
  });
  assistant = assistantOf(platform, { headers: { host: 'console.localhost' } });
});
afterEach(async () => {
  for (const page of opened.splice(0)) await page.close();
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
  await platform.platform.http.drain(0);
  await platform.close();
});

async function use(tool: string, input: unknown): Promise<Json> {
  return (await platform.call(tool, input)).output;
}

/** Makes a call that waits for a person. @returns its id */
async function asked(tool: string, given: Json): Promise<string> {
  const { result } = await assistant.call(tool, given);
  expect(result.name, JSON.stringify(result)).toBe('confirmation_required');
  return result.details.approval.id;
}

let batches = 0;
async function askedBatch(fields: object = {}): Promise<string> {
  batches += 1;
  const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: `News ${batches}.`, ...fields };
  const emails = ['bob', 'cy', 'di'].map((name) => ({ ...mail, to: `${name}${batches}@mailbox.dev` }));
  return await asked('send_email_batch', { emails });
}

async function askedCampaign(): Promise<string> {
  for (const name of ['eve', 'fay', 'gus']) await use('create_subscriber', { email: `${name}@mailbox.dev` });
  await use('unsubscribe_subscriber', { subscriber: 'gus@mailbox.dev' });
  const { id } = await use('create_campaign', {
    name: 'Spring',
    subject: 'New flour is here',
    fromEmail: 'news@mill.example',
    fromName: 'The Mill',
    tracking: { opens: true, clicks: true },
    markdown: 'Hello {{firstName|there}}.\n\n[Unsubscribe]({{unsubscribeUrl}})',
    abTest: {
      variants: [{ subject: 'One' }, { subject: 'Two' }],
      percent: 50,
      metric: 'opens',
      waitMinutes: 60,
    },
  });
  const scheduled_at = new Date(platform.clock.now() + hourMs).toISOString();
  return await asked('send_campaign', { campaign_id: id, scheduled_at, timezone: 'Europe/Berlin' });
}

type Shown = Visitor & { theme?: string | undefined; can?: string; tool?: string };

/** The app in its host, with a tool’s answer to an assistant over MCP. */
async function appOf(
  id: string,
  { theme, can = 'openLinks', tool = 'get_approval', ...visitor }: Shown = {},
): Promise<Page> {
  const { structured, content } = await assistant.call(tool, { id });
  return await appWith({ structured, content }, { theme, can, ...visitor });
}

async function appWith(
  { structured, content }: { structured: Json; content?: Json },
  { theme, can = 'openLinks', ...visitor }: Shown = {},
): Promise<Page> {
  const on = await browser.open({ width: 820, ...visitor });
  opened.push(on);
  await on.goto(`http://apps.example/host?${new URLSearchParams({ uri, can, ...(theme && { theme }) })}`);
  await until(on, 'host.ready');
  const { result } = can.includes('serverTools') ? await wholeOf(structured.id) : { result: null };
  await on.evaluate(`host.results.get_approval = ${JSON.stringify(result)}`);
  await on.evaluate(`host.result(${JSON.stringify(structured)}, ${JSON.stringify({ content })})`);
  await until(on, `frames[0].document.getElementById('state').hidden`);
  return on;
}

async function wholeOf(id: string): Promise<{ result: Json }> {
  const { structured, content } = await assistant.call('get_approval', { id });
  return { result: { structuredContent: structured, content } };
}

/** The page where the person decides, for a signed-in person. */
async function pageOf(id: string): Promise<Page> {
  const on = await browser.open({});
  opened.push(on);
  await on.goto(baseUrl + (await linkFor(platform, ada)));
  await on.follow('main button');
  await on.goto(`${baseUrl}/console/approvals/${id}`);
  return on;
}

/** The facts in their order: each name and its lines. */
const rowsIn = (list: string) =>
  `[...document.querySelectorAll('${list} > dt')].map((name) => [name.innerText, name.nextElementSibling.innerText.trim()])`;

test('the app shows every fact of the page', async () => {
  const ofAny = ['People', 'When', 'Delivery', 'From', 'Subject', 'Notes'];
  for (const [id, names] of [
    [await askedBatch(), ofAny],
    [await askedCampaign(), [...ofAny, 'Audience', 'A/B test', 'Skipped']],
  ] as const) {
    const [app, page] = [await appOf(id), await pageOf(id)];
    const rows = await inApp<string[][]>(app, rowsIn('#facts'));
    const shown = (await page.evaluate<string>('document.querySelector("main").innerText')).replaceAll(
      /\s+/g,
      ' ',
    );
    const facts = rows
      .flatMap(([, values]) => values!.split('\n'))
      // The page writes a sender as its name and its address.
      .map((fact) => fact.trim().replaceAll(/["<>]/g, '').replaceAll(/\s+/g, ' '));
    // The page lists "Unsubscribed 1", and the app says "1 unsubscribed".
    const isShown = (fact: string): boolean => {
      const [, count, word] = /^(\d+) (\w+)$/.exec(fact) ?? [];
      return word === undefined
        ? // The page words audiences and warnings for people.
          [fact, describeAudienceText(fact), describeWarning(fact)].some((words) =>
            shown.toLowerCase().includes(words.toLowerCase()),
          )
        : new RegExp(`${word}\\D*${count}|${fact}`, 'i').test(shown);
    };
    const missing = facts.filter((fact) => !isShown(fact));
    // The page says that the send starts with the approval.
    expect(missing.filter((fact) => fact !== 'immediately')).toEqual([]);
    expect(rows.map(([name]) => name)).toEqual(expect.arrayContaining([...names]));
    expect(await textOf(app, '#asked')).toMatch(/^Asked by token First token, program .*\. Open until .*\.$/);
  }
});

test('the app describes a change that sends no mail', async () => {
  await use('add_suppression', { email: 'hal@mailbox.dev' });
  const id = await asked('remove_suppression', { suppression: 'hal@mailbox.dev' });
  const [app, page] = [await appOf(id), await pageOf(id)];
  const changes = await textOf(app, '#changes');
  expect(changes).toContain('hal@mailbox.dev');
  expect(await page.evaluate('document.querySelector("main").innerText')).toContain(changes);
  expect(await inApp(app, rowsIn('#facts'))).toEqual([]);
  await looksRight(app, 'approval-change');
});

test.each([
  { width: 390, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 820, theme: 'dark' },
  { width: 820, theme: 'light' },
])('the app is legible $width wide, $theme', async ({ width, theme }) => {
  const app = await appOf(
    await askedBatch({ markdown: `Hello {{firstName|you}}. ${'More. '.repeat(200)}` }),
    {
      width,
      theme,
    },
  );
  expect(await textOf(app, '#says')).toMatch(/^Beginning of the text for bob\d+@mailbox\.dev:$/);
  expect(await textOf(app, '#text')).toMatch(/^Hello you\. More.*more characters\]$/s);
  expect(await textOf(app, '#mail')).toContain('Its merge fields are filled in for each person.');
  expect(await textOf(app, '#page')).toContain('People with the role approver can decide this.');
  await looksRight(app, `approval-${width}-${theme}`);
});

test('axe finds no problem in the app, open or decided', async () => {
  const id = await askedBatch();
  for (const decision of [null, 'decline'] as const) {
    if (decision) await decide(id, decision, 'Not before Monday');
    // The app is its own host here, because axe can be put into it that way.
    const { structured } = await assistant.call('get_approval', { id });
    const on = await browser.open({ width: 390 });
    opened.push(on);
    await on.goto(`http://apps.example/app?${new URLSearchParams({ uri })}`);
    const answer = {
      jsonrpc: '2.0',
      method: 'ui/notifications/tool-result',
      params: { structuredContent: structured },
    };
    await on.evaluate(`postMessage(${JSON.stringify(answer)}, '*')`);
    await until(on, `document.getElementById('status').checkVisibility()`);
    expect(await axeFindings(on)).toEqual([]);
  }
});

async function decide(id: string, decision: string, word: string): Promise<void> {
  const page = await pageOf(id);
  await page.evaluate(`document.querySelector('[name=word]').value = ${JSON.stringify(word)}`);
  await page.follow(`button[value="${decision}"]`);
}

test('the app shows the state: the decider, the note, and the result', async () => {
  const declined = await askedBatch();
  await decide(declined, 'decline', 'Not before Monday');
  const approved = await askedBatch();
  await decide(approved, 'approve', '');
  for (const [id, said] of [
    [declined, /^Asked by .*\. Declined by Ada Lovelace, .*, with the note “Not before Monday”\.$/],
    [approved, /^Asked by .*\. Approved by Ada Lovelace, .*\. It succeeded\.$/],
  ] as const) {
    const app = await appOf(id);
    expect(await textOf(app, '#asked')).toMatch(said);
    await looksRight(app, 'approval-decided');
  }
});

test('the app decides nothing: its only button opens the page, also by keyboard', async () => {
  const id = await askedBatch();
  const app = await appOf(id);
  expect(await inApp(app, `document.querySelectorAll('button, a, form, input, [onclick]').length`)).toBe(1);
  expect(await textOf(app, '#address')).toBe(`${baseUrl}/console/approvals/${id}`);
  const isThere = () => inApp<boolean>(app, `document.activeElement.id === 'open'`);
  for (let tabs = 0; tabs < 10 && !(await isThere()); tabs += 1) await app.press('Tab');
  expect(await textOf(app, '#open')).toBe('Review and decide');
  await app.press('Enter');
  await until(app, 'host.opened.length === 1');
  expect(await app.evaluate('host.opened')).toEqual([`${baseUrl}/console/approvals/${id}`]);
  await settled(app);
  expect(await inApp(app, `document.getElementById('unopened').hidden`)).toBe(true);
  // If the host cannot open pages, the app shows the address.
  await app.evaluate('host.opens = { isError: true }');
  await app.press('Enter');
  await until(app, `!frames[0].document.getElementById('unopened').hidden`);
  expect((await assistant.call('get_approval', { id })).result.status).toBe('pending');
});

test('the app has no button if the host opens no page, and none to another site', async () => {
  const id = await askedBatch();
  const { structured } = await assistant.call('get_approval', { id });
  const hidden = async (answer: Json, can: string) =>
    await inApp(await appWith({ structured: answer }, { can }), `document.getElementById('open').hidden`);
  expect(await hidden(structured, 'openLinks')).toBe(false);
  expect(await hidden(structured, '')).toBe(true);
  for (const url of [
    'javascript:top.ran=1',
    'https://evil.example/',
    'no address',
    `data:,/console/approvals/${id}`,
  ]) {
    expect(await hidden({ ...structured, url }, 'openLinks')).toBe(true);
  }
});

test('the app loads the question if the answer contains only the state', async () => {
  const id = await askedBatch();
  await decide(id, 'decline', '');
  const without = await appOf(id, { tool: 'wait_for_approval' });
  expect(await inApp(without, `document.getElementById('does').hidden`)).toBe(true);
  expect(await textOf(without, '#now')).toContain('The page shows what it does.');
  const app = await appOf(id, { tool: 'wait_for_approval', can: 'openLinks serverTools' });
  await until(app, `!frames[0].document.getElementById('does').hidden`);
  expect(await textOf(app, '#facts')).toContain('3');
  const calls = await app.evaluate(
    `host.heard.filter(({ method }) => method === 'tools/call').map(({ params }) => params)`,
  );
  expect(calls).toEqual([{ name: 'get_approval', arguments: { id } }]);
});

test('the app says a remedy in words where the answer names a tool', async () => {
  const { structured } = await assistant.call('get_approval', { id: await askedBatch() });
  const warning = 'No postal_address is set, so the footer shows none; update_organization_settings sets it';
  const preview = { ...structured.preview, warnings: [warning] };
  const app = await appWith({ structured: { ...structured, preview } });
  await settled(app);
  const facts = await textOf(app, '#facts');
  expect(facts).toContain('set the postal address in the settings of the organization');
  expect(facts).not.toContain('update_organization_settings');
});

test('the app runs no scripts and hides marks and invisible characters in text from others', async () => {
  const attack = `"><img src=x onerror="top.__xss=1"><script>top.__xss=1</script>`;
  const id = await askedBatch();
  const { structured } = await assistant.call('get_approval', { id });
  const bad = `⟦${attack}\u202e⟧`;
  const app = await appWith({
    structured: {
      ...structured,
      status: 'constructor',
      tool: '__proto__',
      token: { id: 'x', name: bad },
      client: bad,
      word: bad,
      outcome: bad,
      asked_at: bad,
      preview: {
        ...structured.preview,
        from: bad,
        subjects: [bad],
        subjects_more: 1_495,
        text: bad,
        text_for: bad,
        to: [bad],
        delivery: 'toString',
        audience: bad,
        ab_test: bad,
        scheduled_at: bad,
        skipped: [{ reason: bad, count: 1 }],
        badges: [{ id: 'x', label: bad, severity: 'warn', host: bad }],
        warnings: [bad],
      },
    },
  });
  await settled(app);
  const text = await textOf(app, 'body');
  expect(text).toContain(attack);
  expect(text).toContain('and 1,495 more');
  expect(text).not.toMatch(/[⟦⟧\u202e]/);
  expect(await inApp(app, `document.querySelectorAll('img, a, body script').length`)).toBe(1);
  expect(await app.evaluate('[typeof window.__xss, typeof frames[0].__xss]')).toEqual([
    'undefined',
    'undefined',
  ]);
  expect(app.faults).toEqual([]);
});
