import { livePages } from '../live.ts';
import type { ConsolePage, NavEntry } from '../page.ts';
import { approvalPages, approvalsEntry } from './approvals/index.ts';
import { assistantsEntry, assistantsPages } from './assistants/index.ts';
import { audienceEntries, audiencePages } from './audience/index.ts';
import { campaignPages, campaignsEntry } from './campaigns/index.ts';
import { developersEntry, developersPages } from './developers/index.ts';
import { domainPages, domainsEntry } from './domains/domain-pages.ts';
import { emailPages, emailsEntry } from './emails/emails.ts';
import { healthEntry, healthPages } from './health/health.ts';
import { homePages } from './home/home.ts';
import { inboxEntry, inboxPages } from './inbox/inbox.ts';
import { searchPages } from './search/search.ts';
import { settingsEntry, settingsPages } from './settings/index.ts';
import { signInPages } from './sign-in.ts';
import { templatePages, templatesEntry } from './templates/index.ts';
import { workflowPages, workflowsEntry } from './workflows/workflow-pages.ts';

export const pages: readonly ConsolePage[] = [
  ...homePages,
  ...inboxPages,
  ...approvalPages,
  ...emailPages,
  ...campaignPages,
  ...templatePages,
  ...audiencePages,
  ...workflowPages,
  ...domainPages,
  ...healthPages,
  ...signInPages,
  ...developersPages,
  ...assistantsPages,
  ...settingsPages,
  ...livePages,
  ...searchPages,
];

/** In the order of the navigation. */
export const nav: readonly NavEntry[] = [
  { href: '/console', title: 'Home', picture: 'home', group: '' },
  inboxEntry,
  approvalsEntry,
  emailsEntry,
  campaignsEntry,
  templatesEntry,
  workflowsEntry,
  ...audienceEntries,
  domainsEntry,
  developersEntry,
  assistantsEntry,
  healthEntry,
  settingsEntry,
  { href: '/docs', title: 'Documentation', picture: 'file', group: 'Set-up' },
];
