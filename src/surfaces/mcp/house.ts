import { offeredAt, type Tool } from '../../contract/tool.ts';
import type { Engine } from '../../engine/scope.ts';

/** What the MCP door stands on. */
export type McpHouse = {
  engine: Engine;
  /** The tools offered at this door by name, in the order of the catalogue. */
  tools: ReadonlyMap<string, Tool>;
  identity: { name: string; title: string; version: string };
};

/** @param version that of the package */
export function mcpHouse(engine: Engine, catalogue: readonly Tool[], version: string): McpHouse {
  const offered = catalogue.filter((tool) => offeredAt(tool, 'mcp'));
  return {
    engine,
    tools: new Map(offered.map((tool) => [tool.name, tool])),
    identity: { name: 'posthouse', title: 'Posthouse', version },
  };
}
