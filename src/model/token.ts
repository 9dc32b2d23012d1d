import { z } from 'zod';
import { IdInput } from './id.ts';
import { Instant, InstantInput } from './instant.ts';

/** Every API token begins with this, so that a leaked one can be recognised. */
export const tokenPrefix = 'posthouse_';
/** How much of a token is kept readable, to tell tokens apart. */
export const tokenPrefixShownLength = 12;
export const tokensPerOrganizationMax = 100;
/** After a rotation the old secret works this much longer. */
export const rotationOverlapMs = 24 * 60 * 60 * 1_000;

/**
 * What a token may be allowed to do. `full_access` is everything but `admin`; `sending_access` is
 * `emails.send`; the others open one kind of operation each.
 */
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
  'workflows.read',
  'workflows.write',
  'domains.read',
  'domains.write',
  'webhooks.read',
  'webhooks.write',
  'suppressions.read',
  'suppressions.write',
  'tokens.read',
  'tokens.write',
  'organization.read',
  'organization.write',
  'tools.run',
  'admin',
] as const;

export type TokenScope = (typeof scopes)[number];

/** Whether `held` opens an operation that needs `needed`. `tools.run` only opens the door, never a tool. */
export function scopesAllow(held: readonly TokenScope[], needed: TokenScope): boolean {
  if (held.includes(needed)) return true;
  if (needed === 'admin') return false;
  if (held.includes('full_access')) return true;
  return needed === 'emails.send' && held.includes('sending_access');
}

/** Whether a token with `held` may make one with `asked`: its own scopes or fewer. */
export function scopesMint(held: readonly TokenScope[], asked: readonly TokenScope[]): boolean {
  return asked.every((scope) =>
    scope === 'full_access' ? held.includes('full_access') : scopesAllow(held, scope),
  );
}

export const TokenMode = z.enum(['live', 'test']);

const SendCap = z
  .strictObject({
    per_hour: z.int().min(0).max(10_000_000).nullable().default(null),
    per_day: z.int().min(0).max(10_000_000).nullable().default(null),
  })
  .describe('Most mails this token may send; null for no cap');

const AllowedRecipients = z
  .array(z.string().min(1).max(320))
  .max(100)
  .describe('Address globs such as *@acme.com; an empty list denies all');

const IpAllowlist = z.array(z.string().min(2).max(50)).max(100).describe('Addresses or CIDR ranges');

/** What create and update of a token take. */
export const tokenFields = {
  name: z.string().trim().min(1).max(100),
  scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
  domain_id: IdInput.nullable().describe('Send only from this domain'),
  mode: TokenMode.describe('test: every recipient is treated as a fixture'),
  allowed_recipients: AllowedRecipients.nullable(),
  send_cap: SendCap.nullable(),
  ip_allowlist: IpAllowlist.nullable(),
  expires_at: InstantInput.nullable(),
};

/** A token as answered: all but its secret. */
export const Token = z.object({
  object: z.literal('token'),
  id: z.string(),
  name: z.string(),
  prefix: z.string().describe('First 12 characters'),
  scopes: z.array(z.enum(scopes)),
  domain_id: z.string().nullable(),
  mode: TokenMode,
  allowed_recipients: z.array(z.string()).nullable(),
  send_cap: z.object({ per_hour: z.int().nullable(), per_day: z.int().nullable() }).nullable(),
  ip_allowlist: z.array(z.string()).nullable(),
  last_used_at: Instant.nullable(),
  created_at: Instant,
  expires_at: Instant.nullable(),
  revoked_at: Instant.nullable(),
});

/** The same with the secret, answered once: when made or rotated. */
export const TokenWithSecret = Token.extend({ token: z.string().describe('Shown this once') });
