import { expect, test } from 'vitest';
import { dayMs } from '../../../src/model/instant.ts';
import { verifies } from '../../spec/verifies.ts';
import { onBothDatabases } from '../both-databases.ts';

onBothDatabases((place) => {
  const inDays = (days: number) => new Date(place().platform.clock.now() + days * dayMs).toISOString();
  const load = (csv: string, more: Record<string, unknown> = {}) =>
    place().use('import_suppressions', { csv, ...more });
  const listed = async () =>
    ((await place().use('list_suppressions', { limit: 100 })).data as Record<string, string>[])
      .map(({ email, origin, scope, expires_at }) => [email, origin, scope, expires_at])
      .sort();

  verifies(
    'suppression.import',
    'an import reads a file with a header in any column order and case, with defaults',
    async () => {
      const csv = [
        '\uFEFFScope,EMAIL,name,Origin,expires_at',
        `all,Ada@Acme.com,Ada,complaint,`,
        `,"grace@acme.com","Hopper, Grace",unsubscribe,${inDays(1)}`,
        ',alan@acme.com,,,',
        '',
      ].join('\r\n');
      expect(await load(csv)).toEqual({
        object: 'suppression_import',
        created: 3,
        existing: 0,
        duplicates: 0,
        failed: 0,
        errors: [],
      });
      expect(await listed()).toEqual([
        ['ada@acme.com', 'complaint', 'all', null],
        ['alan@acme.com', 'manual', 'all', null],
        ['grace@acme.com', 'unsubscribe', 'marketing', inDays(1)],
      ]);
    },
  );

  test('an import reads the export of another system with its column names and reasons', async () => {
    const csv = [
      'Recipient;Reason',
      'ada@acme.com;Hard Bounce',
      'grace@acme.com;complained',
      'alan@acme.com;who knows',
    ];
    expect(await load(csv.join('\n'))).toMatchObject({
      created: 2,
      failed: 1,
      errors: [{ line: 4, message: 'origin must be bounce, complaint, manual or unsubscribe' }],
    });
    expect(await listed()).toEqual([
      ['ada@acme.com', 'bounce', 'all', null],
      ['grace@acme.com', 'complaint', 'all', null],
    ]);
  });

  test('an import reads a plain list of addresses', async () => {
    expect(await load('ada@acme.com\ngrace@acme.com\n\nADA@acme.com')).toMatchObject({
      created: 2,
      duplicates: 1,
    });
    expect((await listed()).map(([email]) => email)).toEqual(['ada@acme.com', 'grace@acme.com']);
  });

  test('an import reads pasted addresses with padded quotes', async () => {
    await load('email, name\nmailto:ada@acme.com, "Byron, Ada"\n\u200Bgrace@acme.com;\u00A0, "x" \n');
    expect((await listed()).map(([email]) => email)).toEqual(['ada@acme.com', 'grace@acme.com']);
  });

  test('an import reports unreadable rows with their line and imports the others', async () => {
    const csv = [
      'email,origin,scope,expires_at',
      'ada@acme.com,,,',
      'unknown,,,',
      '*@acme.com,,,',
      'b@acme.com,whim,,',
      'c@acme.com,,some,',
      'd@acme.com,,,tomorrow',
      `e@acme.com,,,${inDays(-1)}`,
      ',manual,,',
    ].join('\n');
    const answer = await load(csv);
    expect(answer).toMatchObject({ created: 1, failed: 7 });
    const errors = answer.errors as { line: number; message: string }[];
    expect(errors.map(({ line, message }) => [line, message.split(' ')[0]])).toEqual([
      [3, 'email'],
      [4, 'email'],
      [5, 'origin'],
      [6, 'scope'],
      [7, 'expires_at'],
      [8, 'expires_at'],
      [9, 'email'],
    ]);
    expect((await listed()).map(([email]) => email)).toEqual(['ada@acme.com']);
  });

  test('an import lists the first hundred faults and counts all', async () => {
    const answer = await load(`email\n${'unknown\n'.repeat(150)}`);
    expect([answer.failed, answer.errors.length, answer.errors[99].line]).toEqual([150, 100, 101]);
  });

  test('an import changes nothing for an unreadable file', async () => {
    const tooMany = `email\n${Array.from({ length: 10_001 }, (_, n) => `p${n}@acme.com`).join('\n')}`;
    for (const csv of ['name,city\nAda,London', '\n\n', tooMany, 'x'.repeat(1_048_577)]) {
      const { failure, details } = await place().refusal('import_suppressions', { csv });
      expect([failure, details]).toMatchObject(['validation_error', [{ path: 'csv' }]]);
    }
    expect(await listed()).toEqual([]);
  });

  test('an import skips only the line with an unclosed quote', async () => {
    expect(await load('email\na@acme.com\n"b@acme.com\nc@acme.com')).toMatchObject({
      created: 2,
      errors: [{ line: 3, message: 'has a quoted cell that does not end' }],
    });
  });

  test('upsert extends an existing suppression and never shortens it, and skip leaves it unchanged', async () => {
    await load(`email,origin,expires_at\na@acme.com,manual,${inDays(1)}\nb@acme.com,complaint,\n`);
    const csv = `email,origin,expires_at\na@acme.com,bounce,${inDays(9)}\nb@acme.com,manual,${inDays(9)}\nc@acme.com,,`;
    expect(await load(csv, { on_conflict: 'skip' })).toMatchObject({ created: 1, existing: 2 });
    expect(await listed()).toEqual([
      ['a@acme.com', 'manual', 'all', inDays(1)],
      ['b@acme.com', 'complaint', 'all', null],
      ['c@acme.com', 'manual', 'all', null],
    ]);
    expect(await load(csv)).toMatchObject({ created: 0, existing: 3 });
    expect((await listed()).slice(0, 2)).toEqual([
      ['a@acme.com', 'bounce', 'all', inDays(9)],
      ['b@acme.com', 'complaint', 'all', null],
    ]);
  });

  test('an import uses the longer of two rows for one address', async () => {
    const csv = `email,expires_at\na@acme.com,${inDays(1)}\nA@acme.com,${inDays(5)}\na@acme.com,${inDays(2)}`;
    expect(await load(csv)).toMatchObject({ created: 1, duplicates: 2 });
    expect(await listed()).toEqual([['a@acme.com', 'manual', 'all', inDays(5)]]);
  });

  test('an import reads ten thousand rows in one call', async () => {
    const csv = Array.from({ length: 10_000 }, (_, n) => `p${n}@acme.com`).join('\n');
    expect(await load(csv)).toMatchObject({ created: 10_000, failed: 0 });
    expect(await load(csv, { on_conflict: 'skip' })).toMatchObject({ created: 0, existing: 10_000 });
  });

  verifies(
    ['suppression.export', 'suppression.import'],
    'an export in pages forms one file, which can be imported unchanged',
    async () => {
      const csv = [
        'email,origin,scope,expires_at',
        '+tag@acme.com,bounce,all,',
        `=sum@acme.com,manual,all,${inDays(3)}`,
        'ada@acme.com,unsubscribe,marketing,',
        'ada@acme.com,complaint,all,',
        '-x@acme.com,manual,all,',
      ].join('\r\n');
      await load(csv);
      const before = await listed();
      let file = '';
      let after: string | undefined;
      for (let pages = 1; ; pages += 1) {
        const page = await place().use('export_suppressions', { limit: 2, ...(after && { after }) });
        file += page.csv;
        if (!page.has_more) {
          expect(pages).toBe(3);
          break;
        }
        after = page.last_id;
      }
      expect(file.split('\r\n')[0]).toBe('email,origin,scope,expires_at,source_id,created_at');
      expect(file).not.toMatch(/^[=+@-]/m);
      expect(file.trimEnd().split('\r\n')).toHaveLength(6);
      const emails = [...new Set(before.map(([email]) => email!))];
      await place().use('remove_suppressions', { emails, consent: { source: 'a letter' } });
      expect(await listed()).toEqual([]);
      expect(await load(file)).toMatchObject({ created: 5, failed: 0 });
      expect(await listed()).toEqual(before);
    },
  );

  test('an empty export contains only the header, and an export can be filtered by origin', async () => {
    const header = 'email,origin,scope,expires_at,source_id,created_at\r\n';
    expect(await place().use('export_suppressions')).toEqual({
      object: 'suppression_export',
      csv: header,
      has_more: false,
      last_id: null,
    });
    await load('email,origin\na@acme.com,bounce\nb@acme.com,manual');
    const { csv } = await place().use('export_suppressions', { origin: 'bounce' });
    expect(csv).toContain('a@acme.com');
    expect(csv).not.toContain('b@acme.com');
  });
});

onBothDatabases((place) => {
  verifies('suppression.crud', 'imports and exports files over REST v2 too', async () => {
    const body = { csv: 'email\nada@acme.com' };
    const loaded = await place().http('POST', '/api/v2/suppressions/import', { body });
    expect([loaded.status, loaded.body.created]).toEqual([200, 1]);
    const exported = await place().http('GET', '/api/v2/suppressions/export?limit=1');
    expect(exported.body).toMatchObject({ object: 'suppression_export', has_more: false });
    expect(exported.body.csv).toContain('ada@acme.com,manual,all,,,');
    const one = await place().http('GET', '/api/v2/suppressions/ada%40acme.com');
    expect(one.body).toMatchObject({ object: 'suppression', email: 'ada@acme.com' });
  });
});
