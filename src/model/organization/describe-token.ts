import { isoInstant } from '../instant.ts';
import { quoted } from '../text/quoted.ts';
import { scopesAllow, type TokenLimits, type TokenScope } from './token.ts';

const namedMax = 10;
const sendingScopes: readonly TokenScope[] = ['emails.send', 'campaigns.send'];

type Described = TokenLimits & { domain: string | null };

/** Omits sending limits if the token cannot send. */
export function describeTokenLimits(token: Described): string[] {
  const ofSending = ['mode', 'domain_id', 'allowed_recipients', 'send_cap'] as const;
  const sends = sendingScopes.some((scope) => scopesAllow(token.scopes, scope));
  const fields = [...(sends ? ofSending : []), 'ip_allowlist', 'expires_at'] as const;
  return fields.map((field) => describeLimit(field, token));
}

export function describeWidenedLimits(
  fields: readonly string[],
  before: Pick<TokenLimits, 'scopes'>,
  after: Described,
): string[] {
  return fields.map((field) => {
    if (field !== 'scopes') return describeLimit(field as keyof typeof limits, after);
    const added = after.scopes.filter((scope) => !scopesAllow(before.scopes, scope));
    return `May also: ${added.join(', ')}`;
  });
}

function describeLimit(field: keyof typeof limits, token: Described): string {
  return limits[field](token);
}

const limits = {
  mode: ({ mode }: Described) =>
    mode === 'test' ? 'Sends no real mail: its mode is test' : 'Sends real mail',
  domain_id: ({ domain }: Described) =>
    domain === null ? 'Can send from every domain of the organization' : `Can send only from ${domain}`,
  allowed_recipients: ({ allowedRecipients: allowed }: Described) => {
    if (allowed === null) return 'Can mail any address';
    return allowed.length === 0 ? 'Cannot mail any address' : `Can mail only ${named(allowed)}`;
  },
  send_cap: ({ sendCap }: Described) => {
    const { per_hour: perHour = null, per_day: perDay = null } = sendCap ?? {};
    const caps = [
      perHour === null ? '' : `${perHour.toLocaleString('en')} mails an hour`,
      perDay === null ? '' : `${perDay.toLocaleString('en')} mails a day`,
    ].filter((cap) => cap !== '');
    return caps.length === 0 ? 'Has no send cap' : `Can send at most ${caps.join(' and ')}`;
  },
  ip_allowlist: ({ ipAllowlist: ranges }: Described) =>
    ranges === null ? 'Works from any IP address' : `Works only from ${named(ranges)}`,
  expires_at: ({ expiresAt }: Described) =>
    expiresAt === null ? 'Never expires' : `Works until ${isoInstant(expiresAt)}`,
};

function named(entries: readonly string[]): string {
  const shown = entries.slice(0, namedMax).map((entry) => quoted(entry));
  const more = entries.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`;
}
