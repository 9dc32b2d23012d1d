import { expect, test } from 'vitest';
import type { Database } from '../../../src/store/database.ts';
import { mail } from '../../spec/scene.ts';
import { verifies } from '../../spec/verifies.ts';
import { baseUrl } from '../../world/platform.ts';
import { onBothDatabases } from '../both-databases.ts';
import { follow } from './download.ts';

/** Tables with addresses or people that have no section of their own, with the reason. */
const elsewhere: Readonly<Record<string, string>> = {
  organizations: 'its default_from is a sender of the organization',
  people: 'who signs in at the console, no recipients',
  person_sessions: 'of those',
  invitations: 'keyed marks of those, for a day',
  sign_in_links: 'of those',
  passkeys: 'of those',
  approvals: 'what assistants asked about sends, for 30 days; the mails themselves are in the document',
  assistant_changes: 'the key of a subscriber and an instant',
  campaigns:
    'from_email and reply_to are addresses of the organization; people whose ids it is for are its recipients',
  campaign_paces: 'domains that are written to slowly',
  tags: 'a count of subscribers',
  tokens: 'allowed_recipients are patterns that the organization chose',
  oauth_assertions: 'a mark of what a program signed',
  oauth_grants: 'a redirect_uri is no person',
  subscriber_tags: 'says the same as the tags of the profile',
  recipient_guards:
    'when a mailbox was last written to, for all organizations where so configured; the mails say it',
  idempotency_people: 'keyed marks, for 24 hours; what they lead to is a copy of an answer',
  unasked_mail: 'keyed marks of addresses, for as long as they count',
  confirmation_asks: 'keyed marks of addresses; the request itself is among the mails',
  content_revisits: 'says when the content of a mail is removed',
  email_events: 'in each mail',
  raw_messages: 'in the mails that came with them',
  mass_bodies: 'in the mails that share them',
  templates: 'content of the organization; the mails made of it are in the export',
  template_versions: 'as templates',
  jobs: 'what is to be done about a mail, which has its own events',
  integration_people: 'keyed marks, for 30 days; what they lead to was applied to the profile and its events',
  integration_marks: 'marks of requests, by which repeated ones are known',
  import_erasures:
    'marks of erased addresses, until the import has ended; sealed ones until its file has been searched',
  webhook_messages: 'copies of events for 30 days, with ids',
  webhook_outbox: 'what is still to be made into those',
  workflow_states: 'in each run',
  workflow_visits: 'in each run',
  workflow_inbox: 'what happened a moment ago; the profile and its events say it',
  workflow_members: 'says the same as the segments',
  erasures: 'pending erasures; no reader sees these people',
  mail_search: 'an index of the mails',
  subscriber_search: 'an index of the profiles',
};

/** Tables behind the sections of the document. */
const covered = [
  'subscribers',
  'events',
  'emails',
  'suppressions',
  'campaign_recipients',
  'audit_entries',
  'workflow_runs',
];

/** Columns that may identify a person. */
const personal =
  /email|address|subscriber|recipient|mailbox|person|people|^to_|^search$|^about$|^mark$|reply_to|grams/;

async function personalTables({ reader }: Database): Promise<string[]> {
  const columns =
    reader.dialect.name === 'sqlite'
      ? await reader.all<{ table: string; name: string }>(
          `SELECT tables.name AS "table", columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
           WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' LIMIT 1000`,
          [],
        )
      : await reader.all<{ table: string; name: string }>(
          `SELECT table_name AS "table", column_name AS name FROM information_schema.columns
           WHERE table_schema = current_schema() LIMIT 1000`,
          [],
        );
  const isIndex = /_search_/;
  return [...new Set(columns.filter(({ name }) => personal.test(name)).map(({ table }) => table))].filter(
    (table) => !isIndex.test(table),
  );
}

