import { z } from 'zod';
import { Instant, InstantInput, isoInstant, isoInstantOrNull } from '../instant.ts';
import { type IpRanges, ipRanges } from '../limits/ip-budget.ts';
import { matchesGlob } from '../sending/gates.ts';
import { inShort, shownAs } from '../text/alias.ts';
import { oneLine } from '../text/text.ts';

/** Makes leaked tokens recognizable. */
export const tokenPrefix = 'posthouse_';
export const tokenPrefixShownLength = 12;
export const tokensPerOrganizationMax = 100;
/** Validity of the old secret after a rotation. */
const rotationOverlapMs = 24 * 60 * 60 * 1_000;

/** `full_access` covers everything but `admin`; `sending_access` equals `emails.send`. */
export const scopes = [
  'full_access',
  'sending_access',
  'emails.read',
  'emails.send',
  'subscribers.read',
  'subscribers.write',
  'tags.read',
  'tags.write',
  'events.read',
  'events.write',
  'campaigns.read',
  'campaigns.write',
  'campaigns.send',
  'domains.read',
  'domains.write',
  'suppressions.read',
  'suppressions.write',
  'webhooks.read',
  'webhooks.write',
  'workflows.read',
  'workflows.write',
  'tokens.read',
  'tokens.write',
  'organization.read',
  'organization.write',
  'tools.run',
  'admin',
] as const;

export type TokenScope = (typeof scopes)[number];

/** `tools.run` gives access to the tools endpoint, but to no tool. */
export function scopesAllow(held: readonly TokenScope[], needed: TokenScope): boolean {
  if (held.includes(needed)) return true;
  if (needed === 'admin') return false;
  if (held.includes('full_access')) return true;
  return needed === 'emails.send' && held.includes('sending_access');
}

export function scopesMint(held: readonly TokenScope[], asked: readonly TokenScope[]): boolean {
  return asked.every((scope) => {
    if (scope === 'full_access') return held.includes('full_access');
    return scopesAllow(held, scope === 'sending_access' ? 'emails.send' : scope);
  });
}

type SendCap = { per_hour: number | null; per_day: number | null };

export type TokenLimits = {
  scopes: readonly TokenScope[];
  domainId: string | null;
  mode: 'live' | 'test';
  allowedRecipients: readonly string[] | null;
  sendCap: SendCap | null;
  ipAllowlist: readonly string[] | null;
  expiresAt: number | null;
};

export type TokenRecord = {
  key: number;
  id: string;
  organization: number;
  name: string;
  prefix: string;
  scopes: TokenScope[];
  domainId: string | null;
  mode: 'live' | 'test';
  allowedRecipients: string[] | null;
  sendCap: SendCap | null;
  ipAllowlist: string[] | null;
  lastUsedAt: number | null;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  /** Internal key of the minting token; null if no token minted it. */
  mintedBy: number | null;
  /** Whether an assistant made or uses the token. Assistant limits apply to its mail on every route. */
  assistant: boolean;
};

/**
 * Returns the fields, by wire name, in which a token would exceed its maker, whose limits bound the tokens
 * that it makes, changes, rotates or revokes. A recipient glob must lie within a glob of the maker, and an
 * IP range within a range of the maker. Only a star of the maker's glob matches a star.
 *
 * More tokens would escape a cap, so a capped token may only make tokens that cannot send. Its cap may fall.
 * @param same whether both are the same token before and after a change
 */
export function limitsBeyond(maker: TokenLimits, made: TokenLimits, same: boolean): string[] {
  const beyond: string[] = [];
  if (!scopesMint(maker.scopes, made.scopes)) beyond.push('scopes');
  if (maker.domainId !== null && made.domainId !== maker.domainId) beyond.push('domain_id');
  if (maker.mode === 'test' && made.mode !== 'test') beyond.push('mode');
  if (!listWithin(maker.allowedRecipients, made.allowedRecipients, globWithin)) {
    beyond.push('allowed_recipients');
  }
  if (maker.sendCap !== null && !capWithin(maker.sendCap, made, same)) beyond.push('send_cap');
  if (!listWithin(maker.ipAllowlist, made.ipAllowlist, rangeWithin)) beyond.push('ip_allowlist');
  if (!within(maker.expiresAt, made.expiresAt)) beyond.push('expires_at');
  return beyond;
}

function listWithin(
  outer: readonly string[] | null,
  inner: readonly string[] | null,
  entryWithin: (outer: string, inner: string) => boolean,
): boolean {
  if (outer === null) return true;
  return inner?.every((entry) => outer.some((limit) => entryWithin(limit, entry))) ?? false;
}

