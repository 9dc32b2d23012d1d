import { offeredAt, type Tool } from '../../../contract/tool.ts';
import { everyTool, type ToolFilter } from '../../../contract/tool-filter.ts';
import type { Engine } from '../../../engine/context/scope.ts';
import type { ConfirmBy } from '../../../model/approval/confirm-by.ts';
import type { ApprovalMode } from '../../../model/sending/approval-mode.ts';
import { type PendingElicitations, pendingElicitations } from './pending-elicitations.ts';

/** Dependencies of the MCP door. */
export type McpContext = {
  engine: Engine;
  /** Tools offered at this door, by name, in catalogue order. */
  tools: ReadonlyMap<string, Tool>;
  /** Names of tools that only people are offered. */
  forPeople: ReadonlySet<string>;
  identity: { name: string; title: string; version: string };
  /** Open elicitations of all connections of this process. */
  questions: PendingElicitations;
  /** Which calls need an approval. */
  confirm: ApprovalMode;
} & McpChoices;

/** The operator's configuration, and parts of other surfaces. */
export type McpChoices = {
  /** Where approvals are given. */
  confirmBy: ConfirmBy;
  /** Tools offered to any caller. */
  filter: ToolFilter;
  /** The OpenAPI document. */
  openApi: LoadContract;
  /** Whether an identity provider authorizes clients for its users; announced as an extension. */
  identityProvider: boolean;
};

/** Loads on demand, because it is built from every route and schema. */
export type LoadContract = () => Promise<Contract>;

/** The OpenAPI document as text, whole or by part. */
type Contract = {
  whole(): string;
  parts(): readonly { name: string; description: string }[];
  part(name: string): string | null;
};

/** @param version that of the package */
export function mcpContext(
  engine: Engine,
  catalogue: readonly Tool[],
  version: string,
  choices: Partial<McpChoices> = {},
): McpContext {
  const offered = catalogue.filter((tool) => offeredAt(tool, 'mcp'));
  return {
    engine,
    tools: new Map(offered.map((tool) => [tool.name, tool])),
    forPeople: new Set(
      catalogue.filter((tool) => offeredAt(tool, 'cli') && !offeredAt(tool, 'mcp')).map(({ name }) => name),
    ),
    questions: pendingElicitations(engine.world.clock),
    identity: { name: 'posthouse', title: 'Posthouse', version },
    confirm: engine.settings.approvalMode ?? 'bulk',
    confirmBy: 'client',
    filter: everyTool,
    openApi: async () => ({ whole: () => '{}', parts: () => [], part: () => null }),
    identityProvider: false,
    ...choices,
  };
}
