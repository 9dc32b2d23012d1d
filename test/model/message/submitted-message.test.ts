import { describe, expect, test } from 'vitest';
import { atOnce } from '../../../src/concurrency/pieces.ts';
import { Failure } from '../../../src/model/failure.ts';
import { fitLines } from '../../../src/model/message/fit-lines.ts';
import { readSubmittedHeader, senderDomainsIn } from '../../../src/model/message/submitted-message.ts';

/** Converts to wire format: one character per octet. */
function octets(text: string, encoding: BufferEncoding = 'utf8'): string {
  return Buffer.from(text, encoding).toString('latin1');
}

const from = 'From: Acme <hello@acme.test>\r\n';

describe('the parsed header of a submission', () => {
  test.each([
    // In UTF-8 the last letter ends with the octet of a no-break space.
    ['a letter whose last octet looks like a blank', 'Voil\u00e0', 'Voil\u00e0'],
    ['folds and the blanks around', '  Your\r\n\treceipt  ', 'Your receipt'],
    ['encoded-words', '=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=', 'Gr\u00fc\u00dfe'],
    ['the sign that represents an unreadable one', 'a \ufffd b', 'a \ufffd b'],
  ])('decodes a subject with %s', (_, written, read) => {
    expect(readSubmittedHeader(octets(`${from}Subject: ${written}\r\n`)).subject).toBe(read);
  });

  test('decodes a subject and names in an unlabelled single-byte charset', () => {
    const header = octets(`${from}To: J\u00fcrgen <j@acme.test>\r\nSubject: Gr\u00fc\u00dfe\r\n`, 'latin1');
    const read = readSubmittedHeader(header);
    expect([read.subject, read.named.get('j@acme.test')]).toEqual(['Gr\u00fc\u00dfe', 'J\u00fcrgen']);
    expect(read.kept).toBe(header);
  });
});

describe('a submitted header', () => {
  test.each([
    ['a form feed', 'Subject: a\fb', 'control characters, and has one in line 2'],
    ['a vertical tab on a folded line', 'Subject: a\r\n \vFrom: eve@evil.test', 'line 3'],
    ['a bell in a field that is for us', 'X-Preview: \x07', 'line 2'],
    ['a DEL', 'X-Note: \x7f', 'line 2'],
    ['an escape where a name stands', '\x1b[0mSubject: a', 'line 2'],
    ['more fields than a program writes', 'X: y\r\n'.repeat(1_000), 'at most 1000 fields'],
    ['more octets than a program writes', `X: y${'\r\n y'.repeat(70_000)}`, 'at most 262,144 octets'],
    [
      'long fields of non-ASCII characters',
      `Subject: ${'\xc3\xa9'.repeat(10_000)}\r\nX: ${'\xc3\xa9'.repeat(6_000)}`,
      'at most 32,000 octets in fields with non-ASCII characters',
    ],
  ])('with %s is rejected with the reason', (_, field, words) => {
    const read = () => readSubmittedHeader(`${from}${field}\r\n`);
    expect(read).toThrow(Failure);
    expect(read).toThrow(
      expect.objectContaining({
        details: [expect.objectContaining({ path: 'header', message: expect.stringContaining(words) })],
      }),
    );
  });

  test('keeps tabs and octets of any charset', () => {
    const header = `${from}Subject:\tGr\x81\x9f\xe1e\tan alle\r\n`;
    expect(readSubmittedHeader(header).kept).toBe(header);
  });

  test('is stored without lines that look like the empty line at its end', () => {
    const read = readSubmittedHeader(
      `${from}Subject: z\r\n\t\r\n From: eve@evil.test\r\nX-Note:\r\n \r\n   \r\n`,
    );
    expect(read.kept).toBe(`${from}Subject: z\r\n From: eve@evil.test\r\nX-Note:\r\n`);
    expect(read.subject).toBe('z From: eve@evil.test');
  });

  test('is stored without fields reserved to the receiving server, and with foreign signatures', () => {
    const foreign = 'ARC-Seal: i=1\r\nDKIM-Signature: v=1\r\nResent-From: b@other.test\r\n';
    const read = readSubmittedHeader(
      `${foreign}Authentication-Results: mx.bank.test;\r\n spf=pass\r\nResent-Bcc: c@other.test\r\n${from}`,
    );
    expect(read.kept).toBe(foreign + from);
  });
});

describe('a long header field', () => {
  /** Folds a text into lines of about 100 octets. */
  const folded = (word: string, octetsTotal: number): string =>
    `${word.repeat(Math.ceil(100 / word.length))}\r\n `.repeat(Math.ceil(octetsTotal / 100));
  test('with 32,000 octets of non-ASCII characters is accepted, and longer fields are not folded', () => {
    const header = (octetsTotal: number) =>
      `${from}Subject: ${'\xc3\xa9 '.repeat(Math.floor((octetsTotal - 'Subject: \r\n'.length) / 3))}\r\n`;
    const fittedTo = (octetsTotal: number) =>
      atOnce(fitLines({ header: header(octetsTotal), body: 'x\r\n' }));
    expect(fittedTo(32_000)).toMatchObject({ ok: true, fields: ['Subject'] });
    expect(readSubmittedHeader(header(32_000)).subject).toHaveLength(998);
    expect(fittedTo(33_000)).toMatchObject({
      ok: false,
      path: 'header',
      why: expect.stringContaining('at most 32,000 octets in fields with non-ASCII characters'),
    });
  });

  test('with 150 KB of encoded-words in a Subject is truncated to its limit', () => {
    const header = `${from}Subject: ${folded('=?utf-8?q?=C3=A9?= ', 150_000)}x\r\n`;
    expect(readSubmittedHeader(header).subject).toBe('\u00e9'.repeat(998));
  });

  test('with a Sender too long to parse is rejected', () => {
    const header = `${from}Sender: ${folded('=?utf-8?q?=C3=A9?= ', 40_000)}<eve@evil.test>\r\n`;
    expect(() => senderDomainsIn(header)).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ path: 'header.Sender' })] }),
    );
  });
});
