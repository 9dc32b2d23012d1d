import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

/**
 * A software device with one passkey: it creates a key (ES256) and signs challenges, as WebAuthn Level 3 (6,
 * 7) requires of a device and its browser. A test sets the origin and the counter that it reports.
 */
export type Authenticator = {
  credentialId: string;
  /** In the form of `PublicKeyCredential.toJSON()`. */
  create(options: CreationOptions, at?: Partial<Said>): string;
  get(options: { challenge: string; rpId?: string | undefined }, at?: Partial<Said>): string;
};

type CreationOptions = { challenge: string; rp: { id?: string | undefined } };
type Said = { origin: string; rpId: string; counter: number; flags: number };

const userPresent = 0x01;
const userVerified = 0x04;
const attestedData = 0x40;

export function authenticator(origin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest();
  const credentialId = id.toString('base64url');
  let count = 0;
  const said = (more: Partial<Said>, rpId: string): Said => {
    count += 1;
    return { origin, rpId, counter: count, flags: userPresent | userVerified, ...more };
  };
  const credential = (response: Record<string, unknown>) =>
    JSON.stringify({
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response,
    });
  return {
    credentialId,
    create({ challenge, rp }, more = {}) {
      const { flags, ...at } = said(more, rp.id!);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const data = Buffer.concat([authenticatorData({ ...at, flags: flags | attestedData }), attested]);
      return credential({
        clientDataJSON: clientData('webauthn.create', challenge, at.origin).toString('base64url'),
        attestationObject: attestation(data).toString('base64url'),
        transports: ['internal'],
      });
    },
    get({ challenge, rpId }, more = {}) {
      const at = said(more, rpId!);
      const client = clientData('webauthn.get', challenge, at.origin);
      const data = authenticatorData(at);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
      });
    },
  };
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData({ rpId, flags, counter }: Omit<Said, 'origin'>): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count]);
}

/** CBOR (RFC 8949) of `{ fmt: 'none', attStmt: {}, authData }`. */
function attestation(data: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x59]),
    length,
    data,
  ]);
}

/** CBOR of `{ 1: 2, 3: -7, -1: 1, -2: x, -3: y }`: a key of ES256 (RFC 9053 2.1, 7.1.1). */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' });
  const octets = (text = '') => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')]);
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
  return Buffer.concat([head, Buffer.from([0x21]), octets(x), Buffer.from([0x22]), octets(y)]);
}

function text(of: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + of.length]), Buffer.from(of)]);
}
