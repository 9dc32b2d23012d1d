import { expect, test } from 'vitest';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';
import { openPlatform } from '../../world/platform.ts';
import { type Browser, personIn, signedIn } from './scene.ts';

const news = { from: 'Acme <hello@acme.test>', subject: 'News', html: '<p>News</p>' };

async function at({ platform, organization }: Place): Promise<Browser> {
  return await signedIn(platform, await personIn(platform, organization, { email: 'ada@mailbox.dev' }));
}

onBothDatabases((place) => {
  test('a fresh install shows five steps, and the first sends a test email with one click', async () => {
    const here = await at(place());
    const fresh = await here.get('/console');
    expect(fresh.text).toContain('Welcome to Posthouse');
    expect(fresh.text).toMatch(/1 of 5 done|2 of 5 done/);
    for (const step of [
      'Send a test email',
      'Connect an assistant',
      'Add your domain',
      'Invite a colleague',
    ]) {
      expect(fresh.text).toContain(step);
    }
    const [, form = ''] = /action="\/console\/inbox\/new"(.*?)<\/form>/s.exec(fresh.text) ?? [];
    const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!.replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
    ]);
    const sent = await here.post('/console/inbox/new', Object.fromEntries(fields));
    expect(sent.status).toBe(303);
    expect((await here.get('/console/inbox')).text).toContain('Hello from Posthouse');
  });

  test('an organization of more than 30 days sees Home, even without mail', async () => {
    const { platform } = place();
    await platform.clock.advance(31 * 24 * 3_600_000);
    const { text } = await (await at(place())).get('/console');
    expect(text).toContain('<h1>Home</h1>');
    expect(text).not.toContain('Connect an assistant');
  });

  test('after the first mail, Home shows figures, the steps that are left and what needs attention', async () => {
    const { platform, use, token } = place();
    const here = await at(place());
    await use('send_email', { ...news, to: 'ada@mailbox.dev' });
    await platform.deliver();
    await use('add_domain', { name: 'acme-mail.com' });
    await use('save_webhook', { url: 'https://hooks.acme-mail.com/mail' });
    await assistantOf(platform, { token }).call('create_tag', { name: 'red' });
    const { text } = await here.get('/console');
    expect(text).toContain('<h1>Home</h1>');
    expect(text).toMatch(/<dt>Sent<\/dt><dd>1<\/dd>/);
    expect(text).toMatch(/<dt>Delivered<\/dt><dd>\d<\/dd><dd class="">of 1 email</);
    expect(text).toContain('<bdi>acme-mail.com</bdi> is not verified');
    expect(text).toMatch(/created the tag <bdi>red<\/bdi>/);
    expect(text).not.toContain('create_tag');
    expect(text).toContain('<b>Connect an assistant</b>');
    for (const period of ['day', 'month', 'year']) {
      expect((await here.get(`/console?period=${period}`)).status).toBe(200);
    }
  });

  test('Home lists pending approvals first and scheduled campaigns by time', async () => {
    const { platform, use, token, organization } = place();
    const here = await at(place());
    await use('send_email', { ...news, to: 'ada@mailbox.dev' });
    for (let number = 0; number < 3; number += 1) {
      await use('create_subscriber', { email: `s${number}@mailbox.dev` });
    }
    const draft = { subject: 'May', markdown: 'Hello. [Leave]({{unsubscribeUrl}})' };
    const { id } = await use('create_campaign', {
      ...draft,
      name: 'May "news"',
      fromEmail: 'hello@acme.test',
    });
    await use('send_campaign', { campaignId: id, scheduledAt: '2027-05-14T09:00:00Z' });
    const emails = Array.from({ length: 30 }, (_, index) => ({ ...news, to: `p${index}@mailbox.dev` }));
    await assistantOf(platform, { token }).call('send_email_batch', { emails });
    const { approvals } = platform.platform.engine.store.forOrganization(organization.key);
    const waiting = await approvals.countPending(platform.clock.now(), 10);
    const { text } = await here.get('/console');
    expect(text).toContain('<bdi>May &quot;news&quot;</bdi>');
    if (waiting > 0) expect(text).toContain('1 request needs approval');
    expect(text).toMatch(/May &quot;news&quot;<\/bdi><\/b><\/a><small>\d+ (?:people|person)/);
    expect(text).toMatch(/<h2>This server<\/h2>.*<dt>Version<\/dt><dd>\d+\.\d+\.\d+<\/dd>/s);
    expect(text).toMatch(/<dt>Storage<\/dt><dd>(?:SQLite|PostgreSQL)<\/dd>/);
  });
});

test('in capture mode, Home says that mail stays on this server', async () => {
  const platform = await openPlatform({ settings: { delivery: 'capture' } });
  const here = await signedIn(platform, await personIn(platform, platform.organization));
  const { text } = await here.get('/console');
  expect(text).toContain('Test mode');
  expect(text).toContain('nothing reaches a real mailbox');
  await platform.close();
});

test('a draft whose send waits for approval says so in the list of campaigns', async () => {
  const platform = await openPlatform({ mcp: { confirmBy: 'console' } });
  const here = await signedIn(platform, await personIn(platform, platform.organization));
  for (const name of ['ada', 'bob'])
    await platform.call('create_subscriber', { email: `${name}@mailbox.dev` });
  const { from: _, ...content } = { ...news, html: '<p>News</p><a href="{{unsubscribeUrl}}">Leave</a>' };
  const draft = async (name: string): Promise<string> => {
    const campaign = { ...content, name, fromEmail: 'hello@acme.test' };
    return ((await platform.call('create_campaign', campaign)).output as { id: string }).id;
  };
  const may = await draft('May');
  await draft('June');
  expect((await here.get('/console/campaigns')).text).not.toContain('Waiting for approval');
  const { result } = await assistantOf(platform).call('send_campaign', { campaignId: may });
  const { text } = await here.get('/console/campaigns');
  expect(text.match(/Waiting for approval/g)).toHaveLength(1);
  expect(text).toContain(
    `<a href="/console/approvals/${result.details.approval.id}"><span class="badge warn">`,
  );
  await platform.close();
});
