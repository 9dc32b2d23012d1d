import { nav, pages } from '../../../src/surfaces/console/pages/index.ts';
import { crawl } from '../../surfaces/console/crawl.ts';
import { personIn, signedIn } from '../../surfaces/console/scene.ts';
import type { FilledConsole } from './filled.ts';

/** Rows of the table that show no page. */
export const otherAnswers: Readonly<Record<string, string>> = {
  '/console/approvals/:id/mails/:number': 'frame of a mail',
  '/console/emails/:id/content': 'frame of a mail',
  '/console/emails/:id/source': 'file',
  '/console/emails/:id/attachments/:n': 'file',
  '/console/campaigns/new/frame': 'frame of a mail',
  '/console/campaigns/:id': 'redirect',
  '/console/campaigns/:id/frame': 'frame of a mail',
  '/console/campaigns/:id/report/details': 'part of a page',
  '/console/templates/new/frame': 'frame of a mail',
  '/console/templates/:id/frame': 'frame of a mail',
  '/console/imports/:id/errors.csv': 'file',
  '/console/workflows/:id/activate/mails/:number': 'frame of a mail',
  '/console/domains/:id/zone': 'file',
  '/console/branding-preview': 'frame of a page for recipients',
  '/console/account': 'redirect',
  '/console/people': 'redirect',
  '/console/people/:id': 'redirect',
  '/console/runs/:id': 'redirect',
  '/console/live': 'stream',
};

/** Rows of the page table that show a page to a signed-in person. */
export const rows = pages
  .filter(({ method, access, path }) => method === 'GET' && access !== 'open' && !(path in otherAnswers))
  .map(({ path }) => path as string);

/** Finds the first path of each row that a link or a form leads to. */
export async function findPaths(scene: FilledConsole): Promise<ReadonlyMap<string, string>> {
  const { platform, ids } = scene;
  const admin = await signedIn(
    platform,
    await personIn(platform, await scene.organization(), { email: null }),
  );
  const entries = nav.map(({ href }) => href).filter((href) => href.startsWith('/console'));
  const found = await crawl(admin, entries, platform);
  const first = new Map<string, string>([
    ['/console/search', '/console/search?q=news'],
    ['/console/campaigns/:id/ab-test', `/console/campaigns/${ids.draft}/ab-test`],
    ['/console/campaigns/:id/audience', `/console/campaigns/${ids.draft}/audience`],
    ['/console/campaigns/:id/review', `/console/campaigns/${ids.draft}/review`],
    ['/console/workflows/:id/activate/history', `/console/workflows/${ids.workflow}/activate/history`],
    ['/console/approvals/:id/alike', `/console/approvals/${ids.erasure}/alike`],
    ['/console/assistants/:id', `/console/assistants/${ids.assistant}`],
  ]);
  for (const [path, { status }] of found.pages) {
    const row = rowOf(path);
    if (status === 200 && row !== undefined && !first.has(row)) first.set(row, path);
  }
  return first;
}

/** Returns the row of a path. Words in a row are stronger than its parameters. */
function rowOf(path: string): string | undefined {
  const [plain = ''] = path.split('?');
  const parameters = (row: string) => row.split(':').length;
  return rows
    .filter((row) => new RegExp(`^${row.replaceAll(/:\w+/g, '[^/]+')}$`).test(plain))
    .toSorted((a, b) => parameters(a) - parameters(b))[0];
}
