import { hash, X509Certificate } from 'node:crypto';

/** DANE for SMTP (RFC 7672): TLSA records, secured by DNSSEC, authenticate a mail server's certificate. */

/** A TLSA record (RFC 6698 2.1). */
export type Tlsa = { usage: number; selector: number; matchingType: number; certificate: Buffer };

const trustAnchor = 2;
const endEntity = 3;
const wholeCertificate = 0;
const publicKeyOnly = 1;
/** Digests by matching type, with their lengths in bytes (RFC 6698 2.1.3). */
const digests: Readonly<Record<number, { name: 'sha256' | 'sha512'; octets: number }>> = {
  1: { name: 'sha256', octets: 32 },
  2: { name: 'sha512', octets: 64 },
};

/** Drops usages 0 and 1, for which no authorities are agreed on (RFC 7672 3.1.3). The stronger digest counts. */
export function usableTlsa(records: readonly Tlsa[]): Tlsa[] {
  const usable = records.filter(({ usage, selector, matchingType, certificate }) => {
    if (usage !== trustAnchor && usage !== endEntity) return false;
    if (selector !== wholeCertificate && selector !== publicKeyOnly) return false;
    if (matchingType === 0) return certificate.length > 0;
    return digests[matchingType]?.octets === certificate.length;
  });
  return usable.filter(
    (record) =>
      record.matchingType === 0 ||
      !usable.some(
        (other) =>
          other.usage === record.usage &&
          other.selector === record.selector &&
          other.matchingType > record.matchingType,
      ),
  );
}

/**
 * Checks certificates, the server's first, against `usableTlsa` records. Returns the reason, or null on a
 * match. A trust anchor's certificate must be for one of `names`, the server or the recipient's domain (RFC
 * 7672 3.2.2); an end-entity record requires neither name nor validity dates (3.1.1).
 */
export function daneFault(
  records: readonly Tlsa[],
  chain: readonly X509Certificate[],
  names: readonly string[],
  now: number,
): string | null {
  const [own] = chain;
  if (own === undefined) return 'it showed no certificate';
  if (records.some((record) => record.usage === endEntity && matches(record, own))) return null;
  const anchors = records.filter(({ usage }) => usage === trustAnchor);
  if (anchors.length === 0 || !reachesAnchor(anchors, chain, now)) {
    return 'its certificate does not match its TLSA records';
  }
  if (!names.some((name) => own.checkHost(name, { subject: 'default' }) !== undefined)) {
    return 'its certificate is for another name';
  }
  return null;
}

function reachesAnchor(anchors: readonly Tlsa[], chain: readonly X509Certificate[], now: number): boolean {
  let at = chain[0]!;
  const shown = chain.slice(1);
  // Each step removes a certificate, so that a cycle ends.
  while (inDate(at, now)) {
    if (namedAnchors(anchors).some((anchor) => issued(anchor, at, now))) return true;
    const next = shown.findIndex((issuer) => issued(issuer, at, now));
    if (next < 0) return false;
    const [issuer] = shown.splice(next, 1);
    if (anchors.some((anchor) => matches(anchor, issuer!))) return true;
    at = issuer!;
  }
  return false;
}

/** The server need not present anchors that DNS publishes in full (RFC 7672 3.1.2). */
function namedAnchors(anchors: readonly Tlsa[]): X509Certificate[] {
  return anchors.flatMap(({ selector, matchingType, certificate }) => {
    if (selector !== wholeCertificate || matchingType !== 0) return [];
    try {
      return [new X509Certificate(certificate)];
    } catch {
      return [];
    }
  });
}

function issued(issuer: X509Certificate, certificate: X509Certificate, now: number): boolean {
  return (
    issuer.ca &&
    inDate(issuer, now) &&
    certificate.checkIssued(issuer) &&
    certificate.verify(issuer.publicKey)
  );
}

function inDate(certificate: X509Certificate, now: number): boolean {
  return Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo);
}

function matches(record: Tlsa, certificate: X509Certificate): boolean {
  const chosen = record.selector === wholeCertificate ? certificate.raw : publicKeyOf(certificate.raw);
  const digest = digests[record.matchingType];
  const seen = digest === undefined ? chosen : hash(digest.name, chosen, 'buffer');
  return record.certificate.equals(seen);
}

/** The digest covers the bytes as encoded (RFC 5280 4.1); re-encoding may change them. */
function publicKeyOf(der: Buffer): Buffer {
  const [certificate] = partsOf(der);
  const [signedPart] = partsOf(certificate?.body ?? Buffer.alloc(0));
  const fields = partsOf(signedPart?.body ?? Buffer.alloc(0));
  // Version 1 certificates omit the version; serial number, algorithm, issuer, validity and subject follow.
  const key = fields[fields[0]?.tag === 0xa0 ? 6 : 5];
  return key?.whole ?? Buffer.alloc(0);
}

type Part = { tag: number; whole: Buffer; body: Buffer };

/** OpenSSL accepted the certificate before, including lengths with up to 126 bytes of leading zeros. */
function partsOf(der: Buffer): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at + 2 <= der.length; ) {
    const first = der[at + 1]!;
    const lengthOctets = first < 0x80 ? 0 : first & 0x7f;
    const head = 2 + lengthOctets;
    const length = lengthOctets === 0 ? first : Number(`0x${der.toString('hex', at + 2, at + head) || 0}`);
    const whole = der.subarray(at, at + head + length);
    parts.push({ tag: der[at]!, whole, body: whole.subarray(head) });
    at += whole.length;
  }
  return parts;
}
