import { expect, test } from 'vitest';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';
import { sendable } from '../../tools/campaigns/scene.ts';
import { crawl, readPage } from './crawl.ts';
import { type Page, personIn, signedIn } from './scene.ts';

/** Ends an attribute, opens a tag, and reorders the text around it. */
const hostile = `"'><zz onload=x>\u202e&amp;`;
/** Names before an address refuse controls. */
const visible = hostile.replace('\u202e', '');

/** Fills an organization with objects whose every free text is hostile. */
async function plant(here: Place): Promise<void> {
  const calls: [tool: string, input: object][] = [
    ['update_organization_settings', { name: `Acme ${visible}`, postal_address: `1 ${hostile}\nLeeds` }],
    ['create_tag', { name: `tag ${hostile}`, description: hostile }],
    [
      'create_subscriber',
      {
        ...{ email: 'ada@mailbox.dev', firstName: hostile, lastName: hostile, externalId: hostile },
        ...{ attributes: { [`plan ${hostile}`]: hostile }, tags: [`tag ${hostile}`] },
      },
    ],
    ['track_event', { email: 'ada@mailbox.dev', name: 'viewed', properties: { a: hostile } }],
    ['create_segment', { name: hostile, rule: { field: 'tags', operator: 'eq', value: `tag ${hostile}` } }],
    ['add_suppression', { email: 'bob@mailbox.dev' }],
    [
      'create_campaign',
      { ...sendable, name: hostile, subject: hostile, preview: hostile, fromName: visible },
    ],
    ['create_template', { name: `t ${hostile}`, subject: hostile, markdown: hostile, preview: hostile }],
    [
      'create_template',
      { name: 'receipt', subject: hostile, markdown: `Hi {{name}} ${hostile}`, preview: hostile },
    ],
    ['create_token', { name: hostile, scopes: ['emails.read'] }],
    ['create_token', { name: hostile, scopes: ['emails.read'], assistant: true }],
    ['save_webhook', { url: 'https://hooks.mailbox.dev/a?b=%22', description: hostile, events: [] }],
    [
      'create_integration',
      { provider: 'stripe', name: hostile, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    ],
    ['add_domain', { name: 'mailbox.dev' }],
    [
      'import_subscribers',
      { csv: `Email,${hostile.replaceAll('"', '""')}\na@mailbox.dev,x\n`, file_name: hostile, start: false },
    ],
    ['pause_sending', { reason: hostile }],
    [
      'save_workflow',
      {
        name: hostile,
        trigger: { type: 'TAG_ADDED', tag: `tag ${hostile}` },
        steps: [
          {
            key: 'mail',
            type: 'send_email',
            subject: hostile,
            markdown: `${hostile} [Leave]({{unsubscribeUrl}})`,
          },
        ],
      },
    ],
    ...['captured', 'other'].map((name): [string, object] => [
      'send_email',
      {
        ...{ from: `"${visible.replaceAll('"', '')}" <hello@acme.dev>`, to: 'ada@example.com' },
        ...{ subject: `${name} ${hostile}`, html: `<p>${hostile} Your code is 482913.</p>` },
      },
    ]),
  ];
  for (const [tool, input] of calls) await here.use(tool, input);
}

/** Faults that no page and no frame may have, whatever the names of things are. */
function faultsOf(path: string, { status, headers, text }: Page): string[] {
  const faults: string[] = [];
  if (status >= 400 && path !== '/console/nowhere') faults.push(`answers ${status}`);
  if (headers.get('cache-control') !== 'no-store') faults.push('may be cached');
  const isPage = headers.get('content-type')?.startsWith('text/html') === true;
  if (!isPage || headers.get('content-security-policy')?.startsWith('sandbox')) {
    return faults.map((fault) => `${path} ${fault}`);
  }
  const markup = /.{0,90}(?:<zz|\u202e)/s.exec(text);
  if (markup) faults.push(`shows ${markup[0]}`);
  return [...faults, ...readPage(text).faults].map((fault) => `${path} ${fault}`);
}

onBothDatabases((place) => {
  test('no page shows a name or a mail as markup, leads elsewhere or may be cached', async () => {
    const here = place();
    await plant(here);
    const admin = await personIn(here.platform, here.organization, { name: hostile, email: 'eve@gmail.com' });
    const starts = ['/console', '/console/search?q=zz', '/console/nowhere'];
    const { pages } = await crawl(await signedIn(here.platform, admin), starts, here.platform);
    expect([...pages].flatMap(([path, page]) => faultsOf(path, page))).toEqual([]);
    expect(pages.size).toBeGreaterThan(100);
  });
});
