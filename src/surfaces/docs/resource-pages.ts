import { listRequiredScopes } from '../../contract/authorize.ts';
import { curlSample, sampleRequest, shellWord } from '../../contract/description/code-samples.ts';
import { sdkCallText, writeSdkCall } from '../../contract/description/sdk-calls.ts';
import { toolDescription } from '../../contract/description/tool-description.ts';
import { offeredAt, type Tool } from '../../contract/tool.ts';
import { type Html, html } from '../public/html.ts';
import { codeBlock, type DetailPage, type DocsPage, jsonBlock, table } from './page.ts';

export function resourcePages(
  catalogue: readonly Tool[],
  baseUrl: string,
): { overview: DocsPage; details: DetailPage[]; toolPages: ReadonlyMap<string, string> } {
  const resources = Map.groupBy(
    catalogue.filter((tool) => tool.rest !== null),
    resourceOf,
  );
  const details = [...resources].map(
    ([resource, tools]): DetailPage => ({
      name: `reference/rest/${resource}`,
      of: 'reference',
      title: titleOf(resource),
      description: `${tools.length === 1 ? 'One operation' : `${tools.length} operations`} of REST v2 under /${resource}, with curl, SDK, command and MCP call.`,
      markdown: () => resourceText(resource, tools, baseUrl),
      forms: () => formsOf(tools),
    }),
  );
  return {
    overview: {
      name: 'reference',
      title: 'REST v2 by resource',
      description:
        'Every operation of REST v2 with its fields, an example, its failures, and the same call with the SDK, on the command line and over MCP.',
      markdown: () => overviewText(resources, baseUrl),
    },
    details,
    toolPages: new Map(
      [...resources].flatMap(([resource, tools]) =>
        tools.map(({ name }) => [name, `reference/rest/${resource}`] as const),
      ),
    ),
  };
}

function formsOf(tools: readonly Tool[]): ReadonlyMap<string, Html> {
  return new Map(
    tools.flatMap((tool) => {
      const form = tryForm(tool);
      return form === null ? [] : [[tool.name, form] as const];
    }),
  );
}

function resourceOf({ rest }: Tool): string {
  return /^\w+ \/([\w-]+)/.exec(rest!.route)![1]!;
}

function titleOf(resource: string): string {
  return resource[0]!.toUpperCase() + resource.slice(1).replaceAll('-', ' ');
}

function overviewText(resources: ReadonlyMap<string, readonly Tool[]>, baseUrl: string): string {
  const sections = [...resources].map(
    ([resource, tools]) =>
      `## [${titleOf(resource)}](/docs/reference/rest/${resource}.md)\n\n${table(
        ['operation', 'purpose'],
        tools.map((tool) => [`\`${tool.rest!.route}\``, tool.summary]),
      )}`,
  );
  return `# REST v2 by resource

Requests go to \`${baseUrl}/api/v2\` with \`Authorization: Bearer posthouse_…\` and JSON. Every POST takes an \`Idempotency-Key\`: within 24 hours, a repeat returns the first result. Lists take \`limit\`, \`after\` and \`before\`. A failure is \`{ name, message, statusCode, details }\`, with [a page for each name](/docs/errors.md). The machine-readable contract is at \`/openapi.json\`; its parts, such as \`/openapi/emails.json\`, have these calls as \`x-codeSamples\`. [The SDK](/docs/guides/sdk.md) reads the token from \`POSTHOUSE_API_KEY\` and the server from \`POSTHOUSE_BASE_URL\`.

In a browser, lists, \`verify_content\` and \`send_email\` have a form, Try it, that runs them on this server with your token. It sends only to [test recipients](/docs/guides/testing.md).

${sections.join('\n\n')}
`;
}

function resourceText(resource: string, tools: readonly Tool[], baseUrl: string): string {
  const operations = tools.map((tool) => operationText(tool, resource, baseUrl));
  return `# ${titleOf(resource)}\n\n${aboutNames(resource)}\n\n${operations.join('\n\n')}\n`;
}

/** Explains the field names of other interfaces and links the full schemas, because a page has a single line per field. */
function aboutNames(resource: string): string {
  return `Fields have the names of REST. The MCP tool lists them in snake_case (\`campaignId\` is \`campaign_id\`) and accepts both. The full schemas are at \`/openapi/${resource}.json\`, at MCP \`posthouse://openapi/${resource}\`.`;
}

