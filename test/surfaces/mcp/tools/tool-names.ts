import { offeredAt } from '../../../../src/contract/tool.ts';
import { catalogue } from '../../../../tools/index.ts';

/** The tools of the MCP door. */
export const toolNames: ReadonlySet<string> = new Set(
  catalogue.filter((tool) => offeredAt(tool, 'mcp')).map(({ name }) => name),
);

const verbs = [...new Set([...toolNames].map((name) => name.slice(0, name.indexOf('_'))))].join('|');
/** Fields and prompts that begin as tools do. */
const otherNames: ReadonlySet<string> = new Set([
  'send_cap',
  'move_from_v1',
  'list_changed',
  'track_opens',
  'verify_transactional',
]);

/** What a text names as a tool: a word with the verb of one. */
export function toolsNamedIn(text: string): string[] {
  const named = text.match(new RegExp(`(?<![\\w./-])(?:${verbs})_[a-z_]+`, 'g')) ?? [];
  return [...new Set(named)].filter((name) => !otherNames.has(name));
}
