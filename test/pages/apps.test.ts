import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { type AppHost, serveApps } from './app-host.ts';
import { inApp, looksRight, picture, press, settled, textOf, until } from './app-shown.ts';
import { type Browser, launchBrowser, type Page, type Visitor } from './browser.ts';

/** The apps as a person sees them in an assistant’s client: in a frame, with a tool’s answer. */

let platform: SimulatedPlatform;
let host: AppHost;
let browser: Browser;
let page: Page | null = null;

beforeAll(async () => {
  platform = await openPlatform();
  host = await serveApps();
  const here = `127.0.0.1:${host.port}`;
  browser = await launchBrowser({ 'apps.example:80': here, 'evil.example:80': here });
});
afterEach(async () => {
  await page?.close();
  page = null;
  host.reached.length = 0;
});
afterAll(async () => {
  await browser?.close();
  await host.close();
  await platform.close();
});

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
async function use(tool: string, input: unknown): Promise<any> {
  return (await platform.call(tool, input)).output;
}

/** Opens an app in its host and gives it an answer. */
async function shown(
  app: 'email-preview' | 'campaign-report',
  answer: unknown,
  { theme, careless, ...visitor }: Visitor & { theme?: string; careless?: boolean } = {},
): Promise<Page> {
  page = await browser.open({ width: 820, ...visitor });
  const query = new URLSearchParams({
    uri: `ui://posthouse/${app}`,
    ...(theme && { theme }),
    ...(careless && { careless: '' }),
  });
  await page.goto(`http://apps.example/host?${query}`);
  await until(page, 'host.ready');
  await page.evaluate(`host.result(${JSON.stringify(answer)})`);
  await until(page, `frames[0].document.getElementById('state').hidden`);
  return page;
}

const newsletter = `# Spring at the mill

Hello {{firstName|there}}, the river is high and the **new flour** is here.

> Stone-ground on Tuesday, in your kitchen by Friday.

[See the flours](https://mill.example/flours)

| Flour | Price |
| --- | --- |
| Rye | 4.20 |
| Spelt, {{attributes.size}} | 5.10 |

[Unsubscribe]({{unsubscribeUrl}})`;

async function previewOf(changes: object = {}, more: object = {}): Promise<Record<string, unknown>> {
  const { id } = await use('create_campaign', {
    name: 'Spring',
    subject: 'New flour is here, {{firstName|friend}}',
    preview: 'The river is high',
    fromEmail: 'news@mill.example',
    fromName: 'The Mill',
    markdown: newsletter,
    ...changes,
  });
  return await use('preview_campaign', { campaignId: id, ...more });
}

