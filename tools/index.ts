import type { Tool } from '../src/contract/tool.ts';
import { decideApproval } from './approvals/decide-approval.ts';
import { getApproval } from './approvals/get-approval.ts';
import { listApprovals } from './approvals/list-approvals.ts';
import { waitForApproval } from './approvals/wait-for-approval.ts';
import { archiveCampaign } from './campaigns/archive-campaign.ts';
import { createCampaign } from './campaigns/create-campaign.ts';
import { deleteCampaign } from './campaigns/delete-campaign.ts';
import { duplicateCampaign } from './campaigns/duplicate-campaign.ts';
import { getCampaign } from './campaigns/get-campaign.ts';
import { listCampaigns } from './campaigns/list-campaigns.ts';
import { pageCampaigns } from './campaigns/page-campaigns.ts';
import { previewCampaign } from './campaigns/preview-campaign.ts';
import { previewCampaignAudience } from './campaigns/preview-campaign-audience.ts';
import { restoreCampaign } from './campaigns/restore-campaign.ts';
import { cancelCampaign } from './campaigns/sending/cancel-campaign.ts';
import { endCampaign } from './campaigns/sending/end-campaign.ts';
import { getCampaignReport } from './campaigns/sending/get-campaign-report.ts';
import { listCampaignRecipients } from './campaigns/sending/list-campaign-recipients.ts';
import { pauseCampaign } from './campaigns/sending/pause-campaign.ts';
import { redirectLink } from './campaigns/sending/redirect-link.ts';
import { rescheduleCampaign } from './campaigns/sending/reschedule-campaign.ts';
import { resumeCampaign } from './campaigns/sending/resume-campaign.ts';
import { sendCampaign } from './campaigns/sending/send-campaign.ts';
import { testCampaign } from './campaigns/sending/test-campaign.ts';
import { updateCampaign } from './campaigns/update-campaign.ts';
import { readDocs } from './docs/read-docs.ts';
import { searchDocs } from './docs/search-docs.ts';
import { addDomain } from './domains/add-domain.ts';
import { getDomain } from './domains/get-domain.ts';
import { listDomains } from './domains/list-domains.ts';
import { removeDomain } from './domains/remove-domain.ts';
import { rotateDomainDkim } from './domains/rotate-domain-dkim.ts';
import { updateDomain } from './domains/update-domain.ts';
import { verifyDomain } from './domains/verify-domain.ts';
import { deleteEmails } from './emails/delete-emails.ts';
import { getEmail } from './emails/get-email.ts';
import { getEmailAttachment } from './emails/get-email-attachment.ts';
import { getEmailMetrics } from './emails/get-email-metrics.ts';
import { getEmailSource } from './emails/get-email-source.ts';
import { listEmails } from './emails/list-emails.ts';
import { recordReturn } from './emails/record-return.ts';
import { releaseEmails } from './emails/release-emails.ts';
import { retryEmail } from './emails/retry-email.ts';
import { sendEmail } from './emails/send-email.ts';
import { sendEmailBatch } from './emails/send-email-batch.ts';
import { sendTestEmail } from './emails/send-test-email.ts';
import { sendTrackedEmail } from './emails/send-tracked-email.ts';
import { submitMessage } from './emails/submit-message.ts';
import { verifyEmailAddress } from './emails/verify-email-address.ts';
import { verifyEmailAddresses } from './emails/verify-email-addresses.ts';
import { waitForEmail } from './emails/wait-for-email.ts';
import { trackEvent } from './events/track-event.ts';
import { exportCsv } from './exports/export-csv.ts';
import { exportOrganization } from './exports/export-organization.ts';
import { exportSubscriber } from './exports/export-subscriber.ts';
import { readCsvExport } from './exports/read-csv-export.ts';
import { readOrganizationExport } from './exports/read-organization-export.ts';
import { readSubscriberExport } from './exports/read-subscriber-export.ts';
import { addImportPart } from './imports/add-import-part.ts';
import { cancelImport } from './imports/cancel-import.ts';
import { getImport } from './imports/get-import.ts';
import { getImportErrors } from './imports/get-import-errors.ts';
import { importSubscribers } from './imports/import-subscribers.ts';
import { listImports } from './imports/list-imports.ts';
import { createIntegration } from './integrations/create-integration.ts';
import { deleteIntegration } from './integrations/delete-integration.ts';
import { getIntegration } from './integrations/get-integration.ts';
import { listIntegrationEvents } from './integrations/list-integration-events.ts';
import { listIntegrations } from './integrations/list-integrations.ts';
import { receiveIntegrationEvent } from './integrations/receive-integration-event.ts';
import { replayIntegrationEvents } from './integrations/replay-integration-events.ts';
import { sendAuthMail } from './integrations/send-auth-mail.ts';
import { updateIntegration } from './integrations/update-integration.ts';
import { confirmSubscriber } from './links/confirm-subscriber.ts';
import { getConfirmation } from './links/get-confirmation.ts';
import { getPreferences } from './links/get-preferences.ts';
import { recordClick } from './links/record-click.ts';
import { recordOpen } from './links/record-open.ts';
import { savePreferences } from './links/save-preferences.ts';
import { unsubscribeByLink } from './links/unsubscribe-by-link.ts';
import { viewInBrowser } from './links/view-in-browser.ts';
import { createOauthClient } from './oauth-clients/create-oauth-client.ts';
import { deleteOauthClient } from './oauth-clients/delete-oauth-client.ts';
import { listOauthClients } from './oauth-clients/list-oauth-clients.ts';
import { checkSetup } from './organizations/check-setup.ts';
import { createOrganization } from './organizations/create-organization.ts';
import { getOrganization } from './organizations/get-organization.ts';
import { listAuditLog } from './organizations/list-audit-log.ts';
import { listOrganizations } from './organizations/list-organizations.ts';
import { pauseSending } from './organizations/pause-sending.ts';
import { releaseQueue } from './organizations/release-queue.ts';
import { resumeSending } from './organizations/resume-sending.ts';
import { updateOrganization } from './organizations/update-organization.ts';
import { updateOrganizationSettings } from './organizations/update-organization-settings.ts';
import { createPerson } from './people/create-person.ts';
import { deletePerson } from './people/delete-person.ts';
import { getPerson } from './people/get-person.ts';
import { listPeople } from './people/list-people.ts';
import { updatePerson } from './people/update-person.ts';
import { createSegment } from './segments/create-segment.ts';
import { deleteSegment } from './segments/delete-segment.ts';
import { getSegment } from './segments/get-segment.ts';
import { listSegments } from './segments/list-segments.ts';
import { updateSegment } from './segments/update-segment.ts';
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
import { applyTag } from './tags/apply-tag.ts';
import { createTag } from './tags/create-tag.ts';
import { deleteTag } from './tags/delete-tag.ts';
import { getTag } from './tags/get-tag.ts';
import { listTags } from './tags/list-tags.ts';
import { pageTags } from './tags/page-tags.ts';
import { updateTag } from './tags/update-tag.ts';
import { createTemplate } from './templates/create-template.ts';
import { deleteTemplate } from './templates/delete-template.ts';
import { getTemplate } from './templates/get-template.ts';
import { listTemplates } from './templates/list-templates.ts';
import { previewTemplate } from './templates/preview-template.ts';
import { publishTemplate } from './templates/publish-template.ts';
import { sendTemplate } from './templates/send-template.ts';
import { sendTemplateBatch } from './templates/send-template-batch.ts';
import { updateTemplate } from './templates/update-template.ts';
import { createToken } from './tokens/create-token.ts';
import { getToken } from './tokens/get-token.ts';
import { listGrants } from './tokens/list-grants.ts';
import { listTokens } from './tokens/list-tokens.ts';
import { revokeGrant } from './tokens/revoke-grant.ts';
import { revokeToken } from './tokens/revoke-token.ts';
import { rotateToken } from './tokens/rotate-token.ts';
import { updateToken } from './tokens/update-token.ts';
import { verifyContent } from './verification/verify-content.ts';
import { deleteWebhook } from './webhooks/delete-webhook.ts';
import { getWebhook } from './webhooks/get-webhook.ts';
import { getWebhookEvent } from './webhooks/get-webhook-event.ts';
import { getWebhookSamples } from './webhooks/get-webhook-samples.ts';
import { listWebhookDeliveries } from './webhooks/list-webhook-deliveries.ts';
import { listWebhooks } from './webhooks/list-webhooks.ts';
import { replayWebhookDeliveries } from './webhooks/replay-webhook-deliveries.ts';
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts';
import { saveWebhook } from './webhooks/save-webhook.ts';
import { testWebhook } from './webhooks/test-webhook.ts';
import { activateWorkflow } from './workflows/activate-workflow.ts';
import { archiveWorkflow } from './workflows/archive-workflow.ts';
import { cancelWorkflowRuns } from './workflows/cancel-workflow-runs.ts';
import { deleteWorkflow } from './workflows/delete-workflow.ts';
import { getWorkflow } from './workflows/get-workflow.ts';
import { getWorkflowRun } from './workflows/get-workflow-run.ts';
import { listWorkflowRuns } from './workflows/list-workflow-runs.ts';
import { listWorkflows } from './workflows/list-workflows.ts';
import { pauseWorkflow } from './workflows/pause-workflow.ts';
import { retryWorkflowRuns } from './workflows/retry-workflow-runs.ts';
import { saveWorkflow } from './workflows/save-workflow.ts';
import { simulateWorkflow } from './workflows/simulate-workflow.ts';
import { triggerWorkflow } from './workflows/trigger-workflow.ts';

