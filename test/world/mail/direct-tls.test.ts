import { createHash } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/world/clock.ts';
import type { TlsaRecord } from '../../../src/world/dns/resolver.ts';
import { type FetchedPolicy, policyFetch } from '../../../src/world/policy-fetch.ts';
import { makeCertificate } from '../certificates.ts';
import { simulatedClock } from '../simulated/clock.ts';
import { simulatedResolver } from '../simulated/resolver.ts';
import { type DirectScene, directScene, to } from './direct-scene.ts';
import { scriptedSmtp } from './scripted-smtp.ts';

/** The test process trusts this authority. */
const authority = makeCertificate({ name: 'Test authority', authority: true });
const host = 'mx.reader.example';
const good = makeCertificate({ name: 'good', hosts: [host], issuer: authority });
const otherName = makeCertificate({ name: 'other', hosts: ['mx.other.example'], issuer: authority });
const expired = makeCertificate({ name: 'old', hosts: [host], issuer: authority, to: Date.UTC(2021, 0, 1) });
const selfSigned = makeCertificate({ name: 'selfSigned', hosts: [host] });
const certificates = { good, otherName, expired, selfSigned };

const trusted = getCACertificates('default');
beforeAll(() => setDefaultCACertificates([...trusted, authority.pem.cert]));
afterAll(() => setDefaultCACertificates(trusted));

let stage: DirectScene;
beforeEach(() => {
  stage = directScene();
});
afterEach(() => stage.end());

const zone = {
  'reader.example': { mx: [{ exchange: host, priority: 10 }] },
  [host]: { addresses: ['127.0.0.2'] },
};
const withSts = { ...zone, '_mta-sts.reader.example': { txt: ['v=STSv1; id=1;'] } };
const policy = (mode: string, mx = host) => `version: STSv1\nmode: ${mode}\nmx: ${mx}\nmax_age: 86400\n`;
const fetchPolicy = (text: string) => async (): Promise<FetchedPolicy> => ({ text });

const sinkWith = (certificate: keyof typeof certificates) =>
  stage.sink('127.0.0.2', { tls: 'starttls', certificate: certificates[certificate].pem });

describe('opportunistic TLS', () => {
  test.each([
    ['good', 'certificate'],
    ['otherName', 'none'],
    ['expired', 'none'],
    ['selfSigned', 'none'],
  ] as const)('is used with any certificate: %s', async (certificate, verified) => {
    const sink = await sinkWith(certificate);
    const mail = stage.mail(stage.names(zone));
    expect(await mail.send(to('reader.example'))).toMatchObject({
      kind: 'accepted',
      tls: { protocol: 'TLSv1.3', verified },
    });
    expect(sink.messages[0]).toMatchObject({ tls: true });
    expect(mail.tlsResults()).toEqual([
      { domain: 'reader.example', policyType: 'no-policy-found', successfulSessions: 1, failures: {} },
    ]);
  });

  test('is skipped when it is not offered', async () => {
    const sink = await stage.sink('127.0.0.2');
    const mail = stage.mail(stage.names(zone));
    expect(await mail.send(to('reader.example'))).toMatchObject({ kind: 'accepted', tls: null });
    expect(sink.messages[0]).toMatchObject({ tls: false });
    expect(mail.tlsResults()).toMatchObject([{ failures: { 'starttls-not-supported': 1 } }]);
  });

  test('is skipped for an hour after a failed handshake', async () => {
    const clock = simulatedClock();
    const server = await scriptedSmtp({
      offers: ['STARTTLS'],
      // The handshake never happens, because the connection drops.
      script: (command) => (command === 'STARTTLS' ? ['220 go ahead', 'drop'] : undefined),
    });
    const names = stage.names({ 'reader.example': { addresses: ['127.0.0.1'] } });
    const mail = stage.mail(names, { port: server.port, clock });
    expect(await mail.send(to('reader.example'))).toMatchObject({ kind: 'accepted', tls: null });
    expect([server.connections, server.heard.filter((line) => line === 'STARTTLS')]).toEqual([
      2,
      ['STARTTLS'],
    ]);
    await clock.advance(10_000);
    expect(await mail.send(to('reader.example'))).toMatchObject({ kind: 'accepted', tls: null });
    expect(server.connections).toBe(3);
    await clock.advance(3_600_000);
    expect(await mail.send(to('reader.example'))).toMatchObject({ kind: 'accepted', tls: null });
    expect(server.heard.filter((line) => line === 'STARTTLS')).toHaveLength(2);
    await mail.close();
    await server.close();
  });
});

