import { afterAll, beforeAll, expect, test } from 'vitest';
import { baseUrl, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { questionsOfOperators } from './questions-of-operators.ts';
import { questionsOfSenders } from './questions-of-senders.ts';

/** Simulates a reader who knows only the address of `/llms.txt`. */

const questions = [...questionsOfSenders, ...questionsOfOperators];
const questionsMin = 50;
const firstHits = 5;
/** A text search cannot match a synonym ("raise" a plan). */
const foundShareMin = 0.7;
/**
 * The amount a model reads for one question without losing focus. `/llms-full.txt` serves readers who want
 * everything.
 */
const charactersMax = 60_000;

let platform: SimulatedPlatform;
/** Page addresses from `/llms.txt`, by page name. */
const addresses = new Map<string, string>();
const read = new Map<string, string>();

beforeAll(async () => {
  platform = await openPlatform();
  const index = (await platform.http('GET', '/llms.txt', { token: null })).text;
  for (const [, url] of index.matchAll(/^- \[.+\]\((\S+)\): /gm)) {
    addresses.set(url!.replace(`${baseUrl}/docs/`, '').replace(/\.md$/, ''), url!);
  }
});
afterAll(() => platform.close());

/** Fetches the Markdown of a page and collapses whitespace. */
async function textOf(name: string): Promise<string> {
  const url = addresses.get(name);
  if (url === undefined) throw new Error(`/llms.txt does not name ${name}`);
  const known = read.get(url);
  if (known !== undefined) return known;
  const { status, text } = await platform.http('GET', new URL(url).pathname, { token: null });
  expect([name, status]).toEqual([name, 200]);
  const flat = text.replaceAll(/\s+/g, ' ');
  read.set(url, flat);
  await platform.clock.advance(1_000);
  return flat;
}

test('the list has at least 50 distinct questions', () => {
  expect(questions.length).toBeGreaterThanOrEqual(questionsMin);
  expect(new Set(questions.map(({ ask }) => ask)).size).toBe(questions.length);
  expect(questions.filter(({ facts, pages }) => facts.length === 0 || pages.length === 0)).toEqual([]);
});

test.each(questions)('the documentation answers: $ask', async ({ pages, facts }) => {
  const texts = await Promise.all(pages.map(textOf));
  const missing = facts.filter(
    (fact) => !texts.some((text) => (typeof fact === 'string' ? text.includes(fact) : fact.test(text))),
  );
  expect(missing).toEqual([]);
  expect(texts.join('').length).toBeLessThan(charactersMax);
});

test('every listed page contains a fact that answers its question', async () => {
  const idle: string[] = [];
  for (const { ask, pages, facts } of questions) {
    for (const page of pages) {
      const text = await textOf(page);
      const some = facts.some((fact) => (typeof fact === 'string' ? text.includes(fact) : fact.test(text)));
      if (!some) idle.push(`${ask}: ${page}`);
    }
  }
  expect(idle).toEqual([]);
});

test('the documentation search finds an answering page among the first hits for most questions', async () => {
  let found = 0;
  for (const { ask, pages } of questions) {
    const path = `/docs/search?q=${encodeURIComponent(ask)}`;
    const { text } = await platform.http('GET', path, { token: null, headers: { accept: 'text/html' } });
    const hits = [...text.matchAll(/<li><a href="\/docs\/([^"#]+)/g)].map(([, page]) => page!);
    if (hits.slice(0, firstHits).some((page) => pages.includes(page))) found += 1;
    await platform.clock.advance(1_000);
  }
  expect(found / questions.length).toBeGreaterThanOrEqual(foundShareMin);
});
