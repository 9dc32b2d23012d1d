import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recountStorage, sweep } from '../../../src/engine/worker/sweep.ts';
import { dayMs } from '../../../src/model/instant.ts';
import type { Queries, Value } from '../../../src/store/database.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';

describe.each(databases)('on %s,', (_name, openDatabase) => {
  let posthouse: SimulatedPlatform;
  let token: string;
  let id: string;
  beforeEach(async () => {
    posthouse = await openPlatform({ database: await openDatabase(), settings: { retentionDays: 90 } });
    const made = await posthouse.addOrganization('Limited');
    token = made.token;
    id = made.organization.id;
  });
  afterEach(() => posthouse.close());

  const limit = async (octets: number | null): Promise<void> => {
    await posthouse.call('update_organization', { id, storage_octets_max: octets });
  };
  const kept = async (): Promise<number> =>
    (await posthouse.http('GET', '/api/v2/organization', { token })).body.storage_octets;
  const send = (octets: number, to = 'ada@mailbox.dev') =>
    posthouse.http('POST', '/api/v2/emails', {
      token,
      body: { from: 'hello@acme.dev', to, subject: 'Hello', html: `<p>${'x'.repeat(octets)}</p>` },
    });
  /** Expects that counting all rows gives the number maintained with each change. */
  const expectCounted = async (): Promise<void> => {
    const before = await kept();
    await posthouse.clock.advance(8 * dayMs);
    await sweep(posthouse.platform.engine);
    expect(await kept()).toBe(before);
  };

  test('two concurrent recounts correct the number once', async () => {
    expect((await send(40_000)).status).toBe(200);
    const before = await kept();
    const { engine } = posthouse.platform;
    await engine.store.database.transaction((queries) => queries.run('DELETE FROM storage', []));
    await posthouse.clock.advance(8 * dayMs);
    await Promise.all([recountStorage(engine), recountStorage(engine)]);
    expect(await kept()).toBe(before);
  });

  test('a mail accepted during a recount counts once', async () => {
    expect((await send(10_000)).status).toBe(200);
    const one = await kept();
    const { engine } = posthouse.platform;
    const { database } = engine.store;
    let sent = false;
    const away = (organization: number): Pick<Queries, 'all' | 'get' | 'dialect'> => {
      const queries = database.reader.away(organization);
      return {
        ...queries,
        async all<Row>(sql: string, values: readonly Value[]) {
          if (!sent) {
            sent = true;
            expect((await send(10_000, 'bob@mailbox.dev')).status).toBe(200);
          }
          return await queries.all<Row>(sql, values);
        },
      };
    };
    await posthouse.clock.advance(8 * dayMs);
    const store = { ...engine.store, database: { ...database, reader: { ...database.reader, away } } };
    await recountStorage({ ...engine, store });
    expect([sent, await kept()]).toEqual([true, 2 * one]);
  });

  test('a mail beyond the storage limit is rejected and not stored', async () => {
    await limit(50_000);
    expect((await send(40_000)).status).toBe(200);
    const before = await kept();
    expect(before).toBeGreaterThan(40_000);
    const refused = await send(40_000, 'bob@mailbox.dev');
    expect([refused.status, refused.body.name]).toEqual([413, 'payload_too_large']);
    expect(refused.body.message).toContain('storage of this organization is full');
    expect(refused.body.details).toEqual({ storage_octets: before, storage_octets_max: 50_000 });
    expect(await kept()).toBe(before);
    // Other organizations have room, and this organization has room again after the operator raises its limit.
    expect(
      (
        await posthouse.http('POST', '/api/v2/emails', {
          body: { from: 'a@acme.dev', to: 'b@mailbox.dev', subject: 'x', html: 'x' },
        })
      ).status,
    ).toBe(200);
    await limit(null);
    expect((await send(40_000, 'bob@mailbox.dev')).status).toBe(200);
    expect(
      (await posthouse.http('GET', '/api/v2/organization', { token })).body.limits.storage_octets_max,
    ).toBe(null);
    await expectCounted();
  });

  test('templates with their variables, and the values of mails, use storage', async () => {
    const post = (path: string, body: object = {}) =>
      posthouse.http('POST', `/api/v2/templates${path}`, { token, body });
    const start = await kept();
    const sample = 'x'.repeat(5_000);
    const content = { subject: 'Hello', markdown: 'The garden is open: {{text}}' };
    await post('', {
      name: 'news',
      from: 'hello@acme.dev',
      ...content,
      variables: [{ name: 'text', sample }],
    });
    expect(await kept()).toBeGreaterThan(start + 5_000);
    await post('/news/publish');
    const published = await kept();
    expect(published).toBeGreaterThan(start + 10_000);
    const text = 'The garden is open. '.repeat(400);
    const mail = { to: 'ada@mailbox.dev', variables: { text } };
    expect((await post('/news/send', mail)).status).toBe(200);
    const sent = await kept();
    expect(sent).toBeGreaterThan(published + 8_000);
    await limit(sent + 5_000);
    expect((await post('/news/send', mail)).status).toBe(413);
    await limit(null);
    await expectCounted();
    await posthouse.http('DELETE', '/api/v2/templates/news', { token });
    const left = await kept();
    expect(left).toBe(start + sent - published);
    await posthouse.deliver();
    await posthouse.clock.advance(91 * dayMs);
    await sweep(posthouse.platform.engine);
    expect(await kept()).toBeLessThan(start + 2_000);
    await expectCounted();
    const before = await kept();
    await posthouse.http('POST', '/api/v2/subscribers', { token, body: { email: 'eve@mailbox.dev' } });
    await post('', { name: 'news', from: 'hello@acme.dev', ...content, variables: [{ name: 'text' }] });
    await post('/news/publish');
    expect((await post('/news/send', { ...mail, to: 'eve@mailbox.dev' })).status).toBe(200);
    await posthouse.http('DELETE', '/api/v2/templates/news', { token });
    await posthouse.http('DELETE', '/api/v2/subscribers/eve@mailbox.dev', { token });
    expect(await kept()).toBeLessThan(before + 2_000);
    await expectCounted();
  });

  test('subscribers, attributes and events use storage, and free it when they are deleted', async () => {
    const attributes = { note: 'x'.repeat(4_000) };
    const add = (email: string, more = {}) =>
      posthouse.http('POST', '/api/v2/subscribers', { token, body: { email, attributes, ...more } });
    const start = await kept();
    expect((await add('one@mailbox.dev')).status).toBe(201);
    const one = (await kept()) - start;
    expect(one).toBeGreaterThan(4_000);
    await posthouse.http('PATCH', '/api/v2/subscribers/one@mailbox.dev', {
      token,
      body: { attributes: { more: 'y'.repeat(1_000) } },
    });
    expect(await kept()).toBeGreaterThan(start + one + 1_000);
    await posthouse.http('POST', '/api/v2/events', {
      token,
      body: { name: 'seen', email: 'one@mailbox.dev', properties: { page: 'z'.repeat(2_000) } },
    });
    expect(await kept()).toBeGreaterThan(start + one + 3_000);
    await limit(await kept());
    expect((await add('two@mailbox.dev')).status).toBe(413);
    const event = { name: 'seen', email: 'one@mailbox.dev' };
    expect((await posthouse.http('POST', '/api/v2/events', { token, body: event })).status).toBe(413);
    const batch = { subscribers: [{ email: 'three@mailbox.dev' }, { email: 'four@mailbox.dev' }] };
    expect((await posthouse.http('POST', '/api/v2/subscribers/batch', { token, body: batch })).status).toBe(
      413,
    );
    expect((await posthouse.http('GET', '/api/v2/subscribers', { token })).body.data).toHaveLength(1);
    await posthouse.http('DELETE', '/api/v2/subscribers/one@mailbox.dev', { token });
    expect(await kept()).toBe(start);
    expect((await add('two@mailbox.dev')).status).toBe(201);
    await expectCounted();
  });

  test('an SMTP message beyond the storage limit gets a temporary refusal, and a campaign does not start', async () => {
    await posthouse.http('POST', '/api/v2/subscribers', { token, body: { email: 'one@mailbox.dev' } });
    const campaign = await posthouse.http('POST', '/api/v2/campaigns', {
      token,
      body: {
        name: 'News',
        subject: 'News',
        fromName: 'Acme',
        fromEmail: 'news@acme.dev',
        markdown: 'Hello. [Leave]({{unsubscribeUrl}})',
      },
    });
    await limit(await kept());
    const sent = await posthouse.http('POST', `/api/v2/campaigns/${campaign.body.id}/send`, { token });
    expect([sent.status, sent.body.name]).toEqual([413, 'payload_too_large']);
    const message = {
      sender: 'shop@acme.dev',
      recipients: [{ address: 'ada@mailbox.dev' }],
      header: 'From: shop@acme.dev\r\nTo: ada@mailbox.dev\r\nSubject: Hello\r\n',
      body: 'Hello\r\n',
      protocol: 'ESMTPSA',
    };
    const organization = await posthouse.platform.engine.store.organizations.byId(id);
    const caller = posthouse.caller('smtp', organization);
    await expect(posthouse.call('submit_message', message, { caller })).rejects.toMatchObject({
      failure: 'payload_too_large',
    });
  });

  test('templates and their versions use storage, and free it when they are deleted', async () => {
    const before = await kept();
    const template = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, octets?: number) => {
      const html = `<p>${'x'.repeat(octets ?? 0)}</p>`;
      const body = octets === undefined ? {} : { body: { name: 'big', subject: 'Hello', html } };
      return (await posthouse.http(method, `/api/v2/templates${path}`, { token, ...body })).status;
    };
    expect(await template('POST', '', 10_000)).toBe(201);
    expect(await template('POST', '/big/publish')).toBe(200);
    expect(await template('PATCH', '/big', 20_000)).toBe(200);
    expect(await template('POST', '/big/publish')).toBe(200);
    expect(await kept()).toBeGreaterThan(before + 50_000);
    await expectCounted();
    await limit(await kept());
    expect(await template('PATCH', '/big', 30_000)).toBe(413);
    expect(await template('POST', '/big/publish')).toBe(200);
    expect(await template('DELETE', '/big')).toBe(200);
    expect(await kept()).toBe(before);
    await expectCounted();
  });

  test('retention and erasure free storage', async () => {
    const start = await kept();
    await send(40_000);
    await posthouse.deliver();
    await posthouse.clock.advance(91 * dayMs);
    await sweep(posthouse.platform.engine);
    expect(await kept()).toBeLessThan(start + 2_000);
    await posthouse.http('POST', '/api/v2/subscribers', { token, body: { email: 'eve@mailbox.dev' } });
    await send(30_000, 'eve@mailbox.dev');
    await posthouse.http('DELETE', '/api/v2/subscribers/eve@mailbox.dev', { token });
    expect(await kept()).toBeLessThan(start + 4_000);
    await expectCounted();
  });

  test('the sweep counts data that is older than the counter', async () => {
    await send(10_000);
    await posthouse.platform.engine.store.database.transaction(async (queries) => {
      await queries.run('DELETE FROM storage', []);
    });
    expect(await kept()).toBe(0);
    await sweep(posthouse.platform.engine);
    expect(await kept()).toBeGreaterThan(10_000);
  });
});
