/**
 * Writes what the program knows about itself into the README, between markers.
 *
 *   npm run docs              writes
 *   npm run docs -- --check   writes nothing, and fails when something is stale
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Config, configSchema } from '../src/config.ts';
import { offeredAt, type Tool } from '../src/contract/tool.ts';
import { failures } from '../src/model/failure.ts';
import { catalogue } from '../tools/index.ts';

const readmeFile = new URL('../README.md', import.meta.url);

/** The README's tables by the name in their markers. */
const tables: Record<string, () => string> = {
  tools: toolsTable,
  failures: failuresTable,
  configuration: configurationTable,
};

/** A README with its tables regenerated. @throws Error when a table has no markers in it */
export function documented(readme: string): string {
  let text = readme;
  for (const [name, table] of Object.entries(tables)) {
    const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`README.md has no ${begin} … ${end}`);
    text = `${text.slice(0, from + begin.length)}\n\n${table()}\n\n${text.slice(to)}`;
  }
  return text;
}

function toolsTable(): string {
  return tableOf(
    ['tool', 'what it is for', 'REST v2', 'needs'],
    catalogue
      .filter((tool) =>
        ['mcp', 'tools', 'cli'].some((door) => offeredAt(tool, door as 'mcp' | 'tools' | 'cli')),
      )
      .map((tool) => [code(tool.name), tool.title, routesOf(tool), code(tool.needs)]),
  );
}

function routesOf({ rest }: Tool): string {
  return rest ? [rest.route, ...(rest.aliases ?? [])].map(code).join(', ') : '';
}

function failuresTable(): string {
  return tableOf(
    ['name', 'status', 'what it says'],
    Object.entries(failures).map(([name, { status, sentence }]) => [code(name), String(status), sentence]),
  );
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

/** A Markdown table with aligned columns, as the formatter writes it. */
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

if (import.meta.main) {
  const before = readFileSync(readmeFile, 'utf8');
  const after = documented(before);
  if (process.argv.includes('--check')) {
    if (before !== after) {
      process.stderr.write('README.md is stale; `npm run docs` writes its tables anew.\n');
      process.exitCode = 1;
    }
  } else if (before !== after) {
    writeFileSync(readmeFile, after);
  }
}
