import { z } from 'zod';
import { campaignStatuses } from '../campaign/lifecycle.ts';
import { deliveryModes, emailSources } from '../email/email.ts';
import { Instant } from '../instant.ts';
import { domainStatuses } from '../sending-domain/record-status.ts';
import { subscriberSources, subscriberStatuses } from '../subscriber/subscriber.ts';
import { suppressionOrigins } from '../subscriber/suppression.ts';
import { runStatuses } from '../workflow/run.ts';
import { workflowStatuses } from '../workflow/workflow.ts';

export const sequence = z
  .int()
  .describe(
    'Grows with each message about one object: a message with a lower one than the last seen is older',
  );

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
  ipAddress: z.string().nullable().describe('Its network alone is kept'),
  userAgent: z.string().nullable(),
  timestamp: Instant,
  machine: z.boolean().describe('Made by a scanner or an image proxy, not by a person'),
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
    .describe('null: more than 8 kB; read the subscriber'),
  createdAt: Instant,
  updatedAt: Instant,
  sequence,
});

export const TaggedPayload = z.object({
  id: z.string(),
  email: z.string(),
  tags: z.array(z.object({ id: z.string(), name: z.string().nullable() })).describe('At most 20 a message'),
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
  source_id: z.string().nullable().describe('The email it came from'),
  expires_at: Instant.nullable(),
  sequence,
});

export const ImportPayload = z.object({
  id: z.string(),
  rows: z.int().describe('The sum of the others'),
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
  version: z.int().nullable().describe('What new runs follow'),
  problem: z.string().nullable().describe('Why it paused itself'),
  sequence,
});

export const RunPayload = z.object({
  id: z.string(),
  workflowId: z.string(),
  workflowName: z.string(),
  version: z.int(),
  subscriberId: z.string(),
  status: z.enum(runStatuses),
  step: z.string().nullable().describe('The key of the step that it is at; null when it is over'),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  reason: z.string().nullable().describe('Why it is over: finished, goal, left, exit, cancelled, failed …'),
  sequence,
});

const approvalFields = {
  id: z.string(),
  tool: z.string(),
  url: z.string().describe('Where a person decides'),
  sequence,
};

export const ApprovalAskedPayload = z.object({
  ...approvalFields,
  token: z.object({ id: z.string(), name: z.string() }).nullable().describe('Who asks; null: the operator'),
  client: z.string().nullable().describe('The program, as it says of itself'),
  recipients: z.int().nullable().describe('How many people a yes is for; null: any number'),
  asked_at: Instant,
  expires_at: Instant,
});

export const ApprovalDecidedPayload = z.object({
  ...approvalFields,
  decision: z.enum(['approved', 'declined']),
  by: z.object({ id: z.string(), name: z.string() }).nullable().describe('null: at the terminal'),
  word: z.string().nullable().describe('What the person said with it'),
  decided_at: Instant,
});
