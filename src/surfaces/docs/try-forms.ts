import { toolDescription } from '../../contract/description/tool-description.ts';
import type { Tool } from '../../contract/tool.ts';
import { type Html, html } from '../public/html.ts';

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

export function tryForm(tool: Tool): Html | null {
  const asked = fieldsOf(tool);
  if (asked === null) return null;
  const [method, path] = tool.rest!.route.split(' ') as [string, string];
  const schemas = (toolDescription(tool).input_schema as { properties?: Record<string, Schema> }).properties;
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

type Schema = { type?: unknown; enum?: readonly unknown[]; description?: string; maxLength?: number };

function control(tool: Tool, field: string, { type, enum: values }: Schema): Html {
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
