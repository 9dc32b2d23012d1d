import type { RawMessage } from '../../../model/message/raw-message.ts';
import { rowOctets } from '../../../model/organization/storage.ts';
import type { Queries } from '../../database.ts';
import { forUpdate } from '../../row-lock.ts';
import { ScopedRecords } from '../../scoped-records.ts';
import { changeStorage } from './storage.ts';

export class RawMessageRecords extends ScopedRecords {
  /** Returns the size of a message; 0 if it is not stored. */
  async octetsOf(id: string): Promise<number> {
    const row = await this.queries.get<{ octets: number }>(
      'SELECT octets FROM raw_messages WHERE id = $1 AND organization = $2',
      [id, this.organization],
    );
    return row?.octets ?? 0;
  }

  async byId(id: string): Promise<RawMessage | undefined> {
    return await this.queries.get<RawMessage>(
      'SELECT header, body FROM raw_messages WHERE id = $1 AND organization = $2',
      [id, this.organization],
    );
  }
}

export async function holdMessages(
  queries: Queries,
  organization: number,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await queries.all(
    `SELECT key FROM raw_messages WHERE organization = $1 AND id IN ${queries.dialect.strings('$2')}
     ORDER BY key ${forUpdate(queries)}`,
    [organization, JSON.stringify(ids)],
  );
}

export async function removeUnusedMessages(
  queries: Queries,
  organization: number,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const removed = await queries.all<{ octets: number }>(
    `DELETE FROM raw_messages WHERE organization = $1 AND id IN ${queries.dialect.strings('$2')} AND NOT EXISTS (
       SELECT 1 FROM emails WHERE organization = $1 AND body_kind = 'mime' AND body = raw_messages.id)
     RETURNING octets`,
    [organization, JSON.stringify(ids)],
  );
  for (const { octets } of removed) {
    changeStorage(queries, organization, -Number(octets) - rowOctets.message);
  }
}

/** Adds messages of any organizations. Only for the acceptance flow, which has checked their mails. */
export async function addRawMessages(
  queries: Queries,
  messages: readonly { id: string; organization: number; message: RawMessage }[],
  now: number,
): Promise<void> {
  for (const { organization, message } of messages) {
    changeStorage(queries, organization, message.header.length + message.body.length + rowOctets.message);
  }
  await queries.insert(
    'INSERT INTO raw_messages (id, organization, header, body, octets, created_at)',
    messages.map(({ id, organization, message: { header, body } }) => [
      id,
      organization,
      header,
      body,
      header.length + body.length,
      now,
    ]),
  );
}
