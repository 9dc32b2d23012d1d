import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HeldClock } from '../../../../src/concurrency/clock.ts';
import {
  baseUrlOf,
  databaseFileOf,
  instanceSecret,
  readConfig,
  unknownVariables,
} from '../../../../src/config.ts';
import { bindToSecret } from '../../../../src/engine/auth/check-secret.ts';
import { instanceProof, nonceHeader, proofHeader } from '../../../../src/engine/auth/instance-proof.ts';
import { secretBox } from '../../../../src/engine/context/secret-box.ts';
import { firstStart } from '../../../../src/engine/organizations/first-start.ts';
import { holdQueue } from '../../../../src/engine/organizations/queue-hold.ts';
import type { Finding } from '../../../../src/engine/setup/finding.ts';
import { openGenerations } from '../../../../src/open.ts';
import { migrate } from '../../../../src/store/migrate.ts';
import { openPostgres } from '../../../../src/store/postgres/database.ts';
import { remember } from '../../../../src/store/records/instance/instance.ts';
import { openSqlite } from '../../../../src/store/sqlite/database.ts';
import { storeOn } from '../../../../src/store/store.ts';
import { runDoctor } from '../../../../src/surfaces/cli/doctor/doctor.ts';
import { createSmtpDoor } from '../../../../src/surfaces/smtp/submission.ts';
import { makeTlsPair } from '../../../../src/surfaces/smtp/tls-pair.ts';
import { systemClock } from '../../../../src/world/clock.ts';
import { systemLog } from '../../../../src/world/log.ts';
import { SystemRendering } from '../../../../src/world/rendering.ts';
import { type ContentVerifier, VerifierUnavailable } from '../../../../src/world/verifier.ts';
import { submitMessage } from '../../../../tools/emails/submit-message.ts';
import { captureMail } from '../../../world/mail/capture-mail.ts';
import { openPlatform } from '../../../world/platform.ts';
import { emptyPostgres } from '../../../world/postgres/postgres.ts';
import { builtRenderChild } from '../../../world/programs/built-program.ts';
import { simulatedClock } from '../../../world/simulated/clock.ts';
import { seededIds } from '../../../world/simulated/ids.ts';
import { simulatedReceivers } from '../../../world/simulated/receivers.ts';
import { simulatedResolver } from '../../../world/simulated/resolver.ts';
import { keptStreams, type ToolResult } from '../runner.ts';

let folder: string;
let resolver: ReturnType<typeof simulatedResolver>;
let checks: { ok: boolean; sentence: string }[];
let verifier: ContentVerifier | null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-doctor-'));
  resolver = simulatedResolver({
    'example.com': { addresses: ['192.0.2.1'] },
    'bounces.acme.com': {
      mx: [{ exchange: 'mail.acme.com', priority: 10 }],
      txt: ['v=spf1 a:mail.acme.com ~all'],
    },
  });
  checks = [{ ok: true, sentence: 'relay.test takes mail.' }];
  verifier = null;
});
afterEach(() => rm(folder, { recursive: true }));

const clock = simulatedClock(Date.UTC(2026, 10, 21));

function settings(more: NodeJS.ProcessEnv = {}) {
  return readConfig({
    PORT: '0',
    POSTHOUSE_SMTP_PORT: '0',
    POSTHOUSE_SMTPS_PORT: '0',
    POSTHOUSE_BOUNCE_DOMAIN: 'bounces.acme.com',
    POSTHOUSE_INBOUND_PORT: '52525',
    POSTHOUSE_DATA_DIR: join(folder, 'data'),
    POSTHOUSE_BASE_URL: 'https://mail.acme.com',
    POSTHOUSE_DELIVERY: 'relay',
    POSTHOUSE_RELAY_URL: 'smtp://relay.test:25',
    POSTHOUSE_REQUIRE_VERIFIED_DOMAIN: 'true',
    ...more,
  });
}

