import { createPublicKey } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forgetSigners, signersFor } from '../../../src/engine/domains/domain-signers.ts';
import { addMissingDomainChecks } from '../../../src/engine/domains/recheck-domain.ts';
import { dayMs, hourMs } from '../../../src/model/instant.ts';
import type { SendingDomain } from '../../../src/model/sending-domain/sending-domain.ts';
import { OrganizationStore } from '../../../src/store/store.ts';
import { verifies } from '../../spec/verifies.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { simulatedResolver } from '../../world/simulated/resolver.ts';

let posthouse: SimulatedPlatform;
beforeEach(async () => {
  posthouse = await openPlatform({
    settings: { baseUrl: 'https://mail.host.dev', delivery: 'direct', bounceDomain: 'bounces.host.dev' },
  });
});
afterEach(() => posthouse.close());

type PublishedRecord = { record: string; type: string; name: string; value: string; status: string };
type Domain = { id: string; name: string; status: string; dkim_selector: string; records: PublishedRecord[] };

const call = async (tool: string, input: unknown) => (await posthouse.call(tool, input)).output as Domain;

function publish(records: readonly PublishedRecord[]): void {
  for (const { name, type, value } of records) {
    const known = posthouse.resolver.zone.get(name) ?? {};
    posthouse.resolver.zone.set(name, { ...known, [type.toLowerCase()]: [value] });
  }
}

async function jobs(): Promise<{ organization: number; subject: string; run_at: number }[]> {
  return await posthouse.platform.engine.store.database.reader.all(
    "SELECT organization, subject, run_at FROM jobs WHERE kind = 'check_domain' ORDER BY key LIMIT 1000",
    [],
  );
}

const store = () => posthouse.platform.engine.store.forOrganization(posthouse.organization.key);
const kept = async (name = 'acme.com') => (await store().domains.byName(name)) as SendingDomain;
const warnings = () => posthouse.log.filter(({ level }) => level === 'warn');