onBothDatabases((place) => {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the document it expects and fails on another
  const exported = async (subscriber: string, token = place().token): Promise<any> => {
    const response = await place().platform.platform.http.fetch(
      new Request(`${baseUrl}/api/v2/subscribers/${encodeURIComponent(subscriber)}/export`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    );
    return { status: response.status, document: JSON.parse(await response.text()) };
  };

  test("every table with personal data is in the person's export or has a reason to be left out", async () => {
    const { database } = place().platform.platform.engine.store;
    const tables = await personalTables(database);
    expect(tables).toEqual(expect.arrayContaining(covered));
    expect(tables.filter((table) => !covered.includes(table) && !(table in elsewhere))).toEqual([]);
  });

  verifies(
    'export.person',
    'the export of a person contains every trace of that person and of no other',
    async () => {
      const { platform, organization } = place();
      const save = (subscriber: Record<string, unknown>) =>
        place().use('save_subscribers', { subscribers: [subscriber] });
      for (const name of ['ada', 'grace']) {
        await save({
          email: `${name}@example.com`,
          firstName: `First of ${name}`,
          externalId: `crm ${name}`,
          tags: [`tag of ${name}`, 'both'],
          attributes: { secret: `attribute of ${name}` },
          consent: { source: `consent of ${name}`, at: '2026-01-01T00:00:00.000Z' },
        });
        await place().use('track_event', {
          email: `${name}@example.com`,
          event: 'bought',
          properties: { what: `event of ${name}` },
        });
        await place().use(
          'send_email',
          mail({ to: `${name}@example.com`, subject: `mail to ${name}`, markdown: `body for ${name}` }),
        );
        await place().use('add_suppression', { email: `${name}@example.com`, scope: 'marketing' });
      }
      await platform.deliver();
      const { id: campaign } = await place().use('create_campaign', {
        name: 'Spring',
        subject: 'It is spring',
        fromEmail: 'hello@acme.test',
        markdown: 'Hello {{firstName}}',
        audience: { tags: { any: ['both'] } },
      });
      const { database } = platform.platform.engine.store;
      await database.transaction(async (queries) => {
        const rows = await queries.all<{ key: number; campaign: number }>(
          `SELECT subscribers.key, campaigns.key AS campaign FROM subscribers, campaigns
         WHERE subscribers.organization = $1 AND campaigns.id = $2`,
          [organization.key, campaign],
        );
        await queries.insert(
          'INSERT INTO campaign_recipients (campaign, subscriber, state, changed_at)',
          rows.map((row) => [row.campaign, row.key, 0, 0]),
        );
      });
      // The subscriber has another address now, but mail to the former address is theirs.
      await place().use('update_subscriber', {
        subscriber: 'ada@example.com',
        email: 'countess@example.com',
      });
      await database.transaction((queries) =>
        queries.run(
          `UPDATE emails SET subscriber_id = (SELECT id FROM subscribers WHERE email = $1 AND organization = $2)
         WHERE to_key = $3 AND organization = $2`,
          ['countess@example.com', organization.key, 'ada@example.com'],
        ),
      );
      await place().use('send_email', mail({ to: 'countess@example.com', subject: 'second to ada' }));
      await place().use('unsubscribe_subscriber', {
        subscriber: 'countess@example.com',
        reason: 'why of ada',
      });

      const { status, document } = await exported('countess@example.com');
      expect(status).toBe(200);
      expect(Object.keys(document)).toEqual([
        'object',
        'exported_at',
        'profile',
        'suppressions',
        'campaigns',
        'events',
        'workflow_runs',
        'emails',
        'audit_log',
      ]);
      expect(document.profile).toMatchObject([
        {
          email: 'countess@example.com',
          firstName: 'First of ada',
          externalId: 'crm ada',
          attributes: { secret: 'attribute of ada' },
          consent: { source: 'consent of ada' },
          unsubscribeReason: 'why of ada',
          status: 'UNSUBSCRIBED',
        },
      ]);
      expect(document.events).toMatchObject([{ name: 'bought', properties: { what: 'event of ada' } }]);
      expect(document.campaigns).toMatchObject([{ campaignId: campaign, state: 'waiting' }]);
      expect(document.emails.map(({ subject }: { subject: string }) => subject)).toEqual([
        'second to ada',
        'mail to ada',
      ]);
      expect(document.emails[1]).toMatchObject({
        body: { kind: 'markdown', source: 'body for ada' },
        events: expect.arrayContaining([expect.objectContaining({ type: 'delivered' })]),
      });
      expect(document.audit_log.length).toBeGreaterThan(0);
      expect(JSON.stringify(document)).not.toMatch(/grace/i);

      // Data under the former address is found by that address.
      const first = await exported('ada@example.com');
      expect(first.document.profile).toEqual([]);
      expect(first.document.suppressions).toMatchObject([{ email: 'ada@example.com', scope: 'marketing' }]);
      expect(first.document.emails).toMatchObject([{ subject: 'mail to ada' }]);
    },
  );

  test('a person without traces gets an empty export, and an unknown id is not found', async () => {
    const { status, document } = await exported('unknown@acme.com');
    expect(status).toBe(200);
    expect(document).toMatchObject({ profile: [], suppressions: [], campaigns: [], events: [], emails: [] });
    expect((await exported('sub_1')).status).toBe(404);
    expect((await exported('ext:unknown')).status).toBe(404);
  });

  test('an erased person leaves only the suppression', async () => {
    await place().use('save_subscribers', { subscribers: [{ email: 'ada@acme.com', firstName: 'Ada' }] });
    await place().use('send_email', mail({ to: 'ada@acme.com', subject: 'For Ada' }));
    await place().use('add_suppression', { email: 'ada@acme.com', origin: 'complaint' });
    await place().use('delete_subscriber', { subscriber: 'ada@acme.com' });
    const { document } = await exported('ada@acme.com');
    expect(document).toMatchObject({ profile: [], campaigns: [], events: [], emails: [], audit_log: [] });
    expect(document.suppressions).toMatchObject([{ origin: 'complaint', email: 'ada@acme.com' }]);
  });

  test('the export contains no data about a person of another organization', async () => {
    await place().use('save_subscribers', { subscribers: [{ email: 'ada@acme.com', firstName: 'Ada' }] });
    await place().use('add_suppression', { email: 'ada@acme.com' });
    const outsider = await place().platform.addOrganization('an outsider');
    const { document } = await exported('ada@acme.com', outsider.token);
    expect(document).toMatchObject({ profile: [], suppressions: [], emails: [] });
  });

  test('the export of a person requires every scope of its data, and a link downloads the same export', async () => {
    const { platform, organization } = place();
    const { token } = await platform.addToken(organization, { scopes: ['subscribers.read', 'events.read'] });
    const refused = await exported('ada@acme.com', token);
    expect(refused.status).toBe(403);
    expect(refused.document).toMatchObject({ details: { scope: 'emails.read' } });
    await place().use('save_subscribers', { subscribers: [{ email: 'ada@acme.com' }] });
    const { body } = await place().http('POST', '/api/v2/subscribers/ada@acme.com/export');
    expect(body).toMatchObject({ object: 'export', kind: 'subscriber', id: expect.stringMatching(/^sub_/) });
    const file = await follow(place(), body.url);
    expect(JSON.parse(file.text).profile).toMatchObject([{ email: 'ada@acme.com' }]);
  });
});
