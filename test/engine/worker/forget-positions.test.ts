import { expect, test } from 'vitest';
import { forgetOldPositions, sweep } from '../../../src/engine/worker/sweep.ts';
import { onBothDatabases } from '../../tools/both-databases.ts';
import { addGrant } from '../../world/grants.ts';

onBothDatabases((place) => {
  test('a deleted grant keeps its list position when other organizations delete rows', async () => {
    const { platform, organization, use } = place();
    const { database } = platform.platform.engine.store;
    const token = await use('create_token', { name: 'a', scopes: ['emails.read'] });
    const older = await addGrant(platform, token.id, 'Older app', organization);
    const newer = await addGrant(platform, token.id, 'Newer app', organization);
    await use('revoke_grant', { id: newer });
    await sweep(platform.platform.engine);
    const deleteSegments = async (name: string) => {
      const { token } = await platform.addOrganization(name);
      for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
        const rule = { field: 'status', operator: 'eq', value: 'ACTIVE' };
        const { body } = await platform.http('POST', '/api/v2/segments', { token, body: { name, rule } });
        const deleted = await platform.http('DELETE', `/api/v2/segments/${body.id}`, { token });
        expect(deleted.status).toBe(200);
      }
    };
    const kept = async () => {
      const rows = await database.reader.all<{ amount: number }>(
        'SELECT count(*) AS amount FROM deleted_positions GROUP BY organization ORDER BY organization',
        [],
      );
      return rows.map(({ amount }) => amount);
    };

    await deleteSegments('Second');
    await forgetOldPositions(database, { perOrganizationMax: 4, instanceMax: 5 });
    expect(await kept()).toEqual([1, 4]);
    await deleteSegments('Third');
    await forgetOldPositions(database, { perOrganizationMax: 4, instanceMax: 5 });
    expect(await kept()).toEqual([1, 2, 2]);
    const { data } = await use('list_grants', { after: newer });
    expect(data.map(({ id }: { id: string }) => id)).toEqual([older]);
  });
});
