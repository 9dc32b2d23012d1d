import { nav } from '../../src/surfaces/console/pages/index.ts';
import { seeded } from '../seed-lists.ts';
import type { Prototypes } from './scene.ts';

type Size = { subscribers: number; mails: number };

const numbered = (prefix: string, number: number): string => `${prefix}_${String(number).padStart(26, '0')}`;

/** Every page of the console, with each filter that a person uses: matches that are frequent, rare, the oldest and none. */
export function consolePaths(
  scene: Prototypes,
  { subscribers, mails }: Size,
  { person, grant }: { person: string; grant: string },
): string[] {
  const campaign = `/console/campaigns/${seeded.campaign}`;
  const workflow = `/console/workflows/${scene.workflow}`;
  const webhook = `/console/developers/webhooks/${scene.webhook}`;
  const integration = `/console/developers/integrations/${scene.integration}`;
  const domain = `/console/domains/${scene.domain}`;
  const draft = `/console/campaigns/${scene.draft}`;
  const template = `/console/templates/${scene.template}`;
  const filtered = (path: string, queries: readonly string[]): string[] =>
    queries.map((query) => `${path}?${query}`);
  const deepMail = numbered('eml', Math.floor(mails * 0.05));
  const deepPerson = numbered('sub', Math.floor(subscribers * 0.05));
  return [
    ...nav.map(({ href }) => href).filter((href) => href.startsWith('/console')),
    ...filtered('/console', ['period=day', 'period=month']),
    ...filtered('/console/emails', [
      'query=windmill',
      'query=receipt',
      'query=nothing-like-it',
      'query=reader-77%40mailbox.dev',
      'query=wq',
      'to=reader-9%40mailbox.dev',
      'to=reader-0%40mailbox.dev',
      'to=unknown%40mailbox.dev',
      'from=quixote',
      'from=acme',
      'state=delivered',
      'state=bounced',
      'state=complained',
      'state=canceled',
      'state=captured',
      'source=smtp',
      'source=api',
      'time=hour',
      'time=month',
      'state=bounced&time=day',
      'state=bounced&source=campaign&time=month',
      'state=complained&source=campaign',
      'query=receipt&state=bounced&time=week',
      'query=windmill&time=week',
      `campaign=${seeded.campaign}`,
      `campaign=${seeded.rareCampaign}`,
      `campaign=${seeded.campaign}&state=bounced`,
      `after=${deepMail}`,
      `state=opened&after=${deepMail}`,
    ]),
    // Mails of the application and of a campaign, a bounced and a captured mail.
    ...[mails - 1, mails - 2, mails - 4, mails - 8].map((n) => `/console/emails/${numbered('eml', n)}`),
    `/console/emails/${numbered('eml', mails - 1)}/source`,
    `/console/emails/${numbered('eml', mails - 1)}/content`,
    '/console/inbox/new',
    `/console/inbox/${numbered('eml', mails - 8)}`,
    ...filtered('/console/inbox', [
      'q=receipt',
      'q=windmill',
      'q=to%3Areader-9%40mailbox.dev',
      `token=${scene.token}`,
      `after=${deepMail}`,
    ]),
    ...filtered('/console/subscribers', [
      'query=zebulon',
      'query=nothing-like-it',
      'query=reader',
      'status=ACTIVE',
      'status=BOUNCED',
      `tag=${seeded.tag}`,
      `tag=${seeded.tag}&query=zebulon`,
      ...Object.values(seeded.segments).map((segment) => `segment=${segment}`),
      `segment=${seeded.segments.attribute}&status=UNSUBSCRIBED`,
      `after=${deepPerson}`,
    ]),
    ...[0, 7, subscribers - 1].map((n) => `/console/subscribers/${numbered('sub', n)}`),
    ...['emails', 'workflows', 'consent', 'edit', 'erase'].map(
      (part) => `/console/subscribers/${numbered('sub', 0)}/${part}`,
    ),
    '/console/subscribers/new',
    ...Object.values(seeded.segments).map((segment) => `/console/segments/${segment}`),
    '/console/segments/new',
    '/console/tags',
    ...filtered('/console/tags', ['query=tag%20299', 'query=nothing']),
    `/console/tags/${seeded.tag}`,
    '/console/imports/new',
    `/console/imports/${scene.import}`,
    '/console/exports',
    '/console/suppressions/new',
    '/console/suppressions/import',
    ...filtered('/console/suppressions', [
      'query=rocinante',
      'query=nothing-like-it',
      'query=gone',
      'origin=complaint',
      'origin=bounce',
      'origin=manual',
      'origin=bounce&query=rocinante',
    ]),
    ...filtered('/console/campaigns', ['state=SENT', 'state=SENDING', 'state=DRAFT', 'q=draft', 'q=nothing']),
    draft,
    ...['edit', 'audience', 'review', 'ab-test', 'frame', 'email'].map((part) => `${draft}/${part}`),
    campaign,
    ...['report', 'report/details', 'links', 'recipients', 'audience', 'email'].map(
      (part) => `${campaign}/${part}`,
    ),
    ...['WAITING', 'SKIPPED', 'delivered', 'opened', 'clicked', 'bounced', 'complained', 'failed'].map(
      (result) => `${campaign}/recipients?result=${result}`,
    ),
    ...['report', 'recipients', 'recipients?result=WAITING'].map(
      (part) => `/console/campaigns/${numbered('cmp', 3)}/${part}`,
    ),
    '/console/campaigns/new',
    template,
    ...['versions', 'send', 'frame'].map((part) => `${template}/${part}`),
    '/console/templates/new',
    ...filtered('/console/workflows', ['state=ACTIVE', 'state=DRAFT', 'q=series']),
    workflow,
    ...['runs', 'versions', 'simulate', 'edit'].map((part) => `${workflow}/${part}`),
    ...filtered(`${workflow}/runs`, [
      ...['RUNNING', 'WAITING', 'COMPLETED', 'FAILED'].map((state) => `state=${state}`),
      'subscriber=reader-9%40mailbox.dev',
    ]),
    `${workflow}/simulate?subscriber=reader-9%40mailbox.dev`,
    `${workflow}/runs/${numbered('run', 5)}`,
    `${workflow}/activate`,
    `${workflow}/activate/history`,
    `/console/runs/${numbered('run', 5)}`,
    '/console/workflows/new',
    domain,
    `${domain}/edit`,
    '/console/developers/webhooks',
    '/console/developers/webhooks/new',
    webhook,
    ...filtered(webhook, ['status=failed', 'status=succeeded', 'status=pending']),
    `${webhook}/deliveries/${numbered('msg', 50)}`,
    `${webhook}/edit`,
    '/console/developers/integrations',
    '/console/developers/integrations/new',
    integration,
    ...filtered(integration, ['state=failed', 'state=applied']),
    `/console/developers/tokens/${scene.token}`,
    '/console/developers/tokens/new',
    '/console/developers/smtp',
    '/console/developers/requests',
    '/console/approvals/decided',
    `/console/approvals/${scene.approval}`,
    `/console/approvals/${numbered('apr', 9)}`,
    `/console/approvals/${scene.pending}`,
    `/console/approvals/${scene.pending}/mails/1`,
    `/console/approvals/${scene.pending}/alike`,
    `/console/assistants/${grant}`,
    '/console/assistants/connect/claude-code',
    ...filtered('/console/assistants', ['show=refused']),
    ...['', '/sending', '/branding', '/storage', '/team', '/account', '/audit-log'].map(
      (part) => `/console/settings${part}`,
    ),
    `/console/settings/team/${person}`,
    ...filtered('/console/settings/audit-log', [
      'action=delete_tag',
      'action=send_email',
      'action=delete_tag&period=month',
      'period=yesterday',
      `token=${scene.token}`,
      `token=${scene.token}&action=delete_tag`,
      `after=${numbered('aud', Math.floor(subscribers * 0.05))}`,
    ]),
    ...filtered('/console/search', [
      'q=zebulon',
      'q=windmill',
      'q=receipt',
      'q=nothing-like-it',
      'q=reader-9%40mailbox.dev',
      'q=acme.dev',
      `q=${numbered('eml', 7)}`,
    ]),
  ];
}
