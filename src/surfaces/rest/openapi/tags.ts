const tagDescriptions: Record<string, string> = {
  Emails: 'Send single emails and track their delivery',
  Verify: 'Check whether an address can receive mail',
  Subscribers: 'Recipients of campaigns',
  Tags: 'Labels for subscribers',
  Events: 'Actions of subscribers',
  Exports: 'Data exports, streamed as files',
  Campaigns: 'Messages to many subscribers',
  Domains: 'Sending domains',
  Tokens: 'API tokens',
  Suppressions: 'Addresses that receive no mail',
  Organization: 'The organization of the token',
  Webhooks: 'Events posted to your server, and their endpoints',
  Workflows: 'Automated mail and changes, triggered by subscribers',
  Tools: 'All tools by name, as assistants see them',
  Admin: 'All tools, for operators',
  Health: 'For load balancers and supervisors',
  Contract: 'This document, complete and by resource',
  Assistants: 'The Model Context Protocol',
  OAuth: 'OAuth 2.1 for MCP clients, if the operator turns it on',
  Links: 'Targets of the links in mail; each link contains its own authorization',
  Documentation: 'Documentation pages',
};

export function tagDescription(tag: string): string {
  const plain = tag.replace(/ \(v1\)$/, '');
  const text = tagDescriptions[plain] ?? `Operations on ${plain.toLowerCase()}`;
  return plain === tag ? text : `${text}, in the frozen version`;
}
