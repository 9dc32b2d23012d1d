import { z } from 'zod';
import { formatMailbox, parseMailbox } from '../address.ts';
import type { Body } from '../content/body.ts';
import { previewCharactersMax, subjectCharactersMax } from '../email/send-body.ts';
import { type FieldFault, invalidFields } from '../failure.ts';
import { alias, aliasKey, emptyIsNull, shownAs } from '../text/alias.ts';
import { FreeObject } from '../text/custom-attributes.ts';
import { matchWord, oneLine, oneLineOrNull } from '../text/text.ts';
import { TimeZoneInput } from '../time-zone.ts';
import { AudienceInput } from './audience-input.ts';
import { type AbTest, allActive, type CampaignRecord, variantsMax } from './campaign.ts';
import { type BodyFields, contentTypes, readCampaignBody } from './campaign-body.ts';
import { campaignStatuses } from './lifecycle.ts';
import { senderNameFault } from './sender.ts';

export const campaignsPerOrganizationMax = 100_000;

export const nameCharactersMax = 256;
const variantsMin = 2;
const waitMinutesMax = 10_080;
const mailsPerHourMax = 10_000_000;

const contentFields = {
  content: withSchema(z.union([z.string(), FreeObject]).nullish(), {
    type: ['string', 'object', 'null'],
    ...alias,
  }),
  contentType: z.enum(contentTypes).optional().meta(alias),
  html: z
    .string()
    .nullish()
    .meta(shownAs({ type: 'string' })),
  markdown: z
    .string()
    .nullish()
    .meta(shownAs({ type: 'string' })),
  tiptap: FreeObject.nullish().meta(shownAs({ type: 'object' })),
};

const SenderName = oneLineOrNull(nameCharactersMax).check((ctx) => {
  const fault = ctx.value === null ? null : senderNameFault(ctx.value);
  if (fault !== null) ctx.issues.push({ code: 'custom', input: ctx.value, message: fault });
});

const SenderAddress = mailboxOrNull((text) => {
  const read = parseMailbox(text);
  if (!read.ok) return { message: `must be one mail address. ${read.message}` };
  const { address, displayName } = read.mailbox;
  return displayName === null ? address : { message: 'must be an address alone; its name is fromName' };
});

const ReplyTo = mailboxOrNull((text) => {
  const read = parseMailbox(text);
  return read.ok ? formatMailbox(read.mailbox) : { message: `must be one mailbox. ${read.message}` };
});

function mailboxOrNull(read: (text: string) => string | { message: string }) {
  return z
    .string()
    .nullable()
    .meta(shownAs({ type: 'string' }))
    .transform((text, ctx) => {
      if (text === null || text.trim() === '') return null;
      const result = read(text);
      if (typeof result === 'string') return result;
      ctx.issues.push({ code: 'custom', input: text, message: result.message });
      return z.NEVER;
    });
}

const VariantInput = z.strictObject({
  name: oneLine(nameCharactersMax).optional(),
  subject: oneLineOrNull(subjectCharactersMax).optional(),
  preview: oneLineOrNull(previewCharactersMax).optional(),
  ...contentFields,
});

const metrics = ['opens', 'clicks'] as const;

const AbTestInput = z.strictObject({
  variants: z
    .array(VariantInput)
    .min(variantsMin)
    .max(variantsMax)
    .describe('Default of each field: the campaign’s'),
  percent: z.int().min(1).max(100).describe('Share of the audience in the test'),
  metric: z
    .enum(metrics)
    .describe('Needs tracking.opens or tracking.clicks on the campaign or the domain')
    .meta(shownAs({ type: 'string', enum: metrics, description: 'These must be tracked' })),
  waitMinutes: z.int().min(1).max(waitMinutesMax).describe('Until the best variant goes to the rest'),
});

const perHour = z.int().min(1).max(mailsPerHourMax).nullish();
const ThrottleInput = z
  .strictObject({ perHour, perDomain: perHour })
  .describe('Mails per hour, in all and to one recipient domain');
const TrackingInput = z
  .strictObject({ opens: z.boolean().nullish(), clicks: z.boolean().nullish() })
  .describe('Default: as set for the sending domain, which may be off');

const plainFields = {
  name: oneLine(nameCharactersMax).min(1).optional(),
  subject: oneLineOrNull(subjectCharactersMax).optional(),
  preview: oneLineOrNull(previewCharactersMax).optional().describe('Inbox preview text'),
  fromName: SenderName.optional(),
  fromEmail: SenderAddress.optional(),
  replyTo: ReplyTo.optional(),
  ...contentFields,
  timezone: TimeZoneInput.nullish().meta(shownAs({ type: 'string' })),
};

export const campaignFields = {
  ...plainFields,
  audience: AudienceInput.nullish().meta(emptyIsNull),
  abTest: AbTestInput.nullish(),
  throttle: ThrottleInput.nullish().meta(emptyIsNull),
  tracking: TrackingInput.nullish().meta(emptyIsNull),
};

