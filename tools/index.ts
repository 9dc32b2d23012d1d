import type { Tool } from '../src/contract/tool.ts';
import { getEmail } from './emails/get-email.ts';
import { listEmails } from './emails/list-emails.ts';
import { retryEmail } from './emails/retry-email.ts';
import { sendEmail } from './emails/send-email.ts';
import { sendEmailBatch } from './emails/send-email-batch.ts';
import { sendTestEmail } from './emails/send-test-email.ts';

/** Everything the platform can do, in the order people read it. Explicit, so that a missing tool is seen. */
export const catalogue: readonly Tool[] = [
  sendEmail,
  sendEmailBatch,
  sendTestEmail,
  listEmails,
  getEmail,
  retryEmail,
];
