import type { RawMessage } from '../../model/message/raw-message.ts';
import { rowOctets } from '../../model/organization/storage.ts';
import type { Queries } from '../database.ts';
import { forUpdate } from '../row-lock.ts';
import { changeStorage } from './storage.ts';

/** Messages of one organization that came whole from a mail program. */
export class RawMessageRecords {
  readonly #queries: Queries;
  readonly #organization: number;

  constructor(queries: Queries, organization: number) {
    this.#queries = queries;
    this.#organization = organization;
  }

  /** How large a message is; 0 when it is not kept. */
  async octetsOf(id: string): Promise<number> {
    const row = await this.#queries.get<{ octets: number }>(
      'SELECT octets FROM raw_messages WHERE id = $1 AND organization = $2',
      [id, this.#organization],
    );
    return row?.octets ?? 0;
  }

  async byId(id: string): Promise<RawMessage | undefined> {
    return await this.#queries.get<RawMessage>(
      'SELECT header, body FROM raw_messages WHERE id = $1 AND organization = $2',
      [id, this.#organization],
    );
  }

  /**
   * Forgets the messages of which every mail goes to one address. One that has other recipients too stays with their
   * mails. Call it before the mails to that address are scrubbed, in the same transaction.
   */
  async removeOf(toKey: string, subscriberId: string): Promise<void> {
    const values = [this.#organization, toKey, subscriberId];
    const ofTheirs = `SELECT body FROM emails WHERE organization = $1 AND (to_key = $2 OR subscriber_id = $3) AND body_kind = 'mime'`;
    // Held first: of two recipients who are erased at once, the second one sees that the first has gone.
    await this.#queries.get(
      `SELECT count(*) AS held FROM (SELECT key FROM raw_messages WHERE organization = $1 AND id IN (${ofTheirs})
         ORDER BY key ${forUpdate(this.#queries)}) AS theirs`,
      values,
    );
    const removed = await this.#queries.all<{ octets: number }>(
      `DELETE FROM raw_messages WHERE organization = $1 AND id IN (${ofTheirs}) AND NOT EXISTS (
         SELECT 1 FROM emails other WHERE other.organization = $1 AND other.body_kind = 'mime'
           AND other.body = raw_messages.id AND other.to_key <> $2 AND other.subscriber_id IS DISTINCT FROM $3)
         RETURNING octets`,
      values,
    );
    for (const { octets } of removed) {
      changeStorage(this.#queries, this.#organization, -Number(octets) - rowOctets.message);
    }
  }
}

/** Adds messages of any organizations: only for the flow that has judged their mails. */
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
