import { describe, expect, onTestFinished, test } from 'vitest';
import { waitingTables } from '../../src/store/waiting-columns.ts';
import { databases } from '../world/postgres/databases.ts';

/** Columns that do not move when the clock is set, grouped by reason. */
const keptColumns: Readonly<Record<string, readonly string[]>> = {
  'The wall-clock time of an event, which people see.': [
    'approvals.answered_at',
    'approvals.asked_at',
    'approvals.decided_at',
    'approvals.used_at',
    'assistant_changes.at',
    'audit_entries.at',
    'audit_entries.settled_at',
    'campaign_recipients.changed_at',
    'campaign_recipients.clicked_at',
    'campaign_recipients.opened_at',
    'campaign_recipients.unsubscribed_at',
    'campaigns.approved_at',
    'campaigns.created_at',
    'campaigns.sent_at',
    'campaigns.started_at',
    'campaigns.updated_at',
    'domains.created_at',
    'domains.first_sent_at',
    'domains.last_checked_at',
    'domains.verified_at',
    'email_events.at',
    'emails.created_at',
    'emails.last_event_at',
    'emails.read_at',
    'emails.sent_at',
    'events.occurred_at',
    'events.received_at',
    'import_progress.ended_at',
    'import_progress.started_at',
    'imports.created_at',
    'integration_event_states.settled_at',
    'integration_events.received_at',
    'integration_states.last_fault_at',
    'integrations.created_at',
    'integrations.deleted_at',
    'integrations.updated_at',
    'link_redirects.created_at',
    'oauth_clients.created_at',
    'oauth_clients.used_at',
    'oauth_grants.code_used_at',
    'oauth_grants.created_at',
    'oauth_grants.refreshed_at',
    'oauth_grants.revoked_at',
    'organization_logos.created_at',
    'organizations.created_at',
    'organizations.sending_paused_at',
    'passkeys.created_at',
    'passkeys.used_at',
    'people.created_at',
    'people.last_seen_at',
    'person_sessions.created_at',
    'processes.beat_at',
    'processes.started_at',
    'segments.counted_at',
    'segments.created_at',
    'segments.updated_at',
    'sign_in_links.created_at',
    'sign_in_links.used_at',
    'subscriber_tags.created_at',
    'subscribers.created_at',
    'subscribers.last_activity_at',
    'subscribers.last_clicked_at',
    'subscribers.last_opened_at',
    'subscribers.unsubscribed_at',
    'subscribers.updated_at',
    'suppressions.created_at',
    'tags.created_at',
    'template_versions.published_at',
    'templates.created_at',
    'templates.updated_at',
    'tokens.created_at',
    'tokens.last_used_at',
    'tokens.revoked_at',
    'webhook_attempts.at',
    'webhook_messages.at',
    'webhook_outbox.at',
    'webhook_results.ended_at',
    'webhook_states.last_delivery_at',
    'webhook_states.last_success_at',
    'webhook_states.status_at',
    'webhooks.created_at',
    'webhooks.deleted_at',
    'webhooks.updated_at',
    'workflow_inbox.at',
    'workflow_runs.started_at',
    'workflow_states.ended_at',
    'workflow_versions.created_at',
    'workflow_visits.arrived_at',
    'workflow_visits.left_at',
    'workflows.activated_at',
    'workflows.approved_at',
    'workflows.created_at',
    'workflows.deleted_at',
    'workflows.updated_at',
  ],
  'A date or a time of day that a person chose, or a calendar period.': [
    'campaigns.scheduled_at',
    'email_metrics.hour',
    'mixed_metric_hours.hour',
    'suppressions.expires_at',
    'tokens.expires_at',
    'warm_up_sends.day',
    'workflow_walks.at',
    'workflow_walks.since',
  ],
  'An expiry that the holder knows or presents.': [
    'answered_challenges.expires_at',
    'approvals.expires_at',
    'import_progress.file_until',
    'integration_marks.expires_at',
    'oauth_assertions.expires_at',
    'oauth_clients.ends_at',
    'oauth_grants.access_expires_at',
    'oauth_grants.code_expires_at',
    'oauth_grants.earlier_access_expires_at',
    'oauth_grants.ends_at',
    'sign_in_links.expires_at',
    'token_secrets.valid_until',
    'used_confirmations.expires_at',
    'webhooks.old_secret_until',
  ],
  'An age that only decides about cleanup, recounting or signing in again.': [
    'content_revisits.at',
    'idempotency.remembered_at',
    'mass_bodies.created_at',
    'person_sessions.seen_at',
    'raw_messages.created_at',
    'storage.counted_at',
  ],
  'A window that its own statement replaces when it lies in the future.': [
    'octet_windows.started_at',
    'request_windows.started_at',
  ],
};

/** Column names of instants. */
const instantName = /(^|_)(at|until|since|floor|day|hour|due|expires)$/;

const columns = {
  SQLite: `SELECT tables.name AS in_table, columns.name AS name
    FROM sqlite_schema tables, pragma_table_info(tables.name) columns
    WHERE tables.type = 'table' AND columns.type IN ('BIGINT', 'INTEGER') LIMIT 5000`,
  PostgreSQL: `SELECT table_name AS in_table, column_name AS name FROM information_schema.columns
    WHERE table_schema = current_schema() AND data_type IN ('bigint', 'integer') LIMIT 5000`,
};

describe.each(databases)('after a clock change on %s, each timestamp column', (name, openDatabase) => {
  test('moves with elapsed time or keeps its time for a listed reason', async () => {
    const database = await openDatabase();
    onTestFinished(() => database.close());
    const rows = await database.reader.all<{ in_table: string; name: string }>(
      columns[name as keyof typeof columns],
      [],
    );
    const instants = rows
      .filter((row) => instantName.test(row.name))
      .map((row) => `${row.in_table}.${row.name}`);
    const waits = waitingTables.flatMap(({ table, due = [], since = [], floors = [] }) =>
      [...due, ...since, ...floors].map((column) => `${table}.${column}`),
    );
    const kept = Object.values(keptColumns).flat();
    expect(waits.filter((column) => kept.includes(column))).toEqual([]);
    // SQLite keeps rate limit windows in a separate in-memory database.
    const isHere = (column: string) => name === 'PostgreSQL' || !column.includes('_windows.');
    const listed = new Set([...waits, ...kept.filter(isHere)]);
    expect([...listed].sort()).toEqual(instants.sort());
  });
});
