import { beforeEach, expect, it } from 'vitest';
import { dayMs, minuteMs } from '../../../src/model/instant.ts';
import { unapprovedPeopleMax } from '../../../src/model/sending/unapproved-people.ts';
import type { Assistant } from '../../spec/assistants/assistant.ts';
import { onBothDatabases } from '../../tools/both-databases.ts';
import { connected } from '../../tools/integrations/scene.ts';
import { activeWorkflow, mailStep, tagStep, work } from '../../tools/workflows/scene.ts';
import { type Detour, daily, openDetour, people } from './detour.ts';

/** Ways around the allowance: an assistant causes mail through objects that a person or a program created or approved. */

const csv = ['email', ...people].join('\n');
const consent = { source: 'Sign-up sheet' };

onBothDatabases((place) => {
  let here: Detour;
  beforeEach(() => {
    here = openDetour(place());
  });

  const mailsVips = async (): Promise<string> => {
    await here.use('create_tag', { name: 'vip' });
    const trigger = { type: 'TAG_ADDED', tag: 'vip' };
    return await activeWorkflow(here, {
      name: 'VIP',
      reentry: 'EVERY_TIME',
      trigger,
      steps: [mailStep('vip')],
    });
  };
  /** An assistant’s workflow that tags everyone each day, activated without a question because no mail of it leaves. */
  const tagsDaily = async (assistant: Assistant, steps: object[] = [tagStep('vip')]) => {
    const definition = { name: 'Tags', reentry: 'EVERY_TIME', trigger: daily, steps };
    const { result } = await assistant.call('save_workflow', definition);
    return await assistant.call('activate_workflow', { workflowId: result.id });
  };

  it('a workflow activated by a test-mode token starts no live workflow beyond the allowance', async () => {
    await here.subscribed();
    await mailsVips();
    expect((await tagsDaily(await here.assistantWith({ mode: 'test' }))).result.status).toBe('ACTIVE');
    expect((await here.leftAfter(dayMs)).length).toBeLessThanOrEqual(unapprovedPeopleMax);
  });

  it('a workflow activated while sending was disabled starts no other workflow beyond the allowance', async () => {
    await here.subscribed();
    await mailsVips();
    await here.switchSending(false);
    expect((await tagsDaily(await here.assistantWith())).result.status).toBe('ACTIVE');
    await here.switchSending(true);
    expect((await here.leftAfter(dayMs)).length).toBeLessThanOrEqual(unapprovedPeopleMax);
  });

  it('a workflow that posts to a new host needs an approval even if it sends no mail', async () => {
    await here.subscribed();
    const post = (host: string) => [{ type: 'webhook', url: `https://${host}/in`, data: {} }];
    const assistant = await here.assistantWith({ mode: 'test' });
    expect((await tagsDaily(assistant, post('hooks.other.dev'))).result.name).toBe('confirmation_required');
    expect((await here.use('list_webhooks')).data).toEqual([]);
    await here.use('save_webhook', { url: 'https://hooks.acme.dev/known', events: ['email.bounced'] });
    expect((await tagsDaily(assistant, post('hooks.acme.dev'))).result.status).toBe('ACTIVE');
  });

  it('renaming a tag that an active workflow uses needs an approval', async () => {
    await here.use('create_tag', { name: 'digest' });
    await here.subscribed(['customers']);
    const filter = { field: 'tags', operator: 'eq', value: 'digest' };
    const trigger = { ...daily, filter };
    await activeWorkflow(here, {
      name: 'Digest',
      reentry: 'EVERY_TIME',
      trigger,
      steps: [mailStep('digest')],
    });
    const assistant = await here.assistantWith();
    const asked = await assistant.call('update_tag', { tag: 'digest', name: 'digest-old' });
    expect(asked.result.details.preview.changes[0]).toBe('Renames the tag digest to digest-old');
    await here.use('update_tag', { tag: 'digest', name: 'digest-old' });
    const { token } = assistant;
    const renamed = await here.http('PATCH', '/api/v2/tags/customers', { token, body: { name: 'Digest' } });
    expect(renamed.status).toBe(403);
    expect((await assistant.call('update_tag', { tag: 'customers', name: 'clients' })).refused).toBe(false);
    expect(await here.leftAfter(dayMs)).toEqual([]);
  });

  it('an import that a program created counts as the assistant’s if the assistant starts it', async () => {
    await mailsVips();
    const { id } = await here.use('import_subscribers', { csv, start: false, consent });
    await work(here);
    const started = { importId: id, tags: ['vip'], trigger_workflows: true, start: true };
    expect((await (await here.assistantWith()).call('import_subscribers', started)).refused).toBe(false);
    expect((await here.leftAfter(minuteMs)).length).toBeLessThanOrEqual(unapprovedPeopleMax);
    expect((await here.use('get_import', { importId: id })).result.created).toBe(people.length);
  });

  it('an import of a file uploaded by an assistant counts as the assistant’s even if a person starts it', async () => {
    const trigger = { type: 'SUBSCRIBER_CREATED' };
    await activeWorkflow(here, { name: 'Hello', reentry: 'EVERY_TIME', trigger, steps: [mailStep('hello')] });
    const { id } = await here.use('import_subscribers', { start: false, consent });
    const { token } = await here.assistantWith();
    const part = await here.http('POST', `/api/v2/imports/${id}/parts/1`, {
      token,
      body: csv,
      headers: { 'content-type': 'text/csv' },
    });
    expect(part.status).toBe(200);
    await here.use('import_subscribers', { importId: id, trigger_workflows: true, start: true });
    expect((await here.leftAfter(minuteMs)).length).toBeLessThanOrEqual(unapprovedPeopleMax);
    expect((await here.use('get_import', { importId: id })).result.created).toBe(people.length);
  });

  it('an assistant that replays integration events mails no more people than the allowance', async () => {
    await mailsVips();
    const shop = await connected(here, 'custom', { signed: false, mapping: { tags: ['vip'] } });
    for (const email of people) await shop.post({ event: 'seen', email });
    expect((await here.leftAfter(minuteMs)).length).toBe(people.length);
    for (const email of people)
      await here.use('remove_subscriber_tags', { subscriber: email, tags: ['vip'] });
    await here.platform.clock.advance(dayMs);
    here.forgetMail();
    const { token } = await here.assistantWith();
    const replayed = await here.http('POST', `/api/v2/integrations/${shop.id}/replay`, {
      token,
      body: { since: '2020-01-01T00:00:00Z' },
    });
    expect(replayed.body.replayed).toBe(people.length);
    expect((await here.leftAfter(minuteMs)).length).toBeLessThanOrEqual(unapprovedPeopleMax);
  });

  it('opt-in requests of replayed events count toward the allowance when they are accepted', async () => {
    const shop = await connected(here, 'custom', { signed: false });
    await here.use('update_organization_settings', { default_from: 'hello@acme.dev', double_opt_in: true });
    await here.use('update_integration', { id: shop.id, mapping: { subscribers: 'known' } });
    for (const email of people) await shop.post({ event: 'seen', email });
    expect(await here.leftAfter(minuteMs)).toEqual([]);
    await here.use('update_integration', { id: shop.id, mapping: { subscribers: 'save' } });
    const { token } = await here.assistantWith();
    const body = { since: '2020-01-01T00:00:00Z' };
    await here.http('POST', `/api/v2/integrations/${shop.id}/replay`, { token, body });
    expect((await here.leftAfter(minuteMs)).length).toBe(unapprovedPeopleMax);
  });

  it('an assistant that retries failed runs mails no more people than the allowance', async () => {
    await here.subscribed();
    const { settings } = here.platform.platform.engine;
    const workflowId = await activeWorkflow(here, {
      name: 'Digest',
      trigger: { type: 'MANUAL' },
      steps: [mailStep('digest')],
    });
    try {
      settings.requireVerifiedDomain = true;
      for (const email of people) await here.use('trigger_workflow', { workflowId, email });
      await here.leftAfter(minuteMs);
      expect(await here.leftAfter(36 * dayMs)).toEqual([]);
    } finally {
      settings.requireVerifiedDomain = false;
    }
    const { token } = await here.assistantWith();
    const path = `/api/v2/workflows/${workflowId}/runs/retry`;
    const retried = await here.http('POST', path, { token, body: { limit: 100 } });
    expect(retried.body.data).toHaveLength(people.length);
    expect((await here.leftAfter(minuteMs)).length).toBeLessThanOrEqual(unapprovedPeopleMax);
  });

  it('enabling or rewording opt-in requests needs an approval', async () => {
    await here.use('update_organization_settings', { default_from: 'Acme <hello@acme.dev>' });
    const assistant = await here.assistantWith();
    const change = { double_opt_in: true, name: 'Win at https://other.dev' };
    const asked = await assistant.call('update_organization_settings', change);
    expect(asked.result.details.preview.changes).toEqual([
      'Opt-in requests show the organization name Win at https://other.dev',
      'Each new subscriber gets an opt-in request for Win at https://other.dev from "Acme" <hello@acme.dev>',
    ]);
    const { token } = assistant;
    const body = { default_from: 'Win <hello@acme.dev>' };
    expect((await here.http('PATCH', '/api/v2/organization', { token, body })).status).toBe(403);
    for (const email of people) await here.use('create_subscriber', { email });
    expect(await here.leftAfter(minuteMs)).toEqual([]);
    const other = { timezone: 'Europe/Lisbon', double_opt_in: false, postal_address: 'Main Street 1' };
    expect((await assistant.call('update_organization_settings', other)).refused).toBe(false);
  });

  it('an assistant cannot confirm a subscription for a person', async () => {
    await here.use('update_organization_settings', { default_from: 'hello@acme.dev', double_opt_in: true });
    const [email] = people;
    expect((await here.use('create_subscriber', { email })).status).toBe('PENDING');
    const given = { email, resubscribe: true, doubleOptIn: false, consent };
    const asked = await (await here.assistantWith()).call('create_subscriber', given);
    expect(asked.result.details.preview.changes[0]).toBe(
      `Confirms in place of a person who did not: ${email}`,
    );
    expect((await here.use('get_subscriber', { subscriber: email })).status).toBe('PENDING');
  });
});
