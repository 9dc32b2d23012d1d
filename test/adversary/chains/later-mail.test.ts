import { beforeEach, expect, it } from 'vitest';
import { dayMs, minuteMs } from '../../../src/model/instant.ts';
import { onBothDatabases } from '../../tools/both-databases.ts';
import { follow } from '../../tools/exports/download.ts';
import { activeWorkflow, mailStep } from '../../tools/workflows/scene.ts';
import { type Detour, openDetour, people } from './detour.ts';

/** Changes that cause no mail when an assistant makes them, and later mail caused by people and programs. */

const [reader] = people as [string];
const leave = '[Leave]({{unsubscribeUrl}})';

onBothDatabases((place) => {
  let here: Detour;
  beforeEach(() => {
    here = openDetour(place());
  });

  const deliveredTexts = async (): Promise<string[]> => {
    const before = here.platform.mailbox.messages.length;
    await here.leftAfter(minuteMs);
    return here.platform.mailbox.messages
      .slice(before)
      .map(({ from, subject, text }) => [from.displayName, from.address, subject, text].join('\n'));
  };

  it.each([
    { name: 'Win at https://other.dev' },
    { default_from: 'Win <win@other.dev>' },
    { default_from: null },
    { postal_address: 'Win at https://other.dev' },
    { postal_address: null },
  ])('a change of %j by an assistant needs an approval even while sending is disabled', async (change) => {
    await here.use('update_organization_settings', {
      default_from: 'Acme <hello@acme.dev>',
      postal_address: 'Main Street 1',
      double_opt_in: true,
    });
    await here.switchSending(false);
    const assistant = await here.assistantWith();
    const asked = await assistant.call('update_organization_settings', change);
    expect(asked.result.name).toBe('confirmation_required');
    const { token } = assistant;
    expect((await here.http('PATCH', '/api/v2/organization', { token, body: change })).status).toBe(403);
    await here.switchSending(true);
    // The recipient guard counts the requests of all organizations.
    await here.use('create_subscriber', { email: `${here.organization.id}@mailbox.dev` });
    const [text] = await deliveredTexts();
    expect(text).toContain('hello@acme.dev');
    expect(text).not.toContain('other.dev');
  });

  it('an assistant that enables opt-in requests needs an approval even while sending is disabled', async () => {
    await here.switchSending(false);
    const asked = await (await here.assistantWith()).call('update_organization_settings', {
      double_opt_in: true,
    });
    expect(asked.result.name).toBe('confirmation_required');
  });

  it('a scheduled campaign without its own sender keeps the sender that its approver saw', async () => {
    await here.subscribed(['readers']);
    await here.use('update_organization_settings', { default_from: 'Acme <hello@acme.dev>' });
    const { id: campaignId } = await here.use('create_campaign', {
      name: 'News',
      subject: 'News',
      markdown: `Hello. ${leave}`,
      audience: { tags: { any: ['readers'] } },
    });
    const scheduledAt = new Date(here.platform.clock.now() + dayMs).toISOString();
    await here.use('send_campaign', { campaignId, scheduledAt });
    await here.switchSending(false);
    const change = { default_from: 'Win <win@other.dev>' };
    await (await here.assistantWith()).call('update_organization_settings', change);
    await here.switchSending(true);
    await here.platform.clock.advance(dayMs);
    const texts = await deliveredTexts();
    expect(texts).toHaveLength(people.length);
    expect(texts.filter((text) => text.includes('other.dev'))).toEqual([]);
  });

  it('a campaign that an assistant rewrites while sending is disabled pauses before its mail would be sent', async () => {
    await here.subscribed(['readers']);
    const { id: campaignId } = await here.use('create_campaign', {
      name: 'News',
      subject: 'News',
      fromEmail: 'news@acme.dev',
      markdown: `Hello. ${leave}`,
      audience: { tags: { any: ['readers'] } },
    });
    const scheduledAt = new Date(here.platform.clock.now() + dayMs).toISOString();
    await here.use('send_campaign', { campaignId, scheduledAt });
    await here.switchSending(false);
    const assistant = await here.assistantWith();
    await assistant.call('cancel_campaign', { campaignId });
    await assistant.call('update_campaign', { campaignId, markdown: `Win at https://other.dev. ${leave}` });
    expect((await assistant.call('send_campaign', { campaignId, scheduledAt })).refused).toBe(false);
    await here.switchSending(true);
    expect(await here.leftAfter(dayMs)).toEqual([]);
    expect((await here.use('get_campaign', { campaignId })).paused).toBe(true);
  });

  it('a workflow that an assistant rewrites while sending is disabled pauses before its mail would be sent', async () => {
    const workflowId = await activeWorkflow(here, {
      reentry: 'EVERY_TIME',
      trigger: { type: 'EVENT', name: 'go' },
      steps: [mailStep('hello')],
    });
    await here.switchSending(false);
    const assistant = await here.assistantWith();
    await assistant.call('save_workflow', { workflowId, changes: { hello: { subject: 'Win' } } });
    expect((await assistant.call('activate_workflow', { workflowId })).refused).toBe(false);
    await here.switchSending(true);
    await here.use('track_event', { name: 'go', email: reader });
    expect(await here.leftAfter(minuteMs)).toEqual([]);
    expect((await here.use('get_workflow', { workflowId })).status).toBe('PAUSED');
  });

  it('a test-mode token causes no live mail through an approved workflow', async () => {
    await here.subscribed();
    await here.use('create_tag', { name: 'vip' });
    const trigger = { type: 'TAG_ADDED', tag: 'vip' };
    await activeWorkflow(here, { reentry: 'EVERY_TIME', trigger, steps: [mailStep('vip')] });
    for (const assistant of [true, false]) {
      const { token } = await here.assistantWith({ mode: 'test', assistant });
      const body = { tags: ['vip'] };
      const tagged = await here.http('POST', `/api/v2/subscribers/${reader}/tags`, { token, body });
      expect(tagged.status).toBe(200);
      expect(await here.leftAfter(minuteMs)).toEqual([]);
      const { data } = await here.use('list_emails', { source: 'workflow' });
      expect(data[0].delivery_mode).toBe('test');
      await here.use('remove_subscriber_tags', { subscriber: reader, tags: ['vip'] });
    }
    await here.use('add_subscriber_tags', { subscriber: reader, tags: ['vip'] });
    expect(await here.leftAfter(minuteMs)).toEqual([reader]);
  });

  it('an assistant that downloads an export, directly or by a link, needs an approval', async () => {
    await here.subscribed();
    const assistant = await here.assistantWith();
    const { token } = assistant;
    for (const path of [
      'exports/subscribers.csv',
      'exports/organization.zip',
      `subscribers/${reader}/export`,
    ]) {
      const direct = await here.http('GET', `/api/v2/${path}`, { token });
      expect([direct.status, direct.body.name]).toEqual([403, 'restricted_api_key']);
    }
    const given = { kind: 'subscribers', columns: ['email'] };
    const asked = await assistant.call('export_csv', given);
    const { confirmation_token } = asked.result.details;
    const { result } = await assistant.call('export_csv', { ...given, confirmation_token });
    const file = await follow(here, result.url);
    expect(file.status).toBe(200);
    expect(file.text).toContain(reader);
  });

  it('many opt-in requests saved by an assistant need an approval, and a dry run sends none', async () => {
    await here.use('update_organization_settings', { default_from: 'hello@acme.dev', double_opt_in: true });
    const assistant = await here.assistantWith();
    const subscribers = people.map((email) => ({ email }));
    const tried = await assistant.call('save_subscribers', { subscribers, dry_run: true });
    expect(tried.result.preview.recipients).toBe(people.length);
    expect(await here.leftAfter(dayMs)).toEqual([]);
    const asked = await assistant.call('save_subscribers', { subscribers });
    expect(asked.result.name).toBe('confirmation_required');
    const { token } = assistant;
    const body = { subscribers };
    expect((await here.http('POST', '/api/v2/subscribers/batch', { token, body })).status).toBe(403);
    expect(await here.leftAfter(dayMs)).toEqual([]);
  });
});
