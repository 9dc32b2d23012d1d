import { approvalLimits } from '../../../../model/approval/approval.ts';
import type { ConsolePage, NavEntry } from '../../page.ts';
import { decideTogether, showAlike } from './alike-approvals.ts';
import { decide } from './decide-approval.ts';
import { showDecided, showWaiting } from './list-approvals.ts';
import { showMail, showOne } from './show-approval.ts';

export const approvalPages: readonly ConsolePage[] = [
  { method: 'GET', path: '/console/approvals', answer: showWaiting },
  { method: 'GET', path: '/console/approvals/decided', answer: showDecided },
  { method: 'GET', path: '/console/approvals/:id', answer: (visit) => showOne(visit) },
  { method: 'POST', path: '/console/approvals/:id', roles: ['approver'], answer: decide },
  { method: 'GET', path: '/console/approvals/:id/mails/:number', answer: showMail },
  { method: 'GET', path: '/console/approvals/:id/alike', answer: (visit) => showAlike(visit) },
  { method: 'POST', path: '/console/approvals/:id/alike', roles: ['approver'], answer: decideTogether },
];

export const approvalsEntry: NavEntry = {
  href: '/console/approvals',
  title: 'Approvals',
  picture: 'approval',
  group: '',
  async count(visit) {
    const { approvals } = visit.engine.store.forOrganization(visit.organization.key);
    return await approvals.countPending(visit.now, approvalLimits.pendingMax);
  },
};
