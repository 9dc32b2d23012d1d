import { offeredAt, type Tool } from '../../../contract/tool.ts';
import { everyTool, type ToolFilter } from '../../../contract/tool-filter.ts';
import type { Engine } from '../../../engine/context/scope.ts';
import type { ConfirmBy } from '../../../model/approval/confirm-by.ts';
import type { ApprovalMode } from '../../../model/sending/approval-mode.ts';
import { type PendingElicitations, pendingElicitations } from './pending-elicitations.ts';

/** What the MCP door stands on. */
export type McpContext = {
  engine: Engine;
  /** The tools offered at this door by name, in the order of the catalogue. */
  tools: ReadonlyMap<string, Tool>;
  /** Names of tools that a person has and no assistant. */
  forPeople: ReadonlySet<string>;
  identity: { name: string; title: string; version: string };
  /** Of all connections of this process. */
  questions: PendingElicitations;
  /** Which calls a person is asked about. */
  confirm: ApprovalMode;
} & McpChoices;

/** What the operator chose, and what the other surfaces lend. */
export type McpChoices = {
  /** Who can say yes to a call. */
  confirmBy: ConfirmBy;
  /** The most that any caller is offered. */
  filter: ToolFilter;
  /** The contract of REST. */
  openApi: LoadContract;
  /** Whether an identity provider lets clients in for its people, which is announced as an extension. */
  identityProvider: boolean;
};

/** Loaded when one asks for it: it is made of every route and schema there is. */
export type LoadContract = () => Promise<Contract>;

/** What resources give of the contract of REST: its text, and that of its parts by name. */
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
