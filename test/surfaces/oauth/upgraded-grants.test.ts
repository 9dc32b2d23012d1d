import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../tools/both-databases.ts';
import { personIn, signedIn } from '../console/scene.ts';
import { embedded } from './scene.ts';
import { connectBySession } from './session-scene.ts';

/** The schema before the migration, with a grant whose key now belongs to another person. */
const undone = [
  'ALTER TABLE oauth_grants ADD COLUMN person BIGINT',
  'UPDATE oauth_grants SET person = (SELECT key FROM people WHERE people.id = oauth_grants.person_id)',
  'UPDATE people SET created_at = created_at + 3600000 WHERE name = $1',
  'DROP INDEX oauth_grants_by_person',
  'ALTER TABLE oauth_grants DROP COLUMN person_id',
  'CREATE INDEX oauth_grants_by_person ON oauth_grants (organization, person) WHERE person IS NOT NULL',
];

onBothDatabases((place) => {
  test('an upgrade keeps the person of a grant, unless that person was added after the grant', async () => {
    const { platform, organization } = place();
    const connectAs = async (name: string) => {
      const person = await personIn(platform, organization, { name, email: `${name}@gmail.com` });
      const { access_token } = await connectBySession(place(), await signedIn(platform, person));
      return access_token;
    };
    const [kept, lost] = [await connectAs('ida'), await connectAs('noa')];
    const migration = await readFile('src/store/migrations/0068-grants-by-person-id.sql', 'utf8');
    const statements = migration
      .replaceAll(/^--.*$/gm, '')
      .split(';')
      .slice(0, -1);
    await platform.platform.engine.store.database.transaction(async (queries) => {
      for (const statement of [...undone, ...statements]) {
        await queries.run(statement, statement.includes('$1') ? ['noa'] : []);
      }
    });
    const { data } = await place().use('list_grants');
    expect(data.map((grant: { person: { name: string } | null }) => grant.person?.name ?? null)).toEqual([
      null,
      'ida',
    ]);
    const statusOf = async (token: string) => (await embedded(platform).use(token, 'list_emails')).status;
    expect([await statusOf(kept), await statusOf(lost)]).toEqual([200, 401]);
  });
});
