import { isCreateTaskResultV2, isDetailedTaskV2 } from '@modelcontextprotocol/ext-tasks/core/v2';
import { describe, expect, it } from 'vitest';
import { hourMs, minuteMs, secondMs } from '../../../../src/model/instant.ts';
import { soonMs } from '../../../../src/surfaces/mcp/tools/campaign-task.ts';
import { verifies } from '../../../spec/verifies.ts';
import { onBothDatabases } from '../../../tools/both-databases.ts';
import { sendable } from '../../../tools/campaigns/scene.ts';
import { openPlatform } from '../../../world/platform.ts';
import { stdioTo } from '../protocol/stdio-wire.ts';
import { answerOf, envelope, type Json, request, wireOf } from '../protocol/wire.ts';

const tasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
/** One mail an hour, so that the campaign is half sent in between. */
const slowly = { throttle: { perHour: 1 } };
const people = ['ada@mailbox.dev', 'grace@mailbox.dev'];

onBothDatabases((place) => {
  type Said = { token?: string; capabilities?: object; headers?: Record<string, string> };
  async function ask(method: string, params: Json, said: Said = {}): Promise<Json> {
    const { token = place().token, capabilities = tasks, headers: more = {} } = said;
    const wire = await wireOf(place().platform);
    const headers = { ...(params.taskId === undefined ? {} : { 'mcp-name': params.taskId }), ...more };
    const response = await wire.ask(method, { ...params, _meta: {} }, { token, capabilities, headers });
    return await answerOf(response);
  }
  const get = async (taskId: string, said?: Said): Promise<Json> =>
    (await ask('tasks/get', { taskId }, said)).result;
  const cancel = async (taskId: string, said?: Said): Promise<void> => {
    expect((await ask('tasks/cancel', { taskId }, said)).result.resultType).toBe('complete');
  };

  /** Calls a tool, and repeats the call with the confirmation if required. */
  async function call(name: string, given: object, said?: Said): Promise<Json> {
    const { result } = await ask('tools/call', { name, arguments: given }, said);
    const token = /"confirmation_token":"([^"]+)"/.exec(result.isError ? result.content[0].text : '')?.[1];
    if (token === undefined) return result;
    const agreed = { ...given, confirmation_token: token };
    return (await ask('tools/call', { name, arguments: agreed }, said)).result;
  }
  async function draft(more: object = {}): Promise<string> {
    for (const email of people) await place().use('create_subscriber', { email });
    return (await place().use('create_campaign', { ...sendable, ...more })).id;
  }
  /** Delivers all due mail until the campaign finds no more recipients. */
  async function finish(): Promise<void> {
    for (const more of [hourMs, hourMs, minuteMs]) {
      await place().platform.clock.advance(more);
      await place().platform.deliver();
    }
  }
  /** Creates a task whose campaign has mailed one of two subscribers. */
  async function halfSent(): Promise<{ id: string; taskId: string }> {
    const id = await draft(slowly);
    const { taskId } = await call('send_campaign', { campaign_id: id });
    await place().platform.deliver();
    expect(await get(taskId)).toMatchObject({ status: 'working', statusMessage: '1 of 2 mailed' });
    await place().platform.clock.advance(1);
    return { id, taskId };
  }

  verifies(
    'mcp.tasks',
    'starting a campaign returns a task that completes when the campaign is SENT',
    async () => {
      const id = await draft(slowly);
      const made = await call('send_campaign', { campaign_id: id });
      expect(made).toMatchObject({ resultType: 'task', status: 'working', pollIntervalMs: 5_000 });
      expect(made.taskId).toContain(`tsk_${id}_`);
      expect(made.statusMessage).toMatch(/^Starts at /);
      expect(isCreateTaskResultV2(made)).toBe(true);
      await place().platform.deliver();
      const working = await get(made.taskId);
      expect(working).toMatchObject({ status: 'working', statusMessage: '1 of 2 mailed' });
      expect(isDetailedTaskV2(working)).toBe(true);
      await finish();
      const over = await get(made.taskId);
      expect(over).toMatchObject({ status: 'completed', result: { structuredContent: { status: 'SENT' } } });
      expect(isDetailedTaskV2(over)).toBe(true);
      const plain = await call('get_campaign', { campaign_id: id });
      expect({ ...over.result, _meta: null }).toEqual({ ...plain, _meta: null });
    },
  );

  it('a campaign scheduled far ahead returns a completed task', async () => {
    const { clock } = place().platform;
    const at = (ms: number) => new Date(clock.now() + ms).toISOString();
    const later = await draft();
    const far = { campaign_id: later, scheduled_at: at(soonMs + secondMs) };
    expect(await call('send_campaign', far)).toMatchObject({
      resultType: 'complete',
      structuredContent: { id: later, status: 'SCHEDULED' },
    });
    const next = await draft();
    const near = { campaign_id: next, scheduled_at: at(soonMs - secondMs) };
    expect(await call('send_campaign', near)).toMatchObject({ resultType: 'task', status: 'working' });
  });

  it('rescheduling a campaign far ahead completes its task', async () => {
    const { clock } = place().platform;
    const id = await draft();
    const scheduledAt = new Date(clock.now() + hourMs).toISOString();
    const { taskId } = await call('send_campaign', { campaign_id: id });
    await place().use('reschedule_campaign', { campaignId: id, scheduledAt });
    expect(await get(taskId)).toMatchObject({
      status: 'completed',
      result: { structuredContent: { status: 'SCHEDULED' } },
    });
  });

  it('cancelling the task of a campaign that has not started returns it to DRAFT', async () => {
    const id = await draft();
    const { taskId } = await call('send_campaign', { campaign_id: id });
    await cancel(taskId);
    expect(await get(taskId)).toMatchObject({
      status: 'cancelled',
      statusMessage: 'Cancelled before it started',
    });
    await place().platform.deliver();
    expect(await place().use('get_campaign', { campaignId: id })).toMatchObject({ status: 'DRAFT' });
    const [entry] = (await place().use('list_audit_log', { tool: 'cancel_campaign' })).data;
    expect(entry).toMatchObject({ outcome: 'done', door: 'mcp' });
  });

  it('sending a campaign again does not revive its cancelled task', async () => {
    const id = await draft();
    const { taskId } = await call('send_campaign', { campaign_id: id });
    await cancel(taskId);
    await place().platform.clock.advance(1);
    const again = await call('send_campaign', { campaign_id: id });
    await cancel(taskId);
    for (const status of ['working', 'completed']) {
      expect([(await get(taskId)).status, (await get(again.taskId)).status]).toEqual(['cancelled', status]);
      await finish();
    }
  });

  it('cancelling the task of a running campaign pauses it without a confirmation', async () => {
    const { id, taskId } = await halfSent();
    await cancel(taskId);
    expect(await get(taskId)).toMatchObject({
      status: 'cancelled',
      statusMessage: 'Stopped with 1 of 2 mailed: resume_campaign mails the remaining recipients',
    });
    const campaign = await place().use('get_campaign', { campaignId: id });
    expect(campaign).toMatchObject({ status: 'SENDING', paused: true });
    await cancel(taskId);
  });

  it('resuming a campaign creates a new task, and the earlier task stays cancelled', async () => {
    const { id, taskId } = await halfSent();
    await place().use('pause_campaign', { campaignId: id });
    const resumed = await call('resume_campaign', { campaign_id: id });
    expect(resumed).toMatchObject({ resultType: 'task', statusMessage: '1 of 2 mailed' });
    expect(await get(taskId)).toMatchObject({ status: 'cancelled' });
    await cancel(taskId);
    await finish();
    expect(await get(resumed.taskId)).toMatchObject({ status: 'completed' });
    expect(await get(taskId)).toMatchObject({ status: 'cancelled' });
  });

  it('a campaign that pauses itself completes its task with a result for a person to review', async () => {
    const id = await draft();
    const { taskId } = await call('send_campaign', { campaign_id: id });
    const { store } = place().platform.platform.engine;
    for (let more = 0; more < 30; more += 1) {
      await place().use('create_subscriber', { email: `late-${more}@mailbox.dev` });
    }
    await place().platform.clock.advance(1);
    await place().platform.deliver();
    const over = await get(taskId);
    expect(over).toMatchObject({ status: 'completed' });
    expect(over.result.structuredContent).toMatchObject({
      status: 'SENDING',
      paused: true,
      problem: expect.stringContaining('were approved'),
    });
    await place().platform.clock.advance(1);
    const resumed = await call('resume_campaign', { campaign_id: id });
    expect(resumed).toMatchObject({ resultType: 'task', status: 'working' });
    expect(await get(taskId)).toMatchObject({ status: 'completed' });
    const head = await store.forOrganization(place().organization.key).campaigns.headById(id);
    expect(head).toMatchObject({ paused: false });
  });

  it('ending a campaign cancels its task', async () => {
    const { id, taskId } = await halfSent();
    await place().use('end_campaign', { campaignId: id });
    expect(await get(taskId)).toMatchObject({
      status: 'cancelled',
      statusMessage: 'Stopped with 1 of 2 mailed: the remaining recipients are not mailed',
    });
  });

  it('a campaign archived after SENT has a completed task, and a deleted campaign has no task', async () => {
    const id = await draft();
    const { taskId } = await call('send_campaign', { campaign_id: id });
    await finish();
    await place().use('archive_campaign', { campaignId: id });
    expect(await get(taskId)).toMatchObject({ status: 'completed' });
    await place().use('delete_campaign', { campaignId: id });
    expect((await ask('tasks/get', { taskId })).error.code).toBe(-32_602);
  });

  it('a task includes the warnings of its call', async () => {
    const id = await draft();
    const { warnings } = await place().use('get_campaign', { campaignId: id });
    expect(warnings).not.toEqual([]);
    const made = await call('send_campaign', { campaign_id: id });
    for (const warning of warnings) expect(made.statusMessage).toContain(warning);
  });

  it.each([
    [{ stage: 'gathering' }, '5,000 recipients gathered so far'],
    [{ stage: 'sending' }, '1,200 of 5,000 mailed'],
    [{ problem: 'acme.dev is gone' }, '1,200 of 5,000 mailed. It waits: acme.dev is gone'],
    [
      { stage: 'choosing', chooseAt: 1_800_000_000_000 },
      '1,200 of 5,000 mailed, the A/B test ends at 2027-01-15T08:00:00.000Z',
    ],
  ])('the task of a campaign in %j reports %s', async (standing, said) => {
    const id = await draft();
    const { taskId } = await call('send_campaign', { campaign_id: id });
    const { platform, organization } = place();
    await platform.platform.engine.store.database.transaction(async (queries) => {
      await queries.run(
        `UPDATE campaigns SET status = 'SENDING', started_at = 1, progress = $1 WHERE organization = $2`,
        [JSON.stringify({ ...waiting, ...standing }), organization.key],
      );
      await queries.insert('INSERT INTO counts (organization, counted, amount)', [
        [organization.key, `${id} sent`, 1_200],
        [organization.key, `${id} recipients`, 5_000],
      ]);
    });
    expect(await get(taskId)).toMatchObject({ status: 'working', statusMessage: said });
  });

  it('a campaign that starts just before its task is cancelled is paused', async () => {
    const { id, taskId } = await halfSent();
    const { store } = place().platform.platform.engine;
    const { forOrganization } = store;
    store.forOrganization = (key) => {
      const here = forOrganization.call(store, key);
      const { headById } = here.campaigns;
      here.campaigns.headById = async (of) => {
        const head = await headById.call(here.campaigns, of);
        return head && { ...head, status: 'SCHEDULED' };
      };
      return here;
    };
    try {
      await cancel(taskId);
    } finally {
      store.forOrganization = forOrganization;
    }
    expect(await place().use('get_campaign', { campaignId: id })).toMatchObject({ paused: true });
  });

  it.each([
    ['only reads', { 'x-mcp-read-only': 'true' }],
    ['has other tools', { 'x-mcp-toolsets': 'core' }],
  ])(
    'a connection that %s cannot stop a campaign by its task, and gets a normal response',
    async (_, headers) => {
      const { taskId } = await halfSent();
      await cancel(taskId, { headers });
      expect(await get(taskId)).toMatchObject({ status: 'working' });
    },
  );

  it('a campaign that needs a confirmation is not a task yet', async () => {
    const id = await draft();
    const { result } = await ask('tools/call', { name: 'send_campaign', arguments: { campaign_id: id } });
    expect(result).toMatchObject({ resultType: 'complete', isError: true });
    const dry = { name: 'send_campaign', arguments: { campaign_id: id, dry_run: true } };
    expect((await ask('tools/call', dry)).result).toMatchObject({ resultType: 'complete' });
  });

  it('a client without task support gets the campaign instead of a task', async () => {
    const id = await draft();
    expect(await call('send_campaign', { campaign_id: id }, { capabilities: {} })).toMatchObject({
      resultType: 'complete',
      structuredContent: { status: 'SCHEDULED' },
    });
  });

  it('another caller cannot find the task of a campaign', async () => {
    const { taskId } = await halfSent();
    const { token: sibling } = await place().platform.addToken(place().organization);
    const { token: foreign } = await place().platform.addOrganization('Another');
    for (const token of [sibling, foreign]) {
      for (const method of ['tasks/get', 'tasks/cancel']) {
        expect((await ask(method, { taskId }, { token })).error.code).toBe(-32_602);
      }
    }
    expect(await get(taskId)).toMatchObject({ status: 'working' });
  });
});

