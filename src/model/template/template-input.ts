import { z } from 'zod';
import { formatMailbox, isHeaderSafe, parseMailbox } from '../address.ts';
import type { Body } from '../content/body.ts';
import { bodyKinds, readBody, sendFields } from '../email/send-body.ts';
import { type FieldFault, invalidFields } from '../failure.ts';
import { idPrefixes } from '../id.ts';
import { tagNameKey } from '../subscriber/tag.ts';
import { shownAs } from '../text/alias.ts';
import { freeFields } from '../text/custom-attributes.ts';
import { oneLine } from '../text/text.ts';
import { type TemplateContent, templateLimits } from './template.ts';
import { readValue, type Variable, variableLimits, variableNameFault, variableTypes } from './variables.ts';

/** Refuses ids, because a name equal to a deleted template's id would receive its sends, and dot segments of URL paths. */
const TemplateName = oneLine(templateLimits.nameLength)
  .min(1)
  .check((ctx) => {
    const fault = nameFault(ctx.value);
    if (fault !== null) ctx.issues.push({ code: 'custom', input: ctx.value, message: fault });
  });

function nameFault(name: string): string | null {
  const idStart = `${idPrefixes.template}_`;
  if (tagNameKey(name).startsWith(idStart))
    return `must not begin with ${idStart}, as the ids of templates do`;
  return /^(?:\.|%2e){1,2}$/i.test(name) ? 'must not be a dot segment of a URL path' : null;
}

export const TemplateRefInput = z.string().min(1).max(templateLimits.nameLength).describe('Name or id');

export const TemplateVersionInput = z.int().min(1).max(templateLimits.versions);

/** The names are checked against the declared variables. */
export const VariableValuesInput = freeFields(z.unknown(), {
  keysMax: variableLimits.perTemplate,
  bytesMax: variableLimits.valuesBytes,
});

const VariableInput = z.strictObject({
  name: z.string(),
  type: z.enum(variableTypes).default('string'),
  required: z.boolean().default(true),
  sample: z
    .union([z.string(), z.number(), z.boolean()])
    .nullish()
    .meta(
      shownAs({
        anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
        description: 'Value in previews',
      }),
    ),
});

const { subject, html, markdown, tiptap, preview } = sendFields;
const clearable = z
  .string()
  .nullish()
  .meta(shownAs({ type: 'string' }));

const contentFields = {
  html,
  markdown: markdown.describe('With variables as {{name}} or {{name|default}}'),
  tiptap,
  preview: preview.nullish().meta(shownAs({ type: 'string', description: 'Inbox preview text' })),
  from: clearable,
  reply_to: clearable,
  variables: z.array(VariableInput).max(variableLimits.perTemplate).optional(),
};

export const newTemplateFields = { name: TemplateName, subject, ...contentFields };
export const changedTemplateFields = {
  name: TemplateName.optional(),
  subject: subject.optional(),
  ...contentFields,
};

type TemplateRequest = Omit<z.output<z.ZodObject<typeof changedTemplateFields>>, 'name'>;

/** Applies a request to a template's content, or reads that of a new template. @throws Failure naming every fault */
export function changedContent(known: TemplateContent | null, request: TemplateRequest): TemplateContent {
  const faults: FieldFault[] = [];
  const fault = (path: string, message: string, code: FieldFault['code'] = 'invalid'): void => {
    faults.push({ path, code, message });
  };
  const mailbox = (path: 'from' | 'reply_to', before: string | null): string | null => {
    const given = request[path];
    if (given === undefined) return before;
    if (given === null || given.trim() === '') return null;
    const read = parseMailbox(given);
    if (read.ok) return formatMailbox(read.mailbox);
    fault(path, `is not one mailbox: ${read.message}`);
    return before;
  };
  for (const path of ['subject', 'preview'] as const) {
    const given = request[path];
    if (given && !isHeaderSafe(given)) fault(path, 'must not contain line breaks or control characters');
  }
  const hasBody = bodyKinds.some((kind) => request[kind] !== undefined);
  const body = known !== null && !hasBody ? known.body : readBody(request, fault);
  const content = {
    from: mailbox('from', known?.from ?? null),
    replyTo: mailbox('reply_to', known?.replyTo ?? null),
    subject: request.subject ?? known?.subject ?? '',
    preview: request.preview === undefined ? (known?.preview ?? null) : request.preview || null,
    body: body ?? emptyBody,
    variables: request.variables ? readDeclared(request.variables, fault) : (known?.variables ?? []),
  };
  if (faults.length > 0) throw invalidFields(faults);
  return content;
}

/** Placeholder; content with a fault is never used. */
const emptyBody: Body = { kind: 'markdown', source: '' };

function readDeclared(
  given: readonly z.output<typeof VariableInput>[],
  fault: (path: string, message: string) => void,
): Variable[] {
  const { valuesBytes } = variableLimits;
  if (Buffer.byteLength(JSON.stringify(given.map(({ sample }) => sample ?? null))) > valuesBytes) {
    fault('variables', `must have samples of at most ${valuesBytes.toLocaleString('en')} bytes together`);
  }
  const names = new Set<string>();
  return given.map(({ name, type, required, sample = null }, index) => {
    const path = `variables[${index}]`;
    const wrong = names.has(name) ? 'is the name of another variable' : variableNameFault(name);
    if (wrong !== null) fault(`${path}.name`, wrong);
    names.add(name);
    const read = sample === null ? null : readValue(type, sample);
    if (read !== null && 'message' in read) fault(`${path}.sample`, read.message);
    return { name, type, required, sample };
  });
}
