import type { ConsolePage, NavEntry } from '../page.ts';
import { accountPages } from './account.ts';
import { alikeApprovalPages } from './alike-approvals.ts';
import { approvalPages, approvalsEntry } from './approvals.ts';
import { emailPages, emailsEntry } from './emails.ts';
import { peoplePages } from './people.ts';
import { signInPages } from './sign-in.ts';
import { todayPages } from './today.ts';

export const pages: readonly ConsolePage[] = [
  ...todayPages,
  ...approvalPages,
  ...alikeApprovalPages,
  ...emailPages,
  ...signInPages,
  ...peoplePages,
  ...accountPages,
];

export const nav: readonly NavEntry[] = [
  { href: '/console', title: 'Today' },
  approvalsEntry,
  emailsEntry,
  { href: '/console/people', title: 'People', roles: ['admin'] },
  { href: '/console/account', title: 'Your account' },
];
