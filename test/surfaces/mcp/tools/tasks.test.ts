import { isCreateTaskResultV2, isDetailedTaskV2 } from '@modelcontextprotocol/ext-tasks/core/v2';
import { describe, expect, it } from 'vitest';
import { runHeldCall } from '../../../../src/contract/held-call.ts';
import { previewCall } from '../../../../src/contract/invoke.ts';
import { askPerson, decideQuestion } from '../../../../src/engine/approval/ask-person.ts';
import { approvalLimits } from '../../../../src/model/approval/approval.ts';
import { secondMs } from '../../../../src/model/instant.ts';
import { OrganizationStore } from '../../../../src/store/store.ts';
import { taskKinds, taskTtlMs } from '../../../../src/surfaces/mcp/tools/tasks.ts';
import { catalogue } from '../../../../tools/index.ts';
import { verifies } from '../../../spec/verifies.ts';
import { onBothDatabases } from '../../../tools/both-databases.ts';
import { openPlatform } from '../../../world/platform.ts';
import { stdioTo } from '../protocol/stdio-wire.ts';
import {
  answerOf,
  envelope,
  initialize,
  type Json,
  listenTo,
  openWire,
  request,
  toolCall,
  wireOf,
} from '../protocol/wire.ts';

const tasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const tools = new Map(catalogue.map((tool) => [tool.name, tool]));
const csv = 'Email\nada@example.com\ngrace@example.com\n';
const consent = { source: 'a test' };