function globWithin(outer: string, inner: string): boolean {
  return matchesGlob(outer, inner.toLowerCase());
}

function rangeWithin(outer: string, inner: string): boolean {
  const [range, network] = [ipRanges([outer])[0]!, ipRanges([inner])[0]!];
  return range.prefixBits <= network.prefixBits && samePrefix(range.groups, network.groups, range.prefixBits);
}

function samePrefix(a: IpRanges[number]['groups'], b: IpRanges[number]['groups'], bits: number): boolean {
  for (let at = 0; at < bits; at += 1) {
    const mask = 0x8000 >> (at & 15);
    if (((a[at >> 4] ?? 0) & mask) !== ((b[at >> 4] ?? 0) & mask)) return false;
  }
  return true;
}

const sendingScopes: readonly TokenScope[] = ['emails.send', 'campaigns.send'];

function capWithin(cap: SendCap, made: TokenLimits, same: boolean): boolean {
  if (!same) return !sendingScopes.some((scope) => scopesAllow(made.scopes, scope));
  return (
    made.sendCap !== null &&
    within(cap.per_hour, made.sendCap.per_hour) &&
    within(cap.per_day, made.sendCap.per_day)
  );
}

function within(outer: number | null, inner: number | null): boolean {
  return outer === null || (inner !== null && inner <= outer);
}

const TokenMode = z.enum(['live', 'test']);

const capMax = 10_000_000;

const CapInput = z
  .number()
  .check((ctx) => {
    if (Number.isInteger(ctx.value) && ctx.value >= 0 && ctx.value <= capMax) return;
    ctx.issues.push({
      code: 'custom',
      input: ctx.value,
      message: `must be a whole number from 0 to ${capMax.toLocaleString('en')}`,
    });
  })
  .nullable()
  .optional();

const SendCapFields = z.strictObject({ per_hour: CapInput, per_day: CapInput });
const capDescription = 'Maximum number of mails';
export const sendCapForModels = {
  type: 'object',
  description: capDescription,
  properties: { per_hour: { type: 'integer' }, per_day: { type: 'integer' } },
  additionalProperties: false,
};
const capShown = shownAs(sendCapForModels);

const SendCapInput = SendCapFields.transform(({ per_hour = null, per_day = null }) => ({ per_hour, per_day }))
  .describe(capDescription)
  .meta(capShown);

const SendCapChangeInput = SendCapFields.describe(capDescription).meta(capShown);

/** A cap without limits becomes null. @param change null removes the whole cap */
export function changedSendCap(
  cap: SendCap | null,
  change: z.output<typeof SendCapChangeInput> | null,
): SendCap | null {
  if (change === null) return null;
  const { per_hour = cap?.per_hour ?? null, per_day = cap?.per_day ?? null } = change;
  return per_hour === null && per_day === null ? null : { per_hour, per_day };
}

const ExpiryInput = z
  .string()
  .check((ctx) => {
    const read = InstantInput.safeParse(ctx.value);
    if (!read.success) {
      ctx.issues.push({ code: 'custom', input: ctx.value, message: read.error.issues[0]!.message });
    }
  })
  .nullable()
  .meta({ format: 'date-time' });

const globLengthMax = 320;
const limitEntriesMax = 100;

const AllowedRecipients = z
  .array(z.string())
  .max(limitEntriesMax)
  .check((ctx) =>
    refuseEntries(
      ctx,
      (glob) => glob !== '' && glob.length <= globLengthMax,
      'must have 1 to 320 characters',
    ),
  )
  .describe('Patterns such as *@acme.com; an empty list allows none');

const IpAllowlist = z
  .array(z.string())
  .min(1)
  .max(limitEntriesMax)
  .check((ctx) => refuseEntries(ctx, isIpRange, 'must be an IP address or a range such as 10.0.0.0/8'))
  .describe('Addresses or CIDR ranges');

function refuseEntries(
  ctx: z.core.ParsePayload<string[]>,
  fits: (entry: string) => boolean,
  message: string,
): void {
  for (const [index, entry] of ctx.value.entries()) {
    if (!fits(entry)) ctx.issues.push({ code: 'custom', input: entry, path: [index], message });
  }
}

/** Includes all scopes; a test compares the list. */
const scopesInShort =
  'full_access, sending_access (emails.send), tools.run, admin, emails.read, emails.send, campaigns.send; also .read and .write of subscribers, tags, events, campaigns, domains, suppressions, webhooks, workflows, tokens, organization';

