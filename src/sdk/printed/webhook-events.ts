// Printed by `npm run sdk` from the catalogue.

type Delivered<Type extends string, Payload> = { type: Type; timestamp: string; created_at: string; data: Payload };

export type EmailQueuedPayload = {
  email_id: string;
  message_id: string;
  from: string;
  to: string[];
  subject: string;
  created_at: string;
  source: 'api' | 'smtp' | 'campaign' | 'workflow' | 'test';
  delivery_mode: 'live' | 'test' | 'captured';
  subscriber_id?: string;
  campaign_id?: string;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
};

export type EmailDeliveryDelayedPayload = {
  email_id: string;
  message_id: string;
  from: string;
  to: string[];
  subject: string;
  created_at: string;
  source: 'api' | 'smtp' | 'campaign' | 'workflow' | 'test';
  delivery_mode: 'live' | 'test' | 'captured';
  subscriber_id?: string;
  campaign_id?: string;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
  delay: {
    message: string | null;
    next_attempt_at: string | null;
  };
};

export type EmailOpenedPayload = {
  email_id: string;
  message_id: string;
  from: string;
  to: string[];
  subject: string;
  created_at: string;
  source: 'api' | 'smtp' | 'campaign' | 'workflow' | 'test';
  delivery_mode: 'live' | 'test' | 'captured';
  subscriber_id?: string;
  campaign_id?: string;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
  open: {
    /** Its network alone is kept */
    ipAddress: string | null;
    userAgent: string | null;
    timestamp: string;
    /** Made by a scanner or an image proxy, not by a person */
    machine: boolean;
  };
};

export type EmailClickedPayload = {
  email_id: string;
  message_id: string;
  from: string;
  to: string[];
  subject: string;
  created_at: string;
  source: 'api' | 'smtp' | 'campaign' | 'workflow' | 'test';
  delivery_mode: 'live' | 'test' | 'captured';
  subscriber_id?: string;
  campaign_id?: string;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
  click: {
    link: string | null;
    /** Its network alone is kept */
    ipAddress: string | null;
    userAgent: string | null;
    timestamp: string;
    /** Made by a scanner or an image proxy, not by a person */
    machine: boolean;
  };
};

export type EmailBouncedPayload = {
  email_id: string;
  message_id: string;
  from: string;
  to: string[];
  subject: string;
  created_at: string;
  source: 'api' | 'smtp' | 'campaign' | 'workflow' | 'test';
  delivery_mode: 'live' | 'test' | 'captured';
  subscriber_id?: string;
  campaign_id?: string;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
  bounce: {
    type: 'hard' | 'soft';
    subType: string;
    message: string | null;
  };
};

export type EmailFailedPayload = {
  email_id: string;
  message_id: string;
  from: string;
  to: string[];
  subject: string;
  created_at: string;
  source: 'api' | 'smtp' | 'campaign' | 'workflow' | 'test';
  delivery_mode: 'live' | 'test' | 'captured';
  subscriber_id?: string;
  campaign_id?: string;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
  failed: {
    reason: string | null;
  };
};

export type SubscriberCreatedPayload = {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  status: 'ACTIVE' | 'PENDING' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED';
  source: 'API' | 'IMPORT' | 'FORM' | 'INTEGRATION' | 'SMTP' | 'EVENT';
  externalId: string | null;
  /** null: more than 8 kB; read the subscriber */
  attributes: Record<string, unknown> | null;
  createdAt: string;
  updatedAt: string;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
};

export type SubscriberUpdatedPayload = {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  status: 'ACTIVE' | 'PENDING' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED';
  source: 'API' | 'IMPORT' | 'FORM' | 'INTEGRATION' | 'SMTP' | 'EVENT';
  externalId: string | null;
  /** null: more than 8 kB; read the subscriber */
  attributes: Record<string, unknown> | null;
  createdAt: string;
  updatedAt: string;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
  changed: string[];
};

