import { z } from 'zod';
import { campaignStatuses } from '../campaign/lifecycle.ts';
import { deliveryModes, emailSources } from '../email/email.ts';
import { Instant } from '../instant.ts';
import { domainStatuses } from '../sending-domain/record-status.ts';
import { subscriberSources, subscriberStatuses } from '../subscriber/subscriber.ts';
import { suppressionOrigins } from '../subscriber/suppression.ts';
import { runStatuses } from '../workflow/runs/run.ts';
import { workflowStatuses } from '../workflow/workflow.ts';

export const sequence = z
  .int()
  .describe('Increases with each message about the same object. A message with a lower number is older');

const emailFields = {
  email_id: z.string(),
  message_id: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  created_at: Instant,
  source: z.enum(emailSources),
  delivery_mode: z.enum(deliveryModes),
  subscriber_id: z.string().optional(),
  campaign_id: z.string().optional(),
  sequence,
};

export const EmailPayload = z.object(emailFields);

export const visitFields = {
  ipAddress: z.string().nullable().describe('Only the network part is stored'),
  userAgent: z.string().nullable(),
  timestamp: Instant,
  machine: z.boolean().describe('Caused by a scanner or an image proxy, not by a person'),
};

export const SubscriberPayload = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  status: z.enum(subscriberStatuses),
  source: z.enum(subscriberSources),
  externalId: z.string().nullable(),
  attributes: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('null: larger than 8 kB; read the subscriber instead'),
  createdAt: Instant,
  updatedAt: Instant,
  sequence,
});

export const TaggedPayload = z.object({
  id: z.string(),
  email: z.string(),
  tags: z.array(z.object({ id: z.string(), name: z.string().nullable() })).describe('At most 20 per message'),
  sequence,
});

export const CampaignPayload = z.object({
  id: z.string(),
  name: z.string(),
  subject: z.string().nullable(),
  status: z.enum(campaignStatuses),
  scheduledAt: Instant.nullable(),
  sentAt: Instant.nullable(),
  sequence,
});

export const DomainPayload = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(domainStatuses),
  created_at: Instant,
  verified_at: Instant.nullable(),
  sequence,
});

export const SuppressionPayload = z.object({
  id: z.string(),
  email: z.string(),
  origin: z.enum(suppressionOrigins),
  scope: z.enum(['all', 'marketing']),
  source_id: z.string().nullable().describe('Id of the email that caused it'),
  expires_at: Instant.nullable(),
  sequence,
});

export const ImportPayload = z.object({
  id: z.string(),
  rows: z.int().describe('Sum of the other counts'),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  duplicates: z.int(),
  invalid: z.int(),
  refused: z.int(),
  created_at: Instant,
  ended_at: Instant,
  sequence,
});

export const WorkflowPayload = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(workflowStatuses),
  version: z.int().nullable().describe('Version that new runs follow'),
  problem: z.string().nullable().describe('Reason for the automatic pause'),
  sequence,
});

export const RunPayload = z.object({
  id: z.string(),
  workflowId: z.string(),
  workflowName: z.string(),
  version: z.int(),
  subscriberId: z.string(),
  status: z.enum(runStatuses),
  step: z.string().nullable().describe('Key of the current step; null: the run has ended'),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  reason: z
    .string()
    .nullable()
    .describe('Reason why the run ended: finished, goal, left, exit, cancelled, failed …'),
  sequence,
});

const approvalFields = {
  id: z.string(),
  tool: z.string(),
  url: z.string().describe('Page where a person decides'),
  sequence,
};

export const ApprovalAskedPayload = z.object({
  ...approvalFields,
  token: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe('Token that made the request; null: the operator'),
  client: z.string().nullable().describe('Client name, as reported by the client'),
  recipients: z.int().nullable().describe('Number of people that an approval covers; null: any number'),
  asked_at: Instant,
  expires_at: Instant,
});

export const ApprovalDecidedPayload = z.object({
  ...approvalFields,
  decision: z.enum(['approved', 'declined']),
  by: z.object({ id: z.string(), name: z.string() }).nullable().describe('null: decided at the terminal'),
  word: z.string().nullable().describe('Note from the person who decided'),
  decided_at: Instant,
});
