import { describe, expect, test } from 'vitest';
import { onBothDatabases, type Place } from '../both-databases.ts';
import { work } from '../workflows/scene.ts';
import { mailOf } from './template-scene.ts';

const order = {
  name: 'order',
  from: 'Acme <hello@acme.dev>',
  reply_to: 'help@acme.dev',
  subject: 'Order {{number}} for {{who}}',
  markdown:
    'Dear {{who|friend}}, your order {{number}} of {{plan}} is [here]({{link}}). {{note}} [Leave]({{unsubscribeUrl}})',
  variables: [
    { name: 'number' },
    { name: 'who' },
    { name: 'plan', required: false },
    { name: 'note', required: false },
    { name: 'link', type: 'url' },
  ],
};

const variables = {
  number: '{{trigger.number}}',
  who: '{{firstName|you}} & co',
  plan: '{{attributes.plan|no plan}}',
  note: '**not bold** <b> {1}',
  link: 'https://acme.dev/o/{{trigger.number}}?a=1&b=(2)',
};

const { number: _, ...withoutNumber } = variables;

const step = (fields: object = {}) => ({
  key: 'mail',
  type: 'send_email',
  template: 'order',
  variables,
  ...fields,
});
const trigger = { type: 'EVENT', name: 'order.paid' };

async function saved(here: Place, fields: object = {}): Promise<string> {
  const definition = { name: 'Orders', trigger, reentry: 'EVERY_TIME', steps: [step(fields)] };
  return (await here.use('save_workflow', definition)).id;
}

async function publishOrder(here: Place, fields: object = {}): Promise<void> {
  await here.use('create_template', { ...order, ...fields });
  await here.use('publish_template', { template: 'order' });
}

/** Runs the workflow for one person. @returns the newest mail */
async function paid(here: Place, number: string, email = 'ada@example.com') {
  await here.use('track_event', { email, name: 'order.paid', properties: { number } });
  await work(here);
  const { data } = await here.use('list_emails', { source: 'workflow' });
  return await mailOf(here, data[0].id);
}

