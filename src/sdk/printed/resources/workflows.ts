// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List, PageInput } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { DeletedWorkflow, Workflow, WorkflowSimulation, WorkflowSummary, WorkflowTrigger } from '../records.ts';

export type WorkflowsCreateInput = WorkflowsUpdateInput & {
  workflowId?: string | undefined;
};

export type WorkflowsUpdateInput = {
  name?: string | undefined;
  description?: string | null | undefined;
  /** {type, filter} and the fields of the type */
  trigger?: Record<string, unknown> | undefined;
  /** {key, type} and the fields of the type */
  steps?: Record<string, unknown>[] | undefined;
  /** Connections between flat steps: {from, to, type} */
  connections?: Record<string, unknown>[] | undefined;
  goal?: Record<string, unknown> | undefined;
  /** ONCE (default); EVERY_TIME (default for SCHEDULE and yearly triggers); event.<property>: once per value of a property of the triggering event, such as event.order_id */
  reentry?: string | undefined;
  /** Default: unsubscribe, bounce, complaint */
  exitOn?: string[] | undefined;
  quietHours?: Record<string, unknown> | undefined;
  mailsMax?: Record<string, unknown> | undefined;
  /** For people without one */
  timezone?: string | null | undefined;
  /** {step key: {fields}} */
  changes?: Record<string, unknown> | undefined;
  expectedRevision?: number | undefined;
};

export type SimulateWorkflowInput = {
  /** Id or email */
  subscriber?: string | undefined;
  person?: {
    status?: 'ACTIVE' | 'PENDING' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED' | undefined;
    firstName?: string | undefined;
    attributes?: Record<string, string | number | boolean | null> | undefined;
    tags?: string[] | undefined;
    timezone?: string | undefined;
  } | undefined;
  /** Event properties */
  properties?: Record<string, unknown> | undefined;
  /** after: "2 days"; opens, clicks: step key */
  acts?: {
    after?: string | undefined;
    event?: string | undefined;
    properties?: Record<string, unknown> | undefined;
    opens?: string | undefined;
    clicks?: string | undefined;
    leaves?: true | undefined;
  }[] | undefined;
  backtest?: boolean | undefined;
};

export type ActivateWorkflowInput = {
  /** Effect on current runs */
  running?: 'finish' | 'move' | 'exit' | undefined;
  /** Enter people who already match */
  backfill?: boolean | undefined;
};

export type ListWorkflowsInput = PageInput & {
  status?: 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | undefined;
};

export type TriggerWorkflowInput = {
  email?: string | undefined;
  subscriberId?: string | undefined;
  /** Read as trigger.<name> */
  properties?: Record<string, unknown> | undefined;
};

export type ArchiveWorkflowInput = {
  restore?: boolean | undefined;
};

/** Methods of `posthouse.workflows`. */
export type WorkflowsMethods = {
  /**
   * Create or change a workflow; nothing runs yet. See posthouse://docs/workflows. Next: workflows.dryRun, workflows.activate.
   * @example
   * await posthouse.workflows.create({
   *   name: 'Welcome series',
   *   trigger: { type: 'EVENT', name: 'user.signed_up' },
   *   steps: [
   *     {
   *       key: 'welcome',
   *       type: 'send_email',
   *       subject: 'Welcome, {{firstName|friend}}',
   *       markdown: '# Glad you are here\n\n[Leave]({{unsubscribeUrl}})',
   *     },
   *     { key: 'later', type: 'delay', duration: '3 days', at: '09:00' },
   *     { key: 'engaged', type: 'add_tag', tag: 'engaged' },
   *   ],
   * })
   */
  create(input?: WorkflowsCreateInput, options?: CallOptions): Call<Workflow, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Create or change a workflow; nothing runs yet. See posthouse://docs/workflows. Next: workflows.dryRun, workflows.activate.
   * @example
   * await posthouse.workflows.update('workflow_id', {
   *   name: 'Welcome series',
   *   trigger: { type: 'EVENT', name: 'user.signed_up' },
   *   steps: [
   *     {
   *       key: 'welcome',
   *       type: 'send_email',
   *       subject: 'Welcome, {{firstName|friend}}',
   *       markdown: '# Glad you are here\n\n[Leave]({{unsubscribeUrl}})',
   *     },
   *     { key: 'later', type: 'delay', duration: '3 days', at: '09:00' },
   *     { key: 'engaged', type: 'add_tag', tag: 'engaged' },
   *   ],
   * })
   */
  update(workflowId: string, input?: WorkflowsUpdateInput, options?: CallOptions): Call<Workflow, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Simulate a workflow draft for a real or fictional person; nothing is sent. backtest estimates the last 30 days.
   * @example
   * await posthouse.workflows.dryRun('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', { acts: [{ after: '2 hours', opens: 'welcome' }] })
   */
  dryRun(workflowId: string, input?: SimulateWorkflowInput, options?: CallOptions): Call<WorkflowSimulation, WriteFailure | 'not_found'>;
  /**
   * Activate a workflow with its draft changes, or resume a paused one. It then mails people, so a person must approve it.
   * @example
   * await posthouse.workflows.activate('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  activate(workflowId: string, input?: ActivateWorkflowInput, options?: CallOptions): Call<Workflow, WriteFailure | 'conflict' | 'content_verification_failed' | 'content_verification_unavailable' | 'domain_not_verified' | 'missing_unsubscribe_url' | 'not_found'>;
  /**
   * Pause a workflow. Runs stop at their step; delays keep their remaining time.
   * @example
   * await posthouse.workflows.pause('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  pause(workflowId: string, options?: CallOptions): Call<Workflow, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * List workflows with outlines and counts of people entered, finished and left.
   * @example
   * await posthouse.workflows.list()
   */
  list(input?: ListWorkflowsInput, options?: CallOptions): List<WorkflowSummary, CallFailure>;
  /**
   * Show one workflow: steps, outline and counts per step.
   * @example
   * await posthouse.workflows.get('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  get(workflowId: string, options?: CallOptions): Call<Workflow, CallFailure | 'not_found'>;
  /**
   * Start an ACTIVE workflow for one subscriber. Its filter and reentry still apply. Next: runs.list.
   * @example
   * await posthouse.workflows.trigger('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', { email: 'ada@example.com' })
   */
  trigger(workflowId: string, input?: TriggerWorkflowInput, options?: CallOptions): Call<WorkflowTrigger, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Archive a workflow and cancel its runs. With restore: true, return it to DRAFT.
   * @example
   * await posthouse.workflows.archive('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  archive(workflowId: string, input?: ArchiveWorkflowInput, options?: CallOptions): Call<Workflow, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Delete a workflow that is not ACTIVE and end its runs. Runs stay in the history of their subscribers. To keep the workflow, call workflows.archive.
   * @example
   * await posthouse.workflows.delete('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  delete(workflowId: string, options?: CallOptions): Call<DeletedWorkflow, WriteFailure | 'not_found' | 'workflow_active'>;
};
