import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { minuteMs } from '../../../src/model/instant.ts';
import { verifies } from '../../spec/verifies.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';
import { agreed, importText, people, reasons, upload } from './scene.ts';

const consentAt = '2024-05-01T10:00:00.000Z';

const mailchimp = {
  subscribed: `"Email Address","First Name","Last Name","MEMBER_RATING","OPTIN_TIME","OPTIN_IP","CONFIRM_TIME","CONFIRM_IP","LATITUDE","LONGITUDE","GMTOFF","DSTOFF","TIMEZONE","CC","REGION","LAST_CHANGED","LEID","EUID","NOTES","TAGS"
ada@acme.dev,Ada,Byron,3,"2024-05-01 09:00:00",192.0.2.7,"2024-05-01 10:00:00",192.0.2.8,,,,,Europe/Berlin,,,"2025-01-01 00:00:00",1001,a1b2c3,,"""VIP"",""Early bird"""
left@acme.dev,Left,,2,"2024-05-01 09:00:00",192.0.2.7,"2024-05-01 10:00:00",192.0.2.8,,,,,Mars/Olympus,,,,1002,a1b2c4,,
`,
  unsubscribed: `Email Address,First Name,MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,LEID,EUID,UNSUB_TIME,UNSUB_REASON
gone@acme.dev,Gone,2,2024-05-01 09:00:00,2024-05-01 10:00:00,1,e1,2025-02-02 10:00:00,NO_LONGER_INTERESTED
angry@acme.dev,Angry,2,2024-05-01 09:00:00,2024-05-01 10:00:00,2,e2,2025-02-02 10:00:00,SPAM_ABUSE
`,
  cleaned: `Email Address,First Name,MEMBER_RATING,OPTIN_TIME,LEID,EUID,CLEAN_TIME,CLEAN_CAMPAIGN_TITLE
dead@acme.dev,Dead,1,2024-05-01 09:00:00,3,e3,2025-03-03 10:00:00,March
`,
};

const rivals: readonly [preset: string, csv: string, statuses: Record<string, string>, consented: string][] =
  [
    [
      'mailchimp',
      mailchimp.subscribed,
      { 'ada@acme.dev': 'ACTIVE', 'left@acme.dev': 'ACTIVE' },
      'ada@acme.dev',
    ],
    [
      'mailchimp',
      mailchimp.unsubscribed,
      { 'gone@acme.dev': 'UNSUBSCRIBED', 'angry@acme.dev': 'COMPLAINED' },
      'gone@acme.dev',
    ],
    ['mailchimp', mailchimp.cleaned, { 'dead@acme.dev': 'BOUNCED' }, ''],
    [
      'listmonk',
      `uuid,email,name,attributes,status,created_at,updated_at
7d2c,ada@acme.dev,Ada Byron,"{""plan"":""gold"",""seats"":3,""likes"":[1]}",enabled,2024-05-01T10:00:00Z,2024-06-01T10:00:00Z
7d2d,gone@acme.dev,Gone,{},blocklisted,2024-05-01T10:00:00Z,2024-06-01T10:00:00Z
`,
      { 'ada@acme.dev': 'ACTIVE', 'gone@acme.dev': 'UNSUBSCRIBED' },
      'ada@acme.dev',
    ],
    [
      'plunk',
      `id,email,subscribed,data,createdAt,updatedAt
c1,ada@acme.dev,true,"{""plan"":""gold""}",2024-05-01T10:00:00.000Z,2024-06-01T10:00:00.000Z
c2,gone@acme.dev,false,{},2024-05-01T10:00:00.000Z,2024-06-01T10:00:00.000Z
`,
      { 'ada@acme.dev': 'ACTIVE', 'gone@acme.dev': 'UNSUBSCRIBED' },
      'ada@acme.dev',
    ],
    [
      'resend',
      `id,email,first_name,last_name,unsubscribed,created_at
479e,ada@acme.dev,Ada,Byron,false,2024-05-01 10:00:00.000+00
479f,gone@acme.dev,Gone,,true,2024-05-01 10:00:00.000+00
`,
      { 'ada@acme.dev': 'ACTIVE', 'gone@acme.dev': 'UNSUBSCRIBED' },
      'ada@acme.dev',
    ],
    [
      'loops',
      `email,firstName,lastName,source,subscribed,userGroup,userId,createdAt
ada@acme.dev,Ada,Byron,Form,true,Founders,u-1,2024-05-01T10:00:00.000Z
gone@acme.dev,Gone,,API,false,,u-2,2024-05-01T10:00:00.000Z
`,
      { 'ada@acme.dev': 'ACTIVE', 'gone@acme.dev': 'UNSUBSCRIBED' },
      'ada@acme.dev',
    ],
  ];