export type SubscriberUnsubscribedPayload = {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  status: 'ACTIVE' | 'PENDING' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED';
  source: 'API' | 'IMPORT' | 'FORM' | 'INTEGRATION' | 'SMTP' | 'EVENT';
  externalId: string | null;
  /** null: more than 8 kB; read the subscriber */
  attributes: Record<string, unknown> | null;
  createdAt: string;
  updatedAt: string;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
  unsubscribeReason: string | null;
};

export type SubscriberDeletedPayload = {
  id: string;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
};

export type SubscriberTagAddedPayload = {
  id: string;
  email: string;
  /** At most 20 a message */
  tags: {
    id: string;
    name: string | null;
  }[];
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
};

export type EventTrackedPayload = {
  id: string;
  name: string;
  subscriberId: string;
  email: string;
  /** null: more than 8 kB; read the event */
  properties: Record<string, unknown> | null;
  occurredAt: string;
  receivedAt: string;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
};

export type CampaignScheduledPayload = {
  id: string;
  name: string;
  subject: string | null;
  status: 'DRAFT' | 'SCHEDULED' | 'SENDING' | 'SENT' | 'ARCHIVED';
  scheduledAt: string | null;
  sentAt: string | null;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
};

export type CampaignFailedPayload = {
  id: string;
  name: string;
  subject: string | null;
  status: 'DRAFT' | 'SCHEDULED' | 'SENDING' | 'SENT' | 'ARCHIVED';
  scheduledAt: string | null;
  sentAt: string | null;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
  failed: {
    reason: string;
  };
};

export type WorkflowRunStartedPayload = {
  id: string;
  workflowId: string;
  workflowName: string;
  version: number;
  subscriberId: string;
  status: 'RUNNING' | 'WAITING' | 'COMPLETED' | 'EXITED' | 'FAILED' | 'CANCELLED';
  /** The key of the step that it is at; null when it is over */
  step: string | null;
  startedAt: string;
  endedAt: string | null;
  /** Why it is over: finished, goal, left, exit, cancelled, failed … */
  reason: string | null;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
};

export type WorkflowStepPayload = {
  workflowId: string;
  runId: string;
  step: string;
  subscriberId: string;
  email: string;
  /** As the step says; null: more than 8 kB */
  data: Record<string, unknown> | null;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
};

export type DomainCreatedPayload = {
  id: string;
  name: string;
  status: 'not_started' | 'pending' | 'verified' | 'partially_verified' | 'partially_failed' | 'failed' | 'temporary_failure';
  created_at: string;
  verified_at: string | null;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
};

export type SuppressionAddedPayload = {
  id: string;
  email: string;
  origin: 'bounce' | 'complaint' | 'manual' | 'unsubscribe';
  scope: 'all' | 'marketing';
  /** The email it came from */
  source_id: string | null;
  expires_at: string | null;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
};

export type ImportCompletedPayload = {
  id: string;
  /** The sum of the others */
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  duplicates: number;
  invalid: number;
  refused: number;
  created_at: string;
  ended_at: string;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
};

export type ImportFailedPayload = {
  id: string;
  /** The sum of the others */
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  duplicates: number;
  invalid: number;
  refused: number;
  created_at: string;
  ended_at: string;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
  reason: string;
};

export type WebhookDisabledPayload = {
  id: string;
  url: string;
  reason: string;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
};

export type WebhookTestPayload = {
  id: string;
  message: string;
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
};

