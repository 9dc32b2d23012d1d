import { describe, expect, test } from 'vitest';
import {
  bindToSecret,
  checkSecret,
  isBoundToSecret,
  WrongSecret,
} from '../../../src/engine/auth/check-secret.ts';
import { secretBox } from '../../../src/engine/context/secret-box.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { databases } from '../../world/postgres/databases.ts';

describe.each(databases)('on %s,', (_name, openDatabase) => {
  test('a database starts only with the secret it was created with', async () => {
    const database = await openDatabase();
    const first = secretBox('the secret of the first start, long enough');
    await checkSecret(database, first);
    await migrate(database);
    expect(await isBoundToSecret(database)).toBe(false);
    await checkSecret(database, first);
    await bindToSecret(database, first);
    expect(await isBoundToSecret(database)).toBe(true);
    await checkSecret(database, first);
    const other = secretBox('another secret, made where the first was lost');
    await expect(checkSecret(database, other)).rejects.toBeInstanceOf(WrongSecret);
    await expect(bindToSecret(database, other)).rejects.toBeInstanceOf(WrongSecret);
    await database.close();
  });
});
