import fc from 'fast-check';
import addressparser from 'nodemailer/lib/addressparser';
import PostalMime, { addressParser, decodeWords } from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { isHeaderSafe } from '../../../src/model/address.ts';
import { encodedWords } from '../../../src/model/message/encoded-word.ts';
import { furtherField, headerField, mailboxField, textField } from '../../../src/model/message/header.ts';
import { randomRuns } from '../../world/simulated/random.ts';
import { anyLine, fieldsOf, mailbox, seed } from './letters.ts';

describe('encoded-words', () => {
  test('have at most 75 characters, split no character, and decode exactly', () => {
    fc.assert(
      fc.property(fc.oneof(anyLine, fc.string({ unit: 'binary' })), (text) => {
        const words = encodedWords(text).split(' ');
        let octets = Buffer.alloc(0);
        for (const word of words) {
          expect(word.length).toBeLessThanOrEqual(75);
          const [, , encoding, encoded] = /^=\?(UTF-8)\?([BQ])\?([^? ]*)\?=$/.exec(word) ?? [];
          const decoded =
            encoding === 'B'
              ? Buffer.from(encoded!, 'base64')
              : Buffer.from(
                  encoded!
                    .replaceAll('_', ' ')
                    .replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
                      String.fromCharCode(Number.parseInt(hex, 16)),
                    ),
                  'latin1',
                );
          new TextDecoder('utf-8', { fatal: true }).decode(decoded);
          octets = Buffer.concat([octets, decoded]);
        }
        expect(octets.toString()).toBe(text.toWellFormed());
        expect(decodeWords(words.join(' '))).toBe(text.toWellFormed());
      }),
      { seed, numRuns: randomRuns(400) },
    );
  });

  test('use the shorter of the two encodings', () => {
    expect(encodedWords('Zoë reads')).toBe('=?UTF-8?Q?Zo=C3=AB_reads?=');
    expect(encodedWords('日本語')).toBe('=?UTF-8?B?5pel5pys6Kqe?=');
  });
});

describe('a header field', () => {
  const field = fc.tuple(fc.constantFrom('Subject', 'X-Note', 'List-Unsubscribe-Post'), anyLine);

  test('with any text is folded only at blanks, has short lines, and decodes exactly', async () => {
    await fc.assert(
      fc.asyncProperty(field, async ([name, value]) => {
        fc.pre(isHeaderSafe(value));
        const { text } = textField(name, value);
        expect(text.endsWith('\r\n')).toBe(true);
        for (const line of text.slice(0, -2).split('\r\n')) {
          expect(line).toMatch(/^[\t\x20-\x7e]*$/);
          expect(line.trim()).not.toBe('');
          expect(line.length).toBeLessThanOrEqual(998);
          if (line.includes('=?UTF-8?')) expect(line.length).toBeLessThanOrEqual(76);
          // A longer line can be folded only at the blank after the name, where the first word stays.
          else if (line.length > 78) expect(line.trim()).not.toMatch(/^[^ \t]+:?[ \t]+[^ \t]+[ \t]/);
        }
        const [read] = (await PostalMime.parse(`${text}\r\n`)).headers;
        expect(decodeWords(read!.value)).toBe(value.replace(/^[ \t]+|[ \t]+$/g, '').toWellFormed());
      }),
      { seed, numRuns: randomRuns(400) },
    );
  });

  test('keeps every blank of a folded value', () => {
    const value = `${'one  two\tthree '.repeat(20)}end`;
    const { text } = headerField('X-Note', value);
    expect(text.split('\r\n').length).toBeGreaterThan(4);
    expect(fieldsOf(`${text}\r\n`)).toEqual([['X-Note', value]]);
  });

  test.each(['From', 'bcc', 'Content-Disposition', 'Return-Path'])(
    'named %s cannot be added by a caller',
    (name) => {
      expect(() => furtherField(name, 'x')).toThrow('is not given apart');
    },
  );

  test('such as Feedback-ID or CFBL-Address is written as given', () => {
    expect(furtherField('Feedback-ID', 'cmp_1:org_1:campaign:posthouse').text).toBe(
      'Feedback-ID: cmp_1:org_1:campaign:posthouse\r\n',
    );
    expect(furtherField('CFBL-Address', 'fbl@acme.example; report=arf').text).toBe(
      'CFBL-Address: fbl@acme.example; report=arf\r\n',
    );
  });
});

describe('a mailbox in a header', () => {
  test('with any display name is a single mailbox for two independent parsers', () => {
    fc.assert(
      fc.property(anyLine, (displayName) => {
        fc.pre(isHeaderSafe(displayName));
        const { text } = mailboxField('From', { ...mailbox('a.b+c@acme.example'), displayName }, 'sender');
        const value = text
          .slice('From:'.length)
          .replace(/\r\n(?=[ \t])/g, '')
          .trim();
        const name = displayName.replace(/^[ \t]+|[ \t]+$/g, '').toWellFormed();
        expect(addressParser(value)).toEqual([{ name: expect.anything(), address: 'a.b+c@acme.example' }]);
        const theirs = addressparser(value);
        expect(theirs).toHaveLength(1);
        expect(theirs[0]).toMatchObject({ address: 'a.b+c@acme.example' });
        // One parser decodes names and the other does not; both leave inner blanks to the reader.
        const oneBlank = (read: string) => read.replace(/[ \t]+/g, ' ').trim();
        expect(oneBlank(decodeWords((theirs[0] as { name: string }).name))).toBe(oneBlank(name));
      }),
      { seed, numRuns: randomRuns(400) },
    );
  });
});
