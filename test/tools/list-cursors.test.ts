import { expect, test } from 'vitest';
import { inputSchema, outputSchema } from '../../src/contract/description/json-schema.ts';
import type { Door } from '../../src/engine/context/caller.ts';
import { sweep } from '../../src/engine/worker/sweep.ts';
import { Failure } from '../../src/model/failure.ts';
import { catalogue } from '../../tools/index.ts';
import { mail } from '../spec/scene.ts';
import { addGrant } from '../world/grants.ts';
import { onBothDatabases, type Place } from './both-databases.ts';

const itemsMade = 6;
const pageLimit = 2;

type List = {
  add?(place: Place, index: number): Promise<unknown>;
  /** Deletes an item by its cursor. Undefined if callers cannot delete such items. */
  remove?(place: Place, id: string): Promise<unknown>;
  /** Extra fields of the list's input. */
  input?(place: Place): Promise<object>;
  prefix: string | null;
  door?: Door;
};

const address = (index: number): string => `person${index}@example.com`;
const rule = { field: 'status', operator: 'eq', value: 'ACTIVE' };
const flow = (index: number) => ({
  name: `Flow ${index}`,
  trigger: { type: 'MANUAL' },
  steps: [{ key: 'wait', type: 'delay', config: { duration: '3 days' } }],
  connections: [],
});

/** Every list that accepts an item id as cursor. */
const lists: Readonly<Record<string, List>> = {
  list_subscribers: {
    prefix: 'sub',
    add: ({ use }, index) => use('create_subscriber', { email: address(index) }),
    remove: ({ use }, subscriber) => use('delete_subscriber', { subscriber }),
  },
  list_suppressions: {
    prefix: 'sup',
    add: ({ use }, index) => use('add_suppression', { email: address(index) }),
    remove: ({ use }, id) => use('remove_suppression', { suppression: id }),
  },
  list_tags: {
    prefix: 'tag',
    add: ({ use }, index) => use('create_tag', { name: `tag${index}` }),
    remove: ({ use }, tag) => use('delete_tag', { tag }),
  },
  list_segments: {
    prefix: 'seg',
    add: ({ use }, index) => use('create_segment', { name: `Segment ${index}`, rule }),
    remove: ({ use }, segmentId) => use('delete_segment', { segmentId }),
  },
  list_campaigns: {
    prefix: 'cmp',
    add: ({ use }, index) => use('create_campaign', { name: `Campaign ${index}` }),
    remove: ({ use }, campaignId) => use('delete_campaign', { campaignId }),
  },
  list_domains: {
    prefix: 'dom',
    add: ({ use, organization }, index) =>
      use('add_domain', { name: `d${index}-${organization.key}.acme.dev` }),
    remove: ({ use }, id) => use('remove_domain', { id }),
  },
  list_webhooks: {
    prefix: 'whk',
    add: ({ use }, index) => use('save_webhook', { url: `https://receiver.dev/${index}` }),
    remove: ({ use }, id) => use('delete_webhook', { id }),
  },
  list_integrations: {
    prefix: 'int',
    add: ({ use }, index) => use('create_integration', { provider: 'custom', name: `Integration ${index}` }),
    remove: ({ use }, id) => use('delete_integration', { id }),
  },
  list_people: {
    door: 'cli',
    prefix: 'per',
    add: ({ outcome }, index) =>
      outcome(
        'create_person',
        { name: `Person ${index}`, email: address(index), roles: ['viewer'] },
        { door: 'cli' },
      ),
    remove: ({ outcome }, id) => outcome('delete_person', { id }, { door: 'cli' }),
  },
  list_oauth_clients: {
    prefix: null,
    add: ({ use }, index) =>
      use('create_oauth_client', { name: `Client ${index}`, redirect_uris: ['https://app.acme.dev/cb'] }),
    remove: ({ use }, id) => use('delete_oauth_client', { id }),
  },
  list_workflows: { prefix: 'wfl', add: ({ use }, index) => use('save_workflow', flow(index)) },
  list_emails: { prefix: 'eml', add: ({ use }) => use('send_email', mail()) },
  list_tokens: {
    prefix: 'tok',
    add: ({ use }) => use('create_token', { name: 'a', scopes: ['emails.read'] }),
  },
  list_subscriber_events: {
    prefix: 'evt',
    input: async () => ({ subscriber: address(0) }),
    add: async ({ use }) => {
      await use('create_subscriber', { email: address(0) });
      return await use('track_event', { name: 'paid', email: address(0) });
    },
  },
  list_audit_log: {
    prefix: 'aud',
    add: ({ use }, index) => use('create_segment', { name: `${index}`, rule }),
  },
  list_campaign_recipients: {
    prefix: 'sub',
    input: async ({ use }) => ({ campaignId: (await use('create_campaign', { name: 'News' })).id }),
  },
  list_workflow_runs: {
    prefix: 'run',
    input: async ({ use }) => ({ workflowId: (await use('save_workflow', flow(0))).id }),
  },
  list_webhook_deliveries: {
    prefix: 'msg',
    input: async ({ use }) => ({ webhook: (await use('save_webhook', { url: 'https://receiver.dev/' })).id }),
  },
  list_integration_events: {
    prefix: 'ine',
    input: async ({ use }) => ({
      id: (await use('create_integration', { provider: 'custom', name: 'Shop' })).id,
    }),
  },
  list_approvals: { prefix: 'apr' },
  list_imports: { prefix: 'imp' },
  list_grants: {
    prefix: null,
    add: async ({ platform, organization, use }, index) => {
      const token = await use('create_token', { name: 'a', scopes: ['emails.read'] });
      return await addGrant(platform, token.id, `App ${index}`, organization);
    },
    remove: async ({ platform, use }, id) => {
      await use('revoke_grant', { id });
      await sweep(platform.platform.engine);
    },
  },
  list_organizations: { prefix: 'org' },
  list_templates: {
    prefix: 'tpl',
    add: ({ use }, index) =>
      use('create_template', { name: `template-${index}`, subject: 'Your receipt', markdown: 'Thank you.' }),
    remove: ({ use }, template) => use('delete_template', { template }),
  },
};

