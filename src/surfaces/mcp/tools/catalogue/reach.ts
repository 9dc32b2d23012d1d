import type { Tool } from '../../../../contract/tool.ts';
import type { TokenScope } from '../../../../model/organization/token.ts';
import { didYouMean } from '../../../../model/text/did-you-mean.ts';
import { oneLine } from '../../../../model/text/quoted.ts';
import type { Tool as ListedTool } from '../../protocol/server-definition.ts';

/** The tools that a connection can call, listed or not. The tools of the catalogue are not among them. */
export type Reach = {
  tools: ReadonlyMap<string, Tool>;
  /** Every tool of the server. All connections share their search index. */
  all: ReadonlyMap<string, Tool>;
  /** Describes a tool as `tools/list` would. */
  describe(name: string): ListedTool;
};

/** The tools of the catalogue need no scope of their own, because the tool that they reach checks its scopes. */
export const everyToken = {
  toolset: 'catalogue',
  needs: 'tools.run',
  offeredToAll: true,
  needsOf: (): readonly TokenScope[] => [],
  doors: ['mcp'],
  rest: null,
} as const;

const givenNameCharactersMax = 64;

export function describeUnknownTool(name: string, { tools }: Reach): string {
  const near = didYouMean(name, tools.keys());
  const asked = `There is no tool named ${oneLine(name.toWellFormed(), givenNameCharactersMax)}`;
  return near === undefined ? `${asked}; find_tools searches for one` : `${asked}; did you mean ${near}?`;
}
