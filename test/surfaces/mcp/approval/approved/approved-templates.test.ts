import { describe, expect, test } from 'vitest';
import { invoke, noListener, previewCall } from '../../../../../src/contract/invoke.ts';
import { hashSubject } from '../../../../../src/engine/approval/send-approvals.ts';
import { callerIn, toolNamed } from '../../../../engine/approval/preview-scene.ts';
import { onBothDatabases, type Place } from '../../../../tools/both-databases.ts';
import { callPlainly, decideInConsole, runApproved } from '../approved-scene.ts';

const to = ['ada@mailbox.dev', 'bob@mailbox.dev'];
const batch = { template: 'news', messages: to.map((one) => ({ to: one, variables: { text: 'Hello' } })) };

async function publish(here: Place, subject: string): Promise<void> {
  const content = { subject, markdown: '{{text}}, the garden is open again.', variables: [{ name: 'text' }] };
  const known = await here.use('list_templates');
  if (known.data.length === 0)
    await here.use('create_template', { name: 'news', from: 'hello@acme.dev', ...content });
  else await here.use('update_template', { template: 'news', ...content });
  await here.use('publish_template', { template: 'news' });
}

async function subjects(here: Place): Promise<string[]> {
  const { data } = await here.use('list_emails', { limit: 100 });
  return data.map(({ subject }: { subject: string }) => subject);
}

async function asked(here: Place, name: string, given: object): Promise<string> {
  const { result } = await callPlainly(here, await callerIn(here), name, given);
  expect(result).toMatchObject({ name: 'confirmation_required', details: { reason: 'not_confirmed' } });
  return result.details.approval.id;
}

onBothDatabases((place) => {
  describe('an approved batch of a template', () => {
    test('mails the version that the person saw', async () => {
      const here = place();
      await publish(here, 'First');
      const approval = await asked(here, 'send_template_batch', batch);
      await here.use('update_template', { template: 'news', subject: 'A draft' });
      await decideInConsole(here, approval);
      expect((await runApproved(here, approval)).kind).toBe('done');
      expect(await subjects(here)).toEqual(['First', 'First']);
    });

    test('is asked again after another publication', async () => {
      const here = place();
      await publish(here, 'First');
      const approval = await asked(here, 'send_template_batch', batch);
      await publish(here, 'Second');
      await decideInConsole(here, approval);
      expect((await runApproved(here, approval)).kind).toBe('changed');
      expect(await subjects(here)).toEqual([]);
    });

    test('is refused if the template is published between the check of the approval and the send', async () => {
      const here = place();
      const { engine } = here.platform.platform;
      await publish(here, 'First');
      const [tool, caller] = [toolNamed('send_template_batch'), await callerIn(here)];
      const previewed = (await previewCall(engine, tool, caller, batch))!;
      const approval = {
        about: hashSubject(previewed.about),
        recipients: 2,
        shownAt: here.platform.clock.now(),
      };
      const run = () =>
        invoke(engine, tool, caller, batch, undefined, {
          ...noListener,
          permit: { kind: 'approved', approval },
        });
      await publish(here, 'Second');
      await expect(run()).rejects.toMatchObject({
        failure: 'confirmation_required',
        details: { reason: 'changed' },
      });
      expect(await subjects(here)).toEqual([]);
    });
  });

  test('a publication by an assistant sends nothing and asks no person', async () => {
    const here = place();
    await publish(here, 'First');
    const caller = await callerIn(here);
    await callPlainly(here, caller, 'update_template', { template: 'news', subject: 'Second' });
    const { result } = await callPlainly(here, caller, 'publish_template', { template: 'news' });
    expect(result).toMatchObject({ published_version: 2 });
    expect(await subjects(here)).toEqual([]);
  });

  test('a send of a template to one person is within the allowance of an assistant', async () => {
    const here = place();
    await publish(here, 'First');
    const given = { template: 'news', to: to[0], variables: { text: 'Hello' } };
    const { result } = await callPlainly(here, await callerIn(here), 'send_template', given);
    expect(result.id).toMatch(/^eml_/);
  });

  test('an approved workflow keeps its version of a template after a publication by an assistant', async () => {
    const here = place();
    const leave = '{{text}}\n\n[Leave]({{unsubscribeUrl}})';
    await here.use('create_template', {
      name: 'welcome',
      from: 'hello@acme.dev',
      subject: 'Welcome',
      markdown: leave,
      variables: [{ name: 'text' }],
    });
    await here.use('publish_template', { template: 'welcome' });
    // Without these words, the mail would consist of placeholders.
    const text = 'The garden is open again, and you may visit it every day.';
    const { id } = await here.use('save_workflow', {
      name: 'Welcome',
      trigger: { type: 'TAG_ADDED', tag: 'new' },
      steps: [{ key: 'mail', type: 'send_email', template: 'welcome', variables: { text } }],
    });
    await here.use('create_tag', { name: 'new' });
    const first = await asked(here, 'activate_workflow', { workflowId: id });
    const caller = await callerIn(here);
    await callPlainly(here, caller, 'update_template', { template: 'welcome', subject: 'Changed' });
    await callPlainly(here, caller, 'publish_template', { template: 'welcome' });
    await decideInConsole(here, first);
    expect((await runApproved(here, first)).kind).toBe('changed');
    const second = await asked(here, 'activate_workflow', { workflowId: id });
    await decideInConsole(here, second);
    expect((await runApproved(here, second)).kind).toBe('done');
    await callPlainly(here, caller, 'update_template', { template: 'welcome', subject: 'Changed again' });
    await callPlainly(here, caller, 'publish_template', { template: 'welcome' });
    await here.use('create_subscriber', { email: 'ada@mailbox.dev', tags: ['new'] });
    await here.platform.platform.worker.runDue();
    expect(await subjects(here)).toEqual(['Changed']);
  });
});
