import { expect } from 'vitest';
import { onBothDatabases, type Place } from '../tools/both-databases.ts';
import { verifies } from './verifies.ts';

const welcome = {
  key: 'welcome',
  type: 'send_email',
  from: 'Acme <hello@acme.test>',
  subject: 'Welcome',
  markdown: 'Plan {{trigger.plan|none}}. [Leave]({{unsubscribeUrl}})',
};
const nested = {
  name: 'Series',
  trigger: { type: 'EVENT', name: 'user.signed_up' },
  steps: [
    welcome,
    { key: 'later', type: 'delay', duration: '3 days' },
    { key: 'seen', type: 'add_tag', tag: 'seen' },
  ],
};

const path = '/api/v2/workflows';

async function made({ http }: Place, definition: object = nested) {
  const { status, body } = await http('POST', path, { body: definition });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}

onBothDatabases((place) => {
  verifies(
    'workflow.crud',
    'a workflow can be created, listed, changed, activated, paused and archived',
    async () => {
      const { http } = place();
      const { id, status } = await made(place());
      expect(status).toBe('DRAFT');
      const listed = await http('GET', path);
      expect(listed.body).toMatchObject({ object: 'list', data: [{ id, name: 'Series' }], has_more: false });
      const changed = await http('PATCH', `${path}/${id}`, { body: { name: 'Other' } });
      expect([changed.status, changed.body.name]).toEqual([200, 'Other']);
      for (const [action, expected] of [
        ['activate', 'ACTIVE'],
        ['pause', 'PAUSED'],
        ['activate', 'ACTIVE'],
        ['archive', 'ARCHIVED'],
      ] as const) {
        const { status: code, body } = await http('POST', `${path}/${id}/${action}`, { body: {} });
        expect([action, code, body.status]).toEqual([action, 200, expected]);
      }
      expect((await http('GET', `${path}/${id}`)).body.status).toBe('ARCHIVED');
      expect((await http('GET', '/api/v1/workflows')).status).toBe(404);
    },
  );

  verifies('workflow.forms', 'both forms of a definition are returned flat, with an outline', async () => {
    const { steps, connections, outline } = await made(place());
    expect(steps.map(({ key, type }: Record<string, string>) => [key, type])).toEqual([
      ['welcome', 'send_email'],
      ['later', 'delay'],
      ['seen', 'add_tag'],
    ]);
    expect(connections).toEqual([
      { from: 'welcome', to: 'later', type: 'default' },
      { from: 'later', to: 'seen', type: 'default' },
    ]);
    expect(outline.slice(0, 2)).toEqual([
      expect.stringMatching(/^Starts with the event /),
      expect.stringContaining('1 welcome'),
    ]);
    const { trigger, name } = nested;
    const flat = await made(place(), { name, trigger, steps, connections });
    expect([flat.steps, flat.connections, flat.outline]).toEqual([steps, connections, outline]);
  });

  verifies(
    'workflow.refused',
    "an invalid workflow's error names the step and how to correct it",
    async () => {
      const { http } = place();
      const steps = [welcome, { key: 'later', type: 'delay', duration: 'three days' }];
      const { status, body } = await http('POST', path, { body: { ...nested, steps } });
      expect([status, body.name]).toEqual([400, 'validation_error']);
      expect(JSON.stringify(body)).toMatch(/later/);
      expect(JSON.stringify(body)).toMatch(/such as 30 minutes, 2 hours, 3 days/);
      expect((await http('GET', path)).body.data).toEqual([]);
    },
  );

  verifies('workflow.changes', 'one field of one step can be changed alone', async () => {
    const { http } = place();
    const { id, steps } = await made(place());
    const { body } = await http('PATCH', `${path}/${id}`, {
      body: { changes: { later: { duration: '2 days' } } },
    });
    expect(body.steps).toEqual([steps[0], { ...steps[1], config: { duration: '2 days' } }, steps[2]]);
  });

  verifies(
    ['workflow.trigger', 'workflow.run'],
    'a run can be started manually for a person, and is explained',
    async () => {
      const { http, platform } = place();
      const { id } = await made(place(), { ...nested, trigger: { type: 'MANUAL' } });
      await http('POST', `${path}/${id}/activate`, { body: {} });
      await place().use('create_subscriber', { email: 'ada@example.com' });
      const given = { email: 'ada@example.com', properties: { plan: 'pro' } };
      const { status } = await http('POST', `${path}/${id}/trigger`, { body: given });
      expect(status).toBe(200);
      await platform.platform.worker.runDue();
      const { body: runs } = await http('GET', `${path}/${id}/runs`);
      expect(runs.data).toMatchObject([{ email: 'ada@example.com', status: 'WAITING', step: 'later' }]);
      const { body: run } = await http('GET', `${path}/${id}/runs/${runs.data[0].id}`);
      expect(run).toMatchObject({ trigger: { plan: 'pro' }, waitsFor: { reason: 'delay' } });
      expect(run.visits).toMatchObject([{ visit: 1, step: 'welcome', via: 'default' }]);
    },
  );

  verifies('workflow.tenancy', 'another organization can neither see nor use a workflow', async () => {
    const { http, platform } = place();
    const { id } = await made(place());
    await http('POST', `${path}/${id}/activate`, { body: {} });
    const { token } = await platform.addOrganization(`Other ${id}`);
    for (const [method, at] of [
      ['GET', `${path}/${id}`],
      ['PATCH', `${path}/${id}`],
      ['GET', `${path}/${id}/runs`],
      ['POST', `${path}/${id}/activate`],
      ['POST', `${path}/${id}/pause`],
      ['POST', `${path}/${id}/simulate`],
      ['POST', `${path}/${id}/archive`],
    ] as const) {
      const { status } = await platform.http(method, at, { token, ...(method !== 'GET' && { body: {} }) });
      expect([method, at, status]).toEqual([method, at, 404]);
    }
    expect((await http('GET', `${path}/${id}`)).body.status).toBe('ACTIVE');
  });

  verifies(
    'workflow.scopes',
    'the scope workflows.read only reads, and only workflows.write changes',
    async () => {
      const { refusal } = place();
      const { id: workflowId } = await made(place());
      const refused = async (tool: string, input: object, scope: 'workflows.read' | 'campaigns.write') =>
        (await refusal(tool, input, [scope])).failure;
      expect(await refused('pause_workflow', { workflowId }, 'workflows.read')).toBe('restricted_api_key');
      expect(await refused('activate_workflow', { workflowId }, 'workflows.read')).toBe('restricted_api_key');
      expect(await refused('get_workflow', { workflowId }, 'campaigns.write')).toBe('restricted_api_key');
    },
  );

  verifies(
    ['event.starts-workflows', 'subscriber.update.silent'],
    'an event or update starts a workflow unless triggerWorkflows is false, and the body overrides the query',
    async () => {
      const { http, platform } = place();
      const email = 'ada@example.com';
      await place().use('create_subscriber', { email });
      const started = async (definition: object, cause: (silent: boolean) => Promise<unknown>) => {
        const { id } = await made(place(), {
          ...nested,
          reentry: 'EVERY_TIME',
          steps: [{ type: 'exit' }],
          ...definition,
        });
        await http('POST', `${path}/${id}/activate`, { body: {} });
        const amounts: number[] = [];
        for (const silent of [true, false]) {
          await cause(silent);
          await platform.platform.worker.runDue();
          amounts.push((await http('GET', `${path}/${id}`)).body.stats.started);
        }
        return amounts;
      };
      const byEvent = await started({}, async (silent) => {
        const body = { name: 'user.signed_up', email, triggerWorkflows: !silent };
        expect((await http('POST', '/api/v2/events', { body })).status).toBeLessThan(300);
      });
      expect(byEvent).toEqual([0, 1]);
      const byUpdate = await started({ trigger: { type: 'SUBSCRIBER_UPDATED' } }, async (silent) => {
        const at = `/api/v2/subscribers/${email}?triggerWorkflows=${silent ? 'true' : 'false'}`;
        const body = { firstName: silent ? 'Ada' : 'Grace', triggerWorkflows: !silent };
        expect((await http('PATCH', at, { body })).status).toBe(200);
      });
      expect(byUpdate).toEqual([0, 1]);
    },
  );
});
