import { connectionOf } from './seed.ts';

/** A person with very many mails, events, messages, runs and refusals, such as a monitoring address. */
export const often = {
  email: 'reader-0@mailbox.dev',
  id: `sub_${'0'.repeat(26)}`,
  webhook: 'whk_00000000000000000000000001',
  message: `msg_eml_${'1'.padStart(26, '0')}`,
  workflow: 'wfl_00000000000000000000000001',
} as const;

const workflow = JSON.stringify({
  trigger: { filter: null, type: 'EVENT', name: 'bought' },
  reentry: 'EVERY_TIME',
  exitOn: [],
  goal: null,
  quietHours: null,
  mailsMax: null,
  timezone: null,
  start: null,
  steps: [],
  connections: [],
});
const firstMs = 1_700_000_000_000;
const hourMs = 3_600_000;
const countedHours = 20_000;

/** Runs after `seedLists`. Addresses every twentieth mail to that person and marks another twentieth as captured. */
export function seedOften(file: string): void {
  const connection = connectionOf(file);
  const { key } = connection.prepare('SELECT max(key) AS key FROM organizations').get() as { key: number };
  const org = String(key);
  const theirs = `organization = ${org} AND to_key = '${often.email}'`;
  const firstHour = Math.floor(firstMs / hourMs);
  const statements = [
    'PRAGMA cache_size = -1000000',
    `UPDATE emails SET to_key = '${often.email}', to_text = '${often.email}', subscriber_id = '${often.id}'
     WHERE organization = ${org} AND key % 20 = 1`,
    `UPDATE emails SET delivery_mode = 'captured', last_event = 'queued', campaign_id = NULL, source = 'api',
       body_kind = 'markdown', body = 'Hello' WHERE organization = ${org} AND key % 20 = 3`,
    `INSERT INTO email_events (organization, email_id, type, at, machine, details)
     SELECT organization, emails.id, type.value, ${firstMs}, 0, '{"by":"mx.mailbox.dev"}'
     FROM emails, json_each('["delivered","opened"]') AS type
     WHERE organization = ${org} AND (emails.key % 4 = 0 OR emails.key % 20 = 1)`,
    `INSERT INTO raw_messages (id, organization, header, body, octets, created_at)
     SELECT 'raw_' || id, organization, 'Subject: Hello', 'Hello', 20, ${firstMs} FROM emails WHERE ${theirs} AND key % 200 = 1`,
    `UPDATE emails SET body_kind = 'mime', body = 'raw_' || id WHERE ${theirs} AND key % 200 = 1`,
    `UPDATE audit_entries SET refused_recipient = '${often.email}', refused_recipients = 1
     WHERE organization = ${org} AND key % 10 = 1`,
    `INSERT INTO webhooks (id, organization, url, events, secret, created_at, updated_at)
     VALUES ('${often.webhook}', ${org}, 'https://hooks.acme.dev/often', '[]', '', ${firstMs}, ${firstMs})`,
    `INSERT INTO webhook_organizations (organization) VALUES (${org}) ON CONFLICT DO NOTHING`,
    `INSERT INTO webhook_states (webhook, organization, status, status_at, consecutive_failures)
     SELECT key, organization, 'disabled', ${firstMs}, 0 FROM webhooks WHERE id = '${often.webhook}'`,
    `INSERT INTO webhook_messages (id, organization, kind, object_id, at, sequence, payload, to_key, subscriber_id)
     SELECT 'msg_' || id, organization, 'email.delivered', id, ${firstMs}, 1, '{"to":"' || to_key || '"}', to_key, subscriber_id
     FROM emails WHERE organization = ${org} AND key % 20 IN (1, 2)`,
    `INSERT INTO webhook_results (webhook, message, organization, outcome, attempts, ended_at)
     SELECT webhooks.key, message.key, message.organization, 'succeeded', 1, ${firstMs}
     FROM webhooks, webhook_messages message WHERE webhooks.id = '${often.webhook}'`,
    `INSERT INTO webhook_attempts (id, organization, webhook, message, at, duration_ms, url, outcome, status_code)
     SELECT 'att_' || message.id, message.organization, webhooks.key, message.key, ${firstMs}, 20, webhooks.url, 'succeeded', 200
     FROM webhooks, webhook_messages message WHERE webhooks.id = '${often.webhook}'`,
    `INSERT INTO workflows (id, organization, name, status, definition, version, versions, revision, created_at, updated_at, paused_ms, moves_to)
     VALUES ('${often.workflow}', ${org}, 'Often', 'PAUSED', '${workflow}', 1, 1, 1, ${firstMs}, ${firstMs}, 0, 0)`,
    `INSERT INTO workflow_versions (workflow, version, organization, definition, mails, created_at)
     SELECT key, 1, organization, definition, '{}', ${firstMs} FROM workflows WHERE id = '${often.workflow}'`,
    `INSERT INTO workflow_runs (id, organization, workflow, version, subscriber, subscriber_id, entry, trigger_data, depth, started_at)
     SELECT 'run_' || events.id, events.organization, workflows.key, 1, subscriber, subscriber_id, events.id, '{}', 0, ${firstMs}
     FROM events, workflows
     WHERE workflows.id = '${often.workflow}' AND events.organization = ${org} AND subscriber_id = '${often.id}'`,
    `INSERT INTO workflow_states (run, organization, workflow, subscriber, version, status, visit, arrived_at, paused_ms, ended_at, ended)
     SELECT key, organization, workflow, subscriber, version, 'COMPLETED', 1, ${firstMs}, 0, ${firstMs}, '{"reason":"finished"}'
     FROM workflow_runs WHERE organization = ${org}`,
    `WITH RECURSIVE hours (n) AS (
       SELECT ${firstHour} UNION ALL SELECT n + 1 FROM hours WHERE n < ${firstHour + countedHours})
     INSERT INTO email_metrics
     SELECT ${org}, grouped.value ->> 0, n * ${hourMs}, grouped.value ->> 1, 0, 9, 9, 0, 0, 0, 0, 0, 0, 3, 0, 1, 0
     FROM hours, json_each('[["",""],["domain","acme.dev"],["provider","gmail"],["provider","other"],["source","api"]]') grouped`,
    'PRAGMA wal_checkpoint(TRUNCATE)',
  ];
  for (const statement of statements) connection.exec(statement);
  connection.close();
}
