import {
  type ConnectionType,
  type Definition,
  type DelayConfig,
  nameMail,
  type Step,
  type Weekday,
  waysOut,
  weekdays,
} from '../definition.ts';
import { describeRule, shortened } from './describe-rule.ts';

const textMax = 60;
const ruleMax = 120;
const lineMax = 400;

/** Formats numbered lines, one per step. A step without an arrow leads to the next line; the last line ends the run. */
export function formatOutline(definition: Definition): string[] {
  const { steps, connections } = definition;
  const numbers = new Map(steps.map(({ key }, index) => [key, index + 1]));
  const targets = new Map(connections.map(({ from, to, type }) => [`${from} ${type}`, to]));
  const lines = steps.map((step, index) => {
    const place = (type: ConnectionType): string => {
      const to = targets.get(`${step.key} ${type}`);
      return to === undefined ? 'end' : String(numbers.get(to) ?? 'end');
    };
    return shortened(`${index + 1} ${step.key}: ${stepWords(step, place, index + 1, steps.length)}`, lineMax);
  });
  return [...lines, ...settingLines(definition)];
}

type PlaceOf = (type: ConnectionType) => string;

function stepWords(step: Step, place: PlaceOf, number: number, last: number): string {
  const text = describeStep(step);
  switch (step.type) {
    case 'condition':
      return `${text} yes → ${place('condition_met')}, no → ${place('condition_not_met')}`;
    case 'wait_for_event':
      return `${text}: received → ${place('event_received')}, timed out → ${place('timeout')}`;
    case 'branch': {
      const cases = step.config.cases.map(({ name, rule }, index) => {
        const label = name === null ? describeRule(rule, textMax) : shortened(name, textMax);
        return `${label} → ${place(`case:${index + 1}`)}`;
      });
      return `${text} ${[...cases, `else → ${place('default')}`].join(', ')}`;
    }
    case 'ab_split':
      return `${text} ${waysOut(step)
        .map((type, index) => `${step.config.percent[index]} % → ${place(type)}`)
        .join(', ')}`;
    case 'exit':
      return text;
    default: {
      const next = place('default');
      const isNext = next === String(number + 1) || (next === 'end' && number === last);
      return isNext ? text : `${text} → ${next}`;
    }
  }
}

export function describeStep(step: Step): string {
  switch (step.type) {
    case 'send_email':
      return `mail "${shortened(nameMail(step.config), textMax)}"${step.config.transactional ? ' (transactional)' : ''}`;
    case 'delay':
      return delayWords(step.config);
    case 'wait_for_event': {
      const { name, filter, timeout } = step.config;
      const only = filter === null ? '' : ` if ${describeRule(filter, ruleMax)}`;
      return `wait for ${shortened(name, textMax)}${only} ≤ ${timeout}`;
    }
    case 'condition':
      return `${describeRule(step.config.rule, ruleMax)}?`;
    case 'branch':
      return 'branch';
    case 'ab_split':
      return 'split';
    case 'update_subscriber': {
      const names = [
        ...Object.keys(step.config.fields),
        ...Object.keys(step.config.attributes).map((name) => `attributes.${name}`),
      ];
      return `set ${shortened(names.join(', '), textMax)}`;
    }
    case 'add_tag':
      return `tag ${shortened(step.config.tag, textMax)}`;
    case 'remove_tag':
      return `untag ${shortened(step.config.tag, textMax)}`;
    case 'track_event':
      return `track ${shortened(step.config.name, textMax)}`;
    case 'webhook':
      return `POST ${shortened(URL.parse(step.config.url)?.host ?? 'a URL', textMax)}`;
    case 'unsubscribe':
      return 'unsubscribe';
    case 'exit':
      return step.config.reason === null ? 'exit' : `exit "${shortened(step.config.reason, textMax)}"`;
  }
}

function delayWords({ duration, until, at, days, past }: DelayConfig): string {
  const begin = duration ?? (until === null ? null : `until ${shortened(until, textMax)}`);
  const time = [at, days.length === 0 ? null : dayWords(days)].filter((part) => part !== null).join(' ');
  const when = time === '' ? [] : [`${begin === null ? '' : 'then '}${time}, their time`];
  const over = until !== null && past === 'exit' ? ['exit if past'] : [];
  return [...(begin === null ? [] : [begin]), ...when, ...over].join(', ');
}

/** Formats consecutive days as `Mon–Fri`, others one by one. */
export function dayWords(days: readonly Weekday[]): string {
  const names = days.map((day) => day.charAt(0).toUpperCase() + day.slice(1));
  const first = weekdays.indexOf(days[0]!);
  const follow = days.every((day, index) => weekdays.indexOf(day) === first + index);
  return follow && days.length > 2 ? `${names[0]}–${names.at(-1)}` : names.join(' ');
}

function settingLines({ goal, exitOn, quietHours, mailsMax }: Definition): string[] {
  const lines: string[] = [];
  const reasons = exitOn.join(', ');
  const kept = `; people with one of these never enter`;
  if (goal !== null) {
    const also = reasons === '' ? '' : `; also on ${reasons}${kept}`;
    lines.push(`leaves when ${describeRule(goal, ruleMax)}${also}`);
  } else if (reasons !== '') {
    lines.push(`leaves on ${reasons}${kept}`);
  }
  if (quietHours !== null) {
    const { from, to, days } = quietHours;
    const on = days.length === weekdays.length ? '' : ` ${dayWords(days)}`;
    lines.push(`no marketing mail ${from}–${to}${on}, their time`);
  }
  if (mailsMax !== null) lines.push(`at most ${mailsMax.count} marketing mails in ${mailsMax.per}`);
  return lines;
}
