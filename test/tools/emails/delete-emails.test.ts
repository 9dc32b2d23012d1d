import { describe, expect, onTestFinished, test } from 'vitest';
import { hourMs } from '../../../src/model/instant.ts';
import { scopes } from '../../../src/model/organization/token.ts';
import { callerIn } from '../../engine/approval/preview-scene.ts';
import { callPlainly } from '../../surfaces/mcp/approval/approved-scene.ts';
import { openPlatform } from '../../world/platform.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';

const letter = { from: 'Acme <hello@acme.dev>', subject: 'Your code', markdown: 'Your code is 482913' };

const send = async ({ use }: Place, to: string): Promise<string> =>
  (await use('send_email', { ...letter, to })).id;
const listed = async ({ use }: Place, filter: object = {}): Promise<string[]> =>
  (await use('list_emails', { limit: 100, ...filter })).data.map(({ id }: { id: string }) => id);
const turn = ({ platform, organization: { id } }: Place, on: boolean) =>
  platform.call('update_organization', { id, sending_enabled: on });

onBothDatabases((place) => {
  describe('the deletion of emails', () => {
    test('removes captured and test mail by id for good, and never live mail', async () => {
      const here = place();
      const live = await send(here, 'ada@mailbox.dev');
      const simulated = await send(here, 'ada@example.com');
      await turn(here, false);
      const captured = await send(here, 'bob@mailbox.dev');
      const { storage_octets: before } = await here.use('get_organization');

      const ids = [captured, simulated, live, 'eml_unknown'];
      expect(await here.use('delete_emails', { ids })).toEqual({
        object: 'emails',
        deleted: 2,
        has_more: false,
        next_after: null,
      });
      expect(await listed(here)).toEqual([live]);
      expect((await here.refusal('get_email', { id: captured })).failure).toBe('not_found');
      expect((await here.use('list_emails', { query: 'bob@' })).data).toEqual([]);
      expect((await here.use('get_organization')).storage_octets).toBeLessThan(before - 2_000);
      const { queries } = here.platform.platform.engine.store.forOrganization(here.organization.key);
      const events = await queries.all('SELECT 1 AS found FROM email_events WHERE email_id = $1', [
        simulated,
      ]);
      expect(events).toEqual([]);

      expect((await here.use('delete_emails', { ids })).deleted).toBe(0);
      const { data: entries } = await here.use('list_audit_log', { tool: 'delete_emails' });
      expect(entries[0]).toMatchObject({ effect: 'destroy', about: expect.arrayContaining([captured]) });
    });

    test('a deletion filters by recipient, time and token, and continues from next_after', async () => {
      const here = place();
      const { platform, organization } = here;
      const { token, id: tokenId } = await platform.addToken(organization);
      const old = await send(here, 'old@example.com');
      await platform.clock.advance(2 * hourMs);
      const since = new Date(platform.clock.now() - hourMs).toISOString();
      for (let n = 0; n < 101; n += 1) await send(here, 'many@example.com');
      const ofToken = (
        await here.http('POST', '/api/v2/emails', { token, body: { ...letter, to: 'a@example.com' } })
      ).body.id;
      const kept = await send(here, 'kept@example.com');

      const path = '/api/v2/emails/delete';
      const first = (await here.http('POST', path, { body: { to: 'Many@Example.com' } })).body;
      expect(first).toMatchObject({ deleted: 100, has_more: true });
      const second = { to: 'many@example.com', after: first.next_after };
      expect((await here.http('POST', path, { body: second })).body).toMatchObject({
        deleted: 1,
        has_more: false,
        next_after: null,
      });
      expect(await here.use('delete_emails', { token_id: tokenId })).toMatchObject({ deleted: 1 });
      expect(await here.use('delete_emails', { token_id: 'tok_unknown' })).toMatchObject({ deleted: 0 });
      expect(await listed(here)).toEqual([kept, old]);
      expect(await here.use('delete_emails', { created_before: since })).toMatchObject({ deleted: 1 });
      expect(await listed(here)).toEqual([kept]);
      expect(ofToken).toMatch(/^eml_/);
    });

    test('requires ids or a filter, but not both', async () => {
      const { refusal } = place();
      for (const input of [{}, { after: 'eml_1' }, { ids: ['eml_1'], to: 'ada@example.com' }, { ids: [] }]) {
        const { failure, details } = await refusal('delete_emails', input);
        expect([failure, (details as { path: string }[])[0]!.path]).toEqual(['validation_error', 'ids']);
      }
    });

    test('by a token with sending limits removes only the mail of this token', async () => {
      const here = place();
      const { token } = await here.platform.addToken(here.organization, { mode: 'test' });
      const foreign = await send(here, 'ada@example.com');
      await here.http('POST', '/api/v2/emails', { token, body: { ...letter, to: 'bob@mailbox.dev' } });
      const body = { created_before: new Date(here.platform.clock.now() + hourMs).toISOString() };
      const answer = await here.http('POST', '/api/v2/emails/delete', { token, body });
      expect(answer.body).toMatchObject({ deleted: 1 });
      const again = await here.http('POST', '/api/v2/emails/delete', { token, body: { ids: [foreign] } });
      expect(again.body).toMatchObject({ deleted: 0 });
      expect(await listed(here)).toEqual([foreign]);
    });

    test('never reaches the mail of another organization', async () => {
      const here = place();
      const id = await send(here, 'ada@example.com');
      const other = await here.platform.addOrganization('Other');
      const body = { ids: [id] };
      const answer = await here.http('POST', '/api/v2/emails/delete', { token: other.token, body });
      expect(answer.body.deleted).toBe(0);
      expect(await listed(here)).toEqual([id]);
    });

    test('gives the place of the newest mail to no later mail', async () => {
      const here = place();
      const { store } = here.platform.platform.engine;
      const newestKey = async () => {
        const { queries } = store.forOrganization(here.organization.key);
        return (await queries.get<{ key: number }>('SELECT max(key) AS key FROM emails', []))!.key;
      };
      const first = await send(here, 'ada@example.com');
      const key = await newestKey();
      await here.use('delete_emails', { ids: [first] });
      const second = await send(here, 'bob@example.com');
      expect(await newestKey()).toBeGreaterThan(key);
      // The cursor of a waiting test continues from the deleted mail.
      expect(await here.use('wait_for_email', { after: first })).toMatchObject({ id: second });
      await here.use('delete_emails', { ids: [second] });
      const empty = await store.database.reader.all('SELECT 1 AS one FROM emails WHERE organization = 0', []);
      expect(empty.length).toBeLessThanOrEqual(1);
    });

    test('leaves a submitted message that another mail still uses', async () => {
      const here = place();
      const message = {
        sender: 'hello@acme.test',
        recipients: [{ address: 'ada@example.com' }, { address: 'bob@example.com' }],
        header: 'From: hello@acme.test\r\nSubject: Files\r\n',
        body: 'Hello\r\n',
        protocol: 'ESMTPSA',
      };
      const { output } = await here.outcome('submit_message', message, { door: 'smtp' });
      const [first, second] = (output as { ids: string[] }).ids;
      await here.use('delete_emails', { ids: [first] });
      expect((await here.use('get_email', { id: second })).text).toContain('Hello');
      await here.use('delete_emails', { ids: [second] });
      expect((await here.use('get_organization')).storage_octets).toBe(0);
    });

    test('by an assistant needs an approval only for mail that could still be released', async () => {
      const here = place();
      const caller = await callerIn(here);
      const call = async (ids: string[]) => await callPlainly(here, caller, 'delete_emails', { ids });
      const simulated = await send(here, 'ada@example.com');
      expect((await call([simulated])).result).toMatchObject({ deleted: 1 });
      await turn(here, false);
      const captured = await send(here, 'bob@mailbox.dev');
      const { result } = await call([captured]);
      expect(result).toMatchObject({ name: 'confirmation_required', details: { reason: 'not_confirmed' } });
      expect(await listed(here)).toEqual([captured]);
    });
  });
});

test('an assistant of a server that captures all mail deletes it without an approval', async () => {
  const scene = await openPlatform({ settings: { delivery: 'capture' } });
  onTestFinished(() => scene.close());
  const { output } = await scene.call('send_email', { ...letter, to: 'ada@mailbox.dev' });
  const caller = scene.caller('mcp', scene.organization, scopes);
  const ids = [(output as { id: string }).id];
  const deleted = await scene.call('delete_emails', { ids }, { caller });
  expect(deleted.output).toMatchObject({ deleted: 1 });
});
