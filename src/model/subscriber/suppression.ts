import { z } from 'zod';
import { parseMailbox } from '../address.ts';
import { invalidField } from '../failure.ts';
import { Instant, InstantInput, isoInstant, isoInstantOrNull } from '../instant.ts';
import { shownAs } from '../text/alias.ts';
import { untrusted } from '../text/untrusted.ts';

export const suppressionOrigins = ['bounce', 'complaint', 'manual', 'unsubscribe'] as const;
export type SuppressionOrigin = (typeof suppressionOrigins)[number];

/** `marketing` stops only campaigns. */
const suppressionScopes = ['all', 'marketing'] as const;
export type SuppressionScope = (typeof suppressionScopes)[number];

export const suppressionBatchMax = 100;
const addressInputCharactersMax = 998;
/** Prefix of the mark that replaces an erased address. No mailbox key contains `:` before its `@`. */
export const erasedMarkPrefix = 'erased:';

/** Start of an immediate suppression. Not the current time, which may lie in the future after the clock is set back. */
export const startsAtOnce = 0;

export type SuppressionRecord = {
  key: number;
  id: string;
  email: string;
  origin: SuppressionOrigin;
  /** Id of the bounced email, or of the email with the complaint. */
  sourceId: string | null;
  scope: SuppressionScope;
  /** A hard bounce suppresses from the end of its cooldown. */
  startsAt: number;
  expiresAt: number | null;
  createdAt: number;
};

export type NewSuppression = Omit<SuppressionRecord, 'key' | 'createdAt'>;

export const Suppression = z.object({
  object: z.literal('suppression'),
  id: z.string(),
  email: untrusted(z.string()),
  origin: z.enum(suppressionOrigins),
  source_id: z.string().nullable().describe('Id of the email that caused it'),
  scope: z.enum(suppressionScopes).describe('marketing: campaigns only'),
  expires_at: Instant.nullable(),
  created_at: Instant,
});

export function suppressionAnswer(suppression: SuppressionRecord): z.infer<typeof Suppression> {
  return {
    object: 'suppression',
    id: suppression.id,
    email: suppression.email,
    origin: suppression.origin,
    source_id: suppression.sourceId,
    scope: suppression.scope,
    expires_at: isoInstantOrNull(suppression.expiresAt),
    created_at: isoInstant(suppression.createdAt),
  };
}

export const DeletedSuppression = z.object({
  object: z.literal('suppression'),
  id: z.string(),
  deleted: z.literal(true),
});

export const MailboxKey = z
  .string()
  .max(addressInputCharactersMax)
  .transform((text, ctx) => {
    const parsed = parseMailbox(text);
    if (parsed.ok && !parsed.mailbox.key.includes('*')) return parsed.mailbox.key;
    // Local parts may contain an asterisk, but here it would mean "all addresses of a domain".
    const why = parsed.ok ? 'an asterisk is not a wildcard in this field' : parsed.message;
    ctx.issues.push({ code: 'custom', input: text, message: `is not one address: ${why}` });
    return z.NEVER;
  });

export const newSuppressionFields = {
  origin: z
    .enum(suppressionOrigins)
    .default('manual')
    .meta(shownAs({ type: 'string', enum: suppressionOrigins, description: 'Default: manual' })),
  scope: z.enum(suppressionScopes).optional().describe('marketing still allows transactional mail'),
  expires_at: InstantInput.nullable()
    .default(null)
    .meta(shownAs({ type: 'string', format: 'date-time', description: 'Default: never' })),
};

/** @throws Failure validation_error if it would already have ended */
export function newSuppression(
  email: string,
  { origin, scope, expires_at }: z.output<z.ZodObject<typeof newSuppressionFields>>,
  id: string,
  now: number,
): NewSuppression {
  const expiresAt = expires_at === null ? null : Date.parse(expires_at);
  if (expiresAt !== null && expiresAt <= now) throw invalidField('expires_at', 'must be in the future');
  return {
    id,
    email,
    origin,
    sourceId: null,
    scope: scope ?? scopeOfOrigin(origin),
    startsAt: startsAtOnce,
    expiresAt,
  };
}

export function scopeOfOrigin(origin: SuppressionOrigin): SuppressionScope {
  return origin === 'unsubscribe' ? 'marketing' : 'all';
}

export const IdOrAddress = z.string().min(1).max(addressInputCharactersMax).describe('Id or address');

/** Returns a specific message for an address, else the generic one. */
export function notSuppressed(idOrAddress: string): { message?: string } {
  return parseMailbox(idOrAddress).ok ? { message: notSuppressedSentence } : {};
}

export const notSuppressedSentence = 'This address is not suppressed';

export function idOrAddressKey(idOrAddress: string): string {
  const parsed = parseMailbox(idOrAddress);
  return parsed.ok ? parsed.mailbox.key : idOrAddress;
}
