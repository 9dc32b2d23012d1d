// Printed by `npm run pins` from the catalogue.
import type { DomainWait, ManySubscribers, SubscriberFiles, WebhookChecks } from '../further-methods.ts';
import type { ApprovalsMethods, AuditLogMethods, CampaignsMethods, DomainsMethods, EmailsMethods, EventsMethods, ExportsMethods, GrantsMethods, ImportsMethods, IntegrationsMethods, OrganizationMethods, RunsMethods, SegmentsMethods, SetupMethods, SubscribersMethods, SuppressionsMethods, TagsMethods, TemplatesMethods, TokensMethods, ToolsMethods, VerifyMethods, WebhooksMethods, WorkflowsMethods } from './methods.ts';

export type * from './failures.ts';
export type * from './methods.ts';
export type * from './records.ts';

/** All resources of a client. */
export type Resources = {
  approvals: ApprovalsMethods;
  auditLog: AuditLogMethods;
  campaigns: CampaignsMethods;
  domains: DomainsMethods & DomainWait;
  emails: EmailsMethods;
  events: EventsMethods;
  exports: ExportsMethods;
  grants: GrantsMethods;
  imports: ImportsMethods;
  integrations: IntegrationsMethods;
  organization: OrganizationMethods;
  runs: RunsMethods;
  segments: SegmentsMethods;
  setup: SetupMethods;
  subscribers: SubscribersMethods & ManySubscribers & SubscriberFiles;
  suppressions: SuppressionsMethods;
  tags: TagsMethods;
  templates: TemplatesMethods;
  tokens: TokensMethods;
  tools: ToolsMethods;
  verify: VerifyMethods;
  webhooks: WebhooksMethods & WebhookChecks;
  workflows: WorkflowsMethods;
};
