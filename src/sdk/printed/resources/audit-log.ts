// Printed by `npm run sdk` from the catalogue.
import type { CallOptions, List } from '../../result.ts';
import type { CallFailure } from '../failures.ts';
import type { AuditEntry } from '../records.ts';

export type ListAuditLogInput = {
  limit?: number | undefined;
  after?: string | undefined;
  before?: string | undefined;
  /** Such as send_campaign */
  tool?: string | undefined;
  /** Whose calls */
  token_id?: string | undefined;
};

/** The methods of `posthouse.auditLog`. */
export type AuditLogMethods = {
  /**
   * Who changed or sent what in 90 days.
   * @example
   * await posthouse.auditLog.list({ tool: 'send_campaign' })
   */
  list(input?: ListAuditLogInput, options?: CallOptions): List<AuditEntry, CallFailure>;
};
