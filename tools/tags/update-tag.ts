import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { assertAsAsked } from '../../src/engine/approval/permit-checks.ts';
import {
  Tag,
  TagRefInput,
  tagAnswer,
  tagFields,
  tagNameKey,
  topicsPerOrganizationMax,
} from '../../src/model/subscriber/tag.ts';
import { workflowNamingTag } from '../../src/store/records/campaigns/audience-uses.ts';
import { beginWorkflows, lockWorkflows } from '../../src/store/records/workflows/workflow-inbox.ts';
import type { OrganizationStore } from '../../src/store/store.ts';
import { tagExample } from './tag-example.ts';

export const updateTag = defineTool({
  name: 'update_tag',
  title: 'Update tag',
  summary: 'Change a tag. Its subscribers keep it.',
  toolset: 'audience',
  rare: true,
  input: z.strictObject({
    tag: TagRefInput,
    name: tagFields.name.optional(),
    description: tagFields.description.optional(),
    color: tagFields.color.optional(),
    topic: tagFields.topic.optional(),
  }),
  output: Tag,
  failures: ['not_found', 'conflict'],
  effect: 'write',
  idempotent: true,
  needs: 'tags.write',
  rest: { route: 'PATCH /tags/{tag}' },
  example: {
    input: { tag: 'news', name: 'newsletter', description: 'Monthly news' },
    output: tagExample,
  },
  async asks({ store }, input) {
    return await consequencesOf(store, input);
  },
  async run(scope, input) {
    const { tag, name, description, color, topic } = input;
    return await scope.commit(async (store) => {
      const { tags } = store;
      // A workflow that is activated in this moment may name the tag.
      if (name !== undefined) {
        await beginWorkflows(store.queries, store.organization);
        await lockWorkflows(store.queries, store.organization);
      }
      await assertAsAsked(scope, input, await consequencesOf(store, input));
      const found = await tags.find(tag);
      const held = (found && (await tags.holdToChange(found.key))) ?? scope.fail('not_found');
      const next = {
        ...held,
        name: name ?? held.name,
        description: description === undefined ? held.description : description || null,
        color: color === undefined ? held.color : color,
        topic: topic ?? held.topic,
      };
      if (next.topic && !held.topic && (await tags.topics()).length >= topicsPerOrganizationMax) {
        scope.fail('conflict', { message: `An organization has at most ${topicsPerOrganizationMax} topics` });
      }
      if (!(await tags.update(next))) scope.fail('conflict', { message: 'Another tag has this name' });
      return tagAnswer(next);
    });
  },
});

/** Returns what a new name does to an approved workflow; null if no workflow names the tag. */
async function consequencesOf(
  store: OrganizationStore,
  { tag, name }: { tag: string; name?: string | undefined },
): Promise<string[] | null> {
  const found = name === undefined ? undefined : await store.tags.find(tag);
  if (!found || name === undefined || tagNameKey(name) === tagNameKey(found.name)) return null;
  const workflowId = await workflowNamingTag(store, [found.name, name]);
  if (workflowId === undefined) return null;
  return [
    `Renames the tag ${found.name} to ${name}`,
    `Changes the recipients of the approved workflow ${workflowId}, which names one of the two`,
  ];
}
