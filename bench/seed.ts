import { DatabaseSync } from 'node:sqlite';

export function connectionOf(file: string): DatabaseSync {
  const connection = new DatabaseSync(file);
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;');
  return connection;
}

/** Sorting the keys of an index once is faster than adding ten million keys one by one. */
export function withoutIndexes(connection: DatabaseSync, table: string, work: () => void): void {
  const indexes = connection
    .prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`)
    .all(table) as { name: string; sql: string }[];
  for (const { name } of indexes) connection.exec(`DROP INDEX ${name}`);
  work();
  for (const { sql } of indexes) connection.exec(sql);
}

const rowsPerCommit = 20_000;
const tagged = 4;

/**
 * Inserts `amount` subscribers into the database's newest organization. A quarter of them get a tag, with four tags in rotation.
 * @returns the organization's key
 */
export function seedSubscribers(connection: DatabaseSync, amount: number): number {
  const { key } = connection.prepare('SELECT max(key) AS key FROM organizations').get() as { key: number };
  const columns = [
    ...['id', 'organization', 'email', 'first_name', 'last_name', 'attributes', 'tags', 'status', 'source'],
    ...['search', 'created_at', 'updated_at', 'event_count'],
  ];
  const insert = connection.prepare(
    `INSERT INTO subscribers (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const insertTag = connection.prepare(
    `INSERT INTO tags (id, organization, name, name_key, subscriber_count, created_at)
     VALUES (?, ?, ?, ?, ?, 0)`,
  );
  const link = connection.prepare(
    'INSERT INTO subscriber_tags (subscriber, tag, created_at) VALUES (?, ?, 0)',
  );
  const tags = Array.from({ length: tagged }, (_, index) => {
    const id = `tag_${String(index).padStart(26, '0')}`;
    const made = insertTag.run(id, key, `tag ${index}`, `tag ${index}`, Math.floor(amount / 16));
    return { id, key: Number(made.lastInsertRowid) };
  });
  for (let at = 0; at < amount; at += rowsPerCommit) {
    connection.exec('BEGIN');
    for (let number = at; number < Math.min(at + rowsPerCommit, amount); number += 1) {
      const email = `reader-${number}@mailbox.dev`;
      const tag = number % 4 === 0 ? tags[(number / 4) % tagged] : undefined;
      const made = insert.run(
        `sub_${String(number).padStart(26, '0')}`,
        key,
        email,
        'Ada',
        `Number ${number}`,
        '{"plan":"gold","seats":3}',
        tag?.id ?? '',
        number % 10 === 0 ? 'UNSUBSCRIBED' : 'ACTIVE',
        'IMPORT',
        `${email} ada number ${number}`,
        number,
        number,
        0,
      );
      if (tag) link.run(made.lastInsertRowid, tag.key);
    }
    connection.exec('COMMIT');
  }
  connection
    .prepare(`INSERT INTO counts (organization, counted, amount) VALUES (?, 'subscribers', ?)`)
    .run(key, amount);
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  connection.close();
  return key;
}
