import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { DkimKey, DkimKeys } from '../../model/sending-domain/dkim-record.ts';
import type { Ids } from '../../world/ids.ts';
import type { SecretBox } from '../context/secret-box.ts';

/** RFC 8301 3.2 recommends 2,048 bits. A larger key may not fit into one DNS answer over UDP. */
const modulusBits = 2_048;
const selectorBytes = 5;
/** Octets before the 32-octet Ed25519 key in its SubjectPublicKeyInfo (RFC 8410 4). */
const ed25519PrefixOctets = 12;

const generate = promisify(generateKeyPair);

/** Off the event loop, because RSA takes a tenth of a second. Random selectors never collide with an earlier record. */
export async function makeDkimKeys({
  ids,
  secretBox,
}: {
  ids: Ids;
  secretBox: SecretBox;
}): Promise<DkimKeys> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: modulusBits });
  const rsa = {
    selector: `ph${ids.bytes(selectorBytes).toString('hex')}`,
    publicKey: publicDer(publicKey).toString('base64'),
    sealedPrivateKey: sealed(privateKey, secretBox),
  };
  return { rsa, ed25519: await makeEd25519Key(rsa, secretBox) };
}

/** RFC 8463. The selector shows the RSA key that it accompanies. */
export async function makeEd25519Key(
  beside: Pick<DkimKey, 'selector'>,
  secretBox: SecretBox,
): Promise<DkimKey> {
  const { publicKey, privateKey } = await generate('ed25519');
  return {
    selector: `${beside.selector}-ed`,
    publicKey: publicDer(publicKey).subarray(ed25519PrefixOctets).toString('base64'),
    sealedPrivateKey: sealed(privateKey, secretBox),
  };
}

function publicDer(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

function sealed(key: KeyObject, secretBox: SecretBox): string {
  return secretBox.seal('dkim', key.export({ type: 'pkcs8', format: 'pem' }).toString());
}
