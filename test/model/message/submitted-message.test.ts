import { describe, expect, test } from 'vitest';
import { readSubmittedHeader } from '../../../src/model/message/submitted-message.ts';

/** As it comes over the wire: one character is one octet. */
function octets(text: string, encoding: BufferEncoding = 'utf8'): string {
  return Buffer.from(text, encoding).toString('latin1');
}

const from = 'From: Acme <hello@acme.test>\r\n';

describe('what is recorded of a submitted header', () => {
  test.each([
    // In UTF-8 the last letter ends in the octet of a no-break space.
    ['a letter whose last octet looks like a blank', 'Voil\u00e0', 'Voil\u00e0'],
    ['folds and the blanks around', '  Your\r\n\treceipt  ', 'Your receipt'],
    ['encoded-words', '=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=', 'Gr\u00fc\u00dfe'],
    ['the sign that stands for an unreadable one', 'a \ufffd b', 'a \ufffd b'],
  ])('a subject with %s', (_, written, read) => {
    expect(readSubmittedHeader(octets(`${from}Subject: ${written}\r\n`)).subject).toBe(read);
  });

  test('a subject and names in the octets of one language, which say not which', () => {
    const header = octets(`${from}To: J\u00fcrgen <j@acme.test>\r\nSubject: Gr\u00fc\u00dfe\r\n`, 'latin1');
    const read = readSubmittedHeader(header);
    expect([read.subject, read.named.get('j@acme.test')]).toEqual(['Gr\u00fc\u00dfe', 'J\u00fcrgen']);
    expect(read.kept).toBe(header);
  });
});
