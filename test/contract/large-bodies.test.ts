import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { atOnce, type Pieces } from '../../src/concurrency/pieces.ts';
import { fingerprintInPieces } from '../../src/contract/idempotency.ts';
import { excessOfJson, excessOfJsonInPieces, jsonFieldsMax } from '../../src/contract/json-text.ts';
import { canonicalJson, canonicalJsonParts } from '../../src/model/text/canonical-json.ts';
import { readJson } from '../../src/surfaces/http/json-body.ts';

/** Ninety kilobytes with the escaped quotes of an ordinary newsletter. */
const html = '<p>A sentence with <a href="https://acme.dev">a link</a> in it.</p>\n'.repeat(1_350);
const batch = Array.from({ length: 100 }, (_, index) => ({
  from: 'hello@acme.dev',
  to: `reader-${index}@mailbox.dev`,
  subject: `Order ${index}`,
  html: `<p>${index}</p>${html}`,
}));
const json = { 'content-type': 'application/json' };

/** Counts the event loop turns that other requests get while `work` runs. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let working = true;
  const count = (): void => {
    if (!working) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  await work();
  working = false;
  return turns;
}

function countPieces(pieces: Pieces<unknown>): number {
  let amount = 1;
  while (!pieces.next().done) amount += 1;
  return amount;
}

describe('a batch of more than nine megabytes', () => {
  const body = Buffer.from(JSON.stringify(batch));

  it('yields at least once per mebibyte while it is parsed', async () => {
    expect(body.length).toBeGreaterThan(9_000_000);
    expect(await turnsDuring(async () => expect(await readJson(json, body)).toEqual(batch))).toBeGreaterThan(
      9,
    );
  });

  it('is hashed in at least 30 steps, with the same result as in one step', () => {
    const about = { validation: 'strict', emails: batch };
    expect(countPieces(fingerprintInPieces(about, ''))).toBeGreaterThan(30);
    expect(atOnce(fingerprintInPieces(about, '\ntok_1'))).toBe(
      hash('sha256', `${canonicalJson(about)}\ntok_1`, 'base64url'),
    );
  });
});

it('a small body is parsed without yielding', async () => {
  const turns = await turnsDuring(async () => readJson(json, Buffer.from(JSON.stringify(batch.slice(0, 2)))));
  expect(turns).toBe(0);
});

it('a JSON text scanned in steps of any size has the same result as in one step', () => {
  const wide = `{${Array.from({ length: jsonFieldsMax + 1 }, (_, index) => `"k${index}":1`).join()}}`;
  const texts = [
    '',
    '{"a',
    '{"a\\"}":[{"b":"x,{["},{}],"c":[]}',
    wide,
    `[[${wide}]`,
    `${'['.repeat(200)}`,
    `[${'1,'.repeat(300_000)}1]`,
    `[${Array.from({ length: 25_000 }, (_, index) => `{"name${index}":1}`).join()}]`,
  ];
  for (const text of texts) {
    for (const characters of [1, 7, 1_000]) {
      expect(atOnce(excessOfJsonInPieces(text, characters))).toBe(excessOfJson(text));
    }
  }
});

it.each([
  [null],
  ['text'],
  [[]],
  [{}],
  [{ b: [], a: undefined, c: [1, 'x', null, { z: 1, y: [2] }] }],
  [[{ b: 1, a: 2 }, undefined, 3]],
])('the parts of canonical JSON form the complete text: %j', (value) => {
  expect([...canonicalJsonParts(value)].join('')).toBe(canonicalJson(value));
});
