import type { z } from 'zod';
import { CreateTagRequest, ListTagsQuery, type Tag, TagAnswer, TagsAnswer } from './schemas.ts';
import { operation, type ToolInput, type ToolOutput } from './translation.ts';

const example: z.infer<typeof Tag> = {
  id: 'tag_01k8zr6xw0h2n4v6c8q0b1t3he',
  name: 'newsletter',
  description: null,
  color: null,
  subscriberCount: 1,
  createdAt: '2026-11-02T09:30:00.000Z',
};

export const listTags = operation({
  method: 'GET',
  path: '/tags',
  tool: 'page_tags',
  operationId: 'v1ListTags',
  tag: 'Tags',
  summary: 'List tags, newest first',
  query: ListTagsQuery,
  response: TagsAnswer,
  example: { response: { success: true, tags: [example], total: 1 } },
  errors: [],
  toInput({ query }): ToolInput<'page_tags'> {
    return { page: query.page, cursor: query.cursor, limit: query.limit, query: query.query };
  },
  toBody: ({ items, total }) => ({ tags: items.map(tagOf), total }),
});

export const createTag = operation({
  method: 'POST',
  path: '/tags',
  tool: 'create_tag',
  operationId: 'v1CreateTag',
  tag: 'Tags',
  summary: 'Create a tag; a name that exists answers the tag it has',
  request: CreateTagRequest,
  response: TagAnswer,
  example: {
    request: { name: 'newsletter' },
    response: { success: true, tag: { ...example, subscriberCount: 0 } },
  },
  errors: [],
  toInput({ body }): ToolInput<'create_tag'> {
    return { name: body.name, description: body.description, color: body.color };
  },
  toBody: (output) => ({ tag: tagOf(output) }),
});

export const getTag = operation({
  method: 'GET',
  path: '/tags/{tag}',
  tool: 'get_tag',
  operationId: 'v1GetTag',
  tag: 'Tags',
  summary: 'Get a tag by id or name',
  response: TagAnswer,
  example: { response: { success: true, tag: example } },
  errors: ['not_found'],
  toInput({ path }): ToolInput<'get_tag'> {
    return { tag: path.tag };
  },
  toBody: (output) => ({ tag: tagOf(output) }),
});

/** Lists every field, as all v1 responses do. */
function tagOf(tag: ToolOutput<'get_tag'>): z.infer<typeof Tag> {
  return {
    id: tag.id,
    name: tag.name,
    description: tag.description,
    color: tag.color,
    subscriberCount: tag.subscriberCount,
    createdAt: tag.createdAt,
  };
}
