import { addPeople } from '../../people.ts';
import { type Answer, type EvalTask, type ScriptSession, unsaid } from '../../task.ts';
import { dayMs, type EvalWorld, hourMs } from '../../world.ts';
import { activated, happened, mailStep, saved } from './workflow-world.ts';

const signUp = { type: 'EVENT', name: 'user.signed_up' };
const ada = 'ada@mailbox.dev';

const series = {
  trigger: signUp,
  steps: [
    mailStep('welcome', 'Welcome'),
    { key: 'later', type: 'delay', duration: '3 days' },
    mailStep('nudge', 'Can we help?'),
  ],
};

/** Explains a person's only run. */
async function runOf({ call }: ScriptSession, subscriber: string): Promise<Answer> {
  const { data: workflows } = await call('list_workflows');
  const workflowId = workflows[0].id;
  const { data } = await call('list_workflow_runs', { workflowId, subscriber });
  return await call('get_workflow_run', { workflowId, runId: data[0].id });
}

export const explainTasks: readonly EvalTask[] = [
  {
    id: 'explain-where-she-stands',
    group: 'workflows',
    ask: `Where is ${ada} in our series, and what does she get next?`,
    async world(world) {
      await activated(world, series);
      await happened(world, 'user.signed_up', ada);
    },
    callsMax: 5,
    check: async (_, transcript) => unsaid(transcript, /later|delay|wait/, 'can we help'),
    async script(session) {
      const { step, waitsFor, explanation } = await runOf(session, ada);
      return `At ${step}: waits until ${waitsFor.until}. ${explanation.join(' ')} Then "Can we help?".`;
    },
  },
  {
    id: 'explain-why-it-ended',
    group: 'workflows',
    ask: `Why did ${ada} not get the second mail of our series?`,
    async world(world) {
      await activated(world, { ...series, goal: { field: 'event.order.paid', operator: 'exists' } });
      await happened(world, 'user.signed_up', ada);
      await happened(world, 'order.paid', ada);
      await world.pass(4 * dayMs);
    },
    callsMax: 5,
    check: async (_, transcript) => unsaid(transcript, /goal|order\.paid|paid|bought/),
    async script(session) {
      const { status, reason } = await runOf(session, ada);
      return `Her run is ${status}: ${reason}.`;
    },
  },
  {
    id: 'explain-who-left',
    group: 'workflows',
    ask: `What became of ${ada} in our series?`,
    async world(world) {
      await activated(world, series);
      await happened(world, 'user.signed_up', ada);
      await world.use('unsubscribe_subscriber', { subscriber: ada });
      await world.pass(hourMs);
    },
    callsMax: 5,
    check: async (_, transcript) => unsaid(transcript, /unsubscri/),
    async script(session) {
      const { status, reason } = await runOf(session, ada);
      return `${status}: ${reason}`;
    },
  },
  {
    id: 'explain-why-not-in',
    group: 'workflows',
    ask: `${ada} signed up on the free plan, and got no mail of our series. Why?`,
    async world(world) {
      await activated(world, {
        ...series,
        trigger: { ...signUp, filter: { field: 'trigger.plan', operator: 'eq', value: 'pro' } },
      });
      await happened(world, 'user.signed_up', ada, { plan: 'free' });
    },
    callsMax: 5,
    check: async (_, transcript) => unsaid(transcript, /filter|\bpro\b/),
    async script({ call }) {
      const { data } = await call('list_workflows');
      const { enters, reason } = await call('simulate_workflow', {
        workflowId: data[0].id,
        subscriber: ada,
        properties: { plan: 'free' },
      });
      return `Enters: ${enters} (${reason}): the filter lets in the plan pro alone.`;
    },
  },
  {
    id: 'explain-what-would-happen',
    group: 'workflows',
    ask: 'If somebody signs up now and clicks nothing: how many mails would our drafted series send, if it were on?',
    world: async (world) => void (await saved(world, series)),
    callsMax: 4,
    check: async (_, transcript) => unsaid(transcript, /\b(2|two)\b/),
    async script({ call }) {
      const { data } = await call('list_workflows');
      const { mails } = await call('simulate_workflow', { workflowId: data[0].id });
      return `${mails} mails.`;
    },
  },
  {
    id: 'explain-how-many',
    group: 'workflows',
    ask: 'How many people have been in our series so far, and how many stand in it now?',
    async world(world: EvalWorld) {
      await activated(world, series);
      await addPeople(world, { email: ada });
      for (const email of [ada, 'omar@mailbox.dev', 'grace@mailbox.dev'])
        await happened(world, 'user.signed_up', email);
      await world.use('unsubscribe_subscriber', { subscriber: 'omar@mailbox.dev' });
      await world.pass(hourMs);
    },
    callsMax: 4,
    check: async (_, transcript) => unsaid(transcript, /\b(3|three)\b/, /\b(2|two)\b/),
    async script({ call }) {
      const { data } = await call('list_workflows');
      const { started, open } = data[0].stats;
      return `${started} entered, ${open} stand in it now.`;
    },
  },
];
