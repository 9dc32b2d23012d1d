import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineReader, type ReadMessage } from '../../../src/surfaces/smtp/line-reader.ts';

/** Reads all lines from chunks. */
function linesOf(...chunks: string[]): unknown[] {
  const reader = lineReader();
  const read: unknown[] = [];
  for (const chunk of chunks) {
    reader.push(Buffer.from(chunk, 'latin1'));
    for (let line = reader.line(); line; line = reader.line()) {
      read.push(line.kind === 'line' ? line.text : line.fault);
      if (line.kind === 'unreadable') return read;
    }
  }
  return read;
}

type Options = { max?: number; keep?: (octets: number) => boolean };

/** Reads one message from chunks; `rest` is the unread text. */
function messageOf(chunks: readonly string[], { max = 10_000, keep = () => true }: Options = {}) {
  const reader = lineReader();
  reader.beginMessage(max, keep);
  let read: ReadMessage | null = null;
  for (const chunk of chunks) {
    reader.push(Buffer.from(chunk, 'latin1'));
    read ??= reader.message();
  }
  const line = reader.line();
  return { read, rest: line?.kind === 'line' ? line.text : null };
}

/** Returns the text split at every position. */
const cuts = (text: string): [string, string][] =>
  Array.from({ length: text.length + 1 }, (_, at) => [text.slice(0, at), text.slice(at)]);

describe('command lines', () => {
  test('end at CR LF, wherever the chunks split', () => {
    for (const chunks of cuts('EHLO a\r\n\r\nQUIT\r\n')) {
      expect(linesOf(...chunks)).toEqual(['EHLO a', '', 'QUIT']);
    }
  });

  test('with a lone CR or LF are rejected, and so is all later input', () => {
    for (const line of [
      'NOOP\nQUIT\r\n',
      'NOOP\rQUIT\r\n',
      '\nQUIT\r\n',
      'NOOP\r\r\nQUIT\r\n',
      'NOOP\n\r\n',
    ]) {
      for (const chunks of cuts(line)) expect(linesOf(...chunks), JSON.stringify(chunks)).toEqual(['bare']);
    }
  });

  test('are read the same octet by octet as in one chunk', () => {
    expect(linesOf(...'MAIL FROM:<a@b.example>\r\nRSET\r\n')).toEqual(['MAIL FROM:<a@b.example>', 'RSET']);
  });

  test('are dropped when they exceed the maximum length', () => {
    expect(linesOf('x'.repeat(12_286), '\r\n')).toHaveLength(1);
    expect(linesOf('x'.repeat(12_287), '\r\n')).toEqual(['long']);
    expect(linesOf(...Array<string>(13).fill('x'.repeat(1_000)))).toEqual(['long']);
  });
});

