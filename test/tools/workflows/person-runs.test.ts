import { expect, test } from 'vitest';
import { onBothDatabases } from '../both-databases.ts';
import { activeWorkflow, tagStep, work } from './scene.ts';

const workflowsAmount = 3;

onBothDatabases((place) => {
  test("a subscriber's runs are listed across all workflows, newest first, in pages", async () => {
    const here = place();
    const { use } = here;
    const ids: string[] = [];
    for (let number = 0; number < workflowsAmount; number += 1) {
      const steps = [{ type: 'delay', duration: `${number + 1} days` }, tagStep(`tag ${number}`)];
      ids.push(await activeWorkflow(here, { trigger: { type: 'EVENT', name: `event.${number}` }, steps }));
    }
    for (const email of ['ada@example.com', 'grace@example.com', 'ada@example.com']) {
      for (const number of ids.keys()) await use('track_event', { name: `event.${number}`, email });
      await work(here);
    }
    const subscriber = 'ada@example.com';
    const all = await use('list_workflow_runs', { subscriber });
    expect(
      all.data.map(({ workflowId, email, status }: Record<string, string>) => [workflowId, email, status]),
    ).toEqual(ids.toReversed().map((id) => [id, subscriber, 'WAITING']));
    const first = await use('list_workflow_runs', { subscriber, limit: 2 });
    const rest = await use('list_workflow_runs', { subscriber, limit: 2, after: first.data.at(-1).id });
    expect([first.has_more, rest.has_more, [...first.data, ...rest.data]]).toEqual([true, false, all.data]);
    const back = await use('list_workflow_runs', { subscriber, limit: 2, before: rest.data[0].id });
    expect(back.data).toEqual(first.data);
    await here.platform.clock.advance(36 * 3_600_000);
    await work(here);
    const ended = await use('list_workflow_runs', { subscriber, status: 'COMPLETED' });
    expect(ended.data.map(({ workflowId }: { workflowId: string }) => workflowId)).toEqual([ids[0]]);
    const person = await use('get_subscriber', { subscriber });
    const { body } = await here.http('GET', `/api/v2/subscribers/${person.id}/runs?status=WAITING`);
    expect(body.data.map(({ workflowId }: { workflowId: string }) => workflowId)).toEqual(
      ids.slice(1).toReversed(),
    );
    const one = await use('list_workflow_runs', { subscriber, workflowId: ids[1] });
    expect(one.data).toHaveLength(1);
  });

  test('a list of runs requires a workflow or a subscriber of the own organization', async () => {
    const here = place();
    const neither = await here.refusal('list_workflow_runs', {});
    expect(JSON.stringify([neither.message, neither.details])).toContain('subscriber');
    const other = await here.platform.addOrganization(`Other of ${here.organization.key}`);
    await here.use('create_subscriber', { email: 'ada@example.com' });
    const caller = here.platform.caller('v2', other.organization);
    const asked = here.platform.call('list_workflow_runs', { subscriber: 'ada@example.com' }, { caller });
    await expect(asked).rejects.toMatchObject({ failure: 'not_found' });
  });
});
