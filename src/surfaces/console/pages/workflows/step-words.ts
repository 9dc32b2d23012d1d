import type { z } from 'zod';
import type { Rule } from '../../../../model/segment/rule.ts';
import {
  type StepType,
  type TriggerType,
  type Weekday,
  weekdays,
} from '../../../../model/workflow/definition.ts';
import { dayWords } from '../../../../model/workflow/outline/outline.ts';
import type { Workflow } from '../../../../model/workflow/workflow-answer.ts';
import type { IconName, State } from '../../look/parts.ts';
import { capitalize } from '../../number-words.ts';
import { cut, describeRule, type MailNames } from './rule-words.ts';

export type ShownWorkflow = z.output<typeof Workflow>;
export type ShownStep = ShownWorkflow['steps'][number];
type Config = ShownStep['config'];

/** One sign per kind of step. */
export const stepSigns: Readonly<Record<StepType, { state: State; picture: IconName }>> = {
  send_email: { state: 'info', picture: 'email' },
  delay: { state: 'still', picture: 'clock' },
  wait_for_event: { state: 'still', picture: 'wait' },
  condition: { state: 'warn', picture: 'split' },
  branch: { state: 'warn', picture: 'split' },
  ab_split: { state: 'warn', picture: 'split' },
  update_subscriber: { state: 'still', picture: 'edit' },
  add_tag: { state: 'still', picture: 'tag' },
  remove_tag: { state: 'still', picture: 'tag' },
  track_event: { state: 'still', picture: 'event' },
  webhook: { state: 'still', picture: 'webhook' },
  unsubscribe: { state: 'still', picture: 'personLeft' },
  exit: { state: 'still', picture: 'signOut' },
};

/** Plain text, because names in it are other people's. */
export type Words = { title: string; note: string };

const titles: Readonly<Record<StepType, (config: Config, mails: MailNames) => string>> = {
  send_email: (config) => `Send “${mailName(config)}”`,
  delay: (config) => delayTitle(config),
  wait_for_event: ({ name, timeout }) => `Wait for “${text(name)}”, at most ${text(timeout)}`,
  condition: ({ rule }, mails) => `${capitalize(describeRule(rule as Rule, mails))}?`,
  branch: () => 'Take the first path that matches',
  ab_split: () => 'Choose a path at random',
  update_subscriber: (config) => `Change ${changedNames(config)}`,
  add_tag: ({ tag }) => `Add the tag “${text(tag)}”`,
  remove_tag: ({ tag }) => `Remove the tag “${text(tag)}”`,
  track_event: ({ name }) => `Record the event “${text(name)}”`,
  webhook: ({ url }) => `Call ${URL.parse(text(url))?.host ?? 'a server'}`,
  unsubscribe: () => 'Unsubscribe the person',
  exit: ({ reason }) => (reason === undefined ? 'End here' : `End here: ${text(reason)}`),
};

const notes: Partial<Record<StepType, (config: Config, mails: MailNames) => string>> = {
  send_email: ({ from, transactional }) =>
    [
      ...(from === undefined ? [] : [`From ${text(from)}`]),
      ...(transactional === true ? ['Also sent to people who unsubscribed, like a receipt'] : []),
    ].join('. '),
  delay: (config) => delayNote(config),
  wait_for_event: ({ filter }, mails) =>
    filter === undefined ? '' : `Only if ${describeRule(filter as Rule, mails)}`,
};

export function describeStep({ type, config }: Pick<ShownStep, 'type' | 'config'>, mails: MailNames): Words {
  const kind = type as StepType;
  return { title: cut(titles[kind](config, mails)), note: cut(notes[kind]?.(config, mails) ?? '') };
}

/** Names the mails of a workflow by their subjects. */
export function readMailNames({ steps }: Pick<ShownWorkflow, 'steps'>): MailNames {
  return new Map(
    steps.flatMap(({ key, type, config }) =>
      type === 'send_email' ? [[key, mailName(config)] as const] : [],
    ),
  );
}

/** Names a way out of a step with several. */
export function describeWay({ type, config }: ShownStep, way: string, mails: MailNames): string {
  const index = Number(way.slice('case:'.length)) - 1;
  if (type === 'branch' && way !== 'default') {
    const one = (config.cases as { name?: string; rule: Rule }[])[index];
    return one === undefined ? way : cut(one.name ?? capitalize(describeRule(one.rule, mails)));
  }
  if (type === 'ab_split') {
    const percent = (config.percent as number[])[index];
    return `${String.fromCharCode('A'.charCodeAt(0) + index)}, ${percent ?? 0}% of the people`;
  }
  return way === 'timeout' ? `Not within ${text(config.timeout)}` : (ways[way] ?? way);
}

