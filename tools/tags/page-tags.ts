import { z } from 'zod';
import { numberedPage, numberedPageFields, numberedPageSchema } from '../../src/contract/numbered-page.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { Tag, tagAnswer, tagQuery } from '../../src/model/subscriber/tag.ts';
import { tagExample } from './tag-example.ts';

export const pageTags = defineTool({
  name: 'page_tags',
  title: 'Page through tags',
  summary: 'List tags by page number or cursor, with the total.',
  toolset: 'audience',
  doors: ['v1'],
  input: z.strictObject({ query: tagQuery.optional(), ...numberedPageFields }),
  output: numberedPageSchema(Tag),
  failures: [],
  effect: 'read',
  needs: 'tags.read',
  rest: null,
  example: { input: { page: 1 }, output: { items: [tagExample], total: 1 } },
  async run({ store }, { query, ...input }) {
    const { request } = await numberedPage(input, store.queries, {
      table: 'tags',
      keyAt: (offset) => store.tags.keyAt(query, offset),
    });
    const rows = request ? (await store.tags.page(query, request)).rows : [];
    const total = query === undefined ? await store.counts.read('tags') : await store.tags.count(query);
    return { items: rows.map(tagAnswer), total };
  },
});