const waiting = { stage: 'sending', sentThrough: 0, bodies: [], chooseAt: null, releasing: false };

describe('on stdio', () => {
  verifies('mcp.tasks', 'a campaign is a task as over HTTP, and its task survives restarts', async () => {
    const posthouse = await openPlatform();
    const said = (method: string, params: Json, id: number) =>
      request(method, { ...params, _meta: envelope(tasks) }, id);
    await posthouse.call('create_subscriber', { email: 'ada@example.com' });
    const { id } = (await posthouse.call('create_campaign', sendable)).output as Json;
    const first = stdioTo(posthouse);
    const given = { name: 'send_campaign', arguments: { campaign_id: id } };
    const made = (await first.ask(said('tools/call', given, 1))).result;
    expect([made.resultType, isCreateTaskResultV2(made)]).toEqual(['task', true]);
    await first.end();
    await posthouse.clock.advance(minuteMs);
    await posthouse.deliver();
    const next = stdioTo(posthouse);
    const over = (await next.ask(said('tasks/get', { taskId: made.taskId }, 1))).result;
    expect([over.status, isDetailedTaskV2(over)]).toEqual(['completed', true]);
    expect(over.result.structuredContent).toMatchObject({ id, status: 'SENT' });
    await next.end();
    await posthouse.close();
  });
});
