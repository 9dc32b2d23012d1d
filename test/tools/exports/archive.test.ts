import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../src/store/database.ts';
import { mail } from '../../spec/scene.ts';
import { verifies } from '../../spec/verifies.ts';
import { onBothDatabases } from '../both-databases.ts';
import { download, follow, rowsOf } from './download.ts';

/** Reads an archive with an independent reader that verifies every checksum. */
function unzip(octets: Buffer): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'organization.zip');
  writeFileSync(file, octets);
  const whole = join(folder, 'whole');
  execFileSync('unzip', ['-q', file, '-d', whole]);
  const names = execFileSync('unzip', ['-Z1', file], { encoding: 'utf8' }).trim().split('\n');
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(whole, name), 'latin1')]));
}

/** Organization tables that are in the archive. */
const inArchive = [
  'audit_entries',
  'campaigns',
  'domains',
  'email_events',
  'emails',
  'events',
  'link_redirects',
  'mass_bodies',
  'oauth_grants',
  'organization_logos',
  'raw_messages',
  'segments',
  'subscribers',
  'suppressions',
  'tags',
  'template_versions',
  'templates',
  'tokens',
  'webhook_states',
  'webhooks',
  'integrations',
  'integration_states',
  'workflows',
  'workflow_versions',
  'workflow_runs',
  'workflow_states',
  'workflow_visits',
];
/** Organization tables that are not in the archive, with the reason. */
const notInArchive: Readonly<Record<string, string>> = {
  imports: 'the history of files that came in; the people they brought are in the archive',
  import_progress: 'as imports',
  import_chunks: 'a file as it came, kept for a week after its end',
  counts: 'counted from the rows',
  erasures: 'people whose erasure is still running',
  idempotency: 'copies of answers, for 24 hours',
  idempotency_people: 'marks that lead to those',
  jobs: 'what this instance is still to do',
  octet_windows: 'what a minute has used',
  request_windows: 'what a minute has used',
  search_changes: 'a part of the search index',
  storage: 'counted from the rows',
  unasked_mail: 'keyed marks, for as long as they count',
  used_confirmations: 'approvals that were spent',
  integration_events: 'what other systems sent, for 30 days; its effect is in subscribers and events',
  integration_event_states: 'how far those are applied',
  integration_people: 'keyed marks that lead to those',
  webhook_attempts: 'requests of the last 30 days',
  webhook_deliveries: 'what is still to be delivered',
  webhook_listens: 'says the same as the endpoints',
  webhook_messages: 'copies of events for 30 days, with ids',
  webhook_organizations: 'a row to lock',
  webhook_outbox: 'what is still to be made into messages',
  webhook_results: 'how deliveries of the last 30 days ended',
  webhook_leases: 'who sends to an endpoint now',
  workflow_inbox: 'what happened a moment ago, until a worker has seen it',
  workflow_listens: 'says the same as the workflows',
  workflow_members: 'says the same as the segments',
  workflow_organizations: 'a row to lock',
  workflow_walks: 'how far this instance has come in looking at everyone',
  warm_up_sends: 'counts of the first days of a domain',
  people: 'who signs in at the console of this server',
  person_sessions: 'who is signed in now',
  invitations: 'counts of a day',
  sign_in_links: 'links of a few minutes',
  passkeys: 'credentials for this server alone',
  approvals: 'what assistants asked people, for 30 days; what came of it is in the mail and the audit log',
  assistant_changes: 'when an assistant last changed a subscriber, until campaigns of then are over',
  deleted_positions: 'positions of deleted items, for lists that continue after one',
  mixed_metric_hours: 'hours whose sums are still being split',
  email_metrics: 'sums of what the archive holds, by the hour',
  email_metric_domains: 'which domains those sums are kept for',
};

async function tablesOfOrganizations({ reader }: Database): Promise<string[]> {
  const rows = await reader.all<{ table: string }>(
    reader.dialect.name === 'sqlite'
      ? `SELECT DISTINCT tables.name AS "table" FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
         WHERE tables.type = 'table' AND columns.name = 'organization' LIMIT 1000`
      : `SELECT DISTINCT table_name AS "table" FROM information_schema.columns
         WHERE table_schema = current_schema() AND column_name = 'organization' LIMIT 1000`,
    [],
  );
  return rows.map(({ table }) => table);
}

