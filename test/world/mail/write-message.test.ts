import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isHeaderSafe } from '../../../src/model/address.ts';
import type { OutgoingMessage } from '../../../src/world/mail/mail.ts';
import { assertWireFormat, writeMessage } from '../../../src/world/mail/write-message.ts';
import { mailbox, outgoing, scene } from './scene.ts';

let stage: ReturnType<typeof scene>;
beforeEach(() => {
  stage = scene();
});
afterEach(() => stage.end());

/** Sends through a real server and parses the result independently. */
async function arrived(message: OutgoingMessage) {
  const sink = await stage.sink();
  const mail = stage.relay([sink]);
  expect(await mail.send(message)).toMatchObject({ kind: 'accepted' });
  const { raw, ...envelope } = sink.messages[0]!;
  return { ...(await PostalMime.parse(raw)), raw: raw.toString('latin1'), envelope };
}

function headerNames(raw: string): string[] {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
  return head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => line.slice(0, line.indexOf(':')));
}

/** Normalizes line ends, because the parser ends the last line in any case. */
function lines(text: string | undefined): string {
  return (text ?? '').replace(/\r\n|\r|\n/g, '\n').replace(/\n+$/, '');
}

const everyMessage = ['Date', 'From', 'To', 'Message-ID', 'Subject', 'MIME-Version', 'Content-Type'];

