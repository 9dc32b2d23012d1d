import type { JsonSchema } from '../../../contract/description/json-schema.ts';
import type { Tool } from '../../../contract/tool.ts';
import { UsageError, type Words } from '../parse-options.ts';

export type ToolFlag = {
  field: string;
  schema: JsonSchema;
  required: boolean;
  spellings: readonly string[];
  /** Allowed JSON types; empty for any. */
  types: ReadonlySet<string>;
  entryTypes: ReadonlySet<string>;
};

export function toolFlags(input: JsonSchema, aliases: ReadonlyMap<string, string> = new Map()): ToolFlag[] {
  const properties = (input.properties ?? {}) as Record<string, JsonSchema>;
  const required = new Set((input.required ?? []) as string[]);
  return Object.entries(properties).map(([field, schema]) => ({
    field,
    schema: resolved(schema, input),
    required: required.has(field),
    spellings: [...new Set([field, kebab(field), ...[aliases.get(field) ?? []].flat()])],
    types: typesOf(schema, input),
    entryTypes: new Set(
      alternatives(schema, input).flatMap(({ items }) =>
        items ? [...typesOf(items as JsonSchema, input)] : [],
      ),
    ),
  }));
}

/** A tool about one thing takes these fields also as arguments without a name, in this order. */
export function argumentFields({ rest, input }: Pick<Tool, 'rest' | 'input'>): string[] {
  const inRoute = [...(rest?.route ?? '').matchAll(/\{(\w+)\}/g)].map(([, field]) => field!);
  if (inRoute.length > 0) return inRoute;
  const required = Object.keys(input.shape).filter(
    (field) => !input.shape[field]!.safeParse(undefined).success,
  );
  return required.length === 1 && singleArguments.has(required[0]!) ? required : [];
}

const singleArguments = new Set(['id', 'name', 'email', 'query']);

/** Names ids by their thing: `--email` for the id of an email, `--campaign` for `campaignId`. */
export function idAliases(
  { name, rest, input }: Pick<Tool, 'name' | 'rest' | 'input'>,
  taken: readonly string[],
): Map<string, string> {
  const fields = Object.keys(input.shape);
  const aliases = new Map<string, string>();
  for (const field of fields) {
    const alias = field === 'id' ? thingOf(name, rest?.route) : /^(.+?)_?[iI]d$/.exec(field)?.[1];
    if (alias === undefined || fields.includes(alias) || taken.includes(alias)) continue;
    if (things.has(alias)) aliases.set(field, kebab(alias));
  }
  return aliases;
}

/** Excludes names such as `externalId`, and tools such as `unsubscribe_by_link`. */
const things: ReadonlySet<string> = new Set([
  'approval',
  'campaign',
  'domain',
  'email',
  'event',
  'grant',
  'import',
  'integration',
  'oauth-client',
  'organization',
  'person',
  'run',
  'segment',
  'subscriber',
  'token',
  'webhook',
  'workflow',
]);

/** `GET /emails/{id}` is about an `email`, and `delete_person` about a `person`. */
function thingOf(tool: string, route: string | undefined): string {
  const plural = route === undefined ? undefined : /^\w+ \/([\w-]+)\/\{id\}/.exec(route)?.[1];
  return plural?.replace(/s$/, '') ?? tool.slice(tool.indexOf('_') + 1);
}

/** A value of another type is passed on, so that the tool reports the error. @throws UsageError for unusable flags */
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

function deniedName(field: string): string {
  return `no ${field}`;
}

export function indexSpellings(
  flags: readonly ToolFlag[],
): Map<string, { name: string; takesValue: boolean }> {
  const known = new Map<string, { name: string; takesValue: boolean }>();
  for (const { field, spellings, types } of flags) {
    for (const spelling of spellings) {
      known.set(spelling, { name: field, takesValue: !isSwitch(types) });
      if (isSwitch(types)) known.set(`no-${spelling}`, { name: deniedName(field), takesValue: false });
    }
  }
  return known;
}

export function isSwitch(types: ReadonlySet<string>): boolean {
  return types.has('boolean') && !types.has('string') && !types.has('array') && !types.has('object');
}

/** Joins `--enabled true` to `--enabled=true`, because node does not pass a value to a flag that needs none. */
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
    // For a field that accepts a text or a list, a single flag is the text.
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

export function kebab(field: string): string {
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

function alternatives(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  const own = resolved(schema, root);
  const others = [own.anyOf, own.oneOf, own.allOf].flat().filter((one) => one !== undefined) as JsonSchema[];
  return [own, ...others.flatMap((one) => alternatives(one, root))];
}

/** Resolves a reference (`{ "$ref": "#/$defs/x" }`), or returns the schema itself. */
function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = typeof schema.$ref === 'string' ? /^#\/\$defs\/(.+)$/.exec(schema.$ref)?.[1] : undefined;
  const found =
    name === undefined ? undefined : (root.$defs as Record<string, JsonSchema> | undefined)?.[name];
  return found ?? schema;
}
