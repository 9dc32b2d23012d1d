import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const nonceLength = 12;
const tagLength = 16;

/** AES-256-GCM encryption and HMACs, each purpose with its own key. */
export type SecretBox = {
  /** @param purpose a text sealed for one purpose opens for no other */
  seal(purpose: string, text: string): string;
  /** @throws when the text was not sealed for this purpose */
  open(purpose: string, sealed: string): string;
  /** HMAC-SHA256, 32 bytes. */
  mac(purpose: string, text: string): Buffer;
};

/** @param secret at least 16 characters */
export function secretBox(secret: string): SecretBox {
  // Key objects, because converting bytes for each MAC takes longer than the MAC.
  const keys = new Map<string, KeyObject>();
  const keyFor = (purpose: string): KeyObject => {
    let key = keys.get(purpose);
    if (!key) {
      key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'posthouse', purpose, 32)));
      keys.set(purpose, key);
    }
    return key;
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
    mac: (purpose, text) =>
      createHmac('sha256', keyFor(`mac ${purpose}`))
        .update(text, 'utf8')
        .digest(),
  };
}
