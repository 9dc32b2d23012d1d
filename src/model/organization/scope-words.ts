import { scopes, type TokenScope } from './token.ts';

/** Kinds of objects that scopes name, as people call them. */
const kinds: Readonly<Record<string, string>> = {
  emails: 'emails',
  subscribers: 'subscribers and segments',
  tags: 'tags',
  events: 'events',
  campaigns: 'campaigns and templates',
  domains: 'domains',
  suppressions: 'suppressions',
  webhooks: 'webhooks and integrations',
  workflows: 'workflows',
  tokens: 'tokens',
  organization: 'settings and the audit log',
};

const whole: Partial<Record<TokenScope, string>> = {
  full_access: 'Everything in this organization',
  admin: 'Every organization on this server',
};

const sends: Partial<Record<TokenScope, string>> = {
  'emails.send': 'emails',
  sending_access: 'emails',
  'campaigns.send': 'campaigns',
};

/** Describes the permissions of a token, in a line such as `Send emails; read subscribers and segments`. */
export function describeScopes(held: readonly TokenScope[]): string {
  const all = held.map((scope) => whole[scope]).filter((words) => words !== undefined);
  if (all.length > 0) return all.join('; ');
  const sending = [...new Set(held.flatMap((scope) => sends[scope] ?? []))];
  const written = objectsWith(held, '.write');
  const read = objectsWith(held, '.read');
  const isAllRead = read.length === objectsWith(scopes, '.read').length;
  const parts = [
    sending.length > 0 && `send ${inWords(sending)}`,
    written.length > 0 && `change ${inWords(written)}`,
    read.length > 0 && (isAllRead ? 'read everything' : `read ${inWords(read)}`),
    held.includes('tools.run') && 'run tools over REST',
  ].filter((part) => part !== false);
  const text = parts.join('; ');
  return text === '' ? 'Nothing' : text.charAt(0).toUpperCase() + text.slice(1);
}

function objectsWith(held: readonly TokenScope[], ending: string): string[] {
  return held.flatMap((scope) =>
    scope.endsWith(ending) ? (kinds[scope.slice(0, -ending.length)] ?? []) : [],
  );
}

const namedMax = 4;

function inWords(names: readonly string[]): string {
  if (names.length > namedMax) {
    return `${names.slice(0, namedMax).join(', ')} and ${names.length - namedMax} more`;
  }
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
