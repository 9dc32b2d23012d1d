import { z } from 'zod';
import { parseMailbox } from '../address.ts';
import { hourMs, Instant, InstantInput, isoInstant, isoInstantOrNull } from '../instant.ts';
import { inShort, shownAs } from '../text/alias.ts';
import { freeFields } from '../text/custom-attributes.ts';
import { matchWord, oneLine, oneLineOrNull } from '../text/text.ts';
import { untrusted } from '../text/untrusted.ts';
import { TimeZoneInput } from '../time-zone.ts';
import { type TagLabel, TagName, TagNames } from './tag.ts';

export const subscriberStatuses = ['ACTIVE', 'PENDING', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED'] as const;
export type SubscriberStatus = (typeof subscriberStatuses)[number];

export const subscriberSources = ['API', 'IMPORT', 'FORM', 'INTEGRATION', 'SMTP', 'EVENT'] as const;
export type SubscriberSource = (typeof subscriberSources)[number];

/**
 * Transitions of a subscriber's status; upserts, events and field changes are none. UNSUBSCRIBED and
 * COMPLAINED resist bounces and old confirmation links. A bounce concerns only a mailbox, so an unsubscribe
 * overrides it. Only an explicit `resubscribe` reactivates; with double opt-in it leads to PENDING.
 */
const moves: Readonly<Record<SubscriberStatus, Partial<Record<SubscriberMove, SubscriberStatus>>>> = {
  ACTIVE: {
    unsubscribe: 'UNSUBSCRIBED',
    bounce: 'BOUNCED',
    complain: 'COMPLAINED',
    change_address_to_confirm: 'PENDING',
  },
  PENDING: {
    confirm: 'ACTIVE',
    resubscribe: 'ACTIVE',
    unsubscribe: 'UNSUBSCRIBED',
    bounce: 'BOUNCED',
    complain: 'COMPLAINED',
  },
  BOUNCED: {
    resubscribe: 'ACTIVE',
    resubscribe_to_confirm: 'PENDING',
    change_address: 'ACTIVE',
    change_address_to_confirm: 'PENDING',
    unsubscribe: 'UNSUBSCRIBED',
    complain: 'COMPLAINED',
  },
  UNSUBSCRIBED: { resubscribe: 'ACTIVE', resubscribe_to_confirm: 'PENDING' },
  COMPLAINED: { resubscribe: 'ACTIVE', resubscribe_to_confirm: 'PENDING' },
};

export type SubscriberMove =
  /** The person followed the link of the opt-in request. */
  | 'confirm'
  /** The caller asserts that the person wants mail again. */
  | 'resubscribe'
  | 'resubscribe_to_confirm'
  | 'unsubscribe'
  | 'bounce'
  | 'complain'
  /** A new address has not bounced yet. */
  | 'change_address'
  /** With double opt-in, a new address is unconfirmed as well. */
  | 'change_address_to_confirm';

export function nextSubscriberStatus(from: SubscriberStatus, move: SubscriberMove): SubscriberStatus {
  return moves[from][move] ?? from;
}

export type AttributeValue = string | number | boolean | null;
export type Attributes = Record<string, AttributeValue>;

export const attributeLimits = { keysMax: 100, bytesMax: 16 * 1024 } as const;
export const tagsPerSubscriberMax = 250;

export type Consent = { at: string | null; ip: string | null; source: string | null };
export type UnsubscribeReason = { reason: string | null; topic: string | null };

export type SubscriberRecord = {
  key: number;
  id: string;
  /** The canonical address: `Mailbox.key`. */
  email: string;
  firstName: string | null;
  lastName: string | null;
  attributes: Attributes;
  /** In order of addition. Ids of deleted tags may remain. */
  tagIds: readonly string[];
  status: SubscriberStatus;
  externalId: string | null;
  source: SubscriberSource;
  timezone: string | null;
  locale: string | null;
  consent: Consent | null;
  createdAt: number;
  updatedAt: number;
  unsubscribedAt: number | null;
  unsubscribedBecause: UnsubscribeReason | null;
  lastActivityAt: number | null;
};

/** Parses one mailbox and returns its canonical form. */
export const EmailInput = z
  .string()
  .transform((text, ctx) => {
    const read = parseMailbox(text);
    if (read.ok) return read.mailbox.key;
    ctx.issues.push({ code: 'custom', input: text, message: `must be one mail address. ${read.message}` });
    return z.NEVER;
  })
  .meta({ format: 'email' });

const AttributeInput = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const LocaleInput = z.string().check((ctx) => {
  if (isLanguageTag(ctx.value)) return;
  ctx.issues.push({ code: 'custom', input: ctx.value, message: 'must be a language tag, such as pt-BR' });
});

function isLanguageTag(text: string): boolean {
  if (text.length > 35) return false;
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    // Intl reports an invalid tag only by throwing.
    return false;
  }
}

/** Accepts an instant, or a day (its start in UTC). */
const ConsentTime = z
  .string()
  .transform((text) => (isDay(text) ? `${text}T00:00:00Z` : text))
  .pipe(InstantInput)
  .describe('ISO 8601 date, or date with time')
  .meta(shownAs({ type: 'string' }));

/** Rejects February 30, which would parse as March 2. */
function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) === true;
}

/** A day begins this much earlier in the first time zone than in UTC. */
const firstZoneAheadMs = 14 * hourMs;

export function isConsentAhead(
  consent: { at?: string | undefined } | null | undefined,
  now: number,
): boolean {
  return consent?.at !== undefined && Date.parse(consent.at) > now + firstZoneAheadMs;
}

