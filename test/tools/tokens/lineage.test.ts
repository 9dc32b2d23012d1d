import { describe, expect, test } from 'vitest';
import { GrantRecords } from '../../../src/store/records/access/oauth.ts';
import { connect, embedded } from '../../surfaces/oauth/scene.ts';
import { onBothDatabases } from '../both-databases.ts';

onBothDatabases((place) => {
  type Made = { id: string; token: string };
  const ask = (method: string, path: string, token: string, body?: unknown) =>
    place().http(method, `/api/v2${path}`, { token, ...(body === undefined ? {} : { body }) });
  const mint = async (by: string, fields: object = {}): Promise<Made> => {
    const { status, body } = await ask('POST', '/tokens', by, {
      name: 'one',
      scopes: ['full_access'],
      ...fields,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const works = async (token: string) => (await ask('GET', '/emails', token)).status === 200;
  const read = async (id: string) => (await place().use('get_token', { id })) as Record<string, unknown>;

  describe('a token created by another token', () => {
    test('is revoked with its parent, along with all its descendants', async () => {
      const parent = await mint(place().token);
      const child = await mint(parent.token);
      const grandchild = await mint(child.token);
      const sibling = await mint(place().token);
      expect((await ask('DELETE', `/tokens/${parent.id}`, place().token)).status).toBe(200);
      for (const { token } of [parent, child, grandchild]) expect(await works(token)).toBe(false);
      for (const token of [sibling.token, place().token]) expect(await works(token)).toBe(true);
      expect((await read(grandchild.id)).revoked_at).toBe((await read(parent.id)).revoked_at);
    });

    test('names its parent in get_token and in the list', async () => {
      const parent = await mint(place().token);
      const child = await mint(parent.token);
      expect((await read(child.id)).created_by).toBe(parent.id);
      const { body } = await ask('GET', '/tokens', place().token);
      const minters = new Map((body.data as Record<string, string>[]).map((one) => [one.id, one.created_by]));
      expect(minters.get(child.id)).toBe(parent.id);
      const root = minters.get(parent.id)!;
      expect([minters.has(root), minters.get(root)]).toEqual([true, null]);
      expect((await ask('GET', '/tokens/me', child.token)).body.created_by).toBe(parent.id);
      // A reader may need to know which tokens are revoked together.
      await ask('DELETE', `/tokens/${parent.id}`, place().token);
      expect((await read(child.id)).created_by).toBe(parent.id);
    });

    test('does not affect its parent when it is revoked', async () => {
      const parent = await mint(place().token);
      const child = await mint(parent.token);
      await ask('DELETE', `/tokens/${child.id}`, place().token);
      expect([await works(parent.token), await works(child.token)]).toEqual([true, false]);
    });

    test('keeps its parent when both are rotated', async () => {
      const parent = await mint(place().token);
      const child = await mint(parent.token);
      const turned = (await ask('POST', `/tokens/${parent.id}/rotate`, place().token)).body as Made;
      const again = (await ask('POST', `/tokens/${child.id}/rotate`, turned.token)).body as Made;
      const late = await mint(turned.token);
      await ask('DELETE', `/tokens/${parent.id}`, place().token);
      for (const token of [child.token, again.token, late.token]) expect(await works(token)).toBe(false);
    });

    test('ends the OAuth grants that it approved when it is revoked with its parent', async () => {
      const parent = await mint(place().token);
      const child = await mint(parent.token);
      const { access_token } = await connect({ ...place(), token: child.token });
      const door = embedded(place().platform);
      expect((await door.use(access_token, 'list_emails')).status).toBe(200);
      await ask('DELETE', `/tokens/${parent.id}`, place().token);
      expect((await door.use(access_token, 'list_emails')).status).toBe(401);
      const { queries } = place().platform.platform.engine.store.forOrganization(place().organization.key);
      const { rows } = await new GrantRecords(queries, place().organization.key).page({ limit: 10 });
      expect(rows.map(({ revokedAt }) => revokedAt)).toEqual([place().platform.clock.now()]);
    });

    test('is narrowed with its parent, but not widened with it', async () => {
      const ends = new Date(place().platform.clock.now() + 3_600_000).toISOString();
      const later = new Date(place().platform.clock.now() + 7_200_000).toISOString();
      const parent = await mint(place().token, {
        scopes: ['emails.read', 'tags.read', 'tokens.write', 'tokens.read'],
      });
      const child = await mint(parent.token, {
        scopes: ['emails.read', 'tags.read', 'tokens.write'],
        expires_at: later,
      });
      const grandchild = await mint(child.token, { scopes: ['emails.read'], expires_at: later });
      const only = await mint(child.token, { scopes: ['tags.read'] });
      const narrowed = {
        scopes: ['emails.read', 'tokens.read'],
        expires_at: ends,
        ip_allowlist: ['127.0.0.1'],
        mode: 'test',
      };
      expect((await ask('PATCH', `/tokens/${parent.id}`, place().token, narrowed)).status).toBe(200);
      for (const { id } of [child, grandchild]) {
        expect(await read(id)).toMatchObject({
          scopes: ['emails.read'],
          expires_at: ends,
          ip_allowlist: ['127.0.0.1'],
          mode: 'test',
        });
      }
      // The remaining rights allow nothing.
      expect((await read(only.id)).revoked_at).not.toBeNull();
      await ask('PATCH', `/tokens/${parent.id}`, place().token, {
        scopes: ['full_access'],
        expires_at: null,
        ip_allowlist: null,
      });
      expect(await read(child.id)).toMatchObject({
        scopes: ['emails.read'],
        expires_at: ends,
        ip_allowlist: ['127.0.0.1'],
      });
    });

    test('cannot be widened, rotated or revoked by a token that was revoked or narrowed in the meantime', async () => {
      const [parent, sibling] = [await mint(place().token), await mint(place().token)];
      const { platform, organization } = place();
      const store = platform.platform.engine.store.forOrganization(organization.key);
      const caller = {
        ...platform.caller('v2', organization),
        token: (await store.tokens.byId(parent.id))!,
        scopes: ['full_access' as const],
      };
      const narrow = ['tokens.write', 'emails.read'];
      await ask('PATCH', `/tokens/${parent.id}`, place().token, { scopes: narrow });
      const late = async () => {
        for (const [tool, input] of [
          ['update_token', { id: sibling.id, mode: 'test' }],
          ['rotate_token', { id: sibling.id }],
          ['revoke_token', { id: sibling.id }],
        ] as const) {
          await expect(platform.call(tool, input, { caller }), tool).rejects.toMatchObject({
            failure: 'restricted_api_key',
          });
        }
      };
      await late();
      await expect(
        platform.call('update_token', { id: parent.id, scopes: ['full_access'] }, { caller }),
      ).rejects.toMatchObject({ failure: 'restricted_api_key' });
      expect(await read(parent.id)).toMatchObject({ scopes: narrow });
      await ask('DELETE', `/tokens/${parent.id}`, place().token);
      await late();
      expect(await works(sibling.token)).toBe(true);
    });

    test('cannot be created by a token that was revoked in the meantime', async () => {
      const parent = await mint(place().token);
      const { platform, organization } = place();
      const store = platform.platform.engine.store.forOrganization(organization.key);
      const caller = {
        ...platform.caller('v2', organization),
        token: (await store.tokens.byId(parent.id))!,
        scopes: ['full_access' as const],
      };
      await ask('DELETE', `/tokens/${parent.id}`, place().token);
      await expect(
        platform.call('create_token', { name: 'late', scopes: ['emails.read'] }, { caller }),
      ).rejects.toMatchObject({ failure: 'restricted_api_key' });
    });
  });
});
