import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readPage } from '../../surfaces/console/crawl.ts';
import { personIn, signedIn } from '../../surfaces/console/scene.ts';
import type { Page } from '../browser.ts';
import { baseUrl, type Console, openConsole } from '../scenes/open-console.ts';
import { hostileMails } from './hostile-mails.ts';

/**
 * Captured mails of attackers in the inbox and among the emails: nothing in them runs or loads. Each day tries another
 * fourth of the mails, because all of them take four minutes; `LONG=1 npm run test:pages` tries all.
 */
const shares = process.env.LONG === '1' ? 1 : 4;
const share = process.env.SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', '');
const mails = hostileMails.filter((_, index) => index % shares === Number(share) % shares);

let scene: Console;
let page: Page;
const ids: string[] = [];

beforeAll(async () => {
  scene = await openConsole({ sendingEnabled: false });
  const { platform } = scene;
  // The verifier would refuse many of the mails; the pages must be safe without the verifier.
  await scene.use('update_organization', { id: platform.organization.id, verify_transactional: 'off' });
  for (const [index, { header, body }] of mails.entries()) {
    const to = `reader${index}@mailbox.dev`;
    const caller = platform.caller('smtp', await scene.organization());
    const lines = ['From: "<b>Eve</b>" <eve@acme.dev>', `To: ${to}`, ...header];
    const message = {
      sender: 'eve@acme.dev',
      recipients: [{ address: to }],
      header: `${lines.join('\r\n')}\r\n`,
      body: `${body}\r\n`,
      protocol: 'ESMTPSA',
    };
    const { output } = await platform.call('submit_message', message, { caller });
    ids.push((output as { ids: string[] }).ids[0]!);
    await platform.clock.advance(1_000);
  }
  await platform.deliver();
  page = await scene.signIn();
  await page.prepare(`addEventListener('message', ({ data }) => { window.said = data; })`);
});
beforeEach(async () => {
  happened.clear();
  page.faults.length = 0;
  await scene.platform.clock.advance(60_000);
});
afterAll(() => scene?.close());

/** Blocked by the policy or the sandbox: proof that it was tried, and that it did not happen. */
const blocked =
  /^(?:Refused|Blocked|Unsafe attempt|Not allowed)|Content Security Policy|sandboxed|may not be used as base|attachShadow$/;
const faultsOf = () => page.faults.filter((fault) => !blocked.test(fault) && !fault.startsWith('{"code":'));
const reachedHosts = () => scene.browser.refused.filter((host) => host.includes('evil'));

/** Runs, foreign hosts and reports of the browser other than blocked attempts, each with its mail. */
const happened = new Set<string>();

async function look(name: string): Promise<void> {
  const ran = await page.evaluate<string>('String(window.ran ?? window.said ?? "")');
  for (const one of [...(ran === '' ? [] : [`ran ${ran}`]), ...faultsOf(), ...reachedHosts()]) {
    happened.add(`${name}: ${one.trim()}`);
  }
  page.faults.length = 0;
}

function nothingHappened(): void {
  expect([...happened]).toEqual([]);
}

async function open(path: string): Promise<void> {
  expect([path, await page.goto(baseUrl + path)]).toEqual([path, 200]);
  expect(await page.evaluate('location.pathname + location.search')).toBe(path);
}

test(`the inbox has every mail of its share of more than 200 (seed ${share})`, () => {
  expect(hostileMails.length).toBeGreaterThanOrEqual(200);
  expect(ids.length).toBeGreaterThanOrEqual(200 / shares);
});

test('no preview on a desktop or a phone runs or loads anything', async () => {
  for (const [index, id] of ids.entries()) {
    if (index % 50 === 0) await scene.platform.clock.advance(60_000);
    await open(`/console/inbox/${id}`);
    await page.evaluate('document.querySelector(".preview input[value=phone]").click()');
    await look(`inbox ${index}`);
  }
  nothingHappened();
});

test('no mail runs or loads anything in the dark, without images, or in a frame without a sandbox', async () => {
  for (let start = 0; start < ids.length; start += 30) {
    await scene.platform.clock.advance(60_000);
    await open(`/console/inbox/${ids[0]}`);
    const some = ids.slice(start, start + 30);
    const frames = ['dark', 'no-images', 'light'].flatMap((look) =>
      some.map((id) => `/console/emails/${id}/content?as=${look}`),
    );
    const shown = await page.evaluate<number>(`(async () => {
      const first = document.querySelector('.stage iframe');
      const loads = ${JSON.stringify(frames)}.map((src) => new Promise((resolve) => {
        const frame = first.cloneNode();
        frame.loading = 'eager';
        // The policy of the mail alone must hold.
        if (src.endsWith('light')) frame.removeAttribute('sandbox');
        frame.src = src;
        frame.onload = resolve;
        first.after(frame);
      }));
      return (await Promise.all(loads)).length;
    })()`);
    expect(shown).toBe(frames.length);
    await look(`frames from ${start}`);
  }
  nothingHappened();
});

const parts = ['', '?part=text', '?part=source', '?part=headers', '?part=attachments', '?part=preview'];
const places = ['inbox', 'emails'].flatMap((place) => parts.map((part) => [place, part] as const));

test('no text, source, headers or attachments of a mail run or load anything', async () => {
  // Every third mail in Chromium; the next test reads all of them.
  for (const [index, id] of ids.entries()) {
    if (index % 50 === 0) await scene.platform.clock.advance(60_000);
    if (index % 3 !== 0) continue;
    const [place, part] = places[(index / 3) % places.length]!;
    await open(`/console/${place}/${id}${part}`);
    await look(`${place} ${index}${part}`);
  }
  nothingHappened();
});

test('no page about a mail contains markup of the mail', async () => {
  const { platform } = scene;
  const reader = await signedIn(
    platform,
    await personIn(platform, await scene.organization(), { email: null }),
  );
  const faults: string[] = [];
  for (const [index, id] of ids.entries()) {
    if (index % 8 === 0) await platform.clock.advance(60_000);
    for (const [place, part] of places.filter(([place, part]) => place === 'emails' || part === '')) {
      const { status, text } = await reader.get(`/console/${place}/${id}${part}`);
      faults.push(
        ...(status === 200 ? readPage(text).faults : [`status ${status}`]).map(
          (fault) => `${index} ${place}${part}: ${fault}`,
        ),
      );
    }
  }
  expect(faults).toEqual([]);
});
