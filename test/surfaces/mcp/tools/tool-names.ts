import { offeredAt } from '../../../../src/contract/tool.ts';
import { unboundCatalogueTools } from '../../../../src/surfaces/mcp/tools/catalogue/catalogue-tools.ts';
import { catalogue } from '../../../../tools/index.ts';

export const toolNames: ReadonlySet<string> = new Set(
  catalogue.filter((tool) => offeredAt(tool, 'mcp')).map(({ name }) => name),
);

/** Names of the tools that a connection lists by default. */
export const standardNames: ReadonlySet<string> = new Set(
  [...catalogue.filter((tool) => offeredAt(tool, 'mcp')), ...unboundCatalogueTools]
    .filter(({ rare }) => !rare)
    .map(({ name }) => name),
);

const verbs = [...new Set([...toolNames].map((name) => name.slice(0, name.indexOf('_'))))].join('|');
/** Fields and prompts that start like tool names. */
const otherNames: ReadonlySet<string> = new Set([
  'send_cap',
  'move_from_v1',
  'list_changed',
  'track_opens',
  'verify_transactional',
]);

/** Finds tool names in a text: words that start with a tool's verb. */
export function toolsNamedIn(text: string): string[] {
  const named = text.match(new RegExp(`(?<![\\w./-])(?:${verbs})_[a-z_]+`, 'g')) ?? [];
  return [...new Set(named)].filter((name) => !otherNames.has(name));
}