/** What a webhook is sent; `switch (event.type)` distinguishes them. */
export type WebhookMessage =
  /** A mail was accepted, or put back into the queue. */
  | Delivered<'email.queued', EmailQueuedPayload>
  /** A mail was accepted for later. */
  | Delivered<'email.scheduled', EmailQueuedPayload>
  /** The next server took a mail. */
  | Delivered<'email.sent', EmailQueuedPayload>
  /** The recipient’s server took a mail. */
  | Delivered<'email.delivered', EmailQueuedPayload>
  /** An attempt failed for now; the mail is retried. */
  | Delivered<'email.delivery_delayed', EmailDeliveryDelayedPayload>
  /** A mail was opened, by a person or a machine. */
  | Delivered<'email.opened', EmailOpenedPayload>
  /** A link of a mail was followed, by a person or a machine. */
  | Delivered<'email.clicked', EmailClickedPayload>
  /** A mail could not be delivered. */
  | Delivered<'email.bounced', EmailBouncedPayload>
  /** The recipient marked a mail as spam. */
  | Delivered<'email.complained', EmailQueuedPayload>
  /** A mail was not sent, because its address is suppressed. */
  | Delivered<'email.suppressed', EmailQueuedPayload>
  /** A mail could not be sent for a reason on this side. */
  | Delivered<'email.failed', EmailFailedPayload>
  /** A mail was canceled before it was sent. */
  | Delivered<'email.canceled', EmailQueuedPayload>
  /** A subscriber was added. */
  | Delivered<'subscriber.created', SubscriberCreatedPayload>
  /** Fields of a subscriber changed; `changed` names them. */
  | Delivered<'subscriber.updated', SubscriberUpdatedPayload>
  /** A subscriber left. */
  | Delivered<'subscriber.unsubscribed', SubscriberUnsubscribedPayload>
  /** A subscriber who had left, bounced or complained is back, ACTIVE or PENDING. */
  | Delivered<'subscriber.resubscribed', SubscriberCreatedPayload>
  /** A PENDING subscriber became ACTIVE. */
  | Delivered<'subscriber.confirmed', SubscriberCreatedPayload>
  /** A subscriber was erased. */
  | Delivered<'subscriber.deleted', SubscriberDeletedPayload>
  /** Tags were added to a subscriber. */
  | Delivered<'subscriber.tag_added', SubscriberTagAddedPayload>
  /** Tags were removed from a subscriber. */
  | Delivered<'subscriber.tag_removed', SubscriberTagAddedPayload>
  /** An event of a subscriber was tracked. */
  | Delivered<'event.tracked', EventTrackedPayload>
  /** A campaign was sent or scheduled. */
  | Delivered<'campaign.scheduled', CampaignScheduledPayload>
  /** The time of a campaign has come. */
  | Delivered<'campaign.sending', CampaignScheduledPayload>
  /** Every recipient of a campaign has a mail or a reason. */
  | Delivered<'campaign.sent', CampaignScheduledPayload>
  /** A campaign stopped on a problem, and is retried until that is fixed. */
  | Delivered<'campaign.failed', CampaignFailedPayload>
  /** A person entered a workflow. */
  | Delivered<'workflow.run.started', WorkflowRunStartedPayload>
  /** A person is through a workflow, or has left it; `status` and `reason` say how. */
  | Delivered<'workflow.run.completed', WorkflowRunStartedPayload>
  /** A workflow could not go on with a person. */
  | Delivered<'workflow.run.failed', WorkflowRunStartedPayload>
  /** A person came to a webhook step of a workflow; sent to the URL of that step alone. */
  | Delivered<'workflow.step', WorkflowStepPayload>
  /** A sending domain was added. */
  | Delivered<'domain.created', DomainCreatedPayload>
  /** The DNS records of a sending domain were found. */
  | Delivered<'domain.verified', DomainCreatedPayload>
  /** A sending domain was edited, or a look at its DNS records changed its status. */
  | Delivered<'domain.updated', DomainCreatedPayload>
  /** A sending domain was removed. */
  | Delivered<'domain.deleted', DomainCreatedPayload>
  /** An address was suppressed, by a bounce, a complaint, an unsubscribe or a caller. */
  | Delivered<'suppression.added', SuppressionAddedPayload>
  /** An address is no longer suppressed. */
  | Delivered<'suppression.removed', SuppressionAddedPayload>
  /** All rows of an import are done. */
  | Delivered<'import.completed', ImportCompletedPayload>
  /** An import could not go on; what was done of it stays. */
  | Delivered<'import.failed', ImportFailedPayload>
  /** Another webhook was disabled, because its deliveries failed for long or its receiver answered 410. */
  | Delivered<'webhook.disabled', WebhookDisabledPayload>
  /** A caller asked for a test; it goes to that webhook alone, whatever its events are. */
  | Delivered<'webhook.test', WebhookTestPayload>;
