import { expect, it } from 'vitest';
import { assistantOf } from '../../../spec/assistants/assistant.ts';
import { onBothDatabases } from '../../both-databases.ts';

const mail = {
  from: 'shop@acme.test',
  subject: 'Hello {{email}}',
  markdown: 'Sent to {{email}}, for {{firstName|you}} of {{attributes.company}}.',
};

onBothDatabases((place) => {
  const sent = async () => {
    await place().platform.deliver();
    const { subject, text } = place().platform.mailbox.messages.at(-1)!;
    return [subject, text.trim()];
  };

  it.each([
    ['v1', '/api/v1/emails', { ...mail, markdown: undefined, content: mail.markdown }],
    ['v2', '/api/v2/emails', mail],
  ])('a mail fills {{email}} for a recipient without a subscriber through %s', async (_, path, body) => {
    const { status } = await place().http('POST', path, { body: { ...body, to: 'ada@mailbox.dev' } });
    expect(status).toBe(200);
    expect(await sent()).toEqual(['Hello ada@mailbox.dev', 'Sent to ada@mailbox.dev, for you of .']);
  });

  it('a batch fills {{email}} per recipient and warns only about unknown fields', async () => {
    const { platform, http, use } = place();
    await use('create_subscriber', { email: 'bob@mailbox.dev', firstName: 'Bob' });
    const before = platform.mailbox.messages.length;
    const { body } = await http('POST', '/api/v2/emails/batch', {
      body: ['cleo@mailbox.dev', 'bob@mailbox.dev'].map((to) => ({ ...mail, to })),
    });
    await platform.deliver();
    const subjects = platform.mailbox.messages.slice(before).map(({ subject }) => subject);
    expect(subjects.sort()).toEqual(['Hello bob@mailbox.dev', 'Hello cleo@mailbox.dev']);
    for (const { id } of body.data) {
      const email = JSON.stringify((await http('GET', `/api/v2/emails/${id}`)).body);
      expect(email).toContain('{{attributes.company}}');
      expect(email).not.toContain('Nothing is known as {{email}}');
    }
  });

  it("the preview of a send shows the recipient's address", async () => {
    const { platform, token } = place();
    const assistant = assistantOf(platform, { token });
    const given = { ...mail, to: 'dora@mailbox.dev', dry_run: true };
    const { preview } = (await assistant.call('send_email', given)).result;
    expect(preview.subjects).toEqual(['⟦Hello dora@mailbox.dev⟧']);
    expect(preview.text).toContain('Sent to dora@mailbox.dev, for you');
  });
});
