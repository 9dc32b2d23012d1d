import type { Caller } from '../../../../src/engine/context/caller.ts';
import type { OrganizationRecord } from '../../../../src/model/organization/organization.ts';
import { scopesAllow, type TokenScope } from '../../../../src/model/organization/token.ts';
import type { ResourceOffer } from '../../../../src/surfaces/mcp/protocol/server-definition.ts';
import type { ResourceMaterials } from '../../../../src/surfaces/mcp/resources/fixed-resources.ts';
import { resourceOffer } from '../../../../src/surfaces/mcp/resources/resources.ts';
import { type McpContext, mcpContext } from '../../../../src/surfaces/mcp/tools/context.ts';
import { catalogue } from '../../../../tools/index.ts';
import type { SimulatedPlatform } from '../../../world/platform.ts';

/** Caller, and the tools removed by a filter. */
export type Asking = {
  organization?: OrganizationRecord;
  scopes?: readonly TokenScope[];
  without?: readonly string[];
};

/** Opens the MCP door of a platform for a caller. */
export function resourceScene(platform: SimulatedPlatform) {
  const context: McpContext = mcpContext(platform.platform.engine, catalogue, '2.1.0');
  const asCaller = ({
    organization,
    scopes,
    without = [],
  }: Asking): { caller: Caller; offered: (name: string) => boolean } => {
    const caller = platform.caller('mcp', organization, scopes);
    const offered = (name: string): boolean => {
      const tool = context.tools.get(name);
      return tool !== undefined && scopesAllow(caller.scopes, tool.needs) && !without.includes(name);
    };
    return { caller, offered };
  };
  return {
    context,
    asCaller,
    resources(asking: Asking = {}, materials: Partial<ResourceMaterials> = {}): ResourceOffer {
      const { caller, offered } = asCaller(asking);
      return resourceOffer(context, caller, offered, { ...someMaterials, ...materials });
    },
  };
}

/** Small stand-ins for the materials of a release. */
export const someMaterials: ResourceMaterials = {
  openApi: async () => ({
    whole: () => '{"openapi":"3.1.0"}',
    parts: () => [{ name: 'emails', description: 'Mails' }],
    part: (name: string) => (name === 'emails' ? '{"openapi":"3.1.0","paths":{}}' : null),
  }),
  docs: [
    { topic: 'sending', title: 'Sending', description: 'How a mail is sent.', text: () => '# Sending\n' },
    { topic: 'sender-names', title: 'Sender names', description: 'Who it is from.', text: () => '# Names\n' },
    { topic: 'dns', title: 'DNS and the sender', description: 'What to publish.', text: () => '# DNS\n' },
  ],
  apps: [
    {
      uri: 'ui://posthouse/campaign-report',
      name: 'campaign-report',
      title: 'Campaign report',
      description: 'Shows the results of a campaign.',
      mimeType: 'text/html;profile=mcp-app',
      _meta: { ui: { prefersBorder: true } },
      text: () => '<!doctype html><title>Report</title>',
    },
  ],
};
