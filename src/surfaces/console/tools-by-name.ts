import { catalogue } from '../../../tools/index.ts';
import { contentReview } from '../../model/approval/approval.ts';

export const toolsByName = new Map(catalogue.map((tool) => [tool.name, tool]));

/** Title of a tool; the name of a tool that no longer exists. */
export function findToolTitle(tool: string): string {
  if (tool === contentReview.tool) return contentReview.title;
  return toolsByName.get(tool)?.title ?? tool.replaceAll('_', ' ');
}
