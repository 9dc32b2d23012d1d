// Printed by `npm run pins` from the catalogue.
import type { CallOptions, List } from '../../result.ts';
import type { CallFailure } from '../failures.ts';
import type { AuditEntry } from '../records.ts';

export type ListAuditLogInput = {
  limit?: number | undefined;
  after?: string | undefined;
  before?: string | undefined;
  tool?: string | undefined;
  token_id?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
};

/** Methods of `posthouse.auditLog`. */
export type AuditLogMethods = {
  /**
   * List changes and sends of the last 90 days and who made them.
   * @example
   * await posthouse.auditLog.list({ tool: 'send_campaign' })
   */
  list(input?: ListAuditLogInput, options?: CallOptions): List<AuditEntry, CallFailure>;
};