async function doctor(
  more: NodeJS.ProcessEnv = {},
  words: readonly string[] = [],
  time: HeldClock = clock,
): Promise<ToolResult> {
  const streams = keptStreams();
  const code = await runDoctor(
    words,
    {
      readConfig: () => settings(more),
      unknownVariables: () => unknownVariables(more),
      baseUrlOf,
      databaseFileOf,
      openGenerations,
      createWorld: () => ({
        clock: time,
        resolver,
        mail: { ...captureMail(), check: async () => checks },
        verifier,
      }),
      openDatabase: async (config) =>
        config.POSTHOUSE_DATABASE_URL === undefined
          ? openSqlite(databaseFileOf(config))
          : await openPostgres(config.POSTHOUSE_DATABASE_URL),
    },
    streams,
  );
  return streams.result(code);
}

async function findings(more: NodeJS.ProcessEnv = {}, time?: HeldClock): Promise<Map<string, Finding>> {
  const { out } = await doctor(more, ['--json'], time);
  const { checks: found } = JSON.parse(out) as { checks: Finding[] };
  return new Map(found.map((finding) => [finding.name, finding]));
}

/** Opens a database as `serve` leaves it after its first start. */
async function started(sendingEnabled = true) {
  const config = settings();
  mkdirSync(config.POSTHOUSE_DATA_DIR, { mode: 0o700 });
  const secret = instanceSecret(config, false);
  const database = openSqlite(databaseFileOf(config));
  await migrate(database);
  await bindToSecret(database, secretBox(secret));
  const store = storeOn(database);
  const world = {
    clock,
    ids: seededIds(1, clock),
    resolver,
    mail: captureMail(),
    rendering: new SystemRendering({
      clock,
      log: systemLog({ level: 'silent' }),
      stepMsMax: null,
      program: builtRenderChild,
    }),
    poster: simulatedReceivers(),
    verifier: null,
    log: systemLog({ level: 'silent' }),
  };
  const { organization } = await firstStart(store, world, {
    apiKey: null,
    name: 'Northfield',
    plan: 'free',
    sendingEnabled,
  });
  return { database, organization };
}