function operationText(tool: Tool, resource: string, baseUrl: string): string {
  const { route, aliases = [] } = tool.rest!;
  const parts = [
    `## ${tool.title} {#${tool.name}}`,
    `\`${[route, ...aliases].join('`, also `')}\` · needs the scope \`${(tool.offeredToAll ? [tool.needs] : listRequiredScopes(tool)).join('`, `')}\` · tool ${tool.name}`,
    proseOf(tool),
    fieldsTable(tool, resource),
    codeBlock('sh', curlSample(sampleRequest(tool, tool.rest!, '/api/v2'), baseUrl).source),
    ...sdkBlocks(tool),
    ...(offeredAt(tool, 'cli') ? [codeBlock('sh', commandOf(tool))] : []),
    ...(offeredAt(tool, 'mcp')
      ? [codeBlock('json', JSON.stringify({ name: tool.name, arguments: tool.example.input }))]
      : []),
    `Answers ${tool.rest!.status ?? 200}:`,
    jsonBlock(shortened(tool.example.output)),
    ...(tool.failures.length === 0
      ? []
      : [`Own failures: ${tool.failures.map((name) => `\`${name}\``).join(', ')}.`]),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

type Schema = {
  type?: unknown;
  description?: string;
  enum?: unknown[];
  maxItems?: number;
  maxLength?: number;
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  const?: unknown;
};

function fieldsTable(tool: Tool, resource: string): string {
  const { properties = {}, required = [] } = toolDescription(tool).input_schema as {
    properties?: Record<string, Schema>;
    required?: readonly string[];
  };
  const rows = Object.entries(properties)
    .filter(([field]) => field in tool.input.shape)
    .map(([field, schema]) => [
      `\`${field}\``,
      required.includes(field) ? 'required' : '',
      typeOf(schema, resource),
      schema.description ?? '',
    ]);
  return rows.length === 0 ? '' : table(['field', 'needed', 'type', 'meaning'], rows);
}

function typeOf(schema: Schema, resource: string): string {
  const { enum: values, maxItems, maxLength } = schema;
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ');
  const most = maxItems ?? maxLength;
  const kind = kindOf(schema) ?? `see \`/openapi/${resource}.json\``;
  return `${kind}${most === undefined ? '' : `, at most ${most.toLocaleString('en')}`}`;
}

/** Longer lists are left to the schema. */
const fieldsNamedMax = 12;
const valuesNamedMax = 30;

/** Describes the type of a value, for an object its field names. Returns null if only the schema can express it. */
function kindOf({ type, anyOf, items, properties = {}, const: only, enum: values }: Schema): string | null {
  if (values && values.length <= valuesNamedMax)
    return values.map((value) => `\`${String(value)}\``).join(', ');
  if (only !== undefined) return `\`${String(only)}\``;
  if (anyOf) {
    const kinds = anyOf.map(kindOf);
    return kinds.includes(null) ? null : [...new Set(kinds)].join(' or ');
  }
  if (type === 'array') return items === undefined ? 'array' : `array of ${kindOf(items) ?? 'objects'}`;
  if (Array.isArray(type)) return type.join(' or ');
  if (type !== 'object') return typeof type === 'string' ? type : null;
  const names = Object.keys(properties);
  if (names.length === 0 || names.length > fieldsNamedMax) return 'object';
  return `object with ${names.map((name) => `\`${name}\``).join(', ')}`;
}

function sdkBlocks(tool: Tool): string[] {
  const { route, aliases = [] } = tool.rest!;
  return [route, ...aliases].flatMap((path) => {
    const call = writeSdkCall(tool, tool.rest!, path);
    return call === null ? [] : [codeBlock('ts', `await posthouse.${sdkCallText(call)};`)];
  });
}

function commandOf(tool: Tool): string {
  const flags = Object.entries(tool.example.input);
  const isFlat = flags.every(([, value]) => typeof value !== 'object');
  const given = isFlat
    ? flags.map(([field, value]) => ` --${field} ${shellWord(String(value))}`).join('')
    : ` --json ${shellWord(JSON.stringify(tool.example.input))}`;
  return `npx posthouse tools run ${tool.name}${given}`;
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 2 ? [shortened(value[0])] : value.map(shortened);
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'string' && value.length > 300 ? `${value.slice(0, 300)}…` : value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each)]));
}

function proseOf({ summary, advice }: Tool): string {
  const text = advice === undefined ? summary : `${summary} ${advice}`;
  return text.replaceAll(/posthouse:\/\/docs\/[a-z0-9-]+/g, '`$&`');
}

/** Offers only reads and mail to test recipients. Fields have no name, so that no URL contains a token. */

const writes: Readonly<Record<string, readonly string[]>> = {
  send_email: ['from', 'to', 'subject', 'markdown'],
  verify_content: ['from', 'subject', 'markdown', 'purpose'],
};
/** Reads with a path parameter that readers have at hand, because the result of a send contains it. */
const readsById: ReadonlySet<string> = new Set(['get_email']);
const downloads: ReadonlySet<string> = new Set(['export_suppressions']);
const notAsked: ReadonlySet<string> = new Set(['after', 'before']);
/** Initial values other than the tool's example. */
const begun: Readonly<Record<string, string>> = { limit: '5', timeout_seconds: '5' };
const markdownRows = 4;

function tryForm(tool: Tool): Html | null {
  const asked = fieldsOf(tool);
  if (asked === null) return null;
  const [method, path] = tool.rest!.route.split(' ') as [string, string];
  const schemas = (toolDescription(tool).input_schema as { properties?: Record<string, FieldSchema> })
    .properties;
  const sends = tool.effect === 'send';
  return html`<details class="try" hidden>
