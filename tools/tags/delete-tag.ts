import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { bringForwardTagged } from '../../src/engine/bring-forward.ts';
import { TagRefInput } from '../../src/model/tag.ts';
import { tagExample } from './tag-example.ts';

export const deleteTag = defineTool({
  name: 'delete_tag',
  title: 'Delete tag',
  summary: 'Delete a tag and take it off all subscribers, who stay.',
  toolset: 'audience',
  input: z.strictObject({ tag: TagRefInput }),
  output: z.object({ object: z.literal('tag'), id: z.string(), deleted: z.literal(true) }),
  failures: ['not_found'],
  effect: 'destroy',
  needs: 'tags.write',
  rest: { route: 'DELETE /tags/{tag}' },
  example: {
    input: { tag: 'newsletter' },
    output: { object: 'tag', id: tagExample.id, deleted: true },
  },
  async run(scope, { tag }) {
    return await scope.commit(async (store) => {
      const { tags, counts } = store;
      const { key, id } = (await tags.find(tag)) ?? scope.fail('not_found');
      await bringForwardTagged(store, key, scope.now);
      if (!(await tags.remove(key))) return scope.fail('not_found');
      await counts.change('tags', -1);
      return { object: 'tag' as const, id, deleted: true as const };
    });
  },
});
