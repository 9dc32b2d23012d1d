import fc from 'fast-check';
import addressparser from 'nodemailer/lib/addressparser';
import { describe, expect, test } from 'vitest';
import {
  formatMailbox,
  isHeaderSafe,
  localPartOctetsMax,
  type Mailbox,
  mailboxCharactersMax,
  parseMailbox,
} from '../../src/model/address.ts';
import { domainCharactersMax } from '../../src/model/mail-domain.ts';
import { fixtureRule } from '../../src/model/sending/fixture-recipient.ts';
import { randomRuns } from '../world/simulated/random.ts';
import { corpusRunners, hostileAddresses } from './hostile-addresses.ts';

function mailbox(input: string): Mailbox {
  const parsed = parseMailbox(input);
  if (!parsed.ok) throw new Error(`${JSON.stringify(input)}: ${parsed.message}`);
  return parsed.mailbox;
}

/** Returns the refusal's sentence, or the address that was wrongly accepted. */
function refusal(input: string): string {
  const parsed = parseMailbox(input);
  return parsed.ok ? `read as ${parsed.mailbox.address}` : parsed.message;
}

describe('a hostile address', () => {
  test('appears in at least 150 distinct forms', () => {
    expect(new Set(hostileAddresses.map(({ input }) => input)).size).toBe(hostileAddresses.length);
    expect(hostileAddresses.length).toBeGreaterThanOrEqual(150);
  });

  test.each(hostileAddresses.map((entry) => [JSON.stringify(entry.input).slice(0, 60), entry] as const))(
    'is parsed or rejected as expected: %s',
    (_, { input, address, displayName }) => {
      const parsed = parseMailbox(input);
      expect(parsed.ok ? parsed.mailbox.address : null).toBe(address);
      if (parsed.ok) expect(parsed.mailbox.displayName).toBe(displayName ?? null);
    },
  );

  test('is rejected with a plain sentence that repeats no input', () => {
    for (const { input } of hostileAddresses) {
      const parsed = parseMailbox(input);
      if (parsed.ok) continue;
      expect(parsed.message).toMatch(/^[A-Z][^\n]{10,100}$/);
      expect(parsed.message).not.toMatch(/gmail|evil|Bcc/);
    }
  });
});

describe('a rejection names the fault', () => {
  test.each([
    ['', 'empty'],
    ['someone', 'no @'],
    ['a@b@c.io', 'more than one @'],
    ['a@c.io, b@c.io', 'comma'],
    ['"a"@c.io', 'quoted part'],
    ['a%b@c.io', '% or !'],
    ['a@c', 'at least two parts'],
    ['a@[1.2.3.4]', 'IP address'],
    ['a@1.2.3.4', 'IP address'],
    ['a@c.io\r\n', 'control character'],
    ['a@c\u200b.io', 'invisible'],
    ['Acme (Support) <a@c.io>', 'parentheses'],
    ['<a@c.io> b', 'last thing'],
    [`a@${'c.'.repeat(127)}io`, `${domainCharactersMax} characters`],
    ['a'.repeat(mailboxCharactersMax + 1), `${mailboxCharactersMax} characters`],
  ])('of %j', (input, part) => {
    expect(refusal(input)).toContain(part);
  });
});

describe('a parsed address', () => {
  test('has a lower-case key, and keeps the local part as written for the envelope', () => {
    expect(mailbox('Some.One+Tag@ACME.io')).toEqual({
      address: 'Some.One+Tag@acme.io',
      local: 'Some.One+Tag',
      domain: 'acme.io',
      displayName: null,
      key: 'some.one+tag@acme.io',
      guardKey: 'some.one@acme.io',
    });
  });

  test('has one guard key for all spellings of a Gmail inbox, which have separate keys', () => {
    const spellings = [
      'jane.doe@gmail.com',
      'janedoe@gmail.com',
      'J.A.N.E.doe@Gmail.com',
      'jane.doe+shop@gmail.com',
      'janedoe@googlemail.com',
    ];
    expect(new Set(spellings.map((text) => mailbox(text).guardKey))).toEqual(new Set(['janedoe@gmail.com']));
    expect(new Set(spellings.map((text) => mailbox(text).key)).size).toBe(spellings.length);
  });

  test('keeps dots and a leading + outside Gmail', () => {
    expect(mailbox('j.doe@acme.io').guardKey).toBe('j.doe@acme.io');
    expect(mailbox('jdoe@acme.io').guardKey).toBe('jdoe@acme.io');
    expect(mailbox('+tag@acme.io').guardKey).toBe('+tag@acme.io');
    expect(mailbox('a++b+c@acme.io').guardKey).toBe('a@acme.io');
  });
});

describe('formatMailbox', () => {
  test('returns the bare address without a display name', () => {
    expect(formatMailbox(mailbox('<Me@acme.io>'))).toBe('Me@acme.io');
  });

  test('quotes and escapes the display name', () => {
    expect(formatMailbox(mailbox('"say \\"hi\\" \\\\" <me@acme.io>'))).toBe(
      '"say \\"hi\\" \\\\" <me@acme.io>',
    );
  });

  test('throws on a display name that could break a header', () => {
    expect(() => formatMailbox({ address: 'a@b.io', displayName: 'x\r\nBcc: y' })).toThrow();
  });
});

