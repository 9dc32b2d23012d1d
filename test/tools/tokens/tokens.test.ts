import { describe, expect, test } from 'vitest';
import { hourMs } from '../../../src/model/instant.ts';
import type { TokenRecord } from '../../../src/model/organization/token.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';

/** An arbitrary scope. */
const reads = ['tags.read'];

onBothDatabases((place) => {
  describe('a token', () => {
    test('has the requested fields, and its secret appears only in the first response', async () => {
      const { use, platform } = place();
      const fields = {
        name: 'Shop',
        scopes: ['emails.send', 'events.write'],
        mode: 'test',
        allowed_recipients: ['*@acme.com', 'ada@example.com'],
        send_cap: { per_day: 500 },
        ip_allowlist: ['10.0.0.0/8', '2001:db8::1'],
        expires_at: '2030-01-01T01:00:00+01:00',
      };
      const { token, ...made } = await use('create_token', {
        ...fields,
        scopes: [...fields.scopes, 'emails.send'],
      });
      expect(made).toEqual({
        object: 'token',
        id: expect.stringMatching(/^tok_/),
        ...fields,
        prefix: token.slice(0, 12),
        domain_id: null,
        assistant: false,
        send_cap: { per_hour: null, per_day: 500 },
        last_used_at: null,
        created_at: expect.any(String),
        expires_at: '2030-01-01T00:00:00.000Z',
        revoked_at: null,
      });
      expect(await use('get_token', { id: made.id })).toEqual({ ...made, created_by: null });
      const { reader } = platform.platform.engine.store.database;
      for (const table of ['tokens', 'token_secrets']) {
        expect(JSON.stringify(await reader.all(`SELECT * FROM ${table}`, []))).not.toContain(token);
      }
    });

    test('is rejected by the name of its invalid field', async () => {
      const { refusal, platform } = place();
      const cases: [object, string][] = [
        [{ scopes: reads }, 'name'],
        [{ name: 'x' }, 'scopes'],
        [{ name: 'x', scopes: [] }, 'scopes'],
        [{ name: 'x', scopes: ['everything'] }, 'scopes[0]'],
        [{ name: 'x\ny', scopes: reads }, 'name'],
        [{ name: 'x', scopes: reads, domain_id: 'dom_1' }, 'domain_id'],
        [{ name: 'x', scopes: reads, mode: 'dry' }, 'mode'],
        [{ name: 'x', scopes: reads, ip_allowlist: ['10.0.0.0/33'] }, 'ip_allowlist[0]'],
        [{ name: 'x', scopes: reads, ip_allowlist: ['127.1'] }, 'ip_allowlist[0]'],
        [{ name: 'x', scopes: reads, send_cap: { per_hour: -1 } }, 'send_cap.per_hour'],
        [
          { name: 'x', scopes: reads, expires_at: new Date(platform.clock.now()).toISOString() },
          'expires_at',
        ],
        [{ name: 'x', scopes: reads, token: 'posthouse_mine' }, 'token'],
      ];
      for (const [input, path] of cases) {
        const { failure, details } = await refusal('create_token', input);
        expect([failure, (details as { path: string }[])[0]!.path]).toEqual(['validation_error', path]);
      }
    });

    test('can be bound only to a domain of its own organization', async () => {
      const { use, refusal, organization, platform } = place();
      const { id } = await use('add_domain', { name: `d${organization.key}.dev` });
      expect((await use('create_token', { name: 'x', scopes: reads, domain_id: id })).domain_id).toBe(id);
      const other = await platform
        .call('create_token', { name: 'x', scopes: reads, domain_id: id })
        .catch((error) => error);
      const unknown = await refusal('create_token', { name: 'x', scopes: reads, domain_id: 'dom_unknown' });
      expect([other.failure, other.message]).toEqual([unknown.failure, unknown.message]);
    });

    test('is limited to a hundred active tokens per organization', async () => {
      const { use, refusal } = place();
      const made: string[] = [];
      // The organization starts with one.
      for (let n = 1; n < 100; n += 1)
        made.push((await use('create_token', { name: `${n}`, scopes: reads })).id);
      const result = await refusal('create_token', { name: 'one more', scopes: reads });
      expect([result.failure, result.message]).toEqual([
        'conflict',
        'An organization has at most 100 tokens; revoke one first',
      ]);
      await use('revoke_token', { id: made[0] });
      expect(await use('create_token', { name: 'one more', scopes: reads })).toMatchObject({
        name: 'one more',
      });
      const { data, has_more } = await use('list_tokens', { limit: 100 });
      expect([data.length, has_more]).toEqual([100, true]);
    });

    test('at the limit is created once for concurrent calls', async () => {
      const { use, outcome } = place();
      for (let n = 2; n < 100; n += 1) await use('create_token', { name: `${n}`, scopes: reads });
      const asked = await Promise.allSettled(
        [1, 2, 3, 4].map((n) => outcome('create_token', { name: `last ${n}`, scopes: reads })),
      );
      expect(asked.map(({ status }) => status).toSorted()).toEqual([
        'fulfilled',
        'rejected',
        'rejected',
        'rejected',
      ]);
    });

    test('changes only in the fields of the edit, and cannot be changed after it was revoked', async () => {
      const { use, refusal } = place();
      const { token: _, ...made } = await use('create_token', {
        name: 'a',
        scopes: reads,
        send_cap: { per_hour: 1 },
      });
      const changed = await use('update_token', {
        id: made.id,
        name: 'b',
        send_cap: null,
        ip_allowlist: ['::1'],
      });
      expect(changed).toEqual({ ...made, name: 'b', send_cap: null, ip_allowlist: ['::1'] });
      const wrong = await refusal('update_token', { id: made.id, scopes: ['tags.read', 'everything'] });
      expect(wrong.details).toMatchObject([{ path: 'scopes[1]', code: 'invalid' }]);
      const first = await use('revoke_token', { id: made.id });
      expect(first).toEqual({ object: 'token', id: made.id, deleted: true });
      const { revoked_at } = await use('get_token', { id: made.id });
      expect(revoked_at).not.toBeNull();
      expect(await use('revoke_token', { id: made.id })).toEqual(first);
      expect((await refusal('update_token', { id: made.id, name: 'c' })).failure).toBe('conflict');
      expect((await refusal('rotate_token', { id: made.id })).failure).toBe('conflict');
      expect((await use('get_token', { id: made.id })).revoked_at).toBe(revoked_at);
    });

    test('keeps the limits of its cap that a change omits, and drops a limit set to null', async () => {
      const { use } = place();
      const { id } = await use('create_token', { name: 'a', scopes: reads, send_cap: { per_day: 300 } });
      const capAfter = async (send_cap: object | null) =>
        (await use('update_token', { id, send_cap })).send_cap;
      expect(await capAfter({ per_hour: 10 })).toEqual({ per_hour: 10, per_day: 300 });
      expect(await capAfter({})).toEqual({ per_hour: 10, per_day: 300 });
      expect(await capAfter({ per_day: null })).toEqual({ per_hour: 10, per_day: null });
      expect(await capAfter({ per_hour: null })).toBeNull();
      expect(await capAfter({ per_day: 5 })).toEqual({ per_hour: null, per_day: 5 });
      expect(await capAfter(null)).toBeNull();
    });

    test('states after a rotation until when its old secret works, at most until its own expiry', async () => {
      const { use, http, platform } = place();
      const expires_at = new Date(platform.clock.now() + 2 * hourMs).toISOString();
      for (const [fields, workingMs] of [
        [{ expires_at }, 2 * hourMs],
        [{}, 24 * hourMs],
      ] as const) {
        const { id, token } = await use('create_token', { name: 'a', scopes: reads, ...fields });
        const { old_token_expires_at } = await use('rotate_token', { id });
        expect(Date.parse(old_token_expires_at) - platform.clock.now()).toBe(workingMs);
        // Extending the token does not extend the replaced secret.
        await use('update_token', { id, expires_at: null });
        const statusOf = async () => (await http('GET', '/api/v2/tags', { token })).status;
        await platform.clock.advance(workingMs - 1);
        expect(await statusOf()).toBe(200);
        await platform.clock.advance(hourMs);
        expect(await statusOf()).toBe(401);
      }
    });

    test('that does not exist returns not_found', async () => {
      const { refusal } = place();
      for (const tool of ['get_token', 'update_token', 'revoke_token', 'rotate_token']) {
        expect((await refusal(tool, { id: 'tok_unknown' })).failure).toBe('not_found');
      }
    });

    test('created again with the same key returns the same secret, which is not stored in plaintext', async () => {
      const { outcome, platform } = place();
      const ask = () => outcome('create_token', { name: 'x', scopes: reads }, { idempotencyKey: 'once' });
      const [first, again] = [await ask(), await ask()];
      expect([again.replayed, again.output]).toEqual([true, first.output]);
      const { reader } = platform.platform.engine.store.database;
      const rows = JSON.stringify(await reader.all('SELECT * FROM idempotency', []));
      expect(rows).not.toContain((first.output as { token: string }).token);
    });

    test('is revoked or changed with the next request', async () => {
      const { use, http } = place();
      const { id, token } = await use('create_token', { name: 'x', scopes: ['tags.read', 'tags.write'] });
      const statusOf = async () =>
        (await http('POST', '/api/v2/tags', { token, body: { name: 'red' } })).status;
      expect(await statusOf()).toBe(201);
      await use('update_token', { id, scopes: reads });
      expect(await statusOf()).toBe(403);
      await use('update_token', { id, ip_allowlist: ['203.0.113.9'] });
      expect(await statusOf()).toBe(403);
      await use('revoke_token', { id });
      expect(await statusOf()).toBe(401);
    });
  });

  describe('a limited token can manage', () => {
    /** Creates a limited token and calls over HTTP with it. */
    const limited = async ({ use, http }: Place, fields: object) => {
      const { id, token } = await use('create_token', {
        name: 'limited',
        scopes: ['tokens.read', 'tokens.write', 'emails.send', 'tags.read'],
        ...fields,
      });
      return {
        id,
        ask: async (method: string, path: string, body?: object) => {
          const reply = await http(method, `/api/v2/tokens${path}`, { token, ...(body && { body }) });
          return { status: reply.status, body: reply.body };
        },
      };
    };

    test('only tokens with the same or stricter limits', async () => {
      const here = place();
      const within = { name: 'child', scopes: ['tags.read'] };
      const cases: [fields: object, more: object, less: object, beyond: string][] = [
        [{}, { scopes: ['emails.send', 'tokens.read'] }, { scopes: ['tags.write'] }, 'scopes'],
        [{ mode: 'test' }, { mode: 'test' }, { mode: 'live' }, 'mode'],
        [
          { allowed_recipients: ['*@acme.com', 'ada@example.com'] },
          { allowed_recipients: ['sales-*@acme.com', 'ada@example.com'] },
          { allowed_recipients: ['*@acme.com', '*@example.com'] },
          'allowed_recipients',
        ],
        [
          { allowed_recipients: [] },
          { allowed_recipients: [] },
          { allowed_recipients: null },
          'allowed_recipients',
        ],
        [
          { ip_allowlist: ['127.0.0.0/8'] },
          { ip_allowlist: ['127.0.0.5'] },
          { ip_allowlist: ['0.0.0.0/0'] },
          'ip_allowlist',
        ],
        [
          { expires_at: '2027-01-01T00:00:00Z' },
          { expires_at: '2026-12-01T00:00:00Z' },
          { expires_at: null },
          'expires_at',
        ],
        [{ send_cap: { per_day: 5 } }, {}, { scopes: ['emails.send'], send_cap: { per_day: 1 } }, 'send_cap'],
      ];
      for (const [fields, more, less, beyond] of cases) {
        const peer = await limited(here, fields);
        const made = await peer.ask('POST', '', { ...within, ...more });
        expect([beyond, made.status]).toEqual([beyond, 201]);
        const refused = await peer.ask('POST', '', { ...within, ...less });
        expect([refused.status, refused.body.name, refused.body.details]).toEqual([
          403,
          'restricted_api_key',
          { fields: [beyond] },
        ]);
        // Omitted limits are inherited from the creator.
        const plain = await peer.ask('POST', '', within);
        expect(plain.body).toMatchObject('send_cap' in fields ? {} : fieldsAnswered(fields));
        // It cannot lift limits afterwards, its child's or its own.
        const lifted = await peer.ask('PATCH', `/${made.body.id}`, less);
        expect([beyond, lifted.status]).toEqual([beyond, 403]);
        if (beyond !== 'send_cap') {
          expect([beyond, (await peer.ask('PATCH', `/${peer.id}`, less)).status]).toEqual([beyond, 403]);
        }
      }
    });

    test('its own cap only by lowering it', async () => {
      const peer = await limited(place(), { send_cap: { per_hour: 5, per_day: 10 } });
      const patch = async (send_cap: object | null) =>
        (await peer.ask('PATCH', `/${peer.id}`, { send_cap })).status;
      expect(await patch({ per_hour: 5, per_day: 9 })).toBe(200);
      expect(await patch({ per_hour: 6, per_day: 9 })).toBe(403);
      expect(await patch({ per_hour: 4 })).toBe(200);
      expect(await patch({ per_hour: 5 })).toBe(403);
      expect(await patch({ per_day: null })).toBe(403);
      expect(await patch(null)).toBe(403);
    });

    test('no token with fewer limits, neither by a change nor by a rotation or revocation', async () => {
      const here = place();
      const peer = await limited(here, {});
      const { id } = await here.use('create_token', { name: 'strong', scopes: ['full_access'] });
      for (const [method, path, body] of [
        ['PATCH', `/${id}`, { name: 'mine' }],
        ['PATCH', `/${id}`, { scopes: ['tags.read'] }],
        ['POST', `/${id}/rotate`, {}],
        ['DELETE', `/${id}`, undefined],
      ] as const) {
        const { status, body: result } = await peer.ask(method, path, body);
        expect([method, status, result.name]).toEqual([method, 403, 'restricted_api_key']);
      }
      expect(await here.use('get_token', { id })).toMatchObject({ name: 'strong', revoked_at: null });
    });

    test('itself by a rotation or a revocation', async () => {
      const peer = await limited(place(), {
        allowed_recipients: ['*@acme.com'],
        mode: 'test',
        send_cap: { per_day: 1 },
      });
      const rotated = await peer.ask('POST', `/${peer.id}/rotate`);
      expect([rotated.status, rotated.body.id]).toEqual([200, peer.id]);
      expect((await peer.ask('DELETE', `/${peer.id}`)).status).toBe(200);
      expect((await peer.ask('GET', '')).status).toBe(401);
    });
  });
});

/** Returns the response's form of requested fields. */
function fieldsAnswered(fields: object): object {
  const { expires_at, ...others } = fields as Partial<Record<keyof TokenRecord | 'expires_at', string>>;
  return expires_at === undefined ? others : { ...others, expires_at: new Date(expires_at).toISOString() };
}
