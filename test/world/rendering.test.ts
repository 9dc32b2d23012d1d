import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Body, markdownBytesMax } from '../../src/model/content/body.ts';
import { renderEmail } from '../../src/model/content/render.ts';
import { readMime } from '../../src/model/message/read-mime.ts';
import { systemLog } from '../../src/world/log.ts';
import {
  inPlaceCharactersMax,
  inPlaceLinesMax,
  inPlacePiecesMax,
  type Rendering,
  renderedCharactersMax,
  systemRendering,
} from '../../src/world/rendering.ts';
import { type SimulatedClock, simulatedClock } from './clock.ts';

const table = '|a|b|\n|-|-|\n|c|d|\n\n';
const paragraph = 'Dear {{firstName|friend}}, *this* is <b>one</b> paragraph.\n\n';
const large = paragraph.repeat(1_000);
/** Seconds of work for the parsers. */
const bomb = `# For {{firstName}} & <all>\n\n${table.repeat(49_000)}`;

let clock: SimulatedClock;
let lines: { msg: string; why?: string }[];
let rendering: Rendering;

beforeEach(() => {
  clock = simulatedClock();
  lines = [];
  const log = systemLog({ level: 'warn', write: (line) => lines.push(JSON.parse(line)) });
  rendering = systemRendering({ clock, log });
});
afterEach(() => rendering.close());

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function mail(source: string, kind: Body['kind'] = 'markdown') {
  return { body: { kind, source }, preview: 'A look inside', values: { firstName: 'Ada' } };
}

test('the examples are on the sides of the limits they are meant for', () => {
  expect(large.length).toBeGreaterThan(inPlaceCharactersMax);
  expect(Buffer.byteLength(bomb)).toBeLessThan(markdownBytesMax);
});

describe('a large body', () => {
  test.each(['markdown', 'html'] as const)('in %s is what it is when rendered in place', async (kind) => {
    expect(await rendering.render(mail(large, kind))).toEqual(await renderEmail(mail(large, kind)));
  });

  test('is rendered in its turn, and each caller gets their own', async () => {
    const sources = [1, 2, 3].map((number) => `# Number ${number}\n\n${large}`);
    const rendered = await Promise.all(sources.map((source) => rendering.render(mail(source))));
    expect(rendered).toEqual(await Promise.all(sources.map((source) => renderEmail(mail(source)))));
  });

  test('leaves a thread that ends when it has nothing to do, and the next one starts another', async () => {
    const first = await rendering.render(mail(large));
    expect(clock.timers()).toBe(1);
    expect(await clock.advanceToNextTimer()).toBe(true);
    expect(clock.timers()).toBe(0);
    expect(await rendering.render(mail(large))).toEqual(first);
  });
});

