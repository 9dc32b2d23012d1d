import { expect, test } from 'vitest';
import { onBothDatabases } from '../both-databases.ts';
import { agreed, importText, reasons } from './scene.ts';

/** A consent time is a day or an instant that has passed, and a file's value is stored as written. */

const dayMs = 24 * 60 * 60 * 1_000;

onBothDatabases((place) => {
  const inDays = (days: number): string =>
    new Date(place().platform.clock.now() + days * dayMs).toISOString();

  test('a consent date means its start in UTC in every tool', async () => {
    const { use } = place();
    const consent = { at: '2025-05-31', source: 'a form' };
    const kept = { at: '2025-05-31T00:00:00.000Z' };
    expect((await use('create_subscriber', { email: 'ada@acme.dev', consent })).consent).toMatchObject(kept);
    await use('save_subscribers', { subscribers: [{ email: 'bob@acme.dev', consent }] });
    expect((await use('get_subscriber', { subscriber: 'bob@acme.dev' })).consent).toMatchObject(kept);
    const { done } = await importText(place(), 'email\ncy@acme.dev', { consent });
    expect(done.result.created).toBe(1);
    expect((await use('get_subscriber', { subscriber: 'cy@acme.dev' })).consent).toMatchObject(kept);
    for (const at of ['2025-02-30', '31.05.2025', '2025-5-31', 'yesterday', '']) {
      const wrong = await place().refusal('create_subscriber', { email: 'ada@acme.dev', consent: { at } });
      expect([at, wrong.failure]).toEqual([at, 'validation_error']);
    }
  });

  test("a future consent date is rejected, and today's date is accepted once it began in any time zone", async () => {
    const { use, refusal } = place();
    const ahead = { at: inDays(1) };
    const fault = [{ path: 'consent.at', code: 'invalid', message: 'must not be in the future' }];
    await use('create_subscriber', { email: 'ada@acme.dev' });
    const calls: [string, object][] = [
      ['create_subscriber', { email: 'bob@acme.dev', consent: ahead }],
      ['update_subscriber', { subscriber: 'ada@acme.dev', consent: ahead }],
      ['import_subscribers', { csv: 'email\ncy@acme.dev', consent: ahead }],
      ['import_subscribers', { csv: 'email\ncy@acme.dev', consent: ahead, dry_run: true }],
    ];
    for (const [tool, input] of calls) {
      const { failure, details } = await refusal(tool, input);
      expect([tool, failure, details]).toEqual([tool, 'validation_error', fault]);
    }
    const { failed, data } = await use('save_subscribers', {
      subscribers: [{ email: 'eve@acme.dev', consent: ahead }, { email: 'fay@acme.dev' }],
    });
    expect([failed, data[0].error.details]).toEqual([1, fault]);
    // The day has begun in the first time zone.
    const today = inDays(0.5).slice(0, 10);
    await use('create_subscriber', { email: 'bob@acme.dev', consent: { at: today } });
    const csv = `email,consent.at\none@acme.dev,${inDays(-1)}\ntwo@acme.dev,${inDays(2)}`;
    const { preview, done } = await importText(place(), csv, {});
    expect([preview.preview, done.result]).toMatchObject([
      { created: 1, invalid: 1 },
      { created: 1, invalid: 1 },
    ]);
    expect(await reasons(place(), done.id)).toEqual(['3,field_invalid,consent.at,must not be in the future']);
  });

  test('an unsubscribed subscriber counts as both inactive and updated', async () => {
    const { use } = place();
    for (const email of ['ada@acme.dev', 'bob@acme.dev', 'cy@acme.dev']) {
      await use('create_subscriber', { email });
    }
    await use('unsubscribe_subscriber', { subscriber: 'ada@acme.dev' });
    await use('unsubscribe_subscriber', { subscriber: 'bob@acme.dev' });
    const csv =
      'email,firstName,status\nada@acme.dev,Ada,ACTIVE\nbob@acme.dev,,ACTIVE\ncy@acme.dev,Cy,UNSUBSCRIBED';
    const { preview, done } = await importText(place(), csv, agreed);
    for (const counts of [preview.preview, done.result]) {
      expect(counts).toMatchObject({ created: 0, inactive: 2, stopped: 1 });
    }
  });

  test('a date column mapped to an attribute causes a warning unless a consent time is mapped', async () => {
    const preview = async (csv: string, more: object = {}) =>
      await place().use('import_subscribers', { csv, ...agreed, start: false, ...more });
    const dates = 'email,Joined on the\nada@acme.dev,2024-01-31';
    const sentence =
      'Column 2: dates, guessed to be attributes. If one says when people agreed, name it consent.at in columns';
    expect((await preview(dates)).warnings).toContain(sentence);
    const said = await preview(dates, { columns: { 'Joined on the': 'consent.at' } });
    expect(said.warnings).not.toContain(sentence);
    const known = await preview('email,Subscribed since\nada@acme.dev,2024-01-31');
    expect(known.columns[1]).toMatchObject({ field: 'consent.at', guessed: true });
    expect((await preview('email,seats\nada@acme.dev,3')).warnings).not.toContain(sentence);
  });
});
