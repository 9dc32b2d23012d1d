import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TokenRecord } from '../../src/model/organization/token.ts';
import type { Database } from '../../src/store/database.ts';
import { readPage } from '../../src/store/page.ts';
import { OrganizationRecords } from '../../src/store/records/access/organizations.ts';
import { noteTokensUsed, tokenBySecret } from '../../src/store/records/access/tokens.ts';
import { rememberAnswers } from '../../src/store/records/mail/idempotency.ts';
import { add, ids, now, openStore, person, type StoreScene } from './scene.ts';

/**
 * The behaviour of the store that every database must show.  @param database a migrated database; rows of
 * other organizations may be in it
 */
export function storeConforms(database: () => Database): void {
  const open = (): Promise<StoreScene> => openStore(database());

  describe('a transaction', () => {
    test('that throws stores no data, and parallel transactions are not affected', async () => {
      const { read, write } = await open();
      const made = await Promise.allSettled(
        [0, 1, 2, 3].map((n) =>
          write(async ({ tags, counts }) => {
            await tags.add([tagOf(`tag ${n}`)]);
            await counts.change('tags', 1);
            if (n % 2 === 1) throw new Error('no');
          }),
        ),
      );
      expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
      expect(await read.counts.read('tags')).toBe(2);
      expect((await read.tags.page(undefined, { limit: 9 })).rows.map(({ name }) => name).sort()).toEqual([
        'tag 0',
        'tag 2',
      ]);
    });

    test('sees its own writes before it ends, and others do not', async () => {
      const { read, write } = await open();
      await write(async ({ tags }) => {
        await tags.add([tagOf('red')]);
        expect(await tags.named('RED')).toMatchObject({ name: 'red' });
      });
      expect(await read.tags.named('red')).toMatchObject({ name: 'red' });
    });
  });

  describe('a database query', () => {
    test('has the same text for both databases: lists, pairs, a parameter used twice', async () => {
      const { reader } = database();
      const { strings, integers, pairs } = reader.dialect;
      const rows = await reader.all<{ key: number; name: string }>(
        `SELECT wanted.a AS key, wanted.b AS name FROM ${pairs('$2')} AS wanted
         WHERE wanted.a IN ${integers('$3')} AND wanted.b IN ${strings('$1')}
         ORDER BY CASE WHEN wanted.b = $4 THEN 0 ELSE 1 END, wanted.a + length($4) LIMIT $5`,
        [
          JSON.stringify(['ü', "o'x", '{}']),
          JSON.stringify([
            [1, 'ü'],
            [2, "o'x"],
            [3, '{}'],
          ]),
          '[1,2]',
          "o'x",
          9,
        ],
      );
      expect(rows.map(({ key, name }) => [key, name])).toEqual([
        [2, "o'x"],
        [1, 'ü'],
      ]);
      expect(await reader.get('SELECT key FROM tags WHERE key = $1', [-1])).toBeUndefined();
    });

    test('returns text, numbers and nulls unchanged', async () => {
      const where = await open();
      const people = await add(where, [
        person('a@example.com', {
          firstName: 'Zoë 🦊 "q" \\',
          lastName: null,
          attributes: { plan: 'pro', seats: 3.5, on: true, none: null, nul: '\0', 'a.b': '’' },
          tagIds: ['tag_1', 'tag_2'],
          externalId: 'user/1 ü',
          consent: { at: '2026-01-01T00:00:00.000Z', ip: null, source: 'form' },
          unsubscribedAt: Number.MAX_SAFE_INTEGER,
          unsubscribedBecause: { reason: 'x\ny', topic: null },
        }),
      ]);
      expect(await where.read.subscribers.find({ email: 'a@example.com' })).toEqual(people[0]);
      expect(await where.read.subscribers.find({ id: people[0]!.id })).toEqual(people[0]);
      expect(await where.read.subscribers.find({ externalId: 'user/1 ü' })).toEqual(people[0]);
    });

    test('inserts any number of rows and returns each', async () => {
      for (const amount of [0, 1, 3, 64, 65, 1_000]) {
        const where = await open();
        const people = Array.from({ length: amount }, (_, n) => person(`p${n}@example.com`));
        const kept = await add(where, people);
        expect(new Set(kept.map(({ key }) => key)).size).toBe(amount);
        const { rows } = await where.read.subscribers.page({}, { limit: 1_000 });
        expect(rows.map(({ email }) => email)).toEqual(people.map(({ email }) => email).toReversed());
      }
    });
  });

  describe('a page of a list', () => {
    test('belongs to a complete walk without repeats, in both directions and with any page size', async () => {
      const where = await open();
      const people = await add(
        where,
        Array.from({ length: 23 }, (_, n) => person(`p${n}@example.com`)),
      );
      const newestFirst = people.map(({ key }) => key).toReversed();
      const { subscribers } = where.read;
      for (const limit of [1, 5, 22, 23, 24]) {
        const forwards: number[] = [];
        let after: number | undefined;
        for (let more = true; more; ) {
          const { rows, hasMore } = await subscribers.page({}, { limit, after });
          forwards.push(...rows.map(({ key }) => key));
          more = hasMore;
          after = rows.at(-1)?.key;
        }
        expect(forwards).toEqual(newestFirst);
        const backwards: number[] = [];
        let before: number | undefined = newestFirst.at(-1)!;
        for (let more = true; more; ) {
          const { rows, hasMore } = await subscribers.page({}, { limit, before });
          backwards.unshift(...rows.map(({ key }) => key));
          more = hasMore;
          before = rows[0]?.key;
        }
        expect(backwards).toEqual(newestFirst.slice(0, -1));
      }
    });

    test('finds matches without an index, however far apart they are', async () => {
      const where = await open();
      const amount = 4_500;
      await add(
        where,
        Array.from({ length: amount }, (_, n) =>
          person(`p${n}@example.com`, { firstName: n % 1_500 === 7 ? 'Needle' : 'Hay' }),
        ),
      );
      const { subscribers } = where.read;
      const found = async (request: Parameters<typeof subscribers.page>[1]) => {
        const { rows, hasMore } = await subscribers.page({ query: 'needle' }, request);
        return [rows.map(({ email }) => email.split('@')[0]), hasMore];
      };
      expect(await found({ limit: 2 })).toEqual([['p3007', 'p1507'], true]);
      expect(await found({ limit: 3 })).toEqual([['p3007', 'p1507', 'p7'], false]);
      const middle = (await subscribers.find({ email: 'p1507@example.com' }))!.key;
      expect(await found({ limit: 3, after: middle })).toEqual([['p7'], false]);
      expect(await found({ limit: 3, before: middle })).toEqual([['p3007'], false]);
      expect((await subscribers.page({ query: 'nowhere' }, { limit: 3 })).rows).toEqual([]);
      expect((await subscribers.page({ query: '%' }, { limit: 3 })).rows).toEqual([]);
    });

    test('keeps its place while newer rows arrive', async () => {
      const where = await open();
      const [, , third] = await add(
        where,
        ['a', 'b', 'c', 'd'].map((name) => person(`${name}@example.com`)),
      );
      const page = async () =>
        (await where.read.subscribers.page({}, { limit: 2, after: third!.key })).rows.map(
          ({ email }) => email[0],
        );
      expect(await page()).toEqual(['b', 'a']);
      await add(where, [person('e@example.com')]);
      expect(await page()).toEqual(['b', 'a']);
    });

    test('has at most a thousand rows, for any caller', async () => {
      const where = await open();
      await add(
        where,
        Array.from({ length: 1_001 }, (_, n) => person(`p${n}@example.com`)),
      );
      const page = await readPage<{ key: number }>(
        where.database.reader,
        {
          select: 'SELECT key FROM subscribers WHERE organization = $1',
          values: [where.organization.key],
          key: 'key',
        },
        { limit: 5_000 },
      );
      expect([page.rows.length, page.hasMore]).toEqual([1_000, true]);
    });
  });

  describe('organizations', () => {
    test('are listed newest first and changed under a lock', async () => {
      const where = await open();
      const { key, id } = where.organization;
      await where.database.transaction(async (queries) => {
        const organizations = new OrganizationRecords(queries);
        const held = (await organizations.hold(key))!;
        expect(held).toEqual({ ...where.organization, logo: null });
        await organizations.update({ ...held, name: 'Other', sendingEnabled: true, postalAddress: 'a\nb' });
      });
      const organizations = new OrganizationRecords(where.database.reader);
      const kept = await organizations.byId(id);
      expect(kept).toEqual({
        ...where.organization,
        logo: null,
        name: 'Other',
        sendingEnabled: true,
        postalAddress: 'a\nb',
      });
      const { rows } = await organizations.list({ limit: 1 });
      expect(rows).toEqual([kept]);
      expect((await organizations.list({ limit: 5, after: key })).rows).not.toContainEqual(kept);
    });
  });

  describe('tokens', () => {
    test('are read back as created, and each valid secret finds its token', async () => {
      const { read, write, database } = await open();
      const made = await write(({ tokens }) =>
        tokens.add(tokenOf({ sendCap: { per_hour: 5, per_day: null } }), digest('one')),
      );
      expect(await read.tokens.byId(made.id)).toEqual(made);
      expect(await tokenBySecret(database.reader, digest('one'), now)).toEqual(made);
      await write(async ({ tokens }) => {
        await tokens.expireSecrets(made.key, now + 10);
        await tokens.addSecret(made.key, digest('two'));
      });
      const found = async (secret: string, at: number) =>
        (await tokenBySecret(database.reader, digest(secret), at))?.id;
      expect([await found('one', now + 9), await found('one', now + 10)]).toEqual([made.id, undefined]);
      expect(await found('two', now + 999)).toBe(made.id);
      // A second rotation does not extend the time of the first secret.
      await write(({ tokens }) => tokens.expireSecrets(made.key, now + 50));
      expect(await found('one', now + 20)).toBeUndefined();
      expect([await found('two', now + 49), await found('two', now + 50)]).toEqual([made.id, undefined]);
    });

    test('keep their last use through a change', async () => {
      const { read, write, database } = await open();
      const made = await write(({ tokens }) => tokens.add(tokenOf(), digest(ids.id('tok'))));
      await database.transaction((queries) => noteTokensUsed(queries, new Map([[made.key, now + 5]])));
      await write(({ tokens }) => tokens.update({ ...made, name: 'renamed' }));
      expect(await read.tokens.byId(made.id)).toEqual({ ...made, name: 'renamed', lastUsedAt: now + 5 });
    });

    test('are counted while they are valid', async () => {
      const { write } = await open();
      const made = await write(({ tokens }) => tokens.add(tokenOf(), digest(ids.id('tok'))));
      await write(({ tokens }) => tokens.add(tokenOf(), digest(ids.id('tok'))));
      expect(await write(({ tokens }) => tokens.countToAdd())).toBe(2);
      await write(({ tokens }) => tokens.update({ ...made, revokedAt: now }));
      expect(await write(({ tokens }) => tokens.countToAdd())).toBe(1);
    });

    test('are not found by another organization', async () => {
      const { write, database } = await open();
      const other = await open();
      const secret = digest(ids.id('tok'));
      const made = await write(({ tokens }) => tokens.add(tokenOf(), secret));
      expect(await other.read.tokens.byId(made.id)).toBeUndefined();
      expect(await other.write(({ tokens }) => tokens.hold(made.id))).toBeUndefined();
      await other.write(async ({ tokens }) => {
        await tokens.expireSecrets(made.key, now - 1);
        await tokens.update({ ...made, revokedAt: now });
      });
      expect(await tokenBySecret(database.reader, secret, now)).toEqual(made);
      expect((await other.read.tokens.page({ limit: 9 })).rows).toEqual([]);
    });
  });

  describe('an idempotency record', () => {
    test('keeps one of many responses to one key, for a day', async () => {
      const { read, database, organization } = await open();
      const remember = (answer: string, at: number) =>
        database.transaction((queries) =>
          rememberAnswers(
            queries,
            [
              {
                organization: organization.key,
                place: 'POST /x',
                key: 'k',
                fingerprint: 'f',
                answer,
                people: [],
              },
            ],
            at,
          ),
        );
      const written = await Promise.all(['a', 'b', 'c'].map((answer) => remember(answer, now)));
      expect(written.toSorted()).toEqual([0, 0, 1]);
      const kept = await read.idempotency.find('POST /x', 'k', now);
      expect(kept?.answer).toBe(['a', 'b', 'c'][written.indexOf(1)]);
      const day = 24 * 60 * 60 * 1_000;
      expect(await read.idempotency.find('POST /x', 'k', now + day)).toBeUndefined();
      expect(await remember('later', now + day)).toBe(1);
      const other = await open();
      expect(await other.read.idempotency.find('POST /x', 'k', now)).toBeUndefined();
    });
  });
}

function digest(text: string): string {
  return hash('sha256', `${salt} ${text}`);
}

/** Secrets are unique in the whole database, and the suite runs on several. */
const salt = ids.id('tok');

function tagOf(name: string) {
  return { id: ids.id('tag'), name, description: null, color: null, createdAt: now };
}

function tokenOf(fields: Partial<TokenRecord> = {}): Omit<TokenRecord, 'key' | 'organization'> {
  return {
    id: ids.id('tok'),
    name: 'a token',
    prefix: 'posthouse_ab',
    scopes: ['emails.send', 'tags.read'],
    domainId: null,
    mode: 'live',
    allowedRecipients: ['*@acme.com'],
    sendCap: null,
    ipAllowlist: null,
    lastUsedAt: null,
    createdAt: now,
    expiresAt: null,
    revokedAt: null,
    mintedBy: null,
    assistant: false,
    ...fields,
  };
}
