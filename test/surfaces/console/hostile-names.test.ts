import { expect, test } from 'vitest';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';
import { sendable } from '../../tools/campaigns/scene.ts';
import { type Browser, personIn, signedIn } from './scene.ts';

/** Ends an attribute, opens a tag, and reorders the text around it. */
const hostile = `"'><zz onload=x>\u202e&amp;`;
/** Names before an address refuse controls. */
const visible = hostile.replace('\u202e', '');
const pagesMax = 250;

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

type Crawled = { paths: string[]; actions: string[]; faults: string[] };

/** Follows each link from the home page, as a person with all rights. */
async function crawl(here: Place, at: Browser): Promise<Crawled> {
  const paths = ['/console', '/console/search?q=zz', '/console/nowhere'];
  const actions = new Set<string>();
  const faults: string[] = [];
  for (let index = 0; index < Math.min(paths.length, pagesMax); index += 1) {
    const path = paths[index]!;
    // A session has a budget of requests for each minute.
    if (index % 100 === 99) await here.platform.clock.advance(60_000);
    const { status, headers, text } = await at.get(path);
    if (status >= 500) faults.push(`${path} answers ${status}`);
    if (headers.get('cache-control') !== 'no-store') faults.push(`${path} may be cached`);
    if (headers.get('content-security-policy')?.startsWith('sandbox')) continue;
    const markup = /.{0,90}(?:<zz|\u202e)/s.exec(text);
    if (markup) faults.push(`${path} shows ${markup[0]}`);
    for (const [, name, escaped = ''] of text.matchAll(/ ([\w-]+)="([^"]*)"/g)) {
      if (!['href', 'src', 'action', 'formaction', 'data-deferred', 'data-submit'].includes(name!)) continue;
      const target = escaped.replaceAll('&amp;', '&').replaceAll('&#39;', "'");
      const [page = ''] = target.split('#');
      if (!/^[/#](?!\/)/.test(target)) faults.push(`${path} leads to ${target}`);
      else if (name!.endsWith('action') || name === 'data-submit') actions.add(page);
      else if (page.startsWith('/console') && !page.startsWith('/console/assets/') && !paths.includes(page))
        paths.push(page);
    }
  }
  return { paths, actions: [...actions], faults };
}

/** Every signed-in person may use these. */
const forEveryone =
  /^\/console\/(?:sign-out$|settings\/account\/|settings\/appearance$|exports$|search$|campaigns\/\w+\/recipients$|subscribers\/\w+\/export$|suppressions\/export$)/;

onBothDatabases((place) => {
  test('no page shows a name or a mail as markup, leads elsewhere, may be cached or belongs to another organization', async () => {
    const here = place();
    await plant(here);
    const admin = await personIn(here.platform, here.organization, { name: hostile, email: 'eve@gmail.com' });
    const { paths, actions, faults } = await crawl(here, await signedIn(here.platform, admin));
    expect(faults).toEqual([]);
    expect(paths.length).toBeGreaterThan(100);

    const { organization } = await here.platform.addOrganization('Other');
    const outsider = await signedIn(here.platform, await personIn(here.platform, organization));
    const viewer = await signedIn(
      here.platform,
      await personIn(here.platform, here.organization, { email: 'viewer@gmail.com', roles: ['viewer'] }),
    );
    const leaks: string[] = [];
    for (const path of paths) {
      await here.platform.clock.advance(1_000);
      const { status, text } = await outsider.get(path);
      if (status >= 500 || text.includes('zz onload')) leaks.push(`${path} answers an outsider ${status}`);
    }
    for (const action of actions.filter((one) => !forEveryone.test(one))) {
      await here.platform.clock.advance(1_000);
      const { status } = await viewer.post(action);
      if (status !== 403 && status !== 405) leaks.push(`POST ${action} answers a viewer ${status}`);
      const other = await outsider.post(action);
      if (other.status >= 500) leaks.push(`POST ${action} answers an outsider ${other.status}`);
    }
    expect(leaks).toEqual([]);
  });
});
