import { beforeEach, expect, test } from 'vitest';
import { onBothDatabases, type Place } from '../../../../tools/both-databases.ts';
import { work } from '../../../../tools/workflows/scene.ts';
import { type Browser, type Page, personIn, signedIn } from '../../scene.ts';

/** The text of a page as a person reads it. */
const textOf = ({ text }: Page): string =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', '’')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ');

const formWith = (
  bytes: Uint8Array | string,
  name = 'leute.csv',
  fields: Record<string, string> = {},
): FormData => {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) data.set(field, value);
  data.set('file', new Blob([bytes]), name);
  return data;
};

const tests = (place: () => Place): void => {
  let here: Place;
  let at: Browser;
  beforeEach(async () => {
    here = place();
    at = await signedIn(
      here.platform,
      await personIn(here.platform, here.organization, { roles: ['author'] }),
    );
  });

  const upload = async (data: FormData): Promise<string> => {
    const sent = await at.post('/console/imports/new', data);
    expect([sent.status, textOf(sent)]).toEqual([303, '']);
    return sent.headers.get('location')!;
  };

  test('a list with odd columns is uploaded, mapped, checked and imported', async () => {
    const csv =
      'E-Mail;Vorname;given_name;Geburtstag;Notiz\nada@mailbox.dev;Ada;;1990-12-10;x\nno address;;;;\n';
    const path = await upload(formWith(Buffer.from(csv, 'latin1')));
    const preview = await at.get(path);
    const shown = textOf(preview);
    for (const part of [
      'leute.csv',
      'Ready to start',
      'E-Mail',
      'ada@mailbox.dev',
      'No proof of consent: 1 row',
      'The file does not say how these people agreed to get mail',
      'Column 4 contains dates. If people agreed',
    ]) {
      expect(shown).toContain(part);
    }
    expect(preview.text).toMatch(/name="column\.0"[^>]*>.*?<option value="email" selected/s);
    expect(preview.text).toMatch(/name="column\.1"[^>]*>.*?<option value="firstName" selected/s);
    expect(preview.text).toMatch(
      /name="column\.3"[^>]*>.*?<option value="attributes\.Geburtstag:date" selected/s,
    );

    const settings = { 'column.4': 'ignore', source: 'Shop form', tags: 'shop, 2025', conflict: 'upsert' };
    await at.post(path, { ...settings, action: 'check' });
    const checked = await at.get(path);
    expect(textOf(checked)).toContain('Import 1 person');
    expect(textOf(checked)).toContain('chosen by you');
    expect(checked.text).toContain('value="Shop form"');
    expect(checked.text).toContain('value="shop, 2025"');

    await at.post(path, { ...settings, action: 'start' });
    expect(textOf(await at.get(path))).toMatch(/Queued|Running/);
    await work(here);
    const done = textOf(await at.get(path));
    expect(done).toContain('1 person imported.');
    expect(done).toContain('Not a valid address');
    const person = await here.use('get_subscriber', { subscriber: 'ada@mailbox.dev' });
    expect(person).toMatchObject({
      firstName: 'Ada',
      attributes: { Geburtstag: '1990-12-10' },
      consent: { source: 'Shop form' },
    });
    expect(person.attributes.Notiz).toBe(undefined);
    const errors = await at.get(`${path}/errors.csv`);
    expect(errors.headers.get('content-disposition')).toContain('attachment');
    expect(errors.text).toContain('email_invalid');
    expect(textOf(await at.get('/console/imports'))).toContain('leute.csv Finished');
  });

  test('pasted rows are imported, and a file larger than a part is put together', async () => {
    const data = new FormData();
    data.set('file', new Blob([]), '');
    data.set('text', 'Email\nada@mailbox.dev\n');
    expect(textOf(await at.get(await upload(data)))).toContain('Pasted text');
    const row = (index: number): string => `p${index}@mailbox.dev,${'x'.repeat(1_000)}\n`;
    const large = `Email,Note\n${Array.from({ length: 9_000 }, (_, index) => row(index)).join('')}`;
    const path = await upload(formWith(large));
    await work(here);
    expect(textOf(await at.get(path))).toContain('Rows 9,000');
  });

  test('a file that is no list is refused, and leaves no import behind', async () => {
    const empty = await at.post('/console/imports/new', formWith(''));
    expect([empty.status, textOf(empty)]).toEqual([400, expect.stringContaining('Choose a file')]);
    const workbook = await at.post(
      '/console/imports/new',
      formWith(Buffer.from('504b0304aa786c2faa', 'hex'), 'l.xlsx'),
    );
    expect(workbook.status).toBe(415);
    expect(textOf(workbook)).toContain('Excel workbook');
    const { data } = await here.use('list_imports');
    expect(data.map(({ status }: { status: string }) => status)).toEqual(['cancelled']);
    const large = await at.post('/console/imports/new', formWith(Buffer.alloc(10.5 * 1024 * 1024, 'a')));
    expect(large.status).toBe(413);
    const urlencoded = await at.post('/console/imports/new', { text: 'Email\nada@mailbox.dev\n' });
    expect(urlencoded.status).toBe(400);
  });

  test('a file whose addresses are not recognized asks for their column', async () => {
    const sent = await at.post(
      '/console/imports/new',
      formWith('Contact,Name\n—,Ada\nada@mailbox.dev,Ada\n'),
    );
    expect(sent.status).toBe(400);
    expect(textOf(sent)).toContain('Which column has the email address?');
    const path = /action="(\/console\/imports\/imp_\w+)"/.exec(sent.text)![1]!;
    await at.post(path, { addressColumn: 'Contact', source: 'Fair', action: 'check' });
    expect(textOf(await at.get(path))).toContain('Import 1 person');
    await at.post(`${path}/cancel`);
    expect(textOf(await at.get(path))).toContain('The import was cancelled. Nothing was imported.');
  });

  test('an upload with a repeated field, too many parts or no end is refused', async () => {
    const repeated = formWith('Email\n');
    repeated.append('file', new Blob(['Email\n']), 'again.csv');
    const many = formWith('Email\n');
    for (let index = 0; index < 101; index += 1) many.set(`field${index}`, '');
    for (const data of [repeated, many]) {
      expect((await at.post('/console/imports/new', data)).status).toBe(400);
    }
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await at.post('/console/imports/new', { text: '--x' }, { headers })).status).toBe(400);
    expect((await here.use('list_imports')).data).toEqual([]);
  });

  test('a large body without a session is refused before it is read', async () => {
    at.cookie = null;
    const sent = await at.post('/console/imports/new', formWith(Buffer.alloc(2 * 1024 * 1024, 'a')));
    expect(sent.status).toBe(429);
  });

  const builder = (rows: readonly (readonly [string, string, string])[]): Record<string, string> =>
    Object.fromEntries(
      rows.flatMap(([field, operator, value], index) => [
        [`field.${index}`, field],
        [`operator.${index}`, operator],
        [`value.${index}`, value],
      ]),
    );

  test('a segment is built rule by rule, counted, saved, changed and deleted', async () => {
    for (const name of ['ada', 'bob', 'eve']) {
      const city = name === 'eve' ? 'York' : 'Leeds';
      await here.use('create_subscriber', {
        email: `${name}@mailbox.dev`,
        attributes: { city },
        tags: [name],
      });
    }
    const path = '/console/segments/new';
    const empty = await at.get(path);
    expect(empty.text).toContain('<option value="attributes.city">city</option>');
    expect((await at.post(path, { action: 'save', name: 'Leeds' })).status).toBe(400);
    const added = await at.post(path, { action: 'add', add: 'attributes.city' });
    expect(added.text).toContain('name="field.0" value="attributes.city"');
    expect(textOf(added)).toContain('Fill in every rule');
    const leeds = builder([
      ['attributes.city', 'eq', 'Leeds'],
      ['tags', 'neq', 'bob'],
    ]);
    const counted = textOf(await at.post(path, { ...leeds, match: 'all', action: 'count' }));
    expect(counted).toContain('1 person matches now');
    expect(counted).toContain('ada@mailbox.dev');
    expect(textOf(await at.post(path, { ...leeds, match: 'any', action: 'count' }))).toContain(
      '3 people match now',
    );
    const removed = await at.post(path, { ...leeds, match: 'all', action: 'remove.1' });
    expect(removed.text).not.toContain('name="field.1"');
    expect(textOf(removed)).toContain('2 people match now');

    const saved = await at.post(path, { ...leeds, match: 'all', name: 'Leeds', action: 'save' });
    const one = saved.headers.get('location')!.split('?')[0]!;
    const [segment] = (await here.use('list_segments')).data;
    const [, , bob] = (await here.use('list_tags')).data.toReversed();
    expect(segment.rule).toEqual({
      and: [
        { field: 'attributes.city', operator: 'eq', value: 'Leeds' },
        { field: 'tags', operator: 'neq', value: expect.stringMatching(/^tag_/) },
      ],
    });
    expect(bob).toBeDefined();
    const page = await at.get(one);
    expect(page.text).toContain('name="value.1" value="bob"');
    expect(textOf(await at.get('/console/segments'))).toContain('city is “Leeds” and tag is not bob 1');
    await at.post(one, {
      ...builder([['status', 'eq', 'ACTIVE']]),
      match: 'all',
      name: 'Everyone',
      action: 'save',
    });
    expect((await here.use('list_segments')).data[0]).toMatchObject({
      name: 'Everyone',
      subscriber_count: 3,
    });
    await at.post(`${one}/delete`);
    expect((await here.use('list_segments')).data).toEqual([]);
  });

  test('a rule in need of repair keeps the typed values and names the fault at its row', async () => {
    const path = '/console/segments/new';
    const wrong = builder([
      ['email', 'contains', 'mailbox'],
      ['createdAt', 'within', 'soon'],
    ]);
    const page = await at.post(path, { ...wrong, match: 'all', name: 'New', action: 'save' });
    expect(page.status).toBe(400);
    expect(page.text).toMatch(/value="soon"[^>]*aria-invalid="true" aria-describedby="fault.1"/);
    expect(textOf(page)).toContain('This must be a span of time such as 12 hours, 30 days');
    const unnamed = await at.post(path, { action: 'add', add: 'event.' });
    expect(textOf(unnamed)).toContain('The name of the event is missing');
    const unknown = await at.post(path, { action: 'add', add: 'nothing' });
    expect(unknown.status).toBe(400);
  });

  test('counts of events, kinds of values and nested rules survive the builder', async () => {
    const rule = {
      or: [
        { field: 'event.order.paid', operator: 'count_gte', value: 2, within: '30 days' },
        { field: 'attributes.zip', operator: 'eq', value: '12345' },
        { field: 'attributes.seats', operator: 'gt', value: 3 },
        { field: 'locale', operator: 'in', value: ['en', 'de'] },
        {
          and: [
            { field: 'email', operator: 'contains', value: 'dev' },
            { field: 'status', operator: 'eq', value: 'ACTIVE' },
          ],
        },
      ],
    };
    const { id } = await here.use('create_segment', { name: 'Mixed', rule });
    const page = await at.get(`/console/segments/${id}`);
    expect(textOf(page)).toContain('Address contains “dev” and state is Subscribed');
    const fields = [...page.text.matchAll(/name="((?:kept|field|value)\.\d+)" value="([^"]*)"/g)];
    const operators = [...page.text.matchAll(/<select name="(operator\.\d+)"[^>]*>(.*?)<\/select>/gs)];
    const form = Object.fromEntries([
      ...fields.map(([, name, value]) => [name, value!.replaceAll('&quot;', '"').replaceAll('&amp;', '&')]),
      ...operators.map(([, name, options]) => [name, /value="([^"]*)" selected/.exec(options!)![1]!]),
    ]);
    const saved = await at.post(`/console/segments/${id}`, {
      ...form,
      match: 'any',
      name: 'Mixed',
      action: 'save',
    });
    expect(saved.status).toBe(303);
    expect((await here.use('get_segment', { segmentId: id })).rule).toEqual(rule);
  });

  test('rules as JSON are shown as rows, and refused with the first fault', async () => {
    const path = '/console/segments/new';
    const json = JSON.stringify({ or: [{ field: 'email', operator: 'ends_with', value: '@acme.dev' }] });
    const used = await at.post(path, { action: 'use', json });
    expect(used.text).toContain('name="value.0" value="@acme.dev"');
    for (const [wrong, said] of [
      ['{', 'is not valid JSON'],
      ['{"field":"nothing","operator":"eq","value":1}', 'must be one of email'],
      ['{"and":1}', 'must be an array of rules'],
    ] as const) {
      const page = await at.post(path, { action: 'use', json: wrong });
      expect([page.status, textOf(page)]).toEqual([400, expect.stringContaining(said)]);
    }
  });
};

onBothDatabases(tests);
