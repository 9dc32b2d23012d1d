import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { getPriority } from 'node:os';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Turn } from '../../src/concurrency/fair-turns.ts';
import { type Body, markdownBytesMax } from '../../src/model/content/body.ts';
import { renderEmail } from '../../src/model/content/render.ts';
import { TookTooLong } from '../../src/model/content/run-within-limit.ts';
import { readMime } from '../../src/model/message/reading/read-mime.ts';
import type { UnreadContent } from '../../src/model/verification/unread-content.ts';
import { inPlaceCharactersMax, inPlaceLinesMax, inPlacePiecesMax } from '../../src/world/in-place.ts';
import { systemLog } from '../../src/world/log.ts';
import { type ProcessUsage, type ReadUsage, readSystemUsage } from '../../src/world/process-usage.ts';
import {
  foldersRead,
  type Rendering,
  RenderingBusy,
  renderedCharactersMax,
  SystemRendering,
} from '../../src/world/rendering.ts';
import { lookEveryMs, looksMax } from '../../src/world/watched-child.ts';
import { builtRenderChild } from './programs/built-program.ts';
import { childrenRunning } from './programs/child-programs.ts';
import { type SimulatedClock, simulatedClock } from './simulated/clock.ts';

const table = '|a|b|\n|-|-|\n|c|d|\n\n';
const paragraph = 'Dear {{firstName|friend}}, *this* is <b>one</b> paragraph.\n\n';
const large = paragraph.repeat(300);
/** Takes the parsers seconds. */
const bomb = `# For {{firstName}} & <all>\n\n${table.repeat(49_000)}`;
const mine: Turn = { tenant: 1, rank: 'send' };
const others: Turn = { tenant: 2, rank: 'send' };

const idleProcess: ProcessUsage = { processorMs: 0, memoryOctets: 0 };
const tooSlow: ProcessUsage = { processorMs: 1_000_000, memoryOctets: 0 };
const tooLarge: ProcessUsage = { processorMs: 0, memoryOctets: 2 ** 40 };

let clock: SimulatedClock;
let lines: { level: string; msg: string; why?: string }[];
let rendering: Rendering;
/** The measured usage of a child; null measures the real process. */
let usage: ProcessUsage | null;
let readUsage: ReadUsage;

beforeEach(() => {
  clock = simulatedClock();
  lines = [];
  usage = idleProcess;
  const log = systemLog({ level: 'warn', write: (line) => lines.push(JSON.parse(line)) });
  readUsage = async (pid) => usage ?? (await readSystemUsage(pid));
  rendering = new SystemRendering({ clock, log, readUsage, stepMsMax: null, program: builtRenderChild });
});
afterEach(() => rendering.close());

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function mail(source: string, kind: Body['kind'] = 'markdown') {
  return { body: { kind, source }, preview: 'A look inside', values: { firstName: 'Ada' } };
}

/**
 * A body whose rendering never ends, because the test stops the child process. Independent of machine speed.
 */
async function startedBomb(): Promise<{ rendered: ReturnType<Rendering['render']>; pid: number }> {
  await rendering.render(mail(large), mine);
  const rendered = rendering.render(mail(bomb), mine);
  rendered.catch(() => {});
  return { rendered, pid: await stoppedChild() };
}

/** Stops the child process once it has work. @returns its pid */
async function stoppedChild(): Promise<number> {
  await clock.waitedFor(lookEveryMs);
  const [pid] = childrenRunning('render-child');
  process.kill(pid!, 'SIGSTOP');
  return pid!;
}

test('a rendering child has a lower CPU priority than the server', async () => {
  await rendering.render(mail(large), mine);
  const [pid] = childrenRunning('render-child');
  expect(getPriority(pid)).toBeGreaterThan(getPriority());
});

test('the examples are above and below the limits as intended', () => {
  expect(large.length).toBeGreaterThan(inPlaceCharactersMax);
  expect(Buffer.byteLength(bomb)).toBeLessThan(markdownBytesMax);
});

