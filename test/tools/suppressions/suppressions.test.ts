import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Failure } from '../../../src/model/failure.ts';
import { dayMs, hourMs } from '../../../src/model/instant.ts';
import { OrganizationStore } from '../../../src/store/store.ts';
import { verifies } from '../../spec/verifies.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';

let posthouse: SimulatedPlatform;
beforeEach(async () => {
  posthouse = await openPlatform();
});
afterEach(() => posthouse.close());

type Suppressed = Record<string, string | null>;

async function call(tool: string, input: unknown): Promise<{ output: Suppressed; created: boolean }> {
  const { output, created } = await posthouse.call(tool, input);
  return { output: output as Suppressed, created };
}

async function list(input: unknown = {}): Promise<{ emails: string[]; has_more: boolean }> {
  const { output } = await posthouse.call('list_suppressions', input);
  const { data, has_more } = output as { data: { email: string }[]; has_more: boolean };
  return { emails: data.map(({ email }) => email), has_more };
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Failure)) throw new Error('it was not refused');
  return error;
}

const inFuture = (ms: number): string => new Date(posthouse.clock.now() + ms).toISOString();

describe('suppressing an address', () => {
  verifies(
    'suppression.crud',
    'makes the suppression readable and removable by id and by address',
    async () => {
      const { output, created } = await call('add_suppression', { email: 'Ada <Ada@ACME.com>' });
      expect(created).toBe(true);
      expect(output).toEqual({
        object: 'suppression',
        id: expect.stringMatching(/^sup_[0-9a-z]{26}$/),
        email: 'ada@acme.com',
        origin: 'manual',
        source_id: null,
        scope: 'all',
        expires_at: null,
        created_at: new Date(posthouse.clock.now()).toISOString(),
      });
      for (const suppression of [output.id, 'ada@acme.com', 'ADA@acme.com']) {
        expect((await call('get_suppression', { suppression })).output).toEqual(output);
      }
      expect((await call('remove_suppression', { suppression: 'ADA@acme.com' })).output).toEqual({
        object: 'suppression',
        id: output.id,
        deleted: true,
      });
      for (const tool of ['get_suppression', 'remove_suppression']) {
        for (const suppression of [output.id, 'ada@acme.com', 'sup_unknown']) {
          const { failure, message } = await failureOf(posthouse.call(tool, { suppression }));
          const sentence = String(suppression).includes('@')
            ? 'This address is not suppressed'
            : 'There is no resource with this id, name or path';
          expect([failure, message]).toEqual(['not_found', sentence]);
        }
      }
    },
  );

  test('again returns the existing suppression and never shortens it', async () => {
    const first = await call('add_suppression', { email: 'ada@acme.com', origin: 'bounce' });
    const second = await call('add_suppression', { email: 'ADA@acme.com', expires_at: inFuture(hourMs) });
    expect(second).toEqual({ output: first.output, created: false });
    expect((await list()).emails).toEqual(['ada@acme.com']);
  });

  test('again for longer extends the suppression with the new origin and the same id', async () => {
    const first = await call('add_suppression', { email: 'ada@acme.com', expires_at: inFuture(hourMs) });
    const longer = await call('add_suppression', {
      email: 'ada@acme.com',
      origin: 'complaint',
      expires_at: inFuture(dayMs),
    });
    expect(longer.created).toBe(false);
    expect(longer.output).toEqual({ ...first.output, origin: 'complaint', expires_at: inFuture(dayMs) });
  });

  test('again after the expiry creates a new suppression', async () => {
    const first = await call('add_suppression', { email: 'ada@acme.com', expires_at: inFuture(hourMs) });
    await posthouse.clock.advance(hourMs);
    expect((await list()).emails).toEqual([]);
    const gone = await failureOf(posthouse.call('get_suppression', { suppression: 'ada@acme.com' }));
    expect(gone.failure).toBe('not_found');
    const again = await call('add_suppression', { email: 'ada@acme.com' });
    expect(again.created).toBe(true);
    expect(again.output.id).not.toBe(first.output.id);
  });

  test('for marketing and for all mail creates two suppressions', async () => {
    const marketing = await call('add_suppression', { email: 'ada@acme.com', origin: 'unsubscribe' });
    expect(marketing.output.scope).toBe('marketing');
    const all = await call('add_suppression', { email: 'ada@acme.com' });
    expect(all.created).toBe(true);
    expect((await call('get_suppression', { suppression: 'ada@acme.com' })).output).toEqual(all.output);
    await posthouse.call('remove_suppression', { suppression: all.output.id });
    expect((await call('get_suppression', { suppression: 'ada@acme.com' })).output).toEqual(marketing.output);
  });

  test('is undone in every scope by removing the address', async () => {
    await posthouse.call('add_suppression', { email: 'ada@acme.com', scope: 'marketing' });
    await posthouse.call('add_suppression', { email: 'ada@acme.com', scope: 'all' });
    await posthouse.call('remove_suppression', { suppression: 'ada@acme.com' });
    expect((await list()).emails).toEqual([]);
  });

  test('rejects an invalid address, expiry or scope by field name', async () => {
    const faults: [Record<string, unknown>, string][] = [
      [{}, 'email'],
      [{ email: 'ada' }, 'email'],
      [{ email: 'ada@acme.com', expires_at: inFuture(0) }, 'expires_at'],
      [{ email: 'ada@acme.com', expires_at: 'tomorrow' }, 'expires_at'],
      [{ email: 'ada@acme.com', scope: 'some' }, 'scope'],
      [{ email: 'ada@acme.com', origin: 'whim' }, 'origin'],
      [{ email: 'ada@acme.com', why: 'because' }, 'why'],
    ];
    for (const [input, path] of faults) {
      const failure = await failureOf(posthouse.call('add_suppression', input));
      expect(failure.failure).toBe('validation_error');
      expect(failure.details).toMatchObject([{ path }]);
    }
    expect((await list()).emails).toEqual([]);
  });
});

