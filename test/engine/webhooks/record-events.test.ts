import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordEmailEvents } from '../../../src/engine/ledger/record-email-events.ts';
import { fanOutDue } from '../../../src/engine/webhooks/fan-out.ts';
import { OrganizationStore } from '../../../src/store/store.ts';
import { verifies } from '../../spec/verifies.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { addWebhook, kinds, messages, rowsOf } from './webhook-scene.ts';

describe.each(databases)('an event for webhooks, on %s,', (_name, openDatabase) => {
  let posthouse: SimulatedPlatform;
  beforeEach(async () => {
    posthouse = await openPlatform({ database: await openDatabase() });
  });
  afterEach(() => posthouse.close());

  const send = async (to: string, fields: Record<string, unknown> = {}): Promise<string> => {
    const { output } = await posthouse.call('send_email', {
      from: 'Acme <hello@acme.dev>',
      to,
      subject: 'Receipt',
      markdown: 'Thanks',
      ...fields,
    });
    return (output as { id: string }).id;
  };
  const fanOut = () => fanOutDue(posthouse.platform.engine);

  verifies(
    ['event.webhooks', 'webhook.kinds.email', 'webhook.payload'],
    'reports a mail from acceptance to delivery, with ids and without its body',
    async () => {
      await addWebhook(posthouse);
      const id = await send('ada@mailbox.dev');
      await posthouse.deliver();
      const sent = await messages(posthouse);
      expect(sent.map(({ kind }) => kind)).toEqual(['email.queued', 'email.sent']);
      expect(sent[1]!.payload).toMatchObject({
        type: 'email.sent',
        data: {
          email_id: id,
          from: '"Acme" <hello@acme.dev>',
          to: ['ada@mailbox.dev'],
          subject: 'Receipt',
          source: 'api',
          delivery_mode: 'live',
        },
      });
      expect(sent[1]!.payload.created_at).toBe(sent[1]!.payload.timestamp);
      expect(JSON.stringify(sent)).not.toContain('Thanks');
      expect(await rowsOf(posthouse, 'webhook_outbox')).toBe(0);
      expect(await rowsOf(posthouse, 'webhook_results')).toBe(2);
    },
  );

  verifies(
    'webhook.kinds.email',
    'reports a bounce with the SMTP reply, and the resulting suppression',
    async () => {
      await addWebhook(posthouse);
      const id = await send('bounce@example.com');
      await fanOut();
      const sent = await messages(posthouse);
      expect(sent.map(({ kind }) => kind)).toEqual(['email.queued', 'email.sent', 'email.bounced']);
      expect(sent[2]!.payload.data).toMatchObject({
        email_id: id,
        bounce: { type: 'hard', subType: 'mailbox', message: '550 5.1.1 No such mailbox (simulated)' },
      });
    },
  );

  verifies(
    'webhook.machine',
    'marks an open by an image proxy as a machine open, but not an open by a person',
    async () => {
      await addWebhook(posthouse, { events: ['email.opened'] });
      const id = await send('ada@mailbox.dev');
      await posthouse.deliver();
      const { engine } = posthouse.platform;
      await engine.store.database.transaction(async (queries) => {
        const store = new OrganizationStore(queries, posthouse.organization.key);
        for (const machine of [true, false]) {
          const details = { network: '192.0.2.0/24', user_agent: 'Mozilla/5.0' };
          const at = posthouse.clock.now();
          await recordEmailEvents(store, id, [{ type: 'opened', at, machine, details }]);
        }
      });
      await fanOut();
      const sent = await messages(posthouse);
      const timestamp = new Date(posthouse.clock.now()).toISOString();
      expect(sent.map(({ payload }) => payload.data.open)).toEqual([
        { ipAddress: '192.0.2.0/24', userAgent: 'Mozilla/5.0', timestamp, machine: true },
        { ipAddress: '192.0.2.0/24', userAgent: 'Mozilla/5.0', timestamp, machine: false },
      ]);
    },
  );

  verifies('webhook.kinds.subscriber', 'names an erased subscriber only by id', async () => {
    await addWebhook(posthouse);
    await posthouse.call('create_subscriber', { email: 'ada@mailbox.dev' });
    await posthouse.call('delete_subscriber', { subscriber: 'ada@mailbox.dev' });
    await fanOut();
    const sent = await messages(posthouse);
    expect(sent.map(({ kind }) => kind)).toEqual(['subscriber.deleted']);
    expect(Object.keys(sent[0]!.payload.data).sort()).toEqual(['id', 'sequence']);
  });

  verifies(
    'webhook.kinds.subscriber',
    'reports each creation, change, tag, unsubscribe, resubscribe and erasure of a subscriber',
    async () => {
      await addWebhook(posthouse, { events: ['subscriber.*'] });
      const { output } = await posthouse.call('create_subscriber', {
        email: 'ada@mailbox.dev',
        firstName: 'Ada',
        tags: ['new'],
      });
      const { id } = output as { id: string };
      await posthouse.call('update_subscriber', { subscriber: id, firstName: 'Augusta' });
      await posthouse.call('update_subscriber', { subscriber: id, firstName: 'Augusta' });
      await posthouse.call('add_subscriber_tags', { subscriber: id, tags: ['vip'] });
      await posthouse.call('remove_subscriber_tags', { subscriber: id, tags: ['vip'] });
      await posthouse.call('unsubscribe_subscriber', { subscriber: id, reason: 'Too much' });
      await fanOut();
      const sent = await messages(posthouse);
      expect(sent.map(({ kind }) => kind)).toEqual([
        'subscriber.created',
        'subscriber.tag_added',
        'subscriber.updated',
        'subscriber.tag_added',
        'subscriber.tag_removed',
        'subscriber.unsubscribed',
      ]);
      expect(sent[0]!.payload.data).toMatchObject({ id, email: 'ada@mailbox.dev', firstName: 'Ada' });
      expect(sent[2]!.payload.data).toMatchObject({ firstName: 'Augusta', changed: ['firstName'] });
      expect(sent[3]!.payload.data.tags).toEqual([{ id: expect.stringMatching(/^tag_/), name: 'vip' }]);
      expect(sent[5]!.payload.data).toMatchObject({ status: 'UNSUBSCRIBED', unsubscribeReason: 'Too much' });
      const sequences = sent.map(({ sequence }) => sequence);
      expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
      expect(sent.every(({ objectId }) => objectId === id)).toBe(true);
    },
  );

  verifies(
    'webhook.kinds.event',
    'reports a tracked event with its properties, and the subscriber that it created',
    async () => {
      await addWebhook(posthouse);
      await posthouse.call('track_event', {
        email: 'ada@mailbox.dev',
        event: 'order.paid',
        properties: { total: 42 },
      });
      await fanOut();
      const sent = await messages(posthouse);
      expect(sent.map(({ kind }) => kind)).toEqual(['subscriber.created', 'event.tracked']);
      expect(sent[1]!.payload.data).toMatchObject({ name: 'order.paid', properties: { total: 42 } });
    },
  );

  verifies('webhook.kinds.domain', 'reports an added, changed or removed domain', async () => {
    await addWebhook(posthouse, { events: ['domain.*'] });
    await posthouse.call('add_domain', { name: 'acme.dev' });
    await posthouse.call('update_domain', { id: 'acme.dev', open_tracking: true });
    await posthouse.call('remove_domain', { id: 'acme.dev' });
    await fanOut();
    expect(await kinds(posthouse)).toEqual(['domain.created', 'domain.updated', 'domain.deleted']);
  });

  verifies(
    'webhook.kinds.suppression',
    'reports each suppression and each removal of a suppression once',
    async () => {
      await addWebhook(posthouse, { events: ['suppression.added', 'suppression.removed'] });
      await posthouse.call('add_suppression', { email: 'ada@mailbox.dev' });
      await posthouse.call('add_suppression', { email: 'ada@mailbox.dev' });
      await posthouse.call('import_suppressions', {
        csv: 'email\nada@mailbox.dev\nbob@mailbox.dev\n',
        on_conflict: 'skip',
      });
      await posthouse.call('remove_suppression', { suppression: 'ada@mailbox.dev' });
      await fanOut();
      const sent = await messages(posthouse);
      expect(sent.map(({ kind, payload }) => `${kind} ${payload.data.email}`)).toEqual([
        'suppression.added ada@mailbox.dev',
        'suppression.added bob@mailbox.dev',
        'suppression.removed ada@mailbox.dev',
      ]);
    },
  );

  verifies('webhook.kinds.campaign', 'reports when a campaign is scheduled, starts and is sent', async () => {
    await addWebhook(posthouse, { events: ['campaign.*'] });
    await posthouse.call('create_subscriber', { email: 'ada@example.com' });
    const { output } = await posthouse.call('create_campaign', {
      name: 'November',
      subject: 'News',
      fromEmail: 'hello@acme.dev',
      markdown: 'Hello. [Leave]({{unsubscribeUrl}})',
    });
    const { id } = output as { id: string };
    await posthouse.call('send_campaign', { campaignId: id });
    await posthouse.deliver();
    await posthouse.clock.advance(10_000);
    await posthouse.deliver();
    const sent = await messages(posthouse);
    expect(sent.map(({ kind }) => kind)).toEqual(['campaign.scheduled', 'campaign.sending', 'campaign.sent']);
    expect(sent[2]!.payload.data).toMatchObject({ id, name: 'November', status: 'SENT' });
  });

  verifies('webhook.kinds.domain', 'reports a domain when its DNS records are found', async () => {
    await addWebhook(posthouse, { events: ['domain.verified', 'domain.updated'] });
    const { output } = await posthouse.call('add_domain', { name: 'acme.dev' });
    const { id, records } = output as {
      id: string;
      records: { type: string; name: string; value: string }[];
    };
    for (const { type, name, value } of records) {
      const { cname: _, ...held } = posthouse.resolver.zone.get(name) ?? {};
      const priority = 10;
      posthouse.resolver.zone.set(name, {
        ...held,
        ...(type === 'TXT' && { txt: [value] }),
        ...(type === 'CNAME' && { cname: [value] }),
        ...(type === 'MX' && { mx: [{ exchange: value, priority }] }),
      });
    }
    await posthouse.call('verify_domain', { id });
    await posthouse.call('verify_domain', { id });
    await fanOut();
    const sent = await messages(posthouse);
    expect(sent.map(({ kind, payload }) => `${kind} ${payload.data.status}`)).toEqual([
      'domain.verified verified',
    ]);
  });

  verifies(
    'webhook.kinds.campaign',
    'reports once that a campaign cannot continue, with the reason',
    async () => {
      await addWebhook(posthouse, { events: ['campaign.failed'] });
      await posthouse.call('create_subscriber', { email: 'ada@mailbox.dev' });
      const { output } = await posthouse.call('create_campaign', {
        name: 'November',
        subject: 'News',
        fromEmail: 'hello@acme.dev',
        markdown: 'Hello. [Leave]({{unsubscribeUrl}})',
      });
      const { id } = output as { id: string };
      await posthouse.call('send_campaign', { campaignId: id });
      const { database } = posthouse.platform.engine.store;
      const other = await posthouse.addOrganization('Other');
      // Another organization verifies the domain before the campaign starts.
      await posthouse.call(
        'add_domain',
        { name: 'acme.dev' },
        { caller: posthouse.caller('tools', other.organization) },
      );
      await database.transaction((queries) => queries.run("UPDATE domains SET status = 'verified'", []));
      for (let round = 0; round < 3; round += 1) {
        await posthouse.deliver();
        await posthouse.clock.advance(60_000);
      }
      const sent = await messages(posthouse);
      expect(sent.map(({ kind }) => kind)).toEqual(['campaign.failed']);
      expect(sent[0]!.payload.data).toMatchObject({
        id,
        status: 'SENDING',
        failed: { reason: expect.any(String) },
      });
    },
  );

  verifies('webhook.filter', 'is stored only if a webhook subscribes to it', async () => {
    await addWebhook(posthouse, { events: ['email.bounced'] });
    await send('ada@example.com');
    expect(await rowsOf(posthouse, 'webhook_outbox')).toBe(0);
    await send('bounce@example.com');
    expect(await rowsOf(posthouse, 'webhook_outbox')).toBe(1);
    await fanOut();
    expect(await kinds(posthouse)).toEqual(['email.bounced']);
  });

  test('is not stored without a webhook, and is delivered once per enabled webhook that subscribes to it', async () => {
    await send('ada@example.com');
    const first = await addWebhook(posthouse, { events: ['email.*'], enabled: false });
    await send('ada@example.com');
    expect(await rowsOf(posthouse, 'webhook_outbox')).toBe(0);
    await posthouse.call('save_webhook', { id: first, enabled: true });
    await addWebhook(posthouse, { events: ['email.delivered', 'email.*'] });
    await addWebhook(posthouse, { events: ['subscriber.*'] });
    await send('ada@example.com');
    await fanOut();
    expect(await rowsOf(posthouse, 'webhook_messages')).toBe(3);
    expect(await rowsOf(posthouse, 'webhook_deliveries')).toBe(6);
  });

  verifies('webhook.tenancy', 'is not reported to another organization’s webhooks', async () => {
    const other = await posthouse.addOrganization('Other');
    const caller = posthouse.caller('tools', other.organization);
    await addWebhook(posthouse, {}, { caller });
    await send('ada@example.com');
    expect(await rowsOf(posthouse, 'webhook_outbox')).toBe(0);
  });

  verifies('webhook.sequence', 'gets an increasing number, even when the clock is set back', async () => {
    await addWebhook(posthouse, { events: ['subscriber.updated'] });
    await posthouse.call('create_subscriber', { email: 'ada@mailbox.dev' });
    for (const name of ['a', 'b', 'c']) {
      await posthouse.call('update_subscriber', { subscriber: 'ada@mailbox.dev', firstName: name });
      await fanOut();
    }
    const sent = await messages(posthouse);
    expect(sent.map(({ payload }) => payload.data.firstName)).toEqual(['a', 'b', 'c']);
    const [a, b, c] = sent.map(({ sequence }) => sequence);
    expect(a! < b! && b! < c!).toBe(true);
  });

  verifies('webhook.atomic', 'is not recorded when its change is rolled back', async () => {
    await addWebhook(posthouse);
    const { database } = posthouse.platform.engine.store;
    const fault = new Error('the process died');
    const { announce } = await import('../../../src/store/records/webhooks/webhook-outbox.ts');
    const { key: organization } = posthouse.organization;
    const undone = database.transaction(async (queries) => {
      await announce(queries, [organization], () => [
        { organization, kind: 'domain.created', objectId: 'dom_1', at: 0, data: {} },
      ]);
      throw fault;
    });
    await expect(undone).rejects.toBe(fault);
    await fanOut();
    expect(await rowsOf(posthouse, 'webhook_messages')).toBe(0);
  });

  test('is sent in order as one message per webhook when many processes fan out', async () => {
    await addWebhook(posthouse, { events: ['subscriber.updated'] });
    await posthouse.call('create_subscriber', { email: 'ada@mailbox.dev' });
    for (let at = 0; at < 40; at += 1) {
      await posthouse.call('update_subscriber', { subscriber: 'ada@mailbox.dev', firstName: `n${at}` });
    }
    const { engine } = posthouse.platform;
    // Each has its own memory, like a process.
    const others = [1, 2, 3].map(() => ({ ...engine }));
    for (let round = 0; round < 3; round += 1) await Promise.all(others.map((one) => fanOutDue(one)));
    const sent = await messages(posthouse);
    expect(sent.map(({ payload }) => payload.data.firstName)).toEqual(
      Array.from({ length: 40 }, (_, at) => `n${at}`),
    );
  });
});
