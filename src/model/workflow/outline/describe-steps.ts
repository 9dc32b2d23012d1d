import { quoted } from '../../text/quoted.ts';
import {
  type ConnectionType,
  type Definition,
  type DelayConfig,
  type ExitReason,
  nameMail,
  type Step,
  waysOut,
  weekdays,
} from '../definition.ts';
import { describeRule, shortened } from './describe-rule.ts';
import { dayWords } from './outline.ts';

const textMax = 60;
const ruleMax = 120;
const lineMax = 400;

export const stepsHeading = 'Steps:';

/** Describes the steps and settings of a workflow in plain words for an approver, one per line. */
export function describeSteps(definition: Definition): string {
  const { steps, connections } = definition;
  const numbers = new Map(steps.map(({ key }, index) => [key, index + 1]));
  const targets = new Map(connections.map(({ from, to, type }) => [`${from} ${type}`, to]));
  const lines = steps.map((step, index) => {
    const number = index + 1;
    const target = (type: ConnectionType): number | undefined =>
      numbers.get(targets.get(`${step.key} ${type}`) ?? '');
    const follow = (type: ConnectionType): string => {
      const next = target(type);
      return next === undefined ? 'the run ends' : `continues with step ${next}`;
    };
    const isNext = target('default') === (number === steps.length ? undefined : number + 1);
    return shortened(`${number}. ${step.key}: ${describeStep(step, follow, isNext)}`, lineMax);
  });
  return [stepsHeading, ...lines, ...describeSettings(definition)].join('\n');
}

type Follow = (type: ConnectionType) => string;

function describeStep(step: Step, follow: Follow, isNext: boolean): string {
  switch (step.type) {
    case 'condition':
      return `if ${describeRule(step.config.rule, ruleMax)}, ${follow('condition_met')}; otherwise, ${follow('condition_not_met')}`;
    case 'wait_for_event': {
      const { name, filter, timeout } = step.config;
      const only = filter === null ? '' : ` with ${describeRule(filter, ruleMax)}`;
      return `waits up to ${timeout} for the event ${shortened(name, textMax)}${only}; if it comes, ${follow('event_received')}; otherwise, ${follow('timeout')}`;
    }
    case 'branch': {
      const cases = step.config.cases.map(({ name, rule }, index) => {
        const label = name === null ? describeRule(rule, textMax) : quoted(name, textMax);
        return `if ${label}, ${follow(`case:${index + 1}`)}`;
      });
      return [...cases, `otherwise, ${follow('default')}`].join('; ');
    }
    case 'ab_split': {
      const shares = waysOut(step).map((type, index) => `${step.config.percent[index]} %: ${follow(type)}`);
      return `chooses at random: ${shares.join('; ')}`;
    }
    case 'exit':
      return step.config.reason === null
        ? 'ends the run'
        : `ends the run (${quoted(step.config.reason, textMax)})`;
    default:
      return isNext ? describeAction(step) : `${describeAction(step)}; then ${follow('default')}`;
  }
}

type Action = Exclude<Step, { type: 'condition' | 'wait_for_event' | 'branch' | 'ab_split' | 'exit' }>;

function describeAction(step: Action): string {
  switch (step.type) {
    case 'send_email': {
      const kind = step.config.transactional ? 'transactional mail' : 'mail';
      return `sends the ${kind} ${quoted(nameMail(step.config), textMax)}`;
    }
    case 'delay':
      return `waits ${describeDelay(step.config)}`;
    case 'update_subscriber': {
      const names = [
        ...Object.keys(step.config.fields),
        ...Object.keys(step.config.attributes).map((name) => `attributes.${name}`),
      ];
      return `changes ${shortened(names.join(', '), textMax)} of the person`;
    }
    case 'add_tag':
      return `adds the tag ${shortened(step.config.tag, textMax)}`;
    case 'remove_tag':
      return `removes the tag ${shortened(step.config.tag, textMax)}`;
    case 'track_event':
      return `records the event ${shortened(step.config.name, textMax)}`;
    case 'webhook':
      return `sends a webhook to ${shortened(URL.parse(step.config.url)?.host ?? 'a URL', textMax)}`;
    case 'unsubscribe':
      return 'unsubscribes the person';
  }
}

function describeDelay({ duration, until, at, days, past }: DelayConfig): string {
  const begin = duration ?? (until === null ? null : `until ${shortened(until, textMax)}`);
  const time = [at === null ? null : `at ${at}`, days.length === 0 ? null : `on ${dayWords(days)}`]
    .filter((part) => part !== null)
    .join(' ');
  const then =
    time === ''
      ? []
      : [`${begin === null ? 'until the next time' : 'then until the next time'} ${time}${zone}`];
  const over = until !== null && past === 'exit' ? '; if that time is in the past, the run ends' : '';
  return [...(begin === null ? [] : [begin]), ...then].join(', ') + over;
}

const zone = ' in the time zone of the person';

const exitWords: Readonly<Record<ExitReason, string>> = {
  unsubscribe: 'unsubscribe',
  bounce: 'have an address that bounces',
  complaint: 'complain about mail',
};

function describeSettings({ goal, exitOn, quietHours, mailsMax }: Definition): string[] {
  const lines: string[] = [];
  if (goal !== null) lines.push(`People leave the workflow when ${describeRule(goal, ruleMax)}.`);
  if (exitOn.length > 0) {
    const reasons = exitOn.map((reason) => exitWords[reason]);
    const listed = [reasons.slice(0, -1).join(', '), reasons.at(-1)].filter((part) => part !== '');
    lines.push(
      `People leave the workflow when they ${listed.join(' or ')}. People who did so before never enter.`,
    );
  }
  if (quietHours !== null) {
    const { from, to, days } = quietHours;
    const on = days.length === weekdays.length ? '' : ` on ${dayWords(days)}`;
    lines.push(`No marketing mail from ${from} to ${to}${on}${zone}.`);
  }
  if (mailsMax !== null)
    lines.push(`At most ${mailsMax.count} marketing mails to each person in ${mailsMax.per}.`);
  return lines;
}