describe('a message that requires TLS', () => {
  const enforced = { tls: 'enforced' } as const;

  test('goes to a server with a valid certificate', async () => {
    await sinkWith('good');
    expect(await stage.mail(stage.names(zone)).send(to('reader.example', enforced))).toMatchObject({
      kind: 'accepted',
      tls: { verified: 'certificate' },
    });
  });

  test.each([
    ['otherName', 'for another name', 'certificate-host-mismatch'],
    ['expired', 'expired', 'certificate-expired'],
    ['selfSigned', 'self-signed', 'certificate-not-trusted'],
  ] as const)('waits if the certificate is %s', async (certificate, why, failure) => {
    const sink = await sinkWith(certificate);
    const mail = stage.mail(stage.names(zone));
    expect(await mail.send(to('reader.example', enforced))).toMatchObject({
      kind: 'unreachable',
      stage: 'tls',
      why: expect.stringContaining(why),
    });
    expect(sink.received).toEqual([]);
    expect(mail.tlsResults()).toMatchObject([{ successfulSessions: 0, failures: { [failure]: 1 } }]);
    // Other messages keep their lower requirement.
    expect(await mail.send(to('reader.example'))).toMatchObject({ kind: 'accepted' });
  });

  test('waits if TLS is not offered', async () => {
    const sink = await stage.sink('127.0.0.2');
    expect(await stage.mail(stage.names(zone)).send(to('reader.example', enforced))).toMatchObject({
      kind: 'unreachable',
      stage: 'tls',
    });
    expect(sink.received).toEqual([]);
  });

  test('does not reuse a connection with less protection', async () => {
    const sink = await sinkWith('selfSigned');
    const mail = stage.mail(stage.names(zone));
    expect(await mail.send(to('reader.example'))).toMatchObject({ kind: 'accepted' });
    expect(await mail.send(to('reader.example', enforced))).toMatchObject({
      kind: 'unreachable',
      stage: 'tls',
    });
    expect(sink.messages).toHaveLength(1);
  });
});

