import { generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto';

/** A certificate made for a test, with its private key. */
type MadeCertificate = {
  certificate: X509Certificate;
  privateKey: KeyObject;
  /** For TLS servers. */
  pem: { cert: string; key: string };
};

type CertificateTerms = {
  name?: string;
  /** Host names for the subjectAltName extension, which is omitted by default. */
  hosts?: readonly string[];
  /** The issuer; self-signed by default. */
  issuer?: MadeCertificate;
  authority?: boolean;
  /** The key type; an RSA certificate needs an issuer, whose P-256 key signs it. */
  key?: 'p256' | 'rsa';
  from?: number;
  to?: number;
};

let serial = 0;

/**
 * Makes X.509 certificates (RFC 5280) in DER, with P-256 keys by default, so that no test needs an external
 * program.
 */
export function makeCertificate(terms: CertificateTerms = {}): MadeCertificate {
  const { publicKey, privateKey } =
    terms.key === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { name = 'test', hosts = [], issuer, authority = false } = terms;
  const from = terms.from ?? Date.UTC(2020, 0, 1);
  const to = terms.to ?? Date.UTC(2049, 0, 1);
  serial += 1;
  const issuerName = issuer === undefined ? name : issuer.certificate.subject.replace(/^CN=/, '');
  const extensions = [
    sequence(oid('551d13'), booleanTrue, octets(sequence(...(authority ? [booleanTrue] : [])))),
    ...(hosts.length === 0 ? [] : [sequence(oid('551d11'), octets(sequence(...hosts.map(dnsName))))]),
  ];
  const signed = sequence(
    der(0xa0, Buffer.from([2, 1, 2])),
    der(2, Buffer.from([1, serial >> 8, serial & 255])),
    ecdsaWithSha256,
    nameOf(issuerName),
    sequence(time(from), time(to)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', signed, issuer?.privateKey ?? privateKey);
  const whole = sequence(signed, ecdsaWithSha256, der(3, Buffer.concat([Buffer.from([0]), signature])));
  const certificate = new X509Certificate(whole);
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  return { certificate, privateKey, pem: { cert: certificate.toString(), key } };
}

function der(tag: number, body: Buffer): Buffer {
  const { length } = body;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), body]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 255]), body]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return der(6, Buffer.from(hex, 'hex'));
}

function octets(body: Buffer): Buffer {
  return der(4, body);
}

const booleanTrue = Buffer.from([1, 1, 255]);
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));

function nameOf(name: string): Buffer {
  return sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
}

function dnsName(host: string): Buffer {
  return der(0x82, Buffer.from(host));
}

/** GeneralizedTime, which OpenSSL accepts for any year. */
function time(epochMs: number): Buffer {
  const text = new Date(epochMs).toISOString().replace(/[-:T]/g, '').slice(0, 14);
  return der(0x18, Buffer.from(`${text}Z`));
}
