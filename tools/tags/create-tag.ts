import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import {
  SavedTag,
  type TagRecord,
  tagAnswer,
  tagFields,
  tagsPerOrganizationMax,
  topicsPerOrganizationMax,
} from '../../src/model/subscriber/tag.ts';
import { tagExample } from './tag-example.ts';

export const createTag = defineTool({
  name: 'create_tag',
  title: 'Create tag',
  summary: 'Create a tag, or return the tag with this name unchanged.',
  advice: 'It is rarely needed, because unknown tags are created on first use.',
  toolset: 'audience',
  rare: true,
  input: z.strictObject({
    name: tagFields.name,
    description: tagFields.description.optional(),
    color: tagFields.color.optional(),
    topic: tagFields.topic.optional(),
  }),
  output: SavedTag,
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
  async run(scope, { name, description, color, topic }) {
    const id = scope.engine.world.ids.id('tag');
    const looks = { description: description || null, color: color ?? null, topic: topic ?? false };
    const tag = { id, name, ...looks, createdAt: scope.now };
    return await scope.commit(async ({ tags, counts }) => {
      const known = await tags.named(name);
      if (known) return existing(known, { description, color, topic });
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
      // A concurrent call created the tag.
      if (!made) {
        const other = (await tags.named(name)) ?? scope.fail('conflict');
        return existing(other, { description, color, topic });
      }
      await counts.change('tags', 1);
      scope.created();
      return tagAnswer(made);
    });
  },
});

type Asked = Partial<Pick<TagRecord, 'description' | 'color' | 'topic'>>;

/** Names the ignored fields. */
function existing(
  known: TagRecord,
  { description, color, topic }: { [Field in keyof Asked]: Asked[Field] | undefined },
) {
  const ignored = [
    ...(description !== undefined && (description || null) !== known.description ? ['description'] : []),
    ...(color !== undefined && color !== known.color ? ['color'] : []),
    ...(topic !== undefined && topic !== known.topic ? ['topic'] : []),
  ];
  if (ignored.length === 0) return tagAnswer(known);
  const [were, them] = ignored.length === 1 ? ['was', 'it'] : ['were', 'them'];
  const named = new Intl.ListFormat('en-GB').format(ignored);
  const warning = `A tag with this name exists: ${named} ${were} ignored. Change ${them} with update_tag`;
  return { ...tagAnswer(known), warnings: [warning] };
}
