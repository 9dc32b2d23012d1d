import { describedForAssistants } from '../../../contract/description/tool-description.ts';
import type { Tool } from '../../../contract/tool.ts';
import type { Fields } from '../../../model/text/fields.ts';

/**
 * The argument for a tool's object is called `id` in some tools, `campaign_id` or `subscriber` in others, and
 * assistants mix them up. A synonym is accepted if it can mean only one argument.
 */

/** Kinds that may name an argument, alone or with `Id`. */
const kinds: readonly string[] = [
  'approval',
  'campaign',
  'domain',
  'email',
  'import',
  'run',
  'segment',
  'subscriber',
  'suppression',
  'tag',
  'token',
  'webhook',
  'workflow',
];

/** A field other than the id that identifies the object. If an argument accepts only ids, its bare kind is no synonym. */
const foundBy: Readonly<Record<string, string>> = {
  domain: 'name',
  subscriber: 'email',
  suppression: 'email',
  tag: 'name',
};

const synonymsOf = new WeakMap<Tool, ReadonlyMap<string, string>>();

/** Renames synonyms to schema names. A synonym for an argument that is already given stays, and validation rejects it. */
export function withoutSynonyms(tool: Tool, given: Fields): Fields {
  const synonyms = knownSynonyms(tool);
  const meant = Object.keys(given).filter((name) => synonyms.has(name));
  // Two synonyms for the same argument are ambiguous.
  const targets = meant.map((name) => synonyms.get(name)!);
  const isClear = targets.every((target, index) => !(target in given) && targets.indexOf(target) === index);
  if (meant.length === 0 || !isClear) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [synonyms.get(name) ?? name, value]),
  );
}

function knownSynonyms(tool: Tool): ReadonlyMap<string, string> {
  let synonyms = synonymsOf.get(tool);
  if (!synonyms) {
    synonyms = synonymsIn(tool);
    synonymsOf.set(tool, synonyms);
  }
  return synonyms;
}

function synonymsIn(tool: Tool): Map<string, string> {
  const { properties, required = [] } = describedForAssistants(tool).input_schema as {
    properties: Fields;
    required?: readonly string[];
  };
  const synonyms = new Map<string, string>();
  const add = (names: readonly string[], target: string): void => {
    for (const name of names) if (!(name in properties)) synonyms.set(name, target);
  };
  const named = Object.keys(properties).flatMap((name) => {
    const kind = kindOf(name, tool);
    return kind === undefined ? [] : [{ name, kind }];
  });
  for (const { name, kind } of named) {
    add([`${kind}Id`, `${kind}_id`], name);
    if (name === 'id' ? kind !== 'token' : foundBy[kind] === undefined) add([kind], name);
  }
  // With several required arguments, `id` would be ambiguous.
  const asked = named.filter(({ name }) => required.includes(name));
  const [only] = asked;
  if (asked.length === 1) {
    const other = foundBy[only!.kind];
    add(['id', ...(other === undefined ? [] : [other])], only!.name);
  }
  return synonyms;
}

/** Returns the kind of object an argument identifies. For `id`, the tool name (verb_noun) gives the kind. */
function kindOf(name: string, tool: Tool): string | undefined {
  if (name === 'id') {
    const words = tool.name.split('_');
    return kinds.find((kind) => words.includes(kind));
  }
  return kinds.find((kind) => kind !== 'email' && [kind, `${kind}Id`, `${kind}_id`].includes(name));
}