describe('the preview of a mail', () => {
  test.each(['light', 'dark'])('shows desktop, phone, dark mode and text (%s)', async (theme) => {
    await use('create_subscriber', { email: `ada-${theme}@example.com`, firstName: 'Ada' });
    const answer = await previewOf({}, { subscriber: `ada-${theme}@example.com` });
    const on = await shown('email-preview', answer, { theme });
    expect(await textOf(on, 'h1')).toBe('New flour is here, Ada');
    expect(await textOf(on, '#lines')).toContain('The Mill <news@mill.example>');
    expect(await textOf(on, '#notes')).toContain('attributes.size');
    expect(await inApp(on, `document.getElementById('mail').getAttribute('sandbox')`)).toBe('');
    expect(await inApp(on, `document.getElementById('mail').srcdoc`)).toContain('Hello Ada');
    await looksRight(on, `mail-desktop-${theme}`);
    await press(on, 'phone');
    expect(await inApp(on, `document.getElementById('mail').clientWidth`)).toBe(375);
    await looksRight(on, `mail-phone-${theme}`);
    await press(on, 'night');
    await looksRight(on, `mail-phone-night-${theme}`);
    await inApp(on, `document.getElementById('mail').seen = true`);
    await press(on, 'plain');
    expect(await textOf(on, '#text')).toContain('Hello Ada, the river is high');
    expect(await inApp(on, `document.getElementById('mail').checkVisibility()`)).toBe(false);
    await looksRight(on, `mail-text-${theme}`);
    // A frame that was hidden stays blank when it is filled again: the next view uses another frame.
    await press(on, 'desktop');
    expect(await inApp(on, `document.getElementById('mail').seen ?? 'another'`)).toBe('another');
    expect(host.reached).toEqual([]);
  });

  test('shows a mail that was already sent, on a narrow screen', async () => {
    const { id } = await use('send_email', {
      from: 'Acme <hello@acme.example>',
      to: 'ada@example.com',
      subject: 'Your receipt',
      html: '<style>@media (prefers-color-scheme:dark){body{background:#000;color:#fff}}</style><h2>Thank you</h2><img src="https://evil.example/logo.png" alt="Acme" width="120" height="40"><p>Order 7 is on its way.</p>',
    });
    const on = await shown('email-preview', await use('get_email', { id }), { width: 390 });
    expect(await textOf(on, 'h1')).toBe('Your receipt');
    await looksRight(on, 'mail-sent-390');
    await press(on, 'night');
    const page = await inApp<string>(on, `document.getElementById('mail').srcdoc`);
    expect([page.includes('prefers-color-scheme'), page.includes('invert')]).toEqual([false, false]);
    await looksRight(on, 'mail-sent-390-night');
  });

  test('shows findings and what to do about them', async () => {
    const badges = [
      { id: 'cold_email.opening', label: 'It reads as a first approach', severity: 'block', path: 'content' },
      { id: 'phishing.embedded_form', label: 'A form is in the message', severity: 'warn', path: 'content' },
      {
        id: 'own.rule',
        label: 'Ask the brand team',
        severity: 'info',
        guidance: 'They answer within a day.',
      },
    ];
    const on = await shown('email-preview', { ...(await previewOf()), badges });
    expect(await textOf(on, '#badges')).toMatch(
      /Blocked.*Warning.*Link to a page on your own domain.*Note.*within a day/s,
    );
    await looksRight(on, 'mail-badges');
  });

  test('loads the complete mail from its link if the answer was truncated', async () => {
    const answer = await previewOf();
    page = await browser.open({ width: 820 });
    await page.goto(`http://apps.example/host?uri=${encodeURIComponent('ui://posthouse/email-preview')}`);
    await until(page, 'host.ready');
    await page.evaluate(`host.resources['posthouse://emails/1/html'] = '⟦<p>The whole of it</p>⟧'`);
    const link = {
      type: 'resource_link',
      uri: 'posthouse://emails/1/html',
      name: 'html',
      mimeType: 'text/html',
    };
    const cut = { ...answer, html: '⟦<p>The whole…⟧' };
    const content = [{ type: 'text', text: JSON.stringify(cut) }, link];
    await page.evaluate(`host.result(${JSON.stringify(cut)}, ${JSON.stringify({ content })})`);
    await until(page, `frames[0].document.getElementById('mail').srcdoc.includes('The whole of it')`);
    expect(await inApp(page, `document.getElementById('mail').srcdoc`)).not.toContain('⟧');
  });

  const hostile = `<meta http-equiv="refresh" content="0;url=http://evil.example/refresh">
    <base href="http://evil.example/"><link rel="stylesheet" href="http://evil.example/style.css">
    <style>@import url(http://evil.example/import.css);body{background:url(http://evil.example/ground.png)}</style>
    <script>window.__xss=1;top.__xss=1;parent.__xss=1;fetch('http://evil.example/fetch')</script>
    <img src="http://evil.example/pixel.png" onerror="top.__xss=1"><img src=x onerror="top.__xss=1">
    <svg onload="top.__xss=1"><image href="http://evil.example/svg.png"/><script>top.__xss=1</script></svg>
    <iframe src="http://evil.example/frame"></iframe><iframe srcdoc="<script>top.__xss=1</script>"></iframe>
    <form action="http://evil.example/form" method="get"><input name="a" autofocus onfocus="top.__xss=1"><button id="go">Go</button></form>
    <a id="js" href="javascript:top.__xss=1" target="_top">one</a><a href="http://evil.example/top" target="_top">two</a>
    <video src="http://evil.example/video" autoplay></video><object data="http://evil.example/object"></object>
    <p style="background-image:url(http://evil.example/inline.png)">The end</p>`;

  test.each([false, true])(
    'blocks everything in a hostile mail (in a careless host: %s)',
    async (careless) => {
      const text = '</pre><script>top.__xss=1</script><img src=x onerror="top.__xss=1">';
      const attack = `"><img src=x onerror="top.__xss=1"><script>top.__xss=1</script>`;
      const badge = {
        id: '__proto__',
        label: attack,
        severity: 'constructor',
        path: attack,
        guidance: attack,
      };
      const answer = {
        object: 'email',
        subject: attack,
        from: attack,
        to: [attack],
        preview: attack,
        html: hostile,
        text,
        warnings: [attack],
        badges: [badge],
        events: [{ data: { warnings: [{ message: attack }] } }],
      };
      const on = await shown('email-preview', answer, { careless });
      for (const id of ['phone', 'night', 'plain', 'desktop']) {
        await press(on, id);
        await settled(on);
      }
      expect(await textOf(on, 'h1')).toBe(attack);
      expect(await textOf(on, '#badges')).toContain(attack);
      expect(await inApp(on, `document.querySelectorAll('img, script').length`)).toBe(1);
      await press(on, 'night');
      await settled(on);
      await picture(on, 'mail-hostile');
      // The frame has not moved, whatever is clicked in it.
      const place = await on.evaluate<{ x: number; y: number }>(
        `(({ left, top }) => ({ x: left + 40, y: top + 30 }))(frames[0].document.getElementById('mail').getBoundingClientRect())`,
      );
      for (let down = 0; down < 300; down += 30) await on.clickAt(place.x, place.y + down);
      await settled(on);
      expect(await on.evaluate('[typeof window.__xss, typeof frames[0].__xss]')).toEqual([
        'undefined',
        'undefined',
      ]);
      expect(await on.evaluate('[location.pathname, frames[0].location.pathname]')).toEqual([
        '/host',
        '/app',
      ]);
      expect(host.reached).toEqual([]);
      await picture(on, 'mail-hostile-clicked');
    },
  );

  test('works by keyboard alone and shows the focus', async () => {
    const on = await shown('email-preview', await previewOf());
    const focused = () => inApp<string>(on, 'document.activeElement.id');
    for (let tabs = 0; (await focused()) !== 'phone'; tabs += 1) {
      expect(tabs).toBeLessThan(10);
      await on.press('Tab');
    }
    expect(await inApp(on, 'getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await on.press('Enter');
    expect(await inApp(on, `document.getElementById('phone').getAttribute('aria-pressed')`)).toBe('true');
  });
});

/** Numbers of a large campaign. */
function report(changes: object = {}): Record<string, unknown> {
  const buckets = Array.from({ length: 43 }, (_, index) => {
    const opened = Math.round(2_600 * Math.exp(-index / 6) * (1 + 0.35 * Math.sin(index * 1.05)));
    const from = new Date(Date.UTC(2027, 4, 4, 8) + index * 4 * 3_600_000).toISOString();
    return { from, sent: index < 2 ? 24_000 - index * 9_000 : 0, opened, clicked: Math.round(opened * 0.22) };
  });
  const rate = (name: string, part: number | null, count: number, of: string, denominator: number) => ({
    name,
    rate: part,
    count,
    of,
    denominator,
  });
  return {
    object: 'campaign_report',
    campaignId: 'cmp_01kb3k7f5d2c8n1r4s6t9v0w3x',
    name: 'Spring at the mill',
    subject: 'New flour is here, {{firstName|friend}}',
    status: 'SENT',
    paused: false,
    startedAt: '2027-05-04T08:00:00.000Z',
    sentAt: '2027-05-04T13:12:00.000Z',
    totals: {
      recipients: 40_000,
      sent: 39_000,
      delivered: 38_600,
      opened: 15_900,
      clicked: 3_500,
      unsubscribed: 140,
      bounced: 400,
      complained: 6,
      failed: 0,
      skipped: 600,
      human: { opened: 15_900, clicked: 3_500 },
      machine: { opened: 6_100, clicked: 900 },
    },
    skipped: [
      { reason: 'unsubscribed', count: 410 },
      { reason: 'suppressed', count: 150 },
      { reason: 'after_acceptance', count: 40 },
    ],
    rates: [
      rate('delivered', 0.9897, 38_600, 'sent', 39_000),
      rate('opened', 0.4077, 15_900, 'reached', 39_000),
      rate('clicked', 0.0897, 3_500, 'reached', 39_000),
      rate('clicked_of_opened', 0.2201, 3_500, 'opened', 15_900),
      rate('unsubscribed', 0.0036, 140, 'reached', 39_000),
      rate('bounced', 0.0102, 400, 'attempted', 39_400),
      rate('complained', 0.0002, 6, 'reached', 39_000),
    ],
    series: { from: buckets[0]!.from, until: '2027-05-11T12:00:00.000Z', bucketMinutes: 240, buckets },
    links: [
      { url: 'https://mill.example/flours?utm_source=spring', people: 2_310, redirectedTo: null },
      { url: 'https://mill.example/recipes', people: 870, redirectedTo: null },
    ],
    bounces: [
      { type: 'hard', kind: 'mailbox', count: 310, sample: '⟦550 5.1.1 The email account does not exist⟧' },
      { type: 'soft', kind: 'full', count: 90, sample: null },
    ],
    variants: [
      {
        variant: 0,
        name: 'Plain',
        subject: 'New flour is here',
        sent: 4_000,
        delivered: 3_960,
        opened: 1_400,
        clicked: 300,
        openRate: 0.35,
        clickRate: 0.075,
        winner: false,
      },
      {
        variant: 1,
        name: 'By name',
        subject: 'New flour is here, {{firstName|friend}}',
        sent: 35_000,
        delivered: 34_640,
        opened: 14_500,
        clicked: 3_200,
        openRate: 0.4143,
        clickRate: 0.0914,
        winner: true,
      },
    ],
    read: { recipients: 40_000, of: 40_000 },
    notes: [],
    ...changes,
  };
}

describe('the report of a campaign', () => {
  test.each([
    ['light', 820],
    ['dark', 820],
    ['light', 390],
  ] as const)('shows numbers, times, links and variants (%s, %i pixels)', async (theme, width) => {
    const on = await shown('campaign-report', report(), { theme, width });
    expect(await textOf(on, 'h1')).toBe('Spring at the mill');
    expect(await textOf(on, '#tiles')).toMatch(/Opened\s+40\.8%\s+15,900 of 39,000 reached/);
    expect(await inApp(on, `document.querySelector('#chart svg desc').textContent`)).toMatch(
      /people opened and .* clicked/,
    );
    expect(await inApp(on, `document.querySelectorAll('#buckets tbody tr').length`)).toBe(43);
    expect(await textOf(on, '#variants')).toMatch(/By name\s+✓ Winner/);
    expect(await textOf(on, '#bounces')).not.toContain('⟦');
    expect(await textOf(on, '#human')).toMatch(/15,900\s+6,100/);
    await looksRight(on, `report-${theme}-${width}`);
  });

  test('draws the periods that an answer omits, because they have no counts', async () => {
    const { series } = report() as { series: { buckets: object[] } };
    const few = { ...series, buckets: series.buckets.filter((_, index) => [0, 1, 9].includes(index)) };
    const on = await shown('campaign-report', report({ series: few }));
    expect(await textOf(on, 'h1')).toBe('Spring at the mill');
    expect(await inApp(on, `document.querySelectorAll('#chart svg g').length`)).toBe(43);
    expect(await inApp(on, `document.querySelectorAll('#buckets tbody tr').length`)).toBe(3);
  });

  test('shows a small campaign as the tool returns it', async () => {
    for (const name of ['open', 'open+2', 'bounce', 'plain']) {
      await use('create_subscriber', { email: `${name}@example.net` });
    }
    const { id } = await use('create_campaign', {
      name: 'Small',
      subject: 'Hello',
      fromEmail: 'news@mill.example',
      markdown: newsletter,
    });
    const empty = await shown('campaign-report', await use('get_campaign_report', { campaignId: id }));
    expect(await textOf(empty, '#notes')).toBe('Sending has not started, so there are no results yet');
    await looksRight(empty, 'report-draft');
    await empty.close();
    await use('send_campaign', { campaignId: id });
    await platform.deliver();
    const on = await shown('campaign-report', await use('get_campaign_report', { campaignId: id }), {
      dark: true,
    });
    expect(await textOf(on, '#bounces')).toContain('mailbox (hard)');
    await looksRight(on, 'report-small-dark');
  });

  test('runs no script from the mail', async () => {
    const attack = `"><img src=x onerror="top.__xss=1"><script>top.__xss=1</script>`;
    const sample = { type: attack, kind: attack, count: 1, sample: attack };
    const on = await shown(
      'campaign-report',
      report({
        name: attack,
        subject: attack,
        status: 'constructor',
        notes: [attack],
        links: [
          {
            url: `javascript:top.__xss=1//${attack}`,
            people: 1,
            redirectedTo: `javascript:top.__xss=1//${attack}`,
          },
        ],
        bounces: [sample],
        skipped: [{ reason: attack, count: 1 }],
        rates: [{ name: '__proto__', rate: 1, count: 1, of: attack, denominator: 1 }],
      }),
    );
    expect(await textOf(on, 'h1')).toBe(attack);
    expect(await inApp(on, `document.querySelectorAll('img, a').length`)).toBe(0);
    expect(await on.evaluate('[typeof window.__xss, typeof frames[0].__xss]')).toEqual([
      'undefined',
      'undefined',
    ]);
    expect(on.faults).toEqual([]);
  });
});

test('an app obeys only its host: theme, size, ping and teardown', async () => {
  const on = await shown('campaign-report', report(), { theme: 'light' });
  const ground = () => inApp<string>(on, 'getComputedStyle(document.body).backgroundColor');
  expect(await ground()).toBe('rgb(255, 255, 255)');
  await on.evaluate(
    `host.tell({ method: 'ui/notifications/host-context-changed', params: { theme: 'dark' } })`,
  );
  await until(on, `frames[0].document.documentElement.dataset.theme === 'dark'`);
  expect(await ground()).toBe('rgb(30, 33, 38)');
  await on.evaluate(`host.tell({ id: 'a', method: 'ping' })`);
  await on.evaluate(`host.tell({ id: 'b', method: 'tools/list' })`);
  await on.evaluate(`host.tell({ id: 'c', method: 'ui/resource-teardown', params: {} })`);
  await until(on, 'host.answers.length === 3');
  expect(await on.evaluate('host.answers')).toMatchObject([
    { id: 'a', result: {} },
    { id: 'b', error: { code: -32601 } },
    { id: 'c', result: {} },
  ]);
  expect(
    await on.evaluate(`host.heard.slice(0, 2).map(({ method, params }) => [method, params.protocolVersion])`),
  ).toEqual([
    ['ui/initialize', '2026-01-26'],
    ['ui/notifications/initialized', null],
  ]);
  const sizes = await on.evaluate<{ height: number }[]>(
    `host.heard.filter(({ method }) => method === 'ui/notifications/size-changed').map(({ params }) => params)`,
  );
  expect(sizes.at(-1)!.height).toBeGreaterThan(600);
  // Another window that knows the frame is not its host.
  const message = {
    jsonrpc: '2.0',
    method: 'ui/notifications/tool-result',
    params: { structuredContent: report({ name: 'x' }) },
  };
  await on.evaluate(`(() => {
    const stray = document.body.appendChild(document.createElement('iframe'));
    stray.contentWindow.eval(${JSON.stringify(`parent.frames[0].postMessage(${JSON.stringify(message)}, '*')`)});
  })()`);
  await settled(on);
  expect(await textOf(on, 'h1')).toBe('Spring at the mill');
});
