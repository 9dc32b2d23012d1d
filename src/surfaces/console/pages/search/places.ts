import { hasRole, type PersonRole } from '../../../../model/person/roles.ts';
import type { IconName } from '../../look/parts.ts';

export type Place = {
  kind: 'Page' | 'Setting' | 'Action';
  href: string;
  title: string;
  picture: IconName;
  /** More words that a person may type, in lower case. */
  words: string;
  roles?: readonly PersonRole[];
};

const admin = ['admin'] as const;
const author = ['author'] as const;

/** Pages, settings and actions that the search finds by a word. */
export const places: readonly Place[] = [
  { kind: 'Page', href: '/console', title: 'Home', picture: 'home', words: 'today figures activity' },
  { kind: 'Page', href: '/console/inbox', title: 'Inbox', picture: 'inbox', words: 'captured test mail' },
  {
    kind: 'Page',
    href: '/console/approvals',
    title: 'Approvals',
    picture: 'approval',
    words: 'decide approve decline waiting',
  },
  {
    kind: 'Page',
    href: '/console/emails',
    title: 'Emails',
    picture: 'email',
    words: 'sent mail bounced delivered',
  },
  {
    kind: 'Page',
    href: '/console/campaigns',
    title: 'Campaigns',
    picture: 'campaign',
    words: 'newsletter broadcast report',
  },
  {
    kind: 'Page',
    href: '/console/templates',
    title: 'Templates',
    picture: 'template',
    words: 'variables version',
  },
  {
    kind: 'Page',
    href: '/console/workflows',
    title: 'Workflows',
    picture: 'workflow',
    words: 'automation series welcome',
  },
  {
    kind: 'Page',
    href: '/console/subscribers',
    title: 'Subscribers',
    picture: 'people',
    words: 'people contacts readers',
  },
  {
    kind: 'Page',
    href: '/console/segments',
    title: 'Segments',
    picture: 'segment',
    words: 'filter rules audience',
  },
  { kind: 'Page', href: '/console/tags', title: 'Tags', picture: 'tag', words: 'labels' },
  { kind: 'Page', href: '/console/imports', title: 'Imports', picture: 'import', words: 'csv upload list' },
  { kind: 'Page', href: '/console/exports', title: 'Exports', picture: 'download', words: 'csv download' },
  {
    kind: 'Page',
    href: '/console/suppressions',
    title: 'Suppressions',
    picture: 'suppressed',
    words: 'blocked bounced unsubscribed',
  },
  {
    kind: 'Page',
    href: '/console/domains',
    title: 'Domains',
    picture: 'domain',
    words: 'dns dkim spf dmarc',
  },
  {
    kind: 'Page',
    href: '/console/developers',
    title: 'API tokens',
    picture: 'key',
    words: 'api key secret developers',
  },
  {
    kind: 'Page',
    href: '/console/developers/webhooks',
    title: 'Webhooks',
    picture: 'webhook',
    words: 'events deliveries developers',
  },
  {
    kind: 'Page',
    href: '/console/developers/integrations',
    title: 'Integrations',
    picture: 'link',
    words: 'stripe connect developers',
  },
  {
    kind: 'Page',
    href: '/console/assistants',
    title: 'Assistants',
    picture: 'assistant',
    words: 'mcp claude cursor connect stop',
  },
  {
    kind: 'Page',
    href: '/console/health',
    title: 'Health',
    picture: 'health',
    words: 'doctor checks queue backup restore release held disk version',
  },
  {
    kind: 'Setting',
    href: '/console/settings',
    title: 'Organization',
    picture: 'settings',
    words: 'name time zone',
  },
  {
    kind: 'Setting',
    href: '/console/settings/sending',
    title: 'Sending',
    picture: 'send',
    words: 'relay delivery default sender from reply-to postal address content check double opt-in',
  },
  {
    kind: 'Setting',
    href: '/console/settings/branding',
    title: 'Branding',
    picture: 'settings',
    words: 'logo color accent public pages',
  },
  {
    kind: 'Setting',
    href: '/console/settings/team',
    title: 'Team',
    picture: 'people',
    words: 'people roles invite colleague access',
    roles: admin,
  },
  {
    kind: 'Setting',
    href: '/console/settings/account',
    title: 'Sessions and passkeys',
    picture: 'passkey',
    words: 'account sign in device',
  },
  {
    kind: 'Setting',
    href: '/console/settings/appearance',
    title: 'Appearance',
    picture: 'dark',
    words: 'theme dark light mode colors',
  },
  {
    kind: 'Setting',
    href: '/console/settings/audit-log',
    title: 'Audit log',
    picture: 'history',
    words: 'activity who changed',
  },
  {
    kind: 'Setting',
    href: '/console/settings/storage',
    title: 'Storage',
    picture: 'server',
    words: 'retention limits space',
  },
  {
    kind: 'Action',
    href: '/console/inbox/new',
    title: 'Send a test email',
    picture: 'send',
    words: 'new write mail',
    roles: author,
  },
  {
    kind: 'Action',
    href: '/console/campaigns/new',
    title: 'Write a campaign',
    picture: 'campaign',
    words: 'new newsletter create',
    roles: author,
  },
  {
    kind: 'Action',
    href: '/console/templates/new',
    title: 'Write a template',
    picture: 'template',
    words: 'new create',
    roles: author,
  },
  {
    kind: 'Action',
    href: '/console/imports/new',
    title: 'Import subscribers',
    picture: 'import',
    words: 'csv upload new',
    roles: author,
  },
  {
    kind: 'Action',
    href: '/console#sending',
    title: 'Pause sending',
    picture: 'pause',
    words: 'stop hold emergency',
  },
  { kind: 'Page', href: '/docs', title: 'Documentation', picture: 'file', words: 'docs help api reference' },
];

const placesMax = 6;

/** Returns the places whose title or words contain each typed word, titles first. */
export function findPlaces(text: string, held: readonly PersonRole[]): Place[] {
  const words = text
    .toLowerCase()
    .split(/\s+/, wordsMax)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const contains = (place: string): boolean => words.every((word) => place.includes(word));
  const allowed = places.filter(({ roles }) => roles === undefined || hasRole(held, roles));
  const titled = allowed.filter(({ title }) => contains(title.toLowerCase()));
  const worded = allowed.filter(
    ({ title, words: more }) => !contains(title.toLowerCase()) && contains(`${title.toLowerCase()} ${more}`),
  );
  return [...titled, ...worded].slice(0, placesMax);
}

const wordsMax = 8;
