import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import {
  Tag,
  TagRefInput,
  tagAnswer,
  tagFields,
  tagNameKey,
  topicsPerOrganizationMax,
} from '../../src/model/subscriber/tag.ts';
import { workflowNamingTag } from '../../src/store/records/audience-uses.ts';
import { tagExample } from './tag-example.ts';

export const updateTag = defineTool({
  name: 'update_tag',
  title: 'Update tag',
  summary: 'Rename or describe a tag; its subscribers keep it.',
  toolset: 'audience',
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
  async asks({ store }, { tag, name }) {
    const found = name === undefined ? undefined : await store.tags.find(tag);
    if (!found || name === undefined || tagNameKey(name) === tagNameKey(found.name)) return null;
    const workflowId = await workflowNamingTag(store, [found.name, name]);
    if (workflowId === undefined) return null;
    return [
      `Renames the tag ${found.name} to ${name}`,
      `Changes the recipients of the approved workflow ${workflowId}, which names one of the two`,
    ];
  },
  async run(scope, { tag, name, description, color, topic }) {
    return await scope.commit(async ({ tags }) => {
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