describe('messages', () => {
  const ended = (text: string, rest = 'QUIT\r\n') => `${text}.\r\n${rest}`;

  test('end at a dot on its own line, wherever the chunks split', () => {
    for (const chunks of cuts(ended('A: 1\r\n\r\nHello\r\n'))) {
      expect(messageOf(chunks)).toEqual({
        read: { kind: 'message', message: { header: 'A: 1\r\n', body: 'Hello\r\n' } },
        rest: 'QUIT',
      });
    }
  });

  test('lose only the dot that was added for transparency', () => {
    for (const chunks of cuts(ended('A: 1\r\n\r\n..\r\n..a\r\n...\r\na.b\r\n.c\r\n'))) {
      expect(messageOf(chunks).read).toMatchObject({ message: { body: '.\r\n.a\r\n..\r\na.b\r\nc\r\n' } });
    }
  });

  test('may be empty, only a header or only a body', () => {
    expect(messageOf([ended('')]).read).toMatchObject({ message: { header: '', body: '' } });
    expect(messageOf([ended('A: 1\r\n')]).read).toMatchObject({ message: { header: 'A: 1\r\n', body: '' } });
    expect(messageOf([ended('\r\nHello\r\n')]).read).toMatchObject({
      message: { header: '', body: 'Hello\r\n' },
    });
  });

  const smuggled = 'MAIL FROM:<evil@acme.test>\r\nRCPT TO:<b@example.com>\r\nDATA\r\nA: 2\r\n\r\nevil\r\n';
  const falseEnds = [
    '\n.\n',
    '\n.\r\n',
    '\r.\r',
    '\r.\r\n',
    '\r\n.\n',
    '\r\n.\r',
    '\n.\r',
    '\r.\n',
    '\r\n\n.\r\n',
  ];

  test.each(falseEnds.map((end) => ({ name: JSON.stringify(end), end })))(
    'never end at $name, and the text after it is not read as a command',
    ({ end }) => {
      for (const chunks of cuts(`A: 1\r\n\r\nHello${end}${smuggled}.\r\nQUIT\r\n`)) {
        const { read, rest } = messageOf(chunks);
        expect(read?.kind, JSON.stringify(chunks)).toMatch(/^(unfit|lost)$/);
        expect(read).toMatchObject({ fault: 'bare' });
        // Either the true end was found, or the message is lost and its connection ends.
        if (read?.kind === 'unfit') expect(rest).toBe('QUIT');
      }
    },
  );

  test('with a lone CR or LF are rejected', () => {
    for (const text of ['A: 1\n\r\nx\r\n', 'A: 1\r\n\r\nx\ry\r\n', 'A: 1\r\n\r\n\nx\r\n', 'A\r\r\n\r\n']) {
      for (const chunks of cuts(ended(text))) {
        expect(messageOf(chunks).read, JSON.stringify(chunks)).toMatchObject({ fault: 'bare' });
      }
    }
  });

  test('with a NUL octet are rejected', () => {
    expect(messageOf([ended('A: 1\r\n\r\nx\0y\r\n')])).toEqual({
      read: { kind: 'unfit', fault: 'nul' },
      rest: 'QUIT',
    });
  });

  test('with a NUL octet after their end are accepted', () => {
    expect(messageOf([ended('A: 1\r\n\r\nHello\r\n', 'NOOP \0\r\n')])).toEqual({
      read: { kind: 'message', message: { header: 'A: 1\r\n', body: 'Hello\r\n' } },
      rest: 'NOOP \0',
    });
  });

  test('may have lines of 1,000 octets, not counting an added dot', () => {
    const line = 'x'.repeat(998);
    expect(messageOf([ended(`${line}\r\n`)]).read).toMatchObject({ kind: 'message' });
    expect(messageOf([ended(`.${line}\r\n`)]).read).toMatchObject({ kind: 'message' });
    for (const chunks of [[ended(`x${line}\r\n`)], [...ended(`x${line}\r\n`)]]) {
      expect(messageOf(chunks)).toEqual({ read: { kind: 'unfit', fault: 'long line' }, rest: 'QUIT' });
    }
    expect(messageOf([ended(`..${line}\r\n`)]).read).toMatchObject({ fault: 'long line' });
  });

  test('that are too large are read to their end, up to a limit', () => {
    const large = 'x'.repeat(98).concat('\r\n').repeat(15);
    expect(messageOf([ended(large)], { max: 1_500 }).read).toMatchObject({ kind: 'message' });
    expect(messageOf([ended(large)], { max: 1_499 })).toEqual({
      read: { kind: 'unfit', fault: 'large' },
      rest: 'QUIT',
    });
    expect(messageOf([large, large], { max: 1_400 }).read).toEqual({ kind: 'lost', fault: 'large' });
    expect(messageOf(Array<string>(10).fill('x'.repeat(1_100)), { max: 1_000 }).read).toMatchObject({
      kind: 'lost',
    });
  });

  test('are rejected when the memory limit is reached', () => {
    const asked: number[] = [];
    const keep = (octets: number): boolean => asked.push(octets) < 2;
    const chunks = ['A: 1\r\n', '\r\n', ended('Hello\r\n')];
    expect(messageOf(chunks, { keep })).toEqual({ read: { kind: 'unfit', fault: 'full' }, rest: 'QUIT' });
    expect(asked).toEqual([6, 6]);
  });

  const mebibyte = 1024 * 1024;

  test.each([
    { name: 'a doubled dot in every line', line: '..\r\n', kept: 0.75 },
    { name: 'lines of which one has a doubled dot', line: `${'x'.repeat(50)}\r\n..\r\n`, kept: 55 / 56 },
    { name: 'empty lines', line: '\r\n', kept: 1 },
  ])('use only as much memory as their size: $name', ({ line, kept }) => {
    const reader = lineReader();
    const blocks: number[] = [];
    reader.beginMessage(10 * mebibyte, (octets) => blocks.push(octets) > 0);
    const chunk = Buffer.from(line.repeat(Math.floor((64 * 1024) / line.length)));
    const chunks = Math.floor((10 * mebibyte) / chunk.length);
    for (let sent = 0; sent < chunks; sent += 1) {
      reader.push(chunk);
      expect(reader.message()).toBeNull();
    }
    const octets = chunks * chunk.length * kept;
    const room = blocks.reduce((sum, block) => sum + block, 0);
    expect(blocks.length).toBeLessThan(300);
    expect(room).toBeGreaterThanOrEqual(octets);
    expect(room).toBeLessThanOrEqual(octets + 64 * 1024);
    reader.push(Buffer.from('.\r\n'));
    const read = reader.message();
    expect(read?.kind === 'message' && read.message.header.length + read.message.body.length).toBe(
      line === '\r\n' ? octets - 2 : octets,
    );
  });

  test('that arrive octet by octet use few blocks within the size limit', () => {
    const reader = lineReader();
    const blocks: number[] = [];
    reader.beginMessage(5_000, (octets) => blocks.push(octets) > 0);
    for (const octet of 'A: 1\r\n..b\r\n'.repeat(400)) {
      reader.push(Buffer.from(octet));
      reader.message();
    }
    expect(blocks.length).toBeLessThan(20);
    expect(blocks.reduce((sum, block) => sum + block, 0)).toBe(5_000);
  });

  test('release their memory as soon as they are rejected', () => {
    const reader = lineReader();
    let held = 0;
    const keep = (octets: number): boolean => {
      held += octets;
      return true;
    };
    reader.beginMessage(1_000, keep, () => {
      held = 0;
    });
    reader.push(Buffer.from('A: 1\r\n\r\nHello\r\n'));
    reader.message();
    expect(held).toBe(15);
    reader.push(Buffer.from('x\0y\r\n'));
    expect(reader.message()).toBeNull();
    reader.push(Buffer.from('Hello\r\n'));
    expect(reader.message()).toBeNull();
    expect(held).toBe(0);
  });

  test('are unchanged by any chunking', () => {
    const line = fc.string({
      unit: fc
        .integer({ min: 1, max: 255 })
        .filter((octet) => octet !== 10 && octet !== 13)
        .map((octet) => String.fromCharCode(octet)),
      maxLength: 30,
    });
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(200), { maxLength: 6 }), (lines, places) => {
        const body = lines.map((each) => `${each}\r\n`).join('');
        const wire = `A: 1\r\n\r\n${body.replaceAll(/(^|\n)\./g, '$1..')}.\r\nQUIT\r\n`;
        const at = [
          0,
          ...places.map((place) => Math.min(place, wire.length)).sort((a, b) => a - b),
          wire.length,
        ];
        const chunks = at.slice(1).map((end, index) => wire.slice(at[index], end));
        expect(messageOf(chunks)).toEqual({
          read: { kind: 'message', message: { header: 'A: 1\r\n', body } },
          rest: 'QUIT',
        });
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
