import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signersFor } from '../../../src/engine/domains/domain-signers.ts';
import { Failure } from '../../../src/model/failure.ts';
import { dayMs, hourMs } from '../../../src/model/instant.ts';
import type { DomainRecords } from '../../../src/store/records/permits/domains.ts';
import { verifies } from '../../spec/verifies.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';

let posthouse: SimulatedPlatform;
beforeEach(async () => {
  posthouse = await openPlatform({
    settings: { baseUrl: 'https://mail.posthouse.example', delivery: 'direct' },
  });
});
afterEach(() => posthouse.close());

type PublishedRecord = {
  record: string;
  type: 'TXT' | 'CNAME';
  name: string;
  value: string;
  status: string;
  found?: string[];
  advice: string | null;
};
type Domain = {
  id: string;
  name: string;
  status: string;
  dkim_selector: string;
  dkim_ed25519_selector: string | null;
  verified_at: string | null;
  last_checked_at: string | null;
  records: PublishedRecord[];
};

async function call(tool: string, input: unknown): Promise<Domain> {
  return (await posthouse.call(tool, input)).output as Domain;
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Failure)) throw new Error('it was not refused');
  return error;
}

/** Publishes records in the simulated DNS exactly as requested. */
function publish(records: readonly PublishedRecord[]): void {
  for (const { name, type, value } of records) {
    const known = posthouse.resolver.zone.get(name) ?? {};
    posthouse.resolver.zone.set(name, { ...known, [type.toLowerCase()]: [value] });
  }
}

function recordOf(domain: Domain, kind: string): PublishedRecord {
  const found = domain.records.find(({ record }) => record === kind);
  if (!found) throw new Error(`there is no ${kind} record`);
  return found;
}

function dkimOf(domain: Domain): PublishedRecord[] {
  return domain.records.filter(({ record }) => record === 'DKIM');
}

function domains(): DomainRecords {
  return posthouse.platform.engine.store.forOrganization(posthouse.organization.key).domains;
}

