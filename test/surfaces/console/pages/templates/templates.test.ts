import { beforeEach, expect, test } from 'vitest';
import { onBothDatabases, type Place } from '../../../../tools/both-databases.ts';
import { type Browser, type Page, personIn, signedIn } from '../../scene.ts';

const hostile = '"><img src=x onerror=alert(1)>';

const textOf = ({ text }: Page): string =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', '’')
    .replaceAll(/\s+/g, ' ');

const places = ({ headers }: Page): string => headers.get('location') ?? '';

const written = {
  name: 'receipt',
  subject: 'Your receipt {{number}}',
  kind: 'MARKDOWN',
  body: 'Hello {{first_name|there}}, [see it]({{receipt_url}})',
  from: 'Acme <hello@acme.dev>',
};

onBothDatabases((place) => {
  let here: Place;
  let at: Browser;

  beforeEach(async () => {
    here = place();
    at = await signedInAs('admin');
  });

  const signedInAs = async (role: 'admin' | 'author' | 'viewer'): Promise<Browser> => {
    const email = `${role}-${String(Math.random()).slice(2)}@gmail.com`;
    return await signedIn(
      here.platform,
      await personIn(here.platform, here.organization, { email, roles: [role] }),
    );
  };

  const create = async (more: object = {}): Promise<string> => {
    const saved = await at.post('/console/templates/new', { ...written, ...more });
    return /tpl_\w+/.exec(places(saved))![0];
  };

  const publish = async (id: string, more: object = {}): Promise<Page> => {
    const { variables } = await here.use('get_template', { template: id });
    const declared = variables.flatMap(({ name, type, required }: Record<string, string>, index: number) => [
      [`name_${index}`, name],
      [`type_${index}`, type],
      [`sample_${index}`, type === 'url' ? 'https://acme.dev/17' : 'Ada'],
      ...(required ? [[`required_${index}`, 'on']] : []),
    ]);
    const form = { ...written, ...Object.fromEntries(declared), next: 'publish', ...more };
    return await at.post(`/console/templates/${id}`, form);
  };

  test('the list of templates names the next step while it is empty', async () => {
    expect(textOf(await at.get('/console/templates'))).toContain('No templates yet');
  });

  test('saving a template declares the placeholders of its text', async () => {
    const id = await create();
    const { variables } = await here.use('get_template', { template: id });
    expect(variables).toEqual([
      { name: 'number', type: 'string', required: true, sample: null },
      { name: 'first_name', type: 'string', required: false, sample: null },
      { name: 'receipt_url', type: 'url', required: true, sample: null },
    ]);
    const page = await at.get(`/console/templates/${id}`);
    expect(page.text).toContain(`src="/console/templates/${id}/frame"`);
    expect(textOf(await at.get('/console/templates'))).toContain(
      'receipt Your receipt {{number}} Not published',
    );
    const { data } = await here.use('list_audit_log', { tool: 'create_template' });
    expect(data[0]).toMatchObject({ door: 'console', outcome: 'done' });
  });

  test('a rejected template shows the typed values with the fault at its field', async () => {
    const refused = await at.post('/console/templates/new', { ...written, from: 'no mailbox at all' });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringMatching(/name="from" value="no mailbox at all"[^>]*aria-invalid="true"/),
    ]);
    await create();
    const taken = await at.post('/console/templates/new', written);
    expect([taken.status, textOf(taken)]).toEqual([
      409,
      expect.stringContaining('Another template has this name.'),
    ]);
  });

  test('a sample of the wrong kind is named at its placeholder', async () => {
    const id = await create();
    const refused = await publish(id, { sample_2: 'no link' });
    expect([refused.status, textOf(refused)]).toEqual([400, expect.stringContaining('receipt_url')]);
    expect(refused.text).toContain('<p class="error">');
  });

  test('publishing, editing and comparing versions', async () => {
    const id = await create();
    expect(places(await publish(id))).toBe(`/console/templates/${id}?done=published`);
    expect(textOf(await at.get(`/console/templates/${id}?done=published`))).toContain(
      'Published. Your apps now send this version',
    );
    await publish(id, { body: 'Hi {{first_name|there}}', next: 'preview' });
    expect(textOf(await at.get('/console/templates'))).toContain('Unpublished changes');
    const draft = await at.get(`/console/templates/${id}/versions`);
    expect(draft.text).toContain('<ins>Hi {{first_name|there}}</ins>');
    expect(draft.text).toContain('<del>Hello {{first_name|there}}, [see it]({{receipt_url}})</del>');
    const first = await at.get(`/console/templates/${id}/versions?version=1`);
    expect(textOf(first)).toContain('There is no earlier version to compare with.');
    expect((await at.get(`/console/templates/${id}/versions?version=9`)).status).toBe(400);
    expect((await here.use('get_template', { template: id })).versions).toMatchObject([{ version: 1 }]);
  });

  test('sending a published template to one address', async () => {
    const id = await create();
    expect(places(await at.get(`/console/templates/${id}/send`))).toBe(`/console/templates/${id}`);
    await publish(id);
    const path = `/console/templates/${id}/send`;
    const form = { to: 'grace@mailbox.dev', value_number: 'R-18', value_receipt_url: 'https://acme.dev/18' };
    const missing = await at.post(path, { ...form, value_number: '' });
    expect([missing.status, missing.text]).toEqual([
      400,
      expect.stringMatching(/name="value_number"[^>]*aria-invalid="true"/),
    ]);
    const sent = await at.post(path, form);
    expect(places(sent)).toMatch(new RegExp(`^${path}\\?sent=eml_`));
    expect(textOf(await at.get(places(sent)))).toContain('The email is on its way.');
    expect((await here.use('list_emails', {})).data[0]).toMatchObject({
      subject: 'Your receipt R-18',
      to: ['grace@mailbox.dev'],
    });
  });

  test('a viewer sees a template and no button, and each action is refused', async () => {
    const id = await create();
    const viewer = await signedInAs('viewer');
    const page = await viewer.get(`/console/templates/${id}`);
    expect([page.status, page.text.includes('action="/console/templates')]).toEqual([200, false]);
    expect(textOf(page)).toContain('{{receipt_url}} Link Required');
    for (const part of ['', '/delete', '/send']) {
      expect([part, (await viewer.post(`/console/templates/${id}${part}`)).status]).toEqual([part, 403]);
    }
    const author = await signedInAs('author');
    expect((await author.get(`/console/templates/${id}`)).text).not.toContain(
      `/console/templates/${id}/send`,
    );
    expect((await author.post(`/console/templates/${id}/send`)).status).toBe(403);
  });

  test('a template of another organization is not found', async () => {
    const id = await create();
    const other = await here.platform.addOrganization('Other');
    const eve = await signedIn(here.platform, await personIn(here.platform, other.organization));
    for (const part of ['', '/frame', '/versions', '/send']) {
      expect([part, (await eve.get(`/console/templates/${id}${part}`)).status]).toEqual([part, 404]);
    }
    for (const part of ['', '/delete', '/send']) {
      expect([part, (await eve.post(`/console/templates/${id}${part}`, written)).status]).toEqual([
        part,
        404,
      ]);
    }
    expect(places(await at.post(`/console/templates/${id}/delete`))).toBe('/console/templates?done=deleted');
  });

  test('hostile text stays text on every page', async () => {
    const id = await create({ name: hostile, subject: hostile, body: hostile, preview: hostile });
    for (const part of ['', `/${id}`, `/${id}/versions`]) {
      const { status, text } = await at.get(`/console/templates${part}`);
      expect([part, status, text.includes('<img')]).toEqual([part, 200, false]);
    }
  });
});
