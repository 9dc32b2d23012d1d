import type { Body } from '../content/body.ts';
import { hourMs } from '../instant.ts';
import type { Rule } from '../segment/rule.ts';
import type { StepVariables } from '../template/step-content.ts';

/** Every stored workflow can run, because validation happens on save. */
export type Definition = {
  trigger: Trigger;
  reentry: Reentry;
  exitOn: readonly ExitReason[];
  /** Ends the run when it holds. Events, opens and clicks count from the start of the run. */
  goal: Rule | null;
  quietHours: QuietHours | null;
  mailsMax: MailsMax | null;
  /** IANA zone for people without their own; null means the organization's. */
  timezone: string | null;
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

/** Starts a run. `filter` is evaluated against the person, and `trigger.<property>` against the triggering event. */
export type Trigger = { filter: Rule | null } & (
  | { type: 'EVENT'; name: string }
  | { type: 'SUBSCRIBER_CREATED' }
  /** Matches a change of any of `fields`; empty means any field. */
  | { type: 'SUBSCRIBER_UPDATED'; fields: readonly string[] }
  | { type: 'TAG_ADDED' | 'TAG_REMOVED'; tag: string }
  | { type: 'SEGMENT_ENTERED'; segment: string }
  /** Ignores opens and clicks by machines. A null `campaignId` matches any mail. */
  | { type: 'EMAIL_OPENED' | 'EMAIL_CLICKED'; campaignId: string | null }
  /** A date attribute in the person's zone, with an `offset` such as `-7 days`; `yearly` is for birthdays. */
  | { type: 'DATE'; attribute: string; offset: string; at: string; yearly: boolean }
  /** Fires at each time of `cron` (five fields) in `timezone`, for each person who passes `filter`. */
  | { type: 'SCHEDULE'; cron: string; timezone: string }
  | { type: 'MANUAL' }
);

/** A person may enter once, again after the last run is over, or once per value of an event property, concurrently. */
export type Reentry = 'ONCE' | 'EVERY_TIME' | `event.${string}`;

export const exitReasons = ['unsubscribe', 'bounce', 'complaint'] as const;
export type ExitReason = (typeof exitReasons)[number];

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** Local hours without marketing mail, as `HH:MM`. A `from` later than `to` spans midnight. */
export type QuietHours = { from: string; to: string; days: readonly Weekday[] };

/** Cap on marketing mails per person and span, across campaigns and workflows. */
export type MailsMax = { count: number; per: string };

export type SendEmailConfig = {
  from: string | null;
  replyTo: string | null;
  subject: string;
  preview: string | null;
  body: Body;
  /** For receipts: ignores quiet hours and caps, and skips only suppressed people. */
  transactional: boolean;
  /** Supplies the subject, the preview and the body, which are empty here. Absent in a step with content of its own. */
  template?: StepTemplate;
};

/** A template by id or name, as the author wrote it. An activation fixes the version. */
export type StepTemplate = { name: string; variables: StepVariables };

/** A `duration` alone is exact; with `at` or `days` it counts calendar days in the person's zone. */
export type DelayConfig = {
  duration: string | null;
  until: string | null;
  at: string | null;
  days: readonly Weekday[];
  /** Applies when `until` is in the past or is not a date. */
  past: 'continue' | 'exit';
};

/** With `since: 'run'`, events count from the start of the run, otherwise from the start of the wait. */
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
  branch: { cases: readonly { name: string | null; rule: Rule }[] };
  /** Percentages that add up to 100; `case:1` is the first. */
  ab_split: { percent: readonly number[] };
  /** Texts may contain merge fields. Null removes an attribute. */
  update_subscriber: {
    fields: Readonly<Record<string, string | null>>;
    attributes: Readonly<Record<string, string | number | boolean | null>>;
  };
  add_tag: { tag: string };
  remove_tag: { tag: string };
  track_event: { name: string; properties: Readonly<Record<string, unknown>> };
  /** A signed POST with the retries of webhooks. `url` must not contain merge fields, so that the host is fixed. */
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

/** A way out without a connection ends the run. */
export type Connection = { from: string; to: string; type: ConnectionType };

/** Names a mail in a sentence: by its subject, or by its template. */
export function nameMail({ subject, template }: SendEmailConfig): string {
  return template === undefined ? subject : `template ${template.name}`;
}

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
  /** JSON size of a definition without its mail bodies. */
  bytesMax: 64 * 1024,
  bodyBytesMax: 5_000_000,
  /** Minimum delay around a cycle. */
  cycleDelayMinMs: hourMs,
  /** Ends cyclic runs. More than `stepsMax`, so a run without a cycle never reaches it. */
  visitsMax: 300,
  /** Depth of a chain of workflows that start each other. */
  depthMax: 5,
  /** Starts per hour by one person, after which the workflow pauses itself. */
  startsPerHourMax: 10,
  nameLengthMax: 200,
  descriptionLengthMax: 1_000,
  keyLengthMax: 64,
} as const;