const cell = fc.constantFrom(
  'a@acme.dev',
  'b@acme.dev',
  'c@acme.dev',
  'd@acme.dev',
  'e@acme.dev',
  'no address',
  '',
  'info@acme.dev',
);
const fileRow = fc.tuple(
  cell,
  fc.constantFrom('', 'Ada', 'Bob', 'x'.repeat(300)),
  fc.constantFrom('', 'subscribed', 'unsubscribed', 'bounced', 'complained', 'pending', 'what'),
  fc.constantFrom('', 'x1', 'x2', 'x3'),
  fc.constantFrom('', 'red', 'blue', 'red;green', 'tag_00000000000000000000000000'),
  fc.constantFrom('', '2024-05-01', 'yesterday'),
  fc.constantFrom('', '7', 'seven'),
);

async function known(place: Place): Promise<void> {
  await place.use('create_subscriber', { email: 'a@acme.dev', firstName: 'Ada', externalId: 'x1' });
  await place.use('create_subscriber', { email: 'b@acme.dev', tags: ['red'] });
  await place.use('unsubscribe_subscriber', { subscriber: 'b@acme.dev' });
  await place.use('create_subscriber', { email: 'other@acme.dev', externalId: 'x2' });
  await place.use('add_suppressions', { suppressions: [{ email: 'c@acme.dev' }] }).catch(() => {});
}

