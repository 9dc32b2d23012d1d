import { expect, test } from 'vitest';
import { hourMs } from '../../../src/model/instant.ts';
import { onBothDatabases } from '../both-databases.ts';

const leave = '[Unsubscribe]({{unsubscribeUrl}})';
const news = {
  name: 'May',
  subject: 'Our May news',
  fromEmail: 'news@acme.example',
  markdown: `Here is what we made for all of you in May. {{attributes.note}} [More](https://acme.example/?to={{attributes.note}})\n\n${leave}`,
};

onBothDatabases((place) => {
  test("a campaign keeps its verified sender when the organization's default changes", async () => {
    const { use, platform } = place();
    await use('create_subscriber', { email: 'sender@gmail.com' });
    await use('update_organization_settings', { default_from: 'Acme <a@acme.example>' });
    const { fromEmail: _, ...rest } = news;
    const { id } = await use('create_campaign', rest);
    const scheduledAt = new Date(platform.clock.now() + hourMs).toISOString();
    expect(await use('send_campaign', { campaignId: id, scheduledAt })).toMatchObject({
      fromName: 'Acme',
      fromEmail: 'a@acme.example',
    });
    await use('update_organization_settings', { default_from: 'PayPal Security <b@paypa1.example>' });
    await platform.clock.advance(hourMs);
    await platform.deliver();
    const { data } = await use('list_emails', { to: 'sender@gmail.com' });
    expect(data).toMatchObject([{ from: '"Acme" <a@acme.example>' }]);
  });

  test('a merge value does not become a link in a campaign, and stays complete inside a link', async () => {
    const { use, platform } = place();
    const note = `Verify now at http://evil.example/verify ${'x'.repeat(400)}`;
    await use('create_subscriber', { email: 'values@gmail.com', attributes: { note } });
    const { id } = await use('create_campaign', news);
    await use('send_campaign', { campaignId: id });
    await platform.deliver();
    const { data } = await use('list_emails', { to: 'values@gmail.com' });
    const { html, text } = await use('get_email', { id: data[0].id });
    expect(text).toContain('Verify now at http:// evil. example/verify x');
    expect(html).not.toContain('http://evil.example');
    expect(html).toContain(`?to=${encodeURIComponent(note.slice(0, 300))}"`);
  });

  test('a subject with merge values has the same length limit as a plain subject', async () => {
    const { use, platform } = place();
    await use('create_subscriber', { email: 'long@gmail.com', attributes: { a: 'x'.repeat(16_000) } });
    const many = '{{attributes.a}}'.repeat(8);
    const { id } = await use('create_campaign', { ...news, subject: many, preview: many });
    await use('send_campaign', { campaignId: id });
    await platform.deliver();
    const { data } = await use('list_emails', { to: 'long@gmail.com' });
    expect([data[0].subject.length, (await use('get_email', { id: data[0].id })).preview.length]).toEqual([
      998, 200,
    ]);
  });
});
