import { expect } from 'vitest';
import { applyIntegrationEvent } from '../../../src/engine/integrations/apply-event.ts';
import { sweep } from '../../../src/engine/worker/sweep.ts';
import { dayMs, hourMs } from '../../../src/model/instant.ts';
import { claimJobs } from '../../../src/store/jobs.ts';
import { verifies } from '../../spec/verifies.ts';
import * as payloads from '../../surfaces/rest/integrations/payloads.ts';
import { baseUrl } from '../../world/platform.ts';
import { onBothDatabases } from '../both-databases.ts';
import { connected } from './scene.ts';

const { ada } = payloads;
const leaseMs = 20_000;
const named = (email: string, more: object = {}) => ({ event: 'seen', email, ...more });

onBothDatabases((place) => {
  const engine = () => place().platform.platform.engine;
  const tracked = async () =>
    (await place().use('list_subscriber_events', { subscriber: ada.email })).data.length as number;

  verifies(
    'integration.create',
    'create_integration returns an id, a URL and the proof method, and never the secret',
    async () => {
      const made = (
        await place().outcome(
          'create_integration',
          { provider: 'stripe', secret: 'whsec_of_ours_alone', name: 'Shop' },
          { door: 'v2' },
        )
      ).output as Record<string, unknown>;
      expect(made).toMatchObject({
        object: 'integration',
        provider: 'stripe',
        name: 'Shop',
        proof: 'body+time',
        url: `${baseUrl}/api/v1/integrations/stripe/${made.id}`,
      });
      const path = await place().use('create_integration', { provider: 'postmark' });
      const secret = path.url.slice(path.url.lastIndexOf('.') + 1);
      const listed = await place().use('list_integrations');
      expect(listed.data.map(({ id }: { id: string }) => id)).toEqual([path.id, made.id]);
      expect(JSON.stringify(listed)).not.toContain(secret);
      expect(JSON.stringify(listed)).not.toContain('of_ours_alone');
      const rows = await engine().store.database.reader.all('SELECT * FROM integrations LIMIT 100', []);
      expect(JSON.stringify(rows)).not.toContain(secret);
      expect(JSON.stringify(rows)).not.toContain('of_ours_alone');
    },
  );

  verifies(
    'integration.create',
    'a signing provider requires its secret, and a non-signing provider accepts none',
    async () => {
      for (const provider of ['stripe', 'clerk', 'polar', 'shopify', 'segment', 'sendgrid', 'mailgun']) {
        const { failure, details } = await place().refusal('create_integration', { provider });
        expect([provider, failure, details]).toMatchObject([
          provider,
          'validation_error',
          [{ path: 'secret', code: 'required' }],
        ]);
      }
      expect(
        (await place().refusal('create_integration', { provider: 'postmark', secret: 'something' })).failure,
      ).toBe('validation_error');
      const bad = { provider: 'stripe', secret: 'whsec_something', mapping: { email: 'a..b' } };
      expect((await place().refusal('create_integration', bad)).failure).toBe('validation_error');
    },
  );

  verifies('integration.limit', 'an organization has at most 50 integrations', async () => {
    for (let made = 0; made < 50; made += 1)
      await place().use('create_integration', { provider: 'postmark' });
    expect((await place().refusal('create_integration', { provider: 'postmark' })).failure).toBe('conflict');
    const [first] = (await place().use('list_integrations')).data;
    await place().use('delete_integration', { id: first.id });
    await place().use('create_integration', { provider: 'postmark' });
  });

  verifies(
    'integration.minting',
    'a token with limits or without the needed scopes cannot create an integration',
    async () => {
      const { platform, organization } = place();
      const create = async (fields: object, body: object) => {
        const { token } = await platform.addToken(organization, fields);
        return (await platform.http('POST', '/api/v2/integrations', { token, body })).status;
      };
      const stripe = { provider: 'stripe', secret: 'whsec_something' };
      const people = ['webhooks.write', 'subscribers.write', 'events.write'];
      expect(await create({ scopes: ['webhooks.write'] }, stripe)).toBe(403);
      expect(await create({ scopes: ['webhooks.write'] }, { provider: 'postmark' })).toBe(403);
      expect(await create({ scopes: people }, stripe)).toBe(201);
      const hook = { provider: 'supabase', secret: `v1,whsec_${Buffer.alloc(32, 1).toString('base64')}` };
      expect(await create({ scopes: people }, hook)).toBe(403);
      expect(await create({ scopes: [...people, 'emails.send'] }, hook)).toBe(201);
      expect(await create({ mode: 'test' }, stripe)).toBe(403);
      expect(await create({ allowed_recipients: ['*@acme.dev'] }, stripe)).toBe(403);
      expect(await create({ send_cap: { per_hour: 5, per_day: null } }, stripe)).toBe(403);
    },
  );

  verifies(
    'integration.kept',
    'received events are listed with their outcome, and a replay does not track them twice',
    async () => {
      const custom = await connected(place(), 'custom', { signed: false });
      await custom.apply(named(ada.email));
      const [event] = await custom.events();
      expect(event).toMatchObject({
        object: 'integration_event',
        type: 'seen',
        state: 'applied',
        outcome: 'Done',
        attempts: 1,
      });
      expect(await tracked()).toBe(1);
      const replayed = await place().use('replay_integration_events', {
        id: custom.id,
        eventId: event.id,
      });
      expect(replayed).toMatchObject({ replayed: 1, has_more: false });
      await place().platform.deliver();
      expect((await custom.events())[0]).toMatchObject({ state: 'applied', attempts: 2 });
      expect(await tracked()).toBe(1);
      expect(await place().use('replay_integration_events', { id: custom.id })).toMatchObject({
        replayed: 0,
      });
      const since = new Date(place().platform.clock.now() - 1_000).toISOString();
      expect(await place().use('replay_integration_events', { id: custom.id, since })).toMatchObject({
        replayed: 1,
      });
    },
  );

  verifies('integration.kept', 'a replay uses the current mapping', async () => {
    const stripe = await connected(place(), 'stripe', { mapping: { subscribers: 'known' } });
    expect((await stripe.apply(payloads.stripeCustomer())).state).toBe('ignored');
    await place().use('update_integration', { id: stripe.id, mapping: { tags: ['customer'] } });
    const [{ id: eventId }] = (await stripe.events()) as [{ id: string }];
    await place().use('replay_integration_events', { id: stripe.id, eventId });
    await place().platform.deliver();
    expect(await place().use('get_subscriber', { subscriber: ada.email })).toMatchObject({
      tags: [{ name: 'customer' }],
    });
  });

  verifies(
    'integration.kept',
    'received events are deleted after 30 days, but not the tracked events',
    async () => {
      const custom = await connected(place(), 'custom', { signed: false });
      await custom.apply(named(ada.email));
      await place().platform.clock.advance(29 * dayMs);
      await custom.apply(named('bea@mailbox.dev'));
      await sweep(engine());
      expect(await custom.events()).toHaveLength(2);
      await place().platform.clock.advance(2 * dayMs);
      await sweep(engine());
      expect(await custom.events()).toHaveLength(1);
      expect(await tracked()).toBe(1);
    },
  );

  verifies(
    'integration.answer',
    'a deleted integration answers 404 at once, and its events are removed by the next sweep',
    async () => {
      const custom = await connected(place(), 'custom', { signed: false });
      await custom.post(named(ada.email));
      await place().use('delete_integration', { id: custom.id });
      expect((await custom.post(named('bea@mailbox.dev'))).status).toBe(404);
      expect((await place().refusal('get_integration', { id: custom.id })).failure).toBe('not_found');
      await place().platform.deliver();
      expect((await place().refusal('get_subscriber', { subscriber: ada.email })).failure).toBe('not_found');
      await sweep(engine());
      const { reader } = engine().store.database;
      for (const table of ['integration_events', 'integration_event_states', 'integration_people']) {
        const rows = await reader.all(`SELECT organization FROM ${table} WHERE organization = $1 LIMIT 1`, [
          place().organization.key,
        ]);
        expect([table, rows]).toEqual([table, []]);
      }
      expect(await reader.all('SELECT key FROM integrations WHERE id = $1', [custom.id])).toEqual([]);
    },
  );

  verifies('integration.answer', 'a new URL or secret invalidates the old one', async () => {
    const custom = await connected(place(), 'custom', { signed: false });
    const { url } = await place().use('update_integration', { id: custom.id, newUrl: true });
    expect((await custom.post(named(ada.email))).status).toBe(401);
    const path = url.slice(baseUrl.length);
    const answer = await place().platform.http('POST', path, { token: null, body: named(ada.email) });
    expect(answer.status).toBe(200);
    const stripe = await connected(place(), 'stripe');
    await place().use('update_integration', {
      id: stripe.id,
      secret: 'whsec_a_new_one_of_theirs',
    });
    expect((await stripe.post(payloads.stripeCustomer())).status).toBe(401);
  });

  verifies(
    'integration.signature',
    'an unknown id, another provider’s URL and another path get 404',
    async () => {
      const stripe = await connected(place(), 'stripe');
      const post = async (path: string) =>
        (await place().platform.http('POST', path, { token: null, body: {} })).status;
      expect(await post(stripe.path.replace('/stripe/', '/clerk/'))).toBe(404);
      expect(await post(stripe.path.replace('/stripe/', '/acme/'))).toBe(404);
      const last = stripe.path.at(-1) === '0' ? '1' : '0';
      expect(await post(`${stripe.path.slice(0, -1)}${last}`)).toBe(404);
      expect(await post('/api/v1/integrations/stripe/x')).toBe(404);
      expect(await post('/api/v1/integrations/stripe')).toBe(404);
      expect((await place().platform.http('GET', stripe.path, { token: null })).status).toBe(405);
    },
  );

  verifies(
    'integration.erasure',
    'erasing a person removes received events about them, applied or waiting',
    async () => {
      const custom = await connected(place(), 'custom', { signed: false });
      await custom.apply(named(ada.email, { externalId: 'u-42' }));
      await custom.apply(named('bea@mailbox.dev', { n: 1 }));
      // Mentions her in an unmapped field, and by her id only.
      await custom.apply(named('bea@mailbox.dev', { note: `asked by ${ada.email.toUpperCase()}` }));
      await custom.post({ event: 'gone', externalId: 'u-42' });
      await custom.post(named(ada.email, { later: true }));
      expect(await custom.events()).toHaveLength(5);
      await place().use('delete_subscriber', { subscriber: ada.email });
      await place().platform.deliver();
      const left = await custom.events();
      expect(left).toHaveLength(1);
      expect((await place().refusal('get_subscriber', { subscriber: ada.email })).failure).toBe('not_found');
      const { reader } = engine().store.database;
      const bodies = await reader.all<{ body: string }>(
        'SELECT body FROM integration_events WHERE organization = $1 LIMIT 10',
        [place().organization.key],
      );
      expect(bodies.map(({ body }) => /ada@|u-42/i.test(body))).toEqual([false]);
    },
  );

  verifies(
    'integration.tenancy',
    'another organization cannot find an integration or its events',
    async () => {
      const custom = await connected(place(), 'custom', { signed: false });
      await custom.post(named(ada.email));
      const [event] = await custom.events();
      const other = await place().platform.addOrganization('Beside');
      const as = async (method: string, path: string, body?: object) =>
        (await place().platform.http(method, `/api/v2${path}`, { token: other.token, ...(body && { body }) }))
          .status;
      expect(await as('GET', `/integrations/${custom.id}`)).toBe(404);
      expect(await as('PATCH', `/integrations/${custom.id}`, { name: 'Mine' })).toBe(404);
      expect(await as('DELETE', `/integrations/${custom.id}`)).toBe(404);
      expect(await as('GET', `/integrations/${custom.id}/events`)).toBe(404);
      expect(await as('POST', `/integrations/${custom.id}/replay`, {})).toBe(404);
      const own = await connected(place(), 'custom', { signed: false });
      expect(await place().use('replay_integration_events', { id: own.id, eventId: event.id })).toMatchObject(
        { replayed: 0 },
      );
      const { body } = await place().platform.http('GET', '/api/v2/integrations', { token: other.token });
      expect(body.data).toEqual([]);
    },
  );

  verifies(
    'integration.once',
    'an event is applied once, even if its worker dies before or after the commit',
    async () => {
      const custom = await connected(place(), 'custom', { signed: false });
      const { database } = engine().store;
      const { transaction } = database;
      const { clock } = place().platform;
      for (const [index, death] of (['before', 'after'] as const).entries()) {
        await custom.post(named(ada.email, { index }));
        const [job] = await claimJobs(database, 'apply_integration_event', 1, clock.now(), leaseMs, 0);
        database.transaction = (async (work: never) => {
          if (death === 'after') await transaction(work);
          throw new Error('the process died');
        }) as typeof transaction;
        await expect(applyIntegrationEvent(engine(), job!)).rejects.toThrow('the process died');
        database.transaction = transaction;
        expect(await tracked().catch(() => 0)).toBe(death === 'before' ? 0 : 2);
        await clock.advance(leaseMs + 1_000);
        await place().platform.deliver();
        expect(await tracked()).toBe(index + 1);
      }
      expect(await custom.events()).toMatchObject([
        { state: 'applied', attempts: 1 },
        { state: 'applied', attempts: 1 },
      ]);
    },
  );

  verifies('integration.once', 'a worker that lost its lease writes nothing', async () => {
    const custom = await connected(place(), 'custom', { signed: false });
    const { database } = engine().store;
    const { clock } = place().platform;
    await custom.post(named(ada.email));
    const [slow] = await claimJobs(database, 'apply_integration_event', 1, clock.now(), leaseMs, 0);
    await clock.advance(leaseMs + 1_000);
    const [taken] = await claimJobs(database, 'apply_integration_event', 1, clock.now(), leaseMs, 0);
    await applyIntegrationEvent(engine(), slow!);
    expect(await custom.events()).toMatchObject([{ state: 'waiting' }]);
    await applyIntegrationEvent(engine(), taken!);
    expect(await custom.events()).toMatchObject([{ state: 'applied', attempts: 1 }]);
  });

  verifies(
    'integration.retries',
    'an event is retried for some hours after internal errors, and then marked as failed',
    async () => {
      const custom = await connected(place(), 'custom', { signed: false });
      await custom.post(named(ada.email));
      const { organizations } = engine().store;
      const { byKey } = organizations;
      let attempts = 0;
      organizations.byKey = async () => {
        attempts += 1;
        throw new Error('a fault of ours');
      };
      for (let round = 0; round < 8; round += 1) {
        await place().platform.deliver();
        await place().platform.clock.advance(7 * hourMs);
      }
      organizations.byKey = byKey;
      expect(attempts).toBe(6);
      expect(await custom.events({ state: 'failed' })).toMatchObject([
        { state: 'failed', outcome: 'It could not be applied; see the server log for the reason' },
      ]);
      const { last_fault } = await place().use('get_integration', { id: custom.id });
      expect(last_fault).toContain('seen: It could not');
      await place().use('replay_integration_events', { id: custom.id });
      await place().platform.deliver();
      expect(await tracked()).toBe(1);
    },
  );

  verifies(
    'integration.limit',
    'the sender gets 429 beyond 10,000 waiting events, and none is lost',
    async () => {
      const custom = await connected(place(), 'custom', { signed: false });
      const { reader, transaction } = engine().store.database;
      const row = await reader.get<{ key: number }>('SELECT key FROM integrations WHERE id = $1', [
        custom.id,
      ]);
      const { key } = place().organization;
      const base = row!.key * 1_000_000;
      await transaction(async (queries) => {
        await queries.insert(
          'INSERT INTO integration_event_states (event, organization, integration, state, attempts)',
          Array.from({ length: 10_000 }, (_, index) => [base + index, key, row!.key, 'waiting', 0]),
        );
      });
      const full = await custom.post(named(ada.email));
      expect([full.status, full.headers.get('retry-after')]).toEqual([429, '60']);
      await transaction((queries) =>
        queries.run('DELETE FROM integration_event_states WHERE event = $1', [base]),
      );
      expect((await custom.post(named(ada.email))).status).toBe(200);
      await transaction((queries) =>
        queries.run('DELETE FROM integration_event_states WHERE event >= $1', [base]),
      );
    },
  );
});
