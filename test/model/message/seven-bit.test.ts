import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { randomRuns } from '../../world/simulated/random.ts';
import { bodyOf, fieldsOf, letter, lines, raw, seed, signedByBoth, written } from './letters.ts';

const about = `From: news@acme.example
Subject: Hello
Date: Sat, 21 Nov 2026 11:00:00 +0100
Message-ID: <kept@client.example>`;
const mime = `${about}\nMIME-Version: 1.0`;

async function sevenBit(header: string, body: string): Promise<string> {
  const text = await signedByBoth(letter({ raw: raw(header, body) }), { sevenBit: true });
  expect(text).toMatch(/^[\0-\x7f]*$/);
  return text;
}

/** Returns the value of a field, in any case. */
function valueIn(text: string, name: string): string | undefined {
  return fieldsOf(text).find(([found]) => found.toLowerCase() === name)?.[1];
}

describe('the conversion to 7-bit', () => {
  test('encodes a text without MIME as UTF-8 in quoted-printable', async () => {
    const text = await sevenBit(about, 'Grüße\n.\nan alle, die das hier lesen  \n');
    expect(valueIn(text, 'mime-version')).toBe('1.0');
    expect(valueIn(text, 'content-type')).toBe('text/plain; charset=utf-8');
    expect(valueIn(text, 'content-transfer-encoding')).toBe('quoted-printable');
    expect((await PostalMime.parse(text)).text).toBe('Grüße\n.\nan alle, die das hier lesen  \n');
  });

  test('labels a text in an unknown charset as such', async () => {
    const message = { ...raw(about, ''), body: 'Gr\xfc\xdfe an alle\r\n' };
    const text = await signedByBoth(letter({ raw: message }), { sevenBit: true });
    expect(valueIn(text, 'content-type')).toBe('text/plain; charset=unknown-8bit');
    expect(bodyOf(text)).toBe('Gr=FC=DFe an alle\r\n');
  });

  test('encodes another script in base64 and corrects the label', async () => {
    const text = await sevenBit(
      `${mime}\ncontent-transfer-encoding: 8bit\nContent-Type: text/plain; charset=utf-8`,
      'Здравствуйте, это письмо.\n',
    );
    expect(text.match(/^content-transfer-encoding/gim)).toHaveLength(1);
    expect(valueIn(text, 'content-transfer-encoding')).toBe('base64');
    expect(lines((await PostalMime.parse(text)).text)).toBe('Здравствуйте, это письмо.');
  });

  const nested = `preamble ü
--outer
Content-Type: multipart/alternative; boundary="in (ner)"
Content-Transfer-Encoding: 8bit

--in (ner)
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

Grüße  \nplain
--in (ner)  \nContent-Type: text/html; charset=utf-8
Content-Transfer-Encoding: 7bit

<p>ascii =3D stays   \n</p>
--in (ner)--
--outer
Content-Type: image/png; name="Bild ü.png"
Content-Disposition: attachment; filename="Bild ü.png"
Content-Transfer-Encoding: base64

aGVs
bG8=
--outer
Content-Type: application/octet-stream
Content-Transfer-Encoding: binary

é\nü

--outer
Content-Type: message/rfc822

Subject: Öffnen
From: x@y.example

Ä body
--outer--
epilogue ü
`;

  test('keeps the structure and content of nested parts', async () => {
    const header = `${mime}\nContent-Type: multipart/mixed; (comment; boundary=x) BOUNDARY=outer\nContent-Transfer-Encoding: 8bit`;
    const text = await sevenBit(header, nested);
    const original = await PostalMime.parse(Buffer.from(`${header}\n\n${nested}`.replaceAll('\n', '\r\n')), {
      forceRfc822Attachments: true,
    });
    const recoded = await PostalMime.parse(text, { forceRfc822Attachments: true });
    expect(lines(recoded.text)).toBe(lines(original.text));
    expect(recoded.html).toBe(original.html);
    expect(recoded.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ['Bild ü.png', 'image/png'],
      [null, 'application/octet-stream'],
      [null, 'message/rfc822'],
    ]);
    const [, octets, forwarded] = recoded.attachments.map(({ content }) =>
      Buffer.from(content as ArrayBuffer),
    );
    expect(octets!.toString()).toBe('é\r\nü\r\n');
    expect(await PostalMime.parse(forwarded!)).toMatchObject({ subject: 'Öffnen', text: 'Ä body' });
    expect(text).toContain('\r\n\r\n<p>ascii =3D stays   \r\n</p>\r\n--in (ner)--\r\n--outer\r\n');
    expect(text).toContain('\r\n--in (ner)  \r\n');
    expect(text).toContain('\r\n\r\naGVs\r\nbG8=\r\n--outer\r\n');
    expect(text).not.toMatch(/8bit|binary/);
  });

  test.each([
    ['quoted-printable', 'a=3Db =\n ü=C3=BC  \nend\n', 'a=b  üü\nend\n'],
    ['base64', 'aGVsü\nbG8=\n', 'hello'],
  ])('does not change a %s part with invalid octets', async (encoding, body, decoded) => {
    const text = await sevenBit(
      `${mime}\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: ${encoding}`,
      body,
    );
    expect(valueIn(text, 'content-transfer-encoding')).toBe(encoding);
    expect((await PostalMime.parse(text)).text).toContain(decoded.trim());
  });

  test.each([
    ['no boundary', 'multipart/mixed', '7bit', '--a\n\nü\n--a--\n'],
    ['a boundary that never comes', 'multipart/mixed; boundary=b', '7bit', '--a\n\nü\n--a--\n'],
    ['an unknown encoding', 'text/plain', 'x-uuencode', 'ü\n'],
    ['parts within parts without end', 'multipart/mixed; boundary=b0', '8bit', deep(40)],
  ])('refuses a message with %s instead of damaging it', async (_what, type, encoding, body) => {
    const header = `${mime}\nContent-Type: ${type}\nContent-Transfer-Encoding: ${encoding}`;
    await expect(written(letter({ raw: raw(header, body) }), { sevenBit: true })).rejects.toMatchObject({
      name: 'UnsafeMessage',
      code: 554,
      enhanced: '5.6.3',
    });
  });

  const part = (fields: string) => `--b\n${fields}\nü\n`;
  test.each([
    ['a part with an implausible number of fields', part('a:ü\n'.repeat(1_001))],
    ['a part with a field without end', part(`Subject: ü\n${' ü\n'.repeat(20_000)}`)],
    ['a part that is nothing but a header without end', `--b\n${`X: ${'ü'.repeat(400)}\n`.repeat(100)}`],
    ['too many parts', part('').repeat(1_001)],
    ['too many fields in all its parts', part('a:ü\n'.repeat(900)).repeat(12)],
    ['too large headers in all its parts', part(`Subject: ${'ü '.repeat(300)}\n`.repeat(60)).repeat(12)],
    [
      'much content in many levels',
      deep(29)
        .replaceAll('b0', 'b')
        .replace('\nü', `\n${'x'.repeat(3_000_000)}ü`),
    ],
  ])('rejects a message with %s instead of spending seconds on it', async (_what, body) => {
    const header = `${mime}\nContent-Type: multipart/mixed; boundary=b`;
    await expect(written(letter({ raw: raw(header, body) }), { sevenBit: true })).rejects.toMatchObject({
      name: 'UnsafeMessage',
      enhanced: '5.6.3',
    });
  });

  test('accepts a message with many parts', async () => {
    const many = part(`Content-Type: text/plain; charset=utf-8; name="ü"\n`).repeat(900);
    const text = await sevenBit(`${mime}\nContent-Type: multipart/mixed; boundary=b`, `${many}--b--\n`);
    expect(text.match(/^w7w=\r$/gm)).toHaveLength(900);
  });

  test('keeps the octets of any text with any label', async () => {
    const piece = fc.constantFrom(
      'ü',
      'a',
      ' ',
      '\t',
      '\n',
      '.',
      '=',
      '=3D',
      '--b',
      '日本',
      '😀',
      'From ',
      'x'.repeat(90),
    );
    const body = fc.array(piece, { minLength: 1, maxLength: 60 }).map((pieces) => `${pieces.join('')}é\n`);
    await fc.assert(
      fc.asyncProperty(
        body,
        fc.constantFrom('8bit', 'binary', '7bit', ''),
        fc.constantFrom('text/plain; charset=utf-8', 'application/x-odd'),
        async (content, label, type) => {
          const part = `Content-Type: ${type}\n${label && `Content-Transfer-Encoding: ${label}\n`}\n`;
          const header = `${mime}\nContent-Type: multipart/mixed; boundary=bound`;
          const whole = `--bound\n${part}${content}--bound--\n`;
          const before = await PostalMime.parse(
            Buffer.from(`${header}\n\n${whole}`.replaceAll('\n', '\r\n')),
          );
          const text = await written(letter({ raw: raw(header, whole) }), { sevenBit: true });
          expect(text).toMatch(/^[\0-\x7f]*$/);
          const after = await PostalMime.parse(text);
          expect(lines(after.text)).toBe(lines(before.text));
          const octets = (mail: typeof after) =>
            mail.attachments.map(({ content }) =>
              Buffer.from(content as ArrayBuffer)
                .toString()
                .replaceAll('\r\n', '\n')
                .trimEnd(),
            );
          expect(octets(after)).toEqual(octets(before));
        },
      ),
      { seed, numRuns: randomRuns(200) },
    );
  });
});

function deep(levels: number): string {
  let body = 'ü\n';
  for (let level = levels; level >= 0; level--) {
    const type = level === levels ? 'text/plain' : `multipart/mixed; boundary=b${level + 1}`;
    body = `--b${level}\nContent-Type: ${type}\n\n${body}\n--b${level}--\n`;
  }
  return body;
}
