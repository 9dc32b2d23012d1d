import type { Rule } from '../../../../model/segment/rule.ts';
import { arrangeSteps, type Chain } from '../../../../model/workflow/outline/arrange-steps.ts';
import { describeRule } from './rule-words.ts';
import {
  describeStep,
  describeTrigger,
  describeWay,
  readMailNames,
  type ShownWorkflow,
} from './step-words.ts';

/** Bounds the lines of one body in a comparison. */
const bodyLinesMax = 60;

/** A definition as indented lines of plain text, to compare versions. */
export function definitionLines(workflow: ShownWorkflow): string {
  const { steps, connections, goal, quietHours, mailsMax, exitOn, timezone } = workflow;
  const mails = readMailNames(workflow);
  const byKey = new Map(steps.map((step) => [step.key, step]));
  const lines: string[] = [];
  const add = (depth: number, text: string): void => {
    if (text !== '') lines.push(`${'\u2003\u2003'.repeat(depth)}${text}`);
  };
  const walk = (chain: Chain, depth: number): void => {
    for (const { key, ways } of chain.steps) {
      const step = byKey.get(key)!;
      const { title, note } = describeStep(step, mails);
      add(depth, title);
      add(depth + 1, note);
      if (step.type === 'send_email') for (const line of mailLines(step.config)) add(depth + 1, line);
      for (const { type, chain: inside } of ways) {
        add(depth + 1, `${describeWay(step, type, mails)}:`);
        walk(inside, depth + 2);
      }
    }
  };
  const trigger = describeTrigger(workflow, mails);
  add(0, trigger.title);
  add(1, trigger.note);
  walk(arrangeSteps(steps, connections), 0);
  if (goal !== null) add(0, `Goal: ${describeRule(goal as unknown as Rule, mails)}`);
  if (quietHours !== null)
    add(0, `Quiet hours from ${quietHours.from} to ${quietHours.to}, ${quietHours.days.join(', ')}`);
  if (mailsMax !== null) add(0, `At most ${mailsMax.count} emails in ${mailsMax.per}`);
  add(0, exitOn.length === 0 ? '' : `People leave on ${exitOn.join(', ')}`);
  add(0, timezone === null ? '' : `Time zone of people without one: ${timezone}`);
  return lines.join('\n');
}

function mailLines({ preview, markdown, html, tiptap }: Readonly<Record<string, unknown>>): string[] {
  const body = [markdown, html].find((one): one is string => typeof one === 'string');
  const lines =
    body?.split('\n', bodyLinesMax + 1) ?? (tiptap === undefined ? [] : ['(content of the visual editor)']);
  return [
    ...(typeof preview === 'string' ? [`Preview text: ${preview}`] : []),
    ...lines.slice(0, bodyLinesMax).map((line) => line.trimEnd()),
    ...(lines.length > bodyLinesMax ? ['…'] : []),
  ];
}
