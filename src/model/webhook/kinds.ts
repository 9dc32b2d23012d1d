import { z } from 'zod';
import { Instant } from '../instant.ts';
import {
  ApprovalAskedPayload,
  ApprovalDecidedPayload,
  CampaignPayload,
  DomainPayload,
  EmailPayload,
  ImportPayload,
  RunPayload,
  SubscriberPayload,
  SuppressionPayload,
  sequence,
  TaggedPayload,
  visitFields,
  WorkflowPayload,
} from './payloads.ts';
import * as sample from './samples.ts';

/** OpenAPI, samples, docs and pins derive from this table. `data` never contains a body, so payloads stay small. */

type Kind = {
  sentence: string;
  data: z.ZodObject;
  sample: Readonly<Record<string, unknown>>;
};

export const webhookKinds = {
  'email.queued': {
    sentence: 'An email was accepted, or put back into the queue.',
    data: EmailPayload,
    sample: sample.email,
  },
  'email.scheduled': {
    sentence: 'An email was accepted for later.',
    data: EmailPayload,
    sample: sample.email,
  },
  'email.sent': { sentence: 'The next server accepted an email.', data: EmailPayload, sample: sample.email },
  'email.delivered': {
    sentence: 'The recipient’s server accepted an email.',
    data: EmailPayload,
    sample: sample.email,
  },
  'email.delivery_delayed': {
    sentence: 'An attempt failed for now, and is retried.',
    data: EmailPayload.extend({
      delay: z.object({ message: z.string().nullable(), next_attempt_at: Instant.nullable() }),
    }),
    sample: { ...sample.email, delay: sample.delay },
  },
  'email.opened': {
    sentence: 'An email was opened, by a person or a machine.',
    data: EmailPayload.extend({ open: z.object(visitFields) }),
    sample: { ...sample.email, open: sample.visit },
  },
  'email.clicked': {
    sentence: 'A link in an email was followed, by a person or a machine.',
    data: EmailPayload.extend({ click: z.object({ link: z.string().nullable(), ...visitFields }) }),
    sample: { ...sample.email, click: { link: sample.link, ...sample.visit } },
  },
  'email.bounced': {
    sentence: 'An email could not be delivered.',
    data: EmailPayload.extend({
      bounce: z.object({
        type: z.enum(['hard', 'soft']),
        subType: z.string(),
        message: z.string().nullable(),
      }),
    }),
    sample: { ...sample.email, bounce: sample.bounce },
  },
  'email.complained': {
    sentence: 'The recipient marked an email as spam.',
    data: EmailPayload,
    sample: sample.email,
  },
  'email.suppressed': {
    sentence: 'An email was not sent, because its address is suppressed.',
    data: EmailPayload,
    sample: sample.email,
  },
  'email.failed': {
    sentence: 'A problem on this server stopped an email.',
    data: EmailPayload.extend({ failed: z.object({ reason: z.string().nullable() }) }),
    sample: { ...sample.email, failed: sample.failed },
  },
  'email.canceled': {
    sentence: 'An email was canceled before it was sent.',
    data: EmailPayload,
    sample: sample.email,
  },
  'subscriber.created': {
    sentence: 'A subscriber was added.',
    data: SubscriberPayload,
    sample: sample.subscriber,
  },
  'subscriber.updated': {
    sentence: 'Fields of a subscriber changed; `changed` names them.',
    data: SubscriberPayload.extend({ changed: z.array(z.string()) }),
    sample: { ...sample.subscriber, changed: ['firstName', 'attributes'] },
  },
  'subscriber.unsubscribed': {
    sentence: 'A subscriber unsubscribed.',
    data: SubscriberPayload.extend({ unsubscribeReason: z.string().nullable() }),
    sample: { ...sample.subscriber, status: 'UNSUBSCRIBED', unsubscribeReason: 'Too many mails' },
  },
  'subscriber.resubscribed': {
    sentence: 'A subscriber who had unsubscribed, bounced or complained is active again.',
    data: SubscriberPayload,
    sample: sample.subscriber,
  },
  'subscriber.confirmed': {
    sentence: 'A subscriber followed the link in the opt-in request.',
    data: SubscriberPayload,
    sample: sample.subscriber,
  },
  'subscriber.deleted': {
    sentence: 'A subscriber was erased.',
    data: z.object({ id: z.string(), sequence }),
    sample: { id: sample.subscriber.id, sequence: sample.sequence },
  },
  'subscriber.tag_added': {
    sentence: 'Tags were added to a subscriber.',
    data: TaggedPayload,
    sample: sample.tagged,
  },
  'subscriber.tag_removed': {
    sentence: 'Tags were removed from a subscriber.',
    data: TaggedPayload,
    sample: sample.tagged,
  },
  'event.tracked': {
    sentence: 'An event of a subscriber was tracked.',
    data: z.object({
      id: z.string(),
      name: z.string(),
      subscriberId: z.string(),
      email: z.string(),
      properties: z
        .record(z.string(), z.unknown())
        .nullable()
        .describe('null: larger than 8 kB; read the event instead'),
      occurredAt: Instant,
      receivedAt: Instant,
      sequence,
    }),
    sample: sample.event,
  },
  'campaign.scheduled': {
    sentence: 'A campaign was sent or scheduled.',
    data: CampaignPayload,
    sample: sample.campaign,
  },
  'campaign.sending': {
    sentence: 'A campaign started to send.',
    data: CampaignPayload,
    sample: { ...sample.campaign, status: 'SENDING' },
  },
  'campaign.sent': {
    sentence: 'Every recipient of a campaign was mailed or left out.',
    data: CampaignPayload,
    sample: { ...sample.campaign, status: 'SENT', sentAt: sample.at },
  },
  'campaign.failed': {
    sentence: 'A campaign stopped on a problem, and is retried until that is fixed.',
    data: CampaignPayload.extend({ failed: z.object({ reason: z.string() }) }),
    sample: { ...sample.campaign, status: 'SENDING', failed: { reason: sample.campaignProblem } },
  },
  'workflow.failed': {
    sentence: 'A workflow paused itself on a problem, and waits until it is activated again.',
    data: WorkflowPayload,
    sample: sample.workflow,
  },
  'workflow.run.started': {
    sentence: 'A person entered a workflow.',
    data: RunPayload,
    sample: sample.run,
  },
  'workflow.run.completed': {
    sentence: 'A person is through a workflow, or has left it; `status` and `reason` say how.',
    data: RunPayload,
    sample: {
      ...sample.run,
      status: 'COMPLETED',
      step: null,
      endedAt: sample.run.startedAt,
      reason: 'finished',
    },
  },
  'workflow.run.failed': {
    sentence: 'A workflow failed for a person.',
    data: RunPayload,
    sample: { ...sample.run, status: 'FAILED', endedAt: sample.run.startedAt, reason: 'failed' },
  },
  'workflow.step': {
    sentence: 'A person reached a webhook step of a workflow; sent only to the URL of that step.',
    data: z.object({
      workflowId: z.string(),
      runId: z.string(),
      step: z.string(),
      subscriberId: z.string(),
      email: z.string(),
      data: z
        .record(z.string(), z.unknown())
        .nullable()
        .describe('Data defined by the step; null: larger than 8 kB'),
      sequence,
    }),
    sample: sample.workflowStep,
  },
  'domain.created': {
    sentence: 'A sending domain was added.',
    data: DomainPayload,
    sample: { ...sample.domain, status: 'not_started', verified_at: null },
  },
  'domain.verified': {
    sentence: 'The DNS records of a sending domain were found.',
    data: DomainPayload,
    sample: sample.domain,
  },
  'domain.updated': {
    sentence: 'A sending domain was edited, or its status changed.',
    data: DomainPayload,
    sample: sample.domain,
  },
  'domain.deleted': {
    sentence: 'A sending domain was removed.',
    data: DomainPayload,
    sample: sample.domain,
  },
  'suppression.added': {
    sentence: 'An address was suppressed, by a bounce, a complaint, an unsubscribe or a caller.',
    data: SuppressionPayload,
    sample: sample.suppression,
  },
  'suppression.removed': {
    sentence: 'An address is no longer suppressed.',
    data: SuppressionPayload,
    sample: sample.suppression,
  },
  'import.completed': {
    sentence: 'All rows of an import were processed.',
    data: ImportPayload,
    sample: sample.importRun,
  },
  'import.failed': {
    sentence: 'An import failed; the rows imported so far stay.',
    data: ImportPayload.extend({ reason: z.string() }),
    sample: { ...sample.importRun, reason: 'The file ends inside a quoted cell' },
  },
  'approval.requested': {
    sentence:
      'An assistant waits for a person’s decision, or for another one because what it would do has changed.',
    data: ApprovalAskedPayload,
    sample: sample.approvalAsked,
  },
  'approval.decided': {
    sentence: 'A person approved or declined what an assistant asked.',
    data: ApprovalDecidedPayload,
    sample: sample.approvalDecided,
  },
  'webhook.disabled': {
    sentence:
      'Another webhook was disabled, because its deliveries failed for long or its receiver answered 410.',
    data: z.object({ id: z.string(), url: z.string(), reason: z.string(), sequence }),
    sample: sample.disabled,
  },
  'webhook.test': {
    sentence: 'A caller asked for a test; it goes to that webhook alone, whatever its events are.',
    data: z.object({ id: z.string(), message: z.string(), sequence }),
    sample: sample.test,
  },
} as const satisfies Record<string, Kind>;

export type WebhookKind = keyof typeof webhookKinds;

export const webhookKindNames = Object.keys(webhookKinds) as WebhookKind[];

/** `email.bounced` belongs to the group `email.*`. */
export function groupOf(kind: string): string {
  return `${kind.slice(0, kind.indexOf('.'))}.*`;
}

export const webhookEventNames: readonly string[] = [
  ...webhookKindNames,
  ...new Set(webhookKindNames.map(groupOf)),
];

export const everyKind = '*';

export function payloadSchema(kind: WebhookKind) {
  return z.object({
    type: z.literal(kind),
    timestamp: Instant.describe('Time of the event'),
    created_at: Instant.describe('Equal to timestamp'),
    data: webhookKinds[kind].data,
  });
}

export function payloadText(kind: string, at: string, data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ type: kind, timestamp: at, created_at: at, data });
}

export function samplePayload(kind: WebhookKind): Record<string, unknown> {
  return { type: kind, timestamp: sample.at, created_at: sample.at, data: webhookKinds[kind].sample };
}
