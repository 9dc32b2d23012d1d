import { approvalApp } from './approval.ts';
import { campaignReportApp } from './campaign-report.ts';
import { emailPreviewApp } from './email-preview.ts';

/** The extension by which a client says that it can show apps, and what it lists as the kind it can show. */
export const uiExtension = 'io.modelcontextprotocol/ui';
export const uiMimeType = 'text/html;profile=mcp-app';

/** An app as a resource, in the words of the protocol. `_meta` stands in the list and beside the contents alike. */
type UiResource = {
  uri: `ui://${string}`;
  name: string;
  title: string;
  description: string;
  mimeType: typeof uiMimeType;
  _meta: { ui: { csp: Record<string, readonly string[]>; prefersBorder: boolean } };
  text(): string;
};

/** No network, no frames from elsewhere, no other base: an app has all it needs in itself. */
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
    description: 'Shows a mail as it is read: on a desk, on a phone, in dark mode and as text.',
    mimeType: uiMimeType,
    _meta: closed,
    text: once(emailPreviewApp),
  },
  {
    uri: 'ui://posthouse/campaign-report',
    name: 'campaign-report',
    title: 'Campaign report',
    description: 'Shows how a campaign did: rates, opens and clicks over time, links, bounces.',
    mimeType: uiMimeType,
    _meta: closed,
    text: once(campaignReportApp),
  },
  {
    uri: 'ui://posthouse/approval',
    name: 'approval',
    title: 'Approval',
    description: 'Shows what a person is asked to approve, and leads to the page where they decide.',
    mimeType: uiMimeType,
    _meta: closed,
    text: once(approvalApp),
  },
];

/**
 * What stands in `_meta` of a listed tool whose answers an app shows; nothing for any other tool. The second key is what
 * hosts of before 2026-01-26 look for.
 */
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
