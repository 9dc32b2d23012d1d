import type { Database } from '../../store/database.ts';
import { instanceValue, instanceValueBeforeMigration, rememberOnce } from '../../store/records/instance.ts';
import { type SecretBox, secretBox } from '../context/secret-box.ts';

/** The name that the proof is remembered by, too. */
export const proofName = 'instance';
const purpose = proofName;
const proof = 'this database belongs to this secret';

/** The secret at hand is not the one that the database's stored secrets were encrypted with. */
export class WrongSecret extends Error {}

/** Whether a database, of any version or empty, was made with a secret. */
export async function isBoundToSecret(database: Database): Promise<boolean> {
  return (await instanceValueBeforeMigration(database.reader, purpose)) !== undefined;
}

/**
 * Proves, without writing, that the secret is the one this database was made with: with another one, stored keys would
 * be lost silently, one by one, when they are needed. A database that was made with none yet passes.
 * @throws WrongSecret
 */
export async function checkSecret(database: Database, box: SecretBox): Promise<void> {
  assertOpens(box, await instanceValueBeforeMigration(database.reader, purpose));
}

/**
 * Binds a database to the instance's secret at its first start; later it is bound already.
 * @throws WrongSecret when another process has bound it to another one meanwhile
 */
export async function bindToSecret(database: Database, box: SecretBox): Promise<void> {
  await database.transaction((queries) => rememberOnce(queries, purpose, box.seal(purpose, proof)));
  assertOpens(box, await instanceValue(database.reader, purpose));
}

/** Whether a database was made with this secret, or with none yet. */
export async function isSecretOf(database: Database, secret: string): Promise<boolean> {
  const sealed = await instanceValueBeforeMigration(database.reader, purpose);
  return sealed === undefined || opensWith(secret, sealed);
}

/** Whether a secret opens the proof that a database keeps. */
export function opensWith(secret: string, sealed: string): boolean {
  return opensProof(secretBox(secret), sealed);
}

function opensProof(box: SecretBox, sealed: string): boolean {
  try {
    return box.open(purpose, sealed) === proof;
  } catch {
    // Sealed with another secret: that is what is asked.
    return false;
  }
}

function assertOpens(box: SecretBox, sealed: string | undefined): void {
  if (sealed === undefined || opensProof(box, sealed)) return;
  throw new WrongSecret(
    'POSTHOUSE_SECRET: is not the one this database was made with; put that one back (or the file "secret" of the data folder) from your backup',
  );
}
