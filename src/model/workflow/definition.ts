import type { Body } from '../content/body.ts';
import { hourMs } from '../instant.ts';
import type { Rule } from '../segment/rule.ts';

/**
 * A workflow as it is stored: steps in a flat list, joined by connections. Every workflow that was saved can run: whatever
 * could be wrong with it was refused when it was saved.
 */
export type Definition = {
  trigger: Trigger;
  reentry: Reentry;
  exitOn: readonly ExitReason[];
  /** Reached, it ends the run. In it, events, opens and clicks count from the start of the run. */
  goal: Rule | null;
  quietHours: QuietHours | null;
  mailsMax: MailsMax | null;
  /** IANA; for people without one of their own. The organization's when null. */
  timezone: string | null;
  /** The key of the first step; null for a workflow without steps. */
  start: string | null;
  steps: readonly Step[];
  connections: readonly Connection[];
};

export const triggerTypes = [
  'EVENT',
  'SUBSCRIBER_CREATED',
  'SUBSCRIBER_UPDATED',
  'TAG_ADDED',
  'TAG_REMOVED',
  'SEGMENT_ENTERED',
  'EMAIL_OPENED',
  'EMAIL_CLICKED',
  'DATE',
  'SCHEDULE',
  'MANUAL',
] as const;
export type TriggerType = (typeof triggerTypes)[number];

/** What starts a run. `filter` is asked of the person, and with `trigger.<property>` of what happened. */
export type Trigger = { filter: Rule | null } & (
  | { type: 'EVENT'; name: string }
  | { type: 'SUBSCRIBER_CREATED' }
  /** `fields`: one of them changed; any field when empty. */
  | { type: 'SUBSCRIBER_UPDATED'; fields: readonly string[] }
  /** By name or id. */
  | { type: 'TAG_ADDED' | 'TAG_REMOVED'; tag: string }
  /** A name or an id; stored as the id. */
  | { type: 'SEGMENT_ENTERED'; segment: string }
  /** By a person, never by a machine. `campaignId` null for any mail. */
  | { type: 'EMAIL_OPENED' | 'EMAIL_CLICKED'; campaignId: string | null }
  /** A day in an attribute of the person, in their zone; `offset` such as `-7 days`; `yearly` for birthdays. */
  | { type: 'DATE'; attribute: string; offset: string; at: string; yearly: boolean }
  /** At each time of `cron` (five fields) in `timezone`, for each person who passes `filter`. */
  | { type: 'SCHEDULE'; cron: string; timezone: string }
  | { type: 'MANUAL' }
);

/**
 * How often a person may go through it: once; again with each trigger, when their last run is over; or once for each value of
 * a property of the triggering event, beside one another.
 */
export type Reentry = 'ONCE' | 'EVERY_TIME' | `event.${string}`;

export const exitReasons = ['unsubscribe', 'bounce', 'complaint'] as const;
export type ExitReason = (typeof exitReasons)[number];

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** Local hours in which no marketing mail is sent. `from` may be later than `to`, over midnight. Times are `HH:MM`. */
export type QuietHours = { from: string; to: string; days: readonly Weekday[] };

/** Marketing mails of campaigns and workflows together that one person gets within a span. */
export type MailsMax = { count: number; per: string };

/** A mail of a workflow. `body` is rendered when the version is frozen. */
export type SendEmailConfig = {
  from: string | null;
  replyTo: string | null;
  subject: string;
  preview: string | null;
  body: Body;
  /** For receipts: goes to all but suppressed people, and heeds no quiet hours and no cap. */
  transactional: boolean;
};

/**
 * `duration` alone is exact; with `at` or `days` its days are calendar days in the person's zone. `until`: an ISO date or
 * instant, `attributes.<name>` or `trigger.<property>`.
 */
export type DelayConfig = {
  duration: string | null;
  until: string | null;
  at: string | null;
  days: readonly Weekday[];
  /** What happens when `until` is over already, or is no time. */
  past: 'continue' | 'exit';
};

/** `since`: whether events count that came since the run began, or only after the wait did. */
export type WaitForEventConfig = {
  name: string;
  timeout: string;
  filter: Rule | null;
  since: 'run' | 'now';
};

export type StepConfigs = {
  send_email: SendEmailConfig;
  delay: DelayConfig;
  wait_for_event: WaitForEventConfig;
  condition: { rule: Rule };
  /** The first case that holds; `default` where none does. */
  branch: { cases: readonly { name: string | null; rule: Rule }[] };
  /** Shares in percent, 100 together; `case:1` is the first. */
  ab_split: { percent: readonly number[] };
  /** Texts may hold merge fields. Attributes of null are removed. */
  update_subscriber: {
    fields: Readonly<Record<string, string | null>>;
    attributes: Readonly<Record<string, string | number | boolean | null>>;
  };
  add_tag: { tag: string };
  remove_tag: { tag: string };
  track_event: { name: string; properties: Readonly<Record<string, unknown>> };
  /** A signed POST, retried as webhooks are. The host is fixed: no merge field may stand in `url`. */
  webhook: { url: string; data: Readonly<Record<string, unknown>> };
  unsubscribe: Record<string, never>;
  exit: { reason: string | null };
};
export type StepType = keyof StepConfigs;

export const stepTypes = [
  'send_email',
  'delay',
  'wait_for_event',
  'condition',
  'branch',
  'ab_split',
  'update_subscriber',
  'add_tag',
  'remove_tag',
  'track_event',
  'webhook',
  'unsubscribe',
  'exit',
] as const satisfies readonly StepType[];

export type Step = { [Type in StepType]: { key: string; type: Type; config: StepConfigs[Type] } }[StepType];
export type StepOf<Type extends StepType> = Extract<Step, { type: Type }>;

export type ConnectionType =
  | 'default'
  | 'condition_met'
  | 'condition_not_met'
  | 'event_received'
  | 'timeout'
  | `case:${number}`;

/** Where a step leads. A way out without a connection ends the run. */
export type Connection = { from: string; to: string; type: ConnectionType };

/** The ways out of a step, in order. */
export function waysOut({ type, config }: Step): ConnectionType[] {
  switch (type) {
    case 'condition':
      return ['condition_met', 'condition_not_met'];
    case 'wait_for_event':
      return ['event_received', 'timeout'];
    case 'branch':
      return [...config.cases.map((_, index): ConnectionType => `case:${index + 1}`), 'default'];
    case 'ab_split':
      return config.percent.map((_, index): ConnectionType => `case:${index + 1}`);
    case 'exit':
      return [];
    default:
      return ['default'];
  }
}

export const workflowLimits = {
  stepsMax: 150,
  casesMax: 10,
  splitsMax: 5,
  /** Of a definition without the content of its mails, as JSON. */
  bytesMax: 64 * 1024,
  /** Of the bodies of all its mails. */
  bodyBytesMax: 5_000_000,
  /** A cycle waits at least this long on its way round. */
  cycleDelayMinMs: hourMs,
  /** The end of a cycle. More than `stepsMax`, so that no run ends by it that goes on without coming back. */
  visitsMax: 300,
  /** Changes by workflows that start others, which start others. */
  depthMax: 5,
  /** Starts of one workflow by one person in an hour, after which it pauses itself. */
  startsPerHourMax: 10,
  nameLengthMax: 200,
  descriptionLengthMax: 1_000,
  keyLengthMax: 64,
} as const;