describe('an MTA-STS policy', () => {
  test('in enforce mode accepts a valid certificate', async () => {
    await sinkWith('good');
    const mail = stage.mail(stage.names(withSts), { fetchPolicy: fetchPolicy(policy('enforce')) });
    expect(await mail.send(to('reader.example'))).toMatchObject({
      kind: 'accepted',
      tls: { verified: 'mta_sts' },
    });
    expect(mail.tlsResults()).toEqual([
      { domain: 'reader.example', policyType: 'sts', successfulSessions: 1, failures: {} },
    ]);
  });

  test.each(['otherName', 'expired', 'selfSigned'] as const)(
    'in enforce mode postpones mail if the certificate is %s',
    async (certificate) => {
      const sink = await sinkWith(certificate);
      const mail = stage.mail(stage.names(withSts), { fetchPolicy: fetchPolicy(policy('enforce')) });
      expect(await mail.send(to('reader.example'))).toMatchObject({ kind: 'unreachable', stage: 'tls' });
      expect(sink.received).toEqual([]);
    },
  );

  test('in enforce mode postpones mail if TLS is not offered', async () => {
    const sink = await stage.sink('127.0.0.2');
    const mail = stage.mail(stage.names(withSts), { fetchPolicy: fetchPolicy(policy('enforce')) });
    expect(await mail.send(to('reader.example'))).toMatchObject({ kind: 'unreachable', stage: 'tls' });
    expect(sink.received).toEqual([]);
    expect(mail.tlsResults()).toMatchObject([
      { policyType: 'sts', failures: { 'starttls-not-supported': 1 } },
    ]);
  });

  test('in enforce mode allows only the servers that it names', async () => {
    const sink = await sinkWith('good');
    const mail = stage.mail(stage.names(withSts), {
      fetchPolicy: fetchPolicy(policy('enforce', '*.elsewhere.example')),
    });
    expect(await mail.send(to('reader.example'))).toMatchObject({
      kind: 'unreachable',
      stage: 'tls',
      why: expect.stringContaining('not among the mail servers'),
    });
    expect(sink.connections).toBe(0);
  });

  test.each(['otherName', 'selfSigned'] as const)(
    'in testing mode delivers with the certificate %s and reports it',
    async (certificate) => {
      await sinkWith(certificate);
      const mail = stage.mail(stage.names(withSts), { fetchPolicy: fetchPolicy(policy('testing')) });
      expect(await mail.send(to('reader.example'))).toMatchObject({
        kind: 'accepted',
        tls: { verified: 'none' },
      });
      expect(mail.tlsResults()).toMatchObject([
        { policyType: 'sts', successfulSessions: 0, failures: { 'validation-failure': 1 } },
      ]);
    },
  );

  test('in testing mode delivers to another server and in plaintext, and reports it', async () => {
    await stage.sink('127.0.0.2');
    const mail = stage.mail(stage.names(withSts), {
      fetchPolicy: fetchPolicy(policy('testing', 'no.example')),
    });
    expect(await mail.send(to('reader.example'))).toMatchObject({ kind: 'accepted', tls: null });
    expect(mail.tlsResults()).toMatchObject([{ failures: { 'starttls-not-supported': 1 } }]);
  });

  test.each([
    ['of mode none', fetchPolicy('version: STSv1\nmode: none\nmax_age: 86400\n')],
    ['that is invalid', fetchPolicy('<html>')],
    ['that cannot be fetched', async () => ({ fault: 'sts-policy-fetch-error', why: '404' }) as const],
  ])('%s requires nothing', async (_name, fetchPolicy) => {
    await sinkWith('selfSigned');
    const mail = stage.mail(stage.names(withSts), { fetchPolicy });
    expect(await mail.send(to('reader.example'))).toMatchObject({ kind: 'accepted' });
  });

  test('applies for its lifetime even if it can no longer be fetched', async () => {
    const clock = simulatedClock(Date.UTC(2026, 10, 21));
    const sink = await sinkWith('selfSigned');
    const names = stage.names(withSts);
    let fetched = 0;
    let answer: FetchedPolicy = { text: policy('enforce') };
    const mail = stage.mail(names, {
      clock,
      async fetchPolicy() {
        fetched += 1;
        return answer;
      },
    });
    const send = async () => {
      // Long enough for any cooldown to end.
      await clock.advance(1_800_000);
      return (await mail.send(to('reader.example'))).kind;
    };
    expect([await send(), await send(), fetched]).toEqual(['unreachable', 'unreachable', 1]);
    answer = { fault: 'sts-policy-fetch-error', why: 'gone' };
    names.zone.set('_mta-sts.reader.example', { txt: ['v=STSv1; id=2;'] });
    expect([await send(), fetched]).toEqual(['unreachable', 2]);
    names.zone.delete('_mta-sts.reader.example');
    expect([await send(), fetched]).toEqual(['unreachable', 2]);
    expect(sink.received).toEqual([]);
    await clock.advance(86_400_000);
    expect(await send()).toBe('accepted');
  });

  test('is fetched again after its id changed, once for all mails, and not soon after a failure', async () => {
    const clock = simulatedClock();
    await sinkWith('good');
    const names = stage.names(withSts);
    let fetched = 0;
    let text = policy('enforce');
    const mail = stage.mail(names, {
      clock,
      async fetchPolicy() {
        fetched += 1;
        return { text };
      },
    });
    const send = () => mail.send(to('reader.example'));
    await Promise.all([send(), send(), send()]);
    expect(fetched).toBe(1);
    text = 'no policy';
    names.zone.set('_mta-sts.reader.example', { txt: ['v=STSv1; id=2;'] });
    await send();
    await send();
    expect(fetched).toBe(2);
    await clock.advance(300_000);
    await send();
    expect(fetched).toBe(3);
    expect(mail.tlsResults()).toContainEqual(
      expect.objectContaining({ policyType: 'sts', failures: { 'sts-policy-invalid': 2 } }),
    );
  });
});

