import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { Tag, TagRefInput, tagAnswer } from '../../src/model/subscriber/tag.ts';
import { tagExample } from './tag-example.ts';

export const getTag = defineTool({
  name: 'get_tag',
  title: 'Get tag',
  summary: 'Show one tag and its subscriber count.',
  toolset: 'audience',
  rare: true,
  input: z.strictObject({ tag: TagRefInput }),
  output: Tag,
  failures: ['not_found'],
  effect: 'read',
  needs: 'tags.read',
  rest: { route: 'GET /tags/{tag}' },
  example: { input: { tag: 'newsletter' }, output: tagExample },
  async run({ store, fail }, { tag }) {
    return tagAnswer((await store.tags.find(tag)) ?? fail('not_found'));
  },
});
