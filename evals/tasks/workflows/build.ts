import { type EvalTask, firstOf, type ScriptSession } from '../../task.ts';
import { mailStep, mailsPlayed, onlyWorkflow, played } from './workflow-world.ts';

const dayMs = 86_400_000;

/** Saves a definition, simulates it once, and describes it. */
async function made({ call }: ScriptSession, definition: object): Promise<string> {
  const { id, outline } = await call('save_workflow', definition as Record<string, unknown>);
  await call('simulate_workflow', { workflowId: id });
  return `It is a draft: ${outline.join('; ')}`;
}

async function triggerFault(
  ...[world, type, config]: [Parameters<typeof onlyWorkflow>[0], string, object]
): Promise<string | null> {
  const trigger = (await onlyWorkflow(world))?.trigger;
  if (trigger?.type !== type) return `it is started by ${trigger?.type}`;
  const wrong = Object.entries(config).find(([name, value]) => trigger.config[name] !== value);
  return wrong ? `${wrong[0]} of its trigger is ${trigger.config[wrong[0]]}` : null;
}

const welcome = {
  name: 'Welcome',
  trigger: { type: 'EVENT', name: 'user.signed_up' },
  steps: [
    mailStep('welcome', 'Welcome'),
    { type: 'delay', duration: '3 days' },
    {
      type: 'condition',
      rule: { field: 'email_clicked', operator: 'eq', value: 'welcome' },
      yes: [{ type: 'add_tag', tag: 'engaged' }],
      no: [mailStep('nudge', 'Can we help?')],
    },
  ],
};

