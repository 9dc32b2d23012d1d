import { isWholeLink, type MergeFields, systemLinks } from '../content/merge-fields.ts';
import { postalAddressField } from '../content/postal-address.ts';
import { isLogicWord } from '../content/template/foreign-syntax.ts';
import { isKnownField } from '../content/template/meant-field.ts';
import type { FieldFault } from '../failure.ts';
import { isLongerThan } from '../text/text.ts';

export const variableTypes = ['string', 'number', 'boolean', 'date', 'url'] as const;
type VariableType = (typeof variableTypes)[number];

export type Variable = {
  name: string;
  type: VariableType;
  required: boolean;
  /** Shown in previews, and judged with the content. */
  sample: VariableValue | null;
};

export type VariableValue = string | number | boolean;

export const variableLimits = {
  perTemplate: 50,
  nameLength: 50,
  textCharacters: 10_000,
  urlCharacters: 2_048,
  /** Bytes of all values of a mail, and of all samples, as JSON. */
  valuesBytes: 64 * 1024,
} as const;

const wholeName = new RegExp(`^[A-Za-z_]\\w{0,${variableLimits.nameLength - 1}}$`);
/** Always known, so a value of the sender could only contradict it. */
const reserved: ReadonlySet<string> = new Set(['email', ...systemLinks, postalAddressField]);

/** Returns the fault of a variable's name; null if it is allowed. */
export function variableNameFault(name: string): string | null {
  if (!wholeName.test(name)) {
    return `must begin with a letter or an underscore, followed by letters, digits and underscores: at most ${variableLimits.nameLength} characters`;
  }
  // An assignment to this name would set the prototype of the values.
  if (name === '__proto__') return 'is reserved; use another name';
  if (reserved.has(name)) return `is a merge field of every mail: use another name than ${name}`;
  return isLogicWord(name) ? 'is a word of template languages; use another name' : null;
}

type ReadValue = { text: string } | { message: string };

/** Returns the text that a mail shows. */
export function readValue(type: VariableType, value: unknown): ReadValue {
  switch (type) {
    case 'string':
      if (typeof value !== 'string') return { message: 'must be a string' };
      return readText(value);
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return { message: 'must be a number' };
      return { text: String(value) };
    case 'boolean':
      return typeof value === 'boolean' ? { text: String(value) } : { message: 'must be true or false' };
    case 'date':
      return typeof value === 'string' && isDate(value)
        ? { text: value }
        : { message: 'must be a date such as 2026-12-24, or an instant such as 2026-12-24T09:00:00Z' };
    case 'url':
      return typeof value === 'string' && value.length <= variableLimits.urlCharacters && isWholeLink(value)
        ? { text: value }
        : {
            message: `must be an address that begins with http:// or https://, of at most ${variableLimits.urlCharacters.toLocaleString('en')} characters`,
          };
  }
}

function readText(text: string): ReadValue {
  const { textCharacters } = variableLimits;
  if (!isLongerThan(text, textCharacters)) return { text };
  return { message: `must have at most ${textCharacters.toLocaleString('en')} characters` };
}

const dateShape = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Date.parse accepts 30 February and turns it into a day in March. */
function isDate(text: string): boolean {
  const day = dateShape.exec(text)?.[1];
  if (day === undefined || !Number.isFinite(Date.parse(text))) return false;
  return new Date(`${day}T00:00Z`).toJSON()?.startsWith(day) ?? false;
}

/** Names every missing, unknown and mistyped value. @param path of the values, such as `messages[0].variables` */
export function readVariables(
  declared: readonly Variable[],
  given: Readonly<Record<string, unknown>>,
  path: string,
): { values: MergeFields; faults: FieldFault[] } {
  const values: MergeFields = {};
  const faults: FieldFault[] = [];
  for (const { name, type, required } of declared) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) {
      if (required) faults.push({ path: `${path}.${name}`, code: 'required', message: 'is required' });
      // Without a value of the sender, a merge field of the product keeps its own.
      else if (!isKnownField(name)) values[name] = '';
      continue;
    }
    const read = readValue(type, value);
    if ('text' in read) values[name] = read.text;
    else faults.push({ path: `${path}.${name}`, code: 'invalid', message: read.message });
  }
  const known = new Set(declared.map(({ name }) => name));
  const names = [...known].join(', ');
  for (const name of Object.keys(given)) {
    if (known.has(name)) continue;
    const message = `is not a variable of this template; ${known.size === 0 ? 'it has none' : `it has ${names}`}`;
    faults.push({ path: `${path}.${name}`, code: 'unknown_field', message });
  }
  return { values, faults };
}

/** Returns the samples as values, for previews and for the verification of a template. */
export function sampleValues(declared: readonly Variable[]): MergeFields {
  const known = declared.filter(({ sample }) => sample !== null);
  return Object.fromEntries(known.map(({ name, sample }) => [name, String(sample)]));
}
