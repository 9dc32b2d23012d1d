import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { queryCharactersMax } from '../../src/model/text/query-words.ts';

const hitsMax = 10;

export const searchDocs = defineTool({
  name: 'search_docs',
  title: 'Search the documentation',
  summary: 'Search the documentation and list the pages that match best.',
  advice: 'Then call read_docs.',
  toolset: 'core',
  input: z.strictObject({ query: z.string().min(1).max(queryCharactersMax) }),
  output: z.object({
    object: z.literal('document_search'),
    hits: z
      .array(
        z.object({
          topic: z.string(),
          part: z.int().describe('Part of the page, for read_docs'),
          title: z.string(),
          heading: z.string().nullable(),
          anchor: z.string().nullable(),
          excerpt: z.string(),
        }),
      )
      .describe(`At most ${hitsMax} pages`),
  }),
  failures: [],
  effect: 'read',
  needs: 'tools.run',
  offeredToAll: true,
  needsOf: () => [],
  doors: ['mcp', 'tools', 'cli'],
  rest: null,
  example: {
    input: { query: 'double opt-in' },
    output: {
      object: 'document_search',
      hits: [
        {
          topic: 'guides/consent',
          part: 1,
          title: 'Consent',
          heading: 'Double opt-in',
          anchor: 'double-opt-in',
          excerpt: '… new subscribers are asked by mail first …',
        },
      ],
    },
  },
  async run({ engine: { documentation } }, { query }) {
    const hits = await documentation.search(query, hitsMax);
    return {
      object: 'document_search' as const,
      hits: hits.map(({ heading, ...hit }) => ({ ...hit, heading: heading === '' ? null : heading })),
    };
  },
});
