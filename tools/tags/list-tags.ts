import { z } from 'zod';
import { listAnswer, listFields, listSchema, pageRequest, totalFor } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { Tag, tagAnswer, tagQuery } from '../../src/model/subscriber/tag.ts';
import { tagExample } from './tag-example.ts';

export const listTags = defineTool({
  name: 'list_tags',
  title: 'List tags',
  summary: 'List tags with their subscriber counts, newest first.',
  advice: 'For the subscribers with a tag, use list_subscribers.',
  toolset: 'audience',
  input: z.strictObject({ query: tagQuery.optional(), ...listFields }),
  output: listSchema(Tag),
  failures: [],
  effect: 'read',
  needs: 'tags.read',
  rest: { route: 'GET /tags' },
  example: {
    input: { query: 'news' },
    output: { object: 'list', data: [tagExample], has_more: false },
  },
  async run({ store, caller }, { query, ...paging }) {
    const request = await pageRequest(paging, store.queries, 'tags');
    const count = () => store.counts.read('tags');
    return {
      ...listAnswer(await store.tags.page(query, request), tagAnswer),
      ...(query === undefined && (await totalFor(caller, count, { isKept: true }))),
    };
  },
});
