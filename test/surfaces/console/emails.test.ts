import { beforeEach, expect, test } from 'vitest';
import { type Assistant, assistantOf } from '../../spec/assistants/assistant.ts';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';
import { activeWorkflow, mailStep, tagStep, work } from '../../tools/workflows/scene.ts';
import { type Browser, type Page, personIn, signedIn } from './scene.ts';

const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello **there**.' };
const email = 'ada@mailbox.dev';

/** The text of a page as a person reads it. */
const textOf = ({ text }: Page): string =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#39;', '’')
    .replaceAll(/\s+/g, ' ');

const linkIn = ({ text }: Page, title: string): string =>
  new RegExp(`href="([^"]*)">${title}`).exec(text)![1]!.replaceAll('&amp;', '&');

const mailsIn = ({ text }: Page): string[] => text.match(/(?<=href="\/console\/emails\/)eml_\w+/g) ?? [];

const tests = (place: () => Place): void => {
  let here: Place;
  let root: { id: string; token: string };
  let assistant: Assistant;
  let at: Browser;
  beforeEach(async () => {
    here = place();
    await here.use('update_organization_settings', { timezone: 'Asia/Tokyo' });
    root = await here.platform.addToken(here.organization, { name: 'root', assistant: true });
    assistant = assistantOf(here.platform, { token: root.token });
    at = await signedIn(
      here.platform,
      await personIn(here.platform, here.organization, { roles: ['viewer'] }),
    );
  });

  const pathOf = async (): Promise<string> =>
    `/console/emails/${(await here.use('list_emails', { limit: 1 })).data[0].id}`;

  test('the page of a workflow mail names its step and the calls that caused it, latest first', async () => {
    const { engine } = here.platform.platform;
    engine.settings.approvalMode = 'never';
    const scopes = ['events.write', 'subscribers.write'];
    const { token } = (await assistant.call('create_token', { name: 'shop', scopes })).result;
    engine.settings.approvalMode = 'bulk';
    await here.use('create_subscriber', { email });
    await activeWorkflow(here, {
      name: 'Welcome',
      trigger: { type: 'TAG_ADDED', tag: 'vip' },
      steps: [{ key: 'tag', ...tagStep('seen') }, mailStep('hello', 'Hello')],
    });
    await activeWorkflow(here, {
      name: 'First <b>',
      trigger: { type: 'EVENT', name: 'signed_up' },
      steps: [{ key: 'tag', ...tagStep('vip') }],
    });
    const tracked = { name: 'signed_up', email };
    expect((await here.http('POST', '/api/v2/events', { token, body: tracked })).status).toBeLessThan(300);
    await work(here);
    const page = await at.get(await pathOf());
    expect(page.status).toBe(200);
    const chain = [
      'Step 2 (hello) of the workflow Welcome',
      'Step of the workflow First &lt;b&gt;',
      'Track event, with the assistant’s token shop (created by root) over REST',
      'Activate workflow, by the operator over REST (tool call)',
    ];
    expect(textOf(page)).toContain(chain.join(' '));
  });

  test('the page of a mail shows its header, its delivery, a timeline in local time and its content', async () => {
    const sent = { ...mail, subject: 'Receipt <b>7</b>', to: 'ada@example.com', reply_to: 'help@acme.dev' };
    const { id } = await here.use('send_email', sent);
    await here.platform.deliver();
    const page = await at.get(`/console/emails/${id}`);
    for (const part of [
      'Receipt &lt;b&gt;7&lt;/b&gt;',
      'Acme hello@acme.dev',
      'ada@example.com',
      'help@acme.dev',
      'Test: nothing leaves this server',
      'Accepted1 Jan 2026, 09:00',
      'The email was delivered. This is a test: the delivery was simulated, and nothing left this server.',
      'AcceptedSent by the operator over REST (tool call).09:00:00 DeliveredThe server of the recipient',
    ]) {
      expect(textOf(page)).toContain(part);
    }
    const preview = await at.get(`/console/emails/${id}?part=preview`);
    expect(preview.text).toContain(`<iframe src="/console/emails/${id}/content"`);
    const frame = await at.get(`/console/emails/${id}/content`);
    expect(frame.text).toContain('<strong>there</strong>');
    expect(frame.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'");
  });

  test('the mails of a held call and the audit log name the approval', async () => {
    const ann = await personIn(here.platform, here.organization, {
      name: 'Ann',
      email: 'ann@gmail.com',
      roles: ['approver'],
    });
    const approver = await signedIn(here.platform, ann);
    const emails = [email, 'bob@mailbox.dev'].map((to) => ({ ...mail, to }));
    const { details } = (await assistant.call('send_email_batch', { emails })).result;
    const { id } = details.approval;
    const path = `/console/approvals/${id}`;
    const about = /name="about" value="([^"]*)"/.exec((await approver.get(path)).text)![1]!;
    expect((await approver.post(path, { decision: 'approve', about })).status).toBe(303);
    const links = [...(await at.get(path)).text.matchAll(/href="(\/console\/emails\/eml_\w+)"/g)];
    expect(links).toHaveLength(2);
    const words = /with the assistant’s token root over MCP, program [^,]+, approved by Ann, \d/;
    expect(textOf(await at.get(links[0]![1]!))).toMatch(words);

    const chain = [
      {
        operation: 'send_email_batch',
        door: 'mcp',
        token_id: root.id,
        program: expect.any(String),
        assistant: true,
        approval_id: id,
      },
    ];
    expect((await here.use('get_email', { id: links[0]![1]!.split('/').at(-1) })).cause).toEqual(chain);
    const logged = async (tool: string) => (await here.use('list_audit_log', { tool })).data;
    const [done, held] = await logged('send_email_batch');
    expect([done.outcome, done.cause]).toEqual(['done', chain]);
    expect([held.outcome, held.cause[0].approval_id]).toEqual(['confirmation_required', undefined]);
    expect((await logged('decide_approval'))[0].cause).toEqual([
      { operation: 'decide_approval', door: 'console', person_id: ann.id, program: expect.any(String) },
    ]);
  });

  test('an approved campaign links to its mails, which can be searched and paged', async () => {
    const subscribers = Array.from({ length: 51 }, (_, n) => ({ email: `reader${n}@mailbox.dev` }));
    await here.use('save_subscribers', { subscribers });
    const { id: campaign } = await here.use('create_campaign', {
      name: 'News',
      subject: 'News',
      fromEmail: 'hello@acme.dev',
      markdown: 'Hello. [Leave]({{unsubscribeUrl}})',
    });
    const held = (await assistant.call('send_campaign', { campaignId: campaign })).result;
    const person = { name: 'Ann', email: 'ann@gmail.com', roles: ['approver'] as const };
    const approver = await signedIn(here.platform, await personIn(here.platform, here.organization, person));
    const path = `/console/approvals/${held.details.approval.id}`;
    const about = /name="about" value="([^"]*)"/.exec((await approver.get(path)).text)![1]!;
    expect((await approver.post(path, { decision: 'approve', about })).status).toBe(303);
    await work(here);
    await here.use('send_email', { ...mail, subject: 'Receipt', to: 'reader7@mailbox.dev' });

    const list = /href="(\/console\/emails\?campaign=[^"]*)"/.exec((await at.get(path)).text)![1]!;
    expect(list).toBe(`/console/emails?campaign=${campaign}`);
    const first = await at.get(list);
    expect(mailsIn(first)).toHaveLength(50);
    expect(textOf(first)).toContain('Only emails of one campaign.');
    expect(textOf(first)).not.toContain('Receipt');
    expect(first.text).toContain(`<input type="hidden" name="campaign" value="${campaign}">`);
    const older = linkIn(first, 'Older');
    expect(new URLSearchParams(older.split('?')[1]).get('campaign')).toBe(campaign);
    const second = await at.get(older);
    expect(mailsIn(second)).toHaveLength(1);
    expect(mailsIn(first)).not.toContain(mailsIn(second)[0]);
    expect(linkIn(second, '<svg[^>]*>(?:(?!</svg>).)*</svg>Newest')).toBe(list);
    const found = await at.get(`${list}&query=reader7%40`);
    expect(mailsIn(found)).toHaveLength(1);
    expect(textOf(found)).toContain('reader7@mailbox.dev');
    expect(mailsIn(await at.get('/console/emails?campaign=cmp_none'))).toEqual([]);
  });

  test('an unknown mail and a mail of another organization return 404', async () => {
    const { id } = await here.use('send_email', { ...mail, to: 'ada@example.com' });
    const other = await here.platform.addOrganization('Other');
    const eve = await signedIn(here.platform, await personIn(here.platform, other.organization));
    for (const path of [`/console/emails/${id}`, `/console/emails/${id}/content`]) {
      expect((await at.get(path)).status).toBe(200);
      expect((await eve.get(path)).status).toBe(404);
      expect((await at.get(path.replace(id, 'eml_none'))).status).toBe(404);
    }
    expect((await eve.get('/console/emails')).text).not.toContain(id);
  });

  test('the list of mails can be searched and paged, newest first', async () => {
    const empty = await at.get('/console/emails');
    expect([empty.status, textOf(empty)]).toEqual([200, expect.stringContaining('No emails yet')]);
    for (let n = 0; n < 51; n += 1)
      await here.use('send_email', { ...mail, subject: `Order ${n}`, to: `ada+${n}@example.com` });
    const first = await at.get('/console/emails');
    expect(textOf(first)).toMatch(/Order 50To .*Order 1To /);
    expect(textOf(first)).not.toContain('Order 0To ');
    const second = await at.get(linkIn(first, 'Older'));
    expect(textOf(second)).toContain('Order 0To ');
    expect(second.text).toContain('Newest</a>');
    expect(second.text).not.toContain('>Older<');
    const found = await at.get('/console/emails?query=ada%2B17');
    expect(textOf(found)).toContain('Order 17To ');
    expect(textOf(found)).not.toContain('Order 18To ');
    expect((await at.get('/console/emails?after=none')).status).toBe(400);
  });

  const answerOnce = (reply: object): void => {
    here.platform.mailbox.next({ kind: 'refused', by: 'mx1.oldpress.dev', stage: 'rcpt', ...reply } as never);
  };
  const bob = { ...mail, to: 'bob@oldpress.dev', subject: 'Order 20931' };

  test('the page of a bounced mail says first what happened, why and what to do', async () => {
    answerOnce({ code: 550, enhanced: '5.1.1', reply: '550 5.1.1 <bob@oldpress.dev>: User unknown' });
    const { id } = await here.use('send_email', bob);
    await here.platform.deliver();
    const list = textOf(await at.get('/console/emails?state=bounced'));
    expect(list).toContain('Order 20931To bob@oldpress.devThe mailbox does not exist.Bounced');
    const page = textOf(await at.get(`/console/emails/${id}`));
    expect(page).toContain(
      'The mailbox does not exist. oldpress.dev permanently rejected the email, so Posthouse does not retry. Ask the person for a new address.',
    );
    expect(page).toContain(
      'Attempt 1: rejectedThe mailbox does not exist. Server: mx1.oldpress.dev.550 5.1.1 &lt;bob@oldpress.dev&gt;: User unknown',
    );
    expect(page).not.toContain('Send again');
  });

  test('an admin sends a mail again after a policy bounce and suppresses its address, a viewer sees no button', async () => {
    answerOnce({ code: 550, enhanced: '5.7.26', reply: '550 5.7.26 Unauthenticated' });
    const { id } = await here.use('send_email', bob);
    await here.platform.deliver();
    const path = `/console/emails/${id}`;
    const admin = await signedIn(
      here.platform,
      await personIn(here.platform, here.organization, { email: null }),
    );
    for (const action of ['retry', 'suppress']) {
      expect((await at.get(path)).text).not.toContain(`${path}/${action}`);
      expect((await at.post(`${path}/${action}`)).status).toBe(403);
      expect((await admin.get(path)).text).toContain(`${path}/${action}`);
    }
    const early = await admin.post(`${path}/retry`);
    expect([early.status, textOf(early)]).toEqual([
      429,
      expect.stringContaining(
        'Not done. Posthouse waits after a bounce. You can send again from 1 Jan 2026, ',
      ),
    ]);
    await here.platform.clock.advance(2 * 3_600_000);
    const retried = await admin.post(`${path}/retry`);
    expect(retried.headers.get('location')).toBe(`${path}?done=retried`);
    expect(textOf(await admin.get(`${path}?done=retried`))).toContain(
      'Posthouse is sending the email again.',
    );
    await here.platform.deliver();
    expect(textOf(await admin.get(path))).toContain('Attempt 1: handed over');
    expect((await admin.post(`${path}/suppress`)).headers.get('location')).toBe(`${path}?done=suppressed`);
    expect(await here.use('get_suppression', { suppression: bob.to })).toMatchObject({ origin: 'manual' });
    const { data } = await here.use('list_audit_log', { limit: 5 });
    expect(data.slice(0, 2).map(({ tool, door, outcome }: never) => [tool, door, outcome])).toEqual([
      ['add_suppression', 'console', 'done'],
      ['retry_email', 'console', 'done'],
    ]);
  });

  test('the filters of the list are in the URL and select by state, sender, recipient, source and time', async () => {
    await here.use('send_email', { ...mail, to: 'ada@example.com', subject: 'Old' });
    await here.platform.clock.advance(2 * 86_400_000);
    await here.use('send_email', {
      ...mail,
      from: 'shop@acme.dev',
      to: 'bounce@example.com',
      subject: 'New',
    });
    // The session ended meanwhile.
    at = await signedIn(here.platform, await personIn(here.platform, here.organization, { email: null }));
    const found = async (query: string): Promise<string[]> => {
      const page = textOf(await at.get(`/console/emails?${query}`));
      return ['Old', 'New'].filter((subject) => page.includes(`${subject}To `));
    };
    expect(await found('')).toEqual(['Old', 'New']);
    expect(await found('state=bounced')).toEqual(['New']);
    expect(await found('from=shop%40')).toEqual(['New']);
    expect(await found('to=ada%40example.com')).toEqual(['Old']);
    expect(await found('time=day')).toEqual(['New']);
    expect(await found('source=smtp')).toEqual([]);
    expect(await found('state=captured')).toEqual([]);
    const page = await at.get('/console/emails?state=bounced&time=day&query=new');
    for (const part of ['value="bounced" selected', 'value="day" selected', 'name="query" value="new"']) {
      expect(page.text).toContain(part);
    }
    expect(textOf(await at.get('/console/emails?state=nonsense'))).toContain('That did not work');
  });

  test('hostile text in a mail stays text on every page of it', async () => {
    const hostile = '"><img src=x onerror=alert(1)>';
    const { id } = await here.use('send_email', {
      from: '"Eve \\"><img src=x onerror=alert(1)>" <eve@acme.dev>',
      to: 'ada@example.com',
      subject: hostile,
      preview: hostile,
      html: `<p>Good morning Ada, here is the text that you asked for: ${hostile.replace('<', '&lt;')}</p><p><a href="https://acme.dev/?${encodeURIComponent(hostile)}">Read the whole text</a></p>`,
    });
    const admin = await signedIn(
      here.platform,
      await personIn(here.platform, here.organization, { email: null }),
    );
    const parts = ['timeline', 'preview', 'text', 'source', 'headers', 'authentication', 'visits'];
    const paths = [
      'emails',
      'inbox',
      ...['emails', 'inbox'].flatMap((list) => parts.map((part) => `${list}/${id}?part=${part}`)),
    ];
    for (const path of paths) {
      const page = await admin.get(`/console/${path}`);
      expect([path, page.status, page.text.includes('<img'), page.text.includes('<script>')]).toEqual([
        path,
        200,
        false,
        false,
      ]);
    }
    const frame = await admin.get(`/console/emails/${id}/content`);
    expect(frame.text).not.toContain('<script');
  });

  test('visits of people are counted apart from visits of machines', async () => {
    const { id } = await here.use('send_email', { ...mail, to: 'click@example.com' });
    const clicked = textOf(await at.get(`/console/emails/${id}?part=visits`));
    expect(clicked).toMatch(/Opened by people\d.*Clicks by people1By machines0Scanners and image proxies/);
    expect(textOf(await at.get(`/console/emails/${id}`))).toContain('A link in the email was clicked.');
    const { id: other } = await here.use('send_email', { ...mail, to: 'ada@example.com' });
    expect(textOf(await at.get(`/console/emails/${other}?part=visits`))).toContain('No opens or clicks');
  });

  test('the authentication of a mail is known from its signature and the records of its domain', async () => {
    const { id } = await here.use('send_email', { ...mail, to: 'ada@example.com' });
    const path = `/console/emails/${id}?part=authentication`;
    expect(textOf(await at.get(path))).toContain('acme.dev is not one of your domains');
    await here.use('add_domain', { name: 'acme.dev' });
    expect(textOf(await at.get(path))).toMatch(/DKIM Unknown.*SPF Fails.*DMARC/);
  });
};

onBothDatabases(tests, { mcp: { confirmBy: 'client' } });
