import { type Body, checkTiptap } from '../content/body.ts';
import { escapeHtml } from '../content/escape-html.ts';
import {
  holdsOtherMarks,
  mergeFieldsIn,
  type Placeholder,
  placeholderOfMention,
  rewritePlaceholders,
  writePlaceholder,
} from '../content/merge-fields.ts';
import { isKnownField } from '../content/template/meant-field.ts';
import { isFields } from '../text/fields.ts';
import type { TemplateContent } from './template.ts';
import { readValue, type Variable, type VariableValue } from './variables.ts';

/** Values of a step's template. Texts may contain merge fields of the person and of the trigger. */
export type StepVariables = Readonly<Record<string, VariableValue>>;

type StepFault = { name: string; message: string };

type StepContent = Pick<TemplateContent, 'subject' | 'preview' | 'body'>;

/**
 * Writes the values of a workflow step into a template, so that the result is the content of a plain step: a value
 * becomes text, and its merge fields become merge fields of the mail. In HTML and Markdown, a text is the default of a
 * field without a value, because a default is escaped for the place where it occurs.
 */
export function stepContent(
  { subject, preview, body, variables }: TemplateContent,
  given: StepVariables,
): { content: StepContent; faults: StepFault[] } {
  const faults: StepFault[] = [];
  const expressions = new Map<string, Expression>();
  for (const variable of variables) {
    const value = Object.hasOwn(given, variable.name) ? given[variable.name]! : null;
    const read = readExpression(variable, value);
    if ('message' in read) faults.push({ name: variable.name, message: read.message });
    else expressions.set(variable.name, read);
  }
  const known = new Set(variables.map(({ name }) => name));
  for (const name of Object.keys(given)) {
    if (!known.has(name)) faults.push({ name, message: 'is not a variable of the template' });
  }
  const inLine = (text: string): string => rewriteVariables(text, expressions, writers.line);
  const written = body.kind === 'tiptap' ? withoutMentions(body.source, known) : body.source;
  const source = rewriteVariables(written, expressions, writers[body.kind]);
  return {
    content: {
      subject: inLine(subject),
      preview: preview === null ? null : inLine(preview),
      body: { ...body, source },
    },
    faults,
  };
}

/** Returns the merge fields of a template that are not its variables. */
export function fieldsBesideVariables({ subject, preview, body, variables }: TemplateContent): string[] {
  const names = mergeFieldsIn([subject, preview ?? '', body.source].join('\n'));
  return names.filter((name) => !variables.some((variable) => variable.name === name));
}

/** Texts and merge fields in turn: there is one more text. */
type Expression = { texts: readonly string[]; fields: readonly Placeholder[]; type: Variable['type'] };

function readExpression(
  { type, required }: Variable,
  value: VariableValue | null,
): Expression | { message: string } {
  if (value === null) {
    return required ? { message: 'is required by the template' } : { texts: [''], fields: [], type };
  }
  if (typeof value === 'string' && (holdsOtherMarks(value) || opensForeignMark.test(value))) {
    return { message: 'must not hold placeholders of other systems, or backslashes before merge fields' };
  }
  const { texts, fields } = splitExpression(String(value));
  if (joinsNext.test(texts.at(-1)!)) return { message: 'must not end with an opening brace or a backslash' };
  if (fields.length > 0 && type !== 'url') return { texts, fields, type };
  const whole = fields.length === 0 ? value : texts.join('x');
  const read = readValue(type, whole);
  if ('message' in read) return read;
  const hasHost = fields.length === 0 || wholeHost.test(texts[0]!);
  return hasHost
    ? { texts, fields, type }
    : { message: 'must begin with a whole host, such as https://acme.dev/; merge fields may follow it' };
}

const opensForeignMark = /\{[%#]/;
/** Would form or escape a placeholder with the text that follows. Invisible characters may be removed between them. */
const joinsNext = /[{\\][\p{Cc}\p{Cf}]{0,1000}$/u;
const wholeHost = /^https?:\/\/[^/?#]{1,300}[/?#]/i;
/** No text of a request contains it. */
const seam = '\u0000';

function splitExpression(text: string): Pick<Expression, 'texts' | 'fields'> {
  const fields: Placeholder[] = [];
  const marked = rewritePlaceholders(text.replaceAll(seam, ''), (field) => {
    fields.push(field);
    return seam;
  });
  return { texts: marked.split(seam), fields };
}

/** Writes the parts of a value so that a place reads them back unchanged. */
type Writer = {
  text(text: string, variable: string): string;
  url(text: string): string;
  fallback(text: string): string;
};

const asIs = (text: string): string => text;

const writers: Readonly<Record<'line' | Body['kind'], Writer>> = {
  line: { text: onOneLine, url: onOneLine, fallback: asIs },
  html: { text: defaultOnly, url: escapeHtml, fallback: asIs },
  markdown: { text: defaultOnly, url: inMarkdown, fallback: asIs },
  // An editor's texts are escaped when they become HTML.
  tiptap: { text: inJson, url: inJson, fallback: inJson },
};

function rewriteVariables(
  source: string,
  expressions: ReadonlyMap<string, Expression>,
  write: Writer,
): string {
  return rewritePlaceholders(source, ({ name, fallback }) => {
    const expression = expressions.get(name);
    if (expression === undefined) return null;
    const { texts, fields, type } = expression;
    // A field of the person keeps its own value, and a default applies.
    if (fields.length === 0 && texts[0] === '') return isKnownField(name) || fallback !== '' ? null : '';
    const parts = texts.map((text, index) => {
      const literal = type === 'url' ? write.url(text) : write.text(text, name);
      const field = fields[index];
      if (field === undefined) return literal;
      return `${literal}${writePlaceholder({ name: field.name, fallback: write.fallback(field.fallback) })}`;
    });
    return parts.join('');
  });
}

/** Never has a value, so its default applies. */
const unfilledName = 'variable';

function defaultOnly(text: string, variable: string): string {
  if (text === '') return '';
  const name = isKnownField(variable) ? unfilledName : variable;
  return `{{${name}|${asDefault(text)}}}`;
}

/**
 * Writes a text as a default, which is HTML without braces, and whose blanks at both ends are trimmed. A first
 * character as a reference keeps the text from being read as a filter.
 */
function asDefault(text: string): string {
  const characters = Array.from(text);
  return characters
    .map((character, at) =>
      at === 0 || at === characters.length - 1 || unsafeInDefault.test(character)
        ? reference(character)
        : character,
    )
    .join('');
}

const unsafeInDefault = /[{}\\<>&"'\p{Cc}]/u;

function reference(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

function onOneLine(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** An address in Markdown: characters that could end or format it are percent-encoded behind its host. */
function inMarkdown(address: string): string {
  return address
    .replace(/[()*_~`[\]!|]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('&', '&amp;');
}

/** Editors store a variable as a mention, whose text Posthouse does not read again. */
function withoutMentions(source: string, variables: ReadonlySet<string>): string {
  if (!source.includes('"mention"')) return source;
  const document = JSON.parse(source, (_key, node: unknown) => {
    if (!isFields(node) || node.type !== 'mention' || !isFields(node.attrs)) return node;
    if (!variables.has(String(node.attrs.id))) return node;
    return {
      type: 'text',
      text: placeholderOfMention(node.attrs) ?? '',
      ...(node.marks !== undefined && { marks: node.marks }),
    };
  });
  const checked = checkTiptap(document);
  return checked.ok ? checked.source : source;
}
