import { scopes, scopesAllow, type TokenScope } from '../token.ts';

/**
 * What can be granted over OAuth, each with what it means to the person who is asked. The scopes that stand for many
 * are left out, so that what is granted can be read; so are `admin`, which is the operator's, and `tokens.write`: who
 * may make API tokens could make one that outlives the grant. What no tool needs yet cannot be granted.
 */
export const scopeSentences = {
  'emails.read': 'See the emails that were sent, to whom, what they say, and what became of them.',
  'emails.send': 'Send emails in the name of the organization.',
  'subscribers.read': 'See subscribers: their addresses, names and other fields.',
  'subscribers.write': 'Add, change, import and unsubscribe subscribers.',
  'tags.read': 'See tags.',
  'tags.write': 'Make, change and delete tags.',
  'events.read': 'See what subscribers did.',
  'events.write': 'Note what subscribers do; that can start what follows from it.',
  'campaigns.read': 'See campaigns, their content and their results.',
  'campaigns.write': 'Write, change and delete campaigns that are not sent yet.',
  'campaigns.send': 'Send and schedule campaigns to subscribers.',
  'domains.read': 'See sending domains and their DNS records.',
  'domains.write': 'Add, check and remove sending domains.',
  'suppressions.read': 'See the addresses that are not written to.',
  'suppressions.write': 'Add to the addresses that are not written to, and take away from them.',
  'tokens.read': 'See the API tokens of the organization and what they may do, without their secrets.',
  'organization.read': 'See the organization’s settings and limits.',
  'organization.write': 'Change the organization’s settings.',
} as const satisfies Partial<Record<TokenScope, string>>;

export type OauthScope = keyof typeof scopeSentences;

/** In the order of the model's list. */
export const oauthScopes: readonly OauthScope[] = scopes.filter(isOauthScope);

/** What a client gets that asks for nothing: to look. */
export const defaultScopes: readonly OauthScope[] = oauthScopes.filter(
  (scope) => scope.endsWith('.read') && scope !== 'tokens.read',
);

/**
 * What the protected resource says of itself (RFC 9728), which many clients ask for as a whole: all the work of an
 * assistant, and nothing of the administration.
 */
export const workingScopes: readonly OauthScope[] = oauthScopes.filter(
  (scope) => !['tokens.read', 'organization.write', 'domains.write'].includes(scope),
);

export function isOauthScope(scope: string): scope is OauthScope {
  return Object.hasOwn(scopeSentences, scope);
}

/** The names in a `scope` parameter (RFC 6749 3.3), each once. */
export function scopeNames(text: string): string[] {
  return [...new Set(text.split(' ').filter((name) => name !== ''))];
}

/**
 * The scopes asked for that can be granted. Names that are not known are passed over, as RFC 6749 3.3 allows: clients
 * ask for `openid` or `offline_access` of everybody.
 */
export function askedScopes(scope: string | null): OauthScope[] {
  if (scope === null || scope.trim() === '') return [...defaultScopes];
  const names = scopeNames(scope);
  return oauthScopes.filter((known) => names.includes(known));
}

/** Of some scopes those that `held` opens too: what a grant is worth once its token was narrowed. */
export function scopesWithin(granted: readonly TokenScope[], held: readonly TokenScope[]): TokenScope[] {
  return granted.filter((scope) => scopesAllow(held, scope));
}
