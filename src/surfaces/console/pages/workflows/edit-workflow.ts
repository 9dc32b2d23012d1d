import { saveWorkflow } from '../../../../../tools/workflows/save-workflow.ts';
import type { Failure } from '../../../../model/failure.ts';
import { workflowLimits } from '../../../../model/workflow/definition.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, doneNotice, form, hiddenField, textArea, textField } from '../../fields.ts';
import { correctable, faultsByField, rejectedNotice } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { linkButton, notice, sheet } from '../../look/parts.ts';
import { wholeNumberIn } from '../../number-words.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { foreign } from '../../shown.ts';
import { definitionCharactersMax, readDefinition } from './new-workflow.ts';
import {
  describeStep,
  describeTrigger,
  readMailNames,
  type ShownStep,
  type ShownWorkflow,
} from './step-words.ts';
import { loadWorkflow, workflowsPath } from './workflow-frame.ts';
import { workflowBadge } from './workflow-states.ts';

type EditField = {
  /** In the form, and in the page. */
  name: string;
  label: string;
  value: string;
  kind: 'line' | 'lines' | 'body';
  hint?: string;
  isOptional?: boolean;
  charactersMax: number;
  /** Path of a fault, as the tool names it. */
  path: string;
};

/** A step or the trigger with its fields. Steps with rules are edited as JSON. */
type EditPart = { key: string; title: string; fields: EditField[] };

const limits = { subject: 998, preview: 500, body: 200_000, duration: 40, name: 128 } as const;
const durationHint = 'For example, 2 hours or 3 days';

function partsOf(workflow: ShownWorkflow): EditPart[] {
  const mails = readMailNames(workflow);
  const steps = workflow.steps.flatMap((step) => {
    const fields = fieldsOf(step);
    return fields.length === 0 ? [] : [{ key: step.key, title: describeStep(step, mails).title, fields }];
  });
  const trigger = triggerFields(workflow);
  const first = { key: 'trigger', title: describeTrigger(workflow, mails).title, fields: trigger };
  return trigger.length === 0 ? steps : [first, ...steps];
}

function triggerFields({ trigger }: ShownWorkflow): EditField[] {
  const names = { EVENT: ['name', 'Event'], TAG_ADDED: ['tag', 'Tag'], TAG_REMOVED: ['tag', 'Tag'] } as const;
  if (!Object.hasOwn(names, trigger.type)) return [];
  const [field, label] = names[trigger.type as keyof typeof names];
  const value = String(trigger.config[field] ?? '');
  return [
    {
      name: `trigger.${field}`,
      label,
      value,
      kind: 'line',
      charactersMax: limits.name,
      path: `trigger.${field}`,
    },
  ];
}

function fieldsOf({ key, type, config }: ShownStep): EditField[] {
  const one = (
    field: string,
    label: string,
    kind: EditField['kind'],
    charactersMax: number,
    more: Pick<EditField, 'hint' | 'isOptional'> = {},
  ): EditField[] => {
    const value = config[field];
    if (typeof value !== 'string' && !(more.isOptional && value === undefined)) return [];
    const path = `changes.${key}.${field}`;
    return [{ name: `${key}.${field}`, label, kind, charactersMax, path, value: value ?? '', ...more }];
  };
  if (type === 'send_email' && config.template === undefined) {
    return [
      ...one('subject', 'Subject', 'line', limits.subject),
      ...one('preview', 'Preview text', 'line', limits.preview, {
        isOptional: true,
        hint: 'Shown after the subject in an inbox.',
      }),
      ...one('markdown', 'Text, as Markdown', 'body', limits.body),
      ...one('html', 'Text, as HTML', 'body', limits.body),
    ];
  }
  if (type === 'delay') {
    return [
      ...one('duration', 'Wait', 'line', limits.duration, { hint: durationHint }),
      ...(config.at === undefined
        ? []
        : one('at', 'Then until', 'line', limits.duration, {
            hint: 'A time such as 09:00, in the person’s time zone',
          })),
    ];
  }
  if (type === 'wait_for_event')
    return one('timeout', 'Wait at most', 'line', limits.duration, { hint: durationHint });
  return type === 'add_tag' || type === 'remove_tag' ? one('tag', 'Tag', 'line', limits.name) : [];
}

const notices = { created: 'Created as a draft. Edit the texts, save them, then activate the workflow.' };

type Rejected = { failure: Failure | string; definition?: string };

