// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { DeletedSegment, Segment, SegmentSummary } from '../records.ts';

export type ListSegmentsInput = {
  limit?: number | undefined;
  /** Id of an item; returns the items that follow it */
  after?: string | undefined;
  before?: string | undefined;
};

export type CreateSegmentInput = {
  name: string;
  /** {field, operator, value}, {and: […]} or {or: […]}; fields tags, attributes.x, event.x, email_opened …; operators eq, gt, in, within ("30 days"), count_gte … */
  rule: Record<string, unknown>;
};

export type UpdateSegmentInput = {
  name?: string | undefined;
  /** {field, operator, value}, {and: […]} or {or: […]}; fields tags, attributes.x, event.x, email_opened …; operators eq, gt, in, within ("30 days"), count_gte … */
  rule?: Record<string, unknown> | undefined;
};

/** Methods of `posthouse.segments`. */
export type SegmentsMethods = {
  /**
   * List segments, newest first. segments.get counts subscribers.
   * @example
   * await posthouse.segments.list()
   */
  list(input?: ListSegmentsInput, options?: CallOptions): List<SegmentSummary, CallFailure>;
  /**
   * Save a rule that selects subscribers. Rule grammar: posthouse://docs/segments.
   * @example
   * await posthouse.segments.create({
   *   name: 'Active on the pro plan',
   *   rule: {
   *     and: [
   *       { field: 'attributes.plan', operator: 'eq', value: 'pro' },
   *       { field: 'email_opened', operator: 'within', value: '30 days' },
   *     ],
   *   },
   * })
   */
  create(input: CreateSegmentInput, options?: CallOptions): Call<Segment, WriteFailure | 'conflict'>;
  /**
   * Show one segment and its subscriber count.
   * @example
   * await posthouse.segments.get('seg_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  get(segmentId: string, options?: CallOptions): Call<Segment, CallFailure | 'not_found'>;
  /**
   * Rename a segment or replace its rule.
   * @example
   * await posthouse.segments.update('seg_01kb3k7f5d2c8n1r4s6t9v0w3x', {
   *   rule: {
   *     and: [
   *       { field: 'attributes.plan', operator: 'eq', value: 'pro' },
   *       { field: 'email_opened', operator: 'within', value: '30 days' },
   *     ],
   *   },
   * })
   */
  update(segmentId: string, input?: UpdateSegmentInput, options?: CallOptions): Call<Segment, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Delete a segment; its subscribers stay.
   * @example
   * await posthouse.segments.delete('seg_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  delete(segmentId: string, options?: CallOptions): Call<DeletedSegment, WriteFailure | 'conflict' | 'not_found'>;
};
