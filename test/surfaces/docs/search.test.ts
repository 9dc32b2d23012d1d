import { expect, test } from 'vitest';
import { extractQueryWords } from '../../../src/model/text/query-words.ts';
import type { DocsPage } from '../../../src/surfaces/docs/page.ts';
import { searchOver } from '../../../src/surfaces/docs/search.ts';

test('the first search lets other requests run before it reads each page', async () => {
  let turns = 0;
  let searching = true;
  const count = (): void => {
    turns += 1;
    if (searching) setImmediate(count);
  };
  setImmediate(count);
  const readIn: number[] = [];
  const pages = Array.from({ length: 10 }, (_, number): DocsPage => {
    const title = `Page ${number}`;
    return {
      name: `page-${number}`,
      title,
      description: 'A page',
      markdown() {
        readIn.push(turns);
        return `# ${title}\n\nAbout wombats.\n`;
      },
    };
  });
  const { hits } = await searchOver(pages)('wombats');
  searching = false;
  expect(hits).toHaveLength(10);
  expect(new Set(readIn).size).toBe(10);
});

test.each([
  ['mail '.repeat(12), ['mail']],
  ['mail Mails email bounce', ['mail', 'bounce']],
  ['bounces bounce campaigns', ['bounces', 'campaigns']],
])('the query "%s" is searched for each word once', (query, words) => {
  expect(extractQueryWords(query)).toEqual(words);
});

test('a query is searched for at most 12 words', () => {
  const letters = [...'bcdefghjklmnpqr'].map((letter) => letter.repeat(2));
  expect(extractQueryWords(letters.join(' '))).toEqual(letters.slice(0, 12));
});

test('a search looks for similar words only if a word occurs in no page', async () => {
  const page = (name: string): DocsPage => ({
    name,
    title: name,
    description: 'A page',
    markdown: () => `# ${name}\n\nNothing else.\n`,
  });
  const search = searchOver(['wombat', 'combat', 'harbour'].map(page));
  const addresses = async (query: string) => (await search(query)).hits.map(({ address }) => address);
  expect(await addresses('where could some large old wombat sleep')).toEqual(['/docs/wombat']);
  expect(await addresses('where could some large old hombat sleep')).toEqual([
    '/docs/wombat',
    '/docs/combat',
  ]);
});
