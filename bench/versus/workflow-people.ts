import { load } from '../accept.ts';
import type { Round } from './ratios.ts';
import { callRest, operatorToken, type Served, serve } from './served.ts';

/** A server with a worker, and organizations with an active workflow of three steps. */
export type WorkflowServer = {
  server: Served;
  organizations: readonly { token: string; workflowId: string }[];
  rounds: number;
};

/** Each organization serves one round, because it may make 2,000 requests a minute. */
const peopleEach = 1_500;
const organizationsPerRound = 2;
const organizationCount = 60;
const connections = 32;
const requestSecondsMax = 600;
const lookEveryMs = 40;
const event = 'user.signed_up';
const addresses = Array.from({ length: 64 }, (_, number) => `198.51.100.${number}`);

export async function startWorkflowServer(root: string, folder: string): Promise<WorkflowServer> {
  const server = await serve(root, { folder, roles: 'all' });
  const organizations: { token: string; workflowId: string }[] = [];
  for (let number = 0; number < organizationCount; number += 1) {
    const made = await callRest<{ structured_content: { token: string } }>(server, {
      token: operatorToken,
      path: '/tools/create_organization',
      body: { name: `Workflows ${number}`, plan: 'enterprise' },
    });
    const { token } = made.structured_content;
    const { id } = await callRest<{ id: string }>(server, { token, path: '/workflows', body: workflow });
    await callRest(server, { token, path: `/workflows/${id}/activate`, body: {} });
    organizations.push({ token, workflowId: id });
  }
  return { server, organizations, rounds: 0 };
}

const workflow = {
  name: 'Welcome',
  trigger: { type: 'EVENT', name: event },
  steps: [
    {
      key: 'welcome',
      type: 'send_email',
      from: 'Acme <hello@acme.dev>',
      subject: 'Welcome, {{firstName|friend}}',
      markdown:
        '# Glad you are here\n\n[Take the tour](https://acme.dev/tour)\n\n[Leave]({{unsubscribeUrl}})',
    },
    {
      key: 'paying',
      type: 'condition',
      rule: { field: 'trigger.plan', operator: 'eq', value: 'pro' },
      yes: [{ key: 'tag', type: 'add_tag', tag: 'paying' }],
    },
  ],
};

/** Measures one event request for each new person, until all runs are completed and their mails are captured. */
export async function measureWorkflowPeople(side: WorkflowServer): Promise<Round> {
  const { server, organizations } = side;
  const from = (side.rounds * organizationsPerRound) % organizations.length;
  side.rounds += 1;
  const chosen = organizations.slice(from, from + organizationsPerRound);
  const people = peopleEach * organizationsPerRound;
  const before = await Promise.all(chosen.map((one) => countCompleted(server, one)));
  const cpuBefore = await server.cpuSeconds();
  const begun = performance.now();
  await load({
    port: server.port,
    connections,
    seconds: requestSecondsMax,
    warmUpSeconds: 0,
    operations: people,
    requests: {
      method: 'POST',
      path: '/api/v2/events',
      headers: {},
      body: JSON.stringify({ name: event, email: 'person-{n}@mailbox.dev', properties: { plan: 'pro' } }),
      idempotencyKeys: false,
      tokens: chosen.map(({ token }) => token),
      addresses,
    },
  });
  for (const [index, one] of chosen.entries()) {
    const wanted = before[index]! + peopleOf(index, people);
    while ((await countCompleted(server, one)) < wanted) await after(lookEveryMs);
  }
  const seconds = (performance.now() - begun) / 1_000;
  const cpu = (await server.cpuSeconds()) - cpuBefore;
  return { cost: (cpu / people) * 1e6, perSecond: people / seconds };
}

/** The load generator numbers requests from 1, so its first organization gets one person less. */
function peopleOf(index: number, people: number): number {
  return Array.from({ length: people }, (_, number) => number + 1).filter(
    (number) => Math.floor(number / peopleEach) % organizationsPerRound === index,
  ).length;
}

async function countCompleted(
  server: Served,
  { token, workflowId }: { token: string; workflowId: string },
): Promise<number> {
  const { stats } = await callRest<{ stats: { completed: number } }>(server, {
    ...{ token, method: 'GET', path: `/workflows/${workflowId}` },
  });
  return stats.completed;
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
