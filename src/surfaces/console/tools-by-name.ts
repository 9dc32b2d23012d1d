import { catalogue } from '../../../tools/index.ts';

export const toolsByName = new Map(catalogue.map((tool) => [tool.name, tool]));

/** Title of a tool; the name of a tool that no longer exists. */
export function findToolTitle(tool: string): string {
  return toolsByName.get(tool)?.title ?? tool.replaceAll('_', ' ');
}