describe('isHeaderSafe', () => {
  test('is false for exactly the characters that may end or break a header line', () => {
    const unsafe: number[] = [];
    for (let code = 0; code <= 0xffff; code++) {
      if (!isHeaderSafe(`a${String.fromCharCode(code)}b`)) unsafe.push(code);
    }
    const c0WithoutTab = Array.from({ length: 32 }, (_, code) => code).filter((code) => code !== 9);
    expect(unsafe).toEqual([...c0WithoutTab, 0x7f, 0x85, 0x2028, 0x2029]);
  });
});

/** Texts built from pieces that confuse parsers, many of them close to addresses. */
const nearAddress = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'a',
        'B',
        'me',
        'example',
        'gmail',
        'com',
        'test',
        'playwright-test-',
        '@',
        '@',
        '.',
        '.',
        '<',
        '>',
        '"',
        '\\',
        ' ',
        '\t',
        ',',
        ';',
        ':',
        '(',
        ')',
        '+x',
        '%',
        '!',
        '[',
        ']',
        '-',
        'xn--',
        '0x1',
        '127',
        '\u00fc',
        '\u3002',
        '\uff45',
        '\u200b',
        '\u202e',
        '\u0000',
        '\r\n',
        '=?utf-8?q?x=0D?=',
        '=?utf-8?B?w7w=?=',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));

/** The same pieces in a frame that makes most of them parse. */
const framed = fc
  .tuple(
    fc.constantFrom('', 'Me ', '"x" ', 'a@example.com '),
    nearAddress,
    fc.domain(),
    fc.constantFrom('', '.', '\u3002'),
  )
  .map(([display, local, domain, final]) => {
    const address = `${local.replace(/[^\w+.-]/g, '') || 'a'}@${domain}${final}`;
    return display === '' ? address : `${display}<${address}>`;
  });

const anyText = fc.oneof(nearAddress, framed, fc.string({ unit: 'binary', maxLength: 40 }));

function isControl(text: string): boolean {
  return /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text);
}

describe('every accepted address', () => {
  test('parses to the same mailbox alone and formatted with a name', () => {
    let read = 0;
    fc.assert(
      fc.property(anyText, (input) => {
        const parsed = parseMailbox(input);
        if (!parsed.ok) return;
        read++;
        const bare = parseMailbox(parsed.mailbox.address);
        expect(bare).toEqual({ ok: true, mailbox: { ...parsed.mailbox, displayName: null } });
        expect(parseMailbox(formatMailbox(parsed.mailbox))).toEqual(parsed);
      }),
      { numRuns: randomRuns(4_000) },
    );
    expect(read).toBeGreaterThan(randomRuns(500));
  });

  test('is classified by the domain used on the envelope', () => {
    fc.assert(
      fc.property(anyText, (input) => {
        const parsed = parseMailbox(input);
        if (!parsed.ok) return;
        const { address, local, domain, key, guardKey } = parsed.mailbox;
        expect(address).toBe(`${local}@${domain}`);
        expect(address.split('@')).toHaveLength(2);
        expect(key).toBe(`${local.toLowerCase().normalize('NFC')}@${domain}`);
        expect(mailbox(key)).toMatchObject({ address: key, key, guardKey });
        expect(guardKey.split('@')).toHaveLength(2);
        const onTheWire = mailbox(`<${address}>`);
        expect(fixtureRule(onTheWire, corpusRunners)).toBe(fixtureRule(parsed.mailbox, corpusRunners));
      }),
      { numRuns: randomRuns(4_000) },
    );
  });

  test('contains no control character, and its domain has ASCII LDH labels', () => {
    fc.assert(
      fc.property(anyText, (input) => {
        const parsed = parseMailbox(input);
        if (!parsed.ok) {
          expect(parsed.message.length).toBeGreaterThan(0);
          return;
        }
        const { address, local, domain, displayName } = parsed.mailbox;
        expect(isControl(address)).toBe(false);
        expect(address).not.toMatch(/[\s\p{Default_Ignorable_Code_Point}]/u);
        expect(address.normalize('NFC')).toBe(address);
        expect(Buffer.byteLength(local)).toBeLessThanOrEqual(localPartOctetsMax);
        expect(domain).toMatch(
          /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/,
        );
        if (displayName !== null) {
          expect(displayName.trim()).toBe(displayName);
          expect(isControl(displayName)).toBe(false);
          expect(isHeaderSafe(formatMailbox(parsed.mailbox))).toBe(true);
        }
      }),
      { numRuns: randomRuns(4_000) },
    );
  });
});

describe('nodemailer', () => {
  // nodemailer accepts far more and guesses, but it must not read an accepted address as another mailbox. It
  // keeps the domain as written, so its result is parsed again before the comparison.
  test('parses every accepted address to the same mailbox', () => {
    for (const { input, address } of hostileAddresses) {
      if (address === null) continue;
      const theirs = addressparser(input, { flatten: true }).map((entry) => entry.address);
      expect([input, theirs.map((text) => mailbox(text).address)]).toEqual([input, [address]]);
    }
  });
});