onBothDatabases((place) => {
  describe('a workflow step with a template', () => {
    test('mails the version that its activation fixed', async () => {
      const here = place();
      await publishOrder(here);
      await here.use('create_subscriber', { email: 'ada@example.com', firstName: 'Ada' });
      const workflowId = await saved(here);
      await here.use('activate_workflow', { workflowId });
      const mail = await paid(here, 'A 1');
      expect(mail).toMatchObject({
        from: '"Acme" <hello@acme.dev>',
        reply_to: 'help@acme.dev',
        subject: 'Order A 1 for Ada & co',
        template: { id: expect.stringMatching(/^tpl_/), version: 1 },
      });
      expect(mail.text).toContain('Dear Ada & co, your order A 1 of no plan is here');
      expect(mail.text).toContain('**not bold** <b> {1}');
      expect(mail.html).toContain('href="https://acme.dev/o/A%201?a=1&amp;b=%282%29"');
      await here.use('update_template', { template: 'order', subject: 'Other {{number}}' });
      await here.use('publish_template', { template: 'order' });
      expect(await paid(here, 'A2')).toMatchObject({
        subject: 'Order A2 for Ada & co',
        template: { version: 1 },
      });
      await here.use('delete_template', { template: 'order' });
      expect(await paid(here, 'A3')).toMatchObject({
        subject: 'Order A3 for Ada & co',
        template: { version: 1 },
      });
    });

    test('keeps its version when a paused workflow resumes, and takes the newest one when the draft changed', async () => {
      const here = place();
      await publishOrder(here);
      await here.use('create_subscriber', { email: 'ada@example.com', firstName: 'Ada' });
      const workflowId = await saved(here);
      await here.use('activate_workflow', { workflowId });
      await here.use('pause_workflow', { workflowId });
      await here.use('update_template', { template: 'order', subject: 'Second {{number}}' });
      await here.use('publish_template', { template: 'order' });
      await here.use('activate_workflow', { workflowId });
      expect(await paid(here, '1')).toMatchObject({
        subject: 'Order 1 for Ada & co',
        template: { version: 1 },
      });
      await here.use('pause_workflow', { workflowId });
      await here.use('save_workflow', { workflowId, changes: { mail: { replyTo: 'me@acme.dev' } } });
      await here.use('activate_workflow', { workflowId });
      expect(await paid(here, '2')).toMatchObject({
        subject: 'Second 2',
        reply_to: 'me@acme.dev',
        template: { version: 2 },
      });
      await here.use('pause_workflow', { workflowId });
      await here.use('delete_template', { template: 'order' });
      await here.use('activate_workflow', { workflowId });
      expect(await paid(here, '3')).toMatchObject({ subject: 'Second 3', template: { version: 2 } });
    });

    test('shows its template in the definition, which can be saved again unchanged', async () => {
      const here = place();
      const workflowId = await saved(here);
      const { steps, outline } = await here.use('get_workflow', { workflowId });
      expect(steps).toEqual([
        { key: 'mail', type: 'send_email', config: { transactional: false, template: 'order', variables } },
      ]);
      expect(JSON.stringify(outline)).toContain('template order');
      await here.use('save_workflow', { workflowId, steps });
      expect((await here.use('get_workflow', { workflowId })).steps).toEqual(steps);
      const own = { subject: 'Own', markdown: 'Own [Leave]({{unsubscribeUrl}})' };
      await here.use('save_workflow', { workflowId, changes: { mail: own } });
      expect((await here.use('get_workflow', { workflowId })).steps[0].config).toEqual({
        transactional: false,
        ...own,
      });
      await here.use('save_workflow', { workflowId, changes: { mail: { template: 'order', variables } } });
      expect((await here.use('get_workflow', { workflowId })).steps).toEqual(steps);
    });

    test.each([
      [{ template: 'none' }, 'steps.mail.template', /no template/],
      [{ variables: withoutNumber }, 'steps.mail.variables.number', /required/],
      [{ variables: { ...variables, total: 1 } }, 'steps.mail.variables.total', /not a variable/],
      [{ variables: { ...variables, number: 5 } }, 'steps.mail.variables.number', /must be a string/],
      [{ variables: { ...variables, number: '{' } }, 'steps.mail.variables.number', /end with/],
      [{ variables: { ...variables, number: '1 {\u200b' } }, 'steps.mail.variables.number', /end with/],
      [{ variables: { ...variables, note: 'C:\\' } }, 'steps.mail.variables.note', /end with/],
      [{ variables: { ...variables, note: '{% if x' } }, 'steps.mail.variables.note', /must not hold/],
      [{ variables: { ...variables, link: 'https://acme.dev/{' } }, 'steps.mail.variables.link', /end with/],
      [
        { variables: { ...variables, link: '{{attributes.url}}' } },
        'steps.mail.variables.link',
        /whole host|http/,
      ],
      [
        { variables: { ...variables, link: 'https://{{attributes.url}}/' } },
        'steps.mail.variables.link',
        /whole host/,
      ],
    ])('refuses an activation with %j', async (fields, path, message) => {
      const here = place();
      await publishOrder(here);
      const workflowId = await saved(here, fields);
      const { status, details } = await here.refusal('activate_workflow', { workflowId });
      expect(status).toBe(400);
      expect(details).toMatchObject([{ path, message: expect.stringMatching(message) }]);
    });

    test('refuses an activation while the template has no published version', async () => {
      const here = place();
      await here.use('create_template', order);
      const workflowId = await saved(here);
      expect(await here.refusal('activate_workflow', { workflowId })).toMatchObject({
        status: 400,
        details: [{ path: 'steps.mail.template', message: expect.stringContaining('publish_template') }],
      });
    });

    test.each([
      [{ subject: 'Mine' }, 'steps[0].subject'],
      [{ markdown: 'Mine' }, 'steps[0].markdown'],
      [{ variables: { number: '{{order.id}}' } }, 'steps[0].variables.number'],
      [{ variables: { number: ['1'] } }, 'steps[0].variables.number'],
    ])('cannot be saved with %j', async (fields, path) => {
      const here = place();
      const definition = { name: 'Orders', trigger, steps: [step(fields)] };
      const { details } = await here.refusal('save_workflow', definition);
      expect(details).toMatchObject([{ path }]);
    });

    test('needs an unsubscribe link unless it is transactional', async () => {
      const here = place();
      await publishOrder(here, {
        markdown: 'Dear {{who}}, your order {{number}}: {{link}}',
        variables: order.variables,
      });
      const workflowId = await saved(here);
      expect(await here.refusal('activate_workflow', { workflowId })).toMatchObject({
        failure: 'missing_unsubscribe_url',
      });
      await here.use('save_workflow', { workflowId, changes: { mail: { transactional: true } } });
      await here.use('activate_workflow', { workflowId });
    });
  });
});
