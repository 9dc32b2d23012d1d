import { expect, test } from 'vitest';
import type { CauseLink } from '../../../src/model/sending/mail-cause.ts';
import type { Queries, Value } from '../../../src/store/database.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import { readCauseNames, readEntryCauses } from '../../../src/surfaces/console/cause-words.ts';
import { open } from '../../spec/scene.ts';

/** Visit with a store that records the tables it reads. */
async function scene() {
  const database = openSqlite(':memory:');
  const read: string[] = [];
  const keep = (sql: string): void => {
    read.push(/ FROM (\w+)/.exec(sql)![1]!);
  };
  const reader: Queries = {
    ...database.reader,
    async all<Row>(sql: string, values: readonly Value[]) {
      keep(sql);
      return await database.reader.all<Row>(sql, values);
    },
    async get<Row>(sql: string, values: readonly Value[]) {
      keep(sql);
      return await database.reader.get<Row>(sql, values);
    },
  };
  const platform = await open({ database: { ...database, reader } });
  const root = await platform.addToken(platform.organization, { name: 'root' });
  const { engine } = platform.platform;
  read.length = 0;
  return { visit: { engine, organization: platform.organization }, read, root };
}

const numbers = Array.from({ length: 10 }, (_, n) => n);

test('the names in a chain of causes are read with one statement per kind of object', async () => {
  const { visit, read, root } = await scene();
  const chain = numbers.map(
    (n): CauseLink => ({
      operation: 'send_email',
      token_id: `tok_${n}`,
      root_token_id: n === 0 ? root.id : 'operator',
      person_id: `usr_${n}`,
      workflow_id: `wfl_${n}`,
      approval_id: `apr_${n}`,
    }),
  );
  const { tokens } = await readCauseNames(visit, chain);
  expect(read.sort()).toEqual(['approvals', 'people', 'tokens', 'workflows']);
  expect([...tokens].map(([id, { name }]) => [id, name])).toEqual([[root.id, 'root']]);
});

test('the names that audit entries contain are not read again', async () => {
  const { visit, read, root } = await scene();
  const entries = numbers.map((n) => ({
    object: 'audit_entry' as const,
    id: `aud_${n}`,
    at: '2026-01-01T00:00:00.000Z',
    token: { id: n === 0 ? root.id : `tok_${n}`, name: `name ${n}` },
    person: null,
    client: 'a client 1.0',
    door: 'mcp',
    tool: 'create_tag',
    effect: 'write',
    about: [],
    request_id: 'one-request',
    refused_recipients: null,
    cause: null,
    outcome: 'done',
  }));
  const { causes, names } = await readEntryCauses(visit, entries);
  expect(read).toEqual([]);
  expect(names.tokens.get(root.id)?.name).toBe('name 0');
  expect(causes[1]).toEqual([
    { operation: 'create_tag', door: 'mcp', token_id: 'tok_1', program: 'a client 1.0', assistant: true },
  ]);
});
