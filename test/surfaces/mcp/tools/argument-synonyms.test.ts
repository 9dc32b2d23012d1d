import { describe, expect, test } from 'vitest';
import { assistantOf, type Json } from '../../../spec/assistants/assistant.ts';
import { mail, open } from '../../../spec/scene.ts';

/**
 * An argument called `id` in one tool is `campaign_id` or `subscriber` in another. Each tool accepts the
 * other name if it is unambiguous.
 */

const unknownOf = ({ result }: { result: Json }): string[] => {
  expect(result.name).toBe('validation_error');
  return (result.details as { path: string; code: string }[])
    .filter(({ code }) => code === 'unknown_field')
    .map(({ path }) => path);
};

describe('a synonym of the identifying argument', () => {
  test('is accepted silently', async () => {
    const platform = await open();
    const assistant = assistantOf(platform);
    const { result: email } = await assistant.call('send_email', mail({ to: 'ada@example.com' }));
    for (const name of ['id', 'email_id', 'emailId', 'email']) {
      expect((await assistant.call('get_email', { [name]: email.id })).result.id, name).toBe(email.id);
    }
    const { result: campaign } = await assistant.call('create_campaign', { subject: 'News' });
    for (const name of ['id', 'campaign', 'campaign_id', 'campaignId']) {
      const { result } = await assistant.call('get_campaign', { [name]: campaign.id });
      expect([name, result.id]).toEqual([name, campaign.id]);
    }
    await assistant.call('create_subscriber', { email: 'ada@example.com', tags: ['news'] });
    for (const name of ['id', 'email', 'subscriber_id', 'subscriber']) {
      const { result } = await assistant.call('get_subscriber', { [name]: 'ada@example.com' });
      expect([name, result.email]).toEqual([name, 'ada@example.com']);
    }
    await assistant.call('add_suppression', { email: 'eve@example.com' });
    const { result: held } = await assistant.call('get_suppression', { email: 'eve@example.com' });
    expect(held).toMatchObject({ object: 'suppression', origin: 'manual' });
    expect((await assistant.call('get_tag', { name: 'news' })).result.name).toBe('⟦news⟧');
    const { result: domain } = await assistant.call('add_domain', { name: 'news.acme.com' });
    for (const [name, value] of [
      ['name', 'news.acme.com'],
      ['domain', 'news.acme.com'],
      ['domain_id', domain.id],
    ]) {
      const { result } = await assistant.call('get_domain', { [name]: value });
      expect([name, result.id]).toEqual([name, domain.id]);
    }
  });

  test('is rejected if it conflicts, repeats or is ambiguous', async () => {
    const assistant = assistantOf(await open());
    expect(unknownOf(await assistant.call('get_email', { id: 'eml_1', email_id: 'eml_2' }))).toEqual([
      'email_id',
    ]);
    const twice = await assistant.call('get_subscriber', { id: 'sub_1', email: 'ada@example.com' });
    expect(unknownOf(twice)).toEqual(['id', 'email']);
    // `email` is the new value.
    const { result } = await assistant.call('update_subscriber', { email: 'ada@example.com' });
    expect(result.details).toMatchObject([{ path: 'subscriber', code: 'required' }]);
    // Two objects are identified, and either has an id.
    expect(unknownOf(await assistant.call('get_workflow_run', { id: 'run_1' }))).toEqual(['id']);
    // The tool accepts only an id, and people have addresses.
    const tracked = await assistant.call('track_event', { name: 'x', subscriber: 'ada@example.com' });
    expect(unknownOf(tracked)).toEqual(['subscriber']);
    // A secret is not an id.
    expect(unknownOf(await assistant.call('get_token', { token: 'posthouse_x' }))).toEqual(['token']);
  });
});

test('an address that is not suppressed is reported as such, without a next step', async () => {
  const assistant = assistantOf(await open());
  for (const tool of ['get_suppression', 'remove_suppression']) {
    const { result } = await assistant.call(tool, { suppression: 'ada@example.com' });
    expect(result).toMatchObject({
      name: 'not_found',
      message: 'This address is not suppressed',
      next: 'Nothing to do: this address has no suppression. To see mail to it, call list_emails with to.',
    });
  }
});

test('exactly the tools that read accept detail', async () => {
  const assistant = assistantOf(await open());
  await assistant.call('add_suppression', { email: 'eve@example.com' });
  const { result: short } = await assistant.call('list_suppressions', {});
  const { result: full, refused } = await assistant.call('list_suppressions', { detail: 'full' });
  expect([refused, full.data.length]).toEqual([false, short.data.length]);
  const { refused: organization } = await assistant.call('get_organization', { detail: 'summary' });
  expect(organization).toBe(false);
  const { result: wrong } = await assistant.call('list_suppressions', { detail: 'all' });
  expect(wrong.details).toMatchObject([
    { path: 'detail', message: expect.stringMatching(/^must be summary, full, or some of the fields /) },
  ]);
  expect(unknownOf(await assistant.call('create_tag', { name: 'x', detail: 'full' }))).toEqual(['detail']);
});
