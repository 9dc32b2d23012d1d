import { expect, test } from 'vitest';
import { exportKinds, scopeOfKind } from '../../../src/model/export/export-kind.ts';
import { mail } from '../../spec/scene.ts';
import { verifies } from '../../spec/verifies.ts';
import { baseUrl } from '../../world/platform.ts';
import { onBothDatabases } from '../both-databases.ts';
import { sendable } from '../campaigns/scene.ts';
import { download, rowsOf } from './download.ts';

onBothDatabases((place) => {
  const save = (subscribers: unknown[]) => place().use('save_subscribers', { subscribers });

  verifies(
    'subscriber.export',
    'subscribers are exported with tags, consent and a column per attribute',
    async () => {
      await save([
        {
          email: 'Ada@Acme.com',
          firstName: 'Ada',
          lastName: 'Lovelace, Countess',
          externalId: '=1+1',
          timezone: 'Europe/London',
          locale: 'en-GB',
          consent: { at: '2025-12-02T03:04:05.000Z', ip: '192.0.2.1', source: 'form "A"' },
          tags: ['news', 'a, b'],
          attributes: {
            plan: 'pro',
            seats: -5,
            trial: false,
            postcode: '01234',
            note: '-5',
            bio: 'two\nlines',
          },
        },
        { email: 'grace@acme.com', attributes: { plan: '', age: 3.5 } },
      ]);
      const file = await download(place(), 'subscribers.csv');
      expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(file.headers.get('content-disposition')).toMatch(
        /^attachment; filename="posthouse-subscribers-\d{4}-\d{2}-\d{2}\.csv"$/,
      );
      const rows = rowsOf(file.text);
      expect(rows).toHaveLength(2);
      const ada = rows.find(({ email }) => email === 'ada@acme.com')!;
      expect(ada).toMatchObject({
        firstName: 'Ada',
        lastName: 'Lovelace, Countess',
        status: 'ACTIVE',
        tags: 'news,"a, b"',
        externalId: "'=1+1",
        timezone: 'Europe/London',
        consentAt: '2025-12-02T03:04:05.000Z',
        consentIp: '192.0.2.1',
        consentSource: 'form "A"',
        'attributes.plan': 'pro',
        'attributes.seats': '-5',
        'attributes.trial': 'false',
        'attributes.postcode': '01234',
        'attributes.note': "'-5",
        'attributes.bio': 'two\nlines',
        'attributes.age': '',
      });
      const grace = rows.find(({ email }) => email === 'grace@acme.com')!;
      expect(grace).toMatchObject({
        'attributes.plan': "'",
        'attributes.age': '3.5',
        'attributes.seats': '',
      });
    },
  );

  test('chosen columns are written in their order, with a byte order mark for Excel', async () => {
    await save([{ email: 'ada@acme.com', attributes: { plan: 'pro' } }]);
    const { text } = await download(place(), 'subscribers.csv', {
      query: '?columns=attributes.plan,email,attributes.gone&bom=true',
    });
    expect(text).toBe('\uFEFFattributes.plan,email,attributes.gone\r\npro,ada@acme.com,\r\n');
  });

  test('each export accepts the filters of its list', async () => {
    const at = place().platform.clock;
    await save([
      { email: 'ada@acme.com', tags: ['news'] },
      { email: 'grace@acme.com', tags: ['other'] },
      { email: 'alan@acme.com' },
    ]);
    await place().use('unsubscribe_subscriber', { subscriber: 'grace@acme.com' });
    await place().use('track_event', { email: 'ada@acme.com', event: 'bought', properties: { sum: 3 } });
    await place().use('track_event', { email: 'ada@acme.com', event: 'visited' });
    await place().use('add_suppression', { email: 'eve@acme.com', origin: 'complaint' });
    await place().use('add_suppression', { email: 'mallory@acme.com' });
    await place().use('send_email', mail({ to: 'ada@acme.com', subject: '=HYPERLINK("x")' }));
    await place().use('send_email', mail({ to: 'grace@example.com' }));
    const { id: segment } = await place().use('create_segment', {
      name: 'with news',
      rule: { field: 'tags', operator: 'eq', value: 'news' },
    });
    const emails = async (query: string) =>
      rowsOf((await download(place(), 'subscribers.csv', { query })).text)
        .map(({ email }) => email!)
        .sort();
    expect(await emails('')).toEqual(['ada@acme.com', 'alan@acme.com', 'grace@acme.com']);
    expect(await emails('?status=unsubscribed')).toEqual(['grace@acme.com']);
    expect(await emails('?tag=news')).toEqual(['ada@acme.com']);
    expect(await emails('?tag=news&status=unsubscribed')).toEqual([]);
    expect(await emails('?query=ALA')).toEqual(['alan@acme.com']);
    expect(await emails(`?segment=${segment}`)).toEqual(['ada@acme.com']);
    expect(await emails('?segment=With%20News')).toEqual(['ada@acme.com']);
    const past = new Date(at.now() - 60_000).toISOString();
    const ahead = new Date(at.now() + 60_000).toISOString();
    expect(await emails(`?created_after=${past}&created_before=${ahead}`)).toHaveLength(3);
    expect(await emails(`?created_before=${past}`)).toEqual([]);
    expect(await emails(`?created_after=${ahead}`)).toEqual([]);

    const sent = async (query: string) => rowsOf((await download(place(), 'emails.csv', { query })).text);
    expect(await sent('')).toHaveLength(2);
    expect(await sent('?subscriber=ada@acme.com')).toMatchObject([
      { to: 'ada@acme.com', subject: `'=HYPERLINK("x")`, last_event: expect.any(String) },
    ]);
    expect(await sent('?subscriber=grace@example.com')).toHaveLength(1);
    expect(await sent(`?created_before=${past}`)).toEqual([]);

    const tracked = async (query: string) => rowsOf((await download(place(), 'events.csv', { query })).text);
    expect(await tracked('')).toHaveLength(2);
    expect(await tracked('?name=bought&subscriber=ada@acme.com')).toMatchObject([
      { name: 'bought', email: 'ada@acme.com', properties: '{"sum":3}' },
    ]);
    expect(await tracked('?subscriber=alan@acme.com')).toEqual([]);

    const held = async (query: string) =>
      rowsOf((await download(place(), 'suppressions.csv', { query })).text).map(({ email }) => email);
    expect(await held('')).toEqual(['mallory@acme.com', 'eve@acme.com']);
    expect(await held('?origin=complaint')).toEqual(['eve@acme.com']);
    expect(await held(`?created_after=${ahead}`)).toEqual([]);
  });

  test('the recipients of a campaign are filtered by state, reason and last event, without formulas', async () => {
    const { use, platform } = place();
    for (const email of ['=1+1@mailbox.dev', 'grace@mailbox.dev', 'eve@mailbox.dev'])
      await use('create_subscriber', { email });
    const { id } = await use('create_campaign', {
      ...sendable,
      audience: { filter: { field: 'email', operator: 'contains', value: 'mailbox' } },
    });
    await use('add_suppression', { email: 'eve@mailbox.dev' });
    await use('send_campaign', { campaignId: id });
    await platform.deliver();
    const found = async (query: string) =>
      rowsOf((await download(place(), 'recipients.csv', { query: `?campaign=${id}${query}` })).text);
    expect((await found('')).map(({ email }) => email)).toEqual([
      'eve@mailbox.dev',
      'grace@mailbox.dev',
      "'=1+1@mailbox.dev",
    ]);
    expect(await found('&state=skipped')).toMatchObject([
      { email: 'eve@mailbox.dev', state: 'skipped', reason: 'suppressed', last_event: '' },
    ]);
    expect(await found('&reason=unsubscribed')).toEqual([]);
    expect(await found('&reason=suppressed&columns=email')).toEqual([{ email: 'eve@mailbox.dev' }]);
    expect(await found('&last_event=bounced')).toEqual([]);
    const { data } = await use('list_campaign_recipients', { campaignId: id, reason: 'suppressed' });
    expect(data.map(({ email }: { email: string }) => email)).toEqual(['eve@mailbox.dev']);
  });

  test('an unknown kind, or a filter or column that the kind does not have, is rejected', async () => {
    const fault = async (file: string, query: string) => {
      const { status, text } = await download(place(), file, { query });
      expect(status).toBe(400);
      return (JSON.parse(text) as { details: { path: string; message: string }[] }).details[0];
    };
    expect(await fault('events.csv', '?status=active')).toEqual({
      path: 'status',
      code: 'invalid',
      message: 'is not a filter for events; allowed filters: name, subscriber, created_after, created_before',
    });
    expect(await fault('subscribers.csv', '?columns=email,first_name')).toMatchObject({
      path: 'columns[1]',
      message: 'is not a column of subscribers; did you mean firstName?',
    });
    expect(await fault('subscribers.csv', '?tag=news')).toMatchObject({ path: 'tag' });
    expect(await fault('subscribers.csv', '?segment=seg_1')).toMatchObject({ path: 'segment' });
    expect(await fault('emails.csv', '?campaign=cmp_1')).toMatchObject({ path: 'campaign' });
    expect(await fault('events.csv', '?subscriber=unknown@acme.com')).toMatchObject({ path: 'subscriber' });
    expect(await fault('subscribers.csv', '?kind=emails')).toMatchObject({ path: 'kind' });
    expect(await fault('recipients.csv', '')).toMatchObject({ path: 'campaign', code: 'required' });
  });

  verifies('export.scopes', 'each kind requires the scope that reads it', async () => {
    const { id } = await place().use('create_campaign', { name: 'News' });
    for (const kind of exportKinds) {
      const { token } = await place().platform.addToken(place().organization, {
        scopes: [scopeOfKind[kind]],
      });
      for (const other of exportKinds) {
        const query = other === 'recipients' ? `?campaign=${id}` : '';
        const { status } = await download(place(), `${other}.csv`, { token, query });
        expect([other, status]).toEqual([other, other === kind ? 200 : 403]);
      }
      expect((await download(place(), 'organization.zip', { token })).status).toBe(403);
    }
  });

  verifies(
    'export.tenancy',
    'an export contains no data of another organization or of erased subscribers',
    async () => {
      const { platform } = place();
      await save([{ email: 'ada@acme.com', attributes: { secret: 'of ada' } }, { email: 'grace@acme.com' }]);
      await place().use('track_event', { email: 'ada@acme.com', event: 'bought' });
      await place().use('add_suppression', { email: 'ada@acme.com' });
      await place().use('send_email', mail({ to: 'ada@acme.com', subject: 'For Ada' }));
      const { id } = await place().use('create_campaign', sendable);
      await place().use('send_campaign', { campaignId: id });
      await platform.deliver();
      const outsider = await platform.addOrganization('an outsider');
      const queryOf = (kind: string) => ({ query: kind === 'recipients' ? `?campaign=${id}` : '' });
      for (const kind of exportKinds) {
        const { text } = await download({ platform, token: outsider.token }, `${kind}.csv`, queryOf(kind));
        if (kind === 'recipients') expect(text).toContain('is not a campaign of this organization');
        else expect(rowsOf(text)).toEqual([]);
        expect(text).not.toContain('secret');
        expect((await download(place(), `${kind}.csv`, queryOf(kind))).text).toContain('ada@acme.com');
      }
      await place().use('delete_subscriber', { subscriber: 'ada@acme.com' });
      for (const kind of exportKinds) {
        const { text } = await download(place(), `${kind}.csv`, queryOf(kind));
        expect(text).not.toMatch(/ada|secret/i);
      }
    },
  );

  verifies(
    'export.stable',
    'rows that exist throughout are exported once, whatever is written meanwhile',
    async () => {
      const people = Array.from({ length: 1_600 }, (_, at) => ({ email: `p${at}@acme.com` }));
      await save(people.slice(0, 800));
      await save(people.slice(800));
      const { body } = await place().platform.platform.http.fetch(
        new Request(`${baseUrl}/api/v2/exports/subscribers.csv?columns=email,firstName`, {
          headers: { authorization: `Bearer ${place().token}` },
        }),
      );
      const chunks: Uint8Array[] = [];
      let at = 0;
      for await (const chunk of body!) {
        chunks.push(chunk);
        await save([{ email: `later${at}@acme.com` }, { email: `p${at}@acme.com`, firstName: 'Changed' }]);
        await place().use('delete_subscriber', { subscriber: `p${5 * at + 1}@acme.com` });
        at += 1;
      }
      expect(at).toBeGreaterThan(3);
      const emails = rowsOf(Buffer.concat(chunks).toString()).map(({ email }) => email!);
      expect(new Set(emails).size).toBe(emails.length);
      // The walk starts after the first page, so a row created earlier is included.
      expect(emails.filter((email) => email.startsWith('later'))).toEqual(['later0@acme.com']);
      const removed = new Set(Array.from({ length: at }, (_, each) => `p${5 * each + 1}@acme.com`));
      expect(
        people.map(({ email }) => email).filter((email) => !emails.includes(email) && !removed.has(email)),
      ).toEqual([]);
    },
  );
});
