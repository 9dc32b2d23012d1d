import { didYouMean } from '../model/text/did-you-mean.ts';
import { listedToolset, type Tool, type Toolset, toolsets } from './tool.ts';

/** Restricts the tools listed to an assistant and, unless it has the catalogue, the tools that it can call. */
export type ToolFilter = {
  /** Null if not restricted. */
  toolsets: ReadonlySet<Toolset> | null;
  /** Null for all. */
  tools: ReadonlySet<string> | null;
  excluded: ReadonlySet<string>;
  readOnly: boolean;
};

export const everyTool: ToolFilter = { toolsets: null, tools: null, excluded: new Set(), readOnly: false };

/** A filter as text: comma-separated lists, and `true` or `false`. */
type FilterWords = {
  toolsets?: string | undefined;
  tools?: string | undefined;
  excluded?: string | undefined;
  readOnly?: string | undefined;
};

/** Names of these fields where they were written: `--toolsets`, `X-MCP-Toolsets`. */
export type FilterPlaces = Record<keyof FilterWords, string>;

type KnownNames = { keys(): Iterable<string> };

/** The message names the place, the error and the allowed values. */
export class FilterFault extends Error {}

const charactersMax = 8_000;
const quotedCharactersMax = 40;

/** Toolsets listed by default. Assistants seldom need the others, and the catalogue reaches them. */
const standardToolsets: ReadonlySet<Toolset> = new Set(toolsets.filter((name) => name !== 'rare'));

/** Each word names several toolsets. */
const toolsetGroups: Readonly<Record<string, Iterable<Toolset>>> = {
  standard: standardToolsets,
  all: toolsets,
};

/** Names ignore case and accept `-` or `_`. @param known names of all tools. @throws FilterFault */
export function readFilter(words: FilterWords, places: FilterPlaces, known: KnownNames): ToolFilter {
  const tools = [...known.keys()];
  return {
    toolsets: words.toolsets === undefined ? null : readToolsets(words.toolsets, places.toolsets),
    tools: words.tools === undefined ? null : readToolNames(words.tools, places.tools, tools),
    excluded: excludedNames(words.excluded, places.excluded, tools),
    readOnly: readSwitch(words.readOnly, places.readOnly),
  };
}

/** @throws FilterFault that begins with `place` */
export function readToolsets(text: string, place: string): ReadonlySet<Toolset> {
  const names = readNames(text, place, [...toolsets, ...Object.keys(toolsetGroups)], 'toolset');
  return new Set(names.flatMap((name) => [...(toolsetGroups[name] ?? [name as Toolset])]));
}

export function narrow(one: ToolFilter, other: ToolFilter): ToolFilter {
  // Keeps the identity of the operator's filter, because lists are cached by filter.
  if (other === everyTool) return one;
  return {
    // The catalogue reaches every tool, so with it a connection may list any toolset.
    toolsets: one.toolsets?.has('catalogue')
      ? (other.toolsets ?? one.toolsets)
      : inBoth(one.toolsets, other.toolsets),
    tools: inBoth(one.tools, other.tools),
    excluded: new Set([...one.excluded, ...other.excluded]),
    readOnly: one.readOnly || other.readOnly,
  };
}

export function admits(
  filter: ToolFilter,
  tool: Pick<Tool, 'name' | 'toolset' | 'rare' | 'effect'>,
): boolean {
  return (
    (filter.toolsets?.has(listedToolset(tool)) ?? true) &&
    (filter.tools?.has(tool.name) ?? true) &&
    !filter.excluded.has(tool.name) &&
    (!filter.readOnly || tool.effect === 'read' || tool.toolset === 'catalogue')
  );
}

/** The tool that calls any other tool. In read-only mode it calls only tools that read. */
export const callToolName = 'call_tool';

/** Limit of the clients. */
export const toolNameCharactersMax = 64;

/** Returns the filter for calls. With `call_tool`, a connection may call tools of every toolset. */
export function reachedBy(filter: ToolFilter): ToolFilter {
  if (filter.toolsets === null) return filter;
  const reachesAll = admits(filter, { name: callToolName, toolset: 'catalogue', effect: 'write' });
  return reachesAll ? { ...filter, toolsets: null } : filter;
}

const keys = new WeakMap<ToolFilter, string>();

export function filterKey(filter: ToolFilter): string {
  let key = keys.get(filter);
  if (key === undefined) {
    const { toolsets: sets, tools, excluded, readOnly } = filter;
    const listed = (names: ReadonlySet<string> | null) => (names ? [...names].sort().join(',') : '*');
    key = `${listed(sets)} ${listed(tools)} ${listed(excluded)} ${readOnly}`;
    keys.set(filter, key);
  }
  return key;
}

/** Default of `POSTHOUSE_MCP_TOOLSETS`. */
export const standardFilter: ToolFilter = { ...everyTool, toolsets: standardToolsets };

export function settingsFilter(settings: {
  POSTHOUSE_MCP_TOOLSETS?: ReadonlySet<Toolset> | undefined;
  POSTHOUSE_MCP_READ_ONLY: boolean;
}): ToolFilter {
  return {
    ...standardFilter,
    ...(settings.POSTHOUSE_MCP_TOOLSETS && { toolsets: settings.POSTHOUSE_MCP_TOOLSETS }),
    readOnly: settings.POSTHOUSE_MCP_READ_ONLY,
  };
}

const headerPlaces: FilterPlaces = {
  toolsets: 'X-MCP-Toolsets',
  tools: 'X-MCP-Tools',
  excluded: 'X-MCP-Exclude-Tools',
  readOnly: 'X-MCP-Read-Only',
};

