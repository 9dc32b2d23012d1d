import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { DkimKey, DkimKeys } from '../../model/sending-domain/dkim-record.ts';
import type { Ids } from '../../world/ids.ts';
import type { SecretBox } from '../context/secret-box.ts';

/** RFC 8301 3.2 asks signers for 2,048 bits. More does not fit one answer of DNS over UDP with certainty. */
const modulusBits = 2_048;
const selectorBytes = 5;
/** What comes before the 32 octets of an Ed25519 key in its SubjectPublicKeyInfo (RFC 8410 4). */
const ed25519PrefixOctets = 12;

const generate = promisify(generateKeyPair);

/**
 * New DKIM keys, one of each kind. Their selectors are random, so that they never meet the record of an earlier
 * key, nor that of another organization that adds the same domain. Made outside the event loop: an RSA key takes
 * a tenth of a second.
 */
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

/** An Ed25519 key to sign with beside an RSA key (RFC 8463). Its selector shows which it belongs to. */
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
