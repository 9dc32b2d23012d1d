import { describe, expect, test } from 'vitest';
import { hourMs, minuteMs, secondMs } from '../../../src/model/instant.ts';
import { refused } from '../../world/mail/capture-mail.ts';
import type { SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { answered } from '../../world/simulated/receivers.ts';
import { addWebhook } from '../webhooks/webhook-scene.ts';
import { openClockScene } from './clock-scene.ts';

const ada = 'ada@mailbox.dev';
const mail = { from: 'hello@acme.dev', to: ada, subject: 'Hello', markdown: 'Hello' };
const hook = 'https://hooks.acme.dev/in';

async function use(posthouse: SimulatedPlatform, tool: string, input: unknown): Promise<{ id: string }> {
  const { output } = await posthouse.call(tool, input);
  return output as { id: string };
}

async function tagsOf(posthouse: SimulatedPlatform): Promise<string[]> {
  const { tags } = (await use(posthouse, 'get_subscriber', { subscriber: ada })) as unknown as {
    tags: { name: string }[];
  };
  return tags.map(({ name }) => name);
}

/** Enters Ada into a workflow that waits and then tags her. */
async function enterDelay(posthouse: SimulatedPlatform, delay: Record<string, unknown>): Promise<void> {
  const steps = [
    { type: 'delay', ...delay },
    { type: 'add_tag', tag: 'waited' },
  ];
  const trigger = { type: 'EVENT', name: 'ping' };
  const { id } = await use(posthouse, 'save_workflow', { name: 'Series', trigger, steps });
  await use(posthouse, 'activate_workflow', { workflowId: id });
  await use(posthouse, 'track_event', { name: 'ping', email: ada });
}

describe.each(databases)('on %s,', (_, openDatabase) => {
  const open = async () => {
    const scene = await openClockScene(openDatabase);
    const posthouse = await scene.start();
    await scene.pass(minuteMs);
    return { ...scene, posthouse };
  };

  test('a failed webhook is retried on time after the clock is set back an hour', async () => {
    const { clock, pass, posthouse } = await open();
    await addWebhook(posthouse);
    posthouse.receivers.answers.set(hook, [500, 500, 204]);
    await use(posthouse, 'add_suppression', { email: ada });
    await pass(10 * secondMs);
    expect(posthouse.receivers.posts).toHaveLength(2);
    clock.setBy(-hourMs);
    await pass(5 * minuteMs + minuteMs);
    expect(posthouse.receivers.posts).toHaveLength(3);
  });

  test('a paused webhook gets its next request on time after the clock is set back', async () => {
    const { clock, pass, posthouse } = await open();
    await addWebhook(posthouse);
    posthouse.receivers.answers.set(hook, [answered(429, '120'), 204]);
    await use(posthouse, 'add_suppression', { email: ada });
    await pass(10 * secondMs);
    expect(posthouse.receivers.posts).toHaveLength(1);
    clock.setBy(-hourMs);
    await pass(100 * secondMs);
    expect(posthouse.receivers.posts).toHaveLength(1);
    await pass(70 * secondMs);
    expect(posthouse.receivers.posts).toHaveLength(2);
  });

  test.each([
    ['back', -hourMs],
    ['forward', hourMs],
  ])('a workflow delay keeps its length when the clock is set %s an hour', async (_way, byMs) => {
    const { clock, pass, posthouse } = await open();
    await enterDelay(posthouse, { duration: '5 minutes' });
    await pass(10 * secondMs);
    clock.setBy(byMs);
    await pass(4 * minuteMs);
    expect(await tagsOf(posthouse)).toEqual([]);
    await pass(minuteMs + 50 * secondMs);
    expect(await tagsOf(posthouse)).toEqual(['waited']);
  });

  test('a delay that starts right after the clock is set back keeps its length', async () => {
    const { clock, pass, posthouse } = await open();
    const { world } = posthouse.platform.engine;
    const before = world.clock.now();
    clock.setBy(-hourMs);
    while (world.clock.now() >= before) await pass(secondMs / 2);
    await enterDelay(posthouse, { duration: '2 minutes' });
    await pass(minuteMs + 45 * secondMs);
    expect(await tagsOf(posthouse)).toEqual([]);
    await pass(30 * secondMs);
    expect(await tagsOf(posthouse)).toEqual(['waited']);
  });

  test.each([
    ['back', -hourMs],
    ['forward', hourMs],
  ])('the mailsMax window counts elapsed time when the clock is set %s an hour', async (_way, byMs) => {
    const { clock, pass, posthouse } = await open();
    const steps = ['One', 'Two'].map((subject) => ({
      type: 'send_email',
      from: 'news@acme.dev',
      subject,
      markdown: '[Unsubscribe]({{unsubscribeUrl}})',
    }));
    const { id } = await use(posthouse, 'save_workflow', {
      name: 'Two mails',
      trigger: { type: 'EVENT', name: 'ping' },
      steps,
      mailsMax: { count: 1, per: '5 minutes' },
    });
    await use(posthouse, 'activate_workflow', { workflowId: id });
    await use(posthouse, 'track_event', { name: 'ping', email: ada });
    await pass(10 * secondMs);
    expect(posthouse.mailbox.messages).toHaveLength(1);
    clock.setBy(byMs);
    await pass(4 * minuteMs);
    expect(posthouse.mailbox.messages).toHaveLength(1);
    await pass(minuteMs + 50 * secondMs);
    expect(posthouse.mailbox.messages).toHaveLength(2);
  });

  test('a delay until a given time ends by the wall clock', async () => {
    const { clock, pass, posthouse } = await open();
    await enterDelay(posthouse, { until: new Date(clock.now() + 5 * minuteMs).toISOString() });
    await pass(10 * secondMs);
    clock.setBy(-hourMs);
    await pass(6 * minuteMs);
    expect(await tagsOf(posthouse)).toEqual([]);
    clock.setBy(hourMs);
    await pass(minuteMs);
    expect(await tagsOf(posthouse)).toEqual(['waited']);
  });

  test.each([
    ['a few seconds', 0],
    ['two minutes', 2 * minuteMs],
  ])('mail deferred while the clock is four hours ahead for %s is sent on time', async (_long, aheadMs) => {
    const { clock, database, pass, posthouse } = await open();
    clock.setBy(4 * hourMs);
    await pass(aheadMs);
    posthouse.mailbox.next(refused(451));
    const { id } = await use(posthouse, 'send_email', mail);
    const job = 'SELECT run_at FROM jobs WHERE subject = $1 AND attempts = 1 AND attempt_open = 0';
    const putOff = async () => await database.reader.get<{ run_at: number }>(job, [id]);
    while ((await putOff()) === undefined) await pass(secondMs);
    const waitMs = (await putOff())!.run_at - posthouse.platform.engine.world.clock.now();
    clock.setBy(-4 * hourMs);
    await pass(waitMs - 5 * secondMs);
    expect(posthouse.mailbox.messages).toHaveLength(1);
    await pass(minuteMs);
    expect(posthouse.mailbox.messages).toHaveLength(2);
  });

  test('a mailbox at its limit stays limited for ten minutes of elapsed time when the clock is set back', async () => {
    const { clock, pass, posthouse } = await open();
    const send = async () => await posthouse.http('POST', '/api/v2/emails', { body: mail });
    for (let sent = 0; sent < 5; sent += 1) expect((await send()).status).toBe(200);
    clock.setBy(-hourMs);
    expect((await send()).status).toBe(429);
    await pass(5 * minuteMs);
    const full = await send();
    expect(full.status).toBe(429);
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan((4 * minuteMs) / secondMs);
    expect(Number(full.headers.get('retry-after'))).toBeLessThanOrEqual((5 * minuteMs) / secondMs);
    await pass(5 * minuteMs);
    expect((await send()).status).toBe(200);
  });
});
