import type { z } from 'zod';
import { FieldRefused } from './envelope.ts';
import { eventExample, toV1Event } from './events.ts';
import {
  AddTagsRequest,
  CreateSubscriberRequest,
  EventsAnswer,
  ListEventsQuery,
  ListSubscribersQuery,
  RemoveTagsQuery,
  RemoveTagsRequest,
  type Subscriber,
  SubscriberAnswer,
  SubscribersAnswer,
  UnsubscribeRequest,
  UpdateSubscriberQuery,
  UpdateSubscriberRequest,
} from './schemas.ts';
import { operation, type ToolInput, type ToolOutput } from './translation.ts';

const example: z.infer<typeof Subscriber> = {
  id: 'sub_01k8zr6xw0e4m2v7c9q1b5t3hd',
  email: 'grace@example.org',
  firstName: 'Grace',
  lastName: 'Hopper',
  attributes: { plan: 'pro' },
  tags: [{ id: 'tag_01k8zr6xw0h2n4v6c8q0b1t3he', name: 'newsletter' }],
  status: 'ACTIVE',
  externalId: null,
  source: 'API',
  timezone: null,
  locale: null,
  consent: null,
  createdAt: '2026-11-02T09:30:00.000Z',
  updatedAt: '2026-11-02T09:30:00.000Z',
  unsubscribedAt: null,
  lastActivityAt: null,
};

export const createSubscriber = operation({
  method: 'POST',
  path: '/subscribers',
  tool: 'create_subscriber',
  operationId: 'v1CreateSubscriber',
  tag: 'Subscribers',
  summary: 'Create a subscriber, or update the one with this address',
  request: CreateSubscriberRequest,
  response: SubscriberAnswer,
  example: {
    request: { email: 'grace@example.org', firstName: 'Grace', lastName: 'Hopper', tags: ['newsletter'] },
    response: { success: true, subscriber: example },
  },
  errors: ['conflict'],
  toInput({ body }): ToolInput<'create_subscriber'> {
    return {
      email: body.email,
      firstName: body.firstName,
      lastName: body.lastName,
      attributes: body.attributes,
      externalId: body.externalId,
      timezone: body.timezone,
      locale: body.locale,
      consent: body.consent,
      source: body.source,
      tags: body.tags,
      triggerWorkflows: body.triggerWorkflows,
      doubleOptIn: body.doubleOptIn,
      resubscribe: body.resubscribe,
    };
  },
  toBody: (output) => ({ subscriber: subscriberOf(output) }),
});

export const listSubscribers = operation({
  method: 'GET',
  path: '/subscribers',
  tool: 'page_subscribers',
  operationId: 'v1ListSubscribers',
  tag: 'Subscribers',
  summary: 'List subscribers, newest first',
  query: ListSubscribersQuery,
  response: SubscribersAnswer,
  example: { response: { success: true, subscribers: [example], total: 1 } },
  errors: [],
  toInput({ query }): ToolInput<'page_subscribers'> {
    return {
      page: query.page,
      cursor: query.cursor,
      limit: query.limit,
      status: query.status,
      tag: query.tag,
      query: query.query,
    };
  },
  toBody: ({ items, total }) => ({ subscribers: items.map(subscriberOf), total }),
});

export const getSubscriber = operation({
  method: 'GET',
  path: '/subscribers/{subscriber}',
  tool: 'get_subscriber',
  operationId: 'v1GetSubscriber',
  tag: 'Subscribers',
  summary: 'Get a subscriber by id, address or ext:externalId',
  response: SubscriberAnswer,
  example: { response: { success: true, subscriber: example } },
  errors: ['not_found'],
  toInput({ path }): ToolInput<'get_subscriber'> {
    return { subscriber: path.subscriber };
  },
  toBody: (output) => ({ subscriber: subscriberOf(output) }),
});

export const updateSubscriber = operation({
  method: 'PATCH',
  path: '/subscribers/{subscriber}',
  tool: 'update_subscriber',
  operationId: 'v1UpdateSubscriber',
  tag: 'Subscribers',
  summary: 'Change a subscriber; what is left out stays',
  query: UpdateSubscriberQuery,
  request: UpdateSubscriberRequest,
  response: SubscriberAnswer,
  example: {
    request: { lastName: 'Hopper', attributes: { plan: 'pro' }, triggerWorkflows: false },
    response: { success: true, subscriber: example },
  },
  errors: ['not_found', 'conflict'],
  toInput({ path, query, body }): ToolInput<'update_subscriber'> {
    const inQuery = query.triggerWorkflows && query.triggerWorkflows === 'true';
    return {
      subscriber: path.subscriber,
      email: body.email,
      firstName: body.firstName,
      lastName: body.lastName,
      attributes: body.attributes,
      externalId: body.externalId,
      timezone: body.timezone,
      locale: body.locale,
      consent: body.consent,
      triggerWorkflows: body.triggerWorkflows ?? inQuery,
    };
  },
  toBody: (output) => ({ subscriber: subscriberOf(output) }),
});