describe('doctor', () => {
  it('exits with 0 and reports no problem for a sound setup', async () => {
    const { database } = await started();
    await database.close();
    const { code, out, err } = await doctor();
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Everything is in order.');
    expect(out).toContain(`SQLite ${process.versions.sqlite} opens and is at this version.`);
    const { out: json } = await doctor({}, ['--json']);
    const { ok, checks: found } = JSON.parse(json);
    expect(ok).toBe(true);
    expect(found.map(({ state }: Finding) => state)).not.toContain('fail');
    expect(found.map(({ name }: Finding) => name)).toEqual([
      'configuration',
      'database',
      'data folder',
      'disk',
      'secret',
      'clock',
      'port',
      'SMTP',
      'DNS',
      'mail',
      'bounces',
      'API tokens',
      'sending',
      'DKIM',
      'From addresses',
      'content verifier',
      'storage',
      'webhooks',
      'workflows',
      'public address',
    ]);
  });

  it('reports no problem before the first start and creates nothing', async () => {
    const found = await findings();
    expect([...found.values()].filter(({ state }) => state === 'fail')).toEqual([]);
    expect(found.get('database')?.sentence).toContain('the first start creates it');
    expect(found.get('data folder')?.sentence).toContain('the first start creates it');
    expect(await findings()).toEqual(found);
  });

  it('checks the configured content verifier unless it is the built-in verifier', async () => {
    const about = async () => (await findings()).get('content verifier');
    expect(await about()).toMatchObject({ state: 'ok', sentence: expect.stringContaining('built-in') });
    verifier = { verify: async () => ({ verdict: 'pass', blockReasons: [], badges: [], guidance: '' }) };
    expect(await about()).toMatchObject({ state: 'ok', sentence: expect.stringContaining('answers (pass)') });
    verifier = {
      async verify() {
        throw new VerifierUnavailable('no answer within 5 s');
      },
    };
    expect(await about()).toMatchObject({
      state: 'fail',
      sentence: expect.stringMatching(/no answer within 5 s.* No campaign can be sent/),
    });
  });

  it('exits with 1 and says what to fix', async () => {
    checks = [{ ok: false, sentence: 'relay.test refuses the login.' }];
    const { code, out } = await doctor();
    expect(code).toBe(1);
    expect(out).toMatch(/^FIX +mail +relay\.test refuses the login\.$/m);
    expect(out).toContain('1 thing to fix.');
  });

  it('warns about a variable that Posthouse does not read', async () => {
    const { code, out } = await doctor({ POSTHOUSE_DELIVRY: 'direct' });
    expect(code).toBe(0);
    expect(out).toContain('POSTHOUSE_DELIVRY is unknown');
  });

  it('names an invalid variable', async () => {
    const { code, out } = await doctor({ PORT: 'eighty' });
    expect(code).toBe(1);
    expect(out).toContain('PORT: must be a port number');
  });

  it('reports a database that is older, newer, foreign or broken', async () => {
    const { database } = await started();
    await database.transaction((queries) => queries.run("DELETE FROM migrations WHERE name >= '0014'", []));
    expect((await findings()).get('database')).toMatchObject({
      state: 'warn',
      sentence: expect.stringContaining('0014-agreed-delivery.sql'),
    });
    await database.transaction((queries) =>
      queries.insert('INSERT INTO migrations (name, checksum)', [['9999-future.sql', 'x']]),
    );
    expect((await findings()).get('database')).toMatchObject({
      state: 'fail',
      sentence: expect.stringMatching(/9999-future\.sql.*restore a backup/),
    });
    await database.close();
    await rm(join(folder, 'data', 'posthouse.sqlite'));
    writeFileSync(
      join(folder, 'data', 'posthouse.sqlite'),
      'this is no database at all, but a letter to my aunt',
    );
    expect((await findings()).get('database')).toMatchObject({
      state: 'fail',
      sentence: expect.stringContaining('cannot be opened'),
    });
  });

  it('reports a data folder or secret that other users can read, and a missing secret', async () => {
    const { database } = await started();
    await database.close();
    const data = join(folder, 'data');
    chmodSync(data, 0o755);
    chmodSync(join(data, 'secret'), 0o644);
    const open = await findings();
    expect(open.get('data folder')).toMatchObject({
      state: 'warn',
      sentence: expect.stringContaining('chmod 700'),
    });
    expect(open.get('secret')).toMatchObject({
      state: 'fail',
      sentence: expect.stringContaining('chmod 600'),
    });
    const secret = readFileSync(join(data, 'secret'), 'utf8').trim();
    for (const [left, said] of [
      ['', 'contains no secret'],
      ['\0'.repeat(64), 'contains no secret'],
      ['x'.repeat(64), 'not the secret that this database was created with'],
      [null, 'is missing'],
    ] as const) {
      if (left === null) await rm(join(data, 'secret'));
      else writeFileSync(join(data, 'secret'), left, { mode: 0o600 });
      chmodSync(data, 0o700);
      expect((await findings()).get('secret')).toMatchObject({
        state: 'fail',
        sentence: expect.stringContaining(said),
      });
    }
    expect((await findings({ POSTHOUSE_SECRET: secret })).get('secret')?.state).toBe('ok');
    expect((await findings({ POSTHOUSE_SECRET: 's'.repeat(40) })).get('secret')?.state).toBe('fail');
  });

  it('blames the certificate, not another program, when no TLS handshake succeeds', async () => {
    mkdirSync(join(folder, 'data'), { mode: 0o700 });
    const { port, close } = await listening(createTlsServer());
    const posthouse = { POSTHOUSE_SMTPS_PORT: String(port), POSTHOUSE_INBOUND_PORT: '0' };
    expect((await findings(posthouse)).get('SMTP')).toMatchObject({
      state: 'fail',
      sentence: expect.stringContaining('it may have read a broken certificate'),
    });
    const file = join(folder, 'data', 'smtp-tls.pem');
    writeFileSync(file, '');
    const broken = await findings(posthouse);
    for (const name of ['SMTP', 'certificate']) {
      expect(broken.get(name)).toMatchObject({
        state: 'fail',
        sentence: expect.stringContaining(`${file} contains no certificate`),
      });
    }
    writeFileSync(join(folder, 'key.pem'), '');
    const own = { POSTHOUSE_TLS_CERT: join(folder, 'key.pem'), POSTHOUSE_TLS_KEY: join(folder, 'key.pem') };
    expect((await findings({ ...posthouse, ...own })).get('SMTP')).toMatchObject({
      state: 'fail',
      sentence: expect.stringContaining('key.pem contains no certificate'),
    });
    await close();
  });

  it('reports the held queue of a restored copy before and after its first start', async () => {
    const { database } = await started();
    await database.transaction((queries) => remember(queries, 'copied', '2026-11-20T00:00:00.000Z'));
    const before = await findings();
    expect(before.get('queue')).toMatchObject({
      state: 'fail',
      sentence: expect.stringMatching(/^The next start will hold delivery.*0 mails.*release-queue$/),
    });
    await database.transaction((queries) => holdQueue(queries, clock.now()));
    await database.close();
    expect((await findings()).get('queue')).toMatchObject({
      state: 'fail',
      sentence: expect.stringContaining(
        'Delivery has been held since 2026-11-21T00:00:00.000Z, including new mail',
      ),
    });
  });

  it('prints how to create a token when an organization has no valid token', async () => {
    const { database, organization } = await started();
    const { out: sound } = await doctor();
    expect(sound).toMatch(/ok .*No API token of Northfield has been used yet.*create_token/);
    await database.transaction((queries) => queries.run('UPDATE tokens SET revoked_at = $1', [clock.now()]));
    await database.close();
    const { code, out } = await doctor();
    expect(code).toBe(1);
    expect(out).toContain(
      `${organization.name} has no valid API token. To create one: npm run --silent posthouse -- tools run create_token`,
    );
  });

  it('reports that the data folder is a file', async () => {
    writeFileSync(join(folder, 'data'), '');
    expect((await findings()).get('data folder')).toMatchObject({ state: 'fail' });
  });

  it('distinguishes this instance, another instance, an older version and another program at the port', async () => {
    const outsider = await listening(createServer((_request, response) => response.end('hello')));
    const posthouse = await listening(
      createServer((_request, response) => response.writeHead(200, { 'X-Request-Id': 'req_1' }).end('{}')),
    );
    const foreign = await listening(
      createServer((_request, response) =>
        response.writeHead(200, { 'X-Request-Id': 'req_1', [proofHeader]: 'other' }).end('{}'),
      ),
    );
    expect((await findings({ PORT: String(foreign.port) })).get('port')).toMatchObject({
      state: 'fail',
      sentence: expect.stringContaining('Another instance of Posthouse, with a different secret'),
    });
    await foreign.close();
    const secret = instanceSecret(settings(), false);
    const own = await listening(
      createServer(({ headers }, response) => {
        const proof = instanceProof(secretBox(secret), headers[nonceHeader]) ?? '';
        response.writeHead(200, { 'X-Request-Id': 'req_1', [proofHeader]: proof }).end('{}');
      }),
    );
    expect((await findings({ PORT: String(own.port) })).get('port')).toMatchObject({
      state: 'ok',
      sentence: expect.stringContaining('This instance of Posthouse is running'),
    });
    await own.close();
    expect((await findings({ PORT: String(outsider.port) })).get('port')).toMatchObject({
      state: 'fail',
      sentence: expect.stringContaining('Another program'),
    });
    expect((await findings({ PORT: String(posthouse.port) })).get('port')).toMatchObject({
      state: 'fail',
      sentence: expect.stringContaining('An older version of Posthouse listens'),
    });
    await outsider.close();
    await posthouse.close();
    expect((await findings({ PORT: String(posthouse.port) })).get('port')).toMatchObject({
      sentence: expect.stringContaining('is free'),
    });
    expect((await findings({ PORT: '3025', HOST: '203.0.113.7' })).get('port')).toMatchObject({
      state: 'fail',
    });
  });

  it('reports an SMTP port that is taken or unavailable, and a certificate that clients do not trust', async () => {
    const holder = await listening(createServer());
    const smtp = await findings({ POSTHOUSE_SMTP_PORT: String(holder.port), POSTHOUSE_INBOUND_PORT: '0' });
    expect(smtp.get('SMTP')).toMatchObject({
      state: 'fail',
      sentence: expect.stringContaining('Another program'),
    });
    const posthouse = await openPlatform();
    const { engine, callers, windows } = posthouse.platform;
    const tls = makeTlsPair({ hostName: 'mail.acme.com', clock, ids: seededIds(1, clock) });
    const door = createSmtpDoor({ engine, tool: submitMessage, callers, windows, tls });
    const places = await door.listen({ host: '127.0.0.1', starttlsPort: 0, tlsPort: 0 });
    for (const [variable, address] of [
      ['POSTHOUSE_SMTP_PORT', places.starttls],
      ['POSTHOUSE_SMTPS_PORT', places.tls],
    ] as const) {
      const ports = { [variable]: String(address!.port), POSTHOUSE_INBOUND_PORT: '0' };
      expect((await findings(ports)).get('SMTP')).toMatchObject({
        state: 'ok',
        sentence: expect.stringContaining('Posthouse is running'),
      });
    }
    await door.drain(0);
    await posthouse.close();
    expect(smtp.get('certificate')).toMatchObject({
      state: 'warn',
      sentence: expect.stringContaining('self-signed'),
    });
    await holder.close();
    const nowhere = {
      POSTHOUSE_SMTP_PORT: '2587',
      POSTHOUSE_SMTP_HOST: '203.0.113.7',
      POSTHOUSE_INBOUND_PORT: '0',
    };
    expect((await findings(nowhere)).get('SMTP')).toMatchObject({ state: 'fail' });
  });

  it('reports the expiry and the names of the configured certificate', async () => {
    const file = join(folder, 'cert.pem');
    const pairFor = (hostName: string, now: number) =>
      makeTlsPair({ hostName, clock: simulatedClock(now), ids: seededIds(1, clock) });
    const keyFile = join(folder, 'key.pem');
    const at = async ({ cert, key }: { cert: string; key: string }) => {
      writeFileSync(file, cert);
      writeFileSync(keyFile, key);
      const pair = { POSTHOUSE_TLS_CERT: file, POSTHOUSE_TLS_KEY: keyFile };
      return (await findings(pair)).get('certificate');
    };
    const now = Date.UTC(2026, 10, 21);
    const tenYearsMs = 3_650 * 24 * 60 * 60_000;
    expect(await at(pairFor('mail.acme.com', now))).toMatchObject({ state: 'ok' });
    expect(await at(pairFor('other.acme.com', now))).toMatchObject({
      state: 'warn',
      sentence: expect.stringContaining('not for mail.acme.com'),
    });
    expect(await at(pairFor('mail.acme.com', now - tenYearsMs - 24 * 60 * 60_000))).toMatchObject({
      state: 'fail',
      sentence: expect.stringContaining('Renew it'),
    });
    const { cert } = pairFor('mail.acme.com', now);
    expect(await at({ cert, key: pairFor('mail.acme.com', now).key })).toMatchObject({
      state: 'fail',
      sentence: expect.stringContaining('does not belong to the certificate'),
    });
    expect(await at({ cert: 'no certificate', key: '' })).toMatchObject({ state: 'fail' });
  });

  it('reports where mail to the bounce address is delivered', async () => {
    expect((await findings({ POSTHOUSE_INBOUND_PORT: '0' })).get('bounces')).toMatchObject({ state: 'ok' });
    resolver.zone.set('bounces.acme.com', { mx: [{ exchange: 'mx.elsewhere.com', priority: 10 }] });
    const elsewhere = await doctor({ POSTHOUSE_INBOUND_PORT: '0' });
    expect(elsewhere.code).toBe(1);
    expect(elsewhere.out).toContain('Publish MX bounces.acme.com with 10 mail.acme.com');
    expect(elsewhere.out).toContain('no port here accepts bounces');
    expect(elsewhere.out).toContain('No SPF record was found there');
    const named = await doctor({ POSTHOUSE_INBOUND_PORT: '0', POSTHOUSE_SPF: 'include:spf.relay.test' });
    expect(named.out).toContain('publish v=spf1 include:spf.relay.test ~all');
  });

  it('reports whether the host name of direct delivery resolves to this server and back', async () => {
    const direct = { POSTHOUSE_DELIVERY: 'direct' };
    resolver.zone.set('mail.acme.com', {});
    expect((await findings(direct)).get('own name')).toMatchObject({
      state: 'fail',
      sentence: expect.stringContaining('has no address'),
    });
    resolver.zone.set('mail.acme.com', { addresses: ['192.0.2.25'] });
    resolver.zone.set('192.0.2.25', { names: ['vm-25.provider.example'] });
    expect((await findings(direct)).get('own name')).toMatchObject({
      state: 'fail',
      sentence: expect.stringContaining('vm-25.provider.example, not mail.acme.com'),
    });
    resolver.zone.set('192.0.2.25', { names: ['mail.acme.com'] });
    expect((await findings(direct)).get('own name')).toMatchObject({ state: 'ok' });
  });

  it('reports DNS that does not answer', async () => {
    resolver.zone.set('example.com', { unavailable: 'the DNS server cannot be reached' });
    expect((await findings()).get('DNS')).toMatchObject({
      state: 'fail',
      sentence: expect.stringContaining('the DNS server cannot be reached'),
    });
    expect((await findings({ POSTHOUSE_DELIVERY: 'capture' })).get('DNS')).toMatchObject({ state: 'warn' });
  });

  it('reports why nothing is delivered: captured by the operator, or disabled for an organization', async () => {
    const { database, organization } = await started(false);
    await database.close();
    expect((await findings({ POSTHOUSE_DELIVERY: 'capture' })).get('sending')).toMatchObject({
      state: 'warn',
    });
    expect((await findings()).get('sending')).toMatchObject({
      state: 'warn',
      sentence: expect.stringContaining(`update_organization --id ${organization.id} --sending_enabled true`),
    });
  });

  it('reports that sending is paused and how to resume it', async () => {
    const { database, organization } = await started(true);
    await storeOn(database).organizations.update({
      ...organization,
      sendingPause: { at: 1, by: null, reason: null },
    });
    await database.close();
    expect((await findings()).get('sending')).toMatchObject({
      state: 'warn',
      sentence: expect.stringMatching(`^Sending is paused for .*resume-sending --org ${organization.id}$`),
    });
  });

  it('warns that any domain is allowed in From', async () => {
    expect(
      (await findings({ POSTHOUSE_REQUIRE_VERIFIED_DOMAIN: 'false' })).get('From addresses'),
    ).toMatchObject({
      state: 'warn',
    });
  });

  it.each([
    ['http://127.0.0.1:3025', 'warn'],
    ['http://localhost:3025', 'warn'],
    ['https://192.168.1.20', 'warn'],
    ['https://172.20.0.3', 'warn'],
    ['https://[fd00::1]', 'warn'],
    ['https://mail.acme.internal', 'warn'],
    ['https://mailhost', 'warn'],
    ['http://mail.acme.com', 'warn'],
    ['https://172.32.0.3', 'ok'],
    ['https://mail.acme.com', 'ok'],
  ])('rates the public address %s: %s', async (url, state) => {
    expect((await findings({ POSTHOUSE_BASE_URL: url })).get('public address')?.state).toBe(state);
  });

  it('reports a domain that no longer publishes its signing key', async () => {
    const { database, organization } = await started();
    const row = {
      publicKey: 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A',
      name: 'acme.com',
    };
    await database.transaction((queries) =>
      queries.insert(
        `INSERT INTO domains (id, organization, name, created_at, status, checks, dkim_selector, dkim_public_key,
           dkim_private_key, ed25519_selector, ed25519_public_key, ed25519_private_key, custom_return_path,
           open_tracking, click_tracking, tls, revision)`,
        [
          [
            'dom_1',
            organization.key,
            row.name,
            0,
            'verified',
            '{}',
            'ph1',
            row.publicKey,
            'x',
            'ph1-ed',
            'edkey=',
            'x',
            'bounce',
            0,
            0,
            'opportunistic',
            1,
          ],
        ],
      ),
    );
    await database.close();
    expect((await findings()).get('DKIM')).toMatchObject({
      state: 'fail',
      sentence: expect.stringContaining(
        `Publish TXT ph1._domainkey.acme.com with v=DKIM1; k=rsa; p=${row.publicKey}`,
      ),
    });
    resolver.zone.set('ph1._domainkey.acme.com', { unavailable: 'SERVFAIL' });
    expect((await findings()).get('DKIM')).toMatchObject({ state: 'warn' });
    resolver.zone.set('ph1._domainkey.acme.com', { txt: [`v=DKIM1; k=rsa; p=${row.publicKey}`] });
    expect((await findings()).get('DKIM')).toMatchObject({
      state: 'warn',
      sentence: expect.stringContaining('Publish TXT ph1-ed._domainkey.acme.com with v=DKIM1; k=ed25519; p='),
    });
    resolver.zone.set('ph1-ed._domainkey.acme.com', { txt: ['v=DKIM1; k=ed25519; p=edkey='] });
    expect((await findings()).get('DKIM')).toMatchObject({
      state: 'ok',
      sentence: expect.stringContaining('acme.com'),
    });
  });

  it("checks the PostgreSQL server's clock and the processes that share the secret", async () => {
    const { url, drop } = await emptyPostgres();
    const environment = { POSTHOUSE_DATABASE_URL: url };
    expect((await findings(environment)).get('database')).toMatchObject({
      state: 'ok',
      sentence: expect.stringContaining('is empty'),
    });
    const { database: sqlite } = await started();
    await sqlite.close();
    const database = await openPostgres(url);
    await migrate(database);
    await database.close();

    const sound = await findings(environment, systemClock());
    expect(sound.get('database')).toMatchObject({
      state: 'ok',
      sentence: expect.stringMatching(/^PostgreSQL \d+/),
    });
    expect(sound.get('clock')).toMatchObject({
      state: 'ok',
      sentence: expect.stringContaining('in PostgreSQL'),
    });
    expect(sound.get('secret')).toMatchObject({
      state: 'warn',
      sentence: expect.stringContaining('set POSTHOUSE_SECRET'),
    });
    const late = { ...systemClock(), now: () => systemClock().now() + 3_600_000 };
    expect((await findings(environment, late)).get('clock')).toMatchObject({
      state: 'fail',
      sentence: expect.stringMatching(/3600\.\d s apart/),
    });
    await drop();
    expect((await findings(environment, systemClock())).get('database')).toMatchObject({
      state: 'fail',
      sentence: expect.stringContaining('POSTHOUSE_DATABASE_URL'),
    });
  });

  it('prints its usage with --help and rejects other arguments', async () => {
    expect(await doctor({}, ['--help'])).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('doctor'),
    });
    expect((await doctor({}, ['--fix'])).code).toBe(2);
    expect((await doctor({}, ['now'])).code).toBe(2);
  });
});

async function listening(server: Server | TlsServer): Promise<{ port: number; close(): Promise<unknown> }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: () => {
      if ('closeAllConnections' in server) server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
