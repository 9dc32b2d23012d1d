import { z } from 'zod';

/** Copied on purpose, so that no change of a tool affects v1. Requests ignore unknown fields. */

const success = z.literal(true);
const instant = z.string().meta({ format: 'date-time' });

const subjectCharactersMax = 998;
const previewCharactersMax = 200;
const tagsPerCallMax = 100;
const limitMax = 100;
const limitDefault = 50;

export const SendEmailRequest = z.object({
  from: z.string().describe('Sender: an address, or Name <address>'),
  to: z.string().describe('Recipient: one address'),
  subject: z.string().min(1).max(subjectCharactersMax),
  content: z
    .union([z.string(), z.record(z.string(), z.unknown())], 'must be a string, or a Tiptap document')
    .describe('The body, in the form contentType names; a Tiptap document as JSON text or as itself'),
  contentType: z.enum(['MARKDOWN', 'HTML', 'TIPTAP']).default('MARKDOWN'),
  replyTo: z.string().optional(),
  preview: z.string().max(previewCharactersMax).optional().describe('Preview text'),
  tracking: z.unknown().optional().describe('true, false or { opens, clicks }; else as the domain is set'),
});
export const SendEmailAnswer = z.object({ success, message: z.string(), id: z.string() });

export const VerifyEmailRequest = z.object({ email: z.string() });
export const VerifyEmailAnswer = z.object({
  success,
  valid: z.boolean(),
  error: z.string().nullable(),
  code: z.string().nullable(),
});

const attributeValue = z.union(
  [z.string(), z.number(), z.boolean(), z.null()],
  'must be a string, a number, true, false or null',
);
const attributes = z.record(z.string(), attributeValue);

const subscriberStatus = z.enum(['ACTIVE', 'PENDING', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED']);
const subscriberSource = z.enum(['API', 'IMPORT', 'FORM', 'INTEGRATION', 'SMTP', 'EVENT']);

export const Subscriber = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  attributes,
  tags: z.array(z.object({ id: z.string(), name: z.string() })),
  status: subscriberStatus,
  externalId: z.string().nullable(),
  source: subscriberSource,
  timezone: z.string().nullable(),
  locale: z.string().nullable(),
  consent: z
    .object({ at: instant.nullable(), ip: z.string().nullable(), source: z.string().nullable() })
    .nullable(),
  createdAt: instant,
  updatedAt: instant,
  unsubscribedAt: instant.nullable(),
  lastActivityAt: instant.nullable(),
});

const consentRequest = z
  .object({ at: z.string().optional(), ip: z.string().optional(), source: z.string().optional() })
  .nullable();

const subscriberFields = {
  firstName: z.string().nullable().optional(),
  lastName: z.string().nullable().optional(),
  attributes: attributes.optional().describe('Merged key by key; in an update null deletes'),
  externalId: z.string().nullable().optional(),
  timezone: z.string().nullable().optional(),
  locale: z.string().nullable().optional(),
  consent: consentRequest.optional(),
  triggerWorkflows: z.boolean().optional().describe('False: starts no workflow'),
};

const tagReferences = z
  .array(z.string())
  .max(tagsPerCallMax)
  .describe('Names or ids; unknown names are made');

export const CreateSubscriberRequest = z.object({
  email: z.string(),
  ...subscriberFields,
  source: subscriberSource.optional(),
  tags: tagReferences.optional(),
  doubleOptIn: z.boolean().optional(),
  resubscribe: z
    .boolean()
    .optional()
    .describe('Make active again who had unsubscribed, bounced or complained'),
});

export const UpdateSubscriberRequest = z.object({ email: z.string().optional(), ...subscriberFields });
export const UpdateSubscriberQuery = z.object({
  triggerWorkflows: z.enum(['true', 'false']).optional().describe('The body wins over it'),
});

export const UnsubscribeRequest = z.object({
  reason: z.string().nullable().optional(),
  topic: z.string().nullable().optional(),
});