const queryPlaces: FilterPlaces = {
  toolsets: 'toolsets',
  tools: 'tools',
  excluded: 'exclude_tools',
  readOnly: 'read_only',
};

const headerPrefix = 'x-mcp-';

/**
 * Headers and query both narrow. Names match with `-`, `_` or neither, because an overlooked filter would
 * expose every tool. @throws FilterFault also for an unknown query parameter or a misspelled header
 */
export function filterOfRequest(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  query: URLSearchParams,
  known: KnownNames,
): ToolFilter {
  const inHeaders = wordsIn(headersOf(headers), headerPlaces, (name, near) => {
    if (near !== undefined)
      throw new FilterFault(`there is no header ${quoted(name)}; did you mean ${near}?`);
  });
  const inQuery = wordsIn(query.size === 0 ? none : query, queryPlaces, (name, near) => {
    const meant = near === undefined ? '' : ` Did you mean ${near}?`;
    const names = Object.values(queryPlaces).join(', ');
    throw new FilterFault(
      `the address asks for ${quoted(name)}, which is nothing.${meant} It may ask for ${names}.`,
    );
  });
  if (inHeaders === null && inQuery === null) return everyTool;
  return narrow(
    readFilter(inHeaders ?? {}, headerPlaces, known),
    readFilter(inQuery ?? {}, queryPlaces, known),
  );
}

/** A plain loop, because it runs for every request and nearly none has a filter. */
function headersOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): readonly [string, string][] {
  let found: [string, string][] | undefined;
  for (const name in headers) {
    if (!name.startsWith(headerPrefix)) continue;
    const value = headers[name];
    if (value === undefined) continue;
    found ??= [];
    found.push([name, typeof value === 'string' ? value : value.join(',')]);
  }
  return found ?? none;
}

const none: readonly never[] = [];

/** Null without filter fields. @param onOther receives each other name with the closest known one */
function wordsIn(
  fields: Iterable<[string, string]>,
  places: FilterPlaces,
  onOther: (name: string, near: string | undefined) => void,
): FilterWords | null {
  let words: FilterWords | null = null;
  for (const [name, value] of fields) {
    const field = (Object.keys(places) as (keyof FilterWords)[]).find(
      (one) => bare(places[one]) === bare(name),
    );
    if (field === undefined) {
      onOther(name, didYouMean(name, Object.values(places)));
      continue;
    }
    words ??= {};
    // A repeated name continues the list (RFC 9110 5.3).
    words[field] = words[field] === undefined ? value : `${words[field]},${value}`;
  }
  return words;
}

/** `X-MCP-Read-Only`, `x_mcp_readonly` and `x-mcp-readonly` are equal. */
function bare(name: string): string {
  return plain(name).replaceAll('_', '');
}

/** Empty for a filter that removes nothing. */
export function filterHeaders(filter: ToolFilter): Record<string, string> {
  const { toolsets: sets, tools, excluded, readOnly } = filter;
  return {
    ...(sets && { [headerPlaces.toolsets]: [...sets].join(',') }),
    ...(tools && { [headerPlaces.tools]: [...tools].join(',') }),
    ...(excluded.size > 0 && { [headerPlaces.excluded]: [...excluded].join(',') }),
    ...(readOnly && { [headerPlaces.readOnly]: 'true' }),
  };
}

/** An empty list is an error, because treating it as all would expose every tool. */
function readNames(text: string, place: string, allowed: readonly string[], kind: string): string[] {
  const names = partsOf(text, place);
  if (names.length === 0)
    throw new FilterFault(
      `${place} names no ${kind}; leave it out for the default. ${listing(allowed, kind)}`,
    );
  return names.map((name) => known(name, place, allowed, kind));
}

/** Null for all. @throws FilterFault */
function readToolNames(text: string, place: string, tools: readonly string[]): ReadonlySet<string> | null {
  const names = readNames(text, place, [...tools, 'all'], 'tool');
  return names.includes('all') ? null : new Set(names);
}

function excludedNames(
  text: string | undefined,
  place: string,
  allowed: readonly string[],
): ReadonlySet<string> {
  if (text === undefined) return new Set();
  return new Set(partsOf(text, place).map((name) => known(name, place, allowed, 'tool')));
}

function partsOf(text: string, place: string): string[] {
  if (text.length > charactersMax)
    throw new FilterFault(`${place} must have at most ${charactersMax.toLocaleString('en')} characters`);
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function known(name: string, place: string, allowed: readonly string[], kind: string): string {
  const found = allowed.find((one) => plain(one) === plain(name));
  if (found !== undefined) return found;
  const near = didYouMean(name, allowed);
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  throw new FilterFault(
    `${place} names ${quoted(name)}, which is no ${kind}.${meant} ${listing(allowed, kind)}`,
  );
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, quotedCharactersMax).toWellFormed());
}

function listing(allowed: readonly string[], kind: string): string {
  return `The ${kind}s are ${allowed.join(', ')}.`;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

function readSwitch(text: string | undefined, place: string): boolean {
  const said = text?.trim().toLowerCase();
  if (said === undefined || said === 'false' || said === '0') return false;
  if (said === 'true' || said === '1') return true;
  throw new FilterFault(`${place} must be true or false`);
}

function inBoth<Name>(
  one: ReadonlySet<Name> | null,
  other: ReadonlySet<Name> | null,
): ReadonlySet<Name> | null {
  if (!one || !other) return one ?? other;
  return new Set([...one].filter((name) => other.has(name)));
}
