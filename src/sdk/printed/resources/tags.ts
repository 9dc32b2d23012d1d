// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List, PageInput } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { DeletedTag, SavedTag, Tag, TagApplication } from '../records.ts';

export type ListTagsInput = PageInput & {
  /** Part of the name */
  query?: string | undefined;
};

export type CreateTagInput = {
  name: string;
  description?: string | null | undefined;
  /** #rrggbb */
  color?: string | null | undefined;
  /** Show on the preference page */
  topic?: boolean | undefined;
};

export type UpdateTagInput = {
  name?: string | undefined;
  description?: string | null | undefined;
  /** #rrggbb */
  color?: string | null | undefined;
  /** Show on the preference page */
  topic?: boolean | undefined;
};

export type ApplyTagInput = {
  /** {field, operator, value}, {and: […]} or {or: […]}; fields tags, attributes.x, event.x, email_opened …; operators eq, gt, in, within ("30 days"), count_gte … */
  rule?: Record<string, unknown> | undefined;
  segment_id?: string | undefined;
  /** Count without tagging */
  dry_run?: boolean | undefined;
};

/** Methods of `posthouse.tags`. */
export type TagsMethods = {
  /**
   * List tags and their subscriber counts, newest first. For subscribers, use subscribers.list.
   * @example
   * await posthouse.tags.list({ query: 'news' })
   */
  list(input?: ListTagsInput, options?: CallOptions): List<Tag, CallFailure>;
  /**
   * Create a tag, or return the one with this name. Rarely needed: unknown tags are created on use. An existing tag does not change.
   * @example
   * await posthouse.tags.create({
   *   name: 'newsletter',
   *   description: 'Monthly news',
   *   color: '#1f6feb',
   *   topic: true,
   * })
   */
  create(input: CreateTagInput, options?: CallOptions): Call<SavedTag, WriteFailure | 'conflict'>;
  /**
   * Show one tag and its subscriber count.
   * @example
   * await posthouse.tags.get('newsletter')
   */
  get(tag: string, options?: CallOptions): Call<Tag, CallFailure | 'not_found'>;
  /**
   * Update a tag; its subscribers keep it.
   * @example
   * await posthouse.tags.update('news', { name: 'newsletter', description: 'Monthly news' })
   */
  update(tag: string, input?: UpdateTagInput, options?: CallOptions): Call<Tag, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Delete a tag and remove it from all subscribers.
   * @example
   * await posthouse.tags.delete('newsletter')
   */
  delete(tag: string, options?: CallOptions): Call<DeletedTag, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Tag everyone who matches a rule or segment, partly in the background. With dry_run, returns how many subscribers would be tagged.
   * @example
   * await posthouse.tags.apply('regular', {
   *   rule: {
   *     field: 'event.order.paid',
   *     operator: 'count_gte',
   *     value: 2,
   *     within: '30 days',
   *   },
   * })
   */
  apply(tag: string, input?: ApplyTagInput, options?: CallOptions): Call<TagApplication, WriteFailure | 'conflict' | 'not_found'>;
};
