import { describe, expect, test } from 'vitest';
import type { OutgoingMessage } from '../../src/world/mail/mail.ts';
import { writeMessage } from '../../src/world/mail/write-message.ts';
import { assistantOf } from '../spec/assistants/assistant.ts';
import { mail, open, realMailbox } from '../spec/scene.ts';
import { message, openSmtp, submit } from '../surfaces/smtp/scene.ts';
import { onBothDatabases } from './both-databases.ts';
import { activeWorkflow, mailStep, work } from './workflows/scene.ts';

const desk = '"Desk" <desk@acme.test>';

onBothDatabases((place) => {
  const set = async (default_reply_to: string | null) =>
    await place().use('update_organization_settings', { default_reply_to });
  const replyTo = async (id: string): Promise<string | null> =>
    (await place().use('get_email', { id })).reply_to;
  const sent = async (fields = {}): Promise<string> =>
    (await place().use('send_email', mail({ to: 'ada@example.com', ...fields }))).id;

  test("mail without reply_to gets the organization's default, and other mail keeps its reply_to", async () => {
    expect((await place().use('get_organization')).default_reply_to).toBeNull();
    const before = await sent();
    expect((await set('Desk <Desk@ACME.test>')).default_reply_to).toBe('"Desk" <Desk@acme.test>');
    expect(await replyTo(before)).toBeNull();
    expect(await replyTo(await sent())).toBe('"Desk" <Desk@acme.test>');
    expect(await replyTo(await sent({ reply_to: 'me@acme.test' }))).toBe('me@acme.test');
    const { data } = await place().use('send_email_batch', { emails: [mail({ to: 'bob@example.com' })] });
    expect(await replyTo(data[0].id)).toBe('"Desk" <Desk@acme.test>');
    expect((await place().use('update_organization_settings', { name: 'Acme' })).default_reply_to).toBe(
      '"Desk" <Desk@acme.test>',
    );
  });

  test('a mail keeps the default Reply-To from the time of its acceptance', async () => {
    await set(desk);
    const id = await sent();
    await set('other@acme.test');
    expect(await replyTo(id)).toBe(desk);
    expect((await set(null)).default_reply_to).toBeNull();
    expect(await replyTo(id)).toBe(desk);
    expect(await replyTo(await sent())).toBeNull();
  });

  test('campaigns and workflows use the default Reply-To, and a campaign’s preview and test show it', async () => {
    const { use, platform } = place();
    await set(desk);
    await use('create_subscriber', { email: 'ada@example.com' });
    const news = {
      name: 'May',
      subject: 'May',
      fromEmail: 'hello@acme.test',
      markdown: 'Hello [Leave]({{unsubscribeUrl}})',
      audience: { filter: { field: 'status', operator: 'eq', value: 'ACTIVE' } },
    };
    const { id: campaignId } = await use('create_campaign', news);
    const { id: own } = await use('create_campaign', { ...news, name: 'June', replyTo: 'me@acme.test' });
    expect((await use('preview_campaign', { campaignId })).reply_to).toBe(desk);
    expect((await use('preview_campaign', { campaignId: own })).reply_to).toBe('me@acme.test');
    const { data: tests } = await use('test_campaign', { campaignId, to: ['bob@example.com'] });
    expect(await replyTo(tests[0].id)).toBe(desk);
    await use('send_campaign', { campaignId });
    await use('send_campaign', { campaignId: own });
    await activeWorkflow(place(), {
      trigger: { type: 'EVENT', name: 'order.paid' },
      steps: [mailStep('thanks'), { ...mailStep('more'), replyTo: 'me@acme.test' }],
    });
    await use('track_event', { email: 'ada@example.com', name: 'order.paid' });
    await work(place());
    await platform.deliver();
    const { data } = await use('list_emails', { limit: 100 });
    const replies = async (source: string): Promise<(string | null)[]> =>
      await Promise.all(
        data
          .filter((one: { source: string }) => one.source === source)
          .map(({ id }: { id: string }) => replyTo(id)),
      );
    expect((await replies('campaign')).sort()).toEqual([desk, 'me@acme.test']);
    expect((await replies('workflow')).sort()).toEqual([desk, 'me@acme.test']);
  });

  test('opt-in requests get no Reply-To', async () => {
    const { use } = place();
    await set(desk);
    await use('create_subscriber', { email: 'new@example.com', doubleOptIn: true });
    await work(place());
    const { data } = await use('list_emails', { to: 'new@example.com' });
    expect(await replyTo(data[0].id)).toBeNull();
  });

  test('the default Reply-To is validated like reply_to and rejected by its own name', async () => {
    for (const value of ['desk', 'a@acme.test, b@acme.test', 'a@acme.test\r\nBcc: b@acme.test', '', 3]) {
      const { failure, details } = await place().refusal('update_organization_settings', {
        default_reply_to: value,
      });
      expect([failure, (details as { path: string }[])[0]!.path]).toEqual([
        'validation_error',
        'default_reply_to',
      ]);
    }
  });
});

