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
import { recordReturn } from './emails/record-return.ts';
import { retryEmail } from './emails/retry-email.ts';
import { sendEmail } from './emails/send-email.ts';
import { sendEmailBatch } from './emails/send-email-batch.ts';
import { sendTestEmail } from './emails/send-test-email.ts';
import { submitMessage } from './emails/submit-message.ts';
import { verifyEmailAddress } from './emails/verify-email-address.ts';
import { verifyEmailAddresses } from './emails/verify-email-addresses.ts';
import { trackEvent } from './events/track-event.ts';
import { createOrganization } from './organizations/create-organization.ts';
import { getOrganization } from './organizations/get-organization.ts';
import { listOrganizations } from './organizations/list-organizations.ts';
import { updateOrganization } from './organizations/update-organization.ts';
import { updateOrganizationSettings } from './organizations/update-organization-settings.ts';
import { addSubscriberTags } from './subscribers/add-subscriber-tags.ts';
import { createSubscriber } from './subscribers/create-subscriber.ts';
import { deleteSubscriber } from './subscribers/delete-subscriber.ts';
import { getSubscriber } from './subscribers/get-subscriber.ts';
import { listSubscriberEvents } from './subscribers/list-subscriber-events.ts';
import { listSubscribers } from './subscribers/list-subscribers.ts';
import { pageSubscriberEvents } from './subscribers/page-subscriber-events.ts';
import { pageSubscribers } from './subscribers/page-subscribers.ts';
import { removeSubscriberTags } from './subscribers/remove-subscriber-tags.ts';
import { saveSubscribers } from './subscribers/save-subscribers.ts';
import { unsubscribeSubscriber } from './subscribers/unsubscribe-subscriber.ts';
import { updateSubscriber } from './subscribers/update-subscriber.ts';
import { addSuppression } from './suppressions/add-suppression.ts';
import { addSuppressions } from './suppressions/add-suppressions.ts';
import { exportSuppressions } from './suppressions/export-suppressions.ts';
import { getSuppression } from './suppressions/get-suppression.ts';
import { importSuppressions } from './suppressions/import-suppressions.ts';
import { listSuppressions } from './suppressions/list-suppressions.ts';
import { removeSuppression } from './suppressions/remove-suppression.ts';
import { removeSuppressions } from './suppressions/remove-suppressions.ts';
import { createTag } from './tags/create-tag.ts';
import { deleteTag } from './tags/delete-tag.ts';
import { getTag } from './tags/get-tag.ts';
import { listTags } from './tags/list-tags.ts';
import { pageTags } from './tags/page-tags.ts';
import { updateTag } from './tags/update-tag.ts';
import { createToken } from './tokens/create-token.ts';
import { getToken } from './tokens/get-token.ts';
import { listTokens } from './tokens/list-tokens.ts';
import { revokeToken } from './tokens/revoke-token.ts';
import { rotateToken } from './tokens/rotate-token.ts';
import { updateToken } from './tokens/update-token.ts';

/** Everything the platform can do, in the order people read it. Explicit, so that a missing tool is seen. */
export const catalogue: readonly Tool[] = [
  sendEmail,
  sendEmailBatch,
  sendTestEmail,
  listEmails,
  getEmail,
  retryEmail,
  verifyEmailAddress,
  verifyEmailAddresses,
  createSubscriber,
  listSubscribers,
  getSubscriber,
  updateSubscriber,
  unsubscribeSubscriber,
  addSubscriberTags,
  removeSubscriberTags,
  listSubscriberEvents,
  saveSubscribers,
  deleteSubscriber,
  trackEvent,
  listTags,
  createTag,
  getTag,
  updateTag,
  deleteTag,
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
  importSuppressions,
  exportSuppressions,
  createToken,
  listTokens,
  getToken,
  updateToken,
  rotateToken,
  revokeToken,
  getOrganization,
  updateOrganizationSettings,
  createOrganization,
  listOrganizations,
  updateOrganization,
  pageSubscribers,
  pageSubscriberEvents,
  pageTags,
  recordReturn,
  submitMessage,
];
