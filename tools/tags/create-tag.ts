import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import {
  Tag,
  tagAnswer,
  tagFields,
  tagsPerOrganizationMax,
  topicsPerOrganizationMax,
} from '../../src/model/subscriber/tag.ts';
import { tagExample } from './tag-example.ts';

export const createTag = defineTool({
  name: 'create_tag',
  title: 'Create tag',
  summary: 'Create a tag, or return the one with this name.',
  advice: 'Rarely needed: unknown tags are made on use.',
  toolset: 'audience',
  input: z.strictObject({
    name: tagFields.name,
    description: tagFields.description.optional(),
    color: tagFields.color.optional(),
    topic: tagFields.topic.optional(),
  }),
  output: Tag,
  failures: ['conflict'],
  effect: 'write',
  adds: true,
  idempotent: true,
  needs: 'tags.write',
  rest: { route: 'POST /tags' },
  example: {
    input: { name: 'newsletter', description: 'Monthly news', color: '#1f6feb', topic: true },
    output: { ...tagExample, subscriberCount: 0 },
  },
  async run(scope, { name, description, color, topic = false }) {
    const id = scope.engine.world.ids.id('tag');
    const looks = { description: description || null, color: color ?? null, topic };
    const tag = { id, name, ...looks, createdAt: scope.now };
    return await scope.commit(async ({ tags, counts }) => {
      const known = await tags.named(name);
      if (known) return tagAnswer(known);
      if ((await counts.read('tags')) >= tagsPerOrganizationMax) {
        return scope.fail('conflict', {
          message: `An organization has at most ${tagsPerOrganizationMax} tags`,
        });
      }
      if (topic && (await tags.topics()).length >= topicsPerOrganizationMax) {
        return scope.fail('conflict', {
          message: `An organization has at most ${topicsPerOrganizationMax} topics`,
        });
      }
      const [made] = await tags.add([tag]);
      // Another call made it a moment ago: that is the tag of this name.
      if (!made) return tagAnswer((await tags.named(name)) ?? scope.fail('conflict'));
      await counts.change('tags', 1);
      scope.created();
      return tagAnswer(made);
    });
  },
});
