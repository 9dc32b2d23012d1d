import { expect, test } from 'vitest';
import { everyRow } from '../engine/approval/preview-scene.ts';
import { assistantOf, type Json } from '../spec/assistants/assistant.ts';
import { onBothDatabases, type Place } from '../tools/both-databases.ts';

/** Returns all rows except the rows that every authenticated request writes. */
async function rowsBut(here: Place): Promise<Record<string, string[]>> {
  const { tokens, request_windows: _, ...rows } = await everyRow(here);
  return { ...rows, tokens: tokens!.map((row) => row.replace(/"last_used_at":[^,]+/, '')).sort() };
}

onBothDatabases((place) => {
  const assistant = () => assistantOf(place().platform, { token: place().token });

  test("an assistant's dry runs of saves, imports and tags write no row, send no mail and use no idempotency key", async () => {
    const here = place();
    await here.use('update_organization_settings', { double_opt_in: true });
    await here.use('create_subscriber', { email: 'ada@mailbox.dev', doubleOptIn: false });
    await here.use('create_subscriber', { email: 'gone@mailbox.dev', doubleOptIn: false });
    await here.use('unsubscribe_subscriber', { subscriber: 'gone@mailbox.dev' });
    const { id: importId } = await here.use('import_subscribers', {
      csv: 'Email\ngrace@mailbox.dev\n',
      consent: { source: 'a test' },
      start: false,
    });
    await here.platform.deliver();
    const before = await rowsBut(here);
    const subscribers = [
      ...Array.from({ length: 20 }, (_, at) => ({ email: `new${at}@mailbox.dev`, tags: ['fresh'] })),
      { email: 'ada@mailbox.dev', firstName: 'Ada', tags: ['fresh', 'other'], externalId: 'x' },
      { email: 'gone@mailbox.dev', resubscribe: true },
    ];
    const rule = { field: 'email', operator: 'exists' };
    const tries: [string, Json][] = [
      ['save_subscribers', { subscribers, dry_run: true, idempotency_key: 'k1' }],
      ['save_subscribers', { subscribers, dryRun: true }],
      [
        'import_subscribers',
        { csv: 'Email\nnew@mailbox.dev\n', consent: { source: 'x' }, dry_run: true, idempotency_key: 'k2' },
      ],
      ['import_subscribers', { import_id: importId, dry_run: true }],
      ['apply_tag', { tag: 'fresh', rule, dry_run: true }],
    ];
    for (const [tool, given] of tries) {
      const { refused, result } = await assistant().call(tool, given);
      expect([tool, refused, JSON.stringify(result)]).toEqual([tool, false, expect.any(String)]);
      await here.platform.deliver();
      const after = await rowsBut(here);
      for (const table of Object.keys(before))
        expect([tool, table, after[table]]).toEqual([tool, table, before[table]]);
    }
    // The dry runs left nothing: no stored result for the key, and no tag that a later call could find.
    const { result } = await assistant().call('save_subscribers', {
      subscribers: [{ email: 'one@mailbox.dev', tags: ['fresh'] }],
      idempotency_key: 'k1',
    });
    expect(result).toMatchObject({ created: 1, failed: 0 });
    expect((await here.use('get_subscriber', { subscriber: 'one@mailbox.dev' })).tags.length).toBe(1);
  });

  test('a refused dry run is logged', async () => {
    const here = place();
    const { id, token } = await here.platform.addToken(here.organization, {
      scopes: ['emails.read', 'tools.run'],
    });
    await assistantOf(here.platform, { token }).call('delete_subscriber', {
      subscriber: 'x@mailbox.dev',
      dry_run: true,
    });
    await assistantOf(here.platform, { token }).call('create_tag', { name: 'x', dry_run: true });
    await here.http('POST', '/api/v2/tools/create_tag', { token, body: { name: 'x', dry_run: true } });
    const { data } = await here.use('list_audit_log', { token_id: id });
    expect(data.map(({ tool, door, outcome }: Json) => [tool, door, outcome])).toEqual([
      ['create_tag', 'tools', 'restricted_api_key'],
      ['create_tag', 'mcp', 'restricted_api_key'],
      ['delete_subscriber', 'mcp', 'restricted_api_key'],
    ]);
  });

  test('a rule reveals no data that the token may not read', async () => {
    const here = place();
    await here.use('create_subscriber', { email: 'ada@mailbox.dev' });
    await here.use('track_event', { event: 'order.paid', email: 'ada@mailbox.dev' });
    const bought = { field: 'event.order.paid', operator: 'count_gte', value: 1 };
    const rule = { field: 'email', operator: 'exists' };
    const cases: [string, string[], object][] = [
      ['apply_tag', ['subscribers.write'], { tag: 'x', rule, dry_run: true }],
      ['apply_tag', ['subscribers.write'], { tag: 'x', rule }],
      ['apply_tag', ['subscribers.write', 'subscribers.read'], { tag: 'x', rule: { and: [rule, bought] } }],
      ['list_subscribers', ['subscribers.read'], { rule: { or: [bought] } }],
    ];
    for (const [tool, scopes, given] of cases) {
      const { token } = await here.platform.addToken(here.organization, { scopes: scopes as never });
      const { result } = await assistantOf(here.platform, { token }).call(tool, given as Json);
      expect([tool, result.name]).toEqual([tool, 'restricted_api_key']);
    }
  });
});