describe('the daily check of a domain', () => {
  verifies(
    'domain.daily-look',
    'starts within a day after the domain was added, and repeats daily until its removal',
    async () => {
      const { id, records } = await call('add_domain', { name: 'acme.com' });
      publish(records);
      let before = posthouse.clock.now();
      for (let look = 0; look < 3; look++) {
        const [job, another] = await jobs();
        expect([job!.subject, another]).toEqual([id, undefined]);
        expect(Math.abs(job!.run_at - before - dayMs)).toBeLessThanOrEqual(2 * hourMs);
        await posthouse.clock.advance(job!.run_at - posthouse.clock.now() - 1);
        expect(await posthouse.deliver()).toBe(0);
        await posthouse.clock.advance(1);
        expect(await posthouse.deliver()).toBe(1);
        before = posthouse.clock.now();
        expect(await kept()).toMatchObject({ status: 'verified', lastCheckedAt: before });
      }
      expect(warnings()).toEqual([]);
      await posthouse.call('remove_domain', { id });
      await posthouse.clock.advance(dayMs + 2 * hourMs);
      expect(await posthouse.deliver()).toBe(1);
      expect(await jobs()).toEqual([]);
    },
  );

  test('bypasses the DNS cache', async () => {
    const { records } = await call('add_domain', { name: 'acme.com' });
    posthouse.resolver.fresh = simulatedResolver(
      Object.fromEntries(records.map(({ name, type, value }) => [name, { [type.toLowerCase()]: [value] }])),
    );
    await posthouse.clock.advance(dayMs + 2 * hourMs);
    await posthouse.deliver();
    expect((await kept()).status).toBe('verified');
    expect(posthouse.resolver.asked).toEqual([]);
  });

  verifies('domain.rotation', 'completes a rotation', async () => {
    publish((await call('add_domain', { name: 'acme.com' })).records);
    await call('verify_domain', { id: 'acme.com' });
    const rotating = await call('rotate_domain_dkim', { id: 'acme.com' });
    publish(rotating.records);
    await posthouse.clock.advance(dayMs + 2 * hourMs);
    await posthouse.deliver();
    expect((await call('get_domain', { id: 'acme.com' })).dkim_selector).not.toBe(rotating.dkim_selector);
  });

  test('logs a failing record once, and again after it recovered and failed', async () => {
    const added = await call('add_domain', { name: 'acme.com' });
    publish(added.records);
    await call('verify_domain', { id: added.id });
    const dkim = added.records[0]!;
    const nextLook = async () => {
      await posthouse.clock.advance(dayMs + 2 * hourMs);
      await posthouse.deliver();
      return (await kept()).status;
    };
    for (const { name } of added.records) posthouse.resolver.zone.set(name, { unavailable: 'SERVFAIL' });
    for (let day = 0; day < 5; day++) expect(await nextLook()).toBe('temporary_failure');
    expect(warnings()).toEqual([]);

    publish(added.records);
    for (const { name, type, value } of added.records) {
      posthouse.resolver.zone.set(name, { [type.toLowerCase()]: [value] });
    }
    expect(await nextLook()).toBe('verified');
    posthouse.resolver.zone.delete(dkim.name);
    const statuses: string[] = [];
    for (let day = 0; day < 6; day++) statuses.push(await nextLook());
    expect(statuses).toEqual([...Array(3).fill('temporary_failure'), ...Array(3).fill('failed')]);
    expect(warnings().map(({ facts }) => facts)).toEqual(
      ['temporary_failure', 'failed'].map((status) =>
        expect.objectContaining({ domain: 'acme.com', status, records: [`DKIM ${dkim.name}`] }),
      ),
    );
  });

  test('overwrites no concurrent change, and repeats within the hour after a conflict', async () => {
    const added = await call('add_domain', { name: 'acme.com' });
    publish(added.records);
    await posthouse.clock.advance(dayMs + 2 * hourMs);
    const { txt } = posthouse.resolver;
    posthouse.resolver.txt = async (name) => {
      posthouse.resolver.txt = txt;
      await posthouse.call('update_domain', { id: 'acme.com', tls: 'enforced' });
      return await txt(name);
    };
    await posthouse.deliver();
    expect(await kept()).toMatchObject({ tls: 'enforced', status: 'not_started' });
    await posthouse.clock.advance(hourMs);
    await posthouse.deliver();
    expect(await kept()).toMatchObject({ tls: 'enforced', status: 'verified' });
  });

  test('adds an Ed25519 key to a domain with only an RSA key, and signs with it once DNS has its record', async () => {
    const added = await call('add_domain', { name: 'acme.com' });
    publish(added.records);
    await call('verify_domain', { id: added.id });
    const old = await kept();
    await posthouse.platform.engine.store.database.transaction((queries) =>
      queries.run('UPDATE domains SET ed25519_selector = NULL, ed25519_private_key = NULL', []),
    );
    expect((await kept()).dkim).toEqual({ rsa: old.dkim.rsa, ed25519: null });
    await posthouse.clock.advance(dayMs + 2 * hourMs);
    await posthouse.deliver();
    const { dkim } = await kept();
    expect(dkim.rsa).toEqual(old.dkim.rsa);
    expect(dkim.ed25519?.publicKey).not.toBe(old.dkim.ed25519?.publicKey);
    const { engine } = posthouse.platform;
    const selectors = async () =>
      (await signersFor(engine, posthouse.organization.key, 'acme.com'))!.signers.map(
        ({ selector }) => selector,
      );
    expect(await selectors()).toEqual([dkim.rsa.selector]);
    publish((await call('get_domain', { id: added.id })).records);
    await posthouse.clock.advance(dayMs + 2 * hourMs);
    await posthouse.deliver();
    expect(await selectors()).toEqual([dkim.rsa.selector, dkim.ed25519!.selector]);
  });

  test('is scheduled once for domains without a check, spread over a day', async () => {
    const { organization } = await posthouse.addOrganization('Other');
    await posthouse.call(
      'add_domain',
      { name: 'acme.com' },
      { caller: posthouse.caller('tools', organization) },
    );
    for (const name of ['a.com', 'b.com', 'c.com', 'd.com']) await posthouse.call('add_domain', { name });
    const { engine } = posthouse.platform;
    await engine.store.database.transaction((queries) =>
      queries.run("DELETE FROM jobs WHERE kind = 'check_domain' AND organization = $1", [
        posthouse.organization.key,
      ]),
    );
    await addMissingDomainChecks(engine);
    const given = await jobs();
    expect(given).toHaveLength(5);
    const mine = given.filter((job) => job.organization === posthouse.organization.key);
    expect(new Set(mine.map(({ run_at }) => run_at)).size).toBe(4);
    for (const { run_at } of mine) {
      expect(run_at).toBeGreaterThanOrEqual(posthouse.clock.now());
      expect(run_at).toBeLessThan(posthouse.clock.now() + dayMs);
    }
    await addMissingDomainChecks(engine);
    expect(await jobs()).toEqual(given);
  });
});