export const AddTagsRequest = z.object({ tags: tagReferences.min(1) });
export const RemoveTagsRequest = z.object({ tags: tagReferences.min(1).optional() });
export const RemoveTagsQuery = z.object({
  tags: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe('In place of a body: names or ids, by commas, or repeated'),
});

export const SubscriberAnswer = z.object({ success, subscriber: Subscriber });

/** `page` counts from 1; `cursor` is the id of the last row seen. They exclude each other. */
const paging = {
  page: z.coerce.number().int().min(1).optional().describe('From 1'),
  cursor: z.string().min(1).optional().describe('Id of the last row seen; not together with page'),
  limit: z.coerce.number().int().min(1).max(limitMax).default(limitDefault),
};

export const ListSubscribersQuery = z.object({
  ...paging,
  status: z.string().optional(),
  tag: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe('Id or name; repeatable: any of them'),
  query: z.string().optional().describe('Part of an address or a name'),
});
const total = z.int().describe('How many there are in all');
export const SubscribersAnswer = z.object({ success, subscribers: z.array(Subscriber), total });

export const Event = z.object({
  id: z.string(),
  name: z.string(),
  subscriberId: z.string(),
  email: z.string(),
  properties: z.record(z.string(), z.unknown()),
  occurredAt: instant,
  receivedAt: instant,
});

export const TrackEventRequest = z.object({
  name: z.string().optional(),
  event: z.string().optional().describe('The same as name'),
  email: z.string().optional().describe('One of email, subscriberId, externalId'),
  subscriberId: z.string().optional(),
  externalId: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  data: z.record(z.string(), z.unknown()).optional().describe('The same as properties'),
  occurredAt: z.string().optional().describe('ISO 8601 with Z or an offset; now unless given'),
  triggerWorkflows: z.boolean().optional(),
});
export const EventAnswer = z.object({ success, event: Event, eventId: z.string() });
export const ListEventsQuery = z.object({ ...paging, name: z.string().optional() });
export const EventsAnswer = z.object({ success, events: z.array(Event), total });

export const Tag = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  color: z.string().nullable(),
  subscriberCount: z.int(),
  createdAt: instant,
});

export const CreateTagRequest = z.object({
  name: z.string(),
  description: z.string().nullable().optional(),
  color: z.string().nullable().optional(),
});
export const TagAnswer = z.object({ success, tag: Tag });
export const ListTagsQuery = z.object({ ...paging, query: z.string().optional() });
export const TagsAnswer = z.object({ success, tags: z.array(Tag), total });

const campaignStatus = z.enum(['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'ARCHIVED']);
const contentType = z.enum(['MARKDOWN', 'HTML', 'TIPTAP']);
const people = z.object({ opened: z.int(), clicked: z.int() });
const campaignStats = z.object({
  recipients: z.int(),
  sent: z.int(),
  delivered: z.int(),
  opened: z.int(),
  clicked: z.int(),
  unsubscribed: z.int(),
  bounced: z.int(),
  complained: z.int(),
  failed: z.int(),
  skipped: z.int(),
  human: people,
  machine: people,
});

export const CampaignSummary = z.object({
  id: z.string(),
  name: z.string(),
  subject: z.string().nullable(),
  preview: z.string().nullable(),
  fromName: z.string().nullable(),
  fromEmail: z.string().nullable(),
  replyTo: z.string().nullable(),
  status: campaignStatus,
  paused: z.boolean(),
  scheduledAt: instant.nullable(),
  timezone: z.string(),
  sentAt: instant.nullable(),
  stats: campaignStats,
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
});

const variantContent = {
  name: z.string(),
  subject: z.string().nullable(),
  preview: z.string().nullable(),
  content: z.string().nullable(),
  contentType,
};

export const Campaign = z.object({
  ...CampaignSummary.shape,
  content: z.string().nullable().describe('A Tiptap document as its JSON text'),
  contentType,
  audience: z.object({
    tags: z.object({ any: z.array(z.string()), all: z.array(z.string()), none: z.array(z.string()) }),
    segmentId: z.string().nullable(),
    filter: z.record(z.string(), z.unknown()).nullable(),
    subscriberIds: z.array(z.string()),
  }),
  badges: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      severity: z.enum(['info', 'warn', 'block']),
      path: z.string().optional(),
    }),
  ),
  abTest: z
    .object({
      variants: z.array(z.object({ ...variantContent, stats: campaignStats })),
      percent: z.int(),
      metric: z.enum(['opens', 'clicks']),
      waitMinutes: z.int(),
      winner: z.int().nullable(),
    })
    .nullable(),
  throttle: z.object({ perHour: z.int().nullable(), perDomain: z.int().nullable() }).nullable(),
  tracking: z.object({ opens: z.boolean().nullable(), clicks: z.boolean().nullable() }).nullable(),
});

