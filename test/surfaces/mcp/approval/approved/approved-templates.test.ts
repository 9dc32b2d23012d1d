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

  test('a preview of a batch shows every subject, and warns about differing texts', async () => {
    const here = place();
    await here.use('create_template', {
      name: 'news',
      from: 'hello@acme.dev',
      subject: '{{subject}}',
      markdown: '{{text}}, the garden is open again today.',
      variables: [{ name: 'subject' }, { name: 'text' }],
    });
    await here.use('publish_template', { template: 'news' });
    const mail = (to: string, subject: string, text: string) => ({ to, variables: { subject, text } });
    const { engine } = here.platform.platform;
    const [tool, caller] = [toolNamed('send_template_batch'), await callerIn(here)];
    const preview = async (...messages: object[]) =>
      (await previewCall(engine, tool, caller, { template: 'news', messages }))!.preview;
    const different = await preview(
      mail(to[0]!, 'Opening', 'Hello Ada'),
      mail(to[1]!, 'Invoice', 'Dear Bob'),
    );
    expect(different.subjects).toEqual(['Opening', 'Invoice']);
    expect(different.warnings).toContain('The text is from one of 2 different mails');
    const same = await preview(mail(to[0]!, 'Opening', 'Hello'), mail(to[1]!, 'Opening', 'Hello'));
    expect(same.subjects).toEqual(['Opening']);
    expect(same.warnings.join()).not.toContain('different mails');
    const subjects = await preview(mail(to[0]!, 'Opening', 'Hello'), mail(to[1]!, 'Invoice', 'Hello'));
    expect(subjects.subjects).toHaveLength(2);
    expect(subjects.warnings.join()).not.toContain('different mails');
  });

  describe('a publication by an assistant', () => {
    const draft = {
      subject: 'Our new prices',
      from: 'Boss <boss@acme.dev>',
      reply_to: 'sales@acme.dev',
      markdown: 'Hello {{text|dear reader}}, the [prices](https://acme.dev/prices) of the garden are new.',
      variables: [{ name: 'text', sample: 'Ada' }],
    };

    async function names(here: Place): Promise<string[]> {
      const { data } = await here.use('list_templates');
      return data.map(
        ({ name, published_version }: Record<string, unknown>) => `${name} ${published_version}`,
      );
    }

    test('shows its approver the sender and the content of the new version', async () => {
      const here = place();
      await publish(here, 'First');
      await callPlainly(here, await callerIn(here), 'update_template', { template: 'news', ...draft });
      const { result } = await callPlainly(here, await callerIn(here), 'publish_template', {
        template: 'news',
      });
      expect(result).toMatchObject({ name: 'confirmation_required' });
      expect(result.details.preview).toEqual({
        object: 'change_preview',
        tool: 'publish_template',
        changes: [
          'Publishes the template “news” as version 2',
          'Programs that send this template mail this version from now on, without another approval',
          'From: “"Boss" <boss@acme.dev>”',
          'Reply-To: “sales@acme.dev”',
          'Subject: “Our new prices”',
          expect.stringMatching(/^Text: “Hello dear reader, the prices.* of the garden are new\.”$/),
        ],
      });
      expect(await names(here)).toEqual(['news 1']);
      const { engine } = here.platform.platform;
      const tool = toolNamed('publish_template');
      const { mails } = (await previewCall(engine, tool, await callerIn(here), { template: 'news' }))!;
      const shown = [0, 1].map(async (index) => (await mails!.show(index, noListener.signal))!);
      expect((await Promise.all(shown)).map(({ name, text }) => [name, text.slice(0, 17)])).toEqual([
        ['without values', 'Hello dear reader'],
        ['with the samples', 'Hello Ada, the pr'],
      ]);
      await decideInConsole(here, result.details.approval.id);
      expect((await runApproved(here, result.details.approval.id)).kind).toBe('done');
      expect(await names(here)).toEqual(['news 2']);
    });

    test('asks again after another edit, even of text that the request does not show', async () => {
      const here = place();
      await publish(here, 'First');
      const long = 'The garden is open again, every day. '.repeat(30);
      await here.use('update_template', { template: 'news', markdown: `${long} {{text}} first` });
      const approval = await asked(here, 'publish_template', { template: 'news' });
      await here.use('update_template', { template: 'news', markdown: `${long} {{text}} second` });
      await decideInConsole(here, approval);
      expect((await runApproved(here, approval)).kind).toBe('changed');
      expect(await names(here)).toEqual(['news 1']);
    });

    test('needs an approval for the first version too, because a program may send the template by its name', async () => {
      const here = place();
      await here.use('create_template', { name: 'news', ...draft });
      await asked(here, 'publish_template', { template: 'news' });
      expect(await names(here)).toEqual(['news null']);
    });

    test('needs no approval if the draft is unchanged', async () => {
      const here = place();
      await publish(here, 'First');
      const { result } = await callPlainly(here, await callerIn(here), 'publish_template', {
        template: 'news',
      });
      expect(result).toMatchObject({ published_version: 1 });
    });

    test('is refused over REST', async () => {
      const here = place();
      await here.use('create_template', { name: 'news', ...draft });
      const { token } = await here.platform.addToken(here.organization, {
        scopes: ['campaigns.write'],
        assistant: true,
      });
      const answer = await here.platform.http('POST', '/api/v2/templates/news/publish', { token });
      expect(answer).toMatchObject({ status: 403, body: { name: 'restricted_api_key' } });
    });
  });

  describe('an assistant asks a person', () => {
    test('to rename a published template, but not a draft', async () => {
      const here = place();
      const caller = await callerIn(here);
      await here.use('create_template', { name: 'draft', subject: 'First', markdown: 'Hello' });
      const renamed = await callPlainly(here, caller, 'update_template', { template: 'draft', name: 'news' });
      expect(renamed.result).toMatchObject({ object: 'template', published_version: null });
      await publish(here, 'First');
      const approval = await asked(here, 'update_template', { template: 'news', name: 'receipt' });
      await publish(here, 'Second');
      await decideInConsole(here, approval);
      expect((await runApproved(here, approval)).kind).toBe('changed');
      const again = await asked(here, 'update_template', { template: 'news', name: 'receipt' });
      await decideInConsole(here, again);
      expect((await runApproved(here, again)).kind).toBe('done');
      expect(await here.use('get_template', { template: 'receipt' })).toMatchObject({ subject: 'Second' });
    });

    test('to delete a published template, but not a draft', async () => {
      const here = place();
      const caller = await callerIn(here);
      await here.use('create_template', { name: 'draft', subject: 'First', markdown: 'Hello' });
      const deleted = await callPlainly(here, caller, 'delete_template', { template: 'draft' });
      expect(deleted.result).toMatchObject({ deleted: true });
      await publish(here, 'First');
      const approval = await asked(here, 'delete_template', { template: 'news' });
      await decideInConsole(here, approval);
      expect((await runApproved(here, approval)).kind).toBe('done');
      expect((await here.use('list_templates')).data).toEqual([]);
    });
  });

  test('a send of a template to one person is within the allowance of an assistant', async () => {
    const here = place();
    await publish(here, 'First');
    const given = { template: 'news', to: to[0], variables: { text: 'Hello' } };
    const { result } = await callPlainly(here, await callerIn(here), 'send_template', given);
    expect(result.id).toMatch(/^eml_/);
  });

  test('an approved workflow keeps its version of a template after another publication', async () => {
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
    await here.use('publish_template', { template: 'welcome' });
    await decideInConsole(here, first);
    expect((await runApproved(here, first)).kind).toBe('changed');
    const second = await asked(here, 'activate_workflow', { workflowId: id });
    await decideInConsole(here, second);
    expect((await runApproved(here, second)).kind).toBe('done');
    await callPlainly(here, caller, 'update_template', { template: 'welcome', subject: 'Changed again' });
    await here.use('publish_template', { template: 'welcome' });
    await here.use('create_subscriber', { email: 'ada@mailbox.dev', tags: ['new'] });
    await here.platform.platform.worker.runDue();
    expect(await subjects(here)).toEqual(['Changed']);
  });
});