describe('a body that takes seconds', () => {
  test('does not keep others waiting', async () => {
    await rendering.render(mail(large));
    let rendered = false;
    const whole = rendering.render(mail(bomb)).finally(() => {
      rendered = true;
    });
    // In place there would be no turn of the event loop while the parsers work, and a small body would have to wait.
    await turns(1_000);
    expect((await rendering.render(mail('# Small'))).text).toContain('Small');
    expect(rendered).toBe(false);
    await clock.advanceToNextTimer();
    await whole;
  });

  test('is answered as its plain source when the limit has passed, and the next one is rendered', async () => {
    await rendering.render(mail(large));
    const slow = rendering.render(mail(bomb));
    const next = rendering.render(mail(large));
    await turns(1_000);
    await clock.advanceToNextTimer();
    const { html, text } = await slow;
    expect(text).toMatch(/^# For Ada & <all>\n\n\|a\|b\|\n/);
    expect(html).toContain('># For Ada &amp; &lt;all&gt;\n\n|a|b|');
    expect(html).toContain('A look inside');
    expect(html.length + text.length).toBeLessThan(bomb.length);
    expect(lines).toMatchObject([{ why: 'too_slow' }]);
    expect(await next).toEqual(await renderEmail(mail(large)));
  });
});

describe('a mail that would become too large', () => {
  test.each([
    ['in place', '{{firstName}} '.repeat(1_000)],
    ['in the thread', '{{firstName}} '.repeat(2_000)],
  ])('is answered as its plain source: %s', async (_, source) => {
    const values = { firstName: 'A'.repeat(renderedCharactersMax / 1_000) };
    const { html, text } = await rendering.render({ ...mail(source), values });
    expect(html).toContain('<pre');
    expect(html.length + text.length).toBeLessThan(renderedCharactersMax / 10);
  });
});

describe('a submitted message that is looked at', () => {
  const header = 'From: a@acme.example\r\nContent-Type: multipart/mixed; boundary=b\r\n';
  const attachment = (octets: number) =>
    `--b\r\n\r\nGr\xc3\xbc\xc3\x9fe\r\n--b\r\nContent-Disposition: attachment; filename=a.bin\r\n\r\n${'x'.repeat(octets)}\r\n--b--\r\n`;
  /** Seconds of work for the parser. */
  const bombs = [
    ['of empty parts', '--b\r\n\r\n\xe4\r\n'.repeat(900_000)],
    ['of short lines', '..\r\n'.repeat(2_000_000)],
  ] as const;

  test.each([
    ['small', 100, 0],
    ['large', 1_000_000, 1],
  ])('and is %s is read as it would be in place', async (_, octets, threads) => {
    const message = { header, body: attachment(octets) };
    const read = await rendering.read(message);
    expect(read).toEqual(await readMime(message));
    expect(read).toMatchObject({ text: 'Gr\u00fc\u00dfe\n', attachments: [{ filename: 'a.bin' }] });
    expect(clock.timers()).toBe(threads);
  });

  test('and is small but made of many lines is read in the thread', async () => {
    await rendering.read({ header, body: '\r\n'.repeat(inPlaceLinesMax) });
    expect(clock.timers()).toBe(1);
  });

  test.each(bombs)(
    'and is made %s keeps nobody waiting, and is shown as its text in the end',
    async (_, body) => {
      await rendering.render(mail(large));
      let read = false;
      const whole = rendering.read({ header, body }).finally(() => {
        read = true;
      });
      const next = rendering.render(mail(large));
      await turns(1_000);
      expect((await rendering.read({ header, body: attachment(1) })).attachments).toHaveLength(1);
      expect(read).toBe(false);
      await clock.advanceToNextTimer();
      const { html, text, cut } = await whole;
      expect([html, cut]).toEqual(['', true]);
      expect(text.slice(0, 4)).toBe(body.slice(0, 4));
      expect(text.length).toBeLessThanOrEqual(100_000);
      expect(lines).toMatchObject([{ why: 'too_slow', octets: body.length }]);
      expect(await next).toEqual(await renderEmail(mail(large)));
    },
  );
});

test('what is still being rendered when it closes is refused, and so is what comes later', async () => {
  const given = [
    rendering.render(mail(bomb)),
    rendering.render(mail(large)),
    rendering.read({ header: '', body: large }),
  ];
  const outcomes = Promise.allSettled(given);
  await turns(10);
  await rendering.close();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(rendering.render(mail(large))).rejects.toThrow('closed');
  expect(clock.timers()).toBe(0);
});

test('more mails than may wait are refused, and those that wait are not', async () => {
  const given = Array.from({ length: 201 }, () => rendering.render(mail(large)));
  const outcomes = await Promise.allSettled(given);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(outcomes.at(-1)).toMatchObject({ reason: { message: 'Too many mails wait to be rendered' } });
});

describe('a small body of very many pieces', () => {
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
  ] as const)('in %s is looked at in the thread: %j', async (kind, piece) => {
    const source = piece.repeat(15_000 / piece.length);
    expect(source.length).toBeLessThan(inPlaceCharactersMax);
    expect((await rendering.verify(content(kind, source))).verdict).toBeDefined();
    expect(clock.timers()).toBe(1);
  });

  test('is looked at in place when it is an ordinary newsletter', async () => {
    const row = '<tr><td style="padding:0 12px;font:16px sans-serif">News of the garden</td></tr>\n';
    const source = `<table>${row.repeat(180)}</table>`;
    expect(source.split('<').length).toBeLessThan(inPlacePiecesMax);
    await rendering.verify(content('html', source));
    await rendering.render(mail(paragraph.repeat(200)));
    expect(clock.timers()).toBe(0);
  });
});
