// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { DeletedGrant, Grant } from '../records.ts';

export type ListGrantsInput = {
  limit?: number | undefined;
  /** Id of an item; returns the items that follow it */
  after?: string | undefined;
  before?: string | undefined;
};

/** Methods of `posthouse.grants`. */
export type GrantsMethods = {
  /**
   * List apps approved over OAuth, with their scopes and the API token or person that approved each.
   * @example
   * await posthouse.grants.list({ limit: 20 })
   */
  list(input?: ListGrantsInput, options?: CallOptions): List<Grant, CallFailure>;
  /**
   * Revoke an app’s OAuth access, immediately and for good.
   * @example
   * await posthouse.grants.revoke('grt_5d2c8f1a7b4e6d9c0a3f8b1e2d')
   */
  revoke(id: string, options?: CallOptions): Call<DeletedGrant, WriteFailure | 'not_found'>;
};
