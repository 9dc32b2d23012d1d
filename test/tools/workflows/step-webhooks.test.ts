import { expect, test } from 'vitest';
import { onBothDatabases, type Place } from '../both-databases.ts';
import { activeWorkflow, minuteMs, tagStep, tagsOf, work } from './scene.ts';

const ada = 'ada@example.com';

onBothDatabases((place) => {
  test('a webhook step posts signed data once, retries a failing receiver, and does not block the run', async () => {
    const { use, platform } = place();
    const url = urlOf(place());
    const { id: other } = await use('save_webhook', { url: `${url}/other` });
    platform.receivers.answers.set(url, [500, 204]);
    const id = await activeWorkflow(place(), {
      trigger: { type: 'EVENT', name: 'order.paid' },
      steps: [
        {
          key: 'crm',
          type: 'webhook',
          url,
          data: { plan: '{{trigger.plan}}', name: '{{firstName|friend}}', source: 'posthouse' },
        },
        tagStep('posted'),
      ],
    });
    await use('track_event', { name: 'order.paid', email: ada, properties: { plan: 'pro' } });
    await work(place());
    expect(await tagsOf(place(), ada)).toEqual(['posted']);
    await platform.clock.advance(minuteMs);
    await work(place());
    await platform.clock.advance(minuteMs);
    await work(place());
    const posts = platform.receivers.posts.filter((post) => post.url === url);
    expect(posts).toHaveLength(2);
    expect(posts[0]!.headers['webhook-id']).toBe(posts[1]!.headers['webhook-id']);
    expect(posts[0]!.headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}=$/);
    const { data: runs } = await use('list_workflow_runs', { workflowId: id });
    expect(JSON.parse(String(posts[1]!.body))).toMatchObject({
      type: 'workflow.step',
      data: {
        workflowId: id,
        runId: runs[0].id,
        step: 'crm',
        email: ada,
        data: { plan: 'pro', name: 'friend', source: 'posthouse' },
      },
    });
    const kinds = platform.receivers.posts
      .filter((post) => post.url === `${url}/other`)
      .map(({ body }) => JSON.parse(String(body)).type);
    expect([kinds.includes('event.tracked'), kinds.includes('workflow.step'), typeof other]).toEqual([
      true,
      false,
      'string',
    ]);
  });

  test('a run continues when the endpoint of its step was deleted', async () => {
    const { use, platform } = place();
    const url = urlOf(place());
    await activeWorkflow(place(), {
      trigger: { type: 'EVENT', name: 'order.paid' },
      steps: [{ key: 'crm', type: 'webhook', url, data: {} }, tagStep('posted')],
    });
    const { data } = await use('list_webhooks');
    await use('delete_webhook', { id: data.find((one: { url: string }) => one.url === url).id });
    await use('track_event', { name: 'order.paid', email: ada });
    await work(place());
    expect(await tagsOf(place(), ada)).toEqual(['posted']);
    expect(platform.receivers.posts.filter((post) => post.url === url)).toEqual([]);
  });
});

function urlOf({ organization }: Place): string {
  return `https://crm.acme.dev/hooks/${organization.key}`;
}
