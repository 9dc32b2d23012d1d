import { saveWorkflow } from '../../../../../tools/workflows/save-workflow.ts';
import type { Failure } from '../../../../model/failure.ts';
import { isFields } from '../../../../model/text/fields.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { html } from '../../../public/html.ts';
import { button, form, hiddenField, textArea } from '../../fields.ts';
import { correctable, rejectedNotice } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { hiddenWords, icon, list, notice, sheet } from '../../look/parts.ts';
import { inDigits } from '../../number-words.ts';
import type { Visit } from '../../page.ts';
import { gallery } from './gallery.ts';
import { workflowsCrumb, workflowsPath } from './workflow-frame.ts';

export const definitionCharactersMax = 200_000;

export async function showNewWorkflow(
  visit: Visit,
  text = '',
  fault: Failure | string | null = null,
): Promise<HttpAnswer> {
  const rows = Object.entries(gallery).map(([key, { name, description, picture }]) => ({
    sign: icon(picture),
    body: html`<b>${name}</b><small>${description}</small>`,
    end: form(
      workflowsPath,
      html`${hiddenField('example', key)}${button(html`Use${hiddenWords(` ${name}`)}`, { look: 'tiny' })}`,
      'inline',
    ),
  }));
  const problem =
    typeof fault === 'string'
      ? notice({ state: 'bad', title: 'Not saved.', text: fault })
      : rejectedNotice(fault, {});
  const advanced = html`<details class="more"${text === '' ? null : html` open`}><summary>Advanced: paste a definition</summary><div class="pad">
<p>A definition is a JSON object with a name, a trigger and steps. <a href="/docs/workflows">The documentation</a> describes the format and has ten examples.</p>
${form(
  workflowsPath,
  html`${textArea({ name: 'definition', label: 'Definition', value: text, rows: 16, isCode: true, charactersMax: definitionCharactersMax })}${button('Create draft', { look: '' })}`,
)}</div></details>`;
  const body = html`${problem}${sheet({ title: 'Start with an example', body: list(rows), bare: true })}${sheet({ body: advanced, bare: true })}`;
  return await page(visit, {
    title: 'New workflow',
    crumb: workflowsCrumb,
    sub: 'You can change every text and time afterwards. Nothing is sent before you activate it.',
    body,
    also: {
      tool: saveWorkflow,
      input: { name: gallery.welcome!.name, ...gallery.welcome!.definition },
      ask: 'Build a welcome series of two emails for new subscribers.',
    },
    status: fault === null ? 200 : typeof fault === 'string' ? 400 : fault.status,
  });
}

export async function createWorkflow(visit: Visit): Promise<HttpAnswer> {
  const chosen = visit.form.get('example');
  const example = chosen !== null && Object.hasOwn(gallery, chosen) ? gallery[chosen] : undefined;
  if (example !== undefined) {
    const { name, description, definition } = example;
    const { id } = await visit.call(saveWorkflow, { name, description, ...definition });
    return seeOther(`${workflowsPath}/${id}/edit?done=created`);
  }
  const text = visit.form.get('definition') ?? '';
  const given = readDefinition(text);
  if (typeof given === 'string') return await showNewWorkflow(visit, text, given);
  try {
    const { id } = await visit.call(saveWorkflow, given);
    return seeOther(`${workflowsPath}/${id}?done=created`);
  } catch (error) {
    return await showNewWorkflow(visit, text, correctable(error));
  }
}

/** Returns a sentence if the text is not a definition. */
export function readDefinition(text: string): Record<string, unknown> | string {
  if (text.length > definitionCharactersMax) {
    return `A definition has at most ${inDigits(definitionCharactersMax)} characters here. Save a longer one with the API.`;
  }
  try {
    const given: unknown = JSON.parse(text);
    if (!isFields(given))
      return 'The definition must be an object, such as { "name": …, "trigger": …, "steps": [ … ] }.';
    const { workflowId: _, ...definition } = given;
    return definition;
  } catch (error) {
    return `The definition is not valid JSON: ${(error as Error).message}.`;
  }
}