describe('an MTA-STS policy over HTTPS', () => {
  const name = 'mta-sts.reader.example';
  const valid = makeCertificate({ name: 'web', hosts: [name], issuer: authority });

  /** Fetches from a server with this response. */
  async function fetched(
    answer: { status?: number; headers?: Record<string, string>; body?: string },
    options: { certificate?: typeof valid; allowPrivate?: boolean } = {},
  ): Promise<FetchedPolicy & { asked: string[] }> {
    const asked: string[] = [];
    const server = createServer((options.certificate ?? valid).pem, (request, response) => {
      asked.push(`${request.method} ${request.headers.host?.replace(/:\d+$/, '')} ${request.url}`);
      response.writeHead(answer.status ?? 200, {
        'content-type': 'text/plain; charset=utf-8',
        ...answer.headers,
      });
      response.end(answer.body ?? policy('enforce'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const fetch = policyFetch({
      resolver: simulatedResolver({ [name]: { addresses: ['127.0.0.1'] } }),
      clock: systemClock(),
      allowPrivate: options.allowPrivate ?? true,
      port: (server.address() as AddressInfo).port,
    });
    const result = await fetch('reader.example');
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return { ...result, asked };
  }

  test('is fetched from its well-known URL', async () => {
    expect(await fetched({})).toEqual({
      text: policy('enforce'),
      asked: [`GET ${name} /.well-known/mta-sts.txt`],
    });
  });

  test.each([
    ['is not found', { status: 404 }],
    ['is elsewhere', { status: 301, headers: { location: 'https://mta-sts.reader.example/other' } }],
    ['is a web page', { headers: { 'content-type': 'text/html' } }],
    ['has no type', { headers: { 'content-type': '' } }],
    ['is too large', { body: 'x'.repeat(70_000) }],
    ['breaks off', { headers: { 'content-length': '9000' } }],
  ])('is rejected if it %s', async (_name, answer) => {
    const result = await fetched(answer);
    expect(result).toMatchObject({ fault: 'sts-policy-fetch-error' });
    expect(result.asked).toHaveLength(1);
  });

  test.each([
    ['for another name', makeCertificate({ hosts: ['reader.example'], issuer: authority })],
    ['of an unknown authority', makeCertificate({ hosts: [name] })],
    ['out of date', makeCertificate({ hosts: [name], issuer: authority, to: Date.UTC(2021, 0, 1) })],
  ])('is rejected if the certificate is %s', async (_name, certificate) => {
    expect(await fetched({}, { certificate })).toMatchObject({ fault: 'sts-webpki-invalid', asked: [] });
  });

  test('is not fetched from a private address', async () => {
    expect(await fetched({}, { allowPrivate: false })).toMatchObject({
      fault: 'sts-policy-fetch-error',
      why: expect.stringContaining('public internet'),
      asked: [],
    });
  });

  test('is abandoned after its time limit', async () => {
    const clock = simulatedClock();
    const server = createServer(valid.pem, () => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const fetch = policyFetch({
      resolver: simulatedResolver({ [name]: { addresses: ['127.0.0.1'] } }),
      clock,
      allowPrivate: true,
      port: (server.address() as AddressInfo).port,
    });
    const fetching = fetch('reader.example');
    await clock.waitedFor(20_000);
    await clock.advance(20_000);
    expect(await fetching).toMatchObject({ fault: 'sts-policy-fetch-error', why: 'no answer within 20 s' });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('DANE', () => {
  const digestOf = (certificate: typeof good): TlsaRecord => ({
    usage: 3,
    selector: 0,
    matchingType: 1,
    certificate: createHash('sha256').update(certificate.certificate.raw).digest(),
  });

  async function secureZone(tlsa: TlsaRecord[], changes: object = {}) {
    const port = await stage.port();
    return stage.names({
      'reader.example': { mx: [{ exchange: host, priority: 10 }], secure: true },
      [host]: { addresses: ['127.0.0.2'], secure: true },
      [`_${port}._tcp.${host}`]: { tlsa, secure: true },
      ...changes,
    });
  }

  test('accepts the certificate named by its record, whatever CA issued it', async () => {
    const sink = await sinkWith('selfSigned');
    const mail = stage.mail(await secureZone([digestOf(selfSigned)]));
    expect(await mail.send(to('reader.example'))).toMatchObject({
      kind: 'accepted',
      tls: { verified: 'dane' },
    });
    expect(await mail.send(to('reader.example', { tls: 'enforced' }))).toMatchObject({ kind: 'accepted' });
    expect(sink.connections).toBe(1);
    expect(mail.tlsResults()).toEqual([
      { domain: 'reader.example', policyType: 'tlsa', successfulSessions: 1, failures: {} },
    ]);
  });

  test('postpones mail if the certificate differs, even if it is valid', async () => {
    const sink = await sinkWith('good');
    const mail = stage.mail(await secureZone([digestOf(selfSigned)]), {
      fetchPolicy: fetchPolicy(policy('enforce')),
    });
    expect(await mail.send(to('reader.example'))).toMatchObject({
      kind: 'unreachable',
      stage: 'tls',
      why: 'its certificate does not match its TLSA records',
    });
    expect(sink.received).toEqual([]);
    expect(mail.tlsResults()).toMatchObject([{ policyType: 'tlsa', failures: { 'validation-failure': 1 } }]);
  });

  test('postpones mail if TLS is not offered', async () => {
    const sink = await stage.sink('127.0.0.2');
    const mail = stage.mail(await secureZone([digestOf(selfSigned)]));
    expect(await mail.send(to('reader.example'))).toMatchObject({ kind: 'unreachable', stage: 'tls' });
    expect(sink.received).toEqual([]);
  });

  test('takes precedence over MTA-STS', async () => {
    await sinkWith('selfSigned');
    const names = await secureZone([digestOf(selfSigned)], {
      '_mta-sts.reader.example': { txt: ['v=STSv1; id=1;'] },
    });
    const mail = stage.mail(names, { fetchPolicy: fetchPolicy(policy('enforce', 'elsewhere.example')) });
    expect(await mail.send(to('reader.example'))).toMatchObject({
      kind: 'accepted',
      tls: { verified: 'dane' },
    });
    expect(names.asked.filter((asked) => asked.startsWith('TXT'))).toEqual([]);
  });

  test('with unusable records requires TLS with any certificate', async () => {
    const sink = await sinkWith('selfSigned');
    const unusable = { ...digestOf(good), usage: 1 };
    expect(await stage.mail(await secureZone([unusable])).send(to('reader.example'))).toMatchObject({
      kind: 'accepted',
      tls: { verified: 'none' },
    });
    await sink.close();
    const plain = await stage.sink('127.0.0.2');
    expect(await stage.mail(await secureZone([unusable])).send(to('reader.example'))).toMatchObject({
      kind: 'unreachable',
      stage: 'tls',
    });
    expect(plain.received).toEqual([]);
  });

  test('skips a server whose TLSA records cannot be looked up', async () => {
    const sink = await sinkWith('good');
    const spare = await stage.sink('127.0.0.3');
    const port = await stage.port();
    const failing = { [`_${port}._tcp.${host}`]: { unavailable: 'SERVFAIL' } };
    const mail = stage.mail(await secureZone([], failing));
    expect(await mail.send(to('reader.example'))).toMatchObject({
      kind: 'held',
      reason: 'dns',
      why: expect.stringContaining('TLSA'),
    });
    const mx = [
      { exchange: host, priority: 10 },
      { exchange: 'spare.example', priority: 20 },
    ];
    const withSpare = await secureZone([], {
      ...failing,
      'reader.example': { mx, secure: true },
      'spare.example': { addresses: ['127.0.0.3'] },
    });
    expect(await stage.mail(withSpare).send(to('reader.example'))).toMatchObject({ kind: 'accepted' });
    expect([sink.connections, spare.messages.length]).toEqual([0, 1]);
  });

  test.each([
    ['the MX records', { 'reader.example': { mx: [{ exchange: host, priority: 10 }] } }],
    ['the addresses', { [host]: { addresses: ['127.0.0.2'] } }],
  ])('does not apply if DNSSEC does not validate %s', async (_name, changes) => {
    await sinkWith('good');
    const mail = stage.mail(await secureZone([digestOf(selfSigned)], changes));
    expect(await mail.send(to('reader.example'))).toMatchObject({
      kind: 'accepted',
      tls: { verified: 'certificate' },
    });
    expect(mail.tlsResults()).toMatchObject([{ policyType: 'no-policy-found' }]);
  });

  test('does not apply when DNSSEC does not validate the TLSA records', async () => {
    await sinkWith('good');
    const port = await stage.port();
    const unsigned = { [`_${port}._tcp.${host}`]: { tlsa: [digestOf(selfSigned)] } };
    expect(await stage.mail(await secureZone([], unsigned)).send(to('reader.example'))).toMatchObject({
      kind: 'accepted',
    });
  });
});
