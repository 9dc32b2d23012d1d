import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { onBothDatabases } from '../both-databases.ts';

const email = 'ada@example.com';

onBothDatabases((place) => {
  describe('saving a subscriber', () => {
    test('keeps every field, trimmed and in canonical form', async () => {
      const { use } = place();
      const saved = await use('create_subscriber', {
        email: ' "Ada" <Ada@ÉXAMPLE.com> ',
        firstName: ' Ada ',
        lastName: '',
        attributes: { plan: 'pro', seats: 3, on: true, none: null, since: '2026-01-31' },
        externalId: 'user/42 ü',
        timezone: 'Europe/Lisbon',
        locale: 'pt-BR',
        consent: { at: '2026-01-01T01:00:00+01:00', ip: '192.0.2.7' },
        source: 'FORM',
        tags: ['red'],
      });
      expect(saved).toEqual({
        object: 'subscriber',
        id: expect.stringMatching(/^sub_[0-9a-z]{26}$/),
        email: 'ada@xn--xample-9ua.com',
        firstName: 'Ada',
        lastName: null,
        attributes: { plan: 'pro', seats: 3, on: true, none: null, since: '2026-01-31' },
        tags: [{ id: expect.stringMatching(/^tag_/), name: 'red' }],
        status: 'ACTIVE',
        externalId: 'user/42 ü',
        source: 'FORM',
        timezone: 'Europe/Lisbon',
        locale: 'pt-BR',
        consent: { at: '2026-01-01T00:00:00.000Z', ip: '192.0.2.7', source: null },
        createdAt: expect.any(String),
        updatedAt: saved.createdAt,
        unsubscribedAt: null,
        unsubscribeReason: null,
        unsubscribeTopic: null,
        lastActivityAt: null,
      });
      expect(await use('get_subscriber', { subscriber: 'ext:user/42 ü' })).toEqual(saved);
    });

    test('with a known address keeps omitted fields and the source', async () => {
      const { use, platform } = place();
      const first = await use('create_subscriber', {
        email,
        firstName: 'Ada',
        source: 'FORM',
        attributes: { a: 1, b: 2 },
      });
      await platform.clock.advance(1_000);
      const second = await use('create_subscriber', {
        email,
        attributes: { b: null, c: 3 },
        firstName: null,
      });
      expect(second).toEqual({
        ...first,
        firstName: null,
        attributes: { a: 1, b: null, c: 3 },
        updatedAt: new Date(platform.clock.now()).toISOString(),
      });
      await platform.clock.advance(1_000);
      expect(await use('create_subscriber', { email, tags: [] })).toEqual(second);
    });

    test('rejects invalid values and names the field', async () => {
      const { refusal } = place();
      const cases: [object, string][] = [
        [{ email: 'not an address' }, 'email'],
        [{ email: 'a@b.com, c@d.com' }, 'email'],
        [{ email, firstName: 'A\r\nBcc: x@y.z' }, 'firstName'],
        [{ email, lastName: 'nul\0' }, 'lastName'],
        [{ email, firstName: 'x'.repeat(257) }, 'firstName'],
        [{ email, externalId: 'a\u2028b' }, 'externalId'],
        [{ email, timezone: 'Mars/Olympus' }, 'timezone'],
        [{ email, timezone: '+02:00' }, 'timezone'],
        [{ email, locale: 'not a locale' }, 'locale'],
        [{ email, consent: { at: 'yesterday' } }, 'consent.at'],
        [{ email, tags: ['ok', ''] }, 'tags[1]'],
        [{ email, tags: ['x'.repeat(65)] }, 'tags[0]'],
        [{ email, tags: [`tag_${'0'.repeat(26)}`] }, 'tags[0]'],
        [{ email, status: 'ACTIVE' }, 'status'],
        [{ email, id: 'sub_1' }, 'id'],
        [{ email, source: 'ELSEWHERE' }, 'source'],
        [{ email, attributes: { nested: { a: 1 } } }, 'attributes.nested'],
        [{ email, attributes: { list: [1] } }, 'attributes.list'],
        [{ email, attributes: JSON.parse('{"__proto__": 1}') }, 'attributes.__proto__'],
        [{ email, attributes: { '': 1 } }, 'attributes.'],
        [{ email, attributes: { 'a\nb': 1 } }, 'attributes.a\nb'],
        [{ email, attributes: { text: 'ü'.repeat(8_200) } }, 'attributes'],
        [
          { email, attributes: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`k${n}`, n])) },
          'attributes',
        ],
      ];
      for (const [input, path] of cases) {
        const { failure, details } = await refusal('create_subscriber', input);
        expect([failure, (details as { path: string }[])[0]!.path]).toEqual(['validation_error', path]);
      }
      expect((await refusal('get_subscriber', { subscriber: email })).failure).toBe('not_found');
    });

    test('counts existing attributes toward the limits', async () => {
      const { use, refusal } = place();
      await use('create_subscriber', { email, attributes: { text: 'x'.repeat(16_000) } });
      const more = { text2: 'x'.repeat(1_000) };
      expect((await refusal('create_subscriber', { email, attributes: more })).message).toContain(
        '16,384 bytes',
      );
      expect((await refusal('update_subscriber', { subscriber: email, attributes: more })).failure).toBe(
        'validation_error',
      );
      const { attributes } = await use('update_subscriber', {
        subscriber: email,
        attributes: { text: null, ...more },
      });
      expect(attributes).toEqual(more);
    });

    test('accepts attribute names that exist on every JavaScript object', async () => {
      const { use } = place();
      const attributes = { constructor: 'a', toString: 'b', hasOwnProperty: 1, prototype: true };
      const saved = await use('create_subscriber', { email, attributes });
      expect(saved.attributes).toEqual(attributes);
      expect(Object.keys(saved.attributes)).toEqual(Object.keys(attributes));
    });

    verifies(
      'tenancy.keys-per-organization',
      'fails when another subscriber has the external id',
      async () => {
        const { use, refusal } = place();
        await use('create_subscriber', { email, externalId: 'one' });
        const result = await refusal('create_subscriber', {
          email: 'b@example.com',
          externalId: 'one',
          tags: ['made'],
        });
        expect(result).toMatchObject({ failure: 'conflict', status: 409, details: { field: 'externalId' } });
        // A refused save leaves nothing, not even the tag it would have created.
        expect((await refusal('get_tag', { tag: 'made' })).failure).toBe('not_found');
        await use('create_subscriber', { email, externalId: null });
        expect(await use('create_subscriber', { email: 'b@example.com', externalId: 'one' })).toMatchObject({
          externalId: 'one',
        });
      },
    );

    test('with a repeated key happens once', async () => {
      const { outcome } = place();
      const input = { email, attributes: { n: 1 } };
      const first = await outcome('create_subscriber', input, { idempotencyKey: 'k' });
      const again = await outcome('create_subscriber', input, { idempotencyKey: 'k' });
      expect([first.created, first.replayed, again.created, again.replayed]).toEqual([
        true,
        false,
        true,
        true,
      ]);
      expect(again.output).toEqual(first.output);
    });
  });

  describe('double opt-in', () => {
    test('makes new subscribers PENDING if the organization or the save enables it', async () => {
      const { use } = place();
      const statusOf = async (address: string, fields: object = {}) =>
        (await use('create_subscriber', { email: address, ...fields })).status;
      expect(await statusOf('a@example.com', { doubleOptIn: true })).toBe('PENDING');
      expect(await statusOf('a@example.com')).toBe('PENDING');
      expect(
        await statusOf('a@example.com', {
          resubscribe: true,
          consent: { source: 'form' },
          doubleOptIn: true,
        }),
      ).toBe('PENDING');
      expect(await statusOf('a@example.com', { resubscribe: true, consent: { source: 'form' } })).toBe(
        'ACTIVE',
      );
      await use('update_organization_settings', { double_opt_in: true });
      expect(await statusOf('b@example.com')).toBe('PENDING');
      expect(await statusOf('c@example.com', { doubleOptIn: false })).toBe('ACTIVE');
      const { subscriberId } = await use('track_event', { name: 'x', email: 'd@example.com' });
      expect((await use('get_subscriber', { subscriber: subscriberId })).status).toBe('PENDING');
      await use('unsubscribe_subscriber', { subscriber: 'c@example.com' });
      expect(await statusOf('c@example.com', { resubscribe: true, consent: { source: 'form' } })).toBe(
        'PENDING',
      );
    });
  });

  test.each([
    ['create_subscriber', { email }, 'attributes', 'firstName'],
    ['update_subscriber', { subscriber: email }, 'attributes', 'lastName'],
    ['track_event', { email, name: 'bought' }, 'properties', 'email'],
  ])('the error of %s for an unknown field suggests attributes', async (tool, input, free, field) => {
    const { refusal } = place();
    const { details } = await refusal(tool, { ...input, plan: 'pro' });
    expect(details).toMatchObject([{ path: 'plan', code: 'unknown_field' }]);
    expect((details as { message: string }[])[0]!.message).toContain(
      `is not a field of this request; fields of your own go into ${free}; it has `,
    );
    const slip = await refusal(tool, { ...input, [`${field}x`]: true });
    expect(slip.message).toContain(`did you mean ${field}?`);
    expect(slip.message).not.toContain(free);
  });

  describe('saving a batch', () => {
    verifies('subscriber.batch', 'handles a thousand subscribers, each with its own result', async () => {
      const { use, refusal, http } = place();
      await use('create_subscriber', { email: 'p7@example.com' });
      const subscribers = Array.from({ length: 1_000 }, (_, n) => ({
        email: `p${n}@example.com`,
        tags: ['all'],
      }));
      const { status, body } = await http('POST', '/api/v2/subscribers/batch', { body: { subscribers } });
      expect([status, body.created, body.updated, body.failed]).toEqual([200, 999, 1, 0]);
      expect(body.data.map(({ index }: { index: number }) => index)).toEqual(subscribers.map((_, at) => at));
      expect(body.data[7]).toMatchObject({ result: 'updated', email: 'p7@example.com', error: null });
      expect((await use('get_tag', { tag: 'all' })).subscriberCount).toBe(1_000);
      for (const wrong of [[], [...subscribers, {}], 'x', [1]]) {
        expect((await refusal('save_subscribers', { subscribers: wrong })).failure).toBe('validation_error');
      }
    });

    test('reports why a subscriber could not be saved, and saves the others', async () => {
      const { use } = place();
      await use('create_subscriber', { email: 'x@example.com', externalId: 'taken' });
      const { data, ...amounts } = await use('save_subscribers', {
        subscribers: [
          { email: 'a@example.com' },
          { email: 'unknown' },
          { email: 'b@example.com', colour: 'blue' },
          { email: 'c@example.com', externalId: 'taken' },
          {},
          { email: 'A@example.com', firstName: 'Ada' },
        ],
      });
      expect(amounts).toEqual({ object: 'subscriber_batch', created: 1, updated: 1, failed: 4 });
      expect(data.map(({ result }: { result: string }) => result)).toEqual([
        'created',
        'failed',
        'failed',
        'failed',
        'failed',
        'updated',
      ]);
      const unknown = 'is not a field of this request; fields of your own go into attributes';
      expect(data[2].error).toEqual({
        name: 'validation_error',
        message: `colour ${unknown}`,
        statusCode: 400,
        details: [{ path: 'colour', code: 'unknown_field', message: unknown }],
      });
      expect(data[3].error).toMatchObject({ name: 'conflict', statusCode: 409 });
      expect(data[4].error.details).toEqual([{ path: 'email', code: 'required', message: 'is required' }]);
      expect(data[0].id).toBe(data[5].id);
    });

    test('reports for each saved subscriber whether campaigns reach it', async () => {
      const { use } = place();
      await use('create_subscriber', { email: 'gone@example.com' });
      await use('unsubscribe_subscriber', { subscriber: 'gone@example.com' });
      const { data } = await use('save_subscribers', {
        subscribers: [
          { email: 'gone@example.com', firstName: 'Dan' },
          { email: 'new@example.com' },
          { email: 'asked@example.com', doubleOptIn: true },
          { email: 'unknown' },
        ],
      });
      expect(data.map((one: { result: string; status: string | null }) => [one.result, one.status])).toEqual([
        ['updated', 'UNSUBSCRIBED'],
        ['created', 'ACTIVE'],
        ['created', 'PENDING'],
        ['failed', null],
      ]);
    });

    test('accepts a larger body than other requests', async () => {
      const { http } = place();
      const subscribers = Array.from({ length: 700 }, (_, n) => ({
        email: `big${n}@example.com`,
        attributes: { text: 'x'.repeat(12_000) },
      }));
      const { status, body } = await http('POST', '/api/v2/subscribers/batch', { body: { subscribers } });
      expect([status, body.created]).toEqual([200, 700]);
      const tooMuch = { subscribers: [{ email, attributes: { text: 'x'.repeat(11 * 1024 * 1024) } }] };
      expect((await http('POST', '/api/v2/subscribers/batch', { body: tooMuch })).status).toBe(413);
    });
  });
});
