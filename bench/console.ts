import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { addPerson } from '../src/engine/people/manage-people.ts';
import { beginSession } from '../src/engine/people/sessions.ts';
import { OrganizationStore } from '../src/store/store.ts';
import { nav } from '../src/surfaces/console/pages/index.ts';
import { sessionCookie } from '../src/surfaces/http/session-cookie.ts';
import { coverLists } from './lists.ts';
import { openPlatform } from './platform.ts';
import { seeded, seedLists } from './seed-lists.ts';
import { median, type Row, whole } from './table.ts';

/** For a small run: `CONSOLE_SUBSCRIBERS=20000 CONSOLE_MAILS=40000 npm run bench -- console`. */
const subscribers = Number(process.env.CONSOLE_SUBSCRIBERS ?? 1_000_000);
const mails = Number(process.env.CONSOLE_MAILS ?? 10_000_000);
/** Database kept between runs, because seeding takes minutes. */
const keptFile = process.env.CONSOLE_FILE;
const calls = 9;
const serverMsMax = 50;
const firstLoadKiBMax = 40;
const kibibyte = 1024;
const lastEmail = `eml_${String(mails - 1).padStart(26, '0')}`;

const pages: readonly string[] = [
  ...nav.map(({ href }) => href).filter((href) => href.startsWith('/console')),
  '/console?period=month',
  '/console/emails?query=windmill',
  '/console/emails?query=nothing-like-it',
  '/console/emails?last_event=complained',
  `/console/emails/${lastEmail}`,
  `/console/campaigns/${seeded.campaign}/report`,
  '/console/subscribers?query=zebulon',
  `/console/subscribers/sub_${'7'.padStart(26, '0')}`,
  `/console/segments/${seeded.segments.attribute}`,
  '/console/settings/audit-log',
  '/console/search?q=zebulon',
  '/console/search?q=reader-9%40mailbox.dev',
];

/** Measures the time of the server for each page of the console, and the bytes of a first visit, in a large organization. */
export async function measureConsole(folder: string): Promise<Row[]> {
  const file = keptFile ?? join(folder, 'console.sqlite');
  if (!existsSync(file)) {
    const { platform } = await openPlatform({ database: file, organizations: 1 });
    await platform.close();
    seedLists(file, { subscribers, mails });
    await coverLists(file);
  }
  const { platform } = await openPlatform({ database: file, organizations: 0 });
  platform.setPhase('ready');
  const { engine } = platform;
  try {
    const at = await signIn(engine);
    const rows: Row[] = [];
    for (const path of pages) {
      const times: number[] = [];
      let bytes = 0;
      for (let call = 0; call < calls; call += 1) {
        const from = performance.now();
        const { status, text } = await at(platform, path);
        times.push(performance.now() - from);
        if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`);
        bytes = brotliCompressSync(text).length;
      }
      process.stderr.write(`${path}: ${median(times).toFixed(1)} ms\n`);
      rows.push({
        what: path,
        measured: `${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)} ms`,
        beside: `${(bytes / kibibyte).toFixed(1)} KiB brotli`,
        goal: `${serverMsMax} ms`,
      });
    }
    return [...(await firstLoad(at, platform)), ...rows];
  } finally {
    await platform.close();
  }
}

type Asked = (
  platform: { http: { fetch(request: Request): Promise<Response> } },
  path: string,
) => Promise<{ status: number; text: string }>;

async function signIn(
  engine: Awaited<ReturnType<typeof openPlatform>>['platform']['engine'],
): Promise<Asked> {
  const now = engine.world.clock.now();
  const { baseUrl } = engine.settings;
  const secret = await engine.store.database.transaction(async (queries) => {
    const newest = await queries.get<{ key: number }>('SELECT max(key) AS key FROM organizations', []);
    const store = new OrganizationStore(queries, newest!.key);
    const made = { name: 'Ada', email: null, emailKey: null, roles: ['admin' as const] };
    const person = await addPerson(engine, store, made, now);
    return await beginSession(engine, store, person, 'machine', { client: 'bench', requestId: 'bench' });
  });
  const [cookie = ''] = sessionCookie(secret, baseUrl).split(';');
  return async (platform, path) => {
    // The console answers a loopback address with a redirect to this name.
    const headers = { host: 'localhost', cookie };
    const response = await platform.http.fetch(new Request(baseUrl + path, { headers }));
    return { status: response.status, text: await response.text() };
  };
}

/** Home with its stylesheet, script and icon. */
async function firstLoad(at: Asked, platform: Parameters<Asked>[0]): Promise<Row[]> {
  const { text } = await at(platform, '/console');
  const files = [...text.matchAll(/(?:href|src)="(\/console\/assets\/[^"]+)"/g)].map(([, path]) => path!);
  const parts = [text, ...(await Promise.all(files.map(async (path) => (await at(platform, path)).text)))];
  const kib = parts.map((part) => brotliCompressSync(part).length / kibibyte);
  const sum = kib.reduce((total, part) => total + part, 0);
  return [
    {
      what: `A first visit to Home: page, stylesheet, script and icon, compressed (${whole(subscribers)} subscribers, ${whole(mails)} mails)`,
      measured: `${sum.toFixed(1)} KiB brotli`,
      beside: kib.map((part) => part.toFixed(1)).join(' + '),
      goal: `${firstLoadKiBMax} KiB`,
    },
  ];
}