/** Describes scopes in words, because another tool's schema lists them. */
const ScopesInput = z
  .array(z.string())
  .min(1)
  .transform((given, ctx): TokenScope[] => {
    const known = given.filter((scope): scope is TokenScope => (scopes as readonly string[]).includes(scope));
    if (known.length === given.length) return known;
    for (const [index, scope] of given.entries()) {
      if ((scopes as readonly string[]).includes(scope)) continue;
      ctx.issues.push({
        code: 'custom',
        input: scope,
        path: [index],
        message: `must be one of ${scopes.join(', ')}`,
      });
    }
    return z.NEVER;
  })
  .describe('All scopes of the token')
  .meta(inShort(scopesInShort));

function isIpRange(text: string): boolean {
  try {
    return ipRanges([text]).length === 1;
  } catch {
    // `ipRanges` throws for an invalid entry.
    return false;
  }
}

export const tokenFields = {
  name: oneLine(100).min(1),
  scopes: z.array(z.enum(scopes)).min(1).meta(inShort(scopesInShort)),
  domain_id: z.string().nullable().describe('Restrict senders to this domain'),
  mode: TokenMode.describe('test: all mail is simulated'),
  allowed_recipients: AllowedRecipients.nullable(),
  send_cap: SendCapInput.nullable(),
  ip_allowlist: IpAllowlist.nullable(),
  expires_at: ExpiryInput,
};

/** Cannot be changed later: an assistant's token never becomes an ordinary one. */
export const AssistantInput = z
  .boolean()
  .describe(
    'The token is for an assistant: without approval it can mail only a few people, over every interface. Always true if an assistant creates it',
  )
  .meta(
    shownAs({
      type: 'boolean',
      description:
        'For an assistant: may mail few people without approval. Always true if you create the token',
    }),
  );

export const tokenChangeFields = {
  ...tokenFields,
  ip_allowlist: IpAllowlist.nullable(),
  scopes: ScopesInput,
  domain_id: z.string().nullable().describe('Restrict senders to this domain'),
  mode: TokenMode.describe('test: all mail is simulated'),
  send_cap: SendCapChangeInput.nullable(),
};

const SendCapShown = z.object({ per_hour: z.int().nullable(), per_day: z.int().nullable() }).nullable();

export const Token = z.object({
  object: z.literal('token'),
  id: z.string(),
  name: z.string(),
  prefix: z.string().describe('First 12 characters of the secret'),
  scopes: z.array(z.enum(scopes)),
  domain_id: z.string().nullable(),
  mode: TokenMode,
  allowed_recipients: z.array(z.string()).nullable(),
  send_cap: SendCapShown,
  send_cap_left: SendCapShown.optional().describe('Only for the token that makes the call. null: no cap'),
  organization_id: z.string().optional().describe('Only for the token that makes the call'),
  organization_name: z.string().optional().describe('Only for the token that makes the call'),
  ip_allowlist: z.array(z.string()).nullable(),
  assistant: z.boolean().describe('Whether the token was created for or by an assistant'),
  last_used_at: Instant.nullable(),
  created_at: Instant,
  expires_at: Instant.nullable(),
  revoked_at: Instant.nullable(),
  created_by: z
    .string()
    .nullable()
    .optional()
    .describe(
      'Token that created this one; revoking it also revokes this one. null: none. Omitted if not loaded',
    ),
});

export const TokenWithSecret = Token.extend({ token: z.string().describe('Secret, shown only once') });

export const TokenRotated = TokenWithSecret.extend({
  old_token_expires_at: Instant.describe('The old secret works until then'),
});

/** Returns epoch ms; never exceeds the token's own expiry. */
export function oldSecretUntil({ expiresAt }: Pick<TokenLimits, 'expiresAt'>, now: number): number {
  return Math.min(now + rotationOverlapMs, expiresAt ?? Number.POSITIVE_INFINITY);
}

/** @param createdBy id of the minting token, if known */
export function tokenAnswer(token: TokenRecord, createdBy?: string | null): z.infer<typeof Token> {
  return {
    object: 'token',
    id: token.id,
    name: token.name,
    prefix: token.prefix,
    // Older tokens may have scopes that no longer exist.
    scopes: token.scopes.filter((scope) => scopes.includes(scope)),
    domain_id: token.domainId,
    mode: token.mode,
    allowed_recipients: token.allowedRecipients,
    send_cap: token.sendCap,
    ip_allowlist: token.ipAllowlist,
    assistant: token.assistant,
    last_used_at: isoInstantOrNull(token.lastUsedAt),
    created_at: isoInstant(token.createdAt),
    expires_at: isoInstantOrNull(token.expiresAt),
    revoked_at: isoInstantOrNull(token.revokedAt),
    ...(createdBy !== undefined && { created_by: createdBy }),
  };
}