onBothDatabases((place) => {
  const engine = () => place().platform.platform.engine;

  type Said = { token?: string; capabilities?: object; meta?: object; headers?: Record<string, string> };
  /** Sends a request as a client of 2026-07-28. */
  async function ask(
    method: string,
    params: Json,
    { token, capabilities = tasks, meta = {}, headers: more = {} }: Said = {},
  ): Promise<Json> {
    const wire = await wireOf(place().platform);
    const headers = { ...(params.taskId === undefined ? {} : { 'mcp-name': params.taskId }), ...more };
    const response = await wire.ask(
      method,
      { ...params, _meta: meta },
      { token: token ?? place().token, capabilities, headers },
    );
    return { status: response.status, ...(await answerOf(response)) };
  }
  const call = async (name: string, given: object, said?: Said): Promise<Json> =>
    (await ask('tools/call', { name, arguments: given }, said)).result;
  const get = async (taskId: string, said?: Said): Promise<Json> =>
    (await ask('tasks/get', { taskId }, said)).result;

  /** Creates a pending approval of two mails, requested by the organization's first token. */
  async function asked(subject = 'Hello'): Promise<string> {
    const { store } = engine();
    const rows = await store.forOrganization(place().organization.key).tokens.page({ limit: 1 });
    const [token] = rows.rows;
    const operator = place().platform.caller('mcp', place().organization);
    const caller = { ...operator, token: token!, scopes: token!.scopes };
    const tool = tools.get('send_email_batch')!;
    const given = {
      emails: ['ada@mailbox.dev', 'bob@mailbox.dev'].map((to) => ({
        from: 'Acme <hello@acme.dev>',
        to,
        subject,
        markdown: 'Hello there.',
      })),
    };
    const previewed = (await previewCall(engine(), tool, caller, given))!;
    return (await askPerson(engine(), { caller, tool: tool.name, given }, previewed))!.question.id;
  }
  async function decide(id: string, decision: 'approve' | 'decline') {
    const { store, world } = engine();
    return await store.database.transaction(async (queries) => {
      const within = new OrganizationStore(queries, place().organization.key);
      const { about } = (await within.approvals.byId(id))!;
      const by = { id: 'per_ada', name: 'Ada' };
      return await decideQuestion(engine(), within, id, { decision, about, by }, world.clock.now());
    });
  }

  verifies(
    'mcp.tasks',
    "waiting for a person is a task that completes with the approved call's result",
    async () => {
      const id = await asked();
      const made = await call('wait_for_approval', { id });
      expect(made).toEqual({
        resultType: 'task',
        taskId: expect.stringMatching(/^tsk_apr_/),
        status: 'working',
        statusMessage: expect.stringContaining(id),
        createdAt: expect.any(String),
        lastUpdatedAt: made.createdAt,
        ttlMs: taskTtlMs,
        pollIntervalMs: 5_000,
        _meta: expect.anything(),
      });
      const { taskId } = made;
      expect(isCreateTaskResultV2(made)).toBe(true);
      const working = await get(taskId);
      expect(working).toMatchObject({ resultType: 'complete', status: 'working', taskId });
      expect(isDetailedTaskV2(working)).toBe(true);
      const { question } = (await decide(id, 'approve'))!;
      await runHeldCall(engine(), tools, place().organization, question);
      const over = await get(taskId);
      expect(over).toMatchObject({ resultType: 'complete', status: 'completed', taskId });
      expect(over.result.structuredContent).toMatchObject({ id, status: 'used', outcome: 'done' });
      expect([over.result.content[0].type, isDetailedTaskV2(over)]).toEqual(['text', true]);
      const plain = await call('wait_for_approval', { id }, { capabilities: {} });
      expect({ ...over.result, _meta: null }).toEqual({ ...plain, _meta: null });
    },
  );

  it.each(['decline', 'expire'])('a task completes if the person lets the approval %s', async (way) => {
    const id = await asked();
    const { taskId } = await call('wait_for_approval', { id });
    if (way === 'decline') await decide(id, 'decline');
    else await place().platform.clock.advance(approvalLimits.openMs);
    const status = way === 'decline' ? 'declined' : 'expired';
    expect(await get(taskId)).toMatchObject({
      status: 'completed',
      result: { structuredContent: { status } },
    });
  });

  it('waiting for an approval that was decided returns at once', async () => {
    const id = await asked();
    await decide(id, 'decline');
    expect(await call('wait_for_approval', { id })).toMatchObject({
      resultType: 'complete',
      structuredContent: { status: 'declined' },
    });
  });

  it.each([
    ['an unknown input request', { id: 'apr_00000000000000000000000000' }],
    ['an unknown field', { nothing: true }],
    ['no id', {}],
  ])('a call with %s is refused and creates no task', async (_, given) => {
    const id = await asked();
    const answer = await call(
      'wait_for_approval',
      'id' in given || !('nothing' in given) ? given : { id, ...given },
    );
    expect(answer).toMatchObject({ resultType: 'complete', isError: true });
  });

  verifies('mcp.tasks', "an import is a task that completes with the import's result", async () => {
    const made = await call('import_subscribers', { csv, consent });
    expect(made).toMatchObject({ resultType: 'task', status: 'working', pollIntervalMs: 2_000 });
    expect(await get(made.taskId)).toMatchObject({
      status: 'working',
      statusMessage: expect.stringContaining('rows'),
    });
    await place().platform.deliver();
    const over = await get(made.taskId);
    expect(over).toMatchObject({ status: 'completed', result: { resultType: 'complete' } });
    expect(over.result.structuredContent).toMatchObject({
      object: 'import',
      status: 'completed',
      rows_done: 2,
    });
    const { data } = await place().use('list_subscribers');
    expect(data).toHaveLength(2);
  });

  it('cancelling an import cancels its task and keeps the imported rows', async () => {
    const { taskId } = await call('import_subscribers', { csv, consent });
    expect((await ask('tasks/cancel', { taskId })).result).toEqual({
      resultType: 'complete',
      _meta: expect.anything(),
    });
    expect(await get(taskId)).toMatchObject({ status: 'cancelled' });
    await place().platform.deliver();
    expect(await get(taskId)).toMatchObject({ status: 'cancelled' });
    expect((await ask('tasks/cancel', { taskId })).result.resultType).toBe('complete');
    const [entry] = (await place().use('list_audit_log', { tool: 'cancel_import' })).data;
    expect(entry).toMatchObject({ tool: 'cancel_import', outcome: 'done', door: 'mcp' });
  });

  it.each([
    ['only reads', { 'x-mcp-read-only': 'true' }],
    ['has other tools', { 'x-mcp-toolsets': 'core' }],
  ])(
    'a connection that %s cannot cancel an import by its task, and gets a normal response',
    async (_, headers) => {
      const { taskId } = await call('import_subscribers', { csv, consent });
      expect((await ask('tasks/cancel', { taskId }, { headers })).result.resultType).toBe('complete');
      expect(await get(taskId)).toMatchObject({ status: 'working' });
      expect((await ask('tasks/cancel', { taskId })).result.resultType).toBe('complete');
      expect(await get(taskId)).toMatchObject({ status: 'cancelled' });
    },
  );

  it('the preview of a small file is returned at once', async () => {
    expect(await call('import_subscribers', { csv, consent, start: false })).toMatchObject({
      resultType: 'complete',
      structuredContent: { status: 'previewed' },
    });
  });

  it('cancelling or updating a task that waits for a person is acknowledged and decides nothing', async () => {
    const id = await asked();
    const { taskId } = await call('wait_for_approval', { id });
    expect((await ask('tasks/cancel', { taskId })).result.resultType).toBe('complete');
    const inputResponses = { yes: { action: 'accept', content: { confirm: true } } };
    expect((await ask('tasks/update', { taskId, inputResponses })).result.resultType).toBe('complete');
    expect(await get(taskId)).toMatchObject({ status: 'working' });
    expect(await place().use('get_approval', { id })).toMatchObject({ status: 'pending' });
  });

  verifies(
    'mcp.tasks',
    'a request without task support gets a plain result and may not query tasks',
    async () => {
      const plain = await call('import_subscribers', { csv, consent }, { capabilities: {} });
      expect(plain).toMatchObject({ resultType: 'complete', structuredContent: { status: 'queued' } });
      const task = { ttl: 60_000 };
      const hinted = await ask(
        'tools/call',
        { name: 'import_subscribers', arguments: { csv, consent }, task },
        { capabilities: {} },
      );
      expect(hinted.result).toMatchObject({ resultType: 'complete' });
      const { taskId } = await call('import_subscribers', { csv, consent });
      for (const [method, more] of [
        ['tasks/get', {}],
        ['tasks/update', { inputResponses: {} }],
        ['tasks/cancel', {}],
      ] as const) {
        const refused = await ask(method, { taskId, ...more }, { capabilities: {} });
        expect([refused.status, refused.error.code]).toEqual([400, -32_021]);
        expect(refused.error.data).toEqual({ requiredCapabilities: tasks });
      }
      const listening = await ask(
        'subscriptions/listen',
        { notifications: { taskIds: [taskId] } },
        { capabilities: {} },
      );
      expect([listening.status, listening.error.code]).toEqual([400, -32_021]);
    },
  );

  it('the task hint of older revisions does not turn a short call into a task', async () => {
    const answer = await ask('tools/call', { name: 'list_tags', arguments: {}, task: { ttl: 60_000 } });
    expect(answer.result).toMatchObject({ resultType: 'complete' });
  });

  it('a call that requests progress still becomes a task', async () => {
    const made = await call('import_subscribers', { csv, consent }, { meta: { progressToken: 'p' } });
    expect(made).toMatchObject({ resultType: 'task', status: 'working' });
    const direct = await call('import_subscribers', { csv, consent });
    expect(Object.keys(made).sort()).toEqual(Object.keys(direct).sort());
    expect(await get(made.taskId)).toMatchObject({ status: 'working' });
  });

  verifies(
    'mcp.tasks',
    'another caller cannot find a task, in the same organization or another',
    async () => {
      const { taskId } = await call('import_subscribers', { csv, consent });
      const { token: sibling } = await place().platform.addToken(place().organization);
      const { token: foreign } = await place().platform.addOrganization('Another');
      const forged = `${taskId.slice(0, -4)}${taskId.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
      const later = taskId.replace(
        /_([0-9a-z]+)_([\w-]{22})$/,
        (_: string, at: string, mark: string) => `_${at}0_${mark}`,
      );
      const asking: [string, Said][] = [
        [taskId, { token: sibling }],
        [taskId, { token: foreign }],
        [forged, {}],
        [later, {}],
        ['nothing', {}],
      ];
      for (const [id, said] of asking) {
        for (const [method, more] of [
          ['tasks/get', {}],
          ['tasks/update', { inputResponses: {} }],
          ['tasks/cancel', {}],
        ] as const) {
          const refused = await ask(method, { taskId: id, ...more }, said);
          expect([method, refused.error]).toEqual([method, { code: -32_602, message: 'Task not found' }]);
        }
      }
      expect(await get(taskId)).toMatchObject({ status: 'working' });
    },
  );

  it('a task can be found until it expires, whatever its result is', async () => {
    const { taskId } = await call('import_subscribers', { csv, consent });
    await place().platform.deliver();
    await place().platform.clock.advance(taskTtlMs - secondMs);
    expect(await get(taskId)).toMatchObject({ status: 'completed' });
    await place().platform.clock.advance(secondMs);
    expect((await ask('tasks/get', { taskId })).error.code).toBe(-32_602);
  });

  it('an internal error during polling reveals nothing and loses no result', async () => {
    const { taskId } = await call('import_subscribers', { csv, consent });
    const { store } = engine();
    const { forOrganization } = store;
    let looks = 0;
    store.forOrganization = (key) => {
      const here = forOrganization.call(store, key);
      here.imports.byId = async () => {
        looks += 1;
        throw new Error('password authentication failed for user posthouse');
      };
      return here;
    };
    try {
      const refused = await ask('tasks/get', { taskId });
      expect(refused.error).toMatchObject({
        code: -32_603,
        message: expect.stringMatching(/^Internal error/),
      });
      const plain = await call('import_subscribers', { csv, consent });
      expect(plain).toMatchObject({ resultType: 'complete', structuredContent: { status: 'queued' } });
      expect(looks).toBe(2);
    } finally {
      store.forOrganization = forOrganization;
    }
  });

  it('a caller that may not read imports gets the plain result', async () => {
    const { token } = await place().platform.addToken(place().organization, {
      scopes: ['subscribers.write'],
    });
    expect(await call('import_subscribers', { csv, consent }, { token })).toMatchObject({
      resultType: 'complete',
      structuredContent: { status: 'queued' },
    });
  });

  it('invalid task requests are rejected as invalid', async () => {
    expect((await ask('tasks/get', {})).error.code).toBe(-32_602);
    const { taskId } = await call('import_subscribers', { csv, consent });
    expect((await ask('tasks/update', { taskId })).error.code).toBe(-32_602);
    const wire = await wireOf(place().platform);
    const mismatch = await wire.ask(
      'tasks/get',
      { taskId },
      { token: place().token, capabilities: tasks, headers: { 'mcp-name': 'another' } },
    );
    expect([mismatch.status, (await answerOf(mismatch)).error.code]).toEqual([400, -32_020]);
    for (const method of ['tasks/list', 'tasks/result']) {
      expect((await ask(method, { taskId })).error.code).toBe(-32_601);
    }
  });
});

it.each(Object.values(taskKinds).flatMap(({ made, read }) => made.map((name) => [name, read.name] as const)))(
  'the task of %s ends with the same result as %s',
  (made, read) => {
    expect(tools.get(read)!.output).toBe(tools.get(made)!.output);
  },
);

const said = (method: string, params: Json, id: number, capabilities: object = tasks) =>
  request(method, { ...params, _meta: envelope(capabilities) }, id);

describe('on stdio', () => {
  verifies('mcp.tasks', 'an import is a task as over HTTP, and its task survives restarts', async () => {
    const posthouse = await openPlatform();
    const first = stdioTo(posthouse);
    const given = { name: 'import_subscribers', arguments: { csv, consent } };
    const made = (await first.ask(said('tools/call', given, 1))).result;
    expect([made.resultType, isCreateTaskResultV2(made)]).toEqual(['task', true]);
    const { taskId } = made;
    const undeclared = await first.ask(said('tasks/get', { taskId }, 2, {}));
    expect([undeclared.error.code, undeclared.error.data]).toEqual([
      -32_021,
      { requiredCapabilities: tasks },
    ]);
    await first.end();
    await posthouse.deliver();
    const next = stdioTo(posthouse);
    const over = (await next.ask(said('tasks/get', { taskId }, 1))).result;
    expect([over.status, isDetailedTaskV2(over)]).toEqual(['completed', true]);
    expect(over.result.structuredContent).toMatchObject({ status: 'completed', rows_done: 2 });
    expect((await next.ask(said('tasks/cancel', { taskId }, 2))).result.resultType).toBe('complete');
    expect((await next.ask(said('tasks/list', {}, 3))).error.code).toBe(-32_601);
    await next.end();
    await posthouse.close();
  });

  it('a client of an older revision is offered no tasks and gets none', async () => {
    const posthouse = await openPlatform();
    const wire = stdioTo(posthouse);
    const opened = (await wire.ask(initialize(tasks))).result;
    expect(opened.capabilities.extensions).not.toHaveProperty(['io.modelcontextprotocol/tasks']);
    wire.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const answer = await wire.ask(toolCall('import_subscribers', { csv, consent }, 1));
    expect(answer.result.structuredContent).toMatchObject({ status: 'queued' });
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel', 'tasks/list', 'tasks/result']) {
      const refused = await wire.ask(request(method, { taskId: 'x', inputResponses: {} }, method));
      expect([method, refused.error.code]).toEqual([method, -32_601]);
    }
    await wire.end();
    await posthouse.close();
  });
});

describe('over HTTP', () => {
  it('a change stream that requests task notifications opens without promising them', async () => {
    const wire = await openWire();
    const params = { notifications: { toolsListChanged: true, taskIds: ['x'] } };
    const stream = listenTo(await wire.ask('subscriptions/listen', params, { capabilities: tasks }));
    const { message } = (await stream.next())!;
    expect(message.method).toBe('notifications/subscriptions/acknowledged');
    expect(message.params.notifications).toEqual({ toolsListChanged: true });
    await stream.cut();
    await wire.close();
  });

  it('the enterprise extension is announced only with an identity provider', async () => {
    const extension = 'io.modelcontextprotocol/enterprise-managed-authorization';
    for (const identityProvider of [undefined, 'https://login.example']) {
      const wire = await openWire({
        oauth: { kind: 'embedded', ...(identityProvider && { identityProvider }) },
      });
      const { result } = await answerOf(await wire.ask('server/discover'));
      expect(extension in result.capabilities.extensions).toBe(identityProvider !== undefined);
      await wire.close();
    }
  });

  it('the server announces tasks only to clients of 2026-07-28', async () => {
    const wire = await openWire();
    const discovered = await answerOf(await wire.ask('server/discover'));
    expect(discovered.result.capabilities.extensions).toMatchObject(tasks.extensions);
    expect(discovered.result.capabilities).not.toHaveProperty('tasks');
    for (const revision of ['2025-11-25', '2025-03-26']) {
      const opened = await answerOf(await wire.post(initialize(tasks, revision)));
      expect(opened.result.capabilities.extensions).not.toHaveProperty(['io.modelcontextprotocol/tasks']);
    }
    const session = await wire.open(tasks);
    const called = await answerOf(
      await wire.post(toolCall('import_subscribers', { csv, consent }), { session }),
    );
    expect(called.result.structuredContent).toMatchObject({ status: 'queued' });
    const refused = await answerOf(await wire.post(request('tasks/get', { taskId: 'x' }), { session }));
    expect(refused.error.code).toBe(-32_601);
    await wire.close();
  });
});