onBothDatabases((place) => {
  test('every table of an organization is in the archive or has a reason to be left out', async () => {
    const tables = await tablesOfOrganizations(place().platform.platform.engine.store.database);
    expect(tables).toEqual(expect.arrayContaining(inArchive));
    expect(tables.filter((table) => !inArchive.includes(table) && !(table in notInArchive))).toEqual([]);
  });

  const archive = async () => unzip((await download(place(), 'organization.zip')).octets);
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the record it expects and fails on another
  const recordsOf = (text: string): any[] =>
    Buffer.from(text, 'latin1')
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));

  verifies(
    'export.organization',
    'the archive contains every record of the organization and opens with another reader',
    async () => {
      const { platform, organization } = place();
      await place().use('save_subscribers', {
        subscribers: [
          { email: 'ada@acme.com', firstName: 'Ädä', tags: ['news'], attributes: { plan: 'pro' } },
        ],
      });
      await place().use('track_event', { email: 'ada@acme.com', event: 'bought', properties: { sum: 3 } });
      await place().use('add_suppression', { email: 'eve@acme.com', origin: 'complaint' });
      await place().use('create_segment', {
        name: 'with news',
        rule: { field: 'tags', operator: 'eq', value: 'news' },
      });
      await place().use('add_domain', { name: 'acme.test' });
      await place().use('send_email', mail({ to: 'ada@acme.com', subject: 'Hello' }));
      const raw =
        'From: hello@acme.test\r\nTo: ada@acme.com\r\nSubject: By SMTP\r\n\r\nFrom here\r\n>From there\r\n';
      await platform.platform.engine.store.database.transaction(async (queries) => {
        await queries.insert(
          'INSERT INTO raw_messages (id, organization, header, body, octets, created_at)',
          [
            [
              'raw_1',
              organization.key,
              raw.slice(0, raw.indexOf('\r\n\r\n') + 2),
              raw.slice(raw.indexOf('\r\n\r\n') + 4),
              raw.length,
              0,
            ],
          ],
        );
        await queries.run(
          "UPDATE emails SET body_kind = 'mime', body = 'raw_1' WHERE organization = $1 AND subject = 'Hello'",
          [organization.key],
        );
      });
      const { id: campaign } = await place().use('create_campaign', {
        name: 'Spring',
        subject: 'It is spring',
        fromEmail: 'hello@acme.test',
        markdown: 'Hello {{firstName}}',
        audience: { tags: { any: ['news'] } },
      });
      await place().use('create_template', { name: 'receipt', subject: 'First', markdown: 'Hello' });
      await place().use('publish_template', { template: 'receipt' });
      await place().use('update_template', { template: 'receipt', subject: 'Second' });
      const files = await archive();
      expect(recordsOf(files['templates.ndjson']!)).toMatchObject([{ name: 'receipt', subject: 'Second' }]);
      expect(recordsOf(files['template-versions.ndjson']!)).toMatchObject([
        { name: 'receipt', version: 1, subject: 'First', markdown: 'Hello' },
      ]);
      expect(Object.keys(files)).toEqual([
        'README.txt',
        'organization.json',
        'logos.ndjson',
        'tags.ndjson',
        'segments.ndjson',
        'subscribers.ndjson',
        'events.ndjson',
        'domains.ndjson',
        'campaigns.ndjson',
        'templates.ndjson',
        'template-versions.ndjson',
        'campaign-recipients.ndjson',
        'emails.ndjson',
        'bodies.ndjson',
        'messages.mbox',
        'webhooks.ndjson',
        'integrations.ndjson',
        'workflows.ndjson',
        'workflow-versions.ndjson',
        'workflow-runs.ndjson',
        'tokens.ndjson',
        'grants.ndjson',
        'audit-log.ndjson',
        'subscribers.csv',
        'suppressions.csv',
        'manifest.json',
      ]);
      expect(JSON.parse(files['manifest.json']!).rows).toMatchObject({
        'subscribers.ndjson': 1,
        'subscribers.csv': 1,
        'events.ndjson': 1,
        'emails.ndjson': 1,
        'messages.mbox': 1,
        'campaigns.ndjson': 1,
        'suppressions.csv': 1,
        'tokens.ndjson': 1,
      });
      for (const name of Object.keys(files)) {
        if (name !== 'README.txt' && name !== 'manifest.json')
          expect(files['README.txt']).toContain(`  ${name} `);
      }
      expect(recordsOf(files['subscribers.ndjson']!)).toMatchObject([
        { email: 'ada@acme.com', firstName: 'Ädä', tags: [{ name: 'news' }], attributes: { plan: 'pro' } },
      ]);
      expect(rowsOf(files['suppressions.csv']!)).toMatchObject([
        { email: 'eve@acme.com', origin: 'complaint' },
      ]);
      expect(recordsOf(files['events.ndjson']!)).toMatchObject([{ name: 'bought', properties: { sum: 3 } }]);
      expect(recordsOf(files['campaigns.ndjson']!)).toMatchObject([
        { id: campaign, subject: 'It is spring', markdown: 'Hello {{firstName}}' },
      ]);
      expect(recordsOf(files['emails.ndjson']!)).toMatchObject([
        { to: ['ada@acme.com'], body: { kind: 'mime', source: 'raw_1' }, events: expect.any(Array) },
      ]);
      expect(files['messages.mbox']).toBe(
        'From MAILER-DAEMON Thu Jan  1 00:00:00 1970\r\nX-Posthouse-Message: raw_1\r\n' +
          raw.replace('From here', '>From here').replace('>From there', '>>From there') +
          '\r\n',
      );
      expect(recordsOf(files['domains.ndjson']!)).toMatchObject([
        { name: 'acme.test', records: expect.any(Array) },
      ]);
      expect(recordsOf(files['organization.json']!)).toMatchObject([{ id: organization.id }]);
      const audited = recordsOf(files['audit-log.ndjson']!);
      expect(audited.some(({ tool, door }) => tool === 'export_organization' && door === 'v2')).toBe(true);
    },
  );

  verifies(
    'export.organization',
    'the archive contains no secret, no private key and no data of another organization',
    async () => {
      const { platform } = place();
      await place().use('add_domain', { name: 'acme.test' });
      await place().use('create_token', { name: 'a script', scopes: ['emails.send'] });
      const outsider = await platform.addOrganization('Outsider Ltd');
      const asOutsider = platform.caller('tools', outsider.organization);
      await platform.call(
        'save_subscribers',
        { subscribers: [{ email: 'eve@outsider.test', tags: ['odd'] }] },
        { caller: asOutsider },
      );
      await platform.call(
        'track_event',
        { email: 'eve@outsider.test', event: 'lurked' },
        { caller: asOutsider },
      );
      await platform.call('send_email', mail({ to: 'eve@example.com', subject: 'Odd' }), {
        caller: asOutsider,
      });
      const rows = await platform.platform.engine.store.database.reader.all<{
        private: string;
        hash: string;
      }>(
        `SELECT dkim_private_key AS private, (SELECT hash FROM token_secrets LIMIT 1) AS hash FROM domains
       WHERE organization = $1 LIMIT 1`,
        [place().organization.key],
      );
      const all = Object.values(await archive()).join('\n');
      expect(all).not.toContain(rows[0]!.private);
      expect(all).not.toContain(rows[0]!.hash);
      expect(all).not.toMatch(/PRIVATE KEY|posthouse_|private_key|"hash"/);
      expect(all).not.toMatch(/outsider|lurked|"Odd"/i);
    },
  );

  test('the archive requires full access, over REST and by link', async () => {
    const { platform, organization } = place();
    const { token } = await platform.addToken(organization, {
      scopes: ['organization.read', 'subscribers.read'],
    });
    expect((await download(place(), 'organization.zip', { token })).status).toBe(403);
    expect((await place().http('POST', '/api/v2/exports/organization', { token })).status).toBe(403);
    const { body } = await place().http('POST', '/api/v2/exports/organization');
    const file = await follow(place(), body.url);
    expect(file.headers.get('content-type')).toBe('application/zip');
    expect(Object.keys(unzip(file.octets))).toContain('manifest.json');
  });

  test('an abandoned archive download frees its slot', async () => {
    for (let time = 0; time < 5; time += 1) {
      const { body } = await place().http('POST', '/api/v2/exports/organization');
      const response = await place().platform.platform.http.fetch(new Request(body.url));
      expect(response.status).toBe(200);
      const reader = response.body!.getReader();
      await reader.read();
      await reader.cancel();
    }
  });
});