export const buildTasks: readonly EvalTask[] = [
  {
    id: 'build-welcome-series',
    group: 'workflows',
    ask: 'Welcome everyone who signs up (our event is user.signed_up) from hello@acme.dev; three days later tag those who clicked a link in it as engaged, and ask the others whether we can help. Switch it on.',
    async world() {},
    callsMax: 8,
    check: async (world) =>
      firstOf(
        (await onlyWorkflow(world))?.status !== 'ACTIVE' && 'it is not switched on',
        await triggerFault(world, 'EVENT', { name: 'user.signed_up' }),
        await mailsPlayed(world, 2, {}),
      ),
    async script({ call, send }) {
      const { id } = await call('save_workflow', welcome);
      await call('simulate_workflow', { workflowId: id });
      await send('activate_workflow', { workflowId: id });
      return 'The welcome series is on.';
    },
    async wrong(session) {
      return await made(session, welcome);
    },
  },
  {
    id: 'build-abandoned-cart',
    group: 'workflows',
    ask: 'Draft an automation: when a cart was filled (event cart.filled, its property cart is the id) and that cart is not paid (order.paid with the same cart) within 4 hours, send one reminder. Each cart counts by itself. Do not switch it on.',
    async world() {},
    callsMax: 8,
    check: async (world) =>
      firstOf(
        (await onlyWorkflow(world))?.status !== 'DRAFT' && 'it is not a draft',
        (await onlyWorkflow(world))?.reentry !== 'event.cart' && 'carts do not count by themselves',
        await mailsPlayed(world, 1, { properties: { cart: 'c1' } }),
        await mailsPlayed(world, 0, {
          properties: { cart: 'c1' },
          acts: [{ after: '1 hour', event: 'order.paid', properties: { cart: 'c1' } }],
        }),
      ),
    script: (session) =>
      made(session, {
        name: 'Abandoned cart',
        trigger: { type: 'EVENT', name: 'cart.filled' },
        reentry: 'event.cart',
        steps: [
          {
            type: 'wait_for_event',
            name: 'order.paid',
            timeout: '4 hours',
            received: [{ type: 'exit', reason: 'paid' }],
            timed_out: [mailStep('reminder', 'Your cart is waiting')],
          },
        ],
      }),
  },
  {
    id: 'build-trial-ending',
    group: 'workflows',
    ask: 'Draft this: 11 days after trial.started write "Your trial ends soon". Whoever buys (plan.bought) before gets nothing.',
    async world() {},
    callsMax: 8,
    check: async (world) =>
      firstOf(
        await triggerFault(world, 'EVENT', { name: 'trial.started' }),
        await mailsPlayed(world, 1, {}),
        await mailsPlayed(world, 0, { acts: [{ after: '2 days', event: 'plan.bought' }] }),
      ),
    script: (session) =>
      made(session, {
        name: 'Trial ending',
        trigger: { type: 'EVENT', name: 'trial.started' },
        goal: { field: 'event.plan.bought', operator: 'exists' },
        steps: [{ type: 'delay', duration: '11 days' }, mailStep('soon', 'Your trial ends soon')],
      }),
  },
  {
    id: 'build-birthday',
    group: 'workflows',
    ask: 'Draft a birthday mail, each year at 9 in the morning of theirs; the date is in the attribute birthday.',
    async world() {},
    callsMax: 8,
    check: async (world) =>
      firstOf(
        await triggerFault(world, 'DATE', { attribute: 'birthday', yearly: true, at: '09:00' }),
        (await onlyWorkflow(world))?.reentry !== 'EVERY_TIME' && 'it would come in one year alone',
      ),
    script: (session) =>
      made(session, {
        name: 'Birthday',
        trigger: { type: 'DATE', attribute: 'birthday', at: '09:00', yearly: true },
        reentry: 'EVERY_TIME',
        steps: [mailStep('wishes', 'Happy birthday')],
      }),
  },
  {
    id: 'build-onboarding',
    group: 'workflows',
    ask: 'Draft onboarding: one day after workspace.created, mail those who made no project (project.created) how to make one; tag all others onboarded.',
    async world() {},
    callsMax: 8,
    check: async (world) =>
      firstOf(
        await mailsPlayed(world, 1, {}),
        await mailsPlayed(world, 0, { acts: [{ after: '1 hour', event: 'project.created' }] }),
      ),
    script: (session) =>
      made(session, {
        name: 'Onboarding',
        trigger: { type: 'EVENT', name: 'workspace.created' },
        steps: [
          { type: 'delay', duration: '1 day' },
          {
            type: 'condition',
            rule: { field: 'event.project.created', operator: 'exists' },
            yes: [{ type: 'add_tag', tag: 'onboarded' }],
            no: [mailStep('how', 'Make your first project')],
          },
        ],
      }),
  },
  {
    id: 'build-split-test',
    group: 'workflows',
    ask: 'Draft a win-back: 30 days after subscription.cancelled, half of them get "20 % off", the other half "What is new".',
    async world() {},
    callsMax: 8,
    check: async (world) => {
      const split = (await onlyWorkflow(world))?.steps.find(
        ({ type }: { type: string }) => type === 'ab_split',
      );
      const path = await played(world);
      const [first] = path?.path ?? [];
      return firstOf(
        split?.config.percent.join() !== '50,50' && 'it does not split in halves',
        path?.mails !== 1 && `${path?.mails} mails to one person`,
        Date.parse(first?.left) - Date.parse(first?.at) < 29 * dayMs && 'it does not wait 30 days',
      );
    },
    script: (session) =>
      made(session, {
        name: 'Win-back',
        trigger: { type: 'EVENT', name: 'subscription.cancelled' },
        steps: [
          { type: 'delay', duration: '30 days' },
          {
            type: 'ab_split',
            percent: [50, 50],
            a: [mailStep('offer', '20 % off')],
            b: [mailStep('news', 'What is new')],
          },
        ],
      }),
  },
  {
    id: 'build-dunning',
    group: 'workflows',
    ask: 'Draft dunning: on invoice.failed a mail at once, and another five days later unless invoice.paid came. People who left our newsletter must get these too.',
    async world() {},
    callsMax: 8,
    check: async (world) =>
      firstOf(
        await mailsPlayed(world, 2, {}),
        await mailsPlayed(world, 1, { acts: [{ after: '1 day', event: 'invoice.paid' }] }),
        (await onlyWorkflow(world))?.steps.some(
          ({ type, config }: { type: string; config: { transactional?: boolean } }) =>
            type === 'send_email' && config.transactional !== true,
        ) && 'people who left would get nothing',
      ),
    script: (session) =>
      made(session, {
        name: 'Dunning',
        trigger: { type: 'EVENT', name: 'invoice.failed' },
        exitOn: [],
        steps: [
          mailStep('first', 'Your payment failed', { transactional: true }),
          {
            type: 'wait_for_event',
            name: 'invoice.paid',
            timeout: '5 days',
            timed_out: [mailStep('last', 'Your plan ends tomorrow', { transactional: true })],
          },
        ],
      }),
  },
  {
    id: 'build-internal-alert',
    group: 'workflows',
    ask: 'Draft an alert: post every order.paid with a total over 1000 to https://crm.acme.dev/hooks/large, each time.',
    async world() {},
    callsMax: 8,
    check: async (world) => {
      const workflow = await onlyWorkflow(world);
      const [step] = workflow?.steps ?? [];
      const small = await played(world, { properties: { total: 10 } });
      return firstOf(
        step?.type !== 'webhook' && 'it posts nothing',
        step?.config.url !== 'https://crm.acme.dev/hooks/large' && `it posts to ${step?.config.url}`,
        workflow?.reentry !== 'EVERY_TIME' && 'it posts the first order of a person alone',
        small?.enters !== false && 'a small order enters',
        await mailsPlayed(world, 0, { properties: { total: 5_000 } }),
      );
    },
    script: (session) =>
      made(session, {
        name: 'Large orders',
        trigger: {
          type: 'EVENT',
          name: 'order.paid',
          filter: { field: 'trigger.total', operator: 'gt', value: 1_000 },
        },
        reentry: 'EVERY_TIME',
        steps: [{ key: 'alert', type: 'webhook', url: 'https://crm.acme.dev/hooks/large' }],
      }),
  },
];
