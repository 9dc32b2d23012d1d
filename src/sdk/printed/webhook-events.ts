// Printed by `npm run pins` from the catalogue.

import type { ApprovalDecidedPayload, ApprovalRequestedPayload, CampaignFailedPayload, CampaignScheduledPayload, DomainCreatedPayload, EmailBouncedPayload, EmailClickedPayload, EmailDeliveryDelayedPayload, EmailFailedPayload, EmailOpenedPayload, EmailQueuedPayload, EventTrackedPayload, ImportCompletedPayload, ImportFailedPayload, SubscriberCreatedPayload, SubscriberDeletedPayload, SubscriberTagAddedPayload, SubscriberUnsubscribedPayload, SubscriberUpdatedPayload, SuppressionAddedPayload, WebhookDisabledPayload, WebhookTestPayload, WorkflowFailedPayload, WorkflowRunStartedPayload, WorkflowStepPayload } from './records.ts';

type Delivered<Type extends string, Payload> = { type: Type; timestamp: string; created_at: string; data: Payload };

/** A webhook message; `switch (event.type)` narrows its type. */
export type WebhookMessage =
  /** An email was accepted, or put back into the queue. */
  | Delivered<'email.queued', EmailQueuedPayload>
  /** An email was accepted for later. */
  | Delivered<'email.scheduled', EmailQueuedPayload>
  /** The next server accepted an email. */
  | Delivered<'email.sent', EmailQueuedPayload>
  /** The recipient’s server accepted an email. */
  | Delivered<'email.delivered', EmailQueuedPayload>
  /** An attempt failed for now, and is retried. */
  | Delivered<'email.delivery_delayed', EmailDeliveryDelayedPayload>
  /** An email was opened, by a person or a machine. */
  | Delivered<'email.opened', EmailOpenedPayload>
  /** A link in an email was followed, by a person or a machine. */
  | Delivered<'email.clicked', EmailClickedPayload>
  /** An email could not be delivered. */
  | Delivered<'email.bounced', EmailBouncedPayload>
  /** The recipient marked an email as spam. */
  | Delivered<'email.complained', EmailQueuedPayload>
  /** An email was not sent, because its address is suppressed. */
  | Delivered<'email.suppressed', EmailQueuedPayload>
  /** A problem on this server stopped an email. */
  | Delivered<'email.failed', EmailFailedPayload>
  /** An email was canceled before it was sent. */
  | Delivered<'email.canceled', EmailQueuedPayload>
  /** A subscriber was added. */
  | Delivered<'subscriber.created', SubscriberCreatedPayload>
  /** Fields of a subscriber changed; `changed` names them. */
  | Delivered<'subscriber.updated', SubscriberUpdatedPayload>
  /** A subscriber unsubscribed. */
  | Delivered<'subscriber.unsubscribed', SubscriberUnsubscribedPayload>
  /** A subscriber who had unsubscribed, bounced or complained is active again. */
  | Delivered<'subscriber.resubscribed', SubscriberCreatedPayload>
  /** A subscriber followed the link in the opt-in request. */
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
  /** A campaign started to send. */
  | Delivered<'campaign.sending', CampaignScheduledPayload>
  /** Every recipient of a campaign was mailed or left out. */
  | Delivered<'campaign.sent', CampaignScheduledPayload>
  /** A campaign stopped on a problem, and is retried until that is fixed. */
  | Delivered<'campaign.failed', CampaignFailedPayload>
  /** A workflow paused itself on a problem, and waits until it is activated again. */
  | Delivered<'workflow.failed', WorkflowFailedPayload>
  /** A person entered a workflow. */
  | Delivered<'workflow.run.started', WorkflowRunStartedPayload>
  /** A person is through a workflow, or has left it; `status` and `reason` say how. */
  | Delivered<'workflow.run.completed', WorkflowRunStartedPayload>
  /** A workflow failed for a person. */
  | Delivered<'workflow.run.failed', WorkflowRunStartedPayload>
  /** A person reached a webhook step of a workflow; sent only to the URL of that step. */
  | Delivered<'workflow.step', WorkflowStepPayload>
  /** A sending domain was added. */
  | Delivered<'domain.created', DomainCreatedPayload>
  /** The DNS records of a sending domain were found. */
  | Delivered<'domain.verified', DomainCreatedPayload>
  /** A sending domain was edited, or its status changed. */
  | Delivered<'domain.updated', DomainCreatedPayload>
  /** A sending domain was removed. */
  | Delivered<'domain.deleted', DomainCreatedPayload>
  /** An address was suppressed, by a bounce, a complaint, an unsubscribe or a caller. */
  | Delivered<'suppression.added', SuppressionAddedPayload>
  /** An address is no longer suppressed. */
  | Delivered<'suppression.removed', SuppressionAddedPayload>
  /** All rows of an import were processed. */
  | Delivered<'import.completed', ImportCompletedPayload>
  /** An import failed; the rows imported so far stay. */
  | Delivered<'import.failed', ImportFailedPayload>
  /** An assistant waits for a person’s decision, or for another one because what it would do has changed. */
  | Delivered<'approval.requested', ApprovalRequestedPayload>
  /** A person approved or declined what an assistant asked. */
  | Delivered<'approval.decided', ApprovalDecidedPayload>
  /** Another webhook was disabled, because its deliveries failed for long or its receiver answered 410. */
  | Delivered<'webhook.disabled', WebhookDisabledPayload>
  /** A caller asked for a test; it goes to that webhook alone, whatever its events are. */
  | Delivered<'webhook.test', WebhookTestPayload>;
