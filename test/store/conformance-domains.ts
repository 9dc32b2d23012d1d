import { describe, expect, test } from 'vitest';
import type { NewDomain } from '../../src/model/sending-domain/sending-domain.ts';
import type { NewSuppression } from '../../src/model/subscriber/suppression.ts';
import type { Database } from '../../src/store/database.ts';
import { addJobs } from '../../src/store/jobs.ts';
import { domainsWithoutCheck } from '../../src/store/records/permits/domains.ts';
import { OrganizationStore } from '../../src/store/store.ts';

const now = 1_800_000_000_000;

/**
 * The behaviour of domains and suppressions that every database must show.  @param database a migrated
 * database; rows of other organizations may be in it
 */
export function domainsAndSuppressionsConform(database: () => Database): void {
  let organizations = 1_000_000;
  const stores = () => {
    organizations += 1;
    const organization = organizations;
    return {
      organization,
      read: new OrganizationStore(database().reader, organization),
      write: <T>(work: (store: OrganizationStore) => Promise<T>) =>
        database().transaction((queries) => work(new OrganizationStore(queries, organization))),
    };
  };

  describe('in the store of domains,', () => {
    test('a domain is read by id and by name as it was added', async () => {
      const { organization, read, write } = stores();
      const added = domainOf(organization, 'acme.com');
      expect(await write(({ domains }) => domains.add(added))).toBe(true);
      const kept = await read.domains.byId(added.id);
      expect(kept).toEqual({ ...added, key: expect.any(Number) });
      expect(await read.domains.byName('acme.com')).toEqual(kept);
      expect(await read.domains.find('acme.com')).toEqual(kept);
      expect(await read.domains.find(added.id)).toEqual(kept);
      expect(await read.domains.count()).toBe(1);
    });

    test('exactly one of several parallel inserts of a name succeeds', async () => {
      const { organization, read, write } = stores();
      const added = await Promise.all(
        ['a', 'b', 'c', 'd'].map((suffix) =>
          write(({ domains }) => domains.add(domainOf(organization, 'acme.com', suffix))),
        ),
      );
      expect(added.filter(Boolean)).toHaveLength(1);
      expect(await read.domains.count()).toBe(1);
    });

    test('exactly one of several parallel changes to one revision succeeds', async () => {
      const { organization, read, write } = stores();
      await write(({ domains }) => domains.add(domainOf(organization, 'acme.com')));
      const kept = (await read.domains.byName('acme.com'))!;
      const key = (selector: string) => ({ selector, publicKey: 'key', sealedPrivateKey: 'sealed' });
      const changes = ['one', 'two', 'three', 'four'].map((tracking) => ({
        ...kept,
        status: 'verified' as const,
        checks: { 'SPF acme.com': { status: 'verified' as const, found: ['v=spf1'], since: now } },
        dkim: { rsa: key('ph2'), ed25519: key('ph2-ed') },
        nextDkim: { rsa: key('ph3'), ed25519: key('ph3-ed') },
        retiredKeys: [{ selector: 'ph1', algorithm: 'rsa' as const, publicKey: 'public', until: now }],
        warmUp: false,
        trackingSubdomain: tracking,
        openTracking: true,
        verifiedAt: now,
        lastCheckedAt: now,
      }));
      const done = await Promise.all(changes.map((change) => write(({ domains }) => domains.update(change))));
      expect(done.filter(Boolean)).toHaveLength(1);
      const winner = changes[done.indexOf(true)]!;
      expect(await read.domains.byId(kept.id)).toEqual({ ...winner, revision: kept.revision + 1 });
    });

    test('a domain is verified only with a status that permits sending', async () => {
      const { organization, read, write } = stores();
      const statuses = {
        'a.com': ['not_started', false],
        'b.com': ['pending', false],
        'c.com': ['failed', false],
        'd.com': ['verified', true],
        'e.com': ['partially_verified', true],
        'f.com': ['partially_failed', true],
        'g.com': ['temporary_failure', true],
      } as const;
      for (const [name, [status]] of Object.entries(statuses)) {
        await write(({ domains }) => domains.add({ ...domainOf(organization, name), status }));
      }
      for (const [name, [, may]] of Object.entries(statuses)) {
        expect(await read.domains.isVerified(name), name).toBe(may);
      }
      expect(await read.domains.isVerified('news.d.com')).toBe(false);
      expect(await stores().read.domains.isVerified('d.com')).toBe(false);
    });

    test('a domain may have only an RSA key, also during a rotation', async () => {
      const { organization, read, write } = stores();
      const whole = domainOf(organization, 'acme.com');
      const old = { ...whole, dkim: { ...whole.dkim, ed25519: null } };
      await write(({ domains }) => domains.add({ ...old, nextDkim: old.dkim }));
      expect(await read.domains.byName('acme.com')).toMatchObject({ dkim: old.dkim, nextDkim: old.dkim });
    });

    test('the first mail is recorded once and does not count as a change of the domain', async () => {
      const { organization, read, write } = stores();
      await write(({ domains }) => domains.add(domainOf(organization, 'acme.com')));
      const before = (await read.domains.byName('acme.com'))!;
      const noted = await Promise.all(
        [now + 1, now + 1].map((at) => write(({ domains }) => domains.noteFirstSent('acme.com', at))),
      );
      expect(noted.filter(Boolean)).toHaveLength(1);
      expect(await write(({ domains }) => domains.noteFirstSent('acme.com', now + 9))).toBe(false);
      const other = stores();
      expect(await other.write(({ domains }) => domains.noteFirstSent('acme.com', now + 9))).toBe(false);
      expect(await write(({ domains }) => domains.update(before))).toBe(true);
      expect(await read.domains.byName('acme.com')).toMatchObject({ firstSentAt: now + 1 });
    });

    test('domains without a check job are found, page by page', async () => {
      const { organization, write } = stores();
      for (const name of ['a.com', 'b.com', 'c.com']) {
        await write(({ domains }) => domains.add(domainOf(organization, name)));
      }
      const ids = ['a.com', 'b.com', 'c.com'].map((name) => domainOf(organization, name).id);
      const job = { organization, kind: 'check_domain' as const, subject: ids[1]!, runAt: now };
      await database().transaction((queries) => addJobs(queries, [job], now));
      const found: string[] = [];
      for (let after = 0; ; ) {
        const page = await domainsWithoutCheck(database().reader, after, 2);
        found.push(...page.filter((one) => one.organization === organization).map(({ id }) => id));
        expect(page.length).toBeLessThanOrEqual(2);
        if (page.length === 0) break;
        after = page.at(-1)!.key;
      }
      expect(found).toEqual([ids[0], ids[2]]);
    });

    test('another organization can neither see, change nor remove a domain', async () => {
      const { organization, read, write } = stores();
      await write(({ domains }) => domains.add(domainOf(organization, 'acme.com')));
      const kept = (await read.domains.byName('acme.com'))!;
      const other = stores();
      expect(await other.read.domains.byId(kept.id)).toBeUndefined();
      expect(await other.write(({ domains }) => domains.update(kept))).toBe(false);
      expect(await other.write(({ domains }) => domains.remove(kept.key))).toBe(false);
      expect((await other.read.domains.page({ limit: 10 })).rows).toEqual([]);
      expect(await write(({ domains }) => domains.remove(kept.key))).toBe(true);
      expect(await write(({ domains }) => domains.remove(kept.key))).toBe(false);
    });
  });

  describe('in the store of suppressions,', () => {
    test('the longer of two suppressions is kept in either order, with its id', async () => {
      for (const ends of [
        [now + 5, now + 9],
        [now + 9, now + 5],
        [now + 9, null],
        [null, now + 9],
      ]) {
        const { organization, write } = stores();
        const [first, second] = ends.map((expiresAt, index) => ({
          ...suppressionOf(organization, 'ada@acme.com', String(index)),
          sourceId: `eml_${index}`,
          expiresAt,
        }));
        const standing = await write(async ({ suppressions }) => {
          const [made] = await suppressions.suppress([first!], now);
          expect(made).toMatchObject({ created: true, suppression: first });
          return (await suppressions.suppress([second!], now))[0]!;
        });
        const longest = ends.includes(null) ? null : now + 9;
        expect(standing.created).toBe(false);
        expect(standing.suppression).toMatchObject({
          id: first!.id,
          sourceId: `eml_${ends.indexOf(longest)}`,
          expiresAt: longest,
        });
      }
    });

    test('batches with the same addresses all succeed, and each address is stored once', async () => {
      const { organization, read, write } = stores();
      const emails = Array.from({ length: 100 }, (_, n) => `p${n}@acme.com`);
      const batches = [emails, emails.toReversed(), emails.slice(20), emails.slice(0, 80).toReversed()];
      const answers = await Promise.all(
        batches.map((batch, index) =>
          write(({ suppressions }) =>
            suppressions.suppress(
              batch.map((email, n) => suppressionOf(organization, email, `${index}_${n}`)),
              now,
            ),
          ),
        ),
      );
      for (const [index, answer] of answers.entries()) {
        expect(answer.map(({ suppression }) => suppression.email)).toEqual(batches[index]);
      }
      expect(answers.flat().filter(({ created }) => created)).toHaveLength(100);
      expect(await read.suppressions.forAddresses(emails, now)).toHaveLength(100);
    });

    test('an expired suppression is never found, and a new suppression can replace it', async () => {
      const { organization, read, write } = stores();
      const old = { ...suppressionOf(organization, 'ada@acme.com', 'old'), expiresAt: now + 1 };
      await write(({ suppressions }) => suppressions.suppress([old], now));
      expect(await read.suppressions.forAddresses(['ada@acme.com'], now)).toHaveLength(1);
      for (const at of [now + 1, now + 2]) {
        expect(await read.suppressions.forAddresses(['ada@acme.com'], at)).toEqual([]);
        expect(await read.suppressions.byIdOrEmail(old.id, at)).toEqual([]);
        expect((await read.suppressions.page({}, { limit: 5 }, at)).rows).toEqual([]);
        expect(await write(({ suppressions }) => suppressions.remove([old.id], at))).toEqual([]);
      }
      const again = suppressionOf(organization, 'ada@acme.com', 'new');
      const [standing] = await write(({ suppressions }) => suppressions.suppress([again], now + 1));
      expect(standing).toMatchObject({ created: true, suppression: { id: again.id } });
    });

    test('pages keep their order and position with filters by origin and part of the address', async () => {
      const { organization, read, write } = stores();
      for (let n = 0; n < 6; n++) {
        const origin = n % 2 === 0 ? ('bounce' as const) : ('manual' as const);
        const one = { ...suppressionOf(organization, `p_${n}@acme.com`, `${n}`), origin };
        await write(({ suppressions }) => suppressions.suppress([one], now));
      }
      const { suppressions } = read;
      const emails = async (...of: Parameters<typeof suppressions.page>) =>
        (await suppressions.page(...of)).rows.map(({ email }) => email);
      const after = await suppressions.keyOf(`sup_${organization}_2`);
      expect(await emails({}, { limit: 2 }, now)).toEqual(['p_5@acme.com', 'p_4@acme.com']);
      expect(await emails({ origin: 'bounce' }, { limit: 9, after: after! }, now)).toEqual(['p_0@acme.com']);
      expect(await emails({ query: 'P_4' }, { limit: 9 }, now)).toEqual(['p_4@acme.com']);
      expect(await emails({ query: 'px4' }, { limit: 9 }, now)).toEqual([]);
      expect(await emails({ query: 'acme', origin: 'manual' }, { limit: 9, before: after! }, now)).toEqual([
        'p_5@acme.com',
        'p_3@acme.com',
      ]);
    });

    test('an address finds the suppressions of both scopes, the wider first, and removes both', async () => {
      const { organization, read, write } = stores();
      const marketing = { ...suppressionOf(organization, 'ada@acme.com', 'm'), scope: 'marketing' as const };
      const all = suppressionOf(organization, 'ada@acme.com', 'a');
      await write(({ suppressions }) => suppressions.suppress([marketing, all], now));
      const ids = (await read.suppressions.byIdOrEmail('ada@acme.com', now)).map(({ id }) => id);
      expect(ids).toEqual([all.id, marketing.id]);
      expect(await stores().read.suppressions.byIdOrEmail('ada@acme.com', now)).toEqual([]);
      const removed = await write(({ suppressions }) => suppressions.remove(['ada@acme.com'], now));
      expect(removed.map(({ id }) => id).sort()).toEqual([...ids].sort());
    });
  });
}

function domainOf(organization: number, name: string, suffix = ''): NewDomain {
  return {
    id: `dom_${organization}_${name.replace('.', '')}${suffix}`,
    name,
    status: 'not_started',
    checks: {},
    dkim: {
      rsa: { selector: 'ph1', publicKey: 'public', sealedPrivateKey: 'sealed' },
      ed25519: { selector: 'ph1-ed', publicKey: 'public', sealedPrivateKey: 'sealed' },
    },
    nextDkim: null,
    retiredKeys: [],
    customReturnPath: 'send',
    trackingSubdomain: null,
    openTracking: false,
    clickTracking: false,
    tls: 'opportunistic',
    warmUp: true,
    firstSentAt: null,
    revision: 1,
    createdAt: now,
    verifiedAt: null,
    lastCheckedAt: null,
  };
}

function suppressionOf(organization: number, email: string, suffix: string): NewSuppression {
  return {
    id: `sup_${organization}_${suffix}`,
    email,
    origin: 'manual',
    sourceId: null,
    scope: 'all',
    startsAt: now,
    expiresAt: null,
  };
}
