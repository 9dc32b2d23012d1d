import type { z } from 'zod';
import { simulateWorkflow } from '../../../../../tools/workflows/simulate-workflow.ts';
import { Failure } from '../../../../model/failure.ts';
import type { StepType } from '../../../../model/workflow/definition.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, selectField, textArea, textField } from '../../fields.ts';
import { asSentence } from '../../form-faults.ts';
import { notice, sheet, type TrailEntry, trail } from '../../look/parts.ts';
import { inNumber } from '../../number-words.ts';
import type { Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';
import { describeEnd, describeWait } from './run-words.ts';
import {
  describeStep,
  describeTrigger,
  describeWay,
  readMailNames,
  type ShownWorkflow,
  stepSigns,
} from './step-words.ts';
import { loadWorkflow, workflowPage, workflowsPath } from './workflow-frame.ts';

type Simulated = z.output<typeof simulateWorkflow.output>;

const limits = { addressCharacters: 320, propertiesCharacters: 2_000, properties: 30 } as const;

/** Simulated reactions to each email. */
const reactions = {
  nothing: 'Nothing',
  opens: 'Opens every email',
  clicks: 'Clicks in every email',
  leaves: 'Unsubscribes after a day',
} as const;
type Reaction = keyof typeof reactions;

export async function showSimulation(visit: Visit): Promise<HttpAnswer> {
  const workflow = await loadWorkflow(visit);
  const { query } = visit.request;
  const asked = {
    subscriber: (query.get('subscriber') ?? '').trim().slice(0, limits.addressCharacters),
    reaction: (Object.hasOwn(reactions, query.get('reaction') ?? '')
      ? query.get('reaction')
      : 'nothing') as Reaction,
    properties: (query.get('properties') ?? neededProperty(workflow)).slice(0, limits.propertiesCharacters),
  };
  let played: Simulated | null = null;
  let fault: Failure | null = null;
  try {
    played = await visit.call(simulateWorkflow, {
      workflowId: workflow.id,
      ...(asked.subscriber !== '' && { subscriber: asked.subscriber }),
      ...(asked.properties !== '' && { properties: readProperties(asked.properties) }),
      acts: actsOf(workflow, asked.reaction),
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    fault = error;
  }
  const zone = visit.organization.timezone;
  const body = html`<div class="cols"><div>
${played === null ? refused(asked.subscriber, fault) : result(workflow, played, asked.subscriber, zone)}
</div><div>
${sheet({ title: 'Person', body: fields(workflow, asked) })}</div></div>`;
  return await workflowPage(visit, workflow, {
    tab: 'simulate',
    body,
    also: {
      tool: simulateWorkflow,
      input: { workflowId: workflow.id, ...(asked.subscriber !== '' && { subscriber: asked.subscriber }) },
      ask: `What would this workflow send to ${asked.subscriber || 'a new subscriber'}, and when?`,
    },
    status: fault === null ? 200 : fault.status,
  });
}

function fields(
  { id, trigger }: ShownWorkflow,
  { subscriber, reaction, properties }: { subscriber: string; reaction: Reaction; properties: string },
): Html {
  const ofEvent =
    trigger.type === 'EVENT'
      ? textArea({
          name: 'properties',
          label: 'Event properties',
          value: properties,
          rows: 3,
          hint: 'One per line, such as total = 25',
          isOptional: true,
          charactersMax: limits.propertiesCharacters,
        })
      : null;
  return html`<form method="get" action="${workflowsPath}/${id}/simulate">${textField({
    name: 'subscriber',
    label: 'Address of a subscriber',
    value: subscriber,
    hint: 'Leave empty to simulate a new subscriber.',
    isOptional: true,
    charactersMax: limits.addressCharacters,
  })}${selectField({
    name: 'reaction',
    label: 'What the person does',
    value: reaction,
    options: Object.entries(reactions).map(([value, label]) => ({ value, label })),
  })}${ofEvent}${button('Simulate', { look: 'main', picture: 'play' })}</form>
<p class="small quiet">Nothing is sent, and nothing is stored.</p>`;
}

function actsOf({ steps }: ShownWorkflow, reaction: Reaction): object[] {
  if (reaction === 'nothing') return [];
  if (reaction === 'leaves') return [{ after: '1 day', leaves: true }];
  const mails = steps.filter(({ type }) => type === 'send_email').slice(0, actsMax);
  return mails.map(({ key }) => ({ after: '1 hour', [reaction]: key }));
}

const actsMax = 50;

/** Without the property that keys its runs, a workflow lets no person in. */
function neededProperty({ reentry }: ShownWorkflow): string {
  return reentry.startsWith('event.') ? `${reentry.slice('event.'.length)} = 1` : '';
}

/** Reads `name = value` by line. Numbers and yes or no become values of their kind. */
function readProperties(text: string): Record<string, string | number | boolean> {
  const lines = text.split('\n', limits.properties).flatMap((line) => {
    const [name = '', ...rest] = line.split('=');
    return name.trim() === '' || rest.length === 0
      ? []
      : [[name.trim(), readValue(rest.join('=').trim())] as const];
  });
  return Object.fromEntries(lines);
}

function readValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : text;
}

function refused(subscriber: string, fault: Failure | null): Html {
  if (fault?.failure === 'not_found') {
    return notice({
      state: 'bad',
      title: 'Unknown address.',
      text: html`No subscriber has the address ${foreign(subscriber)}.`,
    });
  }
  return notice({ state: 'bad', title: 'Not simulated.', text: asSentence(fault?.message ?? '') });
}

function result(workflow: ShownWorkflow, played: Simulated, subscriber: string, zone: string): Html {
  const who = subscriber === '' ? html`A new subscriber` : foreign(subscriber);
  if (!played.enters) {
    const text = html`${who} would not enter: ${played.reason ?? 'the trigger does not match'}.`;
    return notice({ state: 'warn', title: 'No email.', text });
  }
  const count = inNumber(played.mails, 'email');
  const first = played.path[0]?.at;
  const over = played.endsAt === null ? null : html` It ends ${renderTime(played.endsAt, zone)}.`;
  return html`${notice({
    state: 'info',
    picture: 'captured',
    title: `${count}.`,
    text: html`${who} would enter${first === undefined ? null : html` ${renderTime(first, zone)}`} and receive ${count}.${over}`,
  })}${sheet({ title: 'Simulated path', bare: true, body: trail(entries(workflow, played, zone)) })}`;
}

function entries(workflow: ShownWorkflow, played: Simulated, zone: string): TrailEntry[] {
  const mails = readMailNames(workflow);
  const trigger = describeTrigger(workflow, mails);
  const start = played.path[0]?.at;
  const begun: TrailEntry = {
    state: 'test',
    picture: 'event',
    title: 'Enters',
    text: html`${foreign(trigger.title)}.`,
    time: start === undefined ? html`` : renderTime(start, zone),
  };
  const steps = played.path.map(({ step: key, at, waits, left, via }): TrailEntry => {
    const step = workflow.steps.find((one) => one.key === key);
    const sign = step === undefined ? { state: 'still' as const } : stepSigns[step.type as StepType];
    const isBranching = step !== undefined && via !== null && via !== 'default';
    const waited = waits.map((one) => {
      const [reason = '', until = ''] = one.split(' until ');
      return html`${describeWait(reason, until, zone)}. `;
    });
    return {
      ...sign,
      title: foreign(step === undefined ? key : describeStep(step, mails).title),
      text: html`${waited}${isBranching ? html`${foreign(describeWay(step, via, mails))}.` : null}`,
      time: renderTime(left ?? at, zone),
    };
  });
  const isOver = played.endsAt !== null;
  const end: TrailEntry = {
    state: isOver ? 'ok' : 'info',
    picture: isOver ? 'goal' : 'clock',
    title: isOver ? 'End' : 'Not finished',
    text: isOver ? describeEnd(played.end) : 'The simulation stops here.',
    time: played.endsAt === null ? html`` : renderTime(played.endsAt, zone),
  };
  return [begun, ...steps, end];
}
