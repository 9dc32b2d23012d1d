// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List, PageInput } from '../../result.ts';
import type { CallFailure } from '../failures.ts';
import type { Approval, ApprovalStatus } from '../records.ts';

export type ListApprovalsInput = PageInput & {
  status?: ApprovalStatus | undefined;
};

export type WaitForApprovalInput = {
  timeout_seconds?: number | undefined;
};

/** Methods of `posthouse.approvals`. */
export type ApprovalsMethods = {
  /**
   * List approval requests for assistants’ calls, newest first, without previews.
   * @example
   * await posthouse.approvals.list({ status: 'pending' })
   */
  list(input?: ListApprovalsInput, options?: CallOptions): List<Approval, CallFailure>;
  /**
   * Get an approval request and its decision.
   * @example
   * await posthouse.approvals.get('apr_01ARZ3NDEKTSV4RRFFQ69G5FAV')
   */
  get(id: string, options?: CallOptions): Call<Approval, CallFailure | 'not_found'>;
  /**
   * Wait until a person has decided an approval request and the approved call is done. Waits up to 30 seconds; while pending, call again. If outcome is done, do not repeat the call. states: current status.
   * @example
   * await posthouse.approvals.wait('apr_01ARZ3NDEKTSV4RRFFQ69G5FAV', { timeout_seconds: 10 })
   */
  wait(id: string, input?: WaitForApprovalInput, options?: CallOptions): Call<Approval, CallFailure | 'not_found'>;
};
