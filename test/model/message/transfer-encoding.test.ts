import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import {
  fromQuotedPrintable,
  quotedPrintable,
  radix64,
} from '../../../src/model/message/transfer-encoding.ts';
import { randomRuns } from '../../world/simulated/random.ts';
import { anyText, seed } from './letters.ts';

const octets = fc.oneof(
  anyText.map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
);

/** Decodes with an independent parser, which returns every line end as LF. */
async function decoded(encoding: string, body: string): Promise<Buffer> {
  const head = `Content-Type: application/x-test\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`;
  const { attachments } = await PostalMime.parse(head + body);
  return Buffer.from(attachments[0]!.content as ArrayBuffer);
}

describe('quoted-printable', () => {
  test('round-trips any octets with CR LF line ends in printable lines of at most 76 characters', async () => {
    await fc.assert(
      fc.asyncProperty(octets, async (original) => {
        const text = quotedPrintable(original);
        for (const line of text.split('\r\n')) {
          expect(line).toMatch(/^[\t\x20-\x7e]{0,76}$/);
          expect(line).not.toMatch(/[ \t]$|^\.|^From /);
        }
        const expected = original.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n');
        expect(fromQuotedPrintable(text).toString('latin1')).toBe(expected);
        // The parser ends an unterminated last line, so an extra character shows how the text really ends.
        const theirs = (await decoded('quoted-printable', `${text}=\r\n|`)).toString('latin1');
        expect(theirs).toBe(`${expected.replaceAll('\r\n', '\n')}|\n`);
      }),
      { seed, numRuns: randomRuns(400) },
    );
  });

  test('keeps each UTF-8 character on one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 50, maxLength: 200 }), (text) => {
        for (const line of quotedPrintable(Buffer.from(text)).split('=\r\n')) {
          const part = fromQuotedPrintable(line);
          expect(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(part)).toBe(
            part.toString(),
          );
        }
      }),
      { seed, numRuns: randomRuns(100) },
    );
  });

  test('does not change an earlier result when encoding again', () => {
    const first = quotedPrintable(Buffer.from('first'));
    quotedPrintable(Buffer.from('SECOND'));
    expect(first).toBe('first');
  });
});

describe('base64', () => {
  test('round-trips any octets in lines of at most 76 characters', async () => {
    await fc.assert(
      fc.asyncProperty(octets, async (original) => {
        const encoded = radix64(original);
        for (const line of encoded.split('\r\n')) expect(line).toMatch(/^[A-Za-z0-9+/=]{0,76}$/);
        expect(Buffer.from(encoded, 'base64')).toEqual(original);
        if (original.length > 0) expect(await decoded('base64', encoded)).toEqual(original);
      }),
      { seed, numRuns: randomRuns(200) },
    );
  });
});
