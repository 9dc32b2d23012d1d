// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List, PageInput } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { WorkflowCancellation, WorkflowRun, WorkflowRunStatus, WorkflowRunSummary, WorkflowRunSummaryList } from '../records.ts';

export type ListWorkflowRunsInput = PageInput & {
  /** Id or email */
  subscriber?: string | undefined;
  status?: WorkflowRunStatus | undefined;
};

export type CancelWorkflowRunsInput = {
  runId?: string | undefined;
  all?: boolean | undefined;
};

export type RetryWorkflowRunsInput = {
  runId?: string | undefined;
  limit?: number | undefined;
};

/** Methods of `posthouse.runs`. */
export type RunsMethods = {
  /**
   * List the runs of a workflow, or of a subscriber in all workflows.
   * @example
   * await posthouse.runs.list('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  list(workflowId: string, input?: ListWorkflowRunsInput, options?: CallOptions): List<WorkflowRunSummary, CallFailure | 'not_found'>;
  /**
   * Explain one run: past steps with reasons, current wait, next step.
   * @example
   * await posthouse.runs.get('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', 'run_01kaa0xq5v8m3c2n7r4t6w9yzk')
   */
  get(workflowId: string, runId: string, options?: CallOptions): Call<WorkflowRun, CallFailure | 'not_found'>;
  /**
   * Cancel one run for good, or every open run of a workflow with all: true.
   * @example
   * await posthouse.runs.cancel('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', { all: true })
   */
  cancel(workflowId: string, input?: CancelWorkflowRunsInput, options?: CallOptions): Call<WorkflowCancellation, WriteFailure | 'not_found'>;
  /**
   * Retry FAILED runs at the step that failed: one run, or the oldest 100.
   * @example
   * await posthouse.runs.retry('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', { runId: 'run_01kaa0xq5v8m3c2n7r4t6w9yzk' })
   */
  retry(workflowId: string, input?: RetryWorkflowRunsInput, options?: CallOptions): Call<WorkflowRunSummaryList, WriteFailure | 'conflict' | 'not_found'>;
};
