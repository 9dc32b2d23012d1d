import { describe, expect, test } from 'vitest';
import { doors, outputThrough } from '../../spec/doors.ts';
import { mail, open } from '../../spec/scene.ts';
import { onBothDatabases } from '../both-databases.ts';
import { sendable } from './scene.ts';

const sentence =
  'The content contains placeholders of another system, which recipients would see; the badges list them';
const leave = '\n\n[Unsubscribe]({{unsubscribeUrl}})';
const from = 'Acme <news@acme.example>';

onBothDatabases((place) => {
  describe('a campaign with placeholders of another system', () => {
    const markdown = `Hello {{ .Subscriber.FirstName }}, *|FNAME|*${leave}`;
    const badges = [
      { id: 'merge.foreign_placeholder', severity: 'block', path: 'subject', found: '{% if vip %}' },
      {
        id: 'merge.foreign_placeholder',
        severity: 'block',
        path: 'content',
        found: '{{ .Subscriber.FirstName }}',
        meant: '{{firstName}}',
      },
      { id: 'merge.foreign_placeholder', path: 'content', found: '*|FNAME|*', meant: '{{firstName}}' },
    ];

    test('gets badges when it is saved and is rejected when it is sent', async () => {
      const { use, refusal } = place();
      await use('create_subscriber', { email: 'ada@example.com' });
      const draft = { ...sendable, subject: 'News {% if vip %}', markdown };
      const campaign = await use('create_campaign', draft);
      expect(campaign.badges).toMatchObject(badges);
      expect(campaign.problem).toBe(sentence);
      const { id: campaignId } = campaign;
      expect((await use('preview_campaign', { campaignId })).badges).toMatchObject(badges);
      for (const tool of ['send_campaign', 'test_campaign']) {
        const refused = await refusal(tool, {
          campaignId,
          ...(tool === 'test_campaign' && { to: ['a@example.com'] }),
        });
        expect([refused.failure, refused.message]).toEqual(['content_verification_failed', sentence]);
        expect(refused.fields).toMatchObject({ blockReasons: [], badges });
      }
      const mended = { campaignId, subject: 'News', markdown: `Hello {{firstName|you}}${leave}` };
      expect(await use('update_campaign', mended)).toMatchObject({ badges: [], problem: null });
      expect(await use('send_campaign', { campaignId })).toMatchObject({ status: 'SCHEDULED' });
    });

    test('is sent if the placeholders are escaped or in code', async () => {
      const { use, platform } = place();
      const example = `Write \\{{firstName}}, or \`{{#if x}} *|FNAME|*\` elsewhere${leave}`;
      await use('create_subscriber', { email: 'ada@example.com', firstName: 'Ada' });
      const { id, badges: noticed } = await use('create_campaign', { ...sendable, markdown: example });
      expect(noticed).toEqual([]);
      await use('send_campaign', { campaignId: id });
      await platform.deliver();
      const [sent] = (await use('list_emails', { campaign: id })).data;
      expect((await use('get_email', { id: sent.id })).text).toContain(
        'Write {{firstName}}, or {{#if x}} *|FNAME|* elsewhere',
      );
    });
  });

  test('a campaign warns about unknown merge fields and suggests the nearest field', async () => {
    const { use } = place();
    await use('create_subscriber', { email: 'ada@example.com', attributes: { plan: 'pro' } });
    const markdown = `Hello {{fistName}}, {{attributes.plann|free}} {{attributes.plan}}${leave}`;
    const campaign = await use('create_campaign', { ...sendable, subject: '{{attributes.plann}}', markdown });
    expect(campaign.problem).toBe(null);
    expect(campaign.badges).toMatchObject([
      {
        id: 'merge.unknown_field',
        severity: 'warn',
        path: 'content',
        found: '{{fistName}}',
        meant: '{{firstName}}',
      },
      {
        id: 'merge.unknown_attribute',
        severity: 'warn',
        path: 'subject',
        found: '{{attributes.plann}}',
        meant: '{{attributes.plan}}',
      },
      { id: 'merge.unknown_attribute', path: 'content', found: '{{attributes.plann}}' },
    ]);
    await use('create_subscriber', { email: 'eve@example.com', attributes: { plann: 'pro' } });
    const { badges } = await use('update_campaign', { campaignId: campaign.id, name: 'Again' });
    expect(badges.map(({ id }: { id: string }) => id)).toEqual(['merge.unknown_field']);
  });

  test('a campaign warns about merge fields that exist only in workflows', async () => {
    const { use } = place();
    await use('create_subscriber', { email: 'ada@example.com', attributes: { order: '7' } });
    const subject = 'News of {{trigger.order}}';
    const markdown = `Hello {{event.city|you}}${leave}`;
    const badges = [
      { id: 'merge.unknown_field', severity: 'warn', path: 'subject', found: '{{trigger.order}}' },
      { id: 'merge.unknown_field', severity: 'warn', path: 'content', found: '{{event.city|you}}' },
    ].map((badge, at) => ({ ...badge, meant: ['{{attributes.order}}', '{{attributes.city|you}}'][at] }));
    const { id: campaignId, badges: created } = await use('create_campaign', {
      ...sendable,
      subject,
      markdown,
    });
    expect(created).toMatchObject(badges);
    expect((await use('update_campaign', { campaignId, name: 'Again' })).badges).toMatchObject(badges);
    expect((await use('verify_content', { from, subject, markdown })).badges).toMatchObject(badges);
    expect((await use('send_campaign', { campaignId })).badges).toMatchObject(badges);
  });

  test('a single mail warns about merge fields that its recipient cannot have', async () => {
    const { use, platform } = place();
    await use('create_subscriber', { email: 'ada@example.com' });
    const warnings = async (to: string) => {
      const content = {
        subject: 'Order {{trigger.order}}',
        html: '<p>Hi</p><a href="{{confirmUrl}}">Confirm</a>',
      };
      const { id } = await use('send_email', { from: 'hello@acme.dev', to, ...content });
      await platform.deliver();
      return (await use('get_email', { id })).events[0].data.warnings;
    };
    const order = {
      field: 'trigger.order',
      message:
        'Nothing is known as {{trigger.order}}, so it is left empty; did you mean {{attributes.order}}?',
    };
    expect(await warnings('ada@example.com')).toEqual([order]);
    expect(await warnings('eve@example.com')).toEqual([
      order,
      { field: 'confirmUrl', message: 'Only a subscriber has {{confirmUrl}}, so it is left empty' },
    ]);
  });

  test('saving a workflow with many suspicious mails returns before all mails are checked', async () => {
    const { use } = place();
    const example = `<p>${'<code>{{#if vip}}</code> '.repeat(600)}</p>`;
    const mails = [...Array.from({ length: 6 }, () => example), 'Hello *|FNAME|*'];
    const steps = mails.map((html, number) => ({
      key: `mail${number}`,
      type: 'send_email',
      from,
      subject: 'Hi',
      html,
      transactional: true,
    }));
    const trigger = { type: 'EVENT', name: 'user.signed_up' };
    const named = async (some: typeof steps) =>
      JSON.stringify(
        (await use('save_workflow', { name: 'Series', trigger, steps: some })).warnings,
      ).includes('steps.mail6.html: a placeholder of another system');
    expect(await named(steps.slice(4))).toBe(true);
    expect(await named(steps)).toBe(false);
  });

  test('a mail with thousands of unknown merge fields warns about the first hundred', async () => {
    const { use, platform } = place();
    const fields = Array.from({ length: 3_000 }, (_, number) => `{{fistName${number}}}`);
    const letter = { from: 'hello@acme.dev', to: 'ada@example.com', subject: 'News' };
    const { id } = await use('send_email', { ...letter, html: `<p>${fields.join(' ')}</p>` });
    await platform.deliver();
    const [queued] = (await use('get_email', { id })).events;
    expect(queued.data.warnings).toHaveLength(100);
    expect(queued.data.warnings[0]).toMatchObject({ field: 'fistName0' });
  });

  test('a misspelled attribute is compared with a limited number of attributes', async () => {
    const { use } = place();
    const others = (from: number) =>
      Object.fromEntries(Array.from({ length: 50 }, (_, number) => [`other${from + number}`, 1]));
    const subject = 'News in {{attributes.favouriteColor}}';
    const meant = async () => {
      const { badges } = await use('create_campaign', { ...sendable, subject, markdown: `Hello${leave}` });
      return badges[0].meant;
    };
    const { id: subscriber } = await use('create_subscriber', {
      email: 'bob@example.com',
      attributes: others(0),
    });
    await use('create_subscriber', { email: 'ada@example.com', attributes: { favouriteColour: 'blue' } });
    expect(await meant()).toBe('{{attributes.favouriteColour}}');
    await use('update_subscriber', { subscriber, attributes: others(50) });
    expect(await meant()).toBeUndefined();
  });

  test("a workflow with another system's placeholders names the affected steps and cannot be activated", async () => {
    const { use, refusal } = place();
    const step = {
      key: 'welcome',
      type: 'send_email',
      from,
      subject: 'Hi *|FNAME|*',
      markdown: `Hello${leave}`,
    };
    const trigger = { type: 'EVENT', name: 'user.signed_up' };
    const { id, warnings } = await use('save_workflow', { name: 'Series', trigger, steps: [step] });
    expect(warnings).toContain(
      'activate_workflow would be refused because of steps.welcome.subject: a placeholder of another system. Did you mean {{firstName}}?',
    );
    const refused = await refusal('activate_workflow', { workflowId: id });
    expect([refused.failure, refused.message]).toEqual([
      'content_verification_failed',
      `steps.welcome: ${sentence}`,
    ]);
  });

  test('a message submitted over SMTP is not treated as a template', async () => {
    const { use } = place();
    const { ids } = await use('submit_message', {
      sender: 'hello@acme.test',
      recipients: [{ address: 'grace@example.com' }],
      header:
        'From: Acme <hello@acme.test>\r\nTo: grace@example.com\r\nSubject: Use {{#if name}}\r\nContent-Type: text/html\r\n',
      body: '<p>{{#if name}} *|FNAME|* {{name}}</p>\r\n',
      protocol: 'ESMTPSA',
    });
    const sent = await use('get_email', { id: ids[0] });
    expect([sent.subject, sent.badges]).toEqual(['Use {{#if name}}', []]);
    expect(sent.html).toContain('{{#if name}} *|FNAME|* {{name}}');
  });

  test("verify_content reports another system's placeholders", async () => {
    const { use } = place();
    const content = { from, subject: 'News', markdown: `Hello {{firstName ?? you}}${leave}` };
    expect(await use('verify_content', content)).toMatchObject({
      verdict: 'block',
      blockReasons: [],
      badges: [{ found: '{{firstName ?? you}}', meant: '{{firstName|you}}', severity: 'block' }],
      documentationUrl: expect.stringContaining('#merge.foreign_placeholder'),
      guidance: expect.stringContaining('{{firstName|there}}'),
    });
    expect(await use('verify_content', { ...content, purpose: 'transactional' })).toMatchObject({
      verdict: 'pass',
      badges: [{ found: '{{firstName ?? you}}', severity: 'warn' }],
    });
  });
});

