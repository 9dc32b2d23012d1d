import { describe, expect, test } from 'vitest';
import { everyRow } from '../engine/approval/preview-scene.ts';
import { assistantOf } from '../spec/assistants/assistant.ts';
import { verifies } from '../spec/verifies.ts';
import { onBothDatabases, type Place } from './both-databases.ts';
import { agreed } from './imports/scene.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Answer = any;

/** New, changed, unchanged, repeated and invalid rows. */
const subscribers = [
  { email: 'new@example.com', tags: ['fresh'] },
  { email: 'ada@example.com', firstName: 'Augusta' },
  { email: 'bob@example.com', firstName: 'Bob' },
  { email: 'not an address' },
  { email: 'other@example.com', externalId: 'user-1' },
  { email: 'twice@example.com', attributes: { n: 1 } },
  { email: 'TWICE@example.com', attributes: { n: 2 } },
  { email: 'tags@example.com', tags: ['tag_00000000000000000000000000'] },
  { email: 'more@example.com', surprise: 1 },
];

async function known({ use }: Place): Promise<void> {
  await use('create_subscriber', { email: 'ada@example.com', externalId: 'user-1' });
  await use('create_subscriber', { email: 'bob@example.com', firstName: 'Bob' });
}

/** Returns the tables written during a call, except the request counters. */
async function writtenBy(here: Place, call: () => Promise<unknown>): Promise<string[]> {
  const before = await everyRow(here);
  await call();
  const after = await everyRow(here);
  const tables = Object.keys(after).filter((table) => table !== 'request_windows');
  return tables.filter((table) => JSON.stringify(after[table]) !== JSON.stringify(before[table]));
}