export const consentAheadSentence = 'must not be in the future';

export const ConsentInput = z
  .strictObject({
    at: ConsentTime.optional(),
    ip: oneLine(45).optional(),
    source: oneLine(256).optional(),
  })
  .describe('Proof of opt-in: when, from which address, and where')
  .meta(
    shownAs({
      type: 'object',
      description: 'Proof of opt-in: when, IP address, where',
      properties: { at: { type: 'string' }, ip: { type: 'string' }, source: { type: 'string' } },
      additionalProperties: false,
    }),
  );

export const ExternalIdInput = oneLine(256).min(1);

export const subscriberFields = {
  firstName: oneLineOrNull(256).optional(),
  lastName: oneLineOrNull(256).optional(),
  attributes: freeFields(AttributeInput, attributeLimits).optional().describe('Custom fields'),
  externalId: oneLineOrNull(256).optional().describe('Your id of the person'),
  timezone: TimeZoneInput.nullish().meta(shownAs({ type: 'string' })),
  locale: LocaleInput.nullish().meta(shownAs({ type: 'string', description: 'Such as pt-BR' })),
  consent: ConsentInput.nullish(),
};

export const TriggerWorkflowsInput = z.boolean().default(true).describe('false: start no workflows');

export const SubscriberSaveInput = z.strictObject({
  email: EmailInput,
  ...subscriberFields,
  tags: TagNames.optional().describe('Names or ids to add'),
  source: z.enum(subscriberSources).default('API').meta(inShort('')),
  resubscribe: z.boolean().default(false).describe('Reactivate someone who left; requires consent'),
  doubleOptIn: z.boolean().optional().describe('Mail an opt-in request first. Default: organization setting'),
  triggerWorkflows: TriggerWorkflowsInput,
});
export type SubscriberSave = z.output<typeof SubscriberSaveInput>;

const StatusInput = z
  .string()
  .max(20)
  .transform(matchWord(subscriberStatuses))
  .describe(subscriberStatuses.join(', '));

const tagFilterMax = 20;

export const subscriberFilterFields = {
  status: StatusInput.optional(),
  tag: z
    .union([TagName, z.array(TagName).min(1).max(tagFilterMax)])
    .optional()
    .describe('Names or ids, of which one must match')
    .meta(
      shownAs({
        type: 'array',
        items: { type: 'string' },
        description: 'Names or ids, of which one must match',
      }),
    ),
  query: oneLine(200).min(1).optional().describe('Part of the email or name'),
};
export type SubscriberFilterInput = z.output<z.ZodObject<typeof subscriberFilterFields>>;

const subscriberRefLengthMax = 512;
/** A malformed reference is not found, like any unknown one. */
export const SubscriberRefInput = z.string().min(1).max(subscriberRefLengthMax).describe('Id or email');

export type SubscriberRef = { id: string } | { email: string } | { externalId: string };

const externalPrefix = 'ext:';

export function readSubscriberRef(text: string): SubscriberRef | null {
  if (text.startsWith(externalPrefix)) return { externalId: text.slice(externalPrefix.length) };
  if (!text.includes('@')) return { id: text };
  const read = parseMailbox(text);
  return read.ok ? { email: read.mailbox.key } : null;
}

export type SubscriberFields = z.output<z.ZodObject<typeof subscriberFields>>;

/** Sign-up data passes through forms, imports and integrations, so most fields are untrusted. */
export const Subscriber = z.object({
  object: z.literal('subscriber'),
  id: z.string(),
  email: untrusted(z.string()),
  firstName: untrusted(z.string().nullable()),
  lastName: untrusted(z.string().nullable()),
  attributes: untrusted(z.record(z.string(), AttributeInput)),
  tags: z.array(z.object({ id: z.string(), name: untrusted(z.string()) })),
  status: z.enum(subscriberStatuses),
  externalId: untrusted(z.string().nullable()),
  source: z.enum(subscriberSources),
  timezone: z.string().nullable(),
  locale: untrusted(z.string().nullable(), 'language'),
  consent: z
    .object({
      at: Instant.nullable(),
      ip: untrusted(z.string().nullable()),
      source: untrusted(z.string().nullable()),
    })
    .nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  unsubscribedAt: Instant.nullable(),
  unsubscribeReason: untrusted(z.string().nullable()),
  unsubscribeTopic: untrusted(z.string().nullable()),
  lastActivityAt: Instant.nullable(),
});

export const SavedSubscriber = Subscriber.extend({ warnings: z.array(z.string()).optional() });

export function subscriberAnswer(
  subscriber: SubscriberRecord,
  labels: ReadonlyMap<string, TagLabel>,
): z.infer<typeof Subscriber> {
  return {
    object: 'subscriber',
    id: subscriber.id,
    email: subscriber.email,
    firstName: subscriber.firstName,
    lastName: subscriber.lastName,
    attributes: subscriber.attributes,
    tags: subscriber.tagIds.flatMap((id) => labels.get(id) ?? []),
    status: subscriber.status,
    externalId: subscriber.externalId,
    source: subscriber.source,
    timezone: subscriber.timezone,
    locale: subscriber.locale,
    consent: subscriber.consent,
    createdAt: isoInstant(subscriber.createdAt),
    updatedAt: isoInstant(subscriber.updatedAt),
    unsubscribedAt: isoInstantOrNull(subscriber.unsubscribedAt),
    unsubscribeReason: subscriber.unsubscribedBecause?.reason ?? null,
    unsubscribeTopic: subscriber.unsubscribedBecause?.topic ?? null,
    lastActivityAt: isoInstantOrNull(subscriber.lastActivityAt),
  };
}