describe('a message on the wire', () => {
  test('has each header once, and the text part before the HTML part', async () => {
    const got = await arrived(
      outgoing({
        from: mailbox('Ada Lovelace <ada@acme.example>'),
        to: mailbox('Bob <bob@reader.example>'),
        replyTo: mailbox('Help <help@acme.example>'),
        subject: 'Your order',
        html: '<p>On its way</p>',
        text: 'On its way',
        messageId: '<eml_x@acme.example>',
        date: Date.UTC(2026, 0, 2, 3, 4, 5),
      }),
    );
    expect(headerNames(got.raw).toSorted()).toEqual([...everyMessage, 'Reply-To'].toSorted());
    expect(got.from).toMatchObject({ name: 'Ada Lovelace', address: 'ada@acme.example' });
    expect(got.to).toMatchObject([{ name: 'Bob', address: 'bob@reader.example' }]);
    expect(got.replyTo).toMatchObject([{ name: 'Help', address: 'help@acme.example' }]);
    expect(got.subject).toBe('Your order');
    expect(got.messageId).toBe('<eml_x@acme.example>');
    expect(got.raw).toContain('\r\nMessage-ID: <eml_x@acme.example>\r\n');
    expect(got.raw.split('\r\n')[0]).toBe('Date: Fri, 02 Jan 2026 03:04:05 +0000');
    expect([lines(got.text), lines(got.html)]).toEqual(['On its way', '<p>On its way</p>']);
    expect(got.raw.indexOf('text/plain')).toBeLessThan(got.raw.indexOf('text/html'));
    expect(got.raw).toContain('Content-Type: multipart/alternative;');
  });

  test('is sent to the verified address from the return path', async () => {
    const got = await arrived(
      outgoing({
        to: mailbox('"bob@elsewhere.example" <Bob@Reader.Example>'),
        envelopeFrom: 'b+1@acme.example',
      }),
    );
    expect(got.envelope).toMatchObject({
      envelopeFrom: 'b+1@acme.example',
      recipients: ['Bob@reader.example'],
    });
    expect(got.to).toMatchObject([{ name: 'bob@elsewhere.example', address: 'Bob@reader.example' }]);
  });

  test('may have the null sender as its return path', async () => {
    expect((await arrived(outgoing({ envelopeFrom: '' }))).envelope.envelopeFrom).toBe('');
  });

  test('has one part for one body', async () => {
    const plain = await arrived(outgoing({ html: '', text: 'only text' }));
    expect([lines(plain.text), plain.html]).toEqual(['only text', undefined]);
    const html = await arrived(outgoing({ html: '<b>only</b>', text: '' }));
    expect([html.text, lines(html.html)]).toEqual([undefined, '<b>only</b>']);
    expect(html.raw).not.toContain('multipart');
  });

  test('keeps structured headers readable, folds long headers, and encodes others', async () => {
    const url = `https://acme.example/u/${'a1b2'.repeat(60)}`;
    const got = await arrived(
      outgoing({
        headers: [
          ['List-Unsubscribe', `<${url}>, <mailto:u@acme.example?subject=u>`],
          ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
          ['List-Id', '"News, weekly" <news.acme.example>'],
          ['Feedback-ID', 'cmp_1:org_1:campaign:posthouse'],
          ['X-Note', 'Zoë'],
        ],
      }),
    );
    const value = (key: string) => got.headers.find((header) => header.key === key)?.value;
    expect(value('list-unsubscribe')).toBe(`<${url}>, <mailto:u@acme.example?subject=u>`);
    expect(value('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(value('list-id')).toBe('"News, weekly" <news.acme.example>');
    expect(value('feedback-id')).toBe('cmp_1:org_1:campaign:posthouse');
    expect(got.raw).toContain('X-Note: =?UTF-8?Q?Zo=C3=AB?=\r\n');
    // A reader that does not unfold must still find the value on the first line.
    expect(got.raw).toContain(`\r\nList-Unsubscribe: <${url}>,\r\n <mailto:`);
  });

  const emoji = '👩‍👩‍👧‍👦 Grüße, 日本語, العربية, Ελληνικά';
  test.each([
    ['emoji and many scripts', `<p>${emoji}</p>`, emoji],
    ['a body of one script that is not Latin', '<p>Привет, как дела? Это письмо.</p>', 'Привет, как дела?'],
    ['lines longer than 998', `<p>${'x'.repeat(5_000)}</p>`, `${'é'.repeat(3_000)} end`],
    ['dots at the start of lines', '.\n..\n...a\n.', '.\r\n.\r\n..\r\n.QUIT\r\n.'],
    [
      'what looks like SMTP',
      '.\r\nQUIT\r\n',
      'a\r\n.\r\nMAIL FROM:<x@evil.example>\r\nRCPT TO:<y@evil.example>\r\nDATA',
    ],
    ['line ends of other systems', 'a\rb\nc\r\nd\n\n\re', '\n.\n\r.\r\n'],
    ['blanks at line ends', '<p>a </p> \t\n b\t\n ', 'a  \nb\t\n  '],
    [
      'what looks like encodings and boundaries',
      '=3D =20=\n--=_posthouse\nFrom me',
      '--=_posthouse_--\n=?utf-8?q?x?=',
    ],
    ['control characters', 'a\u0000b\u0007c\u001bd', 'a\u007fb\u0085c\u2028d'],
    ['half a surrogate pair', 'a\ud83db', '\udc00'],
    ['10 KB', '<p>Hällo wörld, 0123456789.</p>\n'.repeat(320), 'Hello wörld\n'.repeat(800)],
    ['half a megabyte', '<p>Hällo wörld, 0123456789.</p>\n'.repeat(16_000), 'short'],
  ])('preserves %s', async (_name, html, text) => {
    const got = await arrived(outgoing({ html, text }));
    // No encoding carries half a surrogate pair: U+FFFD replaces it.
    expect(lines(got.html)).toBe(lines(html.toWellFormed()));
    expect(lines(got.text)).toBe(lines(text.toWellFormed()));
    expect(got.envelope.recipients).toEqual(['ada@reader.example']);
    for (const line of got.raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(200);
  });

  test.each([
    ['non-ASCII', 'Grüße an Zoë 🎉', 'Zoë Müller 🎉'],
    ['long and non-ASCII', '日本語の件名 '.repeat(12).trim(), 'Ünïcödé '.repeat(12).trim()],
    ['long and ASCII', 'word '.repeat(40).trim(), 'Name '.repeat(20).trim()],
    ['one long word', 'x'.repeat(500), 'y'.repeat(500)],
    ['quotes, backslashes, commas', 'He said "a\\b", then left', 'Ada "The\\First", Countess (of Lovelace)'],
    ['a literal encoded-word', '=?utf-8?q?=0D=0ABcc:_x?= news', '=?utf-8?b?QmNjOiB4?='],
    ['inner runs of blanks', 'a  b   c', 'a  b'],
    [
      'an emoji of many code points at every offset',
      'a'.repeat(40) + '👩‍👩‍👧‍👦'.repeat(8),
      '👨‍👩‍👧'.repeat(9),
    ],
  ])('preserves a subject and a display name with %s', async (_name, subject, displayName) => {
    const from = { ...mailbox('ada@acme.example'), displayName };
    const got = await arrived(outgoing({ subject, from }));
    expect(got.subject).toBe(subject);
    expect(got.from).toMatchObject({ name: displayName, address: 'ada@acme.example' });
    expect(headerNames(got.raw).toSorted()).toEqual(everyMessage.toSorted());
  });

  test('splits encoded-words between characters, in lines of at most 76 characters', async () => {
    const subject = '👩‍🚀日本Zoë '.repeat(20).trim();
    const raw = (await writeMessage(outgoing({ subject }))).bytes.toString('latin1');
    const words = raw.match(/=\?UTF-8\?[BQ]\?[^?]*\?=/g) ?? [];
    expect(words.length).toBeGreaterThan(5);
    for (const word of words) {
      expect(word.length).toBeLessThanOrEqual(75);
      const [, , encoding, text = ''] = word.split('?');
      const bytes =
        encoding === 'B'
          ? Buffer.from(text, 'base64')
          : Buffer.from(unescape(text.replace(/_/g, '%20').replace(/=/g, '%')), 'latin1');
      expect(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).not.toBe('');
    }
    const withWords = raw.split('\r\n').filter((line) => line.includes('=?UTF-8?'));
    for (const line of withWords) expect(line.length).toBeLessThanOrEqual(76);
  });

  test('is byte-identical on every attempt', async () => {
    const message = outgoing();
    const [first, second] = await Promise.all([writeMessage(message), writeMessage(message)]);
    expect(first.bytes.equals(second.bytes)).toBe(true);
  });
});

describe('a text that tries to inject headers', () => {
  const attacks = [
    '\r\nBcc: x@evil.example',
    '\nBcc: x@evil.example',
    '\rBcc: x@evil.example',
    '\r\n\r\n<script>',
    '\r\n.\r\nMAIL FROM:<x@evil.example>',
    '\u0000',
    '\u0085Bcc: x@evil.example',
    '\u2028Bcc: x@evil.example',
    '\u2029Bcc: x@evil.example',
    '\u000b',
    '=?utf-8?q?=0D=0ABcc:_x=40evil.example?=',
    '>, <x@evil.example',
    'x@evil.example, y@evil.example',
    '"; Bcc: x@evil.example',
  ];
  const places: [name: string, put: (text: string) => Partial<OutgoingMessage>][] = [
    ['the subject', (text) => ({ subject: `Hi${text}` })],
    ["the sender's name", (text) => ({ from: { ...mailbox('a@acme.example'), displayName: `A${text}` } })],
    ["the recipient's name", (text) => ({ to: { ...mailbox('a@reader.example'), displayName: `A${text}` } })],
    [
      "the reply address's name",
      (text) => ({ replyTo: { ...mailbox('a@acme.example'), displayName: `A${text}` } }),
    ],
    ["the sender's address", (text) => ({ from: { ...mailbox('a@acme.example'), local: `a${text}` } })],
    [
      "the recipient's domain",
      (text) => ({ to: { ...mailbox('a@reader.example'), domain: `b.example${text}` } }),
    ],
    [
      "the recipient's address",
      (text) => ({ to: { ...mailbox('a@reader.example'), address: `a@b.example${text}` } }),
    ],
    ['the return path', (text) => ({ envelopeFrom: `bounce@acme.example${text}` })],
    ['the Message-ID', (text) => ({ messageId: `<a${text}@acme.example>` })],
    ['a header value', (text) => ({ headers: [['X-Campaign', `a${text}`]] })],
    ['a header name', (text) => ({ headers: [[`X-A${text}`, 'a']] })],
    ['a body', (text) => ({ text: `a${text}`, html: `<p>${text}</p>` })],
  ];

  test.each(places)('in %s adds no header and no recipient', async (name, put) => {
    const sink = await stage.sink();
    const mail = stage.relay([sink]);
    let left = 0;
    for (const attack of attacks) {
      const outcome = await mail.send(outgoing(put(attack)));
      if (outcome.kind === 'accepted') left += 1;
      else expect(outcome).toMatchObject({ kind: 'refused', by: 'posthouse' });
      // Encoding would split such text, but a reader that decodes before parsing would see a header.
      if (isHeaderSafe(attack) === false && name !== 'a body') expect(outcome.kind).toBe('refused');
    }
    // Each delivered message must have only the headers it was given.
    expect(sink.received).toHaveLength(left);
    for (const { recipients, raw } of sink.received) {
      expect(recipients).toEqual([expect.stringMatching(/^(ada|a)@(reader|b)\.example$/)]);
      const names = headerNames(raw.toString('latin1')).filter(
        (name) => !['Reply-To', 'X-Campaign'].includes(name),
      );
      expect(names.toSorted()).toEqual(everyMessage.toSorted());
      const { cc, bcc, to, from } = await PostalMime.parse(raw);
      expect([cc, bcc]).toEqual([undefined, undefined]);
      expect(to).toHaveLength(1);
      expect(to![0]!.address).toMatch(/^(ada|a)@reader\.example$/);
      expect(from!.address).toMatch(/@acme\.example$/);
    }
  });

  test.each([
    'From',
    'to',
    'BCC',
    'Cc',
    'Sender',
    'Subject',
    'Date',
    'Message-ID',
    'Content-Type',
    'Return-Path',
  ])('cannot be a second %s header', async (name) => {
    const sink = await stage.sink();
    const outcome = await stage.relay([sink]).send(outgoing({ headers: [[name, 'x@evil.example']] }));
    expect(outcome).toMatchObject({ kind: 'refused', by: 'posthouse', code: 554, enhanced: '5.6.0' });
    expect(sink.connections).toBe(0);
  });

  test('is refused if the envelope names another recipient than the header', async () => {
    const sink = await stage.sink();
    const to = { ...mailbox('ada@reader.example'), address: 'eve@elsewhere.example' };
    const outcome = await stage.relay([sink]).send(outgoing({ to }));
    expect(outcome).toMatchObject({ kind: 'refused', by: 'posthouse', code: 554 });
    expect(sink.connections).toBe(0);
  });

  test('is refused, not altered, if an address has a non-ASCII control character', async () => {
    const sink = await stage.sink();
    const to = { ...mailbox('a@reader.example'), local: 'zo\u0085e', address: 'zo\u0085e@reader.example' };
    const outcome = await stage.relay([sink]).send(outgoing({ to }));
    expect(outcome).toMatchObject({ kind: 'refused', by: 'posthouse', stage: 'rcpt', code: 553 });
    expect(sink.connections).toBe(0);
  });
});

describe('an arbitrary text', () => {
  const seed = 20_261_121;
  const anyText = fc.string({ unit: 'binary', maxLength: 300 });
  const mixed = fc.string({
    unit: fc.constantFrom('a', 'é', '😀', '\r', '\n', '.', '=', ' ', '\t', '日', '-', '\0'),
    maxLength: 300,
  });

  test('as a body is 7-bit, safe to write, and decodes unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyText, mixed), fc.oneof(anyText, mixed), async (html, text) => {
        const { bytes } = await writeMessage(outgoing({ html, text }));
        assertWireFormat(bytes);
        const parsed = await PostalMime.parse(bytes);
        if (html !== '') expect(lines(parsed.html)).toBe(lines(html.toWellFormed()));
        if (text !== '') expect(lines(parsed.text)).toBe(lines(text.toWellFormed()));
      }),
      { seed, numRuns: 300 },
    );
  });

  test('as a subject or name is refused, or decodes unchanged without extra headers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyText, mixed), fc.oneof(anyText, mixed), async (subject, displayName) => {
        let bytes: Buffer;
        try {
          const from = { ...mailbox('a@acme.example'), displayName };
          bytes = (await writeMessage(outgoing({ subject, from }))).bytes;
        } catch (error) {
          expect((error as Error).name).toBe('UnsafeMessage');
          return;
        }
        assertWireFormat(bytes);
        expect(headerNames(bytes.toString('latin1')).toSorted()).toEqual(everyMessage.toSorted());
        const parsed = await PostalMime.parse(bytes);
        expect(parsed.from!.address).toBe('a@acme.example');
        expect(parsed.subject ?? '').toBe(subject.trim().toWellFormed());
      }),
      { seed, numRuns: 500 },
    );
  });
});

describe('the wire format of a message', () => {
  const unfit = { name: 'UnsafeMessage' };
  test.each([
    ['a bare LF', 'a\nb\r\n'],
    ['a bare CR', 'a\rb\r\n'],
    ['a CR at the end', 'a\r'],
    ['LF dot LF', 'a\r\n\n.\n\r\n'],
    ['CR dot CR', 'a\r.\r\r\n'],
    ['a NUL', 'a\0b\r\n'],
    ['8-bit text', 'é\r\n'],
    ['a line of 999', `${'x'.repeat(999)}\r\n`],
    ['no line end at the end', 'a\r\nb'],
  ])('must not contain %s', (_name, text) => {
    expect(() => assertWireFormat(Buffer.from(text))).toThrow(expect.objectContaining(unfit));
  });

  test('may contain lines of 998 octets, tabs and dots', () => {
    assertWireFormat(Buffer.from(`${'x'.repeat(998)}\r\n\t.\r\n.\r\n\r\n`));
    assertWireFormat(Buffer.alloc(0));
  });
});
