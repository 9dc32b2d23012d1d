import type { Tool } from '../src/contract/tool.ts';
import { addDomain } from './domains/add-domain.ts';
import { getDomain } from './domains/get-domain.ts';
import { listDomains } from './domains/list-domains.ts';
import { removeDomain } from './domains/remove-domain.ts';
import { rotateDomainDkim } from './domains/rotate-domain-dkim.ts';
import { updateDomain } from './domains/update-domain.ts';
import { verifyDomain } from './domains/verify-domain.ts';
import { getEmail } from './emails/get-email.ts';
import { listEmails } from './emails/list-emails.ts';
import { retryEmail } from './emails/retry-email.ts';
import { sendEmail } from './emails/send-email.ts';
import { sendEmailBatch } from './emails/send-email-batch.ts';
import { sendTestEmail } from './emails/send-test-email.ts';
import { verifyEmailAddress } from './emails/verify-email-address.ts';
import { addSuppression } from './suppressions/add-suppression.ts';
import { addSuppressions } from './suppressions/add-suppressions.ts';
import { getSuppression } from './suppressions/get-suppression.ts';
import { listSuppressions } from './suppressions/list-suppressions.ts';
import { removeSuppression } from './suppressions/remove-suppression.ts';
import { removeSuppressions } from './suppressions/remove-suppressions.ts';

/** Everything the platform can do, in the order people read it. Explicit, so that a missing tool is seen. */
export const catalogue: readonly Tool[] = [
  sendEmail,
  sendEmailBatch,
  sendTestEmail,
  listEmails,
  getEmail,
  retryEmail,
  verifyEmailAddress,
  addDomain,
  listDomains,
  getDomain,
  updateDomain,
  verifyDomain,
  rotateDomainDkim,
  removeDomain,
  addSuppression,
  listSuppressions,
  getSuppression,
  removeSuppression,
  addSuppressions,
  removeSuppressions,
];
