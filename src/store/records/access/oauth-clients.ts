import type { ClientRecord } from '../../../model/oauth/oauth-client.ts';
import { Columns, fixed, flag, generated, json, plain } from '../../columns.ts';
import type { Queries } from '../../database.ts';
import { deleteEnded, rememberPositions } from '../../list-position.ts';
import { type Page, type PageRequest, readPage } from '../../page.ts';
import { forUpdate } from '../../row-lock.ts';

/** Clients without a metadata document. They belong to the server and to no organization. */

const columns = new Columns<ClientRecord>({
  key: generated('key'),
  id: fixed(plain('id')),
  origin: fixed(plain('origin')),
  name: fixed(plain('name')),
  redirectUris: fixed(json('redirect_uris')),
  renewable: fixed(flag('renewable')),
  authentication: fixed(plain('authentication')),
  secretHash: fixed(plain('secret_hash')),
  keys: fixed(json('keys')),
  algorithm: fixed(plain('algorithm')),
  createdAt: fixed(plain('created_at')),
  usedAt: plain('used_at'),
  endsAt: plain('ends_at'),
});

/** Returns a client unless its registration has expired. */
export async function clientById(
  queries: Queries,
  id: string,
  now: number,
  lock = '',
): Promise<ClientRecord | undefined> {
  return columns.readIf(
    await queries.get<object>(
      `SELECT ${columns.names} FROM oauth_clients WHERE id = $1 AND (ends_at IS NULL OR ends_at > $2) ${lock}`,
      [id, now],
    ),
  );
}

/** Like `clientById`, but locks the client until the transaction ends, so that it is not deleted during an approval. */
export async function holdClient(
  queries: Queries,
  id: string,
  now: number,
): Promise<ClientRecord | undefined> {
  return await clientById(queries, id, now, forUpdate(queries));
}

export async function listClients(queries: Queries, request: PageRequest): Promise<Page<ClientRecord>> {
  const select = `SELECT ${columns.names} FROM oauth_clients WHERE true`;
  const page = await readPage<{ key: number }>(queries, { select, values: [], key: 'key' }, request);
  return { ...page, rows: page.rows.map((row) => columns.read(row)) };
}

/** Counts the clients that the operator created, or that registered themselves after an instant. */
export async function countClients(
  queries: Queries,
  origin: ClientRecord['origin'],
  since = 0,
): Promise<number> {
  const row = await queries.get<{ amount: number }>(
    'SELECT count(*) AS amount FROM oauth_clients WHERE origin = $1 AND created_at > $2',
    [origin, since],
  );
  return row?.amount ?? 0;
}

export async function addClient(queries: Queries, client: Omit<ClientRecord, 'key'>): Promise<void> {
  await queries.insert(`INSERT INTO oauth_clients (${columns.inserted})`, [columns.values(client)]);
}

/** Records a use of a client. @param endsAt new end of its registration; null for none */
export async function noteClientUse(
  queries: Queries,
  id: string,
  now: number,
  endsAt: number | null,
): Promise<void> {
  await queries.run('UPDATE oauth_clients SET used_at = $2, ends_at = $3 WHERE id = $1', [id, now, endsAt]);
}

export async function deleteClient(queries: Queries, id: string): Promise<boolean> {
  await rememberPositions(queries, 'oauth_clients', 'id = $1', [id]);
  return (await queries.run('DELETE FROM oauth_clients WHERE id = $1', [id])) === 1;
}

/** Deletes up to `limit` unused registrations. @returns the number deleted: fewer than `limit` when done */
export async function forgetClients(queries: Queries, now: number, limit: number): Promise<number> {
  return await deleteEnded(queries, 'oauth_clients', now, limit);
}
