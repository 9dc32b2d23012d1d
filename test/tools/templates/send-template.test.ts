import { describe, expect, test } from 'vitest';
import { callerIn, previewed } from '../../engine/approval/preview-scene.ts';
import { onBothDatabases } from '../both-databases.ts';
import { phishing } from '../verification/scene.ts';
import { mailOf, published, receipt, values } from './template-scene.ts';

const to = 'ada@example.com';

const everyType = {
  name: 'every type',
  from: 'hello@acme.dev',
  subject: '{{text}}',
  html: '<p>{{text}}, {{number}}, {{flag}}, {{day}}, <a href="{{link}}">link</a>, <a href="https://acme.dev/?q={{text}}">search</a></p>',
  variables: [
    { name: 'text', type: 'string' },
    { name: 'number', type: 'number' },
    { name: 'flag', type: 'boolean' },
    { name: 'day', type: 'date' },
    { name: 'link', type: 'url' },
  ],
};
const everyValue = { text: 'Hi', number: 12.5, flag: false, day: '2026-12-24', link: 'https://acme.dev/a' };

async function everyTypePublished(here: Parameters<typeof published>[0]): Promise<string> {
  const { id } = await here.use('create_template', everyType);
  await here.use('publish_template', { template: id });
  return id;
}

onBothDatabases((place) => {
  describe('a send of a template', () => {
    test('mails the published version with its variables', async () => {
      const here = place();
      const template = await published(here);
      const answer = await here.http('POST', '/api/v2/templates/receipt/send', {
        body: { to, variables: values },
      });
      expect(answer).toMatchObject({ status: 200, body: { id: expect.stringMatching(/^eml_/) } });
      const mail = await mailOf(here, (answer.body as { id: string }).id);
      expect(mail).toMatchObject({
        from: '"Acme" <hello@acme.dev>',
        to: [to],
        subject: 'Receipt R-18',
        source: 'api',
        template: { id: template, version: 1 },
      });
      expect(mail.text).toContain('Thank you, friend.');
      expect(mail.html).toContain('href="https://acme.dev/receipts/18?a=1&amp;b=2"');
      const other = await here.use('send_email', { from: receipt.from, to, subject: 'Hi', markdown: 'Hi' });
      expect(await mailOf(here, other.id)).toMatchObject({ template: null });
    });

    test('fills in variables of every type', async () => {
      const here = place();
      await everyTypePublished(here);
      const { id } = await here.use('send_template', { template: 'every type', to, variables: everyValue });
      const { html, subject } = await mailOf(here, id);
      expect(subject).toBe('Hi');
      expect(html).toContain('Hi, 12.5, false, 2026-12-24,');
      expect(html).toContain('href="https://acme.dev/a"');
      expect(html).toContain('href="https://acme.dev/?q=Hi"');
    });

    test.each([
      ['text', 5, 'must be a string'],
      ['text', 'x'.repeat(10_001), 'must have at most 10,000 characters'],
      ['number', '5', 'must be a number'],
      ['flag', 'true', 'must be true or false'],
      ['day', '24.12.2026', 'must be a date'],
      ['day', '2026-02-30', 'must be a date'],
      ['day', '2026-12-24T25:00:00Z', 'must be a date'],
      ['link', 'javascript:alert(1)', 'must be an address that begins with http'],
      ['link', 'acme.dev/a', 'must be an address that begins with http'],
      ['link', 'https://acme.dev/"onclick=x', 'must be an address that begins with http'],
      ['text', null, 'must be a string'],
    ])('rejects %s: %j', async (name, value, message) => {
      const here = place();
      await everyTypePublished(here);
      const variables = { ...everyValue, [name]: value };
      const { status, details } = await here.refusal('send_template', {
        template: 'every type',
        to,
        variables,
      });
      expect(status).toBe(400);
      expect(details).toEqual([
        { path: `variables.${name}`, code: 'invalid', message: expect.stringContaining(message) },
      ]);
    });

    test('names every missing and every unknown variable, with the fault of the recipient', async () => {
      const here = place();
      await published(here);
      const variables = { total: 5 };
      const { details } = await here.refusal('send_template', {
        template: 'receipt',
        to: 'no address',
        variables,
      });
      expect(details).toMatchObject([
        { path: 'to', code: 'invalid' },
        { path: 'variables.number', code: 'required' },
        { path: 'variables.receipt_url', code: 'required' },
        { path: 'variables.total', code: 'unknown_field' },
      ]);
    });

    test.each(['html', 'markdown', 'tiptap'] as const)('keeps values text in %s', async (kind) => {
      const here = place();
      const written = 'Dear {{text}}!';
      const body = {
        html: `<p title="{{text}}">${written}</p>`,
        markdown: written,
        tiptap: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: written }] }] },
      }[kind];
      const variables = [{ name: 'text' }];
      await here.use('create_template', {
        name: kind,
        from: 'a@acme.dev',
        subject: '{{text}}',
        [kind]: body,
        variables,
      });
      await here.use('publish_template', { template: kind });
      const text = '<b>Ada</b> {{unsubscribeUrl}} **x** [a](https://b.dev) "\' \\{{email}} {% if %} &amp;';
      const { id } = await here.use('send_template', { template: kind, to, variables: { text } });
      const mail = await mailOf(here, id);
      expect(mail.subject).toBe(text);
      expect(mail.text).toContain(`Dear ${text}!`);
      expect(mail.html).toContain('Dear &lt;b&gt;Ada&lt;/b&gt; {{unsubscribeUrl}} **x** [a](https://b.dev)');
      expect(mail.html).not.toContain('<b>Ada');
    });

    test('leaves the recipient’s own fields to the recipient', async () => {
      const here = place();
      await here.use('create_subscriber', { email: to, firstName: 'Ada', attributes: { plan: 'pro' } });
      await published(here, {
        markdown: 'Hello {{firstName|you}} on {{attributes.plan|free}}: {{lastName|none}} {{email}}',
        variables: [{ name: 'number' }, { name: 'firstName', required: false }, { name: 'lastName' }],
      });
      const variables = { number: '1', lastName: 'L' };
      const { id } = await here.use('send_template', { template: 'receipt', to, variables });
      expect((await mailOf(here, id)).text).toContain('Hello Ada on pro: L ada@example.com');
    });

    test('judges the content with its values', async () => {
      const here = place();
      const variables = [{ name: 'subject' }, { name: 'text' }, { name: 'link', type: 'url' }];
      const html = '<p>{{text}} <a href="{{link}}">Continue</a></p>';
      await here.use('create_template', {
        name: 'open',
        from: phishing.from,
        subject: '{{subject}}',
        html,
        variables,
      });
      await here.use('publish_template', { template: 'open' });
      const text =
        'Dear customer, your PayPal account has been suspended. Verify your password now or it will be closed';
      const bad = { subject: phishing.subject, text, link: 'http://192.168.7.9/login' };
      const refused = await here.refusal('send_template', {
        template: 'open',
        to: 'ada@mailbox.dev',
        variables: bad,
      });
      expect(refused).toMatchObject({ failure: 'content_verification_failed' });
      const good = {
        subject: 'Your order',
        text: 'It is on its way.',
        link: 'https://secure-mail.example/o',
      };
      await here.use('send_template', { template: 'open', to: 'ada@mailbox.dev', variables: good });
    });

    test('judges content that repeats a long value', async () => {
      const here = place();
      const html = `<p>${'{{text}} '.repeat(300)} <a href="{{link}}">Continue</a></p>`;
      const variables = [{ name: 'text' }, { name: 'link', type: 'url' }];
      await here.use('create_template', {
        name: 'long',
        from: phishing.from,
        subject: 'Hi',
        html,
        variables,
      });
      await here.use('publish_template', { template: 'long' });
      const send = (text: string, link: string) => ({
        template: 'long',
        to: 'ada@mailbox.dev',
        variables: { text, link },
      });
      await here.use('send_template', send('word '.repeat(200), 'https://secure-mail.example/o'));
      const lure = 'Your PayPal account has been suspended. Verify your password now or it will be closed. ';
      const refused = await here.refusal('send_template', send(lure.repeat(20), 'http://192.168.7.9/login'));
      expect(refused.failure).toMatch(/^content_verification_/);
    });

    test('uses the given version, sender and reply address', async () => {
      const here = place();
      const template = await published(here, { reply_to: 'help@acme.dev' });
      await here.use('update_template', { template, subject: 'Second {{number}}' });
      const send = async (fields: object) => {
        const { id } = await here.use('send_template', { template, to, variables: values, ...fields });
        return await mailOf(here, id);
      };
      expect(await send({})).toMatchObject({ subject: 'Receipt R-18', reply_to: 'help@acme.dev' });
      await here.use('publish_template', { template });
      expect(await send({})).toMatchObject({ subject: 'Second R-18', template: { version: 2 } });
      expect(await send({ version: 1, from: 'other@acme.dev', reply_to: 'me@acme.dev' })).toMatchObject({
        subject: 'Receipt R-18',
        from: 'other@acme.dev',
        reply_to: 'me@acme.dev',
        template: { version: 1 },
      });
      const wrong = { template, to, variables: values, version: 3 };
      expect(await here.refusal('send_template', wrong)).toMatchObject({ status: 400 });
      expect(await here.refusal('send_template', { ...wrong, version: 1, from: 'x' })).toMatchObject({
        failure: 'invalid_from_address',
      });
    });

    test('needs a published version and a sender', async () => {
      const here = place();
      const { id } = await here.use('create_template', { ...receipt, from: undefined });
      const call = { template: 'receipt', to, variables: values };
      expect(await here.refusal('send_template', call)).toMatchObject({
        status: 409,
        message: `The template ${id} has no published version; publish it with publish_template (POST /templates/${id}/publish)`,
      });
      await here.use('publish_template', { template: id });
      expect(await here.refusal('send_template', call)).toMatchObject({
        details: [{ path: 'from', code: 'required' }],
      });
      await here.use('update_organization_settings', { default_from: 'Acme <hi@acme.dev>' });
      const { id: mail } = await here.use('send_template', call);
      expect(await mailOf(here, mail)).toMatchObject({ from: '"Acme" <hi@acme.dev>' });
    });

    test('is sent once for one Idempotency-Key', async () => {
      const here = place();
      await published(here);
      const send = (variables: object) =>
        here.http('POST', '/api/v2/templates/receipt/send', {
          body: { to, variables },
          headers: { 'Idempotency-Key': 'receipt-18' },
        });
      const first = await send(values);
      const again = await send(values);
      expect(again).toMatchObject({ status: 200, body: first.body });
      expect(await send({ ...values, number: 'R-19' })).toMatchObject({ status: 409 });
      expect((await here.use('list_emails')).data).toHaveLength(1);
    });

    test('needs the scope emails.send alone', async () => {
      const here = place();
      await published(here);
      const call = { template: 'receipt', to };
      expect(await here.refusal('send_template', call, ['campaigns.write'])).toMatchObject({
        failure: 'restricted_api_key',
      });
      const { details } = await here.refusal('send_template', call, ['emails.send']);
      expect(details).toMatchObject([{ path: 'variables.number' }, { path: 'variables.receipt_url' }]);
    });

    test('is previewed with its values, also for a caller who may not read subscribers', async () => {
      const here = place();
      const template = await published(here);
      await here.use('create_subscriber', { email: 'eve@mailbox.dev', firstName: 'Eve' });
      const input = { template, to: 'eve@mailbox.dev', variables: { ...values, first_name: 'Ada' } };
      for (const scope of ['full_access', 'emails.send'] as const) {
        const caller = await callerIn(here, { scopes: [scope] });
        const { subjects, text } = await previewed(here, 'send_template', input, caller);
        expect([subjects, text]).toEqual([['Receipt R-18'], expect.stringContaining('Thank you, Ada.')]);
      }
    });

    test('is not a field of a plain send', async () => {
      const here = place();
      const body = { from: 'a@acme.dev', to, subject: 'Hi', markdown: 'Hi', template: 'receipt' };
      expect(await here.http('POST', '/api/v2/emails', { body })).toMatchObject({ status: 400 });
    });
  });

  describe('a batch of a template', () => {
    const messages = [
      { to: 'ada@example.com', variables: { ...values, first_name: 'Ada' } },
      { to: ['bob@example.com'], variables: { ...values, number: 'R-19' } },
    ];

    test('mails each recipient with its own variables', async () => {
      const here = place();
      await published(here);
      const answer = await here.http('POST', '/api/v2/templates/receipt/send/batch', { body: { messages } });
      expect(answer.status).toBe(200);
      const { data, ...rest } = answer.body as { data: { id: string }[] };
      expect(rest).toEqual({});
      const mails = await Promise.all(data.map(({ id }) => mailOf(here, id)));
      expect(mails).toMatchObject([
        { to: ['ada@example.com'], subject: 'Receipt R-18' },
        { to: ['bob@example.com'], subject: 'Receipt R-19' },
      ]);
    });

    test('names the faults of every message, and sends none', async () => {
      const here = place();
      await published(here);
      const wrong = [...messages, { to: 'cy@example.com', variables: { number: 5 } }];
      const { details } = await here.refusal('send_template_batch', { template: 'receipt', messages: wrong });
      expect(details).toMatchObject([
        { path: 'messages[2].variables.number', code: 'invalid' },
        { path: 'messages[2].variables.receipt_url', code: 'required' },
      ]);
      expect((await here.use('list_emails')).data).toEqual([]);
    });

    test('sends the valid messages in permissive mode', async () => {
      const here = place();
      await published(here);
      const { body } = await here.http('POST', '/api/v2/templates/receipt/send/batch', {
        body: { messages: [{ to: 'cy@example.com' }, ...messages] },
        headers: { 'x-batch-validation': 'permissive' },
      });
      expect(body).toMatchObject({
        data: [{}, {}],
        errors: [{ index: 0, to: 'cy@example.com', name: 'validation_error', statusCode: 400 }],
      });
    });

    test('holds 1 to 100 messages', async () => {
      const here = place();
      await published(here);
      const many = Array.from({ length: 101 }, () => messages[0]);
      for (const list of [[], many]) {
        const refused = await here.refusal('send_template_batch', { template: 'receipt', messages: list });
        expect(refused).toMatchObject({ details: [{ path: 'messages' }] });
      }
    });
  });
});
