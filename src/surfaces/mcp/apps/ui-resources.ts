import { approvalApp } from './approval.ts';
import { campaignReportApp } from './campaign-report.ts';
import { emailPreviewApp } from './email-preview.ts';

/** Extension of clients that can display apps, and the MIME type they declare. */
export const uiExtension = 'io.modelcontextprotocol/ui';
export const uiMimeType = 'text/html;profile=mcp-app';

/** An app as an MCP resource. `_meta` is sent both in the list and with the contents. */
type UiResource = {
  uri: `ui://${string}`;
  name: string;
  title: string;
  description: string;
  mimeType: typeof uiMimeType;
  _meta: { ui: { csp: Record<string, readonly string[]>; prefersBorder: boolean } };
  text(): string;
};

/** An app needs no network, no foreign frames and no other base URL. */
const closed = {
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    prefersBorder: true,
  },
};

export const uiResources: readonly UiResource[] = [
  {
    uri: 'ui://posthouse/email-preview',
    name: 'email-preview',
    title: 'Mail preview',
    description:
      'Shows an email as recipients see it: on a desktop, on a phone, in dark mode and as plain text.',
    mimeType: uiMimeType,
    _meta: closed,
    text: once(emailPreviewApp),
  },
  {
    uri: 'ui://posthouse/campaign-report',
    name: 'campaign-report',
    title: 'Campaign report',
    description: 'Shows the results of a campaign: rates, opens and clicks over time, links, bounces.',
    mimeType: uiMimeType,
    _meta: closed,
    text: once(campaignReportApp),
  },
  {
    uri: 'ui://posthouse/approval',
    name: 'approval',
    title: 'Approval',
    description: 'Shows an approval request with a link to the page where a person decides.',
    mimeType: uiMimeType,
    _meta: closed,
    text: once(approvalApp),
  },
];

/** Hosts older than 2026-01-26 read the second key. */
export function toolUiMeta({
  app,
}: {
  app?: string;
}):
  | { ui: { resourceUri: string; visibility: readonly ['model', 'app'] }; 'ui/resourceUri': string }
  | undefined {
  if (app === undefined) return undefined;
  return { ui: { resourceUri: app, visibility: ['model', 'app'] }, 'ui/resourceUri': app };
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
