import { inputSchema, type JsonSchema, outputSchema } from '../../../contract/description/json-schema.ts';
import type { Tool } from '../../../contract/tool.ts';

/** List fields that exist only in tool output. REST names the next page in the `Link` header. */
const ownFields: ReadonlySet<string> = new Set(['next_after', 'next_before', 'warnings']);

export type ListOutput = {
  object: 'list';
  data: readonly Record<string, unknown>[];
  has_more: boolean;
  next_after?: string;
  next_before?: string;
};

/** Returns true if a tool returns list pages with the cursor `after`. */
export function isList(tool: Tool): boolean {
  return 'after' in propertiesOf(inputSchema(tool)) && propertiesOf(outputSchema(tool)).data !== undefined;
}

/** Returns the item field that serves as cursor; null if only the tool knows the next page. */
export function cursorField(list: JsonSchema): string | null {
  const items = (propertiesOf(list).data as { items?: JsonSchema } | undefined)?.items ?? {};
  return ['id', 'subscriberId', 'name'].find((name) => name in propertiesOf(items)) ?? null;
}

export function envelopeSchema(list: JsonSchema): JsonSchema {
  return { ...list, properties: withoutOwnFields(propertiesOf(list)) };
}

export function toEnvelope(list: ListOutput): ListOutput {
  return withoutOwnFields(list);
}

/** RFC 8288. */
export function nextLink(
  { data, next_after, next_before }: Pick<ListOutput, 'data' | 'next_after' | 'next_before'>,
  { baseUrl, path, query }: { baseUrl: string; path: string; query: URLSearchParams },
  cursor: string | null,
): { Link: string } | null {
  const side = query.has('before') ? 'before' : 'after';
  const given = side === 'after' ? next_after : next_before;
  const last = side === 'after' ? data.at(-1) : data[0];
  const next = given ?? (cursor === null ? undefined : last?.[cursor]);
  if (typeof next !== 'string') return null;
  const asked = new URLSearchParams(query);
  asked.set(side, next);
  const url = `${baseUrl}${path}?${asked}`.replaceAll(/[<>"\s]/g, encodeURIComponent);
  return { Link: `<${url}>; rel="next"` };
}

function withoutOwnFields<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !ownFields.has(name))) as Fields;
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema.properties ?? {}) as Record<string, JsonSchema>;
}
