import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '../../../src/model/instant.ts';
import { openPostgres } from '../../../src/store/postgres/database.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { migratedSqlite } from '../../world/postgres/migrated-sqlite.ts';
import { type FreshPostgres, freshPostgres } from '../../world/postgres/postgres.ts';

const ada = 'ada@gmail.com';
const noSender = expect.stringContaining('there is no sender address');

describe.each(['SQLite', 'PostgreSQL'])('double opt-in without a sender, on %s', (kind) => {
  let fresh: FreshPostgres | null = null;
  let here: SimulatedPlatform;

  beforeEach(async () => {
    if (kind === 'PostgreSQL') fresh = await freshPostgres();
    here = await openPlatform({
      database: fresh ? await openPostgres(fresh.url) : await migratedSqlite(),
      // A host name without a domain.
      settings: { hostName: 'vm' },
    });
  });
  afterEach(async () => {
    await here.close();
    await fresh?.drop();
  });

  const set = async (change: object) =>
    (await here.http('PATCH', '/api/v2/organization', { body: change })).body;
  const save = async (email: string) =>
    (await here.http('POST', '/api/v2/subscribers', { body: { email } })).body;
  const askedMails = () => here.mailbox.messages.map(({ to }) => to.address);

  it('causes a warning when it is enabled, in get_organization and in each save', async () => {
    expect((await set({ double_opt_in: true })).warnings).toContainEqual(noSender);
    expect((await here.http('GET', '/api/v2/organization')).body.warnings).toContainEqual(noSender);
    expect(await save(ada)).toMatchObject({ status: 'PENDING', warnings: [noSender] });
    const batch = await here.http('POST', '/api/v2/subscribers/batch', {
      body: { subscribers: [{ email: 'b@gmail.com' }] },
    });
    expect(batch.body.warnings).toEqual([noSender]);
    const changed = await here.http('PATCH', `/api/v2/subscribers/${ada}`, { body: { firstName: 'Ada' } });
    expect(changed.body.warnings).toEqual([noSender]);
    expect((await set({ default_from: 'news@acme.dev' })).warnings).not.toContainEqual(noSender);
    expect(await save('c@gmail.com')).not.toHaveProperty('warnings');
  });

  it('sends each pending request once when there is a sender', async () => {
    await set({ double_opt_in: true });
    await save(ada);
    await save('b@gmail.com');
    await here.deliver();
    await here.clock.advance(3 * dayMs);
    await here.deliver();
    expect(askedMails()).toEqual([]);
    await set({ default_from: 'news@acme.dev' });
    await here.deliver();
    expect(askedMails().sort()).toEqual([ada, 'b@gmail.com']);
    await set({ default_from: 'hello@acme.dev' });
    await here.clock.advance(2 * dayMs);
    await here.deliver();
    expect(askedMails()).toHaveLength(2);
  });

  it('drops the requests of subscribers saved a month earlier', async () => {
    await set({ double_opt_in: true });
    await save(ada);
    await here.clock.advance(31 * dayMs);
    await here.deliver();
    await set({ default_from: 'news@acme.dev' });
    await here.clock.advance(2 * hourMs);
    await here.deliver();
    expect(askedMails()).toEqual([]);
  });
});

it('pending opt-in requests are sent once the domain of default_from is verified', async () => {
  const here = await openPlatform({ settings: { hostName: 'vm', requireVerifiedDomain: true } });
  const { call, resolver, clock, mailbox } = here;
  const settings = { double_opt_in: true, default_from: 'news@acme.dev' };
  const set = await here.http('PATCH', '/api/v2/organization', { body: settings });
  const why = 'acme.dev, the domain of default_from, is not verified';
  expect(set.body.warnings).toContainEqual(expect.stringContaining(why));
  const saved = await here.http('POST', '/api/v2/subscribers', { body: { email: ada } });
  expect(saved.body).toMatchObject({ status: 'PENDING', warnings: [expect.stringContaining(why)] });
  await here.deliver();
  await clock.advance(dayMs);
  await here.deliver();
  const added = await call('add_domain', { name: 'acme.dev' });
  const { records } = added.output as { records: { name: string; type: string; value: string }[] };
  for (const { name, type, value } of records) {
    resolver.zone.set(name, { ...resolver.zone.get(name), [type.toLowerCase()]: [value] });
  }
  expect(mailbox.messages).toEqual([]);
  await call('verify_domain', { id: 'acme.dev' });
  await here.deliver();
  expect(mailbox.messages.map(({ to }) => to.address)).toEqual([ada]);
  await here.close();
});
