import { recordEmailEvents } from '../../../src/engine/ledger/record-email-events.ts';
import { OrganizationStore } from '../../../src/store/store.ts';
import type { Place } from '../both-databases.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export function mailStep(key: string, subject = key): Record<string, unknown> {
  return {
    key,
    type: 'send_email',
    from: 'Acme <hello@acme.test>',
    subject,
    markdown: 'Hello. [Leave]({{unsubscribeUrl}})',
  };
}

/** A step with a visible effect on the subscriber. */
export function tagStep(tag: string): Record<string, unknown> {
  return { type: 'add_tag', tag };
}

/** Saves and activates a workflow; returns its id. */
export async function activeWorkflow(
  { use }: Place,
  { backfill, ...definition }: Record<string, unknown>,
): Promise<string> {
  const { id } = await use('save_workflow', { name: 'Series', ...definition });
  await use('activate_workflow', { workflowId: id, ...(backfill === undefined ? {} : { backfill }) });
  return id;
}

/** Runs all due work. */
export async function work({ platform }: Place): Promise<void> {
  await platform.platform.worker.runDue();
}

/** Returns the subjects of workflow mails in order. */
export async function mailsOf({ use }: Place): Promise<string[]> {
  const { data } = await use('list_emails', { source: 'workflow', limit: 100 });
  return data.map(({ subject }: { subject: string }) => subject).sort();
}

export async function tagsOf({ use }: Place, subscriber: string): Promise<string[]> {
  const { tags } = await use('get_subscriber', { subscriber });
  return tags.map(({ name }: { name: string }) => name).sort();
}

/** Returns the addresses of a workflow's runs, oldest first. */
export async function startedBy({ use }: Place, workflowId: string): Promise<string[]> {
  const { data } = await use('list_workflow_runs', { workflowId, limit: 100 });
  return data.map(({ email }: { email: string }) => email).reverse();
}

/** Records an open or click by a person or a machine. */
export async function react(
  { platform, organization }: Place,
  emailId: string,
  type: 'opened' | 'clicked',
  machine: boolean,
): Promise<void> {
  await platform.platform.engine.store.database.transaction(async (queries) => {
    const store = new OrganizationStore(queries, organization.key);
    await recordEmailEvents(store, emailId, [{ type, at: platform.clock.now(), machine, details: {} }]);
  });
}
