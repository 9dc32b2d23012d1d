import { type InstantShift, isInNewTime, shiftDue, shiftSince } from '../model/clock-mark.ts';
import { secondMs } from '../model/instant.ts';
import { longWindowMs } from '../model/sending/recipient-guard.ts';
import type { Value } from './database.ts';
import { unapprovedPeopleIn } from './records/permits/unapproved-sends.ts';

/** After this time, other workers may claim a dead worker's jobs. */
export const leaseMs = 20 * secondMs;

/** Columns of elapsed time. `due`: the end of a wait. `since`: a start. `floors`: a minimum of due times. */
export type WaitingTable = {
  table: string;
  keys: readonly [string, ...string[]];
  due?: readonly string[];
  since?: readonly string[];
  floors?: readonly string[];
  /** SQL condition for rows whose `due` columns stay. `{by}` is the shift in ms and `{now}` the time. */
  dueStays?: string;
  /** SQL condition for rows that may be waiting. Without it, all rows may. */
  only?: string;
  /** Text columns that contain instants. `move` may return new values for other columns too. */
  inText?: { columns: readonly string[]; move(row: TextRow, shift: InstantShift): TextRow };
};

export type TextRow = Readonly<Record<string, Value>>;

const floors: WaitingTable = {
  table: 'workflow_organizations',
  keys: ['organization'],
  floors: ['due_floor'],
};

/** All such columns, in moving order. Add new ones here or, with a reason, to `waiting-columns.test.ts`. */
export const waitingTables: readonly WaitingTable[] = [
  {
    table: 'jobs',
    keys: ['key'],
    due: ['run_at'],
    since: ['created_at'],
    // A lease taken or renewed in the current time stays. Campaigns and workflows may wait for dates, and check the time again
    // when they wake early.
    dueStays: `(attempt_open = 1 AND run_at <= {now} + ${leaseMs})
      OR ({by} > 0 AND kind IN ('send_campaign', 'run_workflows'))`,
  },
  // A hard bounce suppresses the address from the end of its cooldown.
  { table: 'suppressions', keys: ['key'], due: ['starts_at'] },
  { table: 'webhook_states', keys: ['webhook'], due: ['paused_until'], since: ['failing_since'] },
  { table: 'webhook_deliveries', keys: ['key'], due: ['due_at'] },
  floors,
  {
    table: 'workflow_states',
    keys: ['run'],
    due: ['due_at'],
    since: ['arrived_at'],
    only: 'ended_at IS NULL',
    inText: { columns: ['wait'], move: moveWorkflowState },
  },
  // Repeated, because a concurrent page may have raised the floor above rows that are moved later.
  floors,
  {
    table: 'workflow_walks',
    keys: ['workflow'],
    due: ['due_at'],
    // Dates and schedules use the wall clock.
    dueStays: `workflow NOT IN (SELECT key FROM workflows WHERE definition LIKE '%"type":"SEGMENT_ENTERED"%')`,
  },
  { table: 'workflows', keys: ['key'], since: ['paused_at'] },
  { table: 'organizations', keys: ['key'], since: ['sending_resumed_at'] },
  { table: 'campaign_paces', keys: ['campaign', 'recipient_domain'], due: ['next_at'] },
  { table: 'token_sends', keys: ['token', 'span'], since: ['started_at'] },
  { table: 'unasked_mail', keys: ['organization', 'caller'], due: ['counted_until'], inText: people() },
  { table: 'confirmation_asks', keys: ['mark'], since: ['asked_at'] },
  { table: 'invitations', keys: ['key'], since: ['at'] },
  { table: 'people', keys: ['key'], since: ['approval_mailed_at'] },
  {
    table: 'recipient_guards',
    keys: ['scope', 'mailbox'],
    due: ['cooldown_until'],
    since: ['updated_at'],
    only: `updated_at > {now} - ${longWindowMs} OR cooldown_until > {now}`,
    inText: { columns: ['sends', 'bulk_sends'], move: moveGuard },
  },
];

function moveGuard(row: TextRow, shift: InstantShift): TextRow {
  const moved = (sends: Value | undefined) =>
    JSON.stringify((JSON.parse(String(sends)) as number[]).map((at) => shiftSince(at, shift)));
  return { sends: moved(row.sends), bulk_sends: moved(row.bulk_sends) };
}

function people(): NonNullable<WaitingTable['inText']> {
  return {
    columns: ['people'],
    move: (row, shift) => {
      const counted = unapprovedPeopleIn(String(row.people));
      return {
        people: JSON.stringify(counted.map((one) => ({ ...one, at: shiftSince(one.at, shift) }))),
      };
    },
  };
}

/** Keeps the end of waits for a date or a time of day, and of waits after the step. Other waits keep their remaining time. */
function moveWorkflowState(row: TextRow, shift: InstantShift): TextRow {
  if (isInNewTime(Number(row.arrived_at), Number(row.due_at), shift)) return { due_at: row.due_at! };
  const wait = row.wait === null ? null : (JSON.parse(String(row.wait)) as WaitText);
  if (wait === null) return {};
  if (wait.kept !== undefined || wait.reason === 'quiet_hours') return { due_at: row.due_at! };
  const { refusals } = wait;
  return {
    wait: JSON.stringify({
      ...wait,
      until: shiftDue(wait.until, shift),
      ...(refusals && { refusals: { ...refusals, since: shiftSince(refusals.since, shift) } }),
    }),
  };
}

type WaitText = {
  reason: string;
  until: number;
  kept?: 'date' | 'clock';
  refusals?: { count: number; since: number };
};
