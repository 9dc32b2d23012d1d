import { describe, expect, test } from 'vitest';
import type { SubscriberStatus } from '../../../src/model/subscriber/subscriber.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';

const email = 'ada@mailbox.dev';
const stopped = ['UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED'] as const;

async function stop({ platform, organization, use }: Place, status: SubscriberStatus): Promise<void> {
  await use('create_subscriber', { email });
  if (status === 'UNSUBSCRIBED') {
    await use('unsubscribe_subscriber', { subscriber: email });
    return;
  }
  await platform.platform.engine.store.database.transaction(async (queries) => {
    await queries.run('UPDATE subscribers SET status = $1 WHERE organization = $2 AND email = $3', [
      status,
      organization.key,
      email,
    ]);
  });
}

const statusOf = async ({ use }: Place) => (await use('get_subscriber', { subscriber: email })).status;

onBothDatabases((place) => {
  describe('a bounced, complained or unsubscribed subscriber', () => {
    test.each(stopped)('is not resubscribed by the flag alone: %s', async (status) => {
      const here = place();
      await stop(here, status);
      const one = await here.http('POST', '/api/v2/subscribers', { body: { email, resubscribe: true } });
      expect([one.status, one.body.details]).toEqual([
        400,
        [
          {
            path: 'consent',
            code: 'required',
            message: expect.stringContaining('opted in again'),
          },
        ],
      ]);
      const empty = await here.refusal('create_subscriber', {
        email,
        resubscribe: true,
        consent: { ip: '192.0.2.1' },
      });
      expect(empty.failure).toBe('validation_error');
      const { data } = await here.use('save_subscribers', { subscribers: [{ email, resubscribe: true }] });
      expect(data).toMatchObject([{ result: 'failed', error: { name: 'validation_error' } }]);
      expect(await statusOf(here)).toBe(status);
    });

    test.each(stopped)('is resubscribed with proof of a new opt-in: %s', async (status) => {
      const here = place();
      await stop(here, status);
      const consent = { source: 'sign-up form' };
      const back = await here.use('create_subscriber', { email, resubscribe: true, consent });
      expect(back).toMatchObject({ status: 'ACTIVE', consent: { source: 'sign-up form' } });
    });

    test('is not resubscribed with a consent older than the unsubscribe', async () => {
      const here = place();
      const before = new Date(here.platform.clock.now()).toISOString();
      await here.platform.clock.advance(60_000);
      await stop(here, 'UNSUBSCRIBED');
      const save = { email, resubscribe: true };
      const failure = await here.refusal('create_subscriber', {
        ...save,
        consent: { at: before, source: 'form' },
      });
      expect(failure.details).toMatchObject([
        { path: 'consent.at', message: expect.stringContaining('must be later') },
      ]);
      await here.platform.clock.advance(60_000);
      const at = new Date(here.platform.clock.now()).toISOString();
      expect(await here.use('create_subscriber', { ...save, consent: { at } })).toMatchObject({
        status: 'ACTIVE',
      });
    });

    test('is resubscribed by v1’s flag, unless they complained', async () => {
      const here = place();
      await stop(here, 'UNSUBSCRIBED');
      const back = await here.http('POST', '/api/v1/subscribers', { body: { email, resubscribe: true } });
      expect(back.body.subscriber.status).toBe('ACTIVE');
      await stop(here, 'COMPLAINED');
      const refused = await here.http('POST', '/api/v1/subscribers', { body: { email, resubscribe: true } });
      expect([refused.status, refused.body.success]).toEqual([400, false]);
      expect(await statusOf(here)).toBe('COMPLAINED');
    });

    test('keeps the status when a save does not ask to resubscribe', async () => {
      const here = place();
      await stop(here, 'COMPLAINED');
      expect(await here.use('create_subscriber', { email, firstName: 'Ada' })).toMatchObject({
        status: 'COMPLAINED',
        firstName: 'Ada',
      });
    });
  });

  describe('a suppression', () => {
    const listed = async ({ use }: Place, address = email) =>
      (await use('list_suppressions', { query: address })).data.length;

    async function complain({ platform, organization }: Place): Promise<void> {
      const { database } = platform.platform.engine.store;
      await database.transaction((queries) =>
        queries.run("UPDATE suppressions SET origin = 'complaint' WHERE organization = $1", [
          organization.key,
        ]),
      );
    }

    test('after a complaint is removed only with consent, alone and in a batch', async () => {
      const here = place();
      await here.use('add_suppression', { email });
      await complain(here);
      const path = `/api/v2/suppressions/${encodeURIComponent(email)}`;
      const alone = await here.http('DELETE', path);
      expect([alone.status, alone.body.details[0]]).toMatchObject([
        400,
        { path: 'consent', code: 'required' },
      ]);
      const other = 'bob@mailbox.dev';
      await here.use('add_suppression', { email: other });
      const batch = await here.refusal('remove_suppressions', { emails: [other, email] });
      expect(batch.failure).toBe('validation_error');
      expect([await listed(here), await listed(here, other)]).toEqual([1, 1]);
      const removed = await here.http('DELETE', path, { body: { consent: { source: 'a letter' } } });
      expect(removed.status).toBe(200);
      expect(await listed(here)).toBe(0);
      expect((await here.use('remove_suppressions', { emails: [other] })).data).toHaveLength(1);
    });

    test('of an erased person who had unsubscribed is removed only with consent', async () => {
      const here = place();
      await stop(here, 'UNSUBSCRIBED');
      await here.use('delete_subscriber', { subscriber: email });
      expect((await here.refusal('remove_suppression', { suppression: email })).failure).toBe(
        'validation_error',
      );
      const consent = { source: 'sign-up form' };
      expect(await here.use('remove_suppression', { suppression: email, consent })).toMatchObject({
        deleted: true,
      });
    });
  });
});
