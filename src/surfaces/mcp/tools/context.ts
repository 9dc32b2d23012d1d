import { offeredAt, type Tool } from '../../../contract/tool.ts';
import { everyTool, type ToolFilter } from '../../../contract/tool-filter.ts';
import type { Engine } from '../../../engine/context/scope.ts';
import type { ConfirmBy } from '../../../model/approval/confirm-by.ts';
import type { ApprovalMode } from '../../../model/sending/approval-mode.ts';
import { offerOverMcp } from './catalogue/catalogue-tools.ts';
import { type PendingElicitations, pendingElicitations } from './pending-elicitations.ts';

export type McpContext = {
  engine: Engine;
  tools: ReadonlyMap<string, Tool>;
  forPeople: ReadonlySet<string>;
  identity: { name: string; title: string; version: string };
  questions: PendingElicitations;
  confirm: ApprovalMode;
} & McpChoices;

/** Configuration of the operator, and parts of other surfaces. */
export type McpChoices = {
  confirmBy: ConfirmBy;
  filter: ToolFilter;
  openApi: LoadContract;
  /** True if an identity provider authorizes clients for its users. Announced as an extension. */
  identityProvider: boolean;
};

/** Loads on demand, because building the document needs every route and schema. */
export type LoadContract = () => Promise<Contract>;

type Contract = {
  whole(): string;
  parts(): readonly { name: string; description: string }[];
  part(name: string): string | null;
};

export function mcpContext(
  engine: Engine,
  catalogue: readonly Tool[],
  version: string,
  choices: Partial<McpChoices> = {},
): McpContext {
  const offered = offerOverMcp(catalogue);
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