const ways: Readonly<Record<string, string>> = {
  default: 'Otherwise',
  condition_met: 'Yes',
  condition_not_met: 'No',
  event_received: 'It happened',
};

type TriggerConfig = ShownWorkflow['trigger']['config'];
const triggers: Readonly<Record<TriggerType, (config: TriggerConfig) => string>> = {
  EVENT: ({ name }) => `Starts with the event “${text(name)}”`,
  SUBSCRIBER_CREATED: () => 'Starts when someone subscribes',
  SUBSCRIBER_UPDATED: ({ fields }) => `Starts when ${fieldsChanged(fields)}`,
  TAG_ADDED: ({ tag }) => `Starts when someone gets the tag “${text(tag)}”`,
  TAG_REMOVED: ({ tag }) => `Starts when someone loses the tag “${text(tag)}”`,
  SEGMENT_ENTERED: () => 'Starts when someone enters the segment',
  EMAIL_OPENED: ({ campaignId }) => `Starts when someone opens ${mailWords(campaignId)}`,
  EMAIL_CLICKED: ({ campaignId }) => `Starts when someone clicks in ${mailWords(campaignId)}`,
  DATE: (config) => `Starts ${dateWords(config)}`,
  SCHEDULE: ({ cron, timezone }) => `Starts on the schedule ${text(cron)} (${text(timezone)})`,
  MANUAL: () => 'Starts only when you or a program starts it for a person',
};

export function describeTrigger(
  { trigger, reentry }: Pick<ShownWorkflow, 'trigger' | 'reentry'>,
  mails: MailNames,
): Words {
  const { filter } = trigger.config;
  const only = filter === undefined ? [] : [`Only if ${describeRule(filter as Rule, mails)}`];
  const title = triggers[trigger.type as TriggerType](trigger.config);
  return { title: cut(title), note: [...only, reentryWords(reentry)].join('. ') };
}

function mailWords(campaignId: unknown): string {
  return campaignId === undefined ? 'any email' : 'the campaign';
}

function reentryWords(reentry: string): string {
  if (reentry === 'ONCE') return 'Once per person';
  if (reentry === 'EVERY_TIME') return 'Every time, once the previous run has ended';
  return `Once for each “${reentry.slice('event.'.length)}”`;
}

function fieldsChanged(fields: unknown): string {
  const names = Array.isArray(fields) ? fields.map((name) => text(name).replace(/^attributes\./, '')) : [];
  return names.length === 0 ? 'a subscriber changes' : `${names.join(' or ')} of a subscriber changes`;
}

function dateWords({ attribute, offset, at, yearly }: TriggerConfig): string {
  const name = text(attribute).replace(/^attributes\./, '');
  const given = text(offset ?? '0 days');
  const amount = given.replace(/^[+-]/, '');
  const when = /^[+-]?0+ /.test(given) ? 'on' : `${amount} ${given.startsWith('-') ? 'before' : 'after'}`;
  return `at ${text(at)}, ${when} the date “${name}” of a person${yearly === true ? ', every year' : ''}`;
}

function mailName({ subject, template }: Config): string {
  return cut(template === undefined ? text(subject) : `template ${text(template)}`);
}

function delayTitle({ duration, until, at, days }: Config): string {
  if (duration !== undefined) return `Wait ${text(duration)}`;
  if (until !== undefined) return `Wait until ${dateName(text(until))}`;
  return `Wait until ${timeWords(at, days)}`;
}

function delayNote({ duration, until, at, days, past }: Config): string {
  const isMore = duration !== undefined || until !== undefined;
  const time =
    isMore && (at !== undefined || days !== undefined) ? [`Then until ${timeWords(at, days)}`] : [];
  const here = at !== undefined || days !== undefined ? ['in the person’s time zone'] : [];
  const over = past === 'exit' ? ['People whose date has passed leave'] : [];
  return [[...time, ...here].join(', '), ...over].filter(Boolean).map(capitalize).join('. ');
}

function timeWords(at: unknown, days: unknown): string {
  const on = Array.isArray(days) && days.length > 0 && days.length < weekdays.length;
  const day = on ? dayWords(days as Weekday[]) : '';
  return [at === undefined ? (on ? '' : 'the next day') : text(at), day].filter(Boolean).join(' on ');
}

function dateName(until: string): string {
  if (until.startsWith('attributes.')) return `the date “${until.slice('attributes.'.length)}” of the person`;
  if (until.startsWith('trigger.')) return `the date “${until.slice('trigger.'.length)}” of the event`;
  return until;
}

function changedNames({ fields, attributes }: Config): string {
  const names = [fields, attributes].flatMap((one) => Object.keys((one as object | undefined) ?? {}));
  return names.map((name) => `“${name}”`).join(', ');
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value);
}
