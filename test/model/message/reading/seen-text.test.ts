import { describe, expect, test } from 'vitest';
import { readMime } from '../../../../src/model/message/reading/read-mime.ts';
import { seenText } from '../../../../src/model/message/reading/seen-text.ts';

const message = (header: string[], body: string) => ({
  header: [...header, ''].join('\r\n'),
  body: Buffer.from(body).toString('latin1'),
});
const text = (type: string, ...more: string[]) => ['From: a@acme.test', `Content-Type: ${type}`, ...more];

describe('the quick scan of a message', () => {
  test.each([
    ['plain text', message(text('text/plain; charset=utf-8'), 'Grüße\r\n'), 'Grüße'],
    ['a message that says nothing of itself', message(['From: a@acme.test'], 'Grüße\r\n'), 'Grüße'],
    [
      'Latin-1',
      { ...message(text('text/plain; charset="ISO-8859-1"'), ''), body: 'Gr\xfc\xdfe\r\n' },
      'Grüße',
    ],
    [
      'quoted-printable',
      message(
        text('text/html; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'),
        '<a href=3D"x">Gr=C3=BC=\r\n=C3=9fe</a>\r\n',
      ),
      '<a href="x">Grüße</a>',
    ],
    [
      'text beside an attachment, and not the attachment',
      message(
        text('multipart/mixed; boundary=b'),
        `--b\r\nContent-Type: application/pdf; name="a.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n${'A'.repeat(76)}\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nThe invoice\r\n--b--\r\n`,
      ),
      'The invoice',
    ],
  ])('finds the text of a message with %s', async (_, raw, says) => {
    expect(seenText(raw)?.text).toContain(says);
    const read = await readMime(raw);
    expect(read.html + read.text).toContain(says);
  });

  test('finds no line of an attachment', () => {
    const body = `Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${'B'.repeat(76)}\r\n`;
    expect(seenText(message(text('multipart/mixed; boundary=b'), `--b\r\n${body}`))?.text).not.toContain(
      'BBBB',
    );
  });
});

describe('the quick scan reports that it cannot read', () => {
  test.each([
    [
      'a text in base64',
      message(text('text/plain', 'Content-Transfer-Encoding: base64'), 'R3LDvMOfZQ==\r\n'),
    ],
    [
      'a text in BASE64',
      message(text('text/plain', 'CONTENT-TRANSFER-ENCODING: BASE64'), 'R3LDvMOfZQ==\r\n'),
    ],
    [
      'base64 on a line of its own',
      message(text('text/plain', 'Content-Transfer-Encoding:', '\t(why not) base64'), 'R3LDvMOfZQ==\r\n'),
    ],
    [
      'a base64 part without a content type',
      message(
        text('multipart/mixed; boundary=b'),
        '--b\r\nContent-Transfer-Encoding: base64\r\n\r\nR3I=\r\n',
      ),
    ],
    [
      'a base64 part with two content types',
      message(
        text('multipart/mixed; boundary=b'),
        '--b\r\nContent-Type: image/png\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\nR3I=\r\n',
      ),
    ],
    [
      'a base64 part with a comment before its type',
      message(
        text('multipart/mixed; boundary=b'),
        '--b\r\nContent-Type: (image/png) text/html\r\nContent-Transfer-Encoding: base64\r\n\r\nR3I=\r\n',
      ),
    ],
    ['UTF-7', message(text('text/plain; charset=utf-7'), '+AGEAYg-\r\n')],
    ['another alphabet’s own charset', message(text('text/plain; charset=koi8-r'), 'x\r\n')],
    ['two charsets', message(text('text/plain; charset=iso-8859-1'), 'charset=utf-8\r\n')],
    ['a large message', message(text('text/plain'), 'x'.repeat(256 * 1024))],
  ])('%s', (_, raw) => {
    expect(seenText(raw)).toBeNull();
  });

  test('a message in linear time', () => {
    const hostile = [
      'Content-Transfer-Encoding:'.repeat(9_000),
      'Content-Transfer-Encoding:\r\n '.repeat(8_000),
      `${'A'.repeat(70)}=`.repeat(3_000),
      '= \t'.repeat(80_000),
      "charset='".repeat(25_000),
      'charset*9'.repeat(25_000),
      '\r\n\r\nContent-Transfer-Encoding: base64'.repeat(6_000),
    ];
    const raw = hostile.map((body) => message(text('text/plain'), body));
    // Quadratic work in ten readings would exceed the test's time by far.
    for (let reading = 0; reading < 10; reading += 1) {
      expect(raw.map((one) => seenText(one) === null)).toEqual([
        false,
        false,
        false,
        false,
        true,
        false,
        true,
      ]);
    }
  });
});
