import type { CauseChain } from '../model/sending/mail-cause.ts';
import type { Database, Queries } from './database.ts';
import { AuditRecords } from './records/access/audit.ts';
import { OrganizationRecords } from './records/access/organizations.ts';
import { PasskeyRecords } from './records/access/passkeys.ts';
import { PeopleRecords } from './records/access/people.ts';
import { SessionRecords } from './records/access/person-sessions.ts';
import { TokenRecords } from './records/access/tokens.ts';
import { AudienceRecords } from './records/campaigns/audiences.ts';
import { CampaignBodyRecords } from './records/campaigns/campaign-bodies.ts';
import { CampaignRecords } from './records/campaigns/campaigns.ts';
import { RecipientRecords } from './records/campaigns/recipients.ts';
import { EmailRecords } from './records/mail/emails.ts';
import { IdempotencyRecords } from './records/mail/idempotency.ts';
import { RawMessageRecords } from './records/mail/raw-messages.ts';
import { TemplateRecords } from './records/mail/templates.ts';
import { CountRecords } from './records/people/counts.ts';
import { EventRecords } from './records/people/events.ts';
import { SegmentRecords } from './records/people/segments.ts';
import { SubscriberRecords } from './records/people/subscribers.ts';
import { SuppressionRecords } from './records/people/suppressions.ts';
import { TagRecords } from './records/people/tags.ts';
import { ApprovalRecords } from './records/permits/approvals.ts';
import {
  type ChangeClock,
  type NoteChanges,
  noteAssistantChanges,
} from './records/permits/assistant-changes.ts';
import { DomainRecords } from './records/permits/domains.ts';
import { ImportFileRecords } from './records/transfers/import-files.ts';
import { ImportRecords } from './records/transfers/imports.ts';
import { WebhookRecords } from './records/webhooks/webhooks.ts';
import { IntegrationEventRecords } from './records/workflows/integration-events.ts';
import { IntegrationRecords } from './records/workflows/integrations.ts';
import type { WorkflowCause } from './records/workflows/workflow-inbox.ts';
import { WorkflowRunRecords } from './records/workflows/workflow-runs.ts';
import { WorkflowWalkRecords } from './records/workflows/workflow-walks.ts';
import { WorkflowRecords } from './records/workflows/workflows.ts';

/** Effects of the changes made through a store. */
export type Origin = {
  /** False if the caller asked to start no workflows. */
  starts: boolean;
  /** Workflow that makes the changes; null for other callers. */
  cause: WorkflowCause | null;
  /** Epoch ms of an assistant's call, which is recorded on changed subscribers. Null for other callers. */
  assistantAt: number | null;
  /** Orders the recorded changes. Null for other callers. */
  changeClock: ChangeClock | null;
  /** Budget key for mail that the changes cause (`findBudgetKey`). Null unless an assistant made or caused them. */
  assistant: string | null;
  chain: CauseChain | null;
};

const ordinary: Origin = {
  starts: true,
  cause: null,
  assistantAt: null,
  changeClock: null,
  assistant: null,
  chain: null,
};

/** Records of one organization. Every statement filters by its key, so rows of other organizations do not exist here. */
export class OrganizationStore {
  readonly queries: Queries;
  readonly organization: number;
  readonly origin: Origin;
  #subscribers: SubscriberRecords | undefined;
  #tags: TagRecords | undefined;
  #events: EventRecords | undefined;
  #emails: EmailRecords | undefined;
  #rawMessages: RawMessageRecords | undefined;
  #tokens: TokenRecords | undefined;
  #domains: DomainRecords | undefined;
  #suppressions: SuppressionRecords | undefined;
  #idempotency: IdempotencyRecords | undefined;
  #counts: CountRecords | undefined;
  #campaigns: CampaignRecords | undefined;
  #massBodies: CampaignBodyRecords | undefined;
  #segments: SegmentRecords | undefined;
  #templates: TemplateRecords | undefined;
  #audiences: AudienceRecords | undefined;
  #recipients: RecipientRecords | undefined;
  #audit: AuditRecords | undefined;
  #approvals: ApprovalRecords | undefined;
  #imports: ImportRecords | undefined;
  #importFiles: ImportFileRecords | undefined;
  #webhooks: WebhookRecords | undefined;
  #people: PeopleRecords | undefined;
  #sessions: SessionRecords | undefined;
  #passkeys: PasskeyRecords | undefined;
  #integrations: IntegrationRecords | undefined;
  #integrationEvents: IntegrationEventRecords | undefined;
  #workflows: WorkflowRecords | undefined;
  #workflowRuns: WorkflowRunRecords | undefined;
  #workflowWalks: WorkflowWalkRecords | undefined;

  constructor(queries: Queries, organization: number, origin: Origin = ordinary) {
    this.queries = queries;
    this.organization = organization;
    this.origin = origin;
  }

  /** Returns a store whose changes start workflows only if `triggerWorkflows` is true. */
  starting(triggerWorkflows: boolean): OrganizationStore {
    return triggerWorkflows
      ? this
      : new OrganizationStore(this.queries, this.organization, { ...this.origin, starts: false });
  }

  causedBy(cause: WorkflowCause, chain: CauseChain | null): OrganizationStore {
    return new OrganizationStore(this.queries, this.organization, { ...ordinary, cause, chain });
  }

  startedBy(chain: CauseChain | null): OrganizationStore {
    return new OrganizationStore(this.queries, this.organization, { ...this.origin, chain });
  }

