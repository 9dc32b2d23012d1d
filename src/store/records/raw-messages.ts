import type { RawMessage } from '../../model/message/raw-message.ts';
import type { Queries } from '../database.ts';

/** Messages of one organization that came whole from a mail program. */
export class RawMessageRecords {
  readonly #queries: Queries;
  readonly #organization: number;

  constructor(queries: Queries, organization: number) {
    this.#queries = queries;
    this.#organization = organization;
  }

  async byId(id: string): Promise<RawMessage | undefined> {
    return await this.#queries.get<RawMessage>(
      'SELECT header, body FROM raw_messages WHERE id = $1 AND organization = $2',
      [id, this.#organization],
    );
  }
}

/** Adds messages of any organizations: only for the flow that has judged their mails. */
export async function addRawMessages(
  queries: Queries,
  messages: readonly { id: string; organization: number; message: RawMessage }[],
  now: number,
): Promise<void> {
  await queries.insert(
    'INSERT INTO raw_messages (id, organization, header, body, created_at)',
    messages.map(({ id, organization, message }) => [id, organization, message.header, message.body, now]),
  );
}