describe('suppressing many addresses', () => {
  verifies('suppression.batch', 'adds and removes a hundred in the given order', async () => {
    const emails = Array.from({ length: 100 }, (_, n) => `p${99 - n}@acme.com`);
    await posthouse.call('add_suppression', { email: 'p50@acme.com', origin: 'complaint' });
    const { output } = await posthouse.call('add_suppressions', { emails, origin: 'bounce' });
    const { data } = output as unknown as { data: Suppressed[] };
    expect(data.map(({ email }) => email)).toEqual(emails);
    expect(data[49]).toMatchObject({ email: 'p50@acme.com', origin: 'complaint' });
    expect(data[48]).toMatchObject({ email: 'p51@acme.com', origin: 'bounce' });

    const removed = await posthouse.call('remove_suppressions', {
      emails: [...emails.slice(1), 'other@acme.com'],
      // One of them had complained.
      consent: { source: 'a letter' },
    });
    const gone = (removed.output as unknown as { data: Suppressed[] }).data;
    expect(new Set(gone.map(({ id }) => id))).toEqual(new Set(data.slice(1).map(({ id }) => id)));
    expect(gone[0]).toEqual({ object: 'suppression', id: expect.any(String), deleted: true });
    expect((await list()).emails).toEqual(['p99@acme.com']);
    await posthouse.call('remove_suppressions', { ids: [data[0]!.id] });
    expect((await list()).emails).toEqual([]);
  });

  test('with a repeated address returns one suppression twice', async () => {
    const { output } = await posthouse.call('add_suppressions', { emails: ['a@acme.com', 'A@acme.com'] });
    const [first, second] = (output as unknown as { data: Suppressed[] }).data;
    expect(second).toEqual(first);
    expect((await list()).emails).toEqual(['a@acme.com']);
  });

  test('rejects the whole call for an empty list, 101 entries, an invalid entry or mixed identifiers', async () => {
    const hundredAndOne = Array.from({ length: 101 }, (_, n) => `p${n}@acme.com`);
    const faults: [string, unknown, string][] = [
      ['add_suppressions', { emails: [] }, 'emails'],
      ['add_suppressions', { emails: hundredAndOne }, 'emails'],
      ['add_suppressions', { emails: ['a@acme.com', 'b'] }, 'emails[1]'],
      ['remove_suppressions', {}, 'emails'],
      ['remove_suppressions', { emails: ['a@acme.com'], ids: ['sup_x'] }, 'emails'],
    ];
    for (const [tool, input, path] of faults) {
      expect((await failureOf(posthouse.call(tool, input))).details).toMatchObject([{ path }]);
    }
    expect((await list()).emails).toEqual([]);
  });
});

describe('listing suppressions', () => {
  test('shows the newest first, filtered by origin or part of the address, page by page', async () => {
    await posthouse.call('add_suppressions', { emails: ['a@acme.com', 'b_1@acme.com'], origin: 'bounce' });
    await posthouse.call('add_suppressions', { emails: ['c@globex.com', 'bx1@globex.com'] });
    expect((await list()).emails).toHaveLength(4);
    expect((await list({ origin: 'manual' })).emails.sort()).toEqual(['bx1@globex.com', 'c@globex.com']);
    expect((await list({ query: 'GLOBEX' })).emails.sort()).toEqual(['bx1@globex.com', 'c@globex.com']);
    expect((await list({ query: 'b_1' })).emails).toEqual(['b_1@acme.com']);
    expect((await list({ query: 'globex', origin: 'bounce' })).emails).toEqual([]);

    const whole = (await list()).emails;
    const first = await list({ limit: 3 });
    expect(first).toEqual({ emails: whole.slice(0, 3), has_more: true });
    const { output } = await call('get_suppression', { suppression: first.emails[2] });
    expect(await list({ limit: 3, after: output.id })).toEqual({ emails: whole.slice(3), has_more: false });
    expect(await list({ limit: 2, before: output.id })).toEqual({
      emails: whole.slice(0, 2),
      has_more: false,
    });
    expect((await failureOf(list({ after: 'sup_x' }))).details).toMatchObject([{ path: 'after' }]);
  });

  test('continues after an item that expired in between', async () => {
    await posthouse.call('add_suppression', { email: 'old@acme.com' });
    const { output } = await call('add_suppression', { email: 'new@acme.com', expires_at: inFuture(hourMs) });
    await posthouse.clock.advance(hourMs);
    expect((await list({ after: output.id })).emails).toEqual(['old@acme.com']);
  });
});

