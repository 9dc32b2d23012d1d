import { expect, it } from 'vitest';
import { openApiDocument } from '../../src/surfaces/rest/openapi/document.ts';
import { v1Envelope } from '../../src/surfaces/rest/v1/routes.ts';
import { v2Envelope } from '../../src/surfaces/rest/v2/envelope.ts';
import { catalogue } from '../../tools/index.ts';

/**
 * The operations promised to clients, and the names that generated clients use for them. New ones are added
 * here; none is ever removed or renamed within its version.
 */
const promised: Record<string, string> = {
  'POST /api/v2/emails': 'sendEmail',
  'GET /api/v2/emails': 'listEmails',
  'POST /api/v2/emails/batch': 'sendEmailBatch',
  'POST /api/v2/emails/test': 'sendTestEmail',
  'GET /api/v2/emails/{id}': 'getEmail',
  'POST /api/v2/emails/{id}/retry': 'retryEmail',
  'POST /api/v2/verify': 'verifyEmailAddress',
  'POST /api/v2/verify/batch': 'verifyEmailAddresses',
  'POST /api/v2/emails/verify': 'verifyEmailAddressAlias',
  'POST /api/v2/domains': 'addDomain',
  'GET /api/v2/domains': 'listDomains',
  'GET /api/v2/domains/{id}': 'getDomain',
  'PATCH /api/v2/domains/{id}': 'updateDomain',
  'DELETE /api/v2/domains/{id}': 'removeDomain',
  'POST /api/v2/domains/{id}/verify': 'verifyDomain',
  'POST /api/v2/domains/{id}/rotate-dkim': 'rotateDomainDkim',
  'POST /api/v2/suppressions': 'addSuppression',
  'GET /api/v2/suppressions': 'listSuppressions',
  'GET /api/v2/suppressions/{suppression}': 'getSuppression',
  'DELETE /api/v2/suppressions/{suppression}': 'removeSuppression',
  'POST /api/v2/suppressions/batch/add': 'addSuppressions',
  'POST /api/v2/suppressions/batch/remove': 'removeSuppressions',
  'POST /api/v2/campaigns': 'createCampaign',
  'GET /api/v2/campaigns': 'listCampaigns',
  'GET /api/v2/campaigns/{campaignId}': 'getCampaign',
  'PATCH /api/v2/campaigns/{campaignId}': 'updateCampaign',
  'DELETE /api/v2/campaigns/{campaignId}': 'deleteCampaign',
  'GET /api/v2/campaigns/{campaignId}/preview': 'previewCampaign',
  'GET /api/v2/campaigns/{campaignId}/report': 'getCampaignReport',
  'POST /api/v2/campaigns/{campaignId}/send': 'sendCampaign',
  'POST /api/v2/campaigns/{campaignId}/test': 'testCampaign',
  'POST /api/v2/campaigns/{campaignId}/cancel': 'cancelCampaign',
  'POST /api/v2/campaigns/{campaignId}/pause': 'pauseCampaign',
  'POST /api/v2/campaigns/{campaignId}/resume': 'resumeCampaign',
  'POST /api/v2/campaigns/{campaignId}/archive': 'archiveCampaign',
  'POST /api/v2/campaigns/{campaignId}/restore': 'restoreCampaign',
  'GET /api/v2/audit-log': 'listAuditLog',
  'GET /api/v2/grants': 'listGrants',
  'DELETE /api/v2/grants/{id}': 'revokeGrant',
  'POST /api/v2/exports': 'exportCsv',
  'POST /api/v2/exports/organization': 'exportOrganization',
  'POST /api/v2/subscribers/{subscriber}/export': 'exportSubscriber',
  'GET /api/v2/exports/subscribers.csv': 'downloadSubscribers',
  'GET /api/v2/exports/emails.csv': 'downloadEmails',
  'GET /api/v2/exports/events.csv': 'downloadEvents',
  'GET /api/v2/exports/suppressions.csv': 'downloadSuppressions',
  'GET /api/v2/exports/organization.zip': 'downloadOrganization',
  'GET /api/v2/subscribers/{subscriber}/export': 'downloadSubscriber',
  'GET /api/v2/tools': 'listTools',
  'POST /api/v2/tools': 'runTool',
  'GET /api/v2/tools/{name}': 'getTool',
  'POST /api/v2/tools/{name}': 'runNamedTool',
  'GET /api/v1/admin/tools': 'listAdminTools',
  'POST /api/v1/admin/tools': 'runAdminTool',
  'POST /api/v1/emails': 'v1SendEmail',
  'POST /api/v1/emails/verify': 'v1VerifyEmail',
  'POST /api/v1/subscribers': 'v1CreateSubscriber',
  'GET /api/v1/subscribers': 'v1ListSubscribers',
  'GET /api/v1/subscribers/{subscriber}': 'v1GetSubscriber',
  'PATCH /api/v1/subscribers/{subscriber}': 'v1UpdateSubscriber',
  'POST /api/v1/subscribers/{subscriber}/unsubscribe': 'v1UnsubscribeSubscriber',
  'POST /api/v1/subscribers/{subscriber}/tags': 'v1AddSubscriberTags',
  'DELETE /api/v1/subscribers/{subscriber}/tags': 'v1RemoveSubscriberTags',
  'GET /api/v1/subscribers/{subscriber}/events': 'v1ListSubscriberEvents',
  'POST /api/v1/events': 'v1TrackEvent',
  'GET /api/v1/tags': 'v1ListTags',
  'POST /api/v1/tags': 'v1CreateTag',
  'GET /api/v1/tags/{tag}': 'v1GetTag',
  'GET /api/v1/campaigns': 'v1ListCampaigns',
  'POST /api/v1/campaigns': 'v1CreateCampaign',
  'GET /api/v1/campaigns/{campaignId}': 'v1GetCampaign',
  'PATCH /api/v1/campaigns/{campaignId}': 'v1UpdateCampaign',
  'DELETE /api/v1/campaigns/{campaignId}': 'v1DeleteCampaign',
  'POST /api/v1/campaigns/{campaignId}/send': 'v1SendCampaign',
  'GET /healthz': 'getHealth',
  'GET /readyz': 'getReadiness',
};

it('every promised operation is still in the document under its name', () => {
  const { paths } = openApiDocument({
    catalogue,
    baseUrl: 'https://mail.acme.test',
    version: '2.1.0',
    envelopes: { v1: v1Envelope, v2: v2Envelope },
  }) as unknown as { paths: Record<string, Record<string, { operationId: string }>> };
  const described = Object.fromEntries(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [
        `${method.toUpperCase()} ${path}`,
        operationId,
      ]),
    ),
  );
  expect(described).toMatchObject(promised);
});
