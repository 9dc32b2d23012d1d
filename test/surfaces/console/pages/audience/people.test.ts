import { beforeEach, expect, test } from 'vitest';
import { onBothDatabases, type Place } from '../../../../tools/both-databases.ts';
import { type Browser, type Page, personIn, signedIn } from '../../scene.ts';

const hostile = '"><img src=x onerror=alert(1)>';

/** The text of a page as a person reads it. */
const textOf = ({ text }: Page): string =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', '’')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ');

const tests = (place: () => Place): void => {
  let here: Place;
  let at: Browser;
  let viewer: Browser;
  beforeEach(async () => {
    here = place();
    at = await signedIn(here.platform, await personIn(here.platform, here.organization, { name: 'Root' }));
    viewer = await signedIn(
      here.platform,
      await personIn(here.platform, here.organization, {
        name: 'Eve',
        email: 'eve@gmail.com',
        roles: ['viewer'],
      }),
    );
  });

  const lastCalls = async (amount: number): Promise<string[]> =>
    (await here.use('list_audit_log', { limit: amount })).data.map(({ tool }: { tool: string }) => tool);

  test('the list of subscribers filters by text, state, tag and segment, and pages without numbers', async () => {
    await here.use('create_subscriber', { email: 'ada@mailbox.dev', firstName: 'Ada', tags: ['vip'] });
    await here.use('create_subscriber', { email: 'bob@mailbox.dev', attributes: { plan: 'pro' } });
    await here.use('unsubscribe_subscriber', { subscriber: 'bob@mailbox.dev' });
    const rule = { field: 'attributes.plan', operator: 'eq', value: 'pro' };
    const segment = await here.use('create_segment', { name: 'On pro', rule });
    const found = async (query: string): Promise<string[]> => {
      const page = await at.get(`/console/subscribers${query}`);
      expect(page.status).toBe(200);
      return ['ada@mailbox.dev', 'bob@mailbox.dev'].filter((email) => page.text.includes(email));
    };
    expect(await found('')).toEqual(['ada@mailbox.dev', 'bob@mailbox.dev']);
    expect(textOf(await at.get('/console/subscribers'))).toContain('2 people');
    expect(await found('?query=ada')).toEqual(['ada@mailbox.dev']);
    expect(await found('?status=UNSUBSCRIBED')).toEqual(['bob@mailbox.dev']);
    expect(await found('?tag=vip')).toEqual(['ada@mailbox.dev']);
    expect(await found(`?segment=${segment.id}`)).toEqual(['bob@mailbox.dev']);
    expect(textOf(await at.get('/console/subscribers?query=nothing'))).toContain('No matches');
    expect(textOf(await at.get('/console/subscribers?tag=nothing'))).toContain(
      'The tag or segment of this filter does not exist',
    );
    expect((await at.get('/console/subscribers?after=sub_nothing')).status).toBe(400);
  });

  test('the page of a person links the segments that contain them', async () => {
    const { id } = await here.use('create_subscriber', {
      email: 'ada@mailbox.dev',
      attributes: { plan: 'pro' },
    });
    const other = await here.use('create_subscriber', { email: 'bob@mailbox.dev' });
    const rule = { field: 'attributes.plan', operator: 'eq', value: 'pro' };
    const segment = await here.use('create_segment', { name: hostile, rule });
    const page = await viewer.get(`/console/subscribers/${id}`);
    expect(page.text).toContain(
      `<a class="tag" href="/console/segments/${segment.id}"><bdi>&quot;&gt;&lt;img`,
    );
    expect(textOf(await viewer.get(`/console/subscribers/${other.id}`))).toContain('Segments In no segment');
    await here.use('update_subscriber', { subscriber: id, attributes: { plan: 'free' } });
    expect(textOf(await viewer.get(`/console/subscribers/${id}/emails`))).toContain('Segments In no segment');
  });

  test('a person is added, edited, tagged, unsubscribed and subscribed again', async () => {
    const refused = await at.post('/console/subscribers/new', { email: 'ada', firstName: 'Ada' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('value="Ada"');
    expect(textOf(refused)).toContain('The address must be one mail address');
    const added = await at.post('/console/subscribers/new', {
      email: 'ada@mailbox.dev',
      firstName: 'Ada',
      tags: 'vip, reader',
      source: 'May fair',
    });
    expect(added.status).toBe(303);
    const path = added.headers.get('location')!.split('?')[0]!;
    const page = textOf(await at.get(path));
    for (const part of ['Ada', 'Subscribed', 'vip', 'reader', 'May fair', 'Joined'])
      expect(page).toContain(part);

    await at.post(`${path}/edit`, {
      email: 'ada@mailbox.dev',
      firstName: 'Augusta',
      lastName: '',
      'name.0': 'seats',
      'value.0': '3',
    });
    const person = await here.use('get_subscriber', { subscriber: 'ada@mailbox.dev' });
    expect(person).toMatchObject({ firstName: 'Augusta', attributes: { seats: 3 } });
    await at.post(`${path}/edit`, { email: 'ada@mailbox.dev', 'name.0': 'seats', 'value.0': '' });
    expect((await here.use('get_subscriber', { subscriber: person.id })).attributes).toEqual({});

    await at.post(`${path}/untag`, { tag: person.tags[0].id });
    await at.post(`${path}/tag`, { tags: 'new' });
    const tags = (await here.use('get_subscriber', { subscriber: person.id })).tags;
    expect(tags.map(({ name }: { name: string }) => name)).toEqual(['reader', 'new']);

    await at.post(`${path}/unsubscribe`, { reason: 'Asked by phone' });
    const left = textOf(await at.get(path));
    expect(left).toContain('Unsubscribed. Gets no campaigns');
    expect(left).toContain('Asked by phone');
    expect((await at.post(`${path}/resubscribe`, { source: '' })).status).toBe(400);
    await at.post(`${path}/resubscribe`, { source: 'Asked again by phone' });
    expect((await here.use('get_subscriber', { subscriber: person.id })).status).toBe('ACTIVE');
    expect(await lastCalls(4)).toEqual([
      'create_subscriber',
      'create_subscriber',
      'unsubscribe_subscriber',
      'add_subscriber_tags',
    ]);
  });

  test('the timeline of a person merges mails, events, workflows and consent, newest first', async () => {
    const email = 'ada@mailbox.dev';
    await here.use('create_subscriber', { email, consent: { at: '2025-01-02', source: 'May fair' } });
    const { id } = await here.use('get_subscriber', { subscriber: email });
    await here.use('track_event', { name: 'order.paid', email, properties: { total: 31 } });
    await here.use('send_email', { from: 'a@acme.dev', to: email, subject: 'Hello Ada', markdown: 'Hello' });
    const timeline = textOf(await at.get(`/console/subscribers/${id}`));
    const order = ['Hello Ada', 'Event order paid', 'Agreed to get mail'].map((part) =>
      timeline.indexOf(part),
    );
    expect(order.every((place) => place > 0)).toBe(true);
    expect(timeline).toContain('total 31');
    expect(textOf(await at.get(`/console/subscribers/${id}/emails`))).toContain('Hello Ada');
    expect(textOf(await at.get(`/console/subscribers/${id}/workflows`))).toContain('Not in any workflow');
    expect(textOf(await at.get(`/console/subscribers/${id}/consent`))).toContain('May fair');
  });

  test('a person is erased only after their address was typed', async () => {
    const { id } = await here.use('create_subscriber', { email: 'ada@mailbox.dev' });
    const path = `/console/subscribers/${id}/erase`;
    expect(textOf(await at.get(path))).toContain('You cannot undo this');
    const wrong = await at.post(path, { address: 'bob@mailbox.dev' });
    expect(wrong.status).toBe(400);
    expect(textOf(wrong)).toContain('is not the address of this person');
    expect((await at.post(path, { address: 'Ada@mailbox.dev' })).status).toBe(303);
    expect(await lastCalls(1)).toEqual(['delete_subscriber']);
    expect((await at.get(`/console/subscribers/${id}`)).status).toBe(404);
  });

  test('downloads start by a link on this server', async () => {
    const { id } = await here.use('create_subscriber', { email: 'ada@mailbox.dev' });
    const one = (await at.post(`/console/subscribers/${id}/export`)).headers.get('location')!;
    expect(one).toMatch(/^\/exports\/subscriber\.json\?link=/);
    expect((await at.get(one)).text).toContain('ada@mailbox.dev');
    const all = await at.post('/console/exports', { kind: 'subscribers', excel: 'on' });
    expect((await at.get(all.headers.get('location')!)).text).toContain('ada@mailbox.dev');
    const wrong = await at.post('/console/exports', { kind: 'subscribers', tag: 'nothing' });
    expect([wrong.status, textOf(wrong)]).toEqual([400, expect.stringContaining('The tag is not a tag')]);
    const whole = await at.post('/console/exports/organization');
    expect(whole.headers.get('location')).toMatch(/^\/exports\/organization\.zip\?link=/);
    const list = await at.post('/console/suppressions/export', { origin: 'bounce' });
    expect((await at.get(list.headers.get('location')!)).text).toMatch(/^email,origin/);
  });

  test('tags are created, changed, applied to a segment and deleted', async () => {
    await here.use('create_subscriber', { email: 'ada@mailbox.dev', attributes: { plan: 'pro' } });
    const rule = { field: 'attributes.plan', operator: 'eq', value: 'pro' };
    const segment = await here.use('create_segment', { name: 'On pro', rule });
    const created = await at.post('/console/tags', { name: 'vip', description: '', topic: 'on' });
    const path = created.headers.get('location')!.split('?')[0]!;
    expect(textOf(await at.get('/console/tags'))).toContain('vip On the preference page 0');
    const applied = await at.post(`${path}/apply`, { segment: segment.id });
    expect(textOf(await at.get(applied.headers.get('location')!))).toContain('Tagged 1 person.');
    await at.post(path, { name: 'patron', description: 'Pays' });
    expect(textOf(await at.get(path))).toContain('1 person has this tag.');
    const taken = await at.post('/console/tags', { name: '' });
    expect(taken.status).toBe(400);
    await at.post(`${path}/delete`);
    expect(textOf(await at.get('/console/tags'))).toContain('No tags yet');
    expect(await lastCalls(4)).toEqual(['delete_tag', 'create_tag', 'update_tag', 'apply_tag']);
  });

  test('suppressions are added, explained, imported and removed', async () => {
    const path = '/console/suppressions';
    expect((await at.post(`${path}/new`, { email: 'ada' })).status).toBe(400);
    await at.post(`${path}/new`, { email: 'ada@mailbox.dev', scope: 'marketing', days: '30' });
    const shown = textOf(await at.get(path));
    expect(shown).toContain('ada@mailbox.dev Added manually Campaigns');
    await here.use('add_suppression', { email: 'bob@mailbox.dev', origin: 'complaint' });
    const [bob] = (await here.use('list_suppressions', { query: 'bob' })).data;
    const refused = await at.post(`${path}/remove`, { id: bob.id });
    expect(refused.status).toBe(400);
    await at.post(`${path}/remove`, { id: bob.id, source: 'Asked by phone' });
    expect((await here.use('list_suppressions', { query: 'bob' })).data).toEqual([]);
    expect(textOf(await at.get(`${path}?query=bob`))).toContain('No matches');
  });

  test('a viewer sees no buttons that change data, and their requests are rejected', async () => {
    const { id } = await here.use('create_subscriber', { email: 'ada@mailbox.dev', tags: ['vip'] });
    const rule = { field: 'status', operator: 'eq', value: 'ACTIVE' };
    const segment = await here.use('create_segment', { name: 'All', rule });
    const person = await viewer.get(`/console/subscribers/${id}`);
    expect(person.status).toBe(200);
    for (const button of ['Erase', 'Unsubscribe', 'Edit', 'Add a tag', 'Remove the tag']) {
      expect(person.text).not.toContain(button);
    }
    expect(textOf(await viewer.get(`/console/segments/${segment.id}`))).toContain('State is Subscribed');
    expect((await viewer.get(`/console/segments/${segment.id}`)).text).not.toContain('Save');
    for (const path of ['subscribers', 'segments', 'imports', 'suppressions', 'tags', 'exports']) {
      const page = await viewer.get(`/console/${path}`);
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.text).not.toMatch(/>(Add|New|Import) [a-z]/);
    }
    const forms = [
      `/console/subscribers/${id}/edit`,
      `/console/subscribers/${id}/erase`,
      `/console/subscribers/${id}/tag`,
      `/console/subscribers/${id}/unsubscribe`,
      `/console/segments/${segment.id}`,
      `/console/segments/${segment.id}/delete`,
      '/console/tags',
      '/console/suppressions/new',
      '/console/exports/organization',
    ];
    for (const path of forms) expect([path, (await viewer.post(path)).status]).toEqual([path, 403]);
    expect((await here.use('get_subscriber', { subscriber: id })).status).toBe('ACTIVE');
  });

  test('another organization’s people, tags, segments and imports are not found', async () => {
    const other = await here.platform.addOrganization('Other');
    const outsider = await signedIn(
      here.platform,
      await personIn(here.platform, other.organization, { name: 'Mallory', email: 'mallory@gmail.com' }),
    );
    const { id } = await here.use('create_subscriber', { email: 'ada@mailbox.dev', tags: ['vip'] });
    const [tag] = (await here.use('list_tags')).data;
    const rule = { field: 'status', operator: 'eq', value: 'ACTIVE' };
    const segment = await here.use('create_segment', { name: 'All', rule });
    const one = await here.use('import_subscribers', { csv: 'Email\nbob@mailbox.dev\n', start: false });
    for (const path of [
      `subscribers/${id}`,
      `subscribers/${id}/emails`,
      `subscribers/${id}/erase`,
      `tags/${tag.id}`,
      `segments/${segment.id}`,
      `imports/${one.id}`,
      `imports/${one.id}/errors.csv`,
    ]) {
      expect([path, (await outsider.get(`/console/${path}`)).status]).toEqual([path, 404]);
    }
    expect((await outsider.post(`/console/subscribers/${id}/tag`, { tags: 'x' })).status).toBe(404);
    expect((await outsider.post(`/console/segments/${segment.id}/delete`)).status).toBe(404);
  });

  test('hostile text stays text on every page', async () => {
    const { id } = await here.use('create_subscriber', {
      email: 'ada@mailbox.dev',
      firstName: hostile,
      attributes: { [hostile]: hostile },
      tags: [hostile],
      consent: { source: hostile },
    });
    const rule = { and: [{ field: `attributes.${hostile}`, operator: 'eq', value: hostile }] };
    const segment = await here.use('create_segment', { name: hostile, rule });
    const [tag] = (await here.use('list_tags')).data;
    const csv = `Email,${hostile.slice(2)}\nbob@mailbox.dev,${hostile.slice(2)}\n`;
    const one = await here.use('import_subscribers', { csv, file_name: hostile, start: false });
    for (const path of [
      'subscribers',
      `subscribers?query=${encodeURIComponent(hostile)}`,
      `subscribers/${id}`,
      `subscribers/${id}/edit`,
      `subscribers/${id}/erase`,
      `subscribers/${id}/consent`,
      'tags',
      `tags/${tag.id}`,
      'segments',
      'segments/new',
      `segments/${segment.id}`,
      'imports',
      `imports/${one.id}`,
      'exports',
      `suppressions?query=${encodeURIComponent(hostile)}`,
    ]) {
      const page = await at.get(`/console/${path}`);
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.text).not.toContain('<img');
    }
  });
};

onBothDatabases(tests);
