import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Config, configSchema } from '../../src/config.ts';
import { offeredAt, type Tool } from '../../src/contract/tool.ts';
import { catalogue } from '../../tools/index.ts';
import { facts } from '../doc-facts.ts';
import { connectClients, cursorConfiguration, installLinks } from '../install-links.ts';
import { sdkOperations } from '../sdk/operations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Pages with markers, by path below the root. */
export const documentedPages: readonly string[] = globSync('docs/**/*.md', { cwd: root }).sort();

/** Tables of the reference pages by marker name. */
const tables: Readonly<Record<string, () => string>> = {
  tools_table: toolsTable,
  configuration_table: configurationTable,
  install_links: installLinks,
  connect_clients: connectClients,
  cursor_configuration: cursorConfiguration,
  sdk_table: sdkTable,
};

const marked = /<!--([a-z_]+)-->(\n\n)?.*?<!--\/-->/gs;

/** Returns the pages by path, with current facts of the program between their markers. */
export function documentedFiles(): Map<string, string> {
  return new Map(documentedPages.map((page) => [page, documented(readFileSync(root + page, 'utf8'))]));
}

/** @throws Error for an unknown marker */
function documented(page: string): string {
  return page.replace(marked, (_, name: string, block = '') => {
    const fact = tables[name] ?? facts[name];
    if (fact === undefined) throw new Error(`No fact is named ${name}`);
    return `<!--${name}-->${block}${fact()}${block}<!--/-->`;
  });
}

function toolsTable(): string {
  return tableOf(
    ['tool', 'purpose', 'REST v2', 'needs'],
    catalogue
      .filter((tool) =>
        ['mcp', 'tools', 'cli'].some((door) => offeredAt(tool, door as 'mcp' | 'tools' | 'cli')),
      )
      .map((tool) => [
        code(tool.name),
        tool.title,
        routesOf(tool),
        tool.offeredToAll ? 'any token' : code(tool.needs),
      ]),
  );
}

function routesOf({ rest }: Tool): string {
  return rest ? [rest.route, ...(rest.aliases ?? [])].map(code).join(', ') : '';
}

function configurationTable(): string {
  const defaults = configSchema.parse({});
  return tableOf(
    ['variable', 'default', 'meaning'],
    Object.entries(configSchema.shape).map(([name, schema]) => [
      code(name),
      defaultText(defaults[name as keyof Config]),
      schema.description ?? '',
    ]),
  );
}

function defaultText(value: Config[keyof Config]): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'unset';
  return code(String(value));
}

function sdkTable(): string {
  return tableOf(
    ['method', 'purpose', 'request'],
    sdkOperations().map(({ resource, method, pathFields, input, inputIs, describes, http, path, cursor }) => {
      const given = [
        ...pathFields,
        ...(input ? [`${argumentNames[inputIs]}${input.required ? '' : '?'}`] : []),
      ];
      const paged = cursor === null ? '' : ' Paginated.';
      const sentence = describes.split(/(?<=[.!?])\s/)[0]!;
      return [code(`${resource}.${method}(${given.join(', ')})`), sentence + paged, code(`${http} ${path}`)];
    }),
  );
}

const argumentNames = { fields: 'input', array: 'list', bytes: 'content' } as const;

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [heads, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const [head, ...body] = cells.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`,
  );
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}
