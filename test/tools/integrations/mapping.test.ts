import { expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import * as payloads from '../../surfaces/rest/integrations/payloads.ts';
import { onBothDatabases } from '../both-databases.ts';
import { connected } from './scene.ts';

const { ada } = payloads;

onBothDatabases((place) => {
  const person = () => place().use('get_subscriber', { subscriber: ada.email });
  const tracked = async () =>
    (await place().use('list_subscriber_events', { subscriber: ada.email })).data as {
      name: string;
      properties: Record<string, unknown>;
    }[];

  verifies(
    'integration.mapping',
    'a Stripe customer becomes a subscriber, and each of their events is tracked',
    async () => {
      const stripe = await connected(place(), 'stripe', { mapping: { tags: ['customer'] } });
      expect(await stripe.apply(payloads.stripeCustomer())).toEqual({ state: 'applied', outcome: 'Done' });
      expect(await person()).toMatchObject({
        firstName: 'Ada',
        lastName: 'Lovelace',
        externalId: 'cus_Posthouse1',
        locale: 'en-GB',
        source: 'INTEGRATION',
        status: 'ACTIVE',
        tags: [{ name: 'customer' }],
      });
      // A Stripe subscription refers to its customer by id only.
      const subscription = {
        type: 'customer.subscription.created',
        created: 1_790_000_100,
        data: {
          object: {
            id: 'sub_1',
            object: 'subscription',
            customer: 'cus_Posthouse1',
            status: 'active',
            items: { data: [{ price: { id: 'price_1', product: 'prod_1' } }] },
          },
        },
      };
      expect((await stripe.apply(subscription)).state).toBe('applied');
      const [latest, first] = await tracked();
      expect([latest?.name, first?.name]).toEqual([
        'stripe.customer.subscription.created',
        'stripe.customer.created',
      ]);
      expect(latest?.properties).toMatchObject({ status: 'active', price: 'price_1' });
    },
  );

  verifies(
    'integration.mapping',
    'a mapping field that the provider does not support is rejected by name',
    async () => {
      for (const [provider, mapping, path, message] of [
        ['stripe', { relay: 'mail.acme.dev' }, 'mapping.relay', 'is only for feedback about mail'],
        ['ses', { from: 'hello@acme.dev' }, 'mapping.from', 'is only for Supabase'],
        ['stripe', { events: ['customer*created'] }, 'mapping.events[0]', 'must be a type of event'],
      ] as const) {
        const { details } = await place().refusal('create_integration', {
          provider,
          secret: 'whsec_abc',
          mapping,
        });
        expect(details).toMatchObject([{ path, message: expect.stringContaining(message) }]);
      }
      const stripe = await connected(place(), 'stripe');
      const late = await place().refusal('update_integration', { id: stripe.id, mapping: { mails: {} } });
      expect(late.details).toMatchObject([{ path: 'mapping.mails' }]);
    },
  );

  verifies('integration.mapping', 'a Clerk user is identified by their primary address', async () => {
    const clerk = await connected(place(), 'clerk');
    await clerk.apply(payloads.clerkUser);
    expect(await person()).toMatchObject({
      firstName: 'Ada',
      externalId: 'user_Posthouse1',
      attributes: { username: 'countess' },
    });
    expect((await tracked())[0]?.name).toBe('clerk.user.created');
    await place().refusal('get_subscriber', { subscriber: 'old@mailbox.dev' });
  });

  verifies('integration.mapping', "Clerk's mails with codes are never stored", async () => {
    const clerk = await connected(place(), 'clerk');
    const { status } = await clerk.post({
      type: 'email.created',
      data: { to_email_address: ada.email, body: '424242' },
    });
    expect([status, await clerk.events()]).toEqual([200, []]);
  });

  verifies(
    'integration.mapping',
    'events of Polar, Segment, Supabase rows and custom systems are mapped',
    async () => {
      const polar = await connected(place(), 'polar');
      await polar.apply(payloads.polarSubscription);
      expect(await person()).toMatchObject({ externalId: 'u-42', lastName: 'Lovelace' });
      expect((await tracked())[0]).toMatchObject({
        name: 'polar.subscription.created',
        properties: { product: 'Pro', amount: 900 },
      });
      const segment = await connected(place(), 'segment');
      await segment.apply(payloads.segmentTrack);
      expect((await tracked())[0]).toMatchObject({
        name: 'segment.Order Completed',
        properties: { total: 41, currency: 'EUR' },
      });
      expect(await person()).toMatchObject({ timezone: 'Europe/London' });
      const row = await connected(place(), 'supabase', { signed: false });
      await row.apply(payloads.supabaseRow);
      expect((await tracked())[0]?.name).toBe('supabase.profiles.insert');
      const custom = await connected(place(), 'custom', { signed: false });
      await custom.apply(payloads.customEvent);
      expect(await person()).toMatchObject({
        attributes: { plan: 'pro', seats: 3 },
        tags: [{ name: 'trial' }],
      });
      expect((await tracked())[0]).toMatchObject({
        name: 'custom.trial.started',
        properties: { source: 'pricing' },
      });
    },
  );

  verifies('integration.mapping', 'custom paths, properties and types override the provider’s', async () => {
    const custom = await connected(place(), 'custom', {
      signed: false,
      mapping: {
        email: 'contact.mail',
        firstName: 'contact.names.0',
        attributes: { plan: 'account.plan' },
        properties: { score: 'score' },
        events: ['lead.*'],
      },
    });
    const lead = {
      type: 'lead.won',
      contact: { mail: ada.email, names: ['Augusta'] },
      account: { plan: 'max' },
      score: 9,
    };
    expect((await custom.apply(lead)).state).toBe('applied');
    expect(await person()).toMatchObject({ firstName: 'Augusta', attributes: { plan: 'max' } });
    expect((await tracked())[0]).toMatchObject({ name: 'custom.lead.won', properties: { score: 9 } });
    await custom.post({ ...lead, type: 'deal.won' });
    expect(await custom.events()).toHaveLength(1);
  });

  verifies('integration.mapping', 'an event adds no subscriber if the mapping says so', async () => {
    const stripe = await connected(place(), 'stripe', { mapping: { subscribers: 'known' } });
    expect((await stripe.apply(payloads.stripeCustomer())).state).toBe('ignored');
    await place().use('create_subscriber', { email: ada.email });
    expect((await stripe.apply(payloads.stripeCustomer())).state).toBe('applied');
    expect(await tracked()).toHaveLength(1);
  });

  verifies(
    'integration.consent',
    'a Shopify customer without mail consent is not added, and a customer who withdrew it is unsubscribed',
    async () => {
      const shopify = await connected(place(), 'shopify');
      expect((await shopify.apply(payloads.shopifyCustomer('not_subscribed'))).state).toBe('ignored');
      expect((await shopify.apply(payloads.shopifyCustomer('subscribed'))).state).toBe('applied');
      expect(await person()).toMatchObject({ status: 'ACTIVE', consent: { source: 'shopify' } });
      expect((await tracked())[0]?.name).toBe('shopify.customers.create');
      await shopify.apply(payloads.shopifyCustomer('unsubscribed'));
      expect(await person()).toMatchObject({ status: 'UNSUBSCRIBED' });
      await shopify.apply(payloads.shopifyCustomer('subscribed'));
      expect(await person()).toMatchObject({ status: 'UNSUBSCRIBED' });
    },
  );

  verifies(
    'integration.consent',
    'with double opt-in a new subscriber gets an opt-in request first',
    async () => {
      await place().use('update_organization_settings', {
        double_opt_in: true,
        default_from: 'hello@acme.dev',
      });
      const stripe = await connected(place(), 'stripe');
      const before = place().platform.mailbox.messages.length;
      await stripe.apply(payloads.stripeCustomer());
      expect(await person()).toMatchObject({ status: 'PENDING' });
      const sent = place().platform.mailbox.messages.slice(before);
      expect(sent.map(({ to }) => to.address)).toEqual([ada.email]);
    },
  );

  verifies(
    'integration.mapping',
    'invalid values for a subscriber are left out, and the rest is saved',
    async () => {
      const custom = await connected(place(), 'custom', { signed: false });
      const hostile = {
        event: 'sign up\u0000/../\u202E',
        email: `  ${ada.email.toUpperCase()} `,
        firstName: 'A\u0000d\r\na',
        externalId: 'x'.repeat(300),
        timezone: 'Mars/Olympus',
        attributes: { ok: 1, nested: { a: 1 }, ['long'.repeat(50)]: 'x', __proto__: 2, text: '\uD800' },
        properties: Object.fromEntries(
          Array.from({ length: 500 }, (_, index) => [`p${index}`, 'y'.repeat(900)]),
        ),
        tags: ['ok', 7, ''],
      };
      const applied = await custom.apply(hostile);
      expect(applied.state).toBe('applied');
      expect(applied.outcome).toContain('timezone');
      expect(await person()).toMatchObject({ firstName: 'A d a', timezone: null, attributes: { ok: 1 } });
    },
  );

  verifies('integration.mapping', 'an external id of another subscriber is left out', async () => {
    await place().use('create_subscriber', { email: 'bea@mailbox.dev', externalId: 'user_Posthouse1' });
    const clerk = await connected(place(), 'clerk');
    expect(await clerk.apply(payloads.clerkUser)).toEqual({
      state: 'applied',
      outcome: 'Done without externalId',
    });
    expect(await person()).toMatchObject({ externalId: null });
  });

  /** Seconds ago, because future times count as now. */
  const clerkAt = (email: string, secondsAgo: number, type = 'user.updated') => ({
    ...payloads.clerkUser,
    type,
    timestamp: place().platform.clock.now() - secondsAgo * 1_000,
    data: { ...payloads.clerkUser.data, email_addresses: [{ id: 'idn_2', email_address: email }] },
  });
  const everyone = async () =>
    (await place().use('list_subscribers')).data.map(({ email, status }: Record<string, string>) => [
      email,
      status,
    ]);

  verifies(
    'integration.readdressed',
    'a new primary address at Clerk changes the subscriber, and an older event does not change it back',
    async () => {
      const clerk = await connected(place(), 'clerk');
      await clerk.apply(clerkAt(ada.email, 90, 'user.created'));
      await place().use('unsubscribe_subscriber', { subscriber: ada.email });
      expect((await clerk.apply(clerkAt('new@mailbox.dev', 20))).outcome).toBe('Done');
      expect(await everyone()).toEqual([['new@mailbox.dev', 'UNSUBSCRIBED']]);
      expect(await clerk.apply(clerkAt('between@mailbox.dev', 60))).toEqual({
        state: 'applied',
        outcome: 'Done without email',
      });
      expect(await everyone()).toEqual([['new@mailbox.dev', 'UNSUBSCRIBED']]);
      const { data } = await place().use('list_subscriber_events', { subscriber: 'new@mailbox.dev' });
      expect(data).toHaveLength(3);
    },
  );

  verifies(
    'integration.readdressed',
    "a Stripe customer's new address is adopted, but an address on an invoice is not",
    async () => {
      const stripe = await connected(place(), 'stripe');
      await stripe.apply(payloads.stripeCustomer());
      const updated = payloads.stripeCustomer({ email: 'new@mailbox.dev' });
      await stripe.apply({ ...updated, id: 'evt_2', type: 'customer.updated', created: updated.created + 5 });
      expect(await everyone()).toEqual([['new@mailbox.dev', 'ACTIVE']]);
      const object = { object: 'invoice', customer: 'cus_Posthouse1', customer_email: 'billing@mailbox.dev' };
      const invoice = {
        ...updated,
        id: 'evt_3',
        type: 'invoice.paid',
        data: { object: { id: 'in_1', ...object } },
      };
      await stripe.apply(invoice);
      expect(await everyone()).toContainEqual(['new@mailbox.dev', 'ACTIVE']);
    },
  );

  verifies(
    'integration.readdressed',
    'two subscribers are not merged when a new address belongs to another subscriber',
    async () => {
      const clerk = await connected(place(), 'clerk');
      await clerk.apply(payloads.clerkUser);
      await place().use('create_subscriber', { email: 'new@mailbox.dev' });
      const outcome = await clerk.apply(clerkAt('new@mailbox.dev', 0));
      expect(outcome).toEqual({ state: 'applied', outcome: 'Done without externalId' });
      expect((await everyone()).map(([email]: string[]) => email).sort()).toEqual([
        ada.email,
        'new@mailbox.dev',
      ]);
      expect(await person()).toMatchObject({ externalId: 'user_Posthouse1' });
    },
  );

  verifies(
    'integration.readdressed',
    'with double opt-in the new address gets an opt-in request first',
    async () => {
      await place().use('update_organization_settings', {
        double_opt_in: true,
        default_from: 'hello@acme.dev',
      });
      const before = place().platform.mailbox.messages.length;
      const clerk = await connected(place(), 'clerk');
      await clerk.apply(payloads.clerkUser);
      await clerk.apply(clerkAt('new@mailbox.dev', 0));
      expect(await everyone()).toEqual([['new@mailbox.dev', 'PENDING']]);
      const asked = place()
        .platform.mailbox.messages.slice(before)
        .map(({ to }) => to.address);
      expect(asked).toEqual([ada.email, 'new@mailbox.dev']);
    },
  );
});
