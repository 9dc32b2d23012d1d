import { hash, X509Certificate } from 'node:crypto';

/**
 * DANE for SMTP (RFC 7672): DNSSEC vouches for TLSA records, and they say which certificates a mail server has.
 */

/** A TLSA record (RFC 6698 2.1). */
export type Tlsa = { usage: number; selector: number; matchingType: number; certificate: Buffer };

const trustAnchor = 2;
const endEntity = 3;
const wholeCertificate = 0;
const publicKeyOnly = 1;
/** The digests by their matching type, and their octets (RFC 6698 2.1.3). */
const digests: Readonly<Record<number, { name: 'sha256' | 'sha512'; octets: number }>> = {
  1: { name: 'sha256', octets: 32 },
  2: { name: 'sha512', octets: 64 },
};

/**
 * The records that a client of SMTP can use: usages 2 and 3 alone, since nobody agreed on the authorities that 0 and 1
 * need (RFC 7672 3.1.3). Where one certificate is named by two digests, the stronger counts (RFC 7671 9).
 */
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
 * Judges the certificates a server showed, its own first, by TLSA records.
 *
 * @param records as `usableTlsa` gives them, at least one
 * @param names the server's name and the recipient's domain: a trust anchor's certificate has to be for one of them
 *   (RFC 7672 3.2.2); one that is named itself needs neither a name nor to be in date (3.1.1)
 * @param now epoch ms
 * @returns null when they match, or why they do not
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

/** Whether each certificate was issued by the next, in date, up to one that a record names. */
function reachesAnchor(anchors: readonly Tlsa[], chain: readonly X509Certificate[], now: number): boolean {
  let at = chain[0]!;
  const shown = chain.slice(1);
  // Each step takes one certificate away, so that a ring of them ends.
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

/** Anchors that stand whole in DNS need not be shown by the server (RFC 7672 3.1.2). */
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

/**
 * SubjectPublicKeyInfo as it stands in the certificate (RFC 5280 4.1): the digest is over these octets, and a key that
 * was read and written again may have others.
 */
function publicKeyOf(der: Buffer): Buffer {
  const [certificate] = partsOf(der);
  const [signedPart] = partsOf(certificate?.body ?? Buffer.alloc(0));
  const fields = partsOf(signedPart?.body ?? Buffer.alloc(0));
  // The version is left out in certificates of the first version; then come serial number, algorithm, issuer,
  // validity and subject.
  const key = fields[fields[0]?.tag === 0xa0 ? 6 : 5];
  return key?.whole ?? Buffer.alloc(0);
}

type Part = { tag: number; whole: Buffer; body: Buffer };

/**
 * The elements of DER that stand one after the other. OpenSSL has read the certificate before, but it also reads lengths
 * with zeros in front, as many as 126 octets of them.
 */
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
