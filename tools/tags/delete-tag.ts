import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { TagRefInput } from '../../src/model/subscriber/tag.ts';
import { addJobs } from '../../src/store/jobs.ts';
import { campaignUsingTag } from '../../src/store/records/campaigns/audience-uses.ts';
import type { OrganizationStore } from '../../src/store/store.ts';
import { tagExample } from './tag-example.ts';

export const deleteTag = defineTool({
  name: 'delete_tag',
  title: 'Delete tag',
  summary: 'Delete a tag and remove it from all subscribers.',
  toolset: 'audience',
  rare: true,
  input: z.strictObject({ tag: TagRefInput }),
  output: z.object({ object: z.literal('tag'), id: z.string(), deleted: z.literal(true) }),
  failures: ['not_found', 'conflict'],
  effect: 'destroy',
  needs: 'tags.write',
  rest: { route: 'DELETE /tags/{tag}' },
  example: {
    input: { tag: 'newsletter' },
    output: { object: 'tag', id: tagExample.id, deleted: true },
  },
  async asks({ store }, { tag }) {
    const found = await store.tags.find(tag);
    if (!found || found.subscriberCount === 0) return null;
    const { name, subscriberCount: count } = found;
    return [
      `Deletes the tag ${name} and removes it from ${count.toLocaleString('en')} ${count === 1 ? 'person' : 'people'}, who remain subscribers`,
      'Segments, audiences and workflows that name it no longer match anyone by this tag',
    ];
  },
  async run(scope, { tag }) {
    const assertUnused = async (store: OrganizationStore, id: string): Promise<void> => {
      const campaignId = await campaignUsingTag(store, id);
      if (campaignId === undefined) return;
      scope.fail('conflict', {
        message: `The audience of the campaign ${campaignId}, which is scheduled or sending, names this tag; cancel it or wait until it ends`,
        details: { campaignId },
      });
    };
    return await scope.commit(async (store) => {
      const { tags, counts } = store;
      const { key, id } = (await tags.find(tag)) ?? scope.fail('not_found');
      // Checked before the lock as well, so that a refused call delays no call that adds the tag to a subscriber.
      await assertUnused(store, id);
      if (!(await tags.holdToRemove(key))) return scope.fail('not_found');
      await assertUnused(store, id);
      await tags.remove(key);
      await addJobs(
        store.queries,
        [{ organization: store.organization, kind: 'remove_tag', subject: id, runAt: scope.now }],
        scope.now,
      );
      await counts.change('tags', -1);
      return { object: 'tag' as const, id, deleted: true as const };
    });
  },
});
