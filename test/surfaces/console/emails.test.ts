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

const segment = { name: 'pro', rule: { field: 'attributes.plan', operator: 'eq', value: 'pro' } };

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
      'Track event with the assistant’s token shop (minted by root) over REST',
      'Activate workflow by the operator over REST (tool call)',
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
      '&quot;Acme&quot; &lt;hello@acme.dev&gt;',
      'ada@example.com',
      'help@acme.dev',
      'Test: nothing leaves the server',
      'Accepted1 Jan 2026, 09:00',
      'History queued',
      'delivered',
    ]) {
      expect(textOf(page)).toContain(part);
    }
    expect(page.text).toContain(`<iframe src="/console/emails/${id}/content"`);
    const frame = await at.get(`/console/emails/${id}/content`);
    expect(frame.text).toContain('<strong>there</strong>');
    expect(frame.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'");
  });

  test('the mails of a held call, the audit log and Today name the approval', async () => {
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
    expect(textOf(await at.get('/console'))).toMatch(words);

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

  test('the Today page names the token or operator and the client of an entry without a cause', async () => {
    await assistant.call('create_tag', { name: 'red' });
    const ofOperator = { ...here.platform.caller('mcp', here.organization), client: 'a client 1.0' };
    await here.platform.call('create_segment', segment, { caller: ofOperator });
    const { database } = here.platform.platform.engine.store;
    await database.transaction((queries) =>
      queries.run('UPDATE audit_entries SET cause = NULL WHERE organization = $1', [here.organization.key]),
    );
    const today = textOf(await at.get('/console'));
    expect(today).toMatch(/create_tag done with the assistant’s token root over MCP, program \S/);
    expect(today).toContain('create_segment done by the operator’s assistant over MCP, program a client 1.0');
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
    expect(textOf(first)).toContain(`Mails of the campaign ${campaign}`);
    expect(textOf(first)).not.toContain('Receipt');
    expect(first.text).toContain(`<input type="hidden" name="campaign" value="${campaign}">`);
    const older = linkIn(first, 'Older mails');
    expect(new URLSearchParams(older.split('?')[1]).get('campaign')).toBe(campaign);
    const second = await at.get(older);
    expect(mailsIn(second)).toHaveLength(1);
    expect(mailsIn(first)).not.toContain(mailsIn(second)[0]);
    expect(linkIn(second, 'Newest mails')).toBe(list);
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
    expect([empty.status, textOf(empty)]).toEqual([200, expect.stringContaining('No mails found.')]);
    for (let n = 0; n < 51; n += 1)
      await here.use('send_email', { ...mail, subject: `Order ${n}`, to: `ada+${n}@example.com` });
    const first = await at.get('/console/emails');
    expect(textOf(first)).toMatch(/Order 50 .*Order 1 /);
    expect(textOf(first)).not.toContain('Order 0 ');
    const second = await at.get(linkIn(first, 'Older mails'));
    expect(textOf(second)).toContain('Order 0 ');
    expect(second.text).toContain('Newest mails');
    expect(second.text).not.toContain('Older mails');
    const found = await at.get('/console/emails?query=ada%2B17');
    expect(textOf(found)).toContain('Order 17 ');
    expect(textOf(found)).not.toContain('Order 18 ');
    expect((await at.get('/console/emails?after=none')).status).toBe(400);
  });
};

onBothDatabases(tests, { mcp: { confirmBy: 'client' } });