  /** Returns a store for changes that an assistant makes or causes. @param assistant its `findBudgetKey` */
  byAssistant(clock: ChangeClock, assistant: string): OrganizationStore {
    const origin = { ...this.origin, assistantAt: clock.now(), changeClock: clock, assistant };
    return new OrganizationStore(this.queries, this.organization, origin);
  }

  /** Records the recipients of a workflow that mails them because of this call, if the caller is an assistant. @param subscribers keys */
  noteCaused(subscribers: readonly number[]): void {
    this.#noteChanges?.(subscribers);
  }

  /** Records changes by an assistant on the subscribers; undefined for other callers. */
  get #noteChanges(): NoteChanges | undefined {
    const { changeClock: clock, assistant } = this.origin;
    if (clock === null || assistant === null) return undefined;
    const by = { clock, assistant };
    return (keys) => noteAssistantChanges(this.queries, this.organization, keys, by);
  }

  get subscribers(): SubscriberRecords {
    this.#subscribers ??= new SubscriberRecords(this.queries, this.organization, this.#noteChanges);
    return this.#subscribers;
  }
  get tags(): TagRecords {
    this.#tags ??= new TagRecords(this.queries, this.organization, this.#noteChanges);
    return this.#tags;
  }
  get events(): EventRecords {
    this.#events ??= new EventRecords(this.queries, this.organization);
    return this.#events;
  }
  get emails(): EmailRecords {
    this.#emails ??= new EmailRecords(this.queries, this.organization);
    return this.#emails;
  }
  get rawMessages(): RawMessageRecords {
    this.#rawMessages ??= new RawMessageRecords(this.queries, this.organization);
    return this.#rawMessages;
  }
  get tokens(): TokenRecords {
    this.#tokens ??= new TokenRecords(this.queries, this.organization);
    return this.#tokens;
  }
  get domains(): DomainRecords {
    this.#domains ??= new DomainRecords(this.queries, this.organization);
    return this.#domains;
  }
  get suppressions(): SuppressionRecords {
    this.#suppressions ??= new SuppressionRecords(this.queries, this.organization);
    return this.#suppressions;
  }
  get idempotency(): IdempotencyRecords {
    this.#idempotency ??= new IdempotencyRecords(this.queries, this.organization);
    return this.#idempotency;
  }
  get counts(): CountRecords {
    this.#counts ??= new CountRecords(this.queries, this.organization);
    return this.#counts;
  }
  get campaigns(): CampaignRecords {
    this.#campaigns ??= new CampaignRecords(this.queries, this.organization);
    return this.#campaigns;
  }
  get audiences(): AudienceRecords {
    this.#audiences ??= new AudienceRecords(this.queries, this.organization);
    return this.#audiences;
  }
  get templates(): TemplateRecords {
    this.#templates ??= new TemplateRecords(this.queries, this.organization);
    return this.#templates;
  }

  get segments(): SegmentRecords {
    this.#segments ??= new SegmentRecords(this.queries, this.organization);
    return this.#segments;
  }
  get massBodies(): CampaignBodyRecords {
    this.#massBodies ??= new CampaignBodyRecords(this.queries, this.organization);
    return this.#massBodies;
  }
  get recipients(): RecipientRecords {
    this.#recipients ??= new RecipientRecords(this.queries, this.organization);
    return this.#recipients;
  }
  get audit(): AuditRecords {
    this.#audit ??= new AuditRecords(this.queries, this.organization);
    return this.#audit;
  }
  get approvals(): ApprovalRecords {
    this.#approvals ??= new ApprovalRecords(this.queries, this.organization);
    return this.#approvals;
  }
  get imports(): ImportRecords {
    this.#imports ??= new ImportRecords(this.queries, this.organization);
    return this.#imports;
  }
  get importFiles(): ImportFileRecords {
    this.#importFiles ??= new ImportFileRecords(this.queries, this.organization);
    return this.#importFiles;
  }
  get people(): PeopleRecords {
    this.#people ??= new PeopleRecords(this.queries, this.organization);
    return this.#people;
  }
  get sessions(): SessionRecords {
    this.#sessions ??= new SessionRecords(this.queries, this.organization);
    return this.#sessions;
  }
  get passkeys(): PasskeyRecords {
    this.#passkeys ??= new PasskeyRecords(this.queries, this.organization);
    return this.#passkeys;
  }
  get webhooks(): WebhookRecords {
    this.#webhooks ??= new WebhookRecords(this.queries, this.organization);
    return this.#webhooks;
  }
  get integrations(): IntegrationRecords {
    this.#integrations ??= new IntegrationRecords(this.queries, this.organization);
    return this.#integrations;
  }
  get integrationEvents(): IntegrationEventRecords {
    this.#integrationEvents ??= new IntegrationEventRecords(this.queries, this.organization);
    return this.#integrationEvents;
  }
  get workflows(): WorkflowRecords {
    this.#workflows ??= new WorkflowRecords(this.queries, this.organization);
    return this.#workflows;
  }
  get workflowWalks(): WorkflowWalkRecords {
    this.#workflowWalks ??= new WorkflowWalkRecords(this.queries, this.organization);
    return this.#workflowWalks;
  }
  get workflowRuns(): WorkflowRunRecords {
    this.#workflowRuns ??= new WorkflowRunRecords(this.queries, this.organization);
    return this.#workflowRuns;
  }
}

/** All organizations. Only doors (to identify a caller), workers and operator tools hold it. */
export type Store = {
  database: Database;
  organizations: OrganizationRecords;
  forOrganization(key: number): OrganizationStore;
};

export function storeOn(database: Database): Store {
  return {
    database,
    organizations: new OrganizationRecords(database.reader),
    forOrganization: (key) => new OrganizationStore(database.reader, key),
  };
}
