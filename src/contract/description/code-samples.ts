import type { RestBinding, Tool } from '../tool.ts';
import { inputSchema } from './json-schema.ts';

export type CodeSample = { lang: string; label: string; source: string };

type SampleRequest = {
  method: string;
  /** Parameters filled in, without the query. */
  path: string;
  query: readonly (readonly [name: string, value: string])[];
  /** Besides the token. */
  headers: readonly (readonly [name: string, value: string])[];
  /** JSON; undefined for a call without a body. */
  body: unknown;
  sendsFile?: boolean;
};

/** @param input defaults to the tool's example */
export function sampleRequest(
  tool: Tool,
  binding: RestBinding,
  prefix: string,
  input: Readonly<Record<string, unknown>> = tool.example.input,
): SampleRequest {
  const [method, template] = binding.route.split(' ') as [string, string];
  const rest: Record<string, unknown> = { ...input };
  const take = (name: string): unknown => {
    const value = rest[name];
    delete rest[name];
    return value;
  };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(take(name) ?? placeholder(name))),
  );
  const headers = Object.entries(binding.headers ?? {})
    .map(([header, field]) => [header, take(field)] as const)
    .filter(([, value]) => value !== undefined)
    .map(([header, value]) => [header, String(value)] as const);
  const inQuery = method === 'GET' || method === 'DELETE';
  const query = inQuery
    ? Object.entries(rest).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)] as const),
      )
    : [];
  if (binding.bytesAs !== undefined)
    return { method, path: prefix + path, query, headers, body: undefined, sendsFile: true };
  const takesBody = !inQuery && Object.keys(inputSchema(tool).properties ?? {}).length > 0;
  const body = binding.bodyAs !== undefined ? rest[binding.bodyAs] : rest;
  const hasBody = takesBody && (binding.bodyAs !== undefined || Object.keys(rest).length > 0);
  return { method, path: prefix + path, query, headers, body: hasBody ? body : undefined };
}

/** `workflowId` -> `WORKFLOW_ID` */
function placeholder(field: string): string {
  return field.replaceAll(/(?=[A-Z])/g, '_').toUpperCase();
}

/** The token is in `POSTHOUSE_API_KEY`. */
export function curlSample(
  { method, path, query, headers, body, sendsFile = false }: SampleRequest,
  baseUrl: string,
): CodeSample {
  const search =
    query.length === 0
      ? ''
      : `?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))}`;
  const hasBody = body !== undefined || sendsFile;
  const sent = method === (hasBody ? 'POST' : 'GET') ? [] : [`-X ${method}`];
  const lines = [
    ['curl', ...sent, shellWord(baseUrl + path + search)].join(' '),
    '-H "Authorization: Bearer $POSTHOUSE_API_KEY"',
    ...headers.map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    ...(sendsFile ? ['-H "Content-Type: application/octet-stream"', '--data-binary @FILE'] : []),
    // `--json` also sends the content type (curl 7.82).
    ...(body === undefined ? [] : [`--json ${shellWord(JSON.stringify(body))}`]),
  ];
  return { lang: 'Shell', label: 'curl', source: lines.join(' \\\n  ') };
}

/** Quotes any text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
