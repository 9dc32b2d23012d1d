import type { Console } from './open-console.ts';

const mail = (key: string, subject: string, markdown: string) => ({
  key,
  type: 'send_email',
  subject,
  markdown: `${markdown}\n\n[Unsubscribe]({{unsubscribeUrl}})`,
});

const definition = {
  name: 'Reader series',
  description: 'Welcomes each new reader, then follows up with people who did not buy.',
  trigger: { type: 'EVENT', name: 'user.signed_up' },
  goal: { field: 'event.order.paid', operator: 'exists' },
  steps: [
    mail('welcome', 'Welcome to Fernhill', '# Glad you are here'),
    { key: 'later', type: 'delay', duration: '3 days', at: '09:00' },
    {
      key: 'clicked',
      type: 'condition',
      rule: { field: 'email_clicked', operator: 'eq', value: 'welcome' },
      yes: [
        { key: 'club', type: 'add_tag', tag: 'book-club' },
        { key: 'two_weeks', type: 'delay', duration: '14 days' },
      ],
      no: [
        mail('three', 'Three books to begin with', 'Start here.'),
        { key: 'paid', type: 'wait_for_event', name: 'order.paid', timeout: '7 days', timed_out: [] },
      ],
    },
    mail('next', 'What shall we read next?', 'Tell us.'),
  ],
};

/** A workflow with people in it and an edited draft. */
export async function addWorkflow({
  platform,
  use,
}: Pick<Console, 'platform' | 'use'>): Promise<{ own: string; workflow: string; run: string }> {
  const { id } = await use('save_workflow', definition);
  await use('activate_workflow', { workflowId: id });
  for (const name of ['ada', 'mina', 'tomas']) {
    const properties = { plan: 'pro' };
    await use('track_event', { name: 'user.signed_up', email: `${name}@reader.example`, properties });
  }
  await platform.platform.worker.runDue();
  await use('track_event', { name: 'order.paid', email: 'tomas@reader.example' });
  await platform.platform.worker.runDue();
  await use('save_workflow', { workflowId: id, changes: { later: { duration: '2 days' } } });
  const run: string = (await use('list_workflow_runs', { workflowId: id, limit: 3 })).data[1].id;
  return { own: `/console/workflows/${id}`, workflow: id, run };
}
