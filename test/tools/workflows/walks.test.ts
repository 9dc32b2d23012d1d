import { expect, test } from 'vitest';
import { onBothDatabases, type Place } from '../both-databases.ts';
import {
  activeWorkflow,
  dayMs,
  hourMs,
  mailStep,
  minuteMs,
  startedBy,
  tagStep,
  tagsOf,
  work,
} from './scene.ts';

const ada = 'ada@example.com';
const grace = 'grace@example.com';
const alan = 'alan@example.com';
const exit = { type: 'exit', reason: 'seen' };

onBothDatabases((place) => {
  test('an activation with backfill enters each matching subscriber once, and without backfill none', async () => {
    const { use } = place();
    await people(place(), 450, (index) => ({ attributes: { plan: index % 2 === 0 ? 'pro' : 'free' } }));
    await use('create_subscriber', { email: ada, attributes: { plan: 'pro' } });
    await use('unsubscribe_subscriber', { subscriber: ada });
    const definition = {
      trigger: {
        type: 'SUBSCRIBER_CREATED',
        filter: { field: 'attributes.plan', operator: 'eq', value: 'pro' },
      },
      steps: [exit],
    };
    const without = await activeWorkflow(place(), definition);
    const id = await activeWorkflow(place(), { ...definition, backfill: true });
    await work(place());
    expect((await use('get_workflow', { workflowId: without })).stats.started).toBe(0);
    expect((await use('get_workflow', { workflowId: id })).stats).toMatchObject({
      started: 225,
      completed: 0,
      exited: 225,
    });
    await use('activate_workflow', { workflowId: id, backfill: true });
    await work(place());
    expect((await use('get_workflow', { workflowId: id })).stats.started).toBe(225);
  });

  test('a backfill stops while the workflow is paused, and continues where it was', async () => {
    const { use, platform, organization } = place();
    await people(place(), 250, () => ({}));
    const id = await activeWorkflow(place(), {
      trigger: { type: 'EVENT', name: 'ping' },
      steps: [{ type: 'delay', duration: '1 day' }],
      backfill: true,
    });
    await use('pause_workflow', { workflowId: id });
    await work(place());
    expect((await use('get_workflow', { workflowId: id })).stats.started).toBe(0);
    await use('activate_workflow', { workflowId: id });
    await work(place());
    expect((await use('get_workflow', { workflowId: id })).stats.started).toBe(250);
    const kept = await platform.platform.engine.store.forOrganization(organization.key).workflows.byId(id);
    expect(kept?.backfill).toBeNull();
  });

  test('a backfill is refused for triggers without a current state or without time to announce it', async () => {
    const { use, refusal } = place();
    const refused = async (definition: Record<string, unknown>) => {
      const { id } = await use('save_workflow', { name: 'Series', steps: [exit], ...definition });
      return (await refusal('activate_workflow', { workflowId: id, backfill: true })).message;
    };
    expect(await refused({ trigger: { type: 'SCHEDULE', cron: '0 9 * * *' } })).toBe(
      'backfill is for workflows that something starts; this one lets people in at the times of its SCHEDULE',
    );
    const ping = { type: 'EVENT', name: 'ping' };
    expect(await refused({ trigger: ping, reentry: 'event.cart' })).toContain('there is no key for the run');
    const filter = { field: 'trigger.plan', operator: 'eq', value: 'pro' };
    expect(await refused({ trigger: { ...ping, filter } })).toContain('cannot answer trigger.plan');
  });

  test('a subscriber who joins a segment enters the workflow, and an existing member does not', async () => {
    const { use } = place();
    const pro = { attributes: { plan: 'pro' } };
    await use('create_subscriber', { email: ada, ...pro });
    await use('create_subscriber', { email: grace });
    const id = await activeWorkflow(place(), {
      trigger: { type: 'SEGMENT_ENTERED', segment: await segmentOf(place()) },
      reentry: 'EVERY_TIME',
      steps: [exit],
    });
    await use('create_subscriber', { email: alan, ...pro });
    await work(place());
    expect(await startedBy(place(), id)).toEqual([alan]);
    await use('update_subscriber', { subscriber: ada, firstName: 'Ada' });
    await use('update_subscriber', { subscriber: grace, ...pro });
    await work(place());
    expect(await startedBy(place(), id)).toEqual([alan, grace]);
    await use('update_subscriber', { subscriber: ada, attributes: { plan: 'free' } });
    await work(place());
    await use('update_subscriber', { subscriber: ada, ...pro });
    await use('update_subscriber', { subscriber: ada, lastName: 'Lovelace' });
    await work(place());
    expect(await startedBy(place(), id)).toEqual([alan, grace, ada]);
  });

  test('an activation with backfill enters existing members of the segment', async () => {
    const { use } = place();
    await use('create_subscriber', { email: ada, attributes: { plan: 'pro' } });
    await use('create_subscriber', { email: grace });
    const id = await activeWorkflow(place(), {
      trigger: { type: 'SEGMENT_ENTERED', segment: await segmentOf(place()) },
      steps: [exit],
      backfill: true,
    });
    await work(place());
    await place().platform.clock.advance(2 * hourMs);
    await work(place());
    expect(await startedBy(place(), id)).toEqual([ada]);
  });

  test('a segment that members join as time passes is checked every hour', async () => {
    const { use, platform } = place();
    await use('create_subscriber', { email: ada });
    const away = { field: 'attributes.seen', operator: 'within', value: '3 hours' };
    const { id: seen } = await use('create_segment', { name: 'Seen', rule: away });
    await use('update_subscriber', {
      subscriber: ada,
      attributes: { seen: instantIn(place(), 90 * minuteMs) },
    });
    const id = await activeWorkflow(place(), {
      trigger: { type: 'SEGMENT_ENTERED', segment: seen },
      steps: [exit],
    });
    await work(place());
    expect(await startedBy(place(), id)).toEqual([]);
    await platform.clock.advance(hourMs);
    await work(place());
    expect(await startedBy(place(), id)).toEqual([]);
    await platform.clock.advance(hourMs);
    await work(place());
    expect(await startedBy(place(), id)).toEqual([ada]);
  });

  test('a changed segment rule does not enter subscribers who match only because of the change', async () => {
    const { use, platform } = place();
    await use('create_subscriber', { email: ada, attributes: { plan: 'free' } });
    await use('create_subscriber', { email: grace, attributes: { plan: 'none' } });
    const segment = await segmentOf(place());
    const id = await activeWorkflow(place(), {
      trigger: { type: 'SEGMENT_ENTERED', segment },
      steps: [exit],
    });
    await work(place());
    const rule = { field: 'attributes.plan', operator: 'eq', value: 'free' };
    await use('update_segment', { segmentId: segment, rule });
    await platform.clock.advance(hourMs);
    await work(place());
    await platform.clock.advance(hourMs);
    await work(place());
    expect(await startedBy(place(), id)).toEqual([]);
    await use('update_subscriber', { subscriber: grace, attributes: { plan: 'free' } });
    await work(place());
    expect(await startedBy(place(), id)).toEqual([grace]);
  });

  test('a segment used by a workflow can be deleted only after the workflow is archived', async () => {
    const { use, refusal } = place();
    const segmentId = await segmentOf(place());
    const trigger = { type: 'SEGMENT_ENTERED', segment: segmentId };
    const id = await activeWorkflow(place(), { trigger, steps: [exit] });
    await activeWorkflow(place(), { trigger: { type: 'EVENT', name: segmentId }, steps: [exit] });
    const refused = { message: expect.stringContaining('archive the workflow'), details: { workflowId: id } };
    expect(await refusal('delete_segment', { segmentId })).toMatchObject(refused);
    await use('pause_workflow', { workflowId: id });
    expect(await refusal('delete_segment', { segmentId })).toMatchObject(refused);
    await use('archive_workflow', { workflowId: id });
    expect(await use('delete_segment', { segmentId })).toMatchObject({ deleted: true });
  });

  test("a date trigger enters each subscriber once at the time of day in the subscriber's time zone", async () => {
    const { use, platform } = place();
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    const start = Math.ceil(platform.clock.now() / dayMs) * dayMs;
    await platform.clock.advance(start - platform.clock.now());
    const ends = day(start + 3 * dayMs);
    for (const [email, timezone] of [
      [ada, 'Asia/Tokyo'],
      [grace, 'America/New_York'],
      [alan, 'Asia/Kathmandu'],
    ]) {
      await use('create_subscriber', { email, timezone, attributes: { trialEnds: ends } });
    }
    await use('create_subscriber', { email: 'odd@example.com', attributes: { trialEnds: 'soon' } });
    const id = await activeWorkflow(place(), {
      trigger: { type: 'DATE', attribute: 'trialEnds', offset: '-2 days', at: '09:00' },
      reentry: 'EVERY_TIME',
      steps: [exit],
    });
    const times = new Map<number, string[]>();
    let known = 0;
    for (const hours of [23.75, 24, 27, 27.25, 37.75, 38, 48, 72]) {
      const at = start + hours * hourMs;
      await platform.clock.advance(at - platform.clock.now());
      await work(place());
      const started = await startedBy(place(), id);
      if (started.length > known) times.set((at - start) / hourMs, started.slice(known));
      known = started.length;
    }
    expect([...times]).toEqual([
      [24, [ada]],
      [24 + 3.25, [alan]],
      [24 + 14, [grace]],
    ]);
  });

  test('a yearly date enters a subscriber each year, and February 29 falls back to February 28', async () => {
    const { use, platform } = place();
    await platform.clock.advance(Date.UTC(2027, 1, 27) - platform.clock.now());
    await use('create_subscriber', { email: ada, attributes: { birthday: '1992-02-29' } });
    await use('create_subscriber', { email: grace, attributes: { birthday: '2027-02-28' } });
    const id = await activeWorkflow(place(), {
      trigger: { type: 'DATE', attribute: 'birthday', yearly: true, at: '10:00' },
      reentry: 'EVERY_TIME',
      steps: [exit],
    });
    await work(place());
    const dates: string[] = [];
    let known = 0;
    for (const at of [
      Date.UTC(2027, 1, 28, 9, 59),
      Date.UTC(2027, 1, 28, 10),
      Date.UTC(2027, 2, 1, 10),
      Date.UTC(2028, 1, 28, 10),
      Date.UTC(2028, 1, 29, 10),
    ]) {
      await platform.clock.advance(at - platform.clock.now());
      await work(place());
      const started = await startedBy(place(), id);
      for (const email of started.slice(known))
        dates.push(`${new Date(at).toISOString().slice(0, 10)} ${email}`);
      known = started.length;
    }
    expect(dates).toEqual([
      `2027-02-28 ${ada}`,
      `2027-02-28 ${grace}`,
      `2028-02-28 ${grace}`,
      `2028-02-29 ${ada}`,
    ]);
  });

  test('a schedule enters every matching subscriber at each of its times', async () => {
    const { use, platform } = place();
    const start = Math.ceil(platform.clock.now() / dayMs) * dayMs;
    await platform.clock.advance(start - platform.clock.now());
    await people(place(), 230, () => ({ tags: ['monthly'] }));
    await use('create_subscriber', { email: ada });
    const id = await activeWorkflow(place(), {
      trigger: {
        type: 'SCHEDULE',
        cron: '30 9 * * *',
        timezone: 'Europe/Berlin',
        filter: { field: 'tags', operator: 'eq', value: 'monthly' },
      },
      reentry: 'EVERY_TIME',
      steps: [exit],
    });
    const startedAt = async (hours: number) => {
      await platform.clock.advance(start + hours * hourMs - platform.clock.now());
      await work(place());
      return (await use('get_workflow', { workflowId: id })).stats.started;
    };
    const summer = /GMT\+2/.test(
      new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', timeZoneName: 'shortOffset' }).format(start),
    );
    const nine = summer ? 7.5 : 8.5;
    expect(await startedAt(nine - 0.01)).toBe(0);
    expect(await startedAt(nine)).toBe(230);
    expect(await startedAt(nine + 1)).toBe(230);
    expect(await startedAt(nine + 24)).toBe(460);
    await use('pause_workflow', { workflowId: id });
    expect(await startedAt(nine + 49)).toBe(460);
    await use('activate_workflow', { workflowId: id });
    expect(await startedAt(nine + 50)).toBe(460);
    expect(await startedAt(nine + 72)).toBe(690);
  });

  test('a backfill for a tag enters only subscribers with that tag', async () => {
    const { use } = place();
    await use('create_subscriber', { email: ada, tags: ['vip'] });
    await use('create_subscriber', { email: grace });
    await activeWorkflow(place(), {
      trigger: { type: 'TAG_ADDED', tag: 'vip' },
      steps: [mailStep('hello'), tagStep('greeted')],
      backfill: true,
    });
    await work(place());
    expect([await tagsOf(place(), ada), await tagsOf(place(), grace)]).toEqual([['greeted', 'vip'], []]);
  });
});

async function people(
  { use }: Place,
  amount: number,
  fieldsOf: (index: number) => Record<string, unknown>,
): Promise<void> {
  const subscribers = Array.from({ length: amount }, (_, index) => ({
    email: `p${index}@example.com`,
    ...fieldsOf(index),
  }));
  for (let at = 0; at < amount; at += 100) {
    await use('save_subscribers', { subscribers: subscribers.slice(at, at + 100) });
  }
}

async function segmentOf({ use }: Place): Promise<string> {
  const rule = { field: 'attributes.plan', operator: 'eq', value: 'pro' };
  const { id } = await use('create_segment', { name: 'Pro', rule });
  return id;
}

function instantIn({ platform }: Place, ms: number): string {
  return new Date(platform.clock.now() + ms).toISOString();
}
