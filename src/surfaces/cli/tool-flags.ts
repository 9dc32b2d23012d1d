import type { JsonSchema } from '../../contract/json-schema.ts';
import { UsageError, type Words } from './parse-options.ts';

/** One argument of a tool on the command line. */
export type ToolFlag = {
  field: string;
  schema: JsonSchema;
  required: boolean;
  /** Without `--`: as the field is named, then in kebab case. */
  spellings: readonly string[];
  /** The JSON types it may have; empty when anything goes. */
  types: ReadonlySet<string>;
  /** The same for the entries of a list. */
  entryTypes: ReadonlySet<string>;
};

/** The flags of a tool, from its input schema. */
export function toolFlags(input: JsonSchema): ToolFlag[] {
  const properties = (input.properties ?? {}) as Record<string, JsonSchema>;
  const required = new Set((input.required ?? []) as string[]);
  return Object.entries(properties).map(([field, schema]) => ({
    field,
    schema: resolved(schema, input),
    required: required.has(field),
    spellings: [...new Set([field, kebab(field)])],
    types: typesOf(schema, input),
    entryTypes: new Set(
      alternatives(schema, input).flatMap(({ items }) =>
        items ? [...typesOf(items as JsonSchema, input)] : [],
      ),
    ),
  }));
}

/**
 * What the flags say, as the tool's input. A text is read by the type its field may have; what does not fit is
 * passed on as it is, so that the tool itself says what is wrong with it.
 *
 * @throws WrongWords for what cannot be meant: a value left out, a field given twice, broken JSON
 */
export function inputOfFlags(flags: readonly ToolFlag[], words: Words): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const flag of flags) {
    const given = words.options.get(flag.field);
    const denied = words.options.get(deniedName(flag.field));
    if (given && denied) throw new UsageError(`--${flag.field} and --no-${flag.field} contradict each other`);
    if (denied) input[flag.field] = false;
    if (given) input[flag.field] = valueGiven(flag, given);
  }
  return input;
}

/** Under which name `--no-field` is kept. */
function deniedName(field: string): string {
  return `no ${field}`;
}

/** Every spelling of every flag, for `parseOptions`. */
export function spellingsOf(flags: readonly ToolFlag[]): Map<string, { name: string; takesValue: boolean }> {
  const known = new Map<string, { name: string; takesValue: boolean }>();
  for (const { field, spellings, types } of flags) {
    for (const spelling of spellings) {
      known.set(spelling, { name: field, takesValue: !isSwitch(types) });
      if (isSwitch(types)) known.set(`no-${spelling}`, { name: deniedName(field), takesValue: false });
    }
  }
  return known;
}

/** A flag that means true by standing there. */
export function isSwitch(types: ReadonlySet<string>): boolean {
  return types.has('boolean') && !types.has('string') && !types.has('array') && !types.has('object');
}

/**
 * `--enabled true` written as `--enabled=true`: a flag that may stand alone takes no next word by node's rules,
 * and people write it so all the same.
 */
export function joinSwitchValues(words: readonly string[], flags: readonly ToolFlag[]): string[] {
  const switches = new Set(
    flags
      .filter(({ types }) => isSwitch(types))
      .flatMap(({ spellings }) => spellings.map((name) => `--${name}`)),
  );
  const joined: string[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (last !== undefined && switches.has(last) && /^(true|false|null)$/.test(word)) {
      joined[joined.length - 1] = `${last}=${word}`;
    } else joined.push(word);
  }
  return joined;
}

function valueGiven(flag: ToolFlag, given: readonly (string | undefined)[]): unknown {
  if (isSwitch(flag.types)) {
    if (given.length > 1) throw new UsageError(`--${flag.field} is given more than once`);
    return given[0] === undefined ? true : read(flag.field, given[0], flag.types);
  }
  const texts = given.map((text) => {
    if (text === undefined) throw new UsageError(`--${flag.field} needs a value`);
    return text;
  });
  const [first = ''] = texts;
  if (flag.types.has('array')) {
    if (texts.length === 1 && (first === 'null' || first.startsWith('['))) {
      return read(flag.field, first, flag.types);
    }
    // A field that takes one text or a list of them: a flag given once is the one.
    if (texts.length === 1 && flag.types.has('string')) return first;
    return texts.map((text) => read(flag.field, text, flag.entryTypes));
  }
  if (texts.length > 1) throw new UsageError(`--${flag.field} is given more than once`);
  return read(flag.field, first, flag.types);
}

function read(field: string, text: string, types: ReadonlySet<string>): unknown {
  if (text === 'null' && types.has('null')) return null;
  const mayBeText = types.has('string');
  if (!mayBeText && types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (!mayBeText && (types.has('integer') || types.has('number')) && isNumber(text)) return Number(text);
  const looksLikeJson = /^\s*[[{]/.test(text);
  if (types.size === 0 || (looksLikeJson && (types.has('object') || types.has('array')))) {
    return parsed(field, text, types.size === 0);
  }
  if (types.has('object') && !mayBeText) return parsed(field, text, false);
  return text;
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

function parsed(field: string, text: string, orText: boolean): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (orText) return text;
    throw new UsageError(`--${field} must be JSON, such as --${field} '{"name":"value"}'`);
  }
}

function kebab(field: string): string {
  return field.replaceAll('_', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function typesOf(schema: JsonSchema, root: JsonSchema): ReadonlySet<string> {
  return new Set(
    alternatives(schema, root).flatMap((one) => {
      if (one.type !== undefined) return [one.type].flat() as string[];
      return 'const' in one ? [typeof one.const] : [];
    }),
  );
}

/** The schema itself, and those it offers instead. */
function alternatives(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  const own = resolved(schema, root);
  const others = [own.anyOf, own.oneOf, own.allOf].flat().filter((one) => one !== undefined) as JsonSchema[];
  return [own, ...others.flatMap((one) => alternatives(one, root))];
}

/** A schema that stands elsewhere in its root (`{ "$ref": "#/$defs/x" }`), or the schema itself. */
function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = typeof schema.$ref === 'string' ? /^#\/\$defs\/(.+)$/.exec(schema.$ref)?.[1] : undefined;
  const found =
    name === undefined ? undefined : (root.$defs as Record<string, JsonSchema> | undefined)?.[name];
  return found ?? schema;
}
