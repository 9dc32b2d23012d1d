import type { Database } from '../../store/database.ts';
import {
  instanceValue,
  instanceValueBeforeMigration,
  rememberOnce,
} from '../../store/records/instance/instance.ts';
import { type SecretBox, secretBox } from '../context/secret-box.ts';

/** Also the storage key of the proof. */
export const proofName = 'instance';
const purpose = proofName;
const proof = 'this database belongs to this secret';

export class WrongSecret extends Error {}

export async function isBoundToSecret(database: Database): Promise<boolean> {
  return (await instanceValueBeforeMigration(database.reader, purpose)) !== undefined;
}

/** Checks the secret without writing, because with a wrong one stored keys would be lost one by one. @throws WrongSecret */
export async function checkSecret(database: Database, box: SecretBox): Promise<void> {
  assertOpens(box, await instanceValueBeforeMigration(database.reader, purpose));
}

/** Binds the database at the first start. @throws WrongSecret if another process won with another secret */
export async function bindToSecret(database: Database, box: SecretBox): Promise<void> {
  await database.transaction((queries) => rememberOnce(queries, purpose, box.seal(purpose, proof)));
  assertOpens(box, await instanceValue(database.reader, purpose));
}

/** Also true for a database that is not bound yet. */
export async function acceptsSecret(database: Database, secret: string): Promise<boolean> {
  const sealed = await instanceValueBeforeMigration(database.reader, purpose);
  return sealed === undefined || opensWith(secret, sealed);
}

export function opensWith(secret: string, sealed: string): boolean {
  return opensProof(secretBox(secret), sealed);
}

function opensProof(box: SecretBox, sealed: string): boolean {
  try {
    return box.open(purpose, sealed) === proof;
  } catch {
    return false;
  }
}

function assertOpens(box: SecretBox, sealed: string | undefined): void {
  if (sealed === undefined || opensProof(box, sealed)) return;
  throw new WrongSecret(
    'POSTHOUSE_SECRET: is not the one this database was made with; put that one back (or the file "secret" of the data folder) from your backup',
  );
}
