import { offeredAt, type RestBinding, type Tool } from '../tool.ts';
import type { CodeSample } from './code-samples.ts';
import { inputSchema } from './json-schema.ts';
import { deriveMethodName, type MethodName } from './sdk-methods.ts';

export type SdkCall = MethodName & { given: readonly unknown[] };

const exampleBytes = 'email\nada@example.com\n';

/** @param route one of the tool's paths. @param input defaults to the tool's example. @returns null for a path without an SDK method */
export function writeSdkCall(
  tool: Tool,
  binding: RestBinding,
  route: string,
  input: Readonly<Record<string, unknown>> = tool.example.input,
): SdkCall | null {
  const name = deriveMethodName(tool.name, route, route !== binding.route);
  if (name === null || !offeredAt(tool, 'v2')) return null;
  const rest: Record<string, unknown> = { ...input };
  const taken = new Set(Object.keys(inputSchema(tool).properties ?? {}));
  const take = (field: string): unknown => {
    const value = rest[field];
    delete rest[field];
    taken.delete(field);
    return value;
  };
  const inPath = [...route.matchAll(/\{(\w+)\}/g)].map(
    ([, field]) => take(field!) ?? `${idOf(field!, name.resource)}_id`,
  );
  const options = Object.values(binding.headers ?? {})
    // The last choice shows the option's purpose, not its default.
    .map((field) => [field, take(field) ?? choicesOf(tool, field).at(-1)] as const);
  const body =
    binding.bytesAs !== undefined
      ? exampleBytes
      : binding.bodyAs !== undefined
        ? rest[binding.bodyAs]
        : taken.size > 0 && (Object.keys(rest).length > 0 || isRequired(tool, taken))
          ? rest
          : undefined;
  return {
    ...name,
    given: [
      ...inPath,
      ...(body === undefined ? [] : [body]),
      ...(options.length === 0 ? [] : [Object.fromEntries(options)]),
    ],
  };
}

function choicesOf(tool: Tool, field: string): readonly unknown[] {
  const properties = inputSchema(tool).properties as Record<string, { enum?: unknown[] }>;
  return properties[field]?.enum ?? [];
}

function isRequired(tool: Tool, fields: ReadonlySet<string>): boolean {
  return ((inputSchema(tool).required ?? []) as string[]).some((field) => fields.has(field));
}

/** `workflowId` -> `workflow`; the `id` of webhooks -> `webhook` */
function idOf(field: string, resource: string): string {
  return field === 'id' ? resource.replace(/s$/, '') : field.replace(/Id$/, '');
}

/** Example: `emails.get('eml_1')`. @param place its indentation */
export function sdkCallText({ resource, method, given }: SdkCall, place = ''): string {
  return `${resource}.${method}(${given.map((each) => literal(each, place)).join(', ')})`;
}

/** The token and the server are in `POSTHOUSE_API_KEY` and `POSTHOUSE_BASE_URL`. */
export function sdkSample(call: SdkCall): CodeSample {
  const source = `import { Posthouse } from 'posthouse';

const posthouse = new Posthouse();
const { data, error } = await posthouse.${sdkCallText(call)};`;
  return { lang: 'TypeScript', label: 'SDK', source };
}

export function keyText(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : literal(name);
}

const lineCharactersMax = 80;

export function literal(value: unknown, place = ''): string {
  if (typeof value === 'string') {
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inside = `${place}  `;
  const parts = Array.isArray(value)
    ? value.map((each) => literal(each, inside))
    : Object.entries(value).map(([name, each]) => `${keyText(name)}: ${literal(each, inside)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  if (parts.length === 0) return Array.isArray(value) ? '[]' : '{}';
  const line = `${open}${parts.join(', ')}${close}`;
  if (place.length + line.length <= lineCharactersMax && !line.includes('\n')) return line;
  return `${open.trim()}\n${parts.map((part) => `${inside}${part},\n`).join('')}${place}${close.trim()}`;
}
