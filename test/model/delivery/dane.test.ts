import { createHash, X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { daneFault, type Tlsa, usableTlsa } from '../../../src/model/delivery/dane.ts';
import { makeCertificate } from '../../world/certificates.ts';

const now = Date.UTC(2026, 10, 21);
const host = 'mx.reader.example';
const root = makeCertificate({ name: 'root', authority: true });
const middle = makeCertificate({ name: 'middle', authority: true, issuer: root });
const own = makeCertificate({ name: 'own', hosts: [host], issuer: middle });
const chain = [own, middle, root].map(({ certificate }) => certificate);

/** Computes SubjectPublicKeyInfo with OpenSSL, independently of the program. */
const spki = (certificate: X509Certificate) =>
  certificate.publicKey.export({ type: 'spki', format: 'der' }) as Buffer;

function tlsa(usage: number, selector: number, matchingType: number, certificate: X509Certificate): Tlsa {
  const chosen = selector === 0 ? certificate.raw : spki(certificate);
  const digest = ['', 'sha256', 'sha512'][matchingType];
  const octets = digest ? createHash(digest).update(chosen).digest() : chosen;
  return { usage, selector, matchingType, certificate: octets };
}

const judge = (records: Tlsa[], shown: readonly X509Certificate[] = chain, names = [host], at = now) =>
  daneFault(usableTlsa(records), shown, names, at);

describe('DANE', () => {
  test.each([
    [3, 1, 1],
    [3, 0, 1],
    [3, 1, 2],
    [3, 0, 2],
    [3, 1, 0],
    [3, 0, 0],
  ])('accepts a certificate that a TLSA record %i %i %i names', (usage, selector, matchingType) => {
    expect(judge([tlsa(usage, selector, matchingType, own.certificate)])).toBeNull();
    expect(judge([tlsa(usage, selector, matchingType, middle.certificate)])).toMatch(/does not match/);
  });

  test.each([
    [2, 1, 1],
    [2, 0, 1],
    [2, 1, 2],
    [2, 0, 2],
    [2, 1, 0],
    [2, 0, 0],
  ])(
    'accepts a certificate whose issuer at any level a TLSA record %i %i %i names',
    (usage, selector, matchingType) => {
      expect(judge([tlsa(usage, selector, matchingType, middle.certificate)])).toBeNull();
      expect(judge([tlsa(usage, selector, matchingType, root.certificate)])).toBeNull();
      const other = makeCertificate({ name: 'root', authority: true });
      expect(judge([tlsa(usage, selector, matchingType, other.certificate)])).toMatch(/does not match/);
    },
  );

  test('accepts a certificate whose DER lengths have leading zeros, which OpenSSL reads', () => {
    const { raw } = own.certificate;
    const signedEnd = 8 + raw.readUInt16BE(6);
    const long = Buffer.concat([Buffer.from('3088000000000000', 'hex'), raw.subarray(6, 8)]);
    const body = Buffer.concat([long, raw.subarray(8, signedEnd), raw.subarray(signedEnd)]);
    const outer = Buffer.from([0x30, 0x82, body.length >> 8, body.length & 255]);
    const strange = new X509Certificate(Buffer.concat([outer, body]));
    expect(strange.raw.length).toBe(raw.length + 6);
    expect(judge([tlsa(3, 1, 1, own.certificate)], [strange])).toBeNull();
    expect(judge([tlsa(3, 1, 1, middle.certificate)], [strange])).toMatch(/does not match/);
  });

  test('accepts a match with one of several records', () => {
    const old = makeCertificate().certificate;
    expect(judge([tlsa(3, 1, 1, old), tlsa(3, 1, 1, own.certificate)])).toBeNull();
    expect(judge([tlsa(3, 1, 1, old), tlsa(2, 1, 1, root.certificate)])).toBeNull();
  });

  test('checks neither name nor date of a certificate that a record names itself', () => {
    const old = makeCertificate({ name: 'elsewhere', hosts: ['other.example'], to: now - 1 }).certificate;
    expect(judge([tlsa(3, 1, 1, old)], [old])).toBeNull();
  });

  test('checks name and date of a certificate whose authority a record names', () => {
    const anchor = tlsa(2, 1, 1, root.certificate);
    expect(judge([anchor], chain, ['other.example'])).toMatch(/another name/);
    expect(judge([anchor], chain, ['other.example', host])).toBeNull();
    expect(judge([anchor], chain, [host], Date.UTC(2050, 0, 1))).toMatch(/does not match/);
    expect(judge([anchor], chain, [host], Date.UTC(2019, 0, 1))).toMatch(/does not match/);
  });

  test('verifies the signature of an authority that a record names', () => {
    const forged = makeCertificate({ name: 'own', hosts: [host] }).certificate;
    const anchor = tlsa(2, 1, 1, root.certificate);
    expect(judge([anchor], [forged, middle.certificate, root.certificate])).toMatch(/does not match/);
    const notAuthority = makeCertificate({ name: 'leaf', hosts: [host], issuer: root });
    const issuedByLeaf = makeCertificate({ name: 'own', hosts: [host], issuer: notAuthority }).certificate;
    expect(judge([anchor], [issuedByLeaf, notAuthority.certificate, root.certificate])).toMatch(
      /does not match/,
    );
  });

  test('accepts an authority that DNS contains in full, but needs the certificate of a digest', () => {
    const shown = [own.certificate, middle.certificate];
    expect(judge([tlsa(2, 0, 0, root.certificate)], shown)).toBeNull();
    expect(judge([tlsa(2, 0, 1, root.certificate)], shown)).toMatch(/does not match/);
  });

  test('accepts issuers in any order, with unrelated ones among them', () => {
    const other = makeCertificate({ authority: true }).certificate;
    const shown = [own.certificate, other, root.certificate, middle.certificate];
    expect(judge([tlsa(2, 1, 1, root.certificate)], shown)).toBeNull();
  });

  test('rejects a missing certificate', () => {
    expect(judge([tlsa(3, 1, 1, own.certificate)], [])).toMatch(/no certificate/);
  });
});

describe('usable TLSA records', () => {
  const one = tlsa(3, 1, 1, own.certificate);
  test.each([
    ['usage 0, which needs agreed authorities', { ...one, usage: 0 }],
    ['usage 1, which does too', { ...one, usage: 1 }],
    ['an unknown usage', { ...one, usage: 255 }],
    ['an unknown selector', { ...one, selector: 2 }],
    ['an unknown matching type', { ...one, matchingType: 3 }],
    ['a digest of the wrong length', { ...one, certificate: one.certificate.subarray(1) }],
    ['a digest of another kind', { ...one, matchingType: 2 }],
    ['nothing to match', { ...one, matchingType: 0, certificate: Buffer.alloc(0) }],
  ])('exclude records with %s', (_name, record) => {
    expect(usableTlsa([record])).toEqual([]);
    expect(usableTlsa([record, one])).toEqual([one]);
  });

  test('prefer the stronger digest per usage and selector', () => {
    const strong = tlsa(3, 1, 2, own.certificate);
    const whole = tlsa(3, 1, 0, own.certificate);
    const otherSelector = tlsa(3, 0, 1, own.certificate);
    expect(usableTlsa([one, strong, whole, otherSelector])).toEqual([strong, whole, otherSelector]);
  });
});