type CampaignRequest = z.output<z.ZodObject<typeof campaignFields>>;

/** Validates in full, but publishes the JSON Schema `json`. */
function withSchema<Schema extends z.ZodType>(
  schema: Schema,
  json: { type: string | string[]; description?: string; [aliasKey]?: true },
): z.ZodType<z.output<Schema>, z.input<Schema>> {
  const shown = z
    .unknown()
    .optional()
    .meta(json as Record<string, unknown>);
  return shown.pipe(schema as z.ZodType<z.output<Schema>, unknown>) as z.ZodType<
    z.output<Schema>,
    z.input<Schema>
  >;
}

export type CampaignChoices = Pick<
  CampaignRecord,
  | 'name'
  | 'subject'
  | 'preview'
  | 'fromName'
  | 'fromEmail'
  | 'replyTo'
  | 'body'
  | 'audience'
  | 'timezone'
  | 'abTest'
  | 'throttle'
  | 'tracking'
>;

/** A campaign without a name uses its subject. @throws Failure validation_error naming every wrong field */
export function changedCampaign<Known extends CampaignChoices>(
  known: Known,
  request: CampaignRequest,
): Known {
  const faults: FieldFault[] = [];
  const bodyFrom = (fields: BodyFields, before: Body | null, at?: string): Body | null => {
    const read = readCampaignBody(fields, before, at);
    if (read.ok) return read.body;
    faults.push(...read.faults);
    return null;
  };
  const { throttle, tracking } = request;
  const next: Known = {
    ...known,
    subject: kept(request.subject, known.subject),
    preview: kept(request.preview, known.preview),
    fromName: kept(request.fromName, known.fromName),
    fromEmail: kept(request.fromEmail, known.fromEmail),
    replyTo: kept(request.replyTo, known.replyTo),
    body: bodyFrom(request, known.body),
    timezone: request.timezone === undefined ? known.timezone : (request.timezone ?? 'UTC'),
    abTest: request.abTest === undefined ? known.abTest : abTestFrom(request.abTest, bodyFrom),
    throttle: throttle === undefined ? known.throttle : normalizeThrottle(throttle),
    tracking:
      tracking === undefined
        ? known.tracking
        : tracking && { opens: tracking.opens ?? null, clicks: tracking.clicks ?? null },
  };
  const name =
    request.name ?? (known.name || (next.subject ?? '').slice(0, nameCharactersMax).toWellFormed());
  if (name === '') faults.push({ path: 'name', code: 'required', message: 'is required, or subject' });
  if (faults.length > 0) throw invalidFields(faults);
  return { ...next, name };
}

export function normalizeThrottle(given: z.output<typeof ThrottleInput> | null): CampaignRecord['throttle'] {
  return given && { perHour: given.perHour ?? null, perDomain: given.perDomain ?? null };
}

function kept(asked: string | null | undefined, known: string | null): string | null {
  return asked === undefined ? known : asked || null;
}

function abTestFrom(
  asked: z.output<typeof AbTestInput> | null,
  bodyFrom: (fields: BodyFields, before: Body | null, at: string) => Body | null,
): AbTest | null {
  if (asked === null) return null;
  const { variants, percent, metric, waitMinutes } = asked;
  return {
    variants: variants.map((variant, index) => ({
      name: variant.name || variantName(index),
      subject: variant.subject || null,
      preview: variant.preview || null,
      body: bodyFrom(variant, null, `abTest.variants[${index}].`),
    })),
    percent,
    metric,
    waitMinutes,
    winner: null,
  };
}

function variantName(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}

export function createDraft({
  id,
  organization,
  createdAt,
}: Pick<CampaignRecord, 'id' | 'organization' | 'createdAt'>): Omit<CampaignRecord, 'key'> {
  return {
    id,
    organization,
    name: '',
    subject: null,
    preview: null,
    fromName: null,
    fromEmail: null,
    replyTo: null,
    body: null,
    audience: allActive,
    status: 'DRAFT',
    paused: false,
    scheduledAt: null,
    timezone: 'UTC',
    badges: [],
    abTest: null,
    throttle: null,
    tracking: null,
    revision: 1,
    token: null,
    approvedRecipients: null,
    approvedPeople: null,
    approvedDelivery: null,
    approvedStart: null,
    cause: null,
    approvedAt: null,
    postalAddress: null,
    progress: null,
    startedAt: null,
    sentAt: null,
    createdAt,
    updatedAt: createdAt,
  };
}

export const campaignFilterFields = {
  status: z
    .string()
    .max(20)
    .transform(matchWord(campaignStatuses))
    .optional()
    .describe(campaignStatuses.join(', ')),
  query: oneLine(200).min(1).optional().describe('Part of the name or subject'),
};