describe('suppressions of one organization', () => {
  test('cannot be read or removed by another organization', async () => {
    const { output } = await call('add_suppression', { email: 'ada@acme.com' });
    const other = await posthouse.addOrganization('Other');
    const caller = posthouse.caller('tools', other.organization);
    for (const suppression of [output.id, 'ada@acme.com']) {
      for (const tool of ['get_suppression', 'remove_suppression']) {
        expect((await failureOf(posthouse.call(tool, { suppression }, { caller }))).failure).toBe(
          'not_found',
        );
      }
    }
    await posthouse.call('remove_suppressions', { ids: [output.id] }, { caller });
    await posthouse.call('remove_suppressions', { emails: ['ada@acme.com'] }, { caller });
    expect((await posthouse.call('add_suppression', { email: 'ada@acme.com' }, { caller })).created).toBe(
      true,
    );
    expect((await list()).emails).toEqual(['ada@acme.com']);
    // A foreign id in a cursor is only a position in time; all items of the other organization are newer.
    const after = await posthouse.call('list_suppressions', { after: output.id }, { caller });
    expect(after.output).toMatchObject({ data: [] });
  });
});

describe('a suppression after a bounce', () => {
  test('keeps its earlier start when a bounce repeats', async () => {
    const now = posthouse.clock.now();
    const bounce = {
      email: 'ada@acme.com',
      origin: 'bounce' as const,
      sourceId: 'eml_1',
      scope: 'all' as const,
      startsAt: now + hourMs,
      expiresAt: null,
    };
    const standing = await posthouse.platform.engine.store.database.transaction(async (queries) => {
      const { suppressions } = new OrganizationStore(queries, posthouse.organization.key);
      await suppressions.suppress([{ ...bounce, id: 'sup_1' }], now);
      await suppressions.suppress(
        [{ ...bounce, id: 'sup_2', sourceId: 'eml_2', startsAt: now + dayMs }],
        now,
      );
      return await suppressions.forAddresses(['ada@acme.com', 'other@acme.com'], now);
    });
    expect(standing).toMatchObject([
      { id: 'sup_1', sourceId: 'eml_1', startsAt: now + hourMs, expiresAt: null },
    ]);
    await posthouse.call('add_suppression', { email: 'ada@acme.com' });
    const after = await posthouse.platform.engine.store
      .forOrganization(posthouse.organization.key)
      .suppressions.forAddresses(['ada@acme.com'], now);
    expect(after).toMatchObject([{ id: 'sup_1', origin: 'bounce', startsAt: 0 }]);
  });
});

describe('REST v2', () => {
  test('returns 201 for a new suppression and 200 for an existing one, by id or encoded address', async () => {
    const body = { email: 'ada+x@acme.com' };
    const first = await posthouse.http('POST', '/api/v2/suppressions', { body });
    const second = await posthouse.http('POST', '/api/v2/suppressions', { body });
    expect([first.status, second.status]).toEqual([201, 200]);
    const path = `/api/v2/suppressions/${encodeURIComponent(body.email)}`;
    expect((await posthouse.http('GET', path)).body).toEqual(first.body);
    expect((await posthouse.http('GET', `/api/v2/suppressions/${first.body.id}`)).body).toEqual(first.body);
    expect((await posthouse.http('GET', '/api/v2/suppressions?origin=manual&limit=1')).body).toEqual({
      object: 'list',
      data: [first.body],
      has_more: false,
    });
    expect((await posthouse.http('DELETE', path)).body).toEqual({
      object: 'suppression',
      id: first.body.id,
      deleted: true,
    });
    expect((await posthouse.http('GET', path)).status).toBe(404);
    const batch = { emails: ['a@acme.com', 'b@acme.com'] };
    const added = await posthouse.http('POST', '/api/v2/suppressions/batch/add', { body: batch });
    expect([added.status, added.body.data.length]).toEqual([201, 2]);
    expect((await posthouse.http('POST', '/api/v2/suppressions/batch/add', { body: batch })).status).toBe(
      200,
    );
    const removed = await posthouse.http('POST', '/api/v2/suppressions/batch/remove', { body: batch });
    expect([removed.status, removed.body.data.length]).toEqual([200, 2]);
  });
});