onBothDatabases((place) => {
  verifies(
    ['import.preview', 'import.fates'],
    'an import does exactly what its preview predicted, for any file and subscribers',
    async () => {
      await known(place());
      await fc.assert(
        fc.asyncProperty(
          fc.array(fileRow, { minLength: 1, maxLength: 40 }),
          fc.constantFrom('upsert', 'skip'),
          fc.boolean(),
          async (rows, on_conflict, states) => {
            const csv = [
              'email,firstName,status,externalId,tags,consentAt,seats',
              ...rows.map((cells) => cells.map((each) => `"${each}"`).join(',')),
            ].join('\n');
            const { preview, done } = await importText(place(), csv, { on_conflict, ...(states && agreed) });
            expect(done).toMatchObject({ status: 'completed', result: preview.preview });
            const {
              rows: all,
              created,
              updated,
              unchanged,
              skipped,
              duplicates,
              invalid,
              refused,
            } = done.result;
            expect(created + updated + unchanged + skipped + duplicates + invalid + refused).toBe(all);
          },
        ),
        { numRuns: 25 },
      );
      const all = await people(place());
      expect(all['b@acme.dev'].status, 'left before, and no row brings a subscriber back').not.toBe('ACTIVE');
    },
  );

  it.each(rivals)(
    'an import reads the export of %s with statuses and consent dates',
    async (preset, csv, statuses, consented) => {
      const { done } = await importText(place(), csv, {});
      expect(done).toMatchObject({
        status: 'completed',
        preset,
        result: { created: Object.keys(statuses).length, invalid: 0, refused: 0 },
      });
      const all = await people(place());
      expect(Object.fromEntries(Object.entries(all).map(([email, { status }]) => [email, status]))).toEqual(
        statuses,
      );
      if (consented !== '')
        expect(all[consented].consent).toMatchObject({
          at: consentAt,
          source: expect.stringMatching(new RegExp(preset, 'i')),
        });
      expect(Object.values(all).every(({ source }) => source === 'IMPORT')).toBe(true);
    },
  );

  verifies(
    'import.never-up',
    'importing an export never changes a subscriber to ACTIVE, but applies unsubscribes',
    async () => {
      await place().use('create_subscriber', { email: 'ada@acme.dev', firstName: 'Kept' });
      await place().use('unsubscribe_subscriber', { subscriber: 'ada@acme.dev' });
      await place().use('create_subscriber', { email: 'gone@acme.dev' });
      await place().use('create_subscriber', { email: 'dead@acme.dev' });
      for (const [, csv] of rivals) await importText(place(), csv, agreed);
      const all = await people(place());
      expect(all['ada@acme.dev'].status).toBe('UNSUBSCRIBED');
      expect(all['gone@acme.dev'].status).toBe('UNSUBSCRIBED');
      expect(all['dead@acme.dev'].status).toBe('BOUNCED');
      const { data } = await place().use('list_suppressions', {});
      expect(
        data.map((one: { email: string; origin: string }) => `${one.email} ${one.origin}`).sort(),
      ).toEqual(['angry@acme.dev complaint', 'dead@acme.dev bounce']);
    },
  );

  verifies(
    'import.consent',
    'new subscribers without consent are rejected, or get an opt-in request if double opt-in is on',
    async () => {
      const csv = 'email\nada@acme.dev\nbob@acme.dev\n';
      const { done } = await importText(place(), csv, {});
      expect(done.result).toMatchObject({ created: 0, refused: 2, reasons: { consent_missing: 2 } });
      expect(await reasons(place(), done.id)).toEqual([
        '2,consent_missing,,does not state how the person agreed to get mail',
        '3,consent_missing,,does not state how the person agreed to get mail',
      ]);
      const { platform, organization } = place();
      const asks = { ...organization, doubleOptIn: true, defaultFrom: 'news@acme.dev' };
      await platform.platform.engine.store.organizations.update(asks);
      const asked = await importTextIn(place(), csv);
      expect(asked.result).toMatchObject({ created: 2, pending: 2, refused: 0 });
      await place().platform.deliver();
      const mails = place().platform.mailbox.messages.filter(({ from }) => from.address === 'news@acme.dev');
      expect(mails.map(({ to }) => to.address).sort()).toEqual(['ada@acme.dev', 'bob@acme.dev']);
      expect((await people(place()))['ada@acme.dev'].status).toBe('PENDING');
    },
  );

  it('an import warns about a file that looks like a bought list', async () => {
    const rows = Array.from({ length: 40 }, (_, n) =>
      n % 4 === 0 ? `info@firm-${n}.dev` : n % 9 === 0 ? `x@nowhere.invalid` : `p${n}@firm-${n}.dev`,
    );
    const { warnings } = await place().use('import_subscribers', {
      csv: ['email', ...new Set(rows)].join('\n'),
      start: false,
    });
    expect(warnings.join('\n')).toMatch(/role addresses[\s\S]*how these people agreed/);
  });

  it('an import states how many subscribers a file would stop, and the imports page names every count', async () => {
    await place().use('create_subscriber', { email: 'ada@acme.dev' });
    const csv = 'email,status\nada@acme.dev,unsubscribed\nbob@acme.dev,bounced\ncarl@acme.dev,subscribed\n';
    const { preview, done } = await importText(place(), csv);
    const said =
      'stopped: 2 people, by the file UNSUBSCRIBED, BOUNCED or COMPLAINED, who were not before; they get no campaigns';
    expect([preview.preview.stopped, preview.warnings]).toEqual([2, [said]]);
    expect([done.result.stopped, done.warnings]).toEqual([2, [said]]);
    const again = await importText(place(), csv);
    expect([again.done.result.stopped, again.done.result.inactive, again.done.warnings]).toEqual([0, 2, []]);
    const page = readFileSync(new URL('../../../docs/import.md', import.meta.url), 'utf8');
    for (const name of Object.keys(done.result)) {
      if (name !== 'rows') expect(page).toContain(`\`${name}\``);
    }
  });

  it('an import warns about missing consent even for a short list with unreadable rows', async () => {
    const csv = 'email\nada@acme.dev\nbob@acme.dev\nnobody';
    const { preview, warnings } = await place().use('import_subscribers', { csv, start: false });
    expect([preview.refused, warnings]).toEqual([2, [expect.stringContaining('how these people agreed')]]);
    const agreed_ = await place().use('import_subscribers', { csv, ...agreed, start: false });
    expect(agreed_.warnings).toEqual([]);
  });

  it('an import writes nothing before it is started, and runs once if it is started twice', async () => {
    const csv = 'email\nada@acme.dev\n';
    const { id } = await place().use('import_subscribers', { csv, ...agreed, start: false });
    await place().platform.deliver();
    expect(await people(place())).toEqual({});
    await place().use('import_subscribers', { importId: id });
    expect((await place().refusal('import_subscribers', { importId: id })).failure).toBe('conflict');
    await place().platform.deliver();
    expect((await place().refusal('import_subscribers', { importId: id })).failure).toBe('conflict');
    expect(await place().use('get_import', { importId: id })).toMatchObject({
      rows_done: 1,
      rows_total: 1,
      result: { created: 1 },
    });
  });

  it('a cancelled import stops at the current row, and another organization cannot see it', async () => {
    const id = await upload(place(), Buffer.from('email\nada@acme.dev\n'));
    await place().use('import_subscribers', { importId: id, ...agreed });
    const { token } = await place().platform.addOrganization('Another');
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/errors'],
      ['POST', '/cancel'],
      ['POST', '/parts/1'],
    ] as const) {
      const reply = await place().platform.http(method, `/api/v2/imports/${id}${path}`, {
        token,
        ...(path === '/parts/1' && { body: 'x', headers: { 'content-type': 'text/csv' } }),
      });
      expect(reply.status, path).toBe(404);
    }
    expect((await place().platform.http('GET', '/api/v2/imports', { token })).body.data).toEqual([]);
    expect(
      (await place().platform.http('POST', '/api/v2/imports', { token, body: { importId: id } })).status,
    ).toBe(404);
    expect(await place().use('cancel_import', { importId: id })).toMatchObject({ status: 'cancelled' });
    await place().platform.deliver();
    expect(await people(place())).toEqual({});
  });

  it('a large file is uploaded over REST in parts, in any order and with repeats', async () => {
    const { http } = place();
    const made = await http('POST', '/api/v2/imports', { body: { file_name: 'large.csv', ...agreed } });
    expect(made).toMatchObject({ status: 201, body: { status: 'uploading', octets: 0 } });
    const at = `/api/v2/imports/${made.body.id}`;
    const headers = { 'content-type': 'text/csv' };
    await http('POST', `${at}/parts/2`, { body: 'acme.dev,Ada\nbob@acme.dev,Bob\n', headers });
    expect(await http('POST', '/api/v2/imports', { body: { importId: made.body.id } })).toMatchObject({
      status: 400,
    });
    await http('POST', `${at}/parts/1`, { body: 'nonsense', headers });
    const whole = await http('POST', `${at}/parts/1`, { body: 'email,firstName\nada@', headers });
    expect(whole).toMatchObject({ status: 200, body: { octets: 50 } });
    const queued = await http('POST', '/api/v2/imports', { body: { importId: made.body.id } });
    expect(queued).toMatchObject({ status: 200, body: { status: 'queued' } });
    await place().platform.deliver();
    const done = await http('GET', at);
    expect(done.body).toMatchObject({ status: 'completed', result: { created: 2 } });
    const errors = await http('GET', `${at}/errors`);
    expect(errors.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(errors.text).toBe('line,reason,field,message\r\n');
    expect((await http('GET', '/api/v2/imports')).body.data).toHaveLength(1);
  });

  verifies(
    'import.quota',
    "a file counts toward its organization's storage until a week after the import ends",
    async () => {
      const { platform, organization } = place();
      const { database } = platform.platform.engine.store;
      const kept = async (): Promise<number> =>
        Number(
          (
            await database.reader.get<{ octets: number }>(
              'SELECT octets FROM storage WHERE organization = $1',
              [organization.key],
            )
          )?.octets ?? 0,
        );
      const noise = Array.from({ length: 3_000 }, (_, n) => `p${n}@acme.dev,${Math.sin(n)}`).join('\n');
      const id = await upload(place(), Buffer.from(`email,x\n${noise}`));
      expect(await kept()).toBeGreaterThan(20_000);
      await place().use('cancel_import', { importId: id });
      const { sweep } = await import('../../../src/engine/worker/sweep.ts');
      await platform.clock.advance(6 * 24 * 3_600_000);
      await sweep(platform.platform.engine);
      expect(await kept()).toBeGreaterThan(20_000);
      await platform.clock.advance(2 * 24 * 3_600_000);
      await sweep(platform.platform.engine);
      expect(await kept()).toBe(0);
      expect(await place().use('get_import', { importId: id })).toMatchObject({ status: 'cancelled' });
    },
  );

  it("an import fails with a reason when the organization's storage is full", async () => {
    const { platform, organization } = place();
    const rows = Array.from({ length: 900 }, (_, n) => `p${n}@acme.dev`).join('\n');
    const id = await upload(place(), Buffer.from(`email\n${rows}`));
    await place().use('import_subscribers', { importId: id, ...agreed });
    await platform.platform.engine.store.organizations.update({ ...organization, storageOctetsMax: 300_000 });
    // Work of another organization makes the import proceed in small steps.
    platform.platform.engine.activeOrganizations.noteActivity(-1);
    await platform.deliver();
    const done = await place().use('get_import', { importId: id });
    expect(done).toMatchObject({
      status: 'failed',
      rows_done: 500,
      error: expect.stringContaining('storage'),
    });
  });

  it('an import beyond the limit is refused until abandoned previews expire after an hour', async () => {
    const csv = 'email\nada@acme.dev\n';
    const preview = () => ({ csv, ...agreed, start: false });
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) ids.push((await place().use('import_subscribers', preview())).id);
    expect((await place().refusal('import_subscribers', preview())).failure).toBe('conflict');
    await place().platform.clock.advance(61 * minuteMs);
    await place().use('import_subscribers', { importId: ids[0], tags: ['looked-at-again'], start: false });
    await place().use('import_subscribers', preview());
    const statuses = await Promise.all(
      ids.slice(0, 3).map(async (importId) => (await place().use('get_import', { importId })).status),
    );
    expect(statuses).toEqual(['previewed', 'cancelled', 'previewed']);
  });
});

async function importTextIn(place: Place, csv: string) {
  // The caller carries the organization's current settings.
  const organization = (await place.platform.platform.engine.store.organizations.byId(
    place.organization.id,
  ))!;
  const caller = place.platform.caller('tools', organization);
  const { output } = await place.platform.call('import_subscribers', { csv }, { caller });
  await place.platform.deliver();
  return await place.use('get_import', { importId: (output as { id: string }).id });
}
