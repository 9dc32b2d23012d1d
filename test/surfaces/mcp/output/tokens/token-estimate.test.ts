import { readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { knownPieces } from '../../../../../src/surfaces/mcp/output/tokens/known-pieces.ts';
import { tokensAtMost } from '../../../../../src/surfaces/mcp/output/tokens/token-estimate.ts';
import { catalogue } from '../../../../../tools/index.ts';
import { seededRandom } from '../../../../world/simulated/random.ts';

const seed = 20_260_728;
const random = seededRandom(seed);
const pick = (letters: string): string => letters[random.integer(letters.length)]!;

const small = 'abcdefghijklmnopqrstuvwxyz';
const capital = small.toUpperCase();
const digits = '0123456789';
const signs = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

function text(letters: string, length: number): string {
  return Array.from({ length }, () => pick(letters)).join('');
}

function words(letters: string, length: number, joint: string): string {
  return Array.from({ length: 400 }, () => text(letters, length)).join(joint);
}

/** Alternating consonants and vowels: pronounceable words of no language. */
function invented(syllables: number, joint: string): string {
  const word = () =>
    Array.from({ length: syllables }, () => `${pick('bcdfghjklmnprstvwz')}${pick('aeiou')}`).join('');
  return Array.from({ length: 400 }, word).join(joint);
}

function characters(from: number, to: number): string {
  let made = '';
  while (made.length < 1_000) {
    const code = from + random.integer(to - from);
    if (code < 0xd800 || code > 0xdfff) made += String.fromCodePoint(code);
  }
  return made;
}

const html = `<!doctype html><style>.a{color:#1f6feb;padding:0 12px}</style><table role="presentation" width="100%">${'<tr><td class="a" style="font-size:14px;line-height:1.5">Hello <b>Ada</b>, your order <a href="https://mail.acme.example/c/01kb3k8m2x7q9v4t?u=%2Fshop">is on its way</a>&nbsp;&rarr;</td></tr>'.repeat(20)}</table>`;

const samples: readonly (readonly [string, () => string])[] = [
  [
    'English',
    () => readFileSync(new URL('../../../../../README.md', import.meta.url), 'utf8').slice(0, 20_000),
  ],
  ['program text', () => readFileSync(new URL('../../../../../src/platform.ts', import.meta.url), 'utf8')],
  ['HTML', () => html],
  ['HTML in JSON', () => JSON.stringify({ html })],
  [
    'Chinese',
    () => '您的订单已经发货，请在三天之内确认收货。如果您有任何问题，请随时联系我们的客服团队。'.repeat(9),
  ],
  ['Japanese', () => 'ご注文の商品を発送いたしました。お届けまで三日ほどかかります。'.repeat(9)],
  ['Korean', () => '주문하신 상품이 발송되었습니다. 배송까지 약 3일 정도 소요됩니다.'.repeat(9)],
  ['Russian', () => 'Ваш заказ отправлен и прибудет через три дня. Напишите нам.'.repeat(9)],
  ['Arabic', () => 'تم شحن طلبك وسيصل خلال ثلاثة أيام.'.repeat(9)],
  ['Hindi', () => 'आपका ऑर्डर भेज दिया गया है और तीन दिनों में पहुँच जाएगा।'.repeat(9)],
  ['Vietnamese', () => 'Đơn hàng của bạn đã được gửi đi và sẽ đến trong ba ngày.'.repeat(9)],
  [
    'German',
    () =>
      'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz trifft in drei Tagen ein. '.repeat(9),
  ],
  ['Finnish', () => 'Tilauksesi on lähetetty ja se saapuu kolmen päivän kuluessa. Ota yhteyttä. '.repeat(9)],
  ['emoji', () => characters(0x1f300, 0x1f700)],
  ['emoji of several', () => '👩‍👩‍👧‍👦🏳️‍🌈👍🏽'.repeat(40)],
  ['base64', () => text(`${small}${capital}${digits}+/`, 3_000)],
  ['base32', () => text('0123456789abcdefghjkmnpqrstvwxyz', 3_000)],
  ['hexadecimal', () => text('0123456789abcdef', 3_000)],
  ['digits', () => text(digits, 3_000)],
  ['signs', () => text(signs, 3_000)],
  ['all of ASCII', () => text(`${small}${capital}${digits}${signs} `, 3_000)],
  ['blanks', () => ' '.repeat(3_000)],
  ...[2, 3, 9].flatMap((blanks) =>
    ['1', 'é', '日', '(', 'the'].map(
      (after) =>
        [`${blanks} blanks before ${after}`, () => `${' '.repeat(blanks)}${after}`.repeat(400)] as const,
    ),
  ),
  ['line ends in JSON', () => JSON.stringify('\n'.repeat(2_000))],
  ['quotes in JSON', () => JSON.stringify('"'.repeat(2_000))],
  ['control characters in JSON', () => JSON.stringify('\u0001'.repeat(2_000))],
  ['fences', () => '⟦a⟧'.repeat(500)],
  ['all planes', () => characters(0x10000, 0x10ffff)],
  ['all of the first plane', () => characters(0x20, 0xffff)],
  ...[1, 2, 3, 4, 5, 6, 8, 12].flatMap((length) =>
    [' ', '_', '","', ''].flatMap((joint) => [
      [
        `small letters by ${length} with ${JSON.stringify(joint)}`,
        () => words(small, length, joint),
      ] as const,
      [`capitals by ${length} with ${JSON.stringify(joint)}`, () => words(capital, length, joint)] as const,
      [
        `letters by ${length} with ${JSON.stringify(joint)}`,
        () => words(small + capital, length, joint),
      ] as const,
    ]),
  ),
  ...[1, 2, 3, 4, 6, 9].flatMap((syllables) =>
    [' ', '.', '-', '","'].map(
      (joint) => [`invented words of ${syllables} with ${joint}`, () => invented(syllables, joint)] as const,
    ),
  ),
  ...Array.from({ length: 128 }, (_, block) => 0x80 + block * 0x200)
    .filter((from) => from < 0xd800 || from >= 0xe000)
    .map((from) => [`characters from ${from.toString(16)}`, () => characters(from, from + 0x200)] as const),
];

const base32 = '0123456789abcdefghjkmnpqrstvwxyz';
const anId = (prefix: string): string => `${prefix}_01k${text(base32, 23)}`;
const anInstant = (): string =>
  new Date(1_790_000_000_000 + random.integer(30_000_000) * 1_000).toISOString();
const anAddress = (): string => `${pick('abcdefg')}${text(small, 6)}@${text(small, 7)}.${pick('cno')}om`;

/** Lists as tools return them, with realistic ids, addresses and instants. */
const lists: readonly (readonly [string, () => string])[] = (
  [
    ['list_suppressions', { id: () => anId('sup'), email: anAddress, created_at: anInstant }],
    ['list_emails', { id: () => anId('eml'), to: () => [anAddress()], created_at: anInstant }],
    ['list_subscribers', { id: () => anId('sub'), email: anAddress, createdAt: anInstant }],
    ['list_audit_log', { id: () => anId('aud'), at: anInstant, about: () => [anId('cmp')] }],
    ['list_tags', { id: () => anId('tag') }],
    ['verify_email_addresses', { email: anAddress, suggestion: () => null }],
  ] as const
).map(([name, fields]) => [
  name,
  () => {
    const { data } = catalogue.find((tool) => tool.name === name)!.example.output as { data: [object] };
    const entry = () => Object.entries(fields).map(([field, make]) => [field, make()] as const);
    return JSON.stringify(
      Array.from({ length: 100 }, () => ({ ...data[0], ...Object.fromEntries(entry()) })),
    );
  },
]);

describe('a token estimate', () => {
  it.each(lists)(
    `is never too low for %s results, and at most a fifth too high (seed ${seed})`,
    (_, make) => {
      const sample = make();
      expect(tokensAtMost(sample)).toBeGreaterThanOrEqual(countTokens(sample));
      expect(tokensAtMost(sample)).toBeLessThanOrEqual(countTokens(sample) * 1.2);
    },
  );

  it('is exact for common words alone and after a blank, a quote and every other character', () => {
    for (const [piece] of knownPieces) {
      const befores = /^[a-z]/i.test(piece) ? [...signs, ' ', '","', ''] : [''];
      for (const before of befores) {
        const text = before + piece;
        expect([text, tokensAtMost(text) >= countTokens(text)]).toEqual([text, true]);
      }
      expect([piece, knownPieces.get(piece)]).toEqual([
        piece,
        Math.max(...(befores.length > 1 ? ['', ' '] : ['']).map((before) => countTokens(before + piece))),
      ]);
    }
  });

  it.each(['  ', ' ', '→', '… ', '’', '⟧'])(
    'is never too low for known words after %j, however often they repeat',
    (before) => {
      for (const [piece] of knownPieces) {
        const text = `${before}${piece}`.repeat(40);
        expect([piece, tokensAtMost(text) >= countTokens(text)]).toEqual([piece, true]);
      }
    },
  );

  it('includes most field names of our results among its known words', () => {
    const words = catalogue.flatMap((tool) => fieldNames(tool.example.output));
    const known = words.filter((name) =>
      (name.match(/_?[A-Z]*[a-z]+/g) ?? []).every((one) => knownPieces.has(one)),
    );
    expect(known.length / words.length).toBeGreaterThan(0.9);
  });

  it.each(samples)(`is never too low for %s (seed ${seed})`, (_, make) => {
    const sample = make();
    expect(tokensAtMost(sample)).toBeGreaterThanOrEqual(countTokens(sample));
  });

  it('is at most twice the count for the results of our tools', () => {
    const answers = catalogue
      .map(({ example }) => JSON.stringify(example.output))
      .filter((json) => json.length > 400);
    const lists = JSON.stringify(catalogue.map(({ example }) => example));
    for (const json of [...answers, lists]) {
      expect(tokensAtMost(json)).toBeGreaterThanOrEqual(countTokens(json));
      expect(tokensAtMost(json)).toBeLessThanOrEqual(countTokens(json) * 2);
    }
  });

  it('stops counting at the given maximum', () => {
    expect(tokensAtMost('a b '.repeat(100_000), 50)).toBeLessThan(60);
    expect(tokensAtMost('', 50)).toBe(0);
  });
});

function fieldNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap(fieldNames)];
}