test('the test covers every list with an item id as cursor', () => {
  const continued = catalogue.filter((tool) => {
    const taken = inputSchema(tool).properties as object;
    return 'after' in taken && 'before' in taken && 'has_more' in (outputSchema(tool).properties as object);
  });
  expect(continued.map(({ name }) => name).sort()).toEqual(Object.keys(lists).sort());
});

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Answer = any;

onBothDatabases((place) => {
  const ask = async (name: string, input: object): Promise<Answer> => {
    const { door } = lists[name]!;
    return (await place().outcome(name, input, door && { door })).output;
  };
  const made = async (name: string): Promise<{ list: List; input: object; all: string[] }> => {
    const list = lists[name]!;
    const input = (await list.input?.(place())) ?? {};
    for (let index = 0; index < itemsMade; index += 1) await list.add?.(place(), index);
    const { data } = await ask(name, { ...input, limit: 100 });
    return { list, input, all: data.map((item: Answer) => item.id) };
  };

  test.each(Object.keys(lists).filter((name) => lists[name]!.remove))(
    '%s continues after a deleted item without skipping an item',
    async (name) => {
      const { list, input, all } = await made(name);
      expect(all.length).toBeGreaterThanOrEqual(itemsMade);
      const seen: string[] = [];
      let cursor: object = {};
      for (;;) {
        const page = await ask(name, { ...input, ...cursor, limit: pageLimit });
        const ids: string[] = page.data.map((item: Answer) => item.id);
        for (const id of ids) await list.remove!(place(), id);
        seen.push(...ids);
        if (!page.has_more) break;
        cursor = { after: ids.at(-1) };
      }
      expect(seen).toEqual(all);
      const newer = await ask(name, { ...input, before: seen.at(-1) });
      expect(newer.data).toEqual([]);
    },
  );

  const dated = Object.keys(lists).filter((name) => lists[name]!.prefix !== null);
  test.each(dated)('%s continues from the time in an unknown id and rejects a malformed id', async (name) => {
    const { list, input, all } = await made(name);
    const [oldest, newest] = ['0', '7'].map((digit) => `${list.prefix}_${digit.repeat(26)}`) as [
      string,
      string,
    ];
    const idsAfter = async (fields: object) =>
      (await ask(name, { ...input, limit: 100, ...fields })).data.map((item: Answer) => item.id);
    expect(await idsAfter({ after: oldest })).toEqual([]);
    expect(await idsAfter({ before: newest })).toEqual([]);
    expect((await idsAfter({ after: newest })).slice(-all.length)).toEqual(all);
    for (const malformed of [
      'x',
      `${list.prefix}_1`,
      `xyz_${'0'.repeat(26)}`,
      `${list.prefix}_${'U'.repeat(26)}`,
    ]) {
      const refusal = await ask(name, { ...input, after: malformed }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(Failure);
      expect(refusal).toMatchObject({ failure: 'validation_error', details: [{ path: 'after' }] });
    }
  });

  test('a cursor from another organization is only a position in time and reveals nothing', async () => {
    const other = await place().platform.addOrganization('Another');
    const { body } = await place().platform.http('POST', '/api/v2/tags', {
      token: other.token,
      body: { name: 'theirs' },
    });
    await place().use('create_tag', { name: 'ours' });
    const { data } = (await place().use('list_tags', { before: body.id })) as Answer;
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['ours']);
  });

  test('a v1 list continues after a deleted item too', async () => {
    const { all } = await made('list_subscribers');
    const first = await place().http('GET', '/api/v1/subscribers?limit=2', { token: place().token });
    const cursor = first.body.subscribers.at(-1).id;
    await place().use('delete_subscriber', { subscriber: cursor });
    const next = await place().http('GET', `/api/v1/subscribers?limit=2&cursor=${cursor}`, {
      token: place().token,
    });
    expect(next.body.subscribers.map(({ id }: { id: string }) => id)).toEqual(all.slice(2, 4));
  });
});
