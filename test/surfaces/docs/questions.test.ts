import { afterAll, beforeAll, expect, test } from 'vitest';
import { baseUrl, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { questionsOfOperators } from './questions-of-operators.ts';
import { questionsOfSenders } from './questions-of-senders.ts';

/** What a reader finds who is given the address of `/llms.txt` and nothing else. */

const questions = [...questionsOfSenders, ...questionsOfOperators];
const questionsMin = 50;
/** A model reads so much for one question without losing the thread; `/llms-full.txt` is for those that want all. */
const charactersMax = 60_000;

let platform: SimulatedPlatform;
/** The addresses that `/llms.txt` names, by the names of their pages. */
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

/** The Markdown of a page as it is linked, with each run of spaces and line breaks as one space. */
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

test('there are enough questions, and each is asked once', () => {
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

test('every page that a question names is needed for it', async () => {
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
