import { expect, test } from 'vitest';
import type { DocsPage } from '../../../src/surfaces/docs/page.ts';
import { searchOver } from '../../../src/surfaces/docs/search.ts';

test('the first search yields to other requests before it reads each page', async () => {
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