const contentRequest = {
  content: z
    .union(
      [z.string(), z.record(z.string(), z.unknown()), z.null()],
      'must be a string, or a Tiptap document',
    )
    .optional()
    .describe('In the form contentType names; shows {{unsubscribeUrl}} when it is sent'),
  contentType: contentType.optional().describe('MARKDOWN unless given'),
};
const tagReferenceList = z.array(z.string()).optional();
const mailsPerHour = z.int().nullable().optional();

const campaignFields = {
  name: z.string().optional(),
  subject: z.string().nullable().optional(),
  preview: z.string().nullable().optional(),
  fromName: z.string().nullable().optional(),
  fromEmail: z.string().nullable().optional().describe("The organization's default_from unless given"),
  replyTo: z.string().nullable().optional(),
  ...contentRequest,
  audience: z
    .object({
      tags: z
        .object({ any: tagReferenceList, all: tagReferenceList, none: tagReferenceList })
        .optional()
        .describe('Ids or names'),
      segmentId: z.string().nullable().optional(),
      filter: z.record(z.string(), z.unknown()).nullable().optional(),
      subscriberIds: z.array(z.string()).optional(),
    })
    .nullable()
    .optional()
    .describe('All active subscribers unless given'),
  timezone: z.string().nullable().optional(),
  abTest: z
    .object({
      variants: z.array(
        z.object({
          name: z.string().optional(),
          subject: z.string().nullable().optional(),
          preview: z.string().nullable().optional(),
          ...contentRequest,
        }),
      ),
      percent: z.int(),
      metric: z.enum(['opens', 'clicks']),
      waitMinutes: z.int(),
    })
    .nullable()
    .optional(),
  throttle: z.object({ perHour: mailsPerHour, perDomain: mailsPerHour }).nullable().optional(),
  tracking: z
    .object({ opens: z.boolean().nullable().optional(), clicks: z.boolean().nullable().optional() })
    .nullable()
    .optional(),
};

export const CreateCampaignRequest = z.object(campaignFields);
export const UpdateCampaignRequest = z.object({
  ...campaignFields,
  expectedRevision: z.int().optional().describe('Refuses the edit when the campaign has another by then'),
});
export const SendCampaignRequest = z.object({
  scheduledAt: z
    .string()
    .optional()
    .describe('ISO 8601, in the future; without an offset it is read in timezone. Now unless given'),
  timezone: z.string().default('UTC'),
});

export const CampaignAnswer = z.object({ success, campaign: Campaign, campaignId: z.string() });
export const CampaignDeletedAnswer = z.object({
  success,
  campaignId: z.string(),
  deleted: z.literal(true),
});
export const ListCampaignsQuery = z.object({
  ...paging,
  status: z.string().optional(),
  query: z.string().optional().describe('Part of a name or a subject'),
});
export const CampaignsAnswer = z.object({ success, campaigns: z.array(CampaignSummary), total });
