import { expect, test } from 'vitest';
import { openedSite } from '../../../src/surfaces/docs/documentation.ts';
import { docsRoutes } from '../../../src/surfaces/docs/routes.ts';
import type { HttpRequest, PublicRoute } from '../../../src/surfaces/http/request-response.ts';
import { shippedTexts } from '../../../src/surfaces/mcp/content/shipped-texts.ts';
import { v2Envelope } from '../../../src/surfaces/rest/v2/envelope.ts';
import { catalogue } from '../../../tools/index.ts';
import { baseUrl } from '../../world/platform.ts';

/** A `docs` folder that does not match its structure must not break the other pages. */

type Warning = { pages: readonly string[]; message: string };

/** Serves the documentation from the given files and records its warnings. */
function siteOn(texts: ReadonlyMap<string, string>) {
  const warnings: Warning[] = [];
  const doors = { envelopes: { v1: v2Envelope, v2: v2Envelope }, smtpReply: () => '', rateLimitDocs: '' };
  const routes = docsRoutes({
    opened: openedSite({ catalogue, baseUrl, doors, texts }),
    baseUrl,
    log: {
      warn(facts: unknown, message: string = '') {
        warnings.push({ pages: (facts as Warning).pages, message });
      },
    },
  });
  const get = async (path: string): Promise<{ status: number; text: string }> => {
    const own = routes.find((route) => route.path === path.split('?')[0]) as PublicRoute | undefined;
    const below = routes.find((route) => route.path === '/docs/*')!;
    const query = new URL(path, baseUrl).searchParams;
    const request = { path, query, headers: { accept: 'text/html' } } as unknown as HttpRequest;
    const rest = { '*': path.replace('/docs/', '') };
    const { status, body } = await (own ? own.answer(request, null, {}) : below.answer(request, null, rest));
    return { status, text: String(body) };
  };
  return { get, warnings };
}

const added = new Map([
  ...shippedTexts('docs'),
  ['reference/new-thing.md', '# A new thing\n\nIt glimmers in [sending](../sending.md).\n'],
  ['top.md', '---\ntitle: At the top\ndescription: A page beside the topics.\n---\nIts text.\n'],
]);

test('a page missing from the structure file is served at its address, outside the sidebar', async () => {
  const { get } = siteOn(added);
  const page = await get('/docs/reference/new-thing');
  expect(page.status).toBe(200);
  expect(page.text).toContain('<h1>A new thing</h1>');
  expect(page.text).toContain('<a href="/docs/sending">sending</a>');
  expect(page.text).not.toMatch(/aria-current|rel="(?:prev|next)"|<a href="\/docs\/reference\/new-thing">/);
  expect((await get('/docs/top')).text).toContain('Its text.');
  expect((await get('/docs/reference/new-thing.md')).text).toMatch(/^# A new thing\n/);
});

test('search and /llms.txt include the unplaced page, and every other page stays unchanged', async () => {
  const { get } = siteOn(added);
  const before = siteOn(shippedTexts('docs'));
  expect((await get('/docs/search?q=glimmers')).text).toContain('href="/docs/reference/new-thing"');
  expect((await get('/llms.txt')).text).toContain(
    `- [A new thing](${baseUrl}/docs/reference/new-thing.md): It glimmers in sending.`,
  );
  expect((await get('/llms-full.txt')).text).toContain('# At the top\n');
  for (const path of ['/docs', '/docs/sending', '/docs/errors/not_found'])
    expect(await get(path)).toEqual(await before.get(path));
});

test('the log warns about unplaced pages once, however often pages are requested', async () => {
  const { get, warnings } = siteOn(added);
  expect(warnings).toEqual([]);
  for (const path of ['/docs', '/docs/top', '/docs/sending', '/llms.txt']) await get(path);
  expect(warnings).toEqual([
    {
      pages: ['reference/new-thing', 'top'],
      message: expect.stringContaining('missing from the sidebar structure'),
    },
  ]);
});

test('an entry of the structure file without a page is skipped with a warning', async () => {
  const { get, warnings } = siteOn(
    new Map([...shippedTexts('docs')].filter(([file]) => file !== 'guides/smtp.md')),
  );
  expect((await get('/docs')).text).not.toContain('/docs/guides/smtp"');
  expect((await get('/docs/guides/smtp')).status).toBe(404);
  expect((await get('/docs/sending')).status).toBe(200);
  expect(warnings).toEqual([{ pages: ['guides/smtp'], message: expect.stringContaining('do not exist') }]);
});

test('the shipped folder matches its structure file', async () => {
  const { get, warnings } = siteOn(shippedTexts('docs'));
  await get('/docs');
  expect(warnings).toEqual([]);
});
