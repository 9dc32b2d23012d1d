import { type Answer, type EvalTask, firstOf } from '../../task.ts';
import { type EvalWorld, hourMs } from '../../world.ts';
import { activated, happened, mailStep, mailsPlayed, onlyWorkflow, saved } from './workflow-world.ts';

const signUp = { type: 'EVENT', name: 'user.signed_up' };

const series = {
  trigger: signUp,
  steps: [
    mailStep('welcome', 'Welcome'),
    { key: 'later', type: 'delay', duration: '3 hours' },
    mailStep('nudge', 'Can we help?'),
  ],
};

async function stepOf(world: EvalWorld, key: string): Promise<Answer | undefined> {
  return (await onlyWorkflow(world))?.steps.find((step: Answer) => step.key === key);
}

export const repairTasks: readonly EvalTask[] = [
  {
    id: 'repair-one-wait',
    group: 'workflows',
    ask: 'The wait of our drafted series must be 3 days, not 3 hours. Change nothing else.',
    world: async (world) => void (await saved(world, series)),
    callsMax: 4,
    check: async (world) =>
      firstOf(
        (await stepOf(world, 'later'))?.config.duration !== '3 days' && 'the wait is not 3 days',
        (await stepOf(world, 'nudge'))?.config.subject !== 'Can we help?' && 'another step was changed',
      ),
    async script({ call }) {
      const { data } = await call('list_workflows');
      await call('save_workflow', { workflowId: data[0].id, changes: { later: { duration: '3 days' } } });
      return 'It waits 3 days now.';
    },
  },
  {
    id: 'repair-refused-definition',
    group: 'workflows',
    ask: 'Save this as a workflow, and mend what is wrong with it: on user.signed_up send "Welcome" from hello@acme.dev, wait "three days", and if they clicked the mail "welcom" tag them engaged.',
    async world() {},
    callsMax: 5,
    check: async (world) =>
      firstOf(
        await mailsPlayed(world, 1, {}),
        (await onlyWorkflow(world))?.status !== 'DRAFT' && 'it was switched on',
      ),
    async script({ call, refused }) {
      const steps = (duration: string, value: string) => [
        mailStep('welcome', 'Welcome'),
        { type: 'delay', duration },
        {
          type: 'condition',
          rule: { field: 'email_clicked', operator: 'eq', value },
          yes: [{ type: 'add_tag', tag: 'engaged' }],
        },
      ];
      const rest = { name: 'Welcome', trigger: signUp };
      await refused('save_workflow', { ...rest, steps: steps('three days', 'welcom') });
      await call('save_workflow', { ...rest, steps: steps('3 days', 'welcome') });
      return 'Saved: the wait is "3 days", and the mail is named welcome.';
    },
  },
  {
    id: 'repair-live-subject',
    group: 'workflows',
    ask: 'The second mail of our running series must say "Need a hand?". People on their way are meant too.',
    async world(world) {
      await activated(world, series);
      await happened(world, 'user.signed_up', 'ada@mailbox.dev');
    },
    callsMax: 6,
    async check(world) {
      await world.pass(4 * hourMs);
      const subjects = (await world.mails()).map(({ subject }) => subject);
      return subjects.includes('Need a hand?') ? null : `the mails say ${subjects.join(', ')}`;
    },
    async script({ call, send }) {
      const { data } = await call('list_workflows');
      const workflowId = data[0].id;
      await call('save_workflow', { workflowId, changes: { nudge: { subject: 'Need a hand?' } } });
      await send('activate_workflow', { workflowId, running: 'move' });
      return 'Changed, for people on their way too.';
    },
    async wrong({ call }) {
      const { data } = await call('list_workflows');
      await call('save_workflow', {
        workflowId: data[0].id,
        changes: { nudge: { subject: 'Need a hand?' } },
      });
      return 'Changed.';
    },
  },
  {
    id: 'repair-stop-at-once',
    group: 'workflows',
    ask: 'Our series has a wrong link. Stop it at once, so that nobody gets the next mail before we look at it.',
    async world(world) {
      await activated(world, series);
      await happened(world, 'user.signed_up', 'ada@mailbox.dev');
    },
    callsMax: 3,
    async check(world) {
      await world.pass(6 * hourMs);
      const mails = await world.mails();
      return firstOf(
        (await onlyWorkflow(world))?.status !== 'PAUSED' && 'it is not paused',
        mails.length !== 1 && `${mails.length} mails went out`,
      );
    },
    async script({ call }) {
      const { data } = await call('list_workflows');
      await call('pause_workflow', { workflowId: data[0].id });
      return 'It is paused where everyone stands.';
    },
  },
  {
    id: 'repair-once-only',
    group: 'workflows',
    ask: 'Our drafted reminder comes for the first order of a person alone. It has to come for each order; the property order of the event is its id.',
    world: async (world) =>
      void (await saved(world, {
        trigger: { type: 'EVENT', name: 'order.delivered' },
        steps: [mailStep('ask', 'How is it?')],
      })),
    callsMax: 4,
    check: async (world) => {
      const reentry = (await onlyWorkflow(world))?.reentry;
      return reentry === 'event.order' ? null : `reentry is ${reentry}`;
    },
    async script({ call }) {
      const { data } = await call('list_workflows');
      await call('save_workflow', { workflowId: data[0].id, reentry: 'event.order' });
      return 'Each order has a run of its own now.';
    },
  },
];
