import { expect, test } from 'vitest';
import { onBothDatabases } from '../both-databases.ts';
import { activeWorkflow, dayMs, hourMs, mailStep, mailsOf, work } from './scene.ts';

const ada = 'ada@example.com';

onBothDatabases((place) => {
  test('mailsMax counts the mails of all workflows, and the mail beyond it waits until there is room', async () => {
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

  test('two mails of one person that come due at once count for each other', async () => {
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
