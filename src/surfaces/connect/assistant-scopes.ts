import type { TokenScope } from '../../model/organization/token.ts';

/** Reads everything but tokens and settings of other people, sends single mails and drafts campaigns. */
export const assistantScopes: readonly TokenScope[] = [
  'emails.read',
  'emails.send',
  'subscribers.read',
  'tags.read',
  'events.read',
  'campaigns.read',
  'campaigns.write',
  'domains.read',
  'suppressions.read',
  'webhooks.read',
  'workflows.read',
  'organization.read',
];
