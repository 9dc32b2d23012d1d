import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { linkPaths, linkToken } from '../../../src/engine/content/public-links.ts';
import { sweep } from '../../../src/engine/worker/sweep.ts';
import { dayMs } from '../../../src/model/instant.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { addReaders, scheduleCampaign } from '../campaigns/campaign-scene.ts';

describe.each(databases)('on %s,', (_name, openDatabase) => {
  let posthouse: SimulatedPlatform;
  beforeEach(async () => {
    posthouse = await openPlatform({ database: await openDatabase(), settings: { retentionDays: 90 } });
  });
  afterEach(() => posthouse.close());

  const send = async (to = 'ada@mailbox.dev'): Promise<string> => {
    const reply = await posthouse.http('POST', '/api/v2/emails', {
      body: { from: 'hello@acme.dev', to, subject: 'Receipt', html: '<p>What was said</p>' },
    });
    expect(reply.status).toBe(200);
    return reply.body.id;
  };
  const get = async (id: string) => (await posthouse.http('GET', `/api/v2/emails/${id}`)).body;
  const days = async (count: number): Promise<void> => {
    await posthouse.clock.advance(count * dayMs);
    await sweep(posthouse.platform.engine);
  };
  const rows = async (table: string): Promise<number> =>
    Number(
      (await posthouse.platform.engine.store.database.reader.get<{ amount: number }>(
        `SELECT COUNT(*) AS amount FROM ${table}`,
        [],
      ))!.amount,
    );

  test('the content of a mail is removed after the retention period, and the mail shows when', async () => {
    const id = await send();
    await posthouse.deliver();
    await days(89);
    expect(await get(id)).toMatchObject({ content_removed_at: null, text: expect.stringContaining('said') });
    await days(1);
    const removed = new Date(posthouse.clock.now()).toISOString();
    const gone = await get(id);
    expect(gone).toMatchObject({
      html: null,
      text: null,
      content_removed_at: removed,
      subject: 'Receipt',
      to: ['ada@mailbox.dev'],
      attachments: [],
    });
    expect(gone.events.map(({ type }: { type: string }) => type)).toEqual(['queued', 'sent']);
    await days(30);
    expect((await get(id)).content_removed_at).toBe(removed);
    expect(JSON.stringify((await posthouse.call('get_email', { id })).output)).not.toContain('What was said');
  });

  test('the web version of a mail says that its content was removed', async () => {
    const id = await send();
    await posthouse.deliver();
    const token = linkToken(posthouse.platform.engine, 'view', {
      organization: posthouse.organization.key,
      id,
    });
    const path = `/${linkPaths.view}/${token}`;
    expect((await posthouse.http('GET', path, { token: null })).text).toContain('What was said');
    await days(91);
    const page = await posthouse.http('GET', path, { token: null });
    expect(page.status).toBe(410);
    expect(page.text).toContain('No longer available');
  });

  test('retention removes captured mail and keeps mail that waits for delivery', async () => {
    const captured = await posthouse.addOrganization('Capture');
    await posthouse.call('update_organization', { id: captured.organization.id, sending_enabled: false });
    const kept = await posthouse.http('POST', '/api/v2/emails', {
      token: captured.token,
      body: { from: 'hello@acme.dev', to: 'ada@mailbox.dev', subject: 'Held', html: '<p>Held</p>' },
    });
    const waiting = await send('late@mailbox.dev');
    await days(91);
    const shown = await posthouse.http('GET', `/api/v2/emails/${kept.body.id}`, { token: captured.token });
    expect(shown.body).toMatchObject({ delivery_mode: 'captured', html: null, text: null });
    expect((await get(waiting)).content_removed_at).toBe(null);
    await posthouse.deliver();
    await days(89);
    expect((await get(waiting)).content_removed_at).toBe(null);
    await days(2);
    expect((await get(waiting)).html).toBe(null);
  });

  test('retrying a failed mail without content is rejected with an explanation', async () => {
    const id = await send();
    await posthouse.platform.engine.store.database.transaction(async (queries) => {
      await queries.run("DELETE FROM jobs WHERE kind = 'deliver_email'", []);
      await queries.run("UPDATE emails SET last_event = 'failed'", []);
    });
    await days(91);
    const retried = await posthouse.http('POST', `/api/v2/emails/${id}/retry`);
    expect([retried.status, retried.body.message]).toEqual([409, expect.stringContaining('was removed')]);
  });

  test('a submitted message is removed with its last recipient, and a shared body with its last mail', async () => {
    const submitted = await posthouse.call(
      'submit_message',
      {
        sender: 'shop@acme.dev',
        recipients: [{ address: 'ada@mailbox.dev' }, { address: 'bob@mailbox.dev' }],
        header: 'From: shop@acme.dev\r\nTo: ada@mailbox.dev\r\nSubject: Hello\r\n',
        body: 'What was said\r\n',
        protocol: 'ESMTPSA',
      },
      { caller: posthouse.caller('smtp') },
    );
    expect(submitted.output).toBeTruthy();
    await addReaders(posthouse, posthouse.organization, [
      'one@mailbox.dev',
      'two@mailbox.dev',
      'three@mailbox.dev',
    ]);
    await scheduleCampaign(posthouse, posthouse.organization);
    while ((await posthouse.deliver()) > 0) await posthouse.clock.advance(60_000);
    expect([await rows('raw_messages'), await rows('mass_bodies')]).toEqual([1, 1]);
    await days(91);
    expect([await rows('raw_messages'), await rows('mass_bodies')]).toEqual([0, 0]);
    expect(await rows("emails WHERE body_kind <> 'removed'")).toBe(0);
  });

  test('the bodies of all campaign variants are removed with the last mail of the campaign', async () => {
    const { engine } = posthouse.platform;
    await addReaders(
      posthouse,
      posthouse.organization,
      Array.from({ length: 6 }, (_, at) => `reader${at}@mailbox.dev`),
    );
    const variant = (name: string) => ({
      name,
      weight: 50,
      subject: null,
      preview: null,
      fromName: null,
      body: { kind: 'markdown', source: `${name} [Leave]({{unsubscribeUrl}})` } as const,
    });
    await scheduleCampaign(posthouse, posthouse.organization, {
      abTest: {
        variants: [variant('A'), variant('B')],
        percent: 50,
        metric: 'opens',
        waitMinutes: 1,
        winner: null,
      },
    });
    while ((await posthouse.deliver()) > 0) await posthouse.clock.advance(60_000);
    expect(await rows('mass_bodies')).toBe(2);
    await engine.store.database.transaction(async (queries) => {
      await queries.run(
        'UPDATE emails SET created_at = created_at + $1 WHERE key = (SELECT MAX(key) FROM emails)',
        [5 * dayMs],
      );
    });
    await days(91);
    await days(5);
    expect([await rows("emails WHERE body_kind <> 'removed'"), await rows('mass_bodies')]).toEqual([0, 0]);
  });

  test('nothing is removed with unlimited retention', async () => {
    const forever = await openPlatform({ settings: { retentionDays: 0 } });
    try {
      const { body } = await forever.http('POST', '/api/v2/emails', {
        body: { from: 'hello@acme.dev', to: 'ada@mailbox.dev', subject: 'Receipt', html: '<p>Said</p>' },
      });
      await forever.deliver();
      await forever.clock.advance(4_000 * dayMs);
      await sweep(forever.platform.engine);
      expect((await forever.http('GET', `/api/v2/emails/${body.id}`)).body.content_removed_at).toBe(null);
    } finally {
      await forever.close();
    }
  });
});
