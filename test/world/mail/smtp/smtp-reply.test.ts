import { describe, expect, test } from 'vitest';
import { noCapabilities, readCapabilities } from '../../../../src/world/mail/smtp/smtp-capabilities.ts';
import { type RawReply, ReplyReader, readReply } from '../../../../src/world/mail/smtp/smtp-reply.ts';

/** Reads octets in pieces of this size. */
function read(text: string, size: number): (RawReply | 'broken')[] {
  const reader = new ReplyReader();
  const octets = Buffer.from(text);
  const read: (RawReply | 'broken')[] = [];
  for (let at = 0; at < octets.length; at += size) {
    reader.push(octets.subarray(at, at + size));
    for (let reply = reader.next(); reply !== 'incomplete'; reply = reader.next()) {
      read.push(reply);
      if (reply === 'broken') return read;
    }
  }
  return read;
}

describe.each([1, 2, 3, 7, 10_000])('replies in pieces of %i octets', (size) => {
  test('are separated, including multi-line replies', () => {
    expect(read('250 one\r\n250-two\r\n250-\r\n250 end\r\n354\r\n550-a\n550 b\n', size)).toEqual([
      { code: 250, lines: ['250 one'] },
      { code: 250, lines: ['250-two', '250-', '250 end'] },
      { code: 354, lines: ['354'] },
      { code: 550, lines: ['550-a', '550 b'] },
    ]);
  });

  test.each([
    ['speaks something else', 'HTTP/1.1 400 Bad Request\r\n'],
    ['has two digits', '25 ok\r\n'],
    ['has four digits', '2500 ok\r\n'],
    ['begins with a digit that SMTP has no use for', '150 ok\r\n'],
    ['is an empty line', '\r\n'],
    ['changes its code on the way', '250-yes\r\n550 no\r\n'],
    ['has a line of over 4 KiB', `250 ${'x'.repeat(4_096)}\r\n`],
    ['has a line that never ends', 'x'.repeat(20_000)],
    ['has over 100 lines', '250-x\r\n'.repeat(101)],
  ])('become unusable when a reply %s', (_name, text) => {
    expect(read(`220 ok\r\n${text}`, size)).toEqual([{ code: 220, lines: ['220 ok'] }, 'broken']);
  });
});

test('octets of an incomplete reply are reported', () => {
  const reader = new ReplyReader();
  expect(reader.unread).toBe(false);
  for (const [text, unread] of [
    ['220 ok\r\n', false],
    ['220 ok\r\n2', true],
    ['50-ok\r\n', true],
    ['250 ok\r\n', false],
  ] as const) {
    reader.push(Buffer.from(text));
    reader.next();
    expect(reader.unread).toBe(unread);
  }
});

describe('a parsed reply', () => {
  test.each([
    [['250 2.0.0 Ok: queued'], 250, '2.0.0', '250 2.0.0 Ok: queued'],
    [['550 No such user'], 550, null, '550 No such user'],
    [['550'], 550, null, '550'],
    [
      ['550-5.7.1 Blocked.', '550 5.7.1 See elsewhere'],
      550,
      '5.7.1',
      '550 5.7.1 Blocked. 5.7.1 See elsewhere',
    ],
    [['550 5.7.1000 odd'], 550, null, '550 5.7.1000 odd'],
    [['550 5.1.1'], 550, '5.1.1', '550 5.1.1'],
    [['550 a\u0000\u001b[31mb\u007f'], 550, null, '550 a [31mb'],
    [['550 \u00c3\u00a9t\u00c3\u00a9'], 550, null, '550 été'],
  ])('has a code and an enhanced status: %j', (lines, code, enhanced, reply) => {
    expect(readReply({ code, lines })).toEqual({ code, enhanced, reply });
  });

  test('is truncated to its limit', () => {
    const { reply } = readReply({
      code: 550,
      lines: Array.from({ length: 50 }, () => `550-${'x'.repeat(99)}`),
    });
    expect(reply).toHaveLength(1_000);
    expect(reply.endsWith('…')).toBe(true);
  });
});

describe('the EHLO response', () => {
  const result = (...lines: string[]) =>
    readCapabilities({ code: 250, lines: ['250-x PIPELINING', ...lines] });

  test('lists one extension per line in any case, ignoring the first line', () => {
    expect(result('250-pipelining', '250-Chunking', '250-SIZE 1000', '250-8bitmime', '250 SmtpUtf8')).toEqual(
      {
        ...noCapabilities,
        pipelining: true,
        chunking: true,
        size: true,
        sizeMax: 1_000,
        eightBitMime: true,
        smtpUtf8: true,
      },
    );
    expect(result('250-DSN', '250 STARTTLS')).toEqual({ ...noCapabilities, dsn: true, startTls: true });
    expect(result()).toEqual(noCapabilities);
    expect(result('250 XPIPELINING')).toEqual(noCapabilities);
  });

  test.each([
    ['250 SIZE', null],
    ['250 SIZE 0', null],
    ['250 SIZE lots', null],
    ['250 SIZE 35882577', 35_882_577],
  ])('with %s means the size limit %s', (line, sizeMax) => {
    expect(result(line)).toMatchObject({ size: true, sizeMax });
  });

  test('lists AUTH mechanisms in the new and the old form', () => {
    expect(result('250-AUTH PLAIN login', '250 AUTH=LOGIN CRAM-MD5').auth).toEqual([
      'PLAIN',
      'LOGIN',
      'LOGIN',
      'CRAM-MD5',
    ]);
  });
});
