import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../../src/store/postgres/database.ts';
import { addReaders, scheduleCampaign } from '../../engine/campaigns/campaign-scene.ts';
import { openPlatform } from '../../world/platform.ts';
import { freshPostgres } from '../../world/postgres/postgres.ts';
import { simulatedClock } from '../../world/simulated/clock.ts';
import { onBothDatabases } from '../both-databases.ts';
import { activeWorkflow, dayMs, hourMs, mailStep, mailsOf, work } from './scene.ts';

const ada = 'ada@example.com';

onBothDatabases((place) => {
  test('the mailsMax limit counts the mails of all workflows, and further mail waits', async () => {
    const { use, platform } = place();
    const of = (name: string) =>
      activeWorkflow(place(), {
        trigger: { type: 'EVENT', name: 'ping' },
        mailsMax: { count: 1, per: '1 day' },
        steps: [mailStep(name)],
      });
    await of('first');
    const second = await of('second');
    await use('track_event', { name: 'ping', email: ada });
    await work(place());
    await work(place());
    expect(await mailsOf(place())).toEqual(['first']);
    const { data } = await use('list_workflow_runs', { workflowId: second });
    expect(data).toMatchObject([{ status: 'WAITING', waitsFor: { reason: 'mails_max' } }]);
    await platform.clock.advance(dayMs - hourMs);
    await work(place());
    expect(await mailsOf(place())).toEqual(['first']);
    await platform.clock.advance(hourMs);
    await work(place());
    expect(await mailsOf(place())).toEqual(['first', 'second']);
  });

  test('two mails to one subscriber that become due together count toward the limit of each other', async () => {
    const { use } = place();
    const id = await activeWorkflow(place(), {
      trigger: { type: 'EVENT', name: 'ping' },
      reentry: 'event.order',
      mailsMax: { count: 2, per: '1 day' },
      steps: [mailStep('thanks')],
    });
    for (const order of [1, 2, 3]) {
      await use('track_event', { name: 'ping', email: ada, properties: { order } });
    }
    await work(place());
    await work(place());
    expect(await mailsOf(place())).toEqual(['thanks', 'thanks']);
    expect((await use('get_workflow', { workflowId: id })).stats).toMatchObject({ completed: 2, open: 1 });
  });
});

test('a campaign accepted at the same time as a workflow mail counts toward the cap, on PostgreSQL', async () => {
  const fresh = await freshPostgres();
  onTestFinished(() => fresh.drop());
  const clock = simulatedClock();
  const first = await openPlatform({ database: await openPostgres(fresh.url), clock });
  const second = await openPlatform({ database: await openPostgres(fresh.url), clock, seed: 2 });
  const use = async (tool: string, input: unknown): Promise<never> =>
    (await first.call(tool, input)).output as never;
  const races = 60;
  // Real mailboxes: mail to one is accepted by one process at a time, so keys follow the order of acceptance.
  const addresses = Array.from({ length: races }, (_, index) => `p${index}@mailbox.dev`);
  await addReaders(first, first.organization, addresses);
  const { id } = (await use('save_workflow', {
    name: 'Series',
    trigger: { type: 'EVENT', name: 'ping' },
    mailsMax: { count: 1, per: '1 day' },
    steps: [mailStep('workflow')],
  })) as { id: string };
  await use('activate_workflow', { workflowId: id });
  for (const email of addresses) await use('track_event', { name: 'ping', email });
  await scheduleCampaign(first, first.organization);
  const workers = [first, second].map(({ platform }) => platform.worker);
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(workers.map((worker) => worker.runDue()));
    await clock.advance(1_000);
  }
  const mails = await first.platform.engine.store.database.reader.all<{
    subscriber_id: string;
    source: string;
    key: number;
  }>(`SELECT subscriber_id, source, key FROM emails WHERE organization = $1 ORDER BY key`, [
    first.organization.key,
  ]);
  const campaigned = new Map(
    mails.filter(({ source }) => source === 'campaign').map((mail) => [mail.subscriber_id, mail.key]),
  );
  expect(campaigned.size).toBe(races);
  // Only mails accepted before the campaign's mail had room.
  const beyond = mails.filter(
    ({ source, subscriber_id, key }) => source === 'workflow' && key > (campaigned.get(subscriber_id) ?? 0),
  );
  expect(beyond).toEqual([]);
  await second.close();
  await first.close();
});
