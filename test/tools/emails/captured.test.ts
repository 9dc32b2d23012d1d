import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hourMs } from '../../../src/model/instant.ts';
import { openPostgres } from '../../../src/store/postgres/database.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { migratedSqlite } from '../../world/postgres/migrated-sqlite.ts';
import { type FreshPostgres, freshPostgres } from '../../world/postgres/postgres.ts';

describe.each(['SQLite', 'PostgreSQL'])('captured mail on %s', (kind) => {
  let fresh: FreshPostgres | null = null;
  let here: SimulatedPlatform;

  beforeEach(async () => {
    if (kind === 'PostgreSQL') fresh = await freshPostgres();
    const database = fresh ? await openPostgres(fresh.url) : await migratedSqlite();
    here = await openPlatform({ database, sendingEnabled: false });
  });
  afterEach(async () => {
    await here.close();
    await fresh?.drop();
  });

  const send = async (to: string): Promise<string> => {
    const body = { from: 'Acme <hello@acme.dev>', to, subject: `For ${to}`, html: `<p>Hello ${to}</p>` };
    return (await here.http('POST', '/api/v2/emails', { body })).body.id;
  };
  const turnOn = () => here.call('update_organization', { id: here.organization.id, sending_enabled: true });
  const retry = async (id: string) => await here.http('POST', `/api/v2/emails/${id}/retry`, { body: {} });
  const release = async (body: object) => (await here.http('POST', '/api/v2/emails/release', { body })).body;
  const left = () => here.mailbox.messages.map(({ to }) => to.address);
  const modeOf = async (id: string) => (await here.http('GET', `/api/v2/emails/${id}`)).body.delivery_mode;

  it('is found by the filter delivery_mode', async () => {
    const captured = await send('ada@gmail.com');
    const test = await send('ada@example.com');
    const found = async (mode: string) => {
      const { body } = await here.http('GET', `/api/v2/emails?delivery_mode=${mode}`);
      return body.data.map(({ id }: { id: string }) => id);
    };
    expect([await found('captured'), await found('test'), await found('live')]).toEqual([
      [captured],
      [test],
      [],
    ]);
    const wrong = await here.http('GET', '/api/v2/emails?delivery_mode=lost');
    expect([wrong.status, wrong.body.name]).toEqual([400, 'validation_error']);
  });

  it('can be read as the complete message that would be sent', async () => {
    const id = await send('ada@gmail.com');
    const { status, body } = await here.http('GET', `/api/v2/emails/${id}?source=true`);
    const source = Buffer.from(body.source, 'base64');
    expect(status).toBe(200);
    expect(source.toString('latin1')).toMatch(/^From: "?Acme"? <hello@acme\.dev>\r\n/m);
    expect(source.toString('latin1')).toContain('Hello ada@gmail.com');
    const { token } = await here.addToken(here.organization, { scopes: ['emails.read'] });
    const refused = await here.http('GET', `/api/v2/emails/${id}?source=true`, { token });
    expect([refused.status, refused.body.name]).toEqual([403, 'restricted_api_key']);
    expect((await here.http('GET', '/api/v2/emails/eml_unknown?source=true')).status).toBe(404);
  });

  it('cannot be retried while sending is disabled, and is sent once after sending is enabled', async () => {
    const id = await send('ada@gmail.com');
    const off = await retry(id);
    expect([off.status, off.body.message]).toEqual([409, expect.stringContaining('sending is still off')]);
    await turnOn();
    const [one, another] = await Promise.all([retry(id), retry(id)]);
    expect([one.status, another.status].sort()).toEqual([200, 409]);
    await here.deliver();
    expect([left(), await modeOf(id)]).toEqual([['ada@gmail.com'], 'live']);
    const events = (await here.http('GET', `/api/v2/emails/${id}`)).body.events;
    expect(events).toContainEqual(expect.objectContaining({ type: 'queued', data: { released: true } }));
  });

  it('passes the same gates when it is retried as a new send', async () => {
    const id = await send('ada@gmail.com');
    await turnOn();
    await here.call('add_suppression', { email: 'ada@gmail.com' });
    expect((await retry(id)).status).toBe(409);
    await here.deliver();
    expect([left(), await modeOf(id)]).toEqual([[], 'captured']);
  });

  it('stays transactional when released, so an unsubscribed recipient still gets a receipt', async () => {
    await here.call('create_subscriber', { email: 'ada@gmail.com' });
    const receipt = { from: 'Acme <hello@acme.dev>', subject: 'Your receipt', markdown: 'Paid: 10 EUR' };
    const { output } = await here.call('save_workflow', {
      name: 'Receipts',
      trigger: { type: 'EVENT', name: 'order.paid' },
      steps: [{ type: 'send_email', transactional: true, ...receipt }],
    });
    await here.call('activate_workflow', { workflowId: (output as { id: string }).id });
    await here.call('track_event', { name: 'order.paid', email: 'ada@gmail.com' });
    await here.deliver();
    await here.call('unsubscribe_subscriber', { subscriber: 'ada@gmail.com' });
    await turnOn();
    const [{ id }] = (await here.http('GET', '/api/v2/emails?delivery_mode=captured')).body.data;
    expect((await retry(id)).body).toMatchObject({ id });
    await here.deliver();
    expect(left()).toEqual(['ada@gmail.com']);
  });

  it('is released by filter in pages, each mail once, and refused mails are listed', async () => {
    for (const name of ['a', 'b', 'c']) await send(`${name}@gmail.com`);
    // They counted when captured, and count again when released.
    for (let n = 0; n < 5; n += 1) await send('busy@gmail.com');
    await here.clock.advance(hourMs);
    for (let n = 0; n < 2; n += 1) await send('busy@gmail.com');
    await here.clock.advance(hourMs);
    const off = await here.http('POST', '/api/v2/emails/release', { body: {} });
    expect(off.status).toBe(409);
    await turnOn();
    const first = await release({ limit: 8 });
    const limited = expect.objectContaining({ to: 'busy@gmail.com', name: 'RECIPIENT_RATE_LIMITED' });
    expect([first.released, first.refused, first.has_more]).toEqual([6, [limited, limited], true]);
    const rest = await release({ after: first.next_after });
    expect([rest.released, rest.refused, rest.has_more, rest.next_after]).toEqual([2, [], false, null]);
    expect((await release({})).released).toBe(0);
    await here.deliver();
    expect(
      left()
        .filter((to) => to !== 'busy@gmail.com')
        .sort(),
    ).toEqual(['a@gmail.com', 'b@gmail.com', 'c@gmail.com']);
    expect(left().filter((to) => to === 'busy@gmail.com')).toHaveLength(5);
  });
});
