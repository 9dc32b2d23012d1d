import type { Database } from '../store/database.ts';
import { recall, rememberOnce } from '../store/records/instance.ts';
import type { SecretBox } from './secret-box.ts';

const purpose = 'instance';
const proof = 'this database belongs to this secret';

/** The secret at hand is not the one that the database's stored secrets were encrypted with. */
export class WrongSecret extends Error {}

/**
 * Binds a database to the instance's secret at its first start, and from then on proves that it is the same: with
 * another one, stored keys would be lost silently, one by one, when they are needed.
 * @throws WrongSecret
 */
export async function checkSecret(database: Database, secretBox: SecretBox): Promise<void> {
  await database.transaction((queries) => rememberOnce(queries, purpose, secretBox.seal(purpose, proof)));
  const sealed = await recall(database.reader, purpose);
  if (sealed === undefined || !opens(secretBox, sealed)) {
    throw new WrongSecret(
      'POSTHOUSE_SECRET: is not the one this database was made with; put that one back (or the file "secret" of the data folder) from your backup',
    );
  }
}

function opens(secretBox: SecretBox, sealed: string): boolean {
  try {
    return secretBox.open(purpose, sealed) === proof;
  } catch {
    // Sealed with another secret: that is what is asked.
    return false;
  }
}