describe.each(doors.all)('a single mail sent through %s', (door) => {
  const text = 'Dear {{ .Name }}customer{% if x %}, {{firstName ?? you}}{{email | default: "x"}} {{oops}}';
  const tiptap = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };

  test.each([
    ['html', `<p>${text}</p>`],
    ['markdown', text],
    ['tiptap', tiptap],
  ])('replaces raw braces from %s and has a badge for each placeholder', async (kind, body) => {
    const platform = await open();
    const content = { subject: 'Hello {{#if name}}you', preview: '{{ .Preview }}Read', [kind]: body };
    const { id } = await outputThrough(door, platform, 'send_email', mail(content));
    const sent = await outputThrough('v2', platform, 'get_email', { id });
    expect([sent.subject, sent.preview]).toEqual(['Hello you', 'Read']);
    expect(sent.text).toMatch(/^Dear customer,/);
    expect(
      `${sent.subject}${sent.preview}${sent.text}${sent.html.replace(/style="[^"]*"/g, '')}`,
    ).not.toMatch(/[{}]/);
    expect(sent.badges).toMatchObject([
      {
        id: 'merge.foreign_placeholder',
        severity: 'warn',
        path: 'subject',
        found: '{{#if name}}',
        meant: '{{name}}',
      },
      { path: 'preview', found: '{{ .Preview }}' },
      { path: 'content', found: '{{ .Name }}', meant: '{{name}}' },
      { path: 'content', found: '{% if x %}' },
      { path: 'content', found: '{{firstName ?? you}}', meant: '{{firstName|you}}' },
      { path: 'content', found: '{{email | default: "x"}}', meant: '{{email|x}}' },
    ]);
    expect(sent.events[0].data.warnings).toContainEqual({
      field: 'oops',
      message: 'Nothing is known as {{oops}}, so it is left empty; give a default with {{oops|text}}',
    });
  });
});
