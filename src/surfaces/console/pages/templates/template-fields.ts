import { previewCharactersMax, subjectCharactersMax } from '../../../../model/email/send-body.ts';
import { templateLimits } from '../../../../model/template/template.ts';
import { variableLimits } from '../../../../model/template/variables.ts';
import { type Html, html } from '../../../public/html.ts';
import { textField } from '../../fields.ts';
import type { FieldFaults } from '../../form-faults.ts';
import { icon, sheet } from '../../look/parts.ts';
import { bodyField } from './mail-body.ts';
import { type TemplateValues, typeOptions, type VariableValues } from './template-form.ts';

const mailboxCharactersMax = 400;

export function templateFields(values: TemplateValues, faults: FieldFaults): Html {
  return html`${textField({
    name: 'name',
    label: 'Name',
    value: values.name,
    hint: 'Your apps send the template by this name, for example receipt.',
    fault: faults.get('name') ?? null,
    charactersMax: templateLimits.nameLength,
  })}${textField({
    name: 'subject',
    label: 'Subject',
    value: values.subject,
    fault: faults.get('subject') ?? null,
    charactersMax: subjectCharactersMax,
  })}${bodyField(values, {
    placeholders: 'Write {{name}} for a value that your app fills in, or {{name|default}} to give a default.',
    rows: 14,
    fault: faults.get('markdown') ?? faults.get('html') ?? null,
  })}${variablesSheet(values.variables, faults)}${sheet({
    title: 'Settings',
    body: html`${textField({
      name: 'preview',
      label: 'Preview text',
      value: values.preview,
      hint: 'Shown after the subject in an inbox.',
      fault: faults.get('preview') ?? null,
      charactersMax: previewCharactersMax,
      isOptional: true,
    })}<div class="two">${textField({
      name: 'from',
      label: 'From',
      value: values.from,
      hint: 'Leave empty to use the default sender.',
      fault: faults.get('from') ?? null,
      charactersMax: mailboxCharactersMax,
      isOptional: true,
    })}${textField({
      name: 'replyTo',
      label: 'Replies go to',
      value: values.replyTo,
      hint: 'Leave empty to use the sender.',
      fault: faults.get('reply_to') ?? null,
      charactersMax: mailboxCharactersMax,
      isOptional: true,
    })}</div>`,
  })}`;
}

function variablesSheet(variables: readonly VariableValues[], faults: FieldFaults): Html {
  const intro =
    variables.length === 0
      ? 'Write {{name}} in the text and save. The placeholder then appears here.'
      : 'New placeholders appear when you write them in the text and save.';
  return sheet({
    title: 'Placeholders',
    body: html`<p class="quiet">${intro}</p>${variables.map((variable, index) => variableField(variable, index, faults))}`,
  });
}

function variableField(
  { name, type, required, sample }: VariableValues,
  index: number,
  faults: FieldFaults,
): Html {
  const at = String(index);
  const fault = (['name', 'type', 'sample', 'required'] as const)
    .map((field) => faults.get(`variables[${at}].${field}`))
    .find((one) => one !== undefined);
  const message = fault === undefined ? null : html`<p class="error">${icon('bad')}${fault}</p>`;
  return html`<fieldset class="gap section"><legend class="l"><code>{{${name}}}</code></legend><input type="hidden" name="name_${at}" value="${name}">
<div class="inline"><input name="sample_${at}" value="${sample}" maxlength="${String(variableLimits.textCharacters)}" placeholder="Sample" aria-label="Sample value of ${name}"><select name="type_${at}" aria-label="Type of ${name}">${typeOptions.map(({ value, label }) => html`<option value="${value}"${value === type ? html` selected` : null}>${label}</option>`)}</select></div>${message}
<div class="inline"><label class="pick"><input type="checkbox" name="required_${at}"${required ? html` checked` : null}><span>Required</span></label><label class="pick"><input type="checkbox" name="remove_${at}"><span>Remove when saved</span></label></div></fieldset>`;
}