describe('a large body', () => {
  test.each(['markdown', 'html'] as const)('in %s gives the same result as in place', async (kind) => {
    expect(await rendering.render(mail(large, kind), mine)).toEqual(await renderEmail(mail(large, kind)));
  });

  test('is rendered in turn, and each caller gets its own result', async () => {
    const sources = [1, 2, 3].map((number) => `# Number ${number}\n\n${large}`);
    const rendered = await Promise.all(sources.map((source) => rendering.render(mail(source), mine)));
    expect(rendered).toEqual(await Promise.all(sources.map((source) => renderEmail(mail(source)))));
  });

  test('leaves an idle child that exits, and the next body starts another child', async () => {
    const first = await rendering.render(mail(large), mine);
    const [pid] = childrenRunning('render-child');
    expect(clock.timers()).toBe(1);
    expect(await clock.advanceToNextTimer()).toBe(true);
    expect(clock.timers()).toBe(0);
    expect(await rendering.render(mail(large), mine)).toEqual(first);
    expect(childrenRunning('render-child')).not.toContain(pid);
  });
});

describe('a body that takes seconds to render', () => {
  test('delays neither small bodies nor large bodies of other organizations', async () => {
    const { rendered } = await startedBomb();
    let isRendered = false;
    const end = (): void => {
      isRendered = true;
    };
    void rendered.then(end, end);
    // Rendering in place would block the event loop, and a small body would wait.
    expect((await rendering.render(mail('# Small'), mine)).text).toContain('Small');
    expect((await rendering.render(mail(large), others)).text).toContain('Dear Ada');
    expect(isRendered).toBe(false);
  });

  test('becomes its plain source when its CPU time is used up, and the next body is rendered', async () => {
    const { rendered } = await startedBomb();
    const next = rendering.render(mail(large), mine);
    usage = tooSlow;
    await clock.advance(lookEveryMs);
    const { html, text } = await rendered;
    usage = idleProcess;
    expect(text).toMatch(/^# For Ada & <all>\n\n\|a\|b\|\n/);
    expect(html).toContain('># For Ada &amp; &lt;all&gt;\n\n|a|b|');
    expect(html).toContain('A look inside');
    expect(html.length + text.length).toBeLessThan(bomb.length);
    expect(lines).toMatchObject([{ why: 'too_slow' }]);
    expect(await next).toEqual(await renderEmail(mail(large)));
  });

  test('becomes its plain source when it uses too much memory', async () => {
    const { rendered } = await startedBomb();
    usage = tooLarge;
    await clock.advance(lookEveryMs);
    expect((await rendered).text).toMatch(/^# For Ada/);
    expect(lines).toMatchObject([{ why: 'out_of_memory' }]);
  });

  test('is measured by CPU time and memory of its own process', async () => {
    const { rendered, pid } = await startedBomb();
    const before = await readSystemUsage(pid);
    expect(before!.processorMs).toBeGreaterThan(0);
    expect(before!.memoryOctets).toBeGreaterThan(10_000_000);
    usage = null;
    // Each sample is of the real process, whatever the simulated time.
    const seen = clock.advance(lookEveryMs).then(() => readSystemUsage(pid));
    expect((await seen)!.processorMs).toBeGreaterThanOrEqual(before!.processorMs);
    usage = tooSlow;
    await clock.advance(lookEveryMs);
    await rendered;
  });
});

describe('a rendering process that', () => {
  test('is stopped for some seconds still returns its result afterwards', async () => {
    usage = null;
    await rendering.render(mail(large), mine);
    const [pid] = childrenRunning('render-child');
    process.kill(pid!, 'SIGSTOP');
    const other = `# Another\n\n${large}`;
    const rendered = rendering.render(mail(other), mine);
    await clock.advance(27 * lookEveryMs);
    process.kill(pid!, 'SIGCONT');
    expect(await rendered).toEqual(await renderEmail(mail(other)));
    expect(lines).toEqual([]);
  });

  test('hangs is stopped and reported as busy, without a verdict on the mail', async () => {
    usage = null;
    await rendering.render(mail(large), mine);
    const [pid] = childrenRunning('render-child');
    process.kill(pid!, 'SIGSTOP');
    const rendered = rendering.render(mail(`# Another\n\n${large}`), mine);
    const outcome = expect(rendered).rejects.toBeInstanceOf(RenderingBusy);
    await clock.advance(looksMax * lookEveryMs);
    await outcome;
    expect(await rendering.render(mail(large), mine)).toEqual(await renderEmail(mail(large)));
  });

  test('runs out of memory ends alone, and its mail becomes its plain source', async () => {
    const { rendered, pid } = await startedBomb();
    // V8's behaviour when it cannot allocate memory.
    process.kill(pid, 'SIGABRT');
    process.kill(pid, 'SIGCONT');
    expect((await rendered).text).toMatch(/^# For Ada/);
    expect(lines).toMatchObject([{ msg: expect.stringContaining('ended') }, { why: 'out_of_memory' }]);
    expect(await rendering.render(mail(large), mine)).toEqual(await renderEmail(mail(large)));
  });

  test('is killed from outside is reported as busy once and restarted', async () => {
    const { rendered, pid } = await startedBomb();
    process.kill(pid, 'SIGKILL');
    await expect(rendered).rejects.toBeInstanceOf(RenderingBusy);
    expect(await rendering.render(mail(large), mine)).toEqual(await renderEmail(mail(large)));
  });

  test('is killed repeatedly is restarted after a growing pause', async () => {
    const killed = async () => {
      const rendered = rendering.render(mail(bomb), mine);
      rendered.catch(() => {});
      await clock.waitedFor(lookEveryMs);
      while (childrenRunning('render-child').length === 0) await turns(1);
      process.kill(childrenRunning('render-child')[0]!, 'SIGKILL');
      await expect(rendered).rejects.toBeInstanceOf(RenderingBusy);
    };
    await killed();
    await killed();
    await expect(rendering.render(mail(large), mine)).rejects.toThrow('restarted shortly');
    await clock.advance(100);
    await killed();
    await clock.advance(100);
    await expect(rendering.render(mail(large), mine)).rejects.toThrow('restarted shortly');
    await clock.advance(100);
    expect((await rendering.render(mail(large), mine)).text).toContain('Dear Ada');
  });

  test('was started sees neither the environment nor the file descriptors of the server', async () => {
    await rendering.render(mail(large), mine);
    const [pid] = childrenRunning('render-child');
    expect(readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').filter(Boolean)).toEqual([
      expect.stringMatching(/^NODE_CHANNEL_FD=/),
      expect.stringMatching(/^NODE_CHANNEL_SERIALIZATION_MODE=/),
    ]);
    const inherited = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
    expect(inherited.filter((target) => !/^(anon_inode:|pipe:|\/dev\/null|socket:)/.test(target))).toEqual(
      [],
    );
    expect(inherited.filter((target) => target.startsWith('socket:')).length).toBeLessThanOrEqual(1);
    expect(readFileSync(`/proc/${pid}/cmdline`, 'latin1')).toContain('--permission');
  });
});

describe('a mail whose rendered form would be too large', () => {
  test.each([
    ['in place', '{{firstName}} '.repeat(1_000)],
    ['in a child process', '{{firstName}} '.repeat(2_000)],
  ])('becomes its plain source: %s', async (_, source) => {
    const values = { firstName: 'A'.repeat(renderedCharactersMax / 1_000) };
    const { html, text } = await rendering.render({ ...mail(source), values }, mine);
    expect(html).toContain('<pre');
    expect(html.length + text.length).toBeLessThan(renderedCharactersMax / 10);
  });
});

describe('a submitted message', () => {
  const header = 'From: a@acme.example\r\nContent-Type: multipart/mixed; boundary=b\r\n';
  const attachment = (octets: number) =>
    `--b\r\n\r\nGr\xc3\xbc\xc3\x9fe\r\n--b\r\nContent-Disposition: attachment; filename=a.bin\r\n\r\n${'x'.repeat(octets)}\r\n--b--\r\n`;
  /** Takes the parser seconds. */
  const bombs = [
    ['of empty parts', '--b\r\n\r\n\xe4\r\n'.repeat(900_000)],
    ['of short lines', '..\r\n'.repeat(2_000_000)],
  ] as const;

  test.each([
    ['small', 100, 0],
    ['large', 1_000_000, 1],
  ])('that is %s is parsed as in the main process', async (_, octets, threads) => {
    const message = { header, body: attachment(octets) };
    const read = await rendering.read(message, mine);
    expect(read).toEqual(await readMime(message));
    expect(read).toMatchObject({ text: 'Gr\u00fc\u00dfe\n', attachments: [{ filename: 'a.bin' }] });
    expect(clock.timers()).toBe(threads);
  });

  test('that is small but has many lines is parsed in a child process', async () => {
    await rendering.read({ header, body: '\r\n'.repeat(inPlaceLinesMax) }, mine);
    expect(clock.timers()).toBe(1);
  });

  test.each(bombs)('%s delays no other message, and becomes its source text in the end', async (_, body) => {
    await rendering.render(mail(large), mine);
    let isRead = false;
    const whole = rendering.read({ header, body }, mine).finally(() => {
      isRead = true;
    });
    const next = rendering.render(mail(large), mine);
    await stoppedChild();
    expect((await rendering.read({ header, body: attachment(1) }, mine)).attachments).toHaveLength(1);
    expect(isRead).toBe(false);
    usage = tooSlow;
    await clock.advance(lookEveryMs);
    const { html, text, cut } = await whole;
    usage = idleProcess;
    expect([html, cut]).toEqual(['', true]);
    expect(text.slice(0, 4)).toBe(body.slice(0, 4));
    expect(text.length).toBeLessThanOrEqual(100_000);
    expect(lines).toMatchObject([{ why: 'too_slow', octets: body.length }]);
    expect(await next).toEqual(await renderEmail(mail(large)));
  });
});

test('closing the renderer rejects pending and later work', async () => {
  const given = [
    rendering.render(mail(bomb), mine),
    rendering.render(mail(large), mine),
    rendering.read({ header: '', body: large }, others),
  ];
  const outcomes = Promise.allSettled(given);
  await turns(10);
  await rendering.close();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(rendering.render(mail(large), mine)).rejects.toThrow('closed');
  expect(clock.timers()).toBe(0);
  expect(childrenRunning('render-child')).toEqual([]);
});

test('mails beyond the queue limit of an organization are refused as busy, and queued mails are not', async () => {
  const given = Array.from({ length: 66 }, () => rendering.render(mail(large), mine));
  const outcomes = await Promise.allSettled(given);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(outcomes.at(-1)).toMatchObject({ reason: { message: 'Too many mails wait to be rendered' } });
});

describe('a small body with very many elements', () => {
  const from = { displayName: 'Acme', domain: 'acme.example', address: 'news@acme.example' };
  const content = (kind: Body['kind'], source: string) =>
    ({
      from,
      subject: 'News',
      preview: null,
      body: { kind, source },
      text: null,
      purpose: 'campaign',
    }) as const;

  test.each([
    ['markdown', '#\n'],
    ['markdown', '|-|\n'],
    ['markdown', 'a@b.'],
    ['html', 'a@b.'],
    ['html', '<br>'],
    ['html', '<STYLE>'],
  ] as const)('in %s is verified in a child process: %j', async (kind, piece) => {
    const source = piece.repeat(15_000 / piece.length);
    expect(source.length).toBeLessThan(inPlaceCharactersMax);
    expect((await rendering.verify(content(kind, source), mine)).verdict).toBeDefined();
    expect(clock.timers()).toBe(1);
  });

  test('is verified in place if it is an ordinary newsletter', async () => {
    const row = '<tr><td style="padding:0 12px;font:16px sans-serif">News of the garden</td></tr>\n';
    const source = `<table>${row.repeat(180)}</table>`;
    expect(source.split('<').length).toBeLessThan(inPlacePiecesMax);
    await rendering.verify(content('html', source), mine);
    await rendering.render(mail(paragraph.repeat(200)), mine);
    expect(clock.timers()).toBe(0);
  });
});

test('a child process reads its own program and dependencies, whatever their folders are named', () => {
  const folder = '/srv/mail #1 100% %41';
  const inCheckout = pathToFileURL(`${folder}/src/world/rendering.ts`).href;
  const built = pathToFileURL(`${folder}/dist/server.js`).href;
  const installed = pathToFileURL(`${folder}/node_modules/posthouse/dist/server.js`).href;
  expect(foldersRead(inCheckout)).toEqual([`${folder}/src/`, `${folder}/node_modules/`]);
  expect(foldersRead(built)).toEqual([`${folder}/dist/`, `${folder}/node_modules/`]);
  expect(foldersRead(installed)).toEqual([
    `${folder}/node_modules/posthouse/dist/`,
    `${folder}/node_modules/`,
  ]);
});

describe('a verdict', () => {
  const from = { displayName: 'Acme', domain: 'acme.example', address: 'news@acme.example' };
  const japanese = 'これは空白のない長い文章です。続きがあります、'.repeat(1_000).slice(0, 20_000);
  const content: UnreadContent = {
    from,
    subject: 'News',
    preview: null,
    body: { kind: 'html', source: `<p>${japanese}</p>` },
    text: null,
    purpose: 'campaign',
  };

  test('on 20,000 characters of Japanese without spaces equals the verdict in place', async () => {
    const small = {
      ...content,
      body: { kind: 'html', source: `<p>${japanese.slice(0, 15_000)}</p>` },
    } as const;
    expect(await rendering.verify(content, mine)).toEqual(await rendering.verify(small, mine));
    expect((await rendering.verify(content, mine)).verdict).toBe('pass');
  });

  test('that a busy machine cannot finish is unavailable, not a verdict about too large content', async () => {
    const long = { ...content, body: { kind: 'html', source: `<p>${japanese.repeat(90)}</p>` } } as const;
    await rendering.verify(content, mine);
    const verdict = rendering.verify(long, mine);
    const outcome = expect(verdict).rejects.toBeInstanceOf(RenderingBusy);
    await clock.waitedFor(lookEveryMs);
    usage = tooSlow;
    await clock.advance(lookEveryMs);
    await outcome;
    usage = idleProcess;
    expect((await rendering.verify(content, mine)).verdict).toBe('pass');
  });
});

describe('small work that exceeds its time on the event loop', () => {
  beforeEach(() => {
    rendering = new SystemRendering({
      clock,
      log: systemLog({ level: 'silent' }),
      readUsage,
      stepMsMax: 1,
      program: builtRenderChild,
    });
  });
  const slow = '|a|b|\n|-|-|\n'.concat('|*c*|[d](https://e.example)|\n'.repeat(300));

  test('moves to a child process with the same result', async () => {
    expect(await rendering.render(mail(slow), mine)).toEqual(await renderEmail(mail(slow)));
    expect(childrenRunning('render-child')).toHaveLength(1);
  });

  test('is stopped if the caller insists on the event loop', async () => {
    const rendered = rendering.render(mail(`# Another\n\n${slow}`), { ...mine, place: 'loop' });
    await expect(rendered).rejects.toBeInstanceOf(TookTooLong);
    expect(childrenRunning('render-child')).toEqual([]);
  });
});
