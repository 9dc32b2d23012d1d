// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List, PageInput } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { Consent, DeletedSubscriber, Event, SavedSubscriber, Subscriber, SubscriberBatch, SubscriberSource, WorkflowRunStatus, WorkflowRunSummary } from '../records.ts';

export type CreateSubscriberInput = UpdateSubscriberInput & {
  email: string;
  /** Names or ids to add */
  tags?: string[] | undefined;
  source?: SubscriberSource | undefined;
  /** Reactivate; needs consent */
  resubscribe?: boolean | undefined;
  /** Require confirmation */
  doubleOptIn?: boolean | undefined;
};

export type ListSubscribersInput = PageInput & {
  /** ACTIVE, PENDING, UNSUBSCRIBED, BOUNCED, COMPLAINED */
  status?: string | undefined;
  /** Names or ids; any match */
  tag?: string | string[] | undefined;
  /** Part of the email or name */
  query?: string | undefined;
  created_after?: string | undefined;
  /** Name or id */
  segment?: string | undefined;
  /** {field, operator, value}, {and: […]} or {or: […]}; fields tags, attributes.x, event.x, email_opened …; operators eq, gt, in, within ("30 days"), count_gte … */
  rule?: Record<string, unknown> | undefined;
};

export type UpdateSubscriberInput = {
  email?: string | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  attributes?: Record<string, string | number | boolean | null> | undefined;
  externalId?: string | null | undefined;
  timezone?: string | null | undefined;
  locale?: string | null | undefined;
  consent?: Consent | null | undefined;
  triggerWorkflows?: boolean | undefined;
};

export type UnsubscribeSubscriberInput = {
  reason?: string | null | undefined;
  /** Recorded only; the subscriber leaves all campaigns */
  topic?: string | null | undefined;
};

export type AddSubscriberTagsInput = {
  /** Names or ids */
  tags: string[];
};

export type RemoveSubscriberTagsInput = {
  /** Names or ids */
  tags: string[];
};

export type ListSubscriberEventsInput = PageInput & {
  name?: string | undefined;
};

export type SaveSubscribersInput = {
  /** An invalid item does not stop the others */
  subscribers: Record<string, unknown>[];
  /** Return the result without saving */
  dry_run?: boolean | undefined;
};

export type SubscribersRunsInput = PageInput & {
  workflowId?: string | undefined;
  status?: WorkflowRunStatus | undefined;
};

/** Methods of `posthouse.subscribers`. */
export type SubscribersMethods = {
  /**
   * Create a subscriber, or update the one with this email. Omitted fields stay; attributes are merged. For many, use subscribers.saveMany.
   * @example
   * await posthouse.subscribers.upsert({
   *   email: 'Ada@example.com',
   *   firstName: 'Ada',
   *   lastName: 'Lovelace',
   *   attributes: { plan: 'pro', seats: 3 },
   *   externalId: 'user-42',
   *   timezone: 'Europe/Lisbon',
   *   consent: { at: '2025-11-21T09:30:00Z', ip: '192.0.2.7', source: 'sign-up form' },
   *   tags: ['newsletter'],
   * })
   */
  upsert(input: CreateSubscriberInput, options?: CallOptions): Call<SavedSubscriber, WriteFailure | 'conflict'>;
  /**
   * List subscribers, newest first.
   * @example
   * await posthouse.subscribers.list({ status: 'active', tag: ['newsletter'], limit: 1 })
   */
  list(input?: ListSubscribersInput, options?: CallOptions): List<Subscriber, CallFailure>;
  /**
   * Show one subscriber: status, attributes and tags. For their events, use subscribers.events.
   * @example
   * await posthouse.subscribers.get('ada@example.com')
   */
  get(subscriber: string, options?: CallOptions): Call<Subscriber, CallFailure | 'not_found'>;
  /**
   * Update a subscriber; omitted fields stay. Attributes are merged; null deletes one. For status, use subscribers.unsubscribe; for tags, subscribers.addTags. With double opt-in, a new email sets PENDING and receives an opt-in request.
   * @example
   * await posthouse.subscribers.update('ext:user-42', { attributes: { plan: 'pro', trial: null } })
   */
  update(subscriber: string, input?: UpdateSubscriberInput, options?: CallOptions): Call<SavedSubscriber, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Stop campaigns to one subscriber. They still get transactional mail; suppressions.add stops all. To resubscribe them, use subscribers.upsert.
   * @example
   * await posthouse.subscribers.unsubscribe('ada@example.com', { reason: 'Asked by phone' })
   */
  unsubscribe(subscriber: string, input?: UnsubscribeSubscriberInput, options?: CallOptions): Call<Subscriber, WriteFailure | 'not_found'>;
  /**
   * Add tags to a subscriber; unknown tags are created. For many, use subscribers.saveMany.
   * @example
   * await posthouse.subscribers.addTags('ada@example.com', { tags: ['newsletter'] })
   */
  addTags(subscriber: string, input: AddSubscriberTagsInput, options?: CallOptions): Call<SavedSubscriber, WriteFailure | 'not_found'>;
  /**
   * Remove tags from a subscriber.
   * @example
   * await posthouse.subscribers.removeTags('ada@example.com', { tags: ['newsletter'] })
   */
  removeTags(subscriber: string, input: RemoveSubscriberTagsInput, options?: CallOptions): Call<SavedSubscriber, WriteFailure | 'not_found'>;
  /**
   * List the tracked events of a subscriber, newest first. For mail, use emails.list.
   * @example
   * await posthouse.subscribers.events('ada@example.com', { name: 'order.paid' })
   */
  events(subscriber: string, input?: ListSubscriberEventsInput, options?: CallOptions): List<Event, CallFailure | 'not_found'>;
  /**
   * Create or update up to 1,000 subscribers; omitted fields stay. For a file, use imports.create.
   * @example
   * await posthouse.subscribers.saveMany({
   *   subscribers: [
   *     { email: 'ada@example.com', tags: ['newsletter'] },
   *     { email: 'not an address' },
   *   ],
   * })
   */
  saveMany(input: SaveSubscribersInput, options?: CallOptions): Call<SubscriberBatch, WriteFailure>;
  /**
   * Permanently erase a person: subscriber, events, tags, address and content of mail. Counts remain. To only stop mail, use subscribers.unsubscribe.
   * @example
   * await posthouse.subscribers.erase('ada@example.com')
   */
  erase(subscriber: string, options?: CallOptions): Call<DeletedSubscriber, WriteFailure | 'not_found'>;
  /**
   * List the runs of a workflow, or of a subscriber in all workflows.
   * @example
   * await posthouse.subscribers.runs('subscriber_id', { workflowId: 'wfl_01kaa0xq5v8m3c2n7r4t6w9yzm' })
   */
  runs(subscriber: string, input?: SubscribersRunsInput, options?: CallOptions): List<WorkflowRunSummary, CallFailure | 'not_found'>;
};