/** Returns the Reply-To fields of each delivered message by subject. */
async function repliesOf(messages: readonly OutgoingMessage[]): Promise<Record<string, string[]>> {
  const replies: Record<string, string[]> = {};
  for (const one of messages) {
    const text = Buffer.from((await writeMessage(one)).bytes).toString('latin1');
    const subject = /^Subject: (.*)\r$/m.exec(text)![1]!;
    replies[subject] = [...text.matchAll(/^Reply-To: (.*)\r$/gm)].map(([, value]) => value!);
  }
  return replies;
}

describe('the delivered message', () => {
  test('has the default as Reply-To', async () => {
    const { http, deliver, mailbox } = await open();
    await http('PATCH', '/api/v2/organization', { body: { default_reply_to: desk } });
    await http('POST', '/api/v2/emails', { body: mail({ to: realMailbox, subject: 'Hello' }) });
    await deliver();
    expect(await repliesOf(mailbox.messages)).toEqual({ Hello: ['Desk <desk@acme.test>'] });
  });

  test('has the default over SMTP unless it has a Reply-To or a DKIM signature', async () => {
    const scene = await openSmtp();
    await scene.http('PATCH', '/api/v2/organization', { body: { default_reply_to: desk } });
    const client = await scene.client();
    const send = async (subject: string, ...lines: string[]): Promise<void> => {
      const text = message(...lines).replace('Subject: Hello', `Subject: ${subject}`);
      expect((await submit(client, text, `${subject}@takes-mail.com`)).code).toBe(250);
    };
    await send('none');
    await send('own', 'Reply-To: me@acme.test');
    await send('two', 'Reply-To: me@acme.test, you@acme.test');
    await send('signed', 'DKIM-Signature: v=1; a=rsa-sha256; d=acme.test; s=a; h=from; bh=; b=');
    await scene.deliver();
    expect(await repliesOf(scene.mailbox.messages)).toEqual({
      none: ['Desk <desk@acme.test>'],
      own: ['me@acme.test'],
      two: ['me@acme.test, you@acme.test'],
      signed: [],
    });
  });
});

describe('an assistant', () => {
  test("needs a person's confirmation to change the default Reply-To", async () => {
    const platform = await open();
    const assistant = assistantOf(platform);
    const { refused, result } = await assistant.call('update_organization_settings', {
      default_reply_to: 'me@elsewhere.test',
    });
    expect([refused, result.name]).toEqual([true, 'confirmation_required']);
    expect(JSON.stringify(result.details)).toContain('me@elsewhere.test');
    expect((await platform.call('get_organization', {})).output).toMatchObject({ default_reply_to: null });
    const { refused: other } = await assistant.call('update_organization_settings', {
      timezone: 'Europe/Lisbon',
    });
    expect(other).toBe(false);
    const asking = { name: 'Claude', scopes: ['full_access'], assistant: true };
    const { token } = (await platform.http('POST', '/api/v2/tokens', { body: asking })).body;
    const body = { default_reply_to: 'me@elsewhere.test' };
    const { status } = await platform.http('PATCH', '/api/v2/organization', { token, body });
    expect(status).toBe(403);
  });
});