describe('DKIM signing', () => {
  const signers = (domain = 'acme.com', organization = posthouse.organization.key) =>
    signersFor(posthouse.platform.engine, organization, domain);

  test('does not apply to an unknown domain, a subdomain or another organization’s domain', async () => {
    await call('add_domain', { name: 'acme.com' });
    const { organization } = await posthouse.addOrganization('Other');
    expect(await signers('globex.com')).toBeNull();
    expect(await signers('news.acme.com')).toBeNull();
    expect(await signers('acme.com', organization.key)).toBeNull();
    expect(await signers()).not.toBeNull();
  });

  verifies(
    'domain.two-signatures',
    'starts when DNS has the RSA key, and uses every published key',
    async () => {
      const added = await call('add_domain', { name: 'acme.com', tls: 'enforced', warm_up: false });
      const fresh = (await signers())!;
      expect(fresh).toMatchObject({
        domainId: added.id,
        returnPathHost: null,
        tls: 'enforced',
        warmUp: { on: false, firstSentAt: null },
      });
      expect(fresh.signers).toEqual([]);
      publish([added.records[1]!]);
      await call('verify_domain', { id: added.id });
      expect((await signers())!.signers).toEqual([]);
      publish([added.records[0]!]);
      await call('verify_domain', { id: added.id });
      const seen = (await signers())!.signers;
      expect(seen.map(({ domain, selector, algorithm }) => [domain, selector, algorithm])).toEqual([
        ['acme.com', added.dkim_selector, 'rsa-sha256'],
        ['acme.com', `${added.dkim_selector}-ed`, 'ed25519-sha256'],
      ]);
      const published = createPublicKey(seen[0]!.privateKey).export({ type: 'spki', format: 'der' });
      expect(added.records[0]!.value).toContain(published.toString('base64'));
      posthouse.resolver.zone.delete(added.records[1]!.name);
      for (let day = 0; day < 5; day += 1) {
        await posthouse.clock.advance(dayMs);
        await call('verify_domain', { id: added.id });
      }
      expect((await signers())!.signers.map(({ algorithm }) => algorithm)).toEqual(['rsa-sha256']);
    },
  );

  verifies(
    'domain.return-path',
    "uses the domain's return path only while its DNS record is correct",
    async () => {
      const added = await call('add_domain', { name: 'acme.com', custom_return_path: 'b' });
      publish(added.records.filter(({ record: kind }) => kind === 'DKIM'));
      const record = added.records.find(({ record: kind }) => kind === 'RETURN_PATH')!;
      const returnPath = async () => {
        await call('verify_domain', { id: added.id });
        return (await signers())!.returnPathHost;
      };
      expect(await returnPath()).toBeNull();
      publish([record]);
      expect(await returnPath()).toBe('b.acme.com');
      posthouse.resolver.zone.set(record.name, { unavailable: 'SERVFAIL' });
      expect(await returnPath()).toBe('b.acme.com');
      posthouse.resolver.zone.delete(record.name);
      expect(await returnPath()).toBeNull();
      posthouse.resolver.zone.set(record.name, { cname: ['else.example'] });
      expect(await returnPath()).toBeNull();
      publish([record]);
      expect(await returnPath()).toBe('b.acme.com');
      const moved = {
        ...posthouse.platform.engine,
        settings: { ...posthouse.platform.engine.settings, bounceDomain: 'c.host.dev' },
      };
      expect((await signersFor(moved, posthouse.organization.key, 'acme.com'))!.returnPathHost).toBeNull();
    },
  );

  test('reads the keys at most every five seconds, and shares them until they change', async () => {
    publish((await call('add_domain', { name: 'acme.com' })).records);
    await call('verify_domain', { id: 'acme.com' });
    const first = (await signers())!;
    const [one, two] = await Promise.all([signers(), signers()]);
    expect(one).toBe(first);
    expect(two).toBe(first);
    await posthouse.clock.advance(5_000);
    expect(await signers()).toBe(first);

    // As another process would: bypassing this process's cache.
    await posthouse.platform.engine.store.database.transaction((queries) =>
      queries.run("UPDATE domains SET tls = 'enforced', revision = revision + 1", []),
    );
    await posthouse.clock.advance(4_999);
    expect((await signers())!.tls).toBe('opportunistic');
    await posthouse.clock.advance(1);
    const second = (await signers())!;
    expect(second.tls).toBe('enforced');
    expect(second.signers[0]!.privateKey).toBe(first.signers[0]!.privateKey);
  });

  test('applies changes of this process at once', async () => {
    expect(await signers()).toBeNull();
    await call('add_domain', { name: 'acme.com' });
    const before = (await signers())!;
    await call('update_domain', { id: 'acme.com', tls: 'enforced' });
    expect((await signers())!.tls).toBe('enforced');
    publish((await call('verify_domain', { id: 'acme.com' })).records);
    await call('verify_domain', { id: 'acme.com' });
    expect((await signers())!.signers).toHaveLength(2);
    expect(before.signers).toEqual([]);
    await posthouse.call('remove_domain', { id: 'acme.com' });
    expect(await signers()).toBeNull();
  });

  test('records the day of the first mail without a new revision', async () => {
    await call('add_domain', { name: 'acme.com' });
    const { engine } = posthouse.platform;
    const { revision } = await kept();
    await engine.store.database.transaction(async (queries) => {
      const { domains } = new OrganizationStore(queries, posthouse.organization.key);
      expect(await domains.noteFirstSent('acme.com', 5)).toBe(true);
      expect(await domains.noteFirstSent('acme.com', 6)).toBe(false);
    });
    forgetSigners(engine, 'acme.com');
    expect((await signers())!.warmUp).toEqual({ on: true, firstSentAt: 5 });
    expect((await kept()).revision).toBe(revision);
  });

  test('reports a database error and does not cache it', async () => {
    await call('add_domain', { name: 'acme.com' });
    const { engine } = posthouse.platform;
    const broken = {
      ...engine,
      store: {
        ...engine.store,
        forOrganization: () => {
          throw new Error('the database is away');
        },
      },
    };
    await expect(signersFor(broken, posthouse.organization.key, 'acme.com')).rejects.toThrow('away');
    broken.store.forOrganization = engine.store.forOrganization as never;
    expect(await signersFor(broken, posthouse.organization.key, 'acme.com')).not.toBeNull();
  });
});
