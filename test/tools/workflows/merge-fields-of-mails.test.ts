import { describe, expect, test } from 'vitest';
import { assistantIn } from '../../surfaces/mcp/approval/approved-scene.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';
import { mailStep } from './scene.ts';

const trigger = { type: 'EVENT', name: 'user.signed_up' };
const plann =
  'steps.welcome.subject: no subscriber has {{attributes.plann}}. Did you mean {{attributes.plan}}?';

function mail(text: string, more: object = {}): object {
  return {
    ...mailStep('welcome', 'News of {{attributes.plann}}'),
    markdown: `${text}\n\n[Leave]({{unsubscribeUrl}})`,
    ...more,
  };
}

async function saved({ use }: Place, ...steps: object[]) {
  await use('create_subscriber', { email: 'ada@example.com', attributes: { plan: 'pro' } });
  return await use('save_workflow', { name: 'Series', trigger, exitOn: [], steps });
}

onBothDatabases((place) => {
  describe('an attribute in a workflow mail', () => {
    test.each([
      ['marketing', {}],
      ['transactional', { transactional: true }],
    ])('causes a warning in a %s mail if no subscriber has it', async (_, more) => {
      const here = place();
      const workflow = await saved(here, mail('Your order {{trigger.order}} is on its way.', more));
      const { id: workflowId } = workflow;
      expect(workflow.warnings).toEqual([plann]);
      expect((await here.use('get_workflow', { workflowId })).warnings).toEqual([plann]);
      const { result } = await assistantIn(here).call('activate_workflow', { workflowId, dry_run: true });
      expect(result.preview.warnings).toContain(plann);
      const activated = await here.use('activate_workflow', { workflowId });
      expect(activated).toMatchObject({ status: 'ACTIVE', warnings: [plann] });
    });

    test('causes no warning if a step sets it', async () => {
      const set = { key: 'set', type: 'update_subscriber', attributes: { plann: 'new' } };
      expect((await saved(place(), set, mail('Hello'))).warnings).toEqual([]);
    });

    test('causes at most ten warnings, however many mails use it', async () => {
      const mails = Array.from({ length: 12 }, (_, number) => mail('Hello', { key: `mail${number}` }));
      expect((await saved(place(), ...mails)).warnings).toHaveLength(10);
    });
  });

  test.each([
    ['{{fistName}}', '{{firstName}}'],
    ['{{first_name}}', '{{firstName}}'],
    ['{{unsubscribe_link}}', '{{unsubscribeUrl}}'],
    ['{{contact.city}}', '{{attributes.city}}'],
    ['{{event.order}}', '{{trigger.order}}'],
  ])(
    'save_workflow rejects a workflow with the unknown merge field %s and suggests %s',
    async (field, meant) => {
      const steps = [mail(`Hello ${field}`)];
      const { message } = await place().refusal('save_workflow', { name: 'Series', trigger, steps });
      expect(message).toBe(
        `steps[0].markdown holds ${field}, which is no merge field; did you mean ${meant}?`,
      );
    },
  );

  test('a workflow mail may use a property of its trigger, and warns if the event lacks it', async () => {
    const here = place();
    const { use, platform } = here;
    const { id: workflowId } = await saved(here, mail('Your order {{trigger.order}} is on its way.'));
    await use('activate_workflow', { workflowId });
    await use('track_event', { name: 'user.signed_up', email: 'ada@example.com' });
    await platform.deliver();
    const [{ id }] = (await use('list_emails', { to: 'ada@example.com' })).data;
    const sent = await use('get_email', { id });
    expect(sent.badges).toEqual([]);
    expect(sent.events[0].data.warnings).toContainEqual({
      field: 'trigger.order',
      message:
        'Nothing is known as {{trigger.order}}, so it is left empty; give a default with {{trigger.order|text}}',
    });
  });

  test('activating a workflow reports placeholders in a mail that was too long to check when saved', async () => {
    const { use } = place();
    const long = mail(`Hello *|FNAME|*\n\n${'A long text. '.repeat(1_500)}`, { transactional: true });
    const { id: workflowId, warnings } = await saved(place(), long);
    expect(warnings).toEqual([plann]);
    const activated = await use('activate_workflow', { workflowId });
    expect(activated.warnings).toContain(
      'Shown as written in steps.welcome.markdown: a placeholder of another system. Did you mean {{firstName}}?',
    );
  });
});
