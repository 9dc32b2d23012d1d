import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';

const nonceLength = 12;
const tagLength = 16;
const sha256BlockLength = 64;
const sha256Length = 32;

/** AES-256-GCM encryption and HMACs, each purpose with its own key. */
export type SecretBox = {
  /** @param purpose a text sealed for one purpose opens for no other */
  seal(purpose: string, text: string): string;
  /** @throws when the text was not sealed for this purpose */
  open(purpose: string, sealed: string): string;
  /** HMAC-SHA256, 32 bytes. */
  mac(purpose: string, text: string): Buffer;
  /** The same in base64url. */
  macText(purpose: string, text: string): string;
};

const octetsOfCharacterMax = 3;
/** Room for the texts that are hashed for each mail. */
const scratch = Buffer.allocUnsafeSlow(4_096);

type MacKey = { inner: Buffer; outer: Buffer };

/** @param secret at least 16 characters */
export function secretBox(secret: string): SecretBox {
  const keys = new Map<string, Buffer>();
  const keyFor = (purpose: string): Buffer => {
    let key = keys.get(purpose);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', secret, 'posthouse', purpose, sha256Length));
      keys.set(purpose, key);
    }
    return key;
  };
  const macKeys = new Map<string, MacKey>();
  const macIn = (encoding: 'binary' | 'base64url', purpose: string, text: string): string => {
    let key = macKeys.get(purpose);
    if (!key) {
      key = padded(keyFor(`mac ${purpose}`));
      macKeys.set(purpose, key);
    }
    return hmac(key, text, encoding);
  };
  return {
    seal(purpose, text) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      // The fixed length rejects shorter tags, which are easier to guess.
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, nonceLength), {
        authTagLength: tagLength,
      });
      decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
      return Buffer.concat([
        decipher.update(bytes.subarray(nonceLength + tagLength)),
        decipher.final(),
      ]).toString('utf8');
    },
    mac: (purpose, text) => Buffer.from(macIn('binary', purpose, text), 'binary'),
    macText: (purpose, text) => macIn('base64url', purpose, text),
  };
}

/** The two blocks of RFC 2104; the outer one has room for the inner digest. */
function padded(key: Buffer): MacKey {
  const inner = Buffer.alloc(sha256BlockLength, 0x36);
  const outer = Buffer.alloc(sha256BlockLength + sha256Length, 0x5c);
  for (const [at, octet] of key.entries()) {
    inner[at]! ^= octet;
    outer[at]! ^= octet;
  }
  return { inner, outer };
}

/** Two hashes of one call each take a quarter of the time of an `Hmac` object. */
function hmac({ inner, outer }: MacKey, text: string, encoding: 'binary' | 'base64url'): string {
  const room = sha256BlockLength + text.length * octetsOfCharacterMax;
  const message = room <= scratch.length ? scratch : Buffer.allocUnsafe(room);
  inner.copy(message);
  const end = sha256BlockLength + message.write(text, sha256BlockLength);
  outer.write(hash('sha256', message.subarray(0, end), 'binary'), sha256BlockLength, 'binary');
  return hash('sha256', outer, encoding);
}