<summary>Try it: ${tool.title}</summary>
<form data-method="${method}" data-path="/api/v2${path}"${sends ? html` data-recipient="to"` : null} aria-label="Try: ${tool.title}">
${sends ? html`<p>This form sends only to test recipients, at example.com or under .test: the mail is recorded and never leaves.</p>\n` : null}<label for="try-${tool.name}-token">API token</label>
<input type="password" id="try-${tool.name}-token" data-token autocomplete="off" spellcheck="false" placeholder="posthouse_…" required aria-describedby="try-${tool.name}-kept">
<p class="quiet" id="try-${tool.name}-kept">It needs ${tool.needs}, goes to this server alone, and is forgotten when you leave the page.</p>
${asked.map((field) => control(tool, field, schemas?.[field] ?? {}))}<button>Run</button>
<p class="status" role="status"></p>
<pre class="answer" tabindex="0" role="region" aria-label="Answer of ${tool.title}" hidden></pre>
</form>
</details>
`;
}

function fieldsOf({ name, effect, rest, input }: Tool): readonly string[] | null {
  if (name in writes) return writes[name]!;
  if (effect !== 'read' || !rest?.route.startsWith('GET ') || downloads.has(name)) return null;
  if (rest.route.includes('{') && !readsById.has(name)) return null;
  return Object.keys(input.shape).filter((field) => !notAsked.has(field));
}

type FieldSchema = { type?: unknown; enum?: readonly unknown[]; description?: string; maxLength?: number };

function control(tool: Tool, field: string, { type, enum: values }: FieldSchema): Html {
  const id = `try-${tool.name}-${field}`;
  const label = html`<label for="${id}">${field}</label>\n`;
  const example = (tool.example.input as Record<string, unknown>)[field];
  const inPath = tool.rest!.route.includes(`{${field}}`);
  const value = inPath
    ? ''
    : (begun[field] ?? (!(tool.name in writes) || example === undefined ? '' : String(example)));
  if (values)
    return html`${label}<select id="${id}" data-field="${field}"><option value=""></option>${values.map(
      (one) => html`<option>${String(one)}</option>`,
    )}</select>\n`;
  if (type === 'boolean')
    return html`${label}<select id="${id}" data-field="${field}" data-type="json"><option value=""></option><option>true</option><option>false</option></select>\n`;
  if (field === 'markdown')
    return html`${label}<textarea id="${id}" data-field="${field}" rows="${String(markdownRows)}">${value}</textarea>\n`;
  const isNumber = type === 'integer' || type === 'number';
  return html`${label}<input type="${isNumber ? 'number' : 'text'}" id="${id}" data-field="${field}" value="${value}"${
    isNumber ? html` data-type="json"` : null
  }${inPath ? html` required` : null}>\n`;
}