/** Every tool, in reading order. Explicit, so that a missing tool is noticed. */
export const catalogue: readonly Tool[] = [
  sendEmail,
  sendEmailBatch,
  sendTestEmail,
  listEmails,
  getEmail,
  getEmailSource,
  getEmailAttachment,
  getEmailMetrics,
  waitForEmail,
  retryEmail,
  releaseEmails,
  deleteEmails,
  verifyEmailAddress,
  verifyEmailAddresses,
  verifyContent,
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
  exportCsv,
  exportSubscriber,
  listTags,
  createTag,
  getTag,
  updateTag,
  deleteTag,
  importSubscribers,
  addImportPart,
  getImport,
  listImports,
  getImportErrors,
  cancelImport,
  listSegments,
  createSegment,
  getSegment,
  updateSegment,
  deleteSegment,
  createCampaign,
  listCampaigns,
  getCampaign,
  updateCampaign,
  previewCampaign,
  previewCampaignAudience,
  testCampaign,
  sendCampaign,
  cancelCampaign,
  rescheduleCampaign,
  pauseCampaign,
  resumeCampaign,
  endCampaign,
  redirectLink,
  archiveCampaign,
  restoreCampaign,
  listCampaignRecipients,
  getCampaignReport,
  deleteCampaign,
  duplicateCampaign,
  listTemplates,
  createTemplate,
  getTemplate,
  updateTemplate,
  publishTemplate,
  previewTemplate,
  sendTemplate,
  sendTemplateBatch,
  deleteTemplate,
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
  saveWorkflow,
  simulateWorkflow,
  activateWorkflow,
  pauseWorkflow,
  listWorkflows,
  getWorkflow,
  triggerWorkflow,
  listWorkflowRuns,
  getWorkflowRun,
  cancelWorkflowRuns,
  retryWorkflowRuns,
  archiveWorkflow,
  deleteWorkflow,
  saveWebhook,
  listWebhooks,
  listWebhookDeliveries,
  replayWebhookDeliveries,
  testWebhook,
  getWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  getWebhookSamples,
  getWebhookEvent,
  createIntegration,
  listIntegrations,
  getIntegration,
  updateIntegration,
  deleteIntegration,
  listIntegrationEvents,
  replayIntegrationEvents,
  applyTag,
  listApprovals,
  getApproval,
  waitForApproval,
  decideApproval,
  createToken,
  listTokens,
  getToken,
  updateToken,
  rotateToken,
  revokeToken,
  listGrants,
  revokeGrant,
  getOrganization,
  checkSetup,
  updateOrganizationSettings,
  pauseSending,
  resumeSending,
  releaseQueue,
  listAuditLog,
  listPeople,
  createPerson,
  getPerson,
  updatePerson,
  deletePerson,
  exportOrganization,
  readDocs,
  searchDocs,
  createOauthClient,
  listOauthClients,
  deleteOauthClient,
  createOrganization,
  listOrganizations,
  updateOrganization,
  sendTrackedEmail,
  pageSubscribers,
  pageSubscriberEvents,
  pageTags,
  pageCampaigns,
  unsubscribeByLink,
  getPreferences,
  savePreferences,
  getConfirmation,
  confirmSubscriber,
  viewInBrowser,
  recordOpen,
  recordClick,
  readCsvExport,
  readOrganizationExport,
  readSubscriberExport,
  recordReturn,
  receiveIntegrationEvent,
  sendAuthMail,
  submitMessage,
];
