import type { Tool } from '../../../contract/tool.ts';
import { describedForAssistants } from '../../../contract/tool-description.ts';
import type { Fields } from '../protocol/fields.ts';

/**
 * Other names of the argument that says which thing a tool is about: it is called `id` at one tool, `campaign_id` or
 * `subscriber` at another, and a caller of one tool writes the name of the other. Each is taken silently where it can mean
 * one argument alone; what it then holds is found or not like any other.
 */

/** What can be named in an argument by its kind alone, or with `Id` after it. */
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

/** By the kind of a thing, what else than its id it is found by: where an argument takes the id alone, its kind does not mean it. */
const foundBy: Readonly<Record<string, string>> = {
  domain: 'name',
  subscriber: 'email',
  suppression: 'email',
  tag: 'name',
};

const synonymsOf = new WeakMap<Tool, ReadonlyMap<string, string>>();

/** Arguments with synonyms under the names of the tool's schema; one whose argument is given already stays, and is refused. */
export function withoutSynonyms(tool: Tool, given: Fields): Fields {
  const synonyms = knownSynonyms(tool);
  const meant = Object.keys(given).filter((name) => synonyms.has(name));
  // Two of them for one argument are two answers to one question.
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
  // Several that are required are different things, and `id` could be that of each.
  const asked = named.filter(({ name }) => required.includes(name));
  const [only] = asked;
  if (asked.length === 1) {
    const other = foundBy[only!.kind];
    add(['id', ...(other === undefined ? [] : [other])], only!.name);
  }
  return synonyms;
}

/** The kind of thing that an argument names; `id` is of what the tool's own name says, which is verb_noun. */
function kindOf(name: string, tool: Tool): string | undefined {
  if (name === 'id') {
    const words = tool.name.split('_');
    return kinds.find((kind) => words.includes(kind));
  }
  return kinds.find((kind) => kind !== 'email' && [kind, `${kind}Id`, `${kind}_id`].includes(name));
}
