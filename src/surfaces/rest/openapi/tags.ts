const tagDescriptions: Record<string, string> = {
  Emails: 'Send single mails and follow their delivery',
  Verify: 'Tell whether an address can take mail',
  Subscribers: 'The people campaigns go to',
  Tags: 'Labels of subscribers',
  Events: 'What subscribers did',
  Exports: 'Files of what is kept, made while they are downloaded',
  Campaigns: 'One message to many subscribers',
  Domains: 'The domains mail is sent from',
  Tokens: 'API tokens',
  Suppressions: 'Addresses that get no mail',
  Organization: 'The organization of the token',
  Webhooks: 'What is posted to your server, and where to',
  Workflows: 'Mails and changes that follow from what a subscriber does',
  Tools: 'Every operation by name, as assistants see it',
  Admin: 'Every tool, for operators',
  Health: 'For load balancers and supervisors',
  Contract: 'This document, whole and in parts',
  Assistants: 'The Model Context Protocol',
  OAuth: 'OAuth 2.1 for MCP clients; these paths are there where the operator has switched it on',
  Links: 'What the links of a mail lead to: each link is its own proof',
  Documentation: 'Pages for people',
};

export function tagDescription(tag: string): string {
  const plain = tag.replace(/ \(v1\)$/, '');
  const text = tagDescriptions[plain] ?? `Operations on ${plain.toLowerCase()}`;
  return plain === tag ? text : `${text}, in the frozen version`;
}
