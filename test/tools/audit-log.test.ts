import { describe, expect, test } from 'vitest';
import { sweep } from '../../src/engine/worker/sweep.ts';
import { auditLimits } from '../../src/model/organization/audit.ts';
import { verifies } from '../spec/verifies.ts';
import { onBothDatabases, type Place } from './both-databases.ts';

type Entry = { id: string; tool: string; outcome: string; token: { id: string } | null };

async function logged({ use }: Place, filter: object = {}): Promise<Entry[]> {
  return (await use('list_audit_log', filter)).data;
}

/** Creates a token and a function that creates a tag with it. */
async function assistant({ platform, organization, http }: Place, name: string) {
  const { id, token } = await platform.addToken(organization, { name });
  return {
    id,
    makeTag: (tag: string) => http('POST', '/api/v2/tools/create_tag', { token, body: { name: tag } }),
  };
}

onBothDatabases((place) => {
  describe('the audit log', () => {
    verifies('audit.list', 'lists the newest entries first, page by page in both directions', async () => {
      const here = place();
      for (const name of ['one', 'two', 'three', 'four', 'five']) await here.use('create_tag', { name });
      const all = await logged(here);
      expect(all).toHaveLength(5);
      expect(all.map(({ id }) => id)).toEqual(
        all
          .map(({ id }) => id)
          .toSorted()
          .reverse(),
      );

      const first = await here.use('list_audit_log', { limit: 2 });
      expect(first).toEqual({ object: 'list', data: all.slice(0, 2), has_more: true });
      const second = await here.use('list_audit_log', { limit: 2, after: all[1]!.id });
      expect(second).toEqual({ object: 'list', data: all.slice(2, 4), has_more: true });
      const last = await here.use('list_audit_log', { limit: 2, after: all[3]!.id });
      expect(last).toEqual({ object: 'list', data: all.slice(4), has_more: false });
      const back = await here.use('list_audit_log', { limit: 2, before: all[2]!.id });
      expect(back).toEqual({ object: 'list', data: all.slice(0, 2), has_more: false });
    });

    verifies('audit.list', 'can be filtered by time range', async () => {
      const here = place();
      const { clock } = here.platform;
      const one = await assistant(here, 'one');
      const instants: string[] = [];
      for (const name of ['red', 'green', 'blue', 'black']) {
        await one.makeTag(name);
        await clock.advance(60_000);
        instants.push(new Date(clock.now()).toISOString());
        await clock.advance(2 * 60 * 60_000);
      }
      const all = await logged(here, { tool: 'create_tag' });
      expect(all).toHaveLength(4);
      expect(await logged(here, { tool: 'create_tag', created_after: instants[1] })).toEqual(all.slice(0, 2));
      expect(await logged(here, { token_id: one.id, created_before: instants[1] })).toEqual(all.slice(2));
      const both = { created_after: instants[0], created_before: instants[2] };
      expect(await logged(here, { token_id: one.id, tool: 'create_tag', ...both })).toEqual(all.slice(1, 3));
      expect(await logged(here, { ...both, limit: 1, after: all[1]!.id })).toEqual([all[2]]);
      expect(await logged(here, { created_after: new Date(clock.now()).toISOString() })).toEqual([]);
      const query = `created_after=${encodeURIComponent('2026-01-01T00:00:00+01:00')}&created_before=${instants[0]}`;
      const { body } = await here.http('GET', `/api/v2/audit-log?${query}`);
      expect(body.data.map(({ id }: Entry) => id)).toContain(all[3]!.id);
      const { failure, details } = await here.refusal('list_audit_log', { created_after: 'yesterday' });
      expect([failure, (details as { path: string }[])[0]!.path]).toEqual([
        'validation_error',
        'created_after',
      ]);
    });

    verifies('audit.list', 'can be filtered by tool, by token and by both', async () => {
      const here = place();
      const [one, other] = [await assistant(here, 'one'), await assistant(here, 'other')];
      await one.makeTag('red');
      await other.makeTag('green');
      await one.makeTag('blue');
      await here.use('create_segment', {
        name: 'pro',
        rule: { field: 'attributes.plan', operator: 'eq', value: 'pro' },
      });
      const made = await logged(here, { tool: 'create_tag' });
      expect(made.map(({ token }) => token?.id)).toEqual([one.id, other.id, one.id]);
      expect(await logged(here, { token_id: other.id })).toEqual([made[1]]);
      expect(await logged(here, { token_id: one.id, tool: 'create_tag', limit: 1 })).toEqual([made[0]]);
      expect(await logged(here, { token_id: one.id, tool: 'create_tag', after: made[0]!.id })).toEqual([
        made[2],
      ]);
      expect(await logged(here, { token_id: one.id, tool: 'create_segment' })).toEqual([]);
      expect(await logged(here, { tool: 'no_such_tool' })).toEqual([]);
    });

    verifies(
      'audit.list',
      'is the same over REST and with the tool, and reading it adds no entry',
      async () => {
        const here = place();
        await here.use('create_tag', { name: 'red' });
        const { status, body } = await here.http('GET', '/api/v2/audit-log?tool=create_tag');
        expect([status, body]).toEqual([200, await here.use('list_audit_log')]);
        expect(body.data).toHaveLength(1);
      },
    );

    test('requires the scope organization.read', async () => {
      const here = place();
      const cannot = await here.refusal('list_audit_log', {}, ['tags.write', 'emails.send']);
      expect([cannot.failure, cannot.details]).toEqual([
        'restricted_api_key',
        { scope: 'organization.read' },
      ]);
      const { output } = await here.platform.call(
        'list_audit_log',
        {},
        { caller: here.platform.caller('tools', here.organization, ['organization.read']) },
      );
      expect(output).toMatchObject({ object: 'list' });
    });

    test('rejects a malformed id', async () => {
      const here = place();
      await here.use('create_tag', { name: 'red' });
      const [entry] = await logged(here);
      const unknown = await here.refusal('list_audit_log', { after: `aud_${'0'.repeat(25)}` });
      expect([unknown.failure, unknown.message]).toEqual([
        'validation_error',
        'after is not the id of an item of this list',
      ]);
      const both = await here.refusal('list_audit_log', { after: entry!.id, before: entry!.id });
      expect(both.message).toBe('before cannot be given together with after');
    });

    verifies('audit.tenancy', 'shows no entry of another organization for any filter or id', async () => {
      const here = place();
      const mine = await assistant(here, 'mine');
      await mine.makeTag('red');
      const [entry] = await logged(here, { token_id: mine.id });
      const { organization, token } = await here.platform.addOrganization('Another');
      const ask = (query: string) => here.http('GET', `/api/v2/audit-log${query}`, { token });
      for (const query of ['', '?tool=create_tag', `?token_id=${mine.id}`]) {
        expect([query, (await ask(query)).body.data]).toEqual([query, []]);
      }
      const foreign = await ask(`?after=${entry!.id}`);
      const unknown = await ask(`?after=aud_${'0'.repeat(26)}`);
      expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text]);
      // The other organization cannot update the entry either.
      const { store } = here.platform.platform.engine;
      await store
        .forOrganization(organization.key)
        .audit.settle(entry!.id, { outcome: 'forged', about: ['forged'], refused: null }, 0);
      expect(await logged(here, { token_id: mine.id })).toEqual([entry]);
    });

    verifies('audit.kept', 'keeps entries for 90 days, however many there are', async () => {
      const here = place();
      const { engine } = here.platform.platform;
      const at = engine.world.clock.now() - auditLimits.keptMs - 1;
      const audit = engine.store.forOrganization(here.organization.key).audit;
      const entry = {
        token: null,
        person: null,
        client: null,
        cause: null,
        door: 'mcp',
        tool: 'create_tag',
        effect: 'write',
        about: [],
        requestId: 'old',
        refused: null,
        outcome: 'done',
      };
      for (let n = 0; n < 1_500; n += 1)
        await audit.append({ ...entry, id: engine.world.ids.id('aud'), at }, at);
      const kept = { ...entry, id: engine.world.ids.id('aud'), at: at + 1, requestId: 'kept' };
      await audit.append(kept, kept.at);
      await here.use('create_tag', { name: 'red' });
      await sweep(engine);
      const left = (await here.use('list_audit_log', { limit: 100 })).data;
      expect(left).toHaveLength(2);
      expect(left[1]).toMatchObject({ request_id: 'kept' });
    });

    test('has an entry for each of many concurrent calls', async () => {
      const here = place();
      const names = Array.from({ length: 30 }, (_, n) => `tag ${n}`);
      await Promise.all(names.map((name) => here.use('create_tag', { name })));
      const all = await logged(here, { limit: 100 });
      expect(all.map(({ outcome }) => outcome)).toEqual(names.map(() => 'done'));
    });
  });
});