describe('adding a domain', () => {
  verifies('domain.records', 'returns the records to publish, with none checked yet', async () => {
    const domain = await call('add_domain', { name: 'Acme.COM' });
    expect(domain).toEqual({
      object: 'domain',
      id: expect.stringMatching(/^dom_[0-9a-z]{26}$/),
      name: 'acme.com',
      status: 'not_started',
      dkim_selector: expect.stringMatching(/^ph[0-9a-f]{10}$/),
      dkim_ed25519_selector: `${domain.dkim_selector}-ed`,
      custom_return_path: 'send',
      tracking_subdomain: null,
      open_tracking: false,
      click_tracking: false,
      tls: 'opportunistic',
      warm_up: true,
      created_at: new Date(posthouse.clock.now()).toISOString(),
      verified_at: null,
      last_checked_at: null,
      warm_up_started_at: null,
      dkim_keys: [
        { selector: domain.dkim_selector, algorithm: 'rsa', role: 'signing', keep_until: null },
        { selector: `${domain.dkim_selector}-ed`, algorithm: 'ed25519', role: 'signing', keep_until: null },
      ],
      records: [
        {
          record: 'DKIM',
          type: 'TXT',
          name: `${domain.dkim_selector}._domainkey.acme.com`,
          value: expect.stringMatching(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{390,}={0,2}$/),
          ttl: 'Auto',
          status: 'not_started',
          advice: null,
        },
        {
          record: 'DKIM',
          type: 'TXT',
          name: `${domain.dkim_ed25519_selector}._domainkey.acme.com`,
          value: expect.stringMatching(/^v=DKIM1; k=ed25519; p=[A-Za-z0-9+/]{43}=$/),
          ttl: 'Auto',
          status: 'not_started',
          advice: null,
        },
        {
          record: 'SPF',
          type: 'TXT',
          name: 'acme.com',
          value: 'v=spf1 a:mail.posthouse.example ~all',
          ttl: 'Auto',
          status: 'not_started',
          advice: null,
        },
        {
          record: 'DMARC',
          type: 'TXT',
          name: '_dmarc.acme.com',
          value: 'v=DMARC1; p=none;',
          ttl: 'Auto',
          status: 'not_started',
          advice: null,
        },
      ],
    });
    expect(posthouse.resolver.asked).toEqual([]);
  });

  test('publishes the public halves of the encrypted keys: RSA of 2048 bits and Ed25519', async () => {
    const domain = await call('add_domain', { name: 'acme.com' });
    const { dkim } = (await domains().byName('acme.com'))!;
    const [rsa, ed25519] = [dkim.rsa, dkim.ed25519!].map((key) =>
      createPrivateKey(posthouse.platform.engine.secretBox.open('dkim', key.sealedPrivateKey)),
    );
    expect(rsa!.asymmetricKeyDetails?.modulusLength).toBe(2_048);
    const published = createPublicKey(rsa!).export({ type: 'spki', format: 'der' }).toString('base64');
    expect(recordOf(domain, 'DKIM').value).toBe(`v=DKIM1; k=rsa; p=${published}`);

    const text = Buffer.from('signed with the sealed key, verified with the published one');
    const raw = Buffer.from(domain.records[1]!.value.replace(/^.*p=/, ''), 'base64');
    expect(raw).toHaveLength(32);
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    expect(verify(null, text, publicKey, sign(null, text, ed25519!))).toBe(true);
    expect(verify(null, Buffer.from('another'), publicKey, sign(null, text, ed25519!))).toBe(false);
  });

  test('exposes no private key in results, logs or database rows', async () => {
    const { id } = await call('add_domain', { name: 'acme.com' });
    const answers: Domain[] = [
      await call('get_domain', { id }),
      await call('update_domain', { id, tls: 'enforced' }),
      (await posthouse.call('list_domains', {})).output as Domain,
    ];
    const first = (await domains().byName('acme.com'))!;
    publish(answers[0]!.records);
    answers.push(await call('verify_domain', { id }), await call('rotate_domain_dkim', { id }));
    const kept = (await domains().byName('acme.com'))!;
    const { secretBox, store } = posthouse.platform.engine;
    await signersFor(posthouse.platform.engine, posthouse.organization.key, 'acme.com');

    const rows: unknown[] = [];
    const { reader } = store.database;
    const tables = await reader.all<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%' LIMIT 100",
      [],
    );
    expect(tables.map(({ name }) => name)).toContain('domains');
    for (const { name } of tables) rows.push(await reader.all(`SELECT * FROM ${name} LIMIT 1000`, []));
    const dump = JSON.stringify(rows);
    const shown = JSON.stringify([answers, posthouse.log]);
    expect(dump + shown).not.toContain('PRIVATE KEY');

    const keys = [first.dkim, kept.dkim, kept.nextDkim!].flatMap(({ rsa, ed25519 }) => [rsa, ed25519!]);
    expect(new Set(keys.map(({ selector }) => selector)).size).toBe(4);
    for (const { sealedPrivateKey } of keys) {
      expect(dump).toContain(sealedPrivateKey);
      expect(shown).not.toContain(sealedPrivateKey);
      const pem = secretBox.open('dkim', sealedPrivateKey);
      expect(pem).toContain('PRIVATE KEY');
      for (const line of pem.split('\n').filter((one) => one !== '' && !one.startsWith('--'))) {
        expect(dump + shown).not.toContain(line);
      }
    }
  });

  test('requires a name that is unique within the organization', async () => {
    await posthouse.call('add_domain', { name: 'acme.com' });
    const failure = await failureOf(posthouse.call('add_domain', { name: 'ACME.com.' }));
    expect(failure.failure).toBe('conflict');
    expect(failure.details).toEqual({ name: 'acme.com' });
    const { organization } = await posthouse.addOrganization('Other');
    const other = await posthouse.call(
      'add_domain',
      { name: 'acme.com' },
      { caller: posthouse.caller('tools', organization) },
    );
    expect((other.output as Domain).dkim_selector).not.toBe(
      (await call('get_domain', { id: 'acme.com' })).dkim_selector,
    );
  });

  test('succeeds once for two concurrent calls with the same name', async () => {
    const both = await Promise.allSettled([
      posthouse.call('add_domain', { name: 'acme.com' }),
      posthouse.call('add_domain', { name: 'acme.com' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { output } = await posthouse.call('list_domains', {});
    expect((output as { data: unknown[] }).data).toHaveLength(1);
  });

  test('rejects public suffixes, addresses and other unusable names', async () => {
    const names = [
      'com',
      'co.uk',
      'nom.br',
      'github.io',
      '127.0.0.1',
      '[::1]',
      'a b.com',
      'ada@acme.com',
      '<x@acme.com>',
    ];
    for (const name of [
      ...names,
      '-a.com',
      'a..com',
      'a_b.com',
      'https://acme.com',
      `${'a'.repeat(64)}.com`,
      '',
    ]) {
      const failure = await failureOf(posthouse.call('add_domain', { name }));
      expect(failure.failure, name).toBe('validation_error');
      expect(failure.details, name).toMatchObject([{ path: 'name' }]);
    }
  });

  test('stores an internationalized name in ASCII', async () => {
    expect((await call('add_domain', { name: 'müller.example' })).name).toBe('xn--mller-kva.example');
  });

  test('rejects record subdomains that are equal or have several labels', async () => {
    const faults: [Record<string, unknown>, string][] = [
      [{ custom_return_path: 'a.b' }, 'custom_return_path'],
      [{ custom_return_path: '' }, 'custom_return_path'],
      [{ tracking_subdomain: '-x' }, 'tracking_subdomain'],
      [{ tracking_subdomain: 'Send' }, 'tracking_subdomain'],
      [{ dkim_private_key: 'x' }, 'dkim_private_key'],
    ];
    for (const [fields, path] of faults) {
      const failure = await failureOf(posthouse.call('add_domain', { name: 'acme.com', ...fields }));
      expect(failure.details).toMatchObject([{ path }]);
    }
  });
});

describe('checking a domain', () => {
  verifies('domain.check', 'verifies the domain when every record is published as requested', async () => {
    const added = await call('add_domain', { name: 'acme.com', tracking_subdomain: 'go' });
    publish(added.records);
    await posthouse.clock.advance(hourMs);
    const domain = await call('verify_domain', { id: added.id });
    const now = new Date(posthouse.clock.now()).toISOString();
    expect(domain).toMatchObject({ status: 'verified', verified_at: now, last_checked_at: now });
    for (const record of domain.records) {
      expect(record).toMatchObject({ status: 'verified', found: [record.value] });
    }
    expect(recordOf(domain, 'TRACKING')).toMatchObject({
      type: 'CNAME',
      name: 'go.acme.com',
      value: 'mail.posthouse.example',
    });
    expect(await call('get_domain', { id: 'acme.com' })).toEqual(domain);
    expect(await domains().isVerified('acme.com')).toBe(true);
  });

  test('reports pending before publication and failed after three days', async () => {
    await call('add_domain', { name: 'acme.com' });
    const first = await call('verify_domain', { id: 'acme.com' });
    expect(first.status).toBe('pending');
    expect(first.records.map(({ status, found }) => [status, found])).toEqual([
      ['pending', []],
      ['pending', []],
      ['pending', []],
      ['pending', []],
    ]);
    expect(first.records.map(({ advice }) => advice)).toEqual([
      'Publish this record.',
      'Publish this record for a second signature. The domain is verified without it.',
      'Publish this record. Until then DMARC rests on DKIM alone.',
      'Publish this record: large receivers refuse mail in bulk from domains without a DMARC policy.',
    ]);
    await posthouse.clock.advance(3 * dayMs);
    expect((await call('verify_domain', { id: 'acme.com' })).status).toBe('pending');
    await posthouse.clock.advance(1);
    expect((await call('verify_domain', { id: 'acme.com' })).status).toBe('failed');
    expect(await domains().isVerified('acme.com')).toBe(false);
  });

  test('reports a record with another key as found and failed', async () => {
    const added = await call('add_domain', { name: 'acme.com' });
    const wrong = { ...recordOf(added, 'DKIM'), value: 'v=DKIM1; k=rsa; p=AAAA' };
    publish([wrong]);
    const domain = await call('verify_domain', { id: added.id });
    expect(domain.status).toBe('failed');
    expect(recordOf(domain, 'DKIM')).toMatchObject({ status: 'failed', found: [wrong.value] });
  });

  test('allows mail from the domain as soon as the DKIM record is published', async () => {
    const added = await call('add_domain', { name: 'acme.com' });
    publish([recordOf(added, 'SPF')]);
    expect((await call('verify_domain', { id: added.id })).status).toBe('pending');
    expect(await domains().isVerified('acme.com')).toBe(false);
    posthouse.resolver.zone.delete('acme.com');
    publish([recordOf(added, 'DKIM')]);
    const domain = await call('verify_domain', { id: added.id });
    expect(domain).toMatchObject({ status: 'partially_failed', verified_at: null });
    expect(await domains().isVerified('acme.com')).toBe(true);
    expect(await domains().isVerified('news.acme.com')).toBe(false);
    expect(await domains().isVerified('com')).toBe(false);
  });

  test('keeps an existing SPF record and advises to add this server to it', async () => {
    const added = await call('add_domain', { name: 'acme.com' });
    publish([recordOf(added, 'DKIM')]);
    posthouse.resolver.zone.set('acme.com', { txt: ['site=1', 'v=spf1 include:_spf.other.example -all'] });
    const spf = recordOf(await call('verify_domain', { id: added.id }), 'SPF');
    expect(spf).toMatchObject({
      status: 'failed',
      found: ['v=spf1 include:_spf.other.example -all'],
      value: 'v=spf1 a:mail.posthouse.example include:_spf.other.example -all',
    });
    publish([spf]);
    const after = await call('verify_domain', { id: added.id });
    expect(after.status).toBe('verified');
    expect(recordOf(after, 'SPF')).toMatchObject({ status: 'verified', value: spf.value });
  });

  test("mentions the relay's operator in the SPF advice when the relay is unknown", async () => {
    await posthouse.close();
    posthouse = await openPlatform({ settings: { delivery: 'relay', relayHosts: ['relay.acme.dev'] } });
    const added = await call('add_domain', { name: 'acme.com' });
    expect(recordOf(added, 'SPF').advice).toMatch(/that the operator of your relay names/);
    expect(recordOf(added, 'DMARC').advice).toBeNull();
  });

  test("adds the relay's servers to one of several SPF records, within ten lookups", async () => {
    await posthouse.close();
    posthouse = await openPlatform({ settings: { delivery: 'relay', spf: ['include:spf.relay.example'] } });
    const added = await call('add_domain', { name: 'acme.com' });
    expect(recordOf(added, 'SPF')).toMatchObject({
      value: 'v=spf1 include:spf.relay.example ~all',
      advice: null,
    });
    const { zone } = posthouse.resolver;
    publish([recordOf(added, 'DKIM')]);
    zone.set('spf.relay.example', { txt: ['v=spf1 a:one.example a:two.example -all'] });
    for (const name of ['one.example', 'two.example', 'x.example'])
      zone.set(name, { addresses: ['192.0.2.1'] });
    zone.set('acme.com', { txt: [`v=spf1 ${'a:x.example '.repeat(8)}-all`] });
    const costly = recordOf(await call('verify_domain', { id: added.id }), 'SPF');
    expect(costly).toMatchObject({
      status: 'failed',
      advice: expect.stringMatching(
        /include:spf\.relay\.example is missing\. .* With this change the record needs 11 DNS lookups/,
      ),
    });
    zone.set('acme.com', { txt: ['v=spf1 a:x.example ~all', 'v=spf1 ip4:192.0.2.9 -all'] });
    const double = recordOf(await call('verify_domain', { id: added.id }), 'SPF');
    expect(double).toMatchObject({
      value: 'v=spf1 include:spf.relay.example a:x.example ip4:192.0.2.9 ~all',
      status: 'failed',
      advice: expect.stringMatching(/^2 SPF records stand at this name.*publish one/),
    });
    publish([double]);
    const joined = recordOf(await call('verify_domain', { id: added.id }), 'SPF');
    expect(joined).toMatchObject({ status: 'verified', advice: null, found: [double.value] });
  });

  test('also looks up the SPF record at the target of the return path', async () => {
    await posthouse.close();
    posthouse = await openPlatform({
      settings: { baseUrl: 'https://mail.host.dev', delivery: 'direct', bounceDomain: 'b.host.dev' },
    });
    const added = await call('add_domain', { name: 'acme.com' });
    publish(added.records);
    const { zone } = posthouse.resolver;
    zone.set('b.host.dev', { txt: ['v=spf1 mx -all'] });
    const before = await call('verify_domain', { id: added.id });
    expect(recordOf(before, 'RETURN_PATH')).toMatchObject({
      status: 'verified',
      advice: expect.stringContaining(
        'of b.host.dev, which the operator of this server publishes. The record does not',
      ),
    });
    expect(recordOf(before, 'RETURN_PATH').advice).toContain('v=spf1 a:mail.host.dev mx -all.');
    zone.set('b.host.dev', { txt: ['v=spf1 a:mail.host.dev -all'] });
    expect(recordOf(await call('verify_domain', { id: added.id }), 'RETURN_PATH').advice).toBeNull();
    zone.set('b.host.dev', { unavailable: 'SERVFAIL' });
    expect(recordOf(await call('verify_domain', { id: added.id }), 'RETURN_PATH')).toMatchObject({
      status: 'verified',
      advice: null,
    });
  });

  test('accepts DMARC from the parent domain, and does not require it', async () => {
    const added = await call('add_domain', { name: 'mail.acme.com' });
    publish(added.records.filter(({ record }) => record !== 'DMARC'));
    posthouse.resolver.zone.set('_dmarc.acme.com', { txt: ['v=DMARC1; p=reject'] });
    const domain = await call('verify_domain', { id: added.id });
    expect(recordOf(domain, 'DMARC')).toMatchObject({
      status: 'verified',
      found: ['v=DMARC1; p=reject'],
      advice: expect.stringContaining('acme.com applies, with reject'),
    });
    posthouse.resolver.zone.delete('_dmarc.acme.com');
    expect((await call('verify_domain', { id: added.id })).status).toBe('verified');
  });

  test('keeps a domain verified during DNS failures, and for three days after a record disappears', async () => {
    const added = await call('add_domain', { name: 'acme.com' });
    publish(added.records);
    await call('verify_domain', { id: added.id });
    const dkim = recordOf(added, 'DKIM');
    posthouse.resolver.zone.set(dkim.name, { unavailable: 'SERVFAIL' });
    const troubled = await call('verify_domain', { id: added.id });
    expect(troubled.status).toBe('temporary_failure');
    expect(recordOf(troubled, 'DKIM').found).toEqual([dkim.value]);
    expect(await domains().isVerified('acme.com')).toBe(true);

    await posthouse.clock.advance(9 * dayMs);
    posthouse.resolver.zone.delete(dkim.name);
    const gone = await call('verify_domain', { id: added.id });
    expect([gone.status, recordOf(gone, 'DKIM').advice]).toEqual([
      'temporary_failure',
      'It was there and is gone. Publish it again.',
    ]);
    await posthouse.clock.advance(3 * dayMs);
    expect((await call('verify_domain', { id: added.id })).status).toBe('temporary_failure');
    await posthouse.clock.advance(1);
    expect((await call('verify_domain', { id: added.id })).status).toBe('failed');
    expect(await domains().isVerified('acme.com')).toBe(false);

    publish([dkim]);
    expect((await call('verify_domain', { id: added.id })).status).toBe('verified');
  });

  test('waits at most eight seconds for DNS, and changes nothing without a response', async () => {
    await call('add_domain', { name: 'acme.com' });
    posthouse.resolver.txt = () => new Promise(() => {});
    const checking = call('verify_domain', { id: 'acme.com' });
    // The lookups start some turns of the event loop after the call.
    while (posthouse.clock.timers() === 0) await posthouse.clock.advance(0);
    await posthouse.clock.advance(8_000);
    expect((await checking).status).toBe('pending');
    expect(posthouse.clock.timers()).toBe(0);
  });

  test('does not overwrite changes made during the DNS lookups', async () => {
    const added = await call('add_domain', { name: 'acme.com' });
    publish(added.records);
    const { txt } = posthouse.resolver;
    posthouse.resolver.txt = async (name) => {
      posthouse.resolver.txt = txt;
      await posthouse.call('update_domain', { id: 'acme.com', tls: 'enforced' });
      return await txt(name);
    };
    expect((await failureOf(posthouse.call('verify_domain', { id: 'acme.com' }))).failure).toBe('conflict');
    expect(await call('get_domain', { id: 'acme.com' })).toMatchObject({
      tls: 'enforced',
      status: 'not_started',
    });

    posthouse.resolver.txt = async (name) => {
      posthouse.resolver.txt = txt;
      await posthouse.call('remove_domain', { id: 'acme.com' });
      return await txt(name);
    };
    expect((await failureOf(posthouse.call('verify_domain', { id: 'acme.com' }))).failure).toBe('not_found');
  });

  test('concurrently returns the checked domain to both callers', async () => {
    const added = await call('add_domain', { name: 'acme.com' });
    publish(added.records);
    const both = await Promise.all([
      call('verify_domain', { id: 'acme.com' }),
      call('verify_domain', { id: 'acme.com' }),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['verified', 'verified']);
  });
});

describe('rotating the keys', () => {
  const signing = async () => {
    const { engine } = posthouse.platform;
    const { signers } = (await signersFor(engine, posthouse.organization.key, 'acme.com'))!;
    return signers.map(({ selector }) => selector);
  };

  verifies(
    'domain.dkim-rotation',
    'keeps signing with the old keys until DNS has the new record, and keeps them for a week',
    async () => {
      const added = await call('add_domain', { name: 'acme.com' });
      publish(added.records);
      await call('verify_domain', { id: added.id });
      const old = added.dkim_selector;

      const rotating = await call('rotate_domain_dkim', { id: added.id });
      const next = dkimOf(rotating).slice(2);
      expect(rotating).toMatchObject({ status: 'verified', dkim_selector: old });
      expect(dkimOf(rotating).map(({ status }) => status)).toEqual([
        'verified',
        'verified',
        'not_started',
        'not_started',
      ]);
      expect(new Set(dkimOf(rotating).flatMap(({ name, value }) => [name, value])).size).toBe(8);
      expect(dkimOf(rotating).map(({ advice }) => advice)).toEqual([
        'Keep this record: mail is signed with its key until the new RSA record is seen, and checked against it for 7 days more.',
        'Keep this record: mail is signed with its key until the new RSA record is seen, and checked against it for 7 days more.',
        'Publish this record. Mail is signed with the new key from when it is seen, and with the old one until then.',
        'Publish this record for a second signature. The domain is verified without it.',
      ]);
      const waiting = await call('verify_domain', { id: added.id });
      expect(waiting).toMatchObject({ status: 'verified', dkim_selector: old });
      expect(dkimOf(waiting).map(({ advice }) => advice)).toEqual(
        dkimOf(rotating).map(({ advice }) => advice),
      );
      expect(await signing()).toEqual([old, `${old}-ed`]);

      publish(next);
      const rotated = await call('verify_domain', { id: added.id });
      expect(rotated).toMatchObject({
        status: 'verified',
        dkim_selector: next[0]!.name.replace('._domainkey.acme.com', ''),
        dkim_ed25519_selector: next[1]!.name.replace('._domainkey.acme.com', ''),
      });
      expect(await signing()).toEqual([rotated.dkim_selector, rotated.dkim_ed25519_selector]);
      const gone = dkimOf(rotated).slice(2);
      expect(gone.map(({ name }) => name)).toEqual(dkimOf(added).map(({ name }) => name));
      for (const { status, advice } of gone) {
        expect(status).toBe('verified');
        expect(advice).toContain('Keep its record until 2026-01-08');
      }

      for (const { name } of gone) posthouse.resolver.zone.delete(name);
      const early = await call('verify_domain', { id: added.id });
      expect(early.status).toBe('verified');
      expect(dkimOf(early)[2]!.advice).toContain('Its record is gone');
      await posthouse.clock.advance(7 * dayMs);
      expect(dkimOf(await call('verify_domain', { id: added.id }))).toHaveLength(2);
    },
  );

  test('deletes the private halves of retired keys', async () => {
    const added = await call('add_domain', { name: 'acme.com' });
    publish(added.records);
    await call('verify_domain', { id: added.id });
    const before = (await domains().byName('acme.com'))!.dkim;
    publish((await call('rotate_domain_dkim', { id: added.id })).records);
    await call('verify_domain', { id: added.id });
    const row = await posthouse.platform.engine.store.database.reader.get(
      'SELECT * FROM domains LIMIT 1',
      [],
    );
    expect(JSON.stringify(row)).toContain(before.rsa.publicKey);
    expect(JSON.stringify(row)).not.toContain(before.rsa.sealedPrivateKey);
    expect(JSON.stringify(row)).not.toContain(before.ed25519!.sealedPrivateKey);
  });

  test('does not wait for an Ed25519 record that was never published, and stops listing its key', async () => {
    const added = await call('add_domain', { name: 'acme.com' });
    publish(added.records.filter(({ name }) => !name.includes('-ed.')));
    expect((await call('verify_domain', { id: added.id })).status).toBe('verified');
    expect(await signing()).toEqual([added.dkim_selector]);
    const rotating = await call('rotate_domain_dkim', { id: added.id });
    expect(dkimOf(rotating)[1]!.advice).toBe(
      'Leave this record out: it was not there, and a new key takes its place.',
    );
    publish([dkimOf(rotating)[2]!]);
    const rotated = await call('verify_domain', { id: added.id });
    expect(await signing()).toEqual([rotated.dkim_selector]);
    expect(dkimOf(rotated).map(({ status }) => status)).toEqual(['verified', 'pending', 'verified']);
  });

  test('lists a leftover record for another month', async () => {
    const added = await call('add_domain', { name: 'acme.com' });
    publish(added.records);
    await call('verify_domain', { id: added.id });
    publish((await call('rotate_domain_dkim', { id: added.id })).records);
    await call('verify_domain', { id: added.id });
    await posthouse.clock.advance(37 * dayMs - 1);
    expect(dkimOf(await call('verify_domain', { id: added.id }))).toHaveLength(4);
    await posthouse.clock.advance(1);
    expect(dkimOf(await call('verify_domain', { id: added.id }))).toHaveLength(2);
  });

  test('replaces unused keys at once', async () => {
    const added = await call('add_domain', { name: 'acme.com' });
    const rotated = await call('rotate_domain_dkim', { id: added.id });
    expect(rotated.dkim_selector).not.toBe(added.dkim_selector);
    expect(dkimOf(rotated)).toHaveLength(2);
    // No check has run yet: every record is still to be published.
    expect(rotated.records.map(({ advice }) => advice)).toEqual(added.records.map(() => null));
    await call('verify_domain', { id: added.id });
    const again = dkimOf(await call('rotate_domain_dkim', { id: added.id }));
    expect(again.map(({ advice }) => advice)).toEqual([
      'Publish this record.',
      'Publish this record for a second signature. The domain is verified without it.',
    ]);
  });

  test('replaces the new keys again if DNS does not have their records yet', async () => {
    const added = await call('add_domain', { name: 'acme.com' });
    publish(added.records);
    await call('verify_domain', { id: added.id });
    const first = dkimOf(await call('rotate_domain_dkim', { id: added.id }))[2]!;
    const second = await call('rotate_domain_dkim', { id: added.id });
    expect(second.dkim_selector).toBe(added.dkim_selector);
    expect(dkimOf(second)).toHaveLength(4);
    expect(dkimOf(second)[2]!.name).not.toBe(first.name);
  });
});

describe('the advice for a record', () => {
  test('takes the DNS records of related names into account', async () => {
    const settings = {
      baseUrl: 'https://mail.host.dev',
      delivery: 'direct',
      bounceDomain: 'b.host.dev',
    } as const;
    await posthouse.close();
    posthouse = await openPlatform({ settings });
    const added = await call('add_domain', { name: 'news.acme.com', tracking_subdomain: 'go' });
    const { zone } = posthouse.resolver;
    zone.set(`${recordOf(added, 'DKIM').name}.acme.com`, { txt: [recordOf(added, 'DKIM').value] });
    zone.set(added.records[1]!.name, { cname: ['x.example'] });
    zone.set('news.acme.com', {
      txt: ['v=spf1 a:mail.host.dev include:a.example include:none.example ~all'],
    });
    zone.set('a.example', {
      txt: [`v=spf1 ${'mx:void.example a:a.example '.repeat(5)} -all`],
      addresses: ['192.0.2.1'],
    });
    zone.set('send.news.acme.com', { mx: [{ exchange: 'x', priority: 1 }], addresses: ['192.0.2.1'] });
    zone.set('go.news.acme.com', { cname: ['mail.host.dev.acme.com'] });
    zone.set('_dmarc.acme.com', { txt: ['v=DMARC1; p=none; sp=quarantine; psd=n'] });
    zone.set('_dmarc.com', { txt: ['v=DMARC1; p=reject'] });
    const checked = await call('verify_domain', { id: added.id });
    expect(checked.records.map(({ record, status, advice }) => [record, status, advice])).toEqual([
      [
        'DKIM',
        'pending',
        expect.stringMatching(/adds acme\.com to each name.*Enter ph[0-9a-f]{10}\._domainkey\.news as/),
      ],
      ['DKIM', 'pending', expect.stringContaining('A CNAME at this name')],
      ['SPF', 'verified', expect.stringMatching(/needs 13 DNS lookups.*includes none\.example/)],
      ['RETURN_PATH', 'pending', expect.stringContaining('(A or AAAA, MX)')],
      ['DMARC', 'verified', expect.stringContaining('acme.com applies, with quarantine')],
      ['TRACKING', 'failed', expect.stringContaining('with a dot at its end: mail.host.dev.')],
    ]);
    expect(posthouse.resolver.asked).not.toContain('TXT _dmarc.com');
    expect(await call('get_domain', { id: added.id })).toEqual(checked);
  });

  test('stays the same while DNS does not answer', async () => {
    const added = await call('add_domain', { name: 'acme.com' });
    publish(added.records);
    await call('verify_domain', { id: added.id });
    for (const { name } of added.records) posthouse.resolver.zone.set(name, { unavailable: 'SERVFAIL' });
    for (const record of (await call('verify_domain', { id: added.id })).records) {
      expect(record.advice).toMatch(/^DNS gave no answer about it/);
    }
  });
});

describe('managing domains', () => {
  verifies('domain.crud', 'lists, reads, changes and removes domains by id or name', async () => {
    const added = await call('add_domain', { name: 'acme.com' });
    await posthouse.call('add_domain', { name: 'globex.com' });
    const { output } = await posthouse.call('list_domains', { limit: 1 });
    expect(output).toMatchObject({ object: 'list', data: [{ name: 'globex.com' }], has_more: true });
    expect((output as { data: object[] }).data[0]).not.toHaveProperty('records');
    for (const id of [added.id, 'acme.com', 'ACME.com'])
      expect((await call('get_domain', { id })).id).toBe(added.id);

    const changed = await call('update_domain', {
      id: 'acme.com',
      open_tracking: true,
      click_tracking: true,
      tracking_subdomain: 'go',
      custom_return_path: 'bounces',
      tls: 'enforced',
      warm_up: false,
    });
    expect(changed).toMatchObject({
      open_tracking: true,
      click_tracking: true,
      tracking_subdomain: 'go',
      custom_return_path: 'bounces',
      tls: 'enforced',
      warm_up: false,
    });
    expect(await call('get_domain', { id: added.id })).toEqual(changed);
    expect((await call('update_domain', { id: added.id, tracking_subdomain: null })).records).toHaveLength(4);

    expect((await posthouse.call('remove_domain', { id: 'acme.com' })).output).toEqual({
      object: 'domain',
      id: added.id,
      deleted: true,
    });
    const tools = ['get_domain', 'update_domain', 'verify_domain', 'rotate_domain_dkim', 'remove_domain'];
    for (const tool of tools) {
      expect((await failureOf(posthouse.call(tool, { id: added.id }))).failure, tool).toBe('not_found');
    }
  });

  test('resets the check of a record when its subdomain changes', async () => {
    const added = await call('add_domain', { name: 'acme.com', tracking_subdomain: 'go' });
    publish(added.records);
    await call('verify_domain', { id: added.id });
    const changed = await call('update_domain', { id: added.id, tracking_subdomain: 'click' });
    expect(changed.status).toBe('partially_verified');
    expect(recordOf(changed, 'TRACKING')).toMatchObject({ name: 'click.acme.com', status: 'not_started' });
    const failure = await failureOf(
      posthouse.call('update_domain', { id: added.id, custom_return_path: 'click' }),
    );
    expect(failure.details).toMatchObject([{ path: 'tracking_subdomain' }]);
  });

  test('rejects a changed name', async () => {
    await posthouse.call('add_domain', { name: 'acme.com' });
    const failure = await failureOf(posthouse.call('update_domain', { id: 'acme.com', name: 'globex.com' }));
    expect(failure.details).toMatchObject([{ path: 'name', code: 'unknown_field' }]);
  });

  test('hides domains of other organizations', async () => {
    const { id } = await call('add_domain', { name: 'acme.com' });
    const { organization } = await posthouse.addOrganization('Other');
    const caller = posthouse.caller('tools', organization);
    const tools = ['get_domain', 'update_domain', 'verify_domain', 'rotate_domain_dkim', 'remove_domain'];
    for (const tool of tools) {
      expect((await failureOf(posthouse.call(tool, { id }, { caller }))).failure, tool).toBe('not_found');
    }
    expect((await posthouse.call('list_domains', {}, { caller })).output).toMatchObject({ data: [] });
    // A foreign id in a cursor is only a position in time.
    expect((await posthouse.call('list_domains', { after: id }, { caller })).output).toMatchObject({
      data: [],
    });
  });
});

describe('REST v2', () => {
  test('returns the right status for each domain route', async () => {
    const made = await posthouse.http('POST', '/api/v2/domains', { body: { name: 'acme.com' } });
    expect([made.status, made.body.object]).toEqual([201, 'domain']);
    const again = await posthouse.http('POST', '/api/v2/domains', { body: { name: 'acme.com' } });
    expect([again.status, again.body.name]).toEqual([409, 'conflict']);
    const path = `/api/v2/domains/${made.body.id}`;
    expect((await posthouse.http('GET', '/api/v2/domains')).body).toMatchObject({
      object: 'list',
      has_more: false,
    });
    expect((await posthouse.http('GET', path)).body).toEqual(made.body);
    expect((await posthouse.http('PATCH', path, { body: { tls: 'enforced' } })).body.tls).toBe('enforced');
    expect((await posthouse.http('POST', `${path}/verify`)).body.status).toBe('pending');
    expect((await posthouse.http('POST', `${path}/rotate-dkim`)).status).toBe(200);
    expect((await posthouse.http('DELETE', path)).body).toMatchObject({ id: made.body.id, deleted: true });
    expect((await posthouse.http('GET', path)).status).toBe(404);
    expect((await posthouse.http('GET', '/api/v1/domains')).status).toBe(404);
  });
});
