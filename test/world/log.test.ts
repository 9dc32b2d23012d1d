import { describe, expect, test } from 'vitest';
import { minuteMs } from '../../src/model/instant.ts';
import { type LogLevel, maskAddress, systemLog } from '../../src/world/log.ts';
import { simulatedClock } from './simulated/clock.ts';

function logTo(level: LogLevel = 'debug') {
  const lines: string[] = [];
  const log = systemLog({ level, write: (line) => lines.push(line) });
  return { log, lines, read: () => lines.map((line) => JSON.parse(line)) };
}

describe('the log', () => {
  test('writes one JSON line per event with level, time and facts', () => {
    const { log, lines, read } = logTo();
    log.info('started');
    log.warn({ relay: 'mail.example.com:587', restMs: 30_000 }, 'a relay rests');
    expect(lines.every((line) => line.endsWith('\n') && line.indexOf('\n') === line.length - 1)).toBe(true);
    expect(read()).toMatchObject([
      { level: 'info', msg: 'started' },
      { level: 'warn', msg: 'a relay rests', relay: 'mail.example.com:587', restMs: 30_000 },
    ]);
    expect(Number.isFinite(Date.parse(read()[0].time))).toBe(true);
  });

  test('writes nothing below its level', () => {
    const { log, read } = logTo('warn');
    log.debug('no');
    log.info({}, 'no');
    log.child({ a: 1 }).info('no');
    log.error('yes');
    expect(read().map((line) => line.msg)).toEqual(['yes']);
    const silent = logTo('silent');
    silent.log.error('no');
    expect(silent.lines).toEqual([]);
  });

  test('includes the facts of its parents', () => {
    const { log, read } = logTo();
    log.child({ room: 'mail' }).child({ relay: 'r:25' }).info({ n: 1 }, 'x');
    expect(read()[0]).toMatchObject({ room: 'mail', relay: 'r:25', n: 1, msg: 'x' });
  });

  test('omits secrets and personal text at any depth', () => {
    const marker = 'S3CR3T-MARKER';
    const token = `posthouse_${'Ab3'.repeat(14)}`;
    const grant = `pha_${'0a'.repeat(13)}_${'Ab-_3'.repeat(13)}`;
    const { log, lines } = logTo();
    log.child({ token: marker }).info(
      {
        authorization: `Bearer ${marker}`,
        request: {
          headers: { Authorization: marker, cookie: marker },
          body: marker,
          deep: { apiKey: marker },
        },
        webhookSecret: marker,
        message: { html: marker, text: marker, raw: marker },
        list: [{ password: marker }],
        bytes: Buffer.from(marker),
        note: `called with ${token} and ${grant}`,
      },
      `token ${token}`,
    );
    log.error({ error: new Error(`bad token ${token}`, { cause: new Error(token) }) }, 'failed');
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toContain(marker);
    expect(lines.join('')).not.toContain(token);
    expect(lines.join('')).not.toContain(grant.slice(31));
    expect(lines[0]).toContain('[omitted]');
  });

  test('masks addresses everywhere, and keeps Message-IDs', () => {
    const { log, lines, read } = logTo();
    log.info(
      { to: 'Ada <ada@example.com>', list: ['bob@example.net'], messageId: '<eml_1@mail.example.com>' },
      'smtp://user:pa55word@relay.example.com refused carol@example.org',
    );
    expect(read()[0]).toMatchObject({
      to: 'Ada <a…@example.com>',
      list: ['b…@example.net'],
      messageId: '<eml_1@mail.example.com>',
    });
    for (const secret of ['ada@', 'bob@', 'carol@', 'pa55word']) expect(lines[0]).not.toContain(secret);
  });

  test('keeps untrusted text on one line', () => {
    const { log, lines, read } = logTo();
    log.warn({ agent: 'x\n{"level":"fatal","msg":"forged"}\r\n' }, 'a\nb');
    expect(lines).toHaveLength(1);
    expect(lines[0]!.trimEnd()).not.toMatch(/[\r\n]/);
    expect(read()[0].level).toBe('warn');
  });

  test('writes errors with message, code and cause', () => {
    const { log, read } = logTo();
    log.error(
      { error: Object.assign(new TypeError('no', { cause: new Error('why') }), { code: 'E1' }) },
      'x',
    );
    expect(read()[0].error).toMatchObject({
      type: 'TypeError',
      message: 'no',
      code: 'E1',
      cause: { type: 'Error', message: 'why' },
    });
  });

  test('survives circular and huge facts', () => {
    const circle: Record<string, unknown> = { name: 'c', big: 10n, long: 'x'.repeat(100_000) };
    circle.self = circle;
    const { log, lines } = logTo();
    log.info(circle, 'x');
    expect(lines[0]!.length).toBeLessThan(50_000);
  });
});

test('an address is masked to its first character and its domain', () => {
  expect(maskAddress('ada@example.com')).toBe('a…@example.com');
  expect(maskAddress('a@example.com')).toBe('a…@example.com');
  expect(maskAddress('😀x@example.com')).toBe('😀…@example.com');
  expect(maskAddress('@example.com')).toBe('…@example.com');
  expect(maskAddress('nonsense')).toBe('…');
  expect(maskAddress('')).toBe('…');
});

describe('repeated log lines', () => {
  function limited() {
    const clock = simulatedClock();
    const lines: string[] = [];
    const log = systemLog({ level: 'debug', clock, write: (line) => lines.push(line) });
    return { clock, log, read: () => lines.splice(0).map((line) => JSON.parse(line)) };
  }

  test('are limited to ten a minute, and the omitted lines are counted', async () => {
    const { clock, log, read } = limited();
    for (let line = 0; line < 25; line += 1) log.child({ room: 'mail' }).warn({ line }, 'a relay rests');
    const written = read();
    expect(written.slice(0, 10).map(({ line }) => line)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(written.slice(10)).toMatchObject([{ level: 'warn', about: 'a relay rests' }]);
    await clock.advance(minuteMs - 1);
    log.warn('a relay rests');
    expect(read()).toEqual([]);
    await clock.advance(1);
    log.info('something else');
    expect(read()).toMatchObject([
      { level: 'warn', about: 'a relay rests', leftOut: 16, msg: 'Lines of one kind were dropped' },
      { msg: 'something else' },
    ]);
    log.warn('a relay rests');
    expect(read()).toMatchObject([{ msg: 'a relay rests' }]);
  });

  test('never suppress the first line of another kind, level or error', () => {
    const { log, read } = limited();
    const fail = () => new Error('one place');
    for (let line = 0; line < 50; line += 1) log.error({ err: fail() }, 'failed');
    read();
    log.error({ err: new TypeError('another place') }, 'failed');
    log.warn('failed');
    log.error('stopped');
    expect(read()).toHaveLength(3);
  });

  test('are recognized despite varying error messages', () => {
    const { log, read } = limited();
    for (let line = 0; line < 50; line += 1) log.error({ err: new Error(`no ${line}`) }, 'failed');
    expect(read()).toHaveLength(11);
  });

  test('are never suppressed for missing audit entries or at debug level', () => {
    const { log, read } = limited();
    for (let line = 0; line < 50; line += 1)
      log.error('The audit entry could not be written, so nothing was done');
    for (let line = 0; line < 50; line += 1) log.debug('done');
    expect(read()).toHaveLength(100);
  });

  test('use bounded memory for many kinds, and each kind has its first line', () => {
    const { log, read } = limited();
    for (let kind = 0; kind < 3_000; kind += 1) log.warn(`kind ${kind}`);
    expect(read()).toHaveLength(3_000);
  });
});
