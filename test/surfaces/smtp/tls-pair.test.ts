import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { makeTlsPair, ownTlsPair } from '../../../src/surfaces/smtp/tls-pair.ts';
import { systemLog } from '../../../src/world/log.ts';
import { readTlsPair } from '../../../src/world/tls-pair.ts';
import { simulatedClock } from '../../world/simulated/clock.ts';
import { seededIds } from '../../world/simulated/ids.ts';

const clock = simulatedClock(Date.UTC(2026, 10, 21));
const log = systemLog({ level: 'silent' });

function pairFor(hostName: string) {
  return makeTlsPair({ hostName, clock, ids: seededIds(1, clock) });
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'posthouse-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('the certificate created at the first start is self-signed and readable by Node', () => {
  const { cert, key } = pairFor('mail.acme.example');
  const read = new X509Certificate(cert);
  expect(read.subject).toBe('CN=mail.acme.example');
  expect(read.issuer).toBe(read.subject);
  expect(read.verify(read.publicKey)).toBe(true);
  expect(read.checkIssued(read)).toBe(true);
  expect(read.checkHost('mail.acme.example')).toBe('mail.acme.example');
  expect(read.checkHost('localhost')).toBe('localhost');
  expect(read.checkHost('other.example')).toBeUndefined();
  expect(read.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(new Date(read.validFrom).getTime()).toBe(Date.UTC(2026, 10, 20, 23));
  expect(new Date(read.validTo).getUTCFullYear()).toBe(2036);
  expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(() => createSecureContext({ cert, key })).not.toThrow();
});

test.each(['127.0.0.1', '2001:db8::5', '::1', 'fe80:1:2:3:4:5:6:7'])(
  'a certificate can be created for the address %s',
  (address) => {
    const read = new X509Certificate(pairFor(address).cert);
    expect(read.checkIP(address)).toBe(address);
  },
);

test('a certificate can have a long name, many serial numbers and an expiry far in the future', () => {
  const host = `${'long-label-of-a-name.'.repeat(5)}example`;
  expect(new X509Certificate(pairFor(host).cert).checkHost(host)).toBe(host);
  const late = simulatedClock(Date.UTC(2049, 0, 1));
  for (let seed = 0; seed < 30; seed += 1) {
    const { cert } = makeTlsPair({ hostName: 'a.example', clock: late, ids: seededIds(seed, late) });
    const read = new X509Certificate(cert);
    expect(new Date(read.validTo).getUTCFullYear()).toBe(2058);
    expect(read.verify(read.publicKey)).toBe(true);
  }
});

test('the key and certificate in the data folder are created once and unreadable to other users', () => {
  const home = join(folder(), 'data');
  const options = { folder: home, hostName: 'mail.acme.example', clock, ids: seededIds(1, clock), log };
  const first = ownTlsPair(options);
  expect(ownTlsPair({ ...options, hostName: 'other.example' })).toEqual(first);
  const file = join(home, 'smtp-tls.pem');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toBe(first.key + first.cert);
  expect(readFileSync(join(home, 'smtp-tls.crt'), 'utf8')).toBe(first.cert);
  expect(() => createSecureContext(first)).not.toThrow();
});

test('a configured certificate is loaded, and the error for an unusable certificate names it', () => {
  const home = folder();
  const { cert, key } = pairFor('mail.acme.example');
  const [certFile, keyFile, otherFile] = ['cert.pem', 'key.pem', 'other.pem'].map((name) =>
    join(home, name),
  ) as [string, string, string];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  writeFileSync(otherFile, pairFor('mail.acme.example').key);
  expect(readTlsPair(certFile, keyFile, clock.now())).toEqual({ cert, key });
  expect(() => readTlsPair(certFile, otherFile, clock.now())).toThrow('does not belong to the certificate');
  expect(() => readTlsPair(keyFile, keyFile, clock.now())).toThrow('contains no certificate');
  expect(() => readTlsPair(certFile, certFile, clock.now())).toThrow('contains no private key');
  expect(() => readTlsPair(join(home, 'nothing.pem'), keyFile, clock.now())).toThrow(
    'the certificate cannot be read',
  );
});

test('an expired configured certificate is reported', () => {
  const home = folder();
  const { cert, key } = pairFor('mail.acme.example');
  writeFileSync(join(home, 'cert.pem'), cert);
  writeFileSync(join(home, 'key.pem'), key);
  const late = Date.UTC(2036, 10, 22);
  expect(() => readTlsPair(join(home, 'cert.pem'), join(home, 'key.pem'), late)).toThrow(
    'expired on 2036-11-',
  );
});

test('an unusable key or certificate in the data folder is created again', () => {
  const home = folder();
  const options = { folder: home, hostName: 'mail.acme.example', clock, ids: seededIds(1, clock), log };
  const first = ownTlsPair(options);
  const other = pairFor('mail.acme.example');
  const file = join(home, 'smtp-tls.pem');
  const broken = [
    '',
    '\0'.repeat(800),
    first.key,
    first.cert,
    first.key.slice(0, 90),
    other.key + first.cert,
  ];
  for (const text of broken) {
    writeFileSync(file, text);
    const made = ownTlsPair(options);
    expect(() => createSecureContext(made)).not.toThrow();
    expect(new X509Certificate(made.cert).checkHost('mail.acme.example')).toBe('mail.acme.example');
    expect(readFileSync(file, 'utf8')).toBe(made.key + made.cert);
    expect(readFileSync(join(home, 'smtp-tls.crt'), 'utf8')).toBe(made.cert);
    expect(ownTlsPair(options)).toEqual(made);
  }
  const late = { ...options, clock: simulatedClock(Date.UTC(2037, 0, 1)) };
  const last = ownTlsPair(options);
  expect(ownTlsPair(late)).not.toEqual(last);
});
