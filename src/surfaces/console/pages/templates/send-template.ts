import { getTemplate } from '../../../../../tools/templates/get-template.ts';
import { sendTemplate } from '../../../../../tools/templates/send-template.ts';
import type { Failure } from '../../../../model/failure.ts';
import { variableLimits } from '../../../../model/template/variables.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { addressCharactersMax, button, presenceForm, textField } from '../../fields.ts';
import { correctable, type FieldFaults, faultsByField, rejectedNotice } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { columns, notice, sheet } from '../../look/parts.ts';
import { mailFrame } from '../../mail-frame.ts';
import { modeWords, readMode } from '../../mode.ts';
import type { Visit } from '../../page.ts';
import { foreign } from '../../shown.ts';
import { templateHead, templatePath } from './edit-template.ts';
import {
  type TemplateAnswer,
  type TemplateVariable,
  templateFieldLabels,
  valueFrom,
} from './template-form.ts';

/** Sends the published version of a template to one address, with values that the person types. */
export async function showSend(visit: Visit, failure: Failure | null = null): Promise<HttpAnswer> {
  const draft = await visit.call(getTemplate, { template: visit.parameters.id });
  const { published_version: version } = draft;
  if (version === null) return seeOther(templatePath(draft));
  const template = await visit.call(getTemplate, { template: draft.id, version });
  const { title, text } = modeWords[(await readMode(visit)).mode];
  const labels = {
    ...templateFieldLabels,
    ...Object.fromEntries(template.variables.map(({ name }) => [`variables.${name}`, name])),
  };
  return await page(visit, {
    ...templateHead(template),
    title: `Send ${template.name}`,
    heading: html`Send ${foreign(template.name)}`,
    crumb: { href: templatePath(template), title: template.name },
    sub: `Version ${String(version)} to one address. ${title}: ${text.toLowerCase()}.`,
    body: html`${rejectedNotice(failure, labels, 'Not sent.')}${sentNotice(visit)}${columns(await sendForm(visit, template, faultsByField(failure)), sheet({ title: 'With samples', bare: true, body: mailFrame(templatePath(template, `/frame?version=${String(version)}`)) }), 'even')}`,
    status: failure?.status ?? 200,
    also: {
      tool: sendTemplate,
      input: {
        template: template.name,
        to: 'ada@example.com',
        variables: Object.fromEntries(template.variables.map(({ name, sample }) => [name, sample ?? ''])),
      },
      ask: 'Send this template to me with sample values.',
    },
  });
}

function sentNotice({ request }: Visit): Html | null {
  const id = request.query.get('sent') ?? '';
  if (!/^eml_\w{1,40}$/.test(id)) return null;
  const action = html`<a class="btn tiny" href="/console/emails/${id}">See the email</a>`;
  return notice({ state: 'ok', isCalm: true, title: 'Sent.', text: 'The email is on its way.', action });
}

async function sendForm(visit: Visit, template: TemplateAnswer, faults: FieldFaults): Promise<Html> {
  const { form: sent, person } = visit;
  const address = textField({
    name: 'to',
    label: 'Address',
    type: 'email',
    value: sent.get('to') ?? person.email ?? '',
    fault: faults.get('to') ?? null,
    charactersMax: addressCharactersMax,
  });
  const values = template.variables.map((variable) => valueField(variable, sent, faults));
  return sheet({
    title: 'Values',
    body: await presenceForm(visit, {
      action: templatePath(template, '/send'),
      body: html`${address}${values}${button('Send email', { picture: 'send' })}`,
    }),
  });
}

function valueField(
  { name, type, required, sample }: TemplateVariable,
  sent: URLSearchParams,
  faults: FieldFaults,
): Html {
  return textField({
    name: `value_${name}`,
    label: name,
    value: sent.get(`value_${name}`) ?? '',
    ...(type === 'url' && { type: 'url' as const }),
    ...(sample !== null && { placeholder: String(sample) }),
    ...(type === 'boolean' && { hint: 'true or false' }),
    ...(type === 'date' && { hint: 'Such as 2026-12-24' }),
    fault: faults.get(`variables.${name}`) ?? null,
    charactersMax: variableLimits.textCharacters,
    isOptional: !required,
  });
}

export async function send(visit: Visit): Promise<HttpAnswer> {
  const { form: sent, parameters } = visit;
  try {
    const template = await visit.call(getTemplate, { template: parameters.id });
    const version = template.published_version ?? undefined;
    const published = await visit.call(getTemplate, { template: template.id, version });
    const variables = Object.fromEntries(
      published.variables.flatMap(({ name, type }) => {
        const text = sent.get(`value_${name}`) ?? '';
        return text === '' ? [] : [[name, valueFrom(type, text)]];
      }),
    );
    const to = sent.get('to') ?? '';
    const { id } = await visit.call(sendTemplate, { template: template.id, to, variables });
    return seeOther(`/console/templates/${template.id}/send?sent=${id}`);
  } catch (error) {
    return await showSend(visit, correctable(error));
  }
}