onBothDatabases((place) => {
  describe('a dry run', () => {
    verifies(
      'subscriber.batch.dry-run',
      'of many saves returns their results and changes nothing',
      async () => {
        const here = place();
        await known(here);
        let tried: Answer;
        const written = await writtenBy(here, async () => {
          tried = await here.use('save_subscribers', { subscribers, dry_run: true });
        });
        expect(written).toEqual([]);
        const done = await here.use('save_subscribers', { subscribers });
        expect(tried).toMatchObject({ dry_run: true, created: 2, updated: 2, unchanged: 1, failed: 4 });
        expect([done.created, done.updated, done.failed]).toEqual([2, 3, 4]);
        expect(tried.data.map(({ result }: Answer) => result)).toEqual([
          'created',
          'updated',
          'unchanged',
          'failed',
          'failed',
          'created',
          'updated',
          'failed',
          'failed',
        ]);
        const alike = ({ id: _, result, ...rest }: Answer) => ({
          ...rest,
          result: result === 'unchanged' ? 'updated' : result,
        });
        expect(tried.data.map(alike)).toEqual(done.data.map(alike));
        expect(tried.data[0].id).toBe(null);
        expect(tried.data[1].id).toBe(done.data[1].id);
        expect(done).not.toHaveProperty('unchanged');
      },
    );

    verifies(
      'subscriber.batch.dry-run',
      'is requested in the REST body and does not use up the idempotency key',
      async () => {
        const here = place();
        const headers = { 'Idempotency-Key': 'once' };
        const save = async (body: object) =>
          (await here.http('POST', '/api/v2/subscribers/batch', { token: here.token, body, headers })).body;
        const given = { subscribers: [{ email: 'ada@example.com' }] };
        expect(await save({ ...given, dry_run: true })).toMatchObject({ dry_run: true, created: 1 });
        expect(await save(given)).toMatchObject({
          created: 1,
          data: [{ id: expect.stringMatching(/^sub_/) }],
        });
        expect(await save({ ...given, dry_run: 'yes' })).toMatchObject({ details: [{ path: 'dry_run' }] });
      },
    );

    test('of saves with double opt-in shows the requests and sends none', async () => {
      const here = place();
      await here.use('update_organization_settings', { double_opt_in: true });
      const given = {
        subscribers: [{ email: 'ada@mailbox.dev' }, { email: 'bob@mailbox.dev' }],
        dry_run: true,
      };
      const written = await writtenBy(here, async () => {
        const { refused, result } = await assistantOf(here.platform, { token: here.token }).call(
          'save_subscribers',
          given,
        );
        expect(refused).toBe(false);
        expect(result).toMatchObject({
          dry_run: true,
          created: 2,
          data: [{ status: 'PENDING' }, { status: 'PENDING' }],
          preview: { recipients: 2 },
        });
      });
      expect(written).toEqual([]);
    });

    test("is allowed to an assistant's token even if the saves need a confirmation", async () => {
      const here = place();
      await here.use('update_organization_settings', { double_opt_in: true });
      const { token } = await here.use('create_token', {
        name: 'Helper',
        scopes: ['subscribers.write'],
        assistant: true,
      });
      const save = async (more: object) =>
        await here.http('POST', '/api/v2/subscribers/batch', {
          token,
          body: { subscribers: [{ email: 'ada@mailbox.dev' }, { email: 'bob@mailbox.dev' }], ...more },
        });
      expect((await save({ dry_run: true })).body).toMatchObject({ created: 2 });
      expect((await here.use('list_subscribers')).data).toEqual([]);
    });

    test('of many saves lists only failures for an assistant, and says so', async () => {
      const here = place();
      const many = Array.from({ length: 40 }, (_, index) => ({ email: `person${index}@example.com` }));
      const assistant = assistantOf(here.platform, { token: here.token });
      const given = { subscribers: many, dry_run: true };
      const { result, content } = await assistant.call('save_subscribers', given);
      expect(result).toMatchObject({ created: 40, data: [] });
      expect(JSON.stringify(content)).toContain('the 40 that would be saved.');
    });

    verifies('import.dry-run', 'of an import returns its counts and stores nothing', async () => {
      const here = place();
      await known(here);
      const csv =
        'email,first_name\nnew@example.com,New\nada@example.com,Augusta\nbob@example.com,Bob\nno address,X\nnew@example.com,Again\n';
      let tried: Answer;
      const written = await writtenBy(here, async () => {
        tried = await here.use('import_subscribers', { csv, ...agreed, dry_run: true });
      });
      expect(written).toEqual([]);
      expect(tried).toMatchObject({
        id: '',
        status: 'previewed',
        columns: [{ field: 'email' }, { field: 'firstName' }],
        preview: { rows: 5, created: 1, invalid: 1, duplicates: 1 },
        result: null,
      });
      expect(tried.warnings).toContain('Dry run: nothing was imported');
      const rest = await here.http('POST', '/api/v2/imports', {
        token: here.token,
        body: { csv, ...agreed, dry_run: true },
      });
      expect([rest.status, rest.body.preview]).toEqual([200, tried.preview]);
      const { id: importId } = await here.use('import_subscribers', { csv, ...agreed });
      await here.platform.deliver();
      expect((await here.use('get_import', { importId })).result).toEqual(tried.preview);
    });

    test('of a stored import needs its file and does not change it', async () => {
      const here = place();
      const csv = 'email\nada@example.com\n';
      const kept = await here.use('import_subscribers', { csv, ...agreed, start: false });
      const tried = await here.use('import_subscribers', { importId: kept.id, dry_run: true });
      expect(tried).toMatchObject({ id: kept.id, preview: kept.preview });
      expect(await here.use('get_import', { importId: kept.id })).toEqual(kept);
      for (const [input, path] of [
        [{ dry_run: true }, 'csv'],
        [{ dry_run: true, importId: (await here.use('import_subscribers', {})).id }, 'importId'],
        [{ dry_run: 1, csv }, 'dry_run'],
      ] as const) {
        const { details } = await here.refusal('import_subscribers', input);
        expect((details as { path: string }[])[0]!.path).toBe(path);
      }
    });
  });
});
