import { describe, expect, test } from 'vitest';
import { templateLimits } from '../../../src/model/template/template.ts';
import { variableLimits } from '../../../src/model/template/variables.ts';
import { onBothDatabases } from '../both-databases.ts';
import { phishing } from '../verification/scene.ts';
import { published, receipt } from './template-scene.ts';

onBothDatabases((place) => {
  describe('a template', () => {
    test('is created as a draft, and found by id and by name', async () => {
      const { use, http } = place();
      const created = await http('POST', '/api/v2/templates', { body: receipt });
      expect(created.status).toBe(201);
      expect(created.body).toMatchObject({
        object: 'template',
        id: expect.stringMatching(/^tpl_/),
        name: 'receipt',
        subject: 'Receipt {{number}}',
        markdown: receipt.markdown,
        html: null,
        tiptap: null,
        from: '"Acme" <hello@acme.dev>',
        reply_to: null,
        version: null,
        published_version: null,
        unpublished_changes: true,
        variables: [
          { name: 'number', type: 'string', required: true, sample: 'R-17' },
          { name: 'first_name', type: 'string', required: false, sample: null },
          { name: 'receipt_url', type: 'url', required: true, sample: null },
        ],
      });
      const { id } = created.body as { id: string };
      const shown = { ...(created.body as object), versions: [] };
      expect(await use('get_template', { template: id })).toEqual(shown);
      expect(await use('get_template', { template: 'Receipt' })).toEqual(shown);
      const { data } = await use('list_templates');
      expect(data).toMatchObject([{ object: 'template', id, name: 'receipt', published_version: null }]);
      expect(data[0]).not.toHaveProperty('markdown');
    });

    test('has a name that no other template of the organization has', async () => {
      const { use, refusal } = place();
      await use('create_template', receipt);
      await use('create_template', { ...receipt, name: 'welcome' });
      expect(await refusal('create_template', { ...receipt, name: 'RECEIPT' })).toMatchObject({
        status: 409,
      });
      const taken = { template: 'welcome', name: 'receipt' };
      expect(await refusal('update_template', taken)).toMatchObject({ status: 409 });
      expect(await use('update_template', { template: 'welcome', name: 'Welcome' })).toMatchObject({
        name: 'Welcome',
      });
    });

    test.each(['tpl_01k3a8y3qwyf0000000000000a', 'TPL_x', '.', '..', '%2e', '.%2E'])(
      'cannot have the name %s',
      async (name) => {
        const { use, refusal } = place();
        await use('create_template', receipt);
        for (const refused of [
          await refusal('create_template', { ...receipt, name }),
          await refusal('update_template', { template: 'receipt', name }),
        ]) {
          expect(refused).toMatchObject({ status: 400, details: [{ path: 'name' }] });
        }
      },
    );

    test('of another organization is not found', async () => {
      const here = place();
      const id = await published(here);
      const { token } = await here.platform.addOrganization('Other');
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { subject: 'Mine' }],
        ['POST', '/publish', undefined],
        ['POST', '/preview', {}],
        ['POST', '/send', { to: 'ada@example.com' }],
        ['POST', '/send/batch', { messages: [{ to: 'ada@example.com' }] }],
        ['DELETE', '', undefined],
      ] as const) {
        for (const template of [id, 'receipt']) {
          const path_ = `/api/v2/templates/${template}${path}`;
          const answer = await here.platform.http(method, path_, { token, ...(body && { body }) });
          expect([path_, answer.status]).toEqual([path_, 404]);
        }
      }
    });

    test('takes exactly one body, as a send does', async () => {
      const { refusal, use } = place();
      const { markdown: _, ...bare } = receipt;
      expect(await refusal('create_template', bare)).toMatchObject({ status: 400 });
      const both = { ...receipt, html: '<p>Hello</p>' };
      expect((await refusal('create_template', both)).details).toMatchObject([
        { path: 'html' },
        { path: 'markdown' },
      ]);
      await use('create_template', receipt);
      expect(await use('update_template', { template: 'receipt', html: '<p>{{number}}</p>' })).toMatchObject({
        html: '<p>{{number}}</p>',
        markdown: null,
      });
    });

    test.each([
      ['a name with a blank', { name: 'first name' }, 'variables[0].name'],
      ['the name of a platform link', { name: 'unsubscribeUrl' }, 'variables[0].name'],
      ['the recipient’s address', { name: 'email' }, 'variables[0].name'],
      [
        'a name that every object has',
        { name: 'constructor', type: 'url', sample: 'x' },
        'variables[0].sample',
      ],
      ['the name of a prototype', { name: '__proto__' }, 'variables[0].name'],
      ['a word of template languages', { name: 'else' }, 'variables[0].name'],
      ['a name that is too long', { name: 'n'.repeat(variableLimits.nameLength + 1) }, 'variables[0].name'],
      ['a sample of another type', { name: 'amount', type: 'number', sample: '17' }, 'variables[0].sample'],
      [
        'an address that is no web address',
        { name: 'a', type: 'url', sample: 'mailto:a@b.dev' },
        'variables[0].sample',
      ],
      ['a day that does not exist', { name: 'a', type: 'date', sample: '2026-02-30' }, 'variables[0].sample'],
      ['an unknown type', { name: 'a', type: 'html' }, 'variables[0].type'],
    ])('rejects a variable with %s', async (_name, variable, path) => {
      const { refusal } = place();
      const { details } = await refusal('create_template', { ...receipt, variables: [variable] });
      expect(details).toMatchObject([{ path }]);
    });

    test('rejects two variables with one name, and more variables than the limit', async () => {
      const { refusal } = place();
      const twice = [{ name: 'number' }, { name: 'number' }];
      expect((await refusal('create_template', { ...receipt, variables: twice })).details).toMatchObject([
        { path: 'variables[1].name' },
      ]);
      const many = Array.from({ length: variableLimits.perTemplate + 1 }, (_, index) => ({
        name: `v${index}`,
      }));
      expect((await refusal('create_template', { ...receipt, variables: many })).details).toMatchObject([
        { path: 'variables' },
      ]);
    });

    test('rejects samples that are too large together', async () => {
      const { refusal } = place();
      const variables = Array.from({ length: 7 }, (_, index) => ({
        name: `v${index}`,
        sample: 'x'.repeat(variableLimits.textCharacters),
      }));
      expect((await refusal('create_template', { ...receipt, variables })).details).toMatchObject([
        { path: 'variables', message: 'must have samples of at most 65,536 bytes together' },
      ]);
    });

    test('can be deleted, and its name is free again', async () => {
      const here = place();
      const id = await published(here);
      expect(await here.use('delete_template', { template: 'receipt' })).toEqual({
        object: 'template',
        id,
        deleted: true,
      });
      expect(await here.refusal('get_template', { template: id })).toMatchObject({ status: 404 });
      await published(here);
    });

    test('is refused beyond the limit of templates per organization', async () => {
      const here = place();
      const { queries, organization } = { queries: here.platform.platform.engine.store.database, ...here };
      await queries.transaction(async (within) => {
        await within.insert(
          'INSERT INTO templates (organization, id, name, name_key, subject, body_kind, body, variables, changed, revision, created_at, updated_at)',
          Array.from({ length: templateLimits.perOrganization }, (_, index) => [
            organization.key,
            `tpl_${organization.key}_${index}`,
            `t${index}`,
            `t${index}`,
            'Hello',
            'markdown',
            'Hello',
            '[]',
            1,
            1,
            0,
            0,
          ]),
        );
      });
      expect(await here.refusal('create_template', receipt)).toMatchObject({
        status: 409,
        message: 'An organization has at most 1,000 templates',
      });
    });
  });

  describe('a published version', () => {
    test('never changes, while the draft does', async () => {
      const here = place();
      const id = await published(here);
      expect(await here.use('get_template', { template: id })).toMatchObject({
        published_version: 1,
        unpublished_changes: false,
      });
      expect(
        await here.use('update_template', { template: id, subject: 'Invoice {{number}}' }),
      ).toMatchObject({
        subject: 'Invoice {{number}}',
        published_version: 1,
        unpublished_changes: true,
      });
      const first = await here.http('GET', `/api/v2/templates/${id}?version=1`);
      expect(first.body).toMatchObject({ version: 1, subject: 'Receipt {{number}}' });
      expect(await here.use('publish_template', { template: id })).toMatchObject({
        published_version: 2,
        unpublished_changes: false,
      });
      expect(await here.use('get_template', { template: id, version: 1 })).toMatchObject({
        subject: 'Receipt {{number}}',
      });
      expect(await here.refusal('get_template', { template: id, version: 3 })).toMatchObject({
        status: 400,
        message: 'version must be a published version: 1 to 2',
      });
    });

    test('is refused beyond the limit of versions', async () => {
      const here = place();
      const id = await published(here);
      const { database } = here.platform.platform.engine.store;
      const full = [templateLimits.versions, id];
      await database.transaction((within) =>
        within.run('UPDATE templates SET published_version = $1 WHERE id = $2', full),
      );
      await here.use('update_template', { template: id, subject: 'Next' });
      expect(await here.refusal('publish_template', { template: id })).toMatchObject({
        status: 409,
        message: 'A template has at most 1,000 versions; copy its content to a new template',
      });
    });

    test('is not repeated for an unchanged draft', async () => {
      const here = place();
      const id = await published(here);
      await here.use('update_template', { template: id, subject: 'Other' });
      await here.use('update_template', { template: id, subject: receipt.subject });
      expect(await here.use('publish_template', { template: id })).toMatchObject({ published_version: 1 });
    });

    test('has only placeholders of declared variables and of the product', async () => {
      const { use, refusal } = place();
      const own = 'Hello {{firstName|you}}, {{email}}, {{attributes.plan|free}}. [Leave]({{unsubscribeUrl}})';
      await use('create_template', { ...receipt, name: 'own', markdown: `${own} \\{{this}}` });
      await use('publish_template', { template: 'own' });
      await use('create_template', {
        ...receipt,
        subject: 'Receipt {{numbr}}',
        markdown: '{{total}} {{#if paid}}paid{{/if}} {{trigger.plan}}',
      });
      const { status, details } = await refusal('publish_template', { template: 'receipt' });
      expect(status).toBe(400);
      expect(details).toMatchObject([
        { path: 'subject', message: expect.stringMatching(/\{\{numbr\}\}.*\{\{number\}\}/) },
        { path: 'markdown', message: expect.stringContaining('{{total}}') },
        { path: 'markdown', message: expect.stringContaining('{{#if paid}}') },
        { path: 'markdown', message: expect.stringContaining('{{/if}}') },
        { path: 'markdown', message: expect.stringContaining('{{trigger.plan}}') },
      ]);
    });

    test('may have variables with the names of object properties', async () => {
      const { use } = place();
      const markdown = '[{{toString}}]({{constructor}})';
      const variables = [
        { name: 'toString', required: false },
        { name: 'constructor', type: 'url' },
      ];
      await use('create_template', { ...receipt, subject: 'Hi', markdown, variables });
      await use('publish_template', { template: 'receipt' });
      const send = {
        template: 'receipt',
        to: 'ada@example.com',
        variables: { constructor: 'https://acme.dev/' },
      };
      await use('send_template', send);
    });

    test('has content that verification does not block', async () => {
      const { use, refusal } = place();
      await use('create_template', { ...phishing, name: 'bad' });
      expect(await refusal('publish_template', { template: 'bad' })).toMatchObject({
        failure: 'content_verification_failed',
        recipients: [],
      });
      const hidden = {
        ...receipt,
        name: 'hidden',
        html: '<a href="https://{{number}}.acme.dev/">Receipt</a>',
      };
      await use('create_template', { ...hidden, markdown: undefined });
      expect(await refusal('publish_template', { template: 'hidden' })).toMatchObject({
        failure: 'content_verification_failed',
      });
    });
  });

  describe('the preview of a template', () => {
    test('renders the draft with its samples, and lists values that are missing', async () => {
      const { use } = place();
      await use('create_template', receipt);
      const shown = await use('preview_template', { template: 'receipt' });
      expect(shown).toMatchObject({
        object: 'template_preview',
        version: null,
        from: '"Acme" <hello@acme.dev>',
        subject: 'Receipt R-17',
        missing: ['receipt_url'],
        problems: [],
      });
      expect(shown.text).toContain('Thank you, friend.');
    });

    test('renders a version with given values', async () => {
      const here = place();
      const id = await published(here);
      await here.use('update_template', { template: id, subject: 'Draft' });
      const variables = { number: '<b>', first_name: 'Ada', receipt_url: 'https://acme.dev/r' };
      const shown = await here.use('preview_template', { template: id, version: 1, variables });
      expect(shown).toMatchObject({ version: 1, subject: 'Receipt <b>', missing: [] });
      expect(shown.html).toContain('href="https://acme.dev/r"');
      expect(await here.refusal('preview_template', { template: id, variables: { total: 1 } })).toMatchObject(
        {
          details: [{ path: 'variables.total', code: 'unknown_field' }],
        },
      );
    });

    test('names the reasons why the draft cannot be published', async () => {
      const { use } = place();
      await use('create_template', { ...receipt, subject: 'Receipt {{total}}' });
      const { problems } = await use('preview_template', { template: 'receipt' });
      expect(problems).toEqual([expect.stringContaining('{{total}}')]);
    });
  });
});
