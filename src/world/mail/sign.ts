import { hash, type KeyObject, sign } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { UnsignedMessage } from '../../model/message/compose.ts';
import { signatureField, signedContent, unsignedSignature } from '../../model/message/dkim.ts';
import type { HeaderField } from '../../model/message/header.ts';
import type { DkimSigner } from './mail.ts';

/** Returns a DKIM-Signature field per signer, in order. Both algorithms are deterministic. */
export async function signMessage(
  message: UnsignedMessage,
  signers: readonly DkimSigner[],
  signedAtMs: number,
  inPlace = oneCore,
): Promise<HeaderField[]> {
  if (signers.length === 0) return [];
  const content = signedContent(message.fields, message.body, signedAtMs);
  return await Promise.all(
    signers.map(async (signer) => {
      const { tags, octets } = unsignedSignature(content, signer);
      const signature =
        signer.algorithm === 'rsa-sha256'
          ? await (inPlace
              ? sign('sha256', octets, signer.privateKey)
              : signedApart(octets, signer.privateKey))
          : sign(null, hash('sha256', octets, 'buffer'), signer.privateKey);
      return signatureField(tags, signature);
    }),
  );
}

/** With one core, a round trip to another thread only costs time. */
const oneCore = availableParallelism() === 1;

/**
 * RSASSA-PKCS1-v1_5 with SHA-256 (RFC 6376 3.3.1) takes almost a millisecond, so it runs in the thread pool.
 * Ed25519 (RFC 8463 3) takes less time than the round trip to a thread.
 */
function signedApart(octets: Buffer, key: KeyObject): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sign('sha256', octets, key, (error, signature) => (error ? reject(error) : resolve(signature)));
  });
}