export const unsubscribeSubscriber = operation({
  method: 'POST',
  path: '/subscribers/{subscriber}/unsubscribe',
  tool: 'unsubscribe_subscriber',
  operationId: 'v1UnsubscribeSubscriber',
  tag: 'Subscribers',
  summary: 'Unsubscribe a subscriber; once or many times is the same',
  request: UnsubscribeRequest,
  requestOptional: true,
  response: SubscriberAnswer,
  example: {
    request: { reason: 'Asked by phone' },
    response: {
      success: true,
      subscriber: { ...example, status: 'UNSUBSCRIBED', unsubscribedAt: '2026-11-03T10:00:00.000Z' },
    },
  },
  errors: ['not_found'],
  toInput({ path, body }): ToolInput<'unsubscribe_subscriber'> {
    return { subscriber: path.subscriber, reason: body.reason, topic: body.topic };
  },
  toBody: (output) => ({ subscriber: subscriberOf(output) }),
});

export const addTags = operation({
  method: 'POST',
  path: '/subscribers/{subscriber}/tags',
  tool: 'add_subscriber_tags',
  operationId: 'v1AddSubscriberTags',
  tag: 'Subscribers',
  summary: 'Add tags to a subscriber',
  request: AddTagsRequest,
  response: SubscriberAnswer,
  example: { request: { tags: ['newsletter'] }, response: { success: true, subscriber: example } },
  errors: ['not_found'],
  toInput({ path, body }): ToolInput<'add_subscriber_tags'> {
    return { subscriber: path.subscriber, tags: body.tags };
  },
  toBody: (output) => ({ subscriber: subscriberOf(output) }),
});

export const removeTags = operation({
  method: 'DELETE',
  path: '/subscribers/{subscriber}/tags',
  tool: 'remove_subscriber_tags',
  operationId: 'v1RemoveSubscriberTags',
  tag: 'Subscribers',
  summary: 'Remove tags from a subscriber, named in the body or in the query',
  query: RemoveTagsQuery,
  request: RemoveTagsRequest,
  requestOptional: true,
  response: SubscriberAnswer,
  example: {
    request: { tags: ['newsletter'] },
    response: { success: true, subscriber: { ...example, tags: [] } },
  },
  errors: ['not_found'],
  toInput({ path, query, body }): ToolInput<'remove_subscriber_tags'> {
    const inQuery = query.tags && [query.tags].flat().flatMap((names) => names.split(','));
    const tags = body.tags ?? inQuery;
    if (!tags) throw new FieldRefused('tags', 'is required');
    return { subscriber: path.subscriber, tags };
  },
  toBody: (output) => ({ subscriber: subscriberOf(output) }),
});

export const listEvents = operation({
  method: 'GET',
  path: '/subscribers/{subscriber}/events',
  tool: 'page_subscriber_events',
  operationId: 'v1ListSubscriberEvents',
  tag: 'Events',
  summary: "List a subscriber's events, newest first",
  query: ListEventsQuery,
  response: EventsAnswer,
  example: { response: { success: true, events: [eventExample], total: 1 } },
  errors: ['not_found'],
  toInput({ path, query }): ToolInput<'page_subscriber_events'> {
    return {
      subscriber: path.subscriber,
      page: query.page,
      cursor: query.cursor,
      limit: query.limit,
      name: query.name,
    };
  },
  toBody: ({ items, total }) => ({ events: items.map(toV1Event), total }),
});

/** Lists every field: new tool fields do not appear in v1, and a removed one does not compile. */
function subscriberOf(subscriber: ToolOutput<'get_subscriber'>): z.infer<typeof Subscriber> {
  return {
    id: subscriber.id,
    email: subscriber.email,
    firstName: subscriber.firstName,
    lastName: subscriber.lastName,
    attributes: subscriber.attributes,
    tags: subscriber.tags.map(({ id, name }) => ({ id, name })),
    status: subscriber.status,
    externalId: subscriber.externalId,
    source: subscriber.source,
    timezone: subscriber.timezone,
    locale: subscriber.locale,
    consent: subscriber.consent && {
      at: subscriber.consent.at,
      ip: subscriber.consent.ip,
      source: subscriber.consent.source,
    },
    createdAt: subscriber.createdAt,
    updatedAt: subscriber.updatedAt,
    unsubscribedAt: subscriber.unsubscribedAt,
    lastActivityAt: subscriber.lastActivityAt,
  };
}
