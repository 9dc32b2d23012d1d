import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import { isIP } from 'node:net';

/**
 * X.509 v3 (RFC 5280), for encryption without proof of identity. `hosts` are names and IP addresses, the
 * subject first; the key is EC on P-256, the serial 1 to 20 random bytes.
 */
export function selfSignedCertificate({
  hosts,
  privateKey,
  serial,
  from,
  until,
}: {
  hosts: readonly string[];
  privateKey: KeyObject;
  serial: Buffer;
  from: number;
  until: number;
}): string {
  const name = sequence(set(sequence(oid('2.5.4.3'), utf8(hosts[0]!.slice(0, commonNameCharactersMax)))));
  const algorithm = sequence(oid('1.2.840.10045.4.3.2')); // ecdsa-with-SHA256
  const toBeSigned = sequence(
    tagged(0, integer(Buffer.from([2]))), // version 3
    integer(serial),
    algorithm,
    name,
    sequence(time(from), time(until)),
    name,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
    tagged(
      3,
      sequence(
        // A CA for itself only.
        extension('2.5.29.19', true, sequence(boolean(true))), // basicConstraints
        extension('2.5.29.15', true, bits(Buffer.from([0b1000_0100]))), // keyUsage: digitalSignature, keyCertSign
        extension('2.5.29.37', false, sequence(oid('1.3.6.1.5.5.7.3.1'))), // extKeyUsage: serverAuth
        extension('2.5.29.17', false, sequence(...hosts.map(alternativeName))), // subjectAltName
      ),
    ),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const der = sequence(toBeSigned, algorithm, bits(signature));
  const lines = der.toString('base64').match(/.{1,64}/g)!;
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** RFC 5280 appendix A.1, ub-common-name. The full name is in subjectAltName. */
const commonNameCharactersMax = 64;

// DER (X.690 sections 8 and 10)

function value(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const octets: number[] = [];
  for (let left = length; left > 0; left >>= 8) octets.unshift(left & 0xff);
  return Buffer.concat([Buffer.from([tag, 0x80 | octets.length, ...octets]), content]);
}

function sequence(...members: Buffer[]): Buffer {
  return value(0x30, Buffer.concat(members));
}

function set(member: Buffer): Buffer {
  return value(0x31, member);
}

function tagged(number: number, content: Buffer): Buffer {
  return value(0xa0 | number, content);
}

/** Encodes unsigned octets without leading zeros, but with a zero octet if the number would be negative. */
function integer(octets: Buffer): Buffer {
  const first = octets.findIndex((octet) => octet !== 0);
  const significant = first < 0 ? Buffer.from([0]) : octets.subarray(first);
  return value(0x02, significant[0]! & 0x80 ? Buffer.concat([Buffer.from([0]), significant]) : significant);
}

function boolean(yes: boolean): Buffer {
  return value(0x01, Buffer.from([yes ? 0xff : 0]));
}

/** Encodes named bits; DER omits trailing zero bits. */
function bits(octets: Buffer): Buffer {
  const last = octets.at(-1)!;
  const unused = octets.length === 1 ? Math.clz32(last & -last) ^ 31 : 0;
  return value(0x03, Buffer.concat([Buffer.from([unused]), octets]));
}

function utf8(text: string): Buffer {
  return value(0x0c, Buffer.from(text));
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  const octets = [first * 40 + second];
  for (const number of others) {
    const groups = [number & 0x7f];
    for (let left = number >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    octets.push(...groups);
  }
  return value(0x06, Buffer.from(octets));
}

/** RFC 5280 section 4.1.2.5: two-digit years until 2049, four digits from 2050. */
function time(epochMs: number): Buffer {
  const digits = new Date(epochMs).toISOString().replace(/\.\d+|[-:T]/g, '');
  return digits < '2050' ? value(0x17, Buffer.from(digits.slice(2))) : value(0x18, Buffer.from(digits));
}

function extension(id: string, critical: boolean, content: Buffer): Buffer {
  return sequence(oid(id), ...(critical ? [boolean(true)] : []), value(0x04, content));
}

/** A dNSName, or an iPAddress of 4 or 16 octets. */
function alternativeName(host: string): Buffer {
  const address = isIP(host) === 0 ? null : addressOctets(host);
  return address ? value(0x87, address) : value(0x82, Buffer.from(host, 'latin1'));
}

function addressOctets(host: string): Buffer {
  if (!host.includes(':')) return Buffer.from(host.split('.').map(Number));
  const [before = '', after] = host.split('::');
  const groups = (text: string | undefined): string[] => (text ? text.split(':') : []);
  const zeros = 8 - groups(before).length - groups(after).length;
  const all = [
    ...groups(before),
    ...Array<string>(after === undefined ? 0 : zeros).fill('0'),
    ...groups(after),
  ];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
