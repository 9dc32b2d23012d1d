import { scopes, scopesAllow, type TokenScope } from '../organization/token.ts';

/**
 * Scopes that OAuth can grant, with sentences for the approver. Excludes scopes that imply others, scopes
 * that no tool needs, `admin`, which belongs to the operator, and `tokens.write`: tokens outlive a grant.
 */
export const scopeSentences = {
  'emails.read': 'See the emails that were sent: recipients, content and outcome.',
  'emails.send':
    'Send emails in the name of the organization, send failed and captured ones again, delete captured and test emails, check addresses, and pause all sending.',
  'subscribers.read': 'See subscribers, their addresses, names and other fields, and segments of them.',
  'subscribers.write':
    'Add, change, import, unsubscribe and erase subscribers; create, change and delete segments. With double opt-in, new subscribers get an opt-in request by mail.',
  'tags.read': 'See tags, and how many subscribers have each.',
  'tags.write': 'Create, change and delete tags; a deleted tag is removed from all subscribers.',
  'events.read': 'See what subscribers did.',
  'events.write':
    'Record what subscribers do. An unknown address becomes a subscriber and, with double opt-in, gets an opt-in request by mail.',
  'campaigns.read': 'See campaigns: content, results and recipients; see templates.',
  'campaigns.write':
    'Create and change campaigns before they are sent; archive and delete campaigns, including scheduled and sent campaigns. Create, change, publish and delete templates, which programs of the organization send.',
  'campaigns.send':
    'Send and schedule campaigns to subscribers, send tests of them, correct their links, and pause them or stop them for good.',
  'domains.read': 'See sending domains and their DNS records.',
  'domains.write': 'Add, change, check and remove sending domains, and create new DKIM keys for them.',
  'suppressions.read': 'See the addresses that get no mail, and why.',
  'suppressions.write': 'Block mail to addresses, and let blocked addresses get mail again.',
  'webhooks.read':
    'See webhooks and the events sent to them (which people were mailed, which signed up, and what happened), and which other systems send their events here, without their secrets.',
  'webhooks.write':
    'Create, change, test, replay and delete webhooks, which send events with the addresses and names of people to any server on the internet; and let other systems send their events here: people become subscribers, and bounces that a relay reports stop mail. Change and delete these connections.',
  'workflows.read': 'See workflows, the subscribers who are going through them, and why.',
  'workflows.write':
    'Create, activate, pause, archive and delete workflows, which send mail to subscribers automatically while active, and start, retry and cancel them for individual people.',
  'tokens.read':
    'See the API tokens of the organization, the apps that were approved, and what each may do, without their secrets.',
  'organization.read': 'See the organization’s settings and limits, and the log of who changed or sent what.',
  'organization.write':
    'Change the organization’s settings: its name, default sender, time zone, double opt-in and postal address; resume paused sending.',
} as const satisfies Partial<Record<TokenScope, string>>;

export type OauthScope = keyof typeof scopeSentences;

export const oauthScopes: readonly OauthScope[] = scopes.filter(isOauthScope);

/** Read-only, for a client that requests no scope. */
const defaultScopes: readonly OauthScope[] = oauthScopes.filter(
  (scope) => scope.endsWith('.read') && scope !== 'tokens.read',
);

/** RFC 9728: many clients request all of these. Excludes administration and sending data elsewhere. */
export const workingScopes: readonly OauthScope[] = oauthScopes.filter(
  (scope) => !['tokens.read', 'organization.write', 'domains.write', 'webhooks.write'].includes(scope),
);

export function isOauthScope(scope: string): scope is OauthScope {
  return Object.hasOwn(scopeSentences, scope);
}

/** Parses a `scope` parameter (RFC 6749 3.3) without duplicates. */
export function scopeNames(text: string): string[] {
  return [...new Set(text.split(' ').filter((name) => name !== ''))];
}

/** Ignores unknown names, as RFC 6749 3.3 allows: some clients ask every server for `openid` or `offline_access`. */
export function askedScopes(scope: string | null): OauthScope[] {
  if (scope === null || scope.trim() === '') return [...defaultScopes];
  const names = scopeNames(scope);
  return oauthScopes.filter((known) => names.includes(known));
}

export function scopesWithin(granted: readonly TokenScope[], held: readonly TokenScope[]): TokenScope[] {
  return granted.filter((scope) => scopesAllow(held, scope));
}