export async function showEditor(visit: Visit, rejected: Rejected | null = null): Promise<HttpAnswer> {
  const workflow = await loadWorkflow(visit);
  const { id, name, revision } = workflow;
  const { failure = null, definition } = rejected ?? {};
  const typed = (field: string, value: string): string =>
    failure !== null && definition === undefined ? (visit.form.get(field) ?? value) : value;
  const refusal = typeof failure === 'string' ? null : failure;
  const faults = faultsByField(refusal);
  const parts = partsOf(workflow);
  const labels = Object.fromEntries(
    parts.flatMap(({ title, fields }) => fields.map(({ path, label }) => [path, `${title}, ${label}`])),
  );
  const problem =
    typeof failure === 'string'
      ? notice({ state: 'bad', title: 'Not saved.', text: failure })
      : rejectedNotice(refusal, { ...labels, name: 'Name', description: 'Purpose' });
  const general = html`${textField({ name: 'name', label: 'Name', value: typed('name', name), charactersMax: workflowLimits.nameLengthMax, fault: faults.get('name') ?? null })}${textField(
    {
      name: 'description',
      label: 'Purpose',
      value: typed('description', workflow.description ?? ''),
      charactersMax: workflowLimits.descriptionLengthMax,
      isOptional: true,
      fault: faults.get('description') ?? null,
    },
  )}`;
  const sections = parts.map(({ title, fields }) =>
    sheet({
      title,
      body: html`${fields.map((field) => control({ ...field, value: typed(field.name, field.value) }, faults.get(field.path)))}`,
    }),
  );
  const path = `${workflowsPath}/${id}`;
  const simple = form(
    `${path}/edit`,
    html`${hiddenField('revision', String(revision))}${sheet({ title: 'Workflow', body: general })}${sections}<p class="acts section0">${button('Save')} ${isAdmin(visit) ? button('Save and review', { look: '', name: 'next', value: 'activate' }) : null} ${linkButton(path, 'Cancel')}</p>`,
  );
  const body = html`${problem ?? doneNotice(visit, notices)}${simple}<div class="section"></div>${sheet({ body: advanced(workflow, definition), bare: true })}`;
  return await page(visit, {
    title: `Edit ${name}`,
    heading: html`Edit ${foreign(name)}`,
    crumb: { href: path, title: name },
    badge: workflowBadge(workflow.status),
    sub:
      workflow.status === 'ACTIVE'
        ? 'People keep following the active version until you activate the changes.'
        : null,
    body,
    also: {
      tool: saveWorkflow,
      input: { workflowId: id, name },
      ask: `Make the wait in “${name}” two days shorter.`,
    },
    status: failure === null ? 200 : typeof failure === 'string' ? 400 : failure.status,
  });
}

function control({ kind, ...field }: EditField, fault: string | undefined): Html {
  const common = { ...field, fault: fault ?? null };
  if (kind === 'line') return textField(common);
  return textArea({ ...common, rows: 10, isCode: kind === 'body' });
}

function advanced(workflow: ShownWorkflow, typed: string | undefined): Html {
  const { trigger, reentry, exitOn, goal, quietHours, mailsMax, timezone, steps, connections } = workflow;
  const definition = { trigger, reentry, exitOn, goal, quietHours, mailsMax, timezone, steps, connections };
  const text = typed ?? JSON.stringify(definition, null, 2);
  return html`<details class="more"${typed === undefined ? null : html` open`}><summary>Advanced: the whole definition</summary><div class="pad">
<p>Add, move and remove steps here. <a href="/docs/workflows">The documentation</a> describes the format.</p>
${form(
  `${workflowsPath}/${workflow.id}/definition`,
  html`${hiddenField('revision', String(workflow.revision))}${textArea({ name: 'definition', label: 'Definition', value: text, rows: 24, isCode: true, charactersMax: definitionCharactersMax })}${button('Save definition', { look: '' })}`,
)}</div></details>`;
}

export async function saveEdits(visit: Visit): Promise<HttpAnswer> {
  const workflow = await loadWorkflow(visit);
  const { form: given } = visit;
  const changes: Record<string, Record<string, string | null>> = {};
  let trigger: Record<string, unknown> | undefined;
  for (const { key, fields } of partsOf(workflow)) {
    for (const { name, value } of fields) {
      const text = given.get(name)?.replaceAll('\r\n', '\n');
      if (text === undefined || text === value) continue;
      const field = name.slice(key.length + 1);
      if (key === 'trigger')
        trigger = { type: workflow.trigger.type, config: { ...workflow.trigger.config, [field]: text } };
      else changes[key] = { ...changes[key], [field]: text === '' ? null : text };
    }
  }
  try {
    await visit.call(saveWorkflow, {
      workflowId: workflow.id,
      name: given.get('name') ?? workflow.name,
      description: given.get('description') || null,
      ...(trigger !== undefined && { trigger }),
      ...(Object.keys(changes).length > 0 && { changes }),
      ...revisionIn(given),
    });
  } catch (error) {
    return await showEditor(visit, { failure: refusalOf(error) });
  }
  const own = `${workflowsPath}/${workflow.id}`;
  return seeOther(given.get('next') === 'activate' ? `${own}/activate` : `${own}?done=saved`);
}

export async function saveDefinition(visit: Visit): Promise<HttpAnswer> {
  const text = visit.form.get('definition') ?? '';
  const given = readDefinition(text);
  if (typeof given === 'string') return await showEditor(visit, { failure: given, definition: text });
  const { id: workflowId } = visit.parameters;
  try {
    await visit.call(saveWorkflow, { ...given, workflowId, ...revisionIn(visit.form) });
  } catch (error) {
    return await showEditor(visit, { failure: refusalOf(error), definition: text });
  }
  return seeOther(`${workflowsPath}/${workflowId}?done=saved`);
}

/** Keeps a late edit from undoing an earlier one. */
function revisionIn(given: URLSearchParams): { expectedRevision: number | undefined } {
  return { expectedRevision: wholeNumberIn(given.get('revision')) || undefined };
}

function refusalOf(error: unknown): Failure | string {
  const failure = correctable(error);
  const isOvertaken =
    failure.failure === 'conflict' && (failure.details as { revision?: number } | undefined)?.revision;
  return isOvertaken
    ? 'Another person or program changed this workflow while you were editing it. Copy your texts, open this page again and repeat your change.'
    : failure;
}
