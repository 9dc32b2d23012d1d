import { setImmediate as nextTurn } from 'node:timers/promises';
import { organizationSections } from '../src/engine/exports/organization-sections.ts';
import { personSections } from '../src/engine/exports/person-sections.ts';
import { exportKinds } from '../src/model/export/export-kind.ts';
import { metricGroups } from '../src/model/metrics/email-metrics.ts';
import type { SimulatedPlatform } from '../test/world/platform.ts';
import { seeded } from './seed-lists.ts';
import { often } from './seed-often.ts';

/** A call, measured with the jobs that it causes. @property rounds overrides the default number of calls */
export type Operation = {
  what: string;
  rounds?: number;
  /** @returns `done`, the failure's name, or the HTTP status */
  call(): Promise<string>;
};

/** Calls a tool. @returns `done`, or the failure's name */
export async function useTool(simulated: SimulatedPlatform, name: string, input: object): Promise<string> {
  let answer: string | undefined;
  const asking = simulated.call(name, input).then(
    () => {
      answer = 'done';
    },
    (error: { failure?: string }) => {
      answer = error.failure ?? String(error);
    },
  );
  // Waiting tools need the simulated clock to advance.
  while (name.startsWith('wait_for_') && answer === undefined) {
    await nextTurn();
    await simulated.clock.advance(1_000);
  }
  await asking;
  return answer!;
}

const content = {
  subject: 'News of May',
  fromEmail: 'news@acme.dev',
  markdown: 'Hello {{firstName|you}}\n\n[Leave]({{unsubscribeUrl}})',
};
const regulars = { field: 'event.order.paid', operator: 'count_gte', value: 2 };
const everyone = { field: 'status', operator: 'eq', value: 'ACTIVE' };
const unmatched = { field: 'attributes.plan', operator: 'contains', value: 'no such plan' };
/** Later than every seeded row. */
const at = 1_900_000_000_000;
const deliveries = 5;

export function largeOperations(simulated: SimulatedPlatform): Operation[] {
  const call = async (tool: string, input: object): Promise<string> => await useTool(simulated, tool, input);
  const made = async (tool: string, input: object): Promise<{ id: string }> =>
    (await simulated.call(tool, input)).output as { id: string };
  let number = 0;
  const named = (name: string): string => {
    number += 1;
    return `${name} ${number} ${Date.now()}`;
  };
  const draft = async (audience: object): Promise<string> =>
    (await made('create_campaign', { ...content, name: named('Large'), audience })).id;
  const operation = (what: string, work: () => Promise<string>, rounds?: number): Operation => ({
    what: `large: ${what}`,
    call: work,
    ...(rounds !== undefined && { rounds }),
  });
  const using = (what: string, tool: string, input: object, rounds?: number): Operation =>
    operation(`${tool} ${what}`, () => call(tool, input), rounds);
  const audiences = {
    everyone: { filter: everyone },
    'a tag': { tags: { any: ['news'] } },
    'a segment': { segmentId: seeded.segments.attribute },
    'a rule that counts': { filter: regulars },
    'no subscriber': { filter: unmatched },
  };
  const people = (amount: number, prefix: string): string[] =>
    Array.from({ length: amount }, (_, index) => `${prefix}-${index}@mailbox.dev`);
  const sending: { campaignId?: string } = {};
  const workflow = {
    name: 'Large',
    trigger: { type: 'SEGMENT_ENTERED', segment: seeded.segments.attribute },
    steps: [{ type: 'add_tag', tag: 'news' }],
  };

  return [
    ...Object.entries(audiences).flatMap(([what, audience]) => [
      operation(
        `create_campaign for ${what}`,
        async () => await call('create_campaign', { ...content, name: named('Large'), audience }),
      ),
      operation(
        `preview_campaign_audience of ${what}`,
        async () => await call('preview_campaign_audience', { campaignId: await draft(audience) }),
      ),
      operation(
        `preview_campaign for ${what}`,
        async () => await call('preview_campaign', { campaignId: await draft(audience) }),
      ),
    ]),
    ...[everyone, regulars, unmatched].flatMap((rule, index) => [
      operation(
        `create_segment ${index}`,
        async () => await call('create_segment', { name: named('Large'), rule }),
      ),
      using(`rule ${index}`, 'list_subscribers', { rule, limit: 100 }),
    ]),
    using('query without a match', 'list_emails', { query: 'nothing-like-it' }),
    using('from without a match', 'list_emails', { from: 'nothing-like-it' }),
    using('to that person', 'list_emails', { to: often.email, limit: 100 }),
    using('to that person, query without a match', 'list_emails', {
      to: often.email,
      query: 'nothing-like-it',
    }),
    using('captured', 'list_emails', { delivery_mode: 'captured', limit: 100 }),
    using('in test mode', 'list_emails', { delivery_mode: 'test', limit: 100 }),
    using('that person', 'get_subscriber', { subscriber: often.email }),
    using('of that person', 'list_subscriber_events', { subscriber: often.email, limit: 100 }),
    using('of that person, unknown name', 'list_subscriber_events', {
      subscriber: often.email,
      name: 'none',
    }),
    using('of that person, page 900', 'page_subscriber_events', {
      subscriber: often.email,
      page: 900,
      limit: 100,
    }),
    using('page 9000', 'page_subscribers', { page: 9_000, limit: 100 }),
    using('of that webhook', 'list_webhook_deliveries', { webhook: often.webhook, limit: 100 }),
    using('of that webhook, failed', 'list_webhook_deliveries', { webhook: often.webhook, status: 'failed' }),
    operation(
      'replay_webhook_deliveries of that webhook',
      async () => {
        await simulated.call('save_webhook', { id: often.webhook, status: 'enabled' });
        const answer = await call('replay_webhook_deliveries', {
          webhook: often.webhook,
          since: '2023-01-01T00:00:00Z',
        });
        await simulated.call('save_webhook', { id: often.webhook, status: 'disabled' });
        return answer;
      },
      1,
    ),
    using('of that webhook', 'get_webhook_event', { webhook: often.webhook, message: often.message }),
    using('that webhook', 'get_webhook', { id: often.webhook }),
    using('of that webhook', 'rotate_webhook_secret', { id: often.webhook }, 1),
    using('with very many runs', 'get_workflow', { workflowId: often.workflow }),
    using('of that workflow', 'list_workflow_runs', { workflowId: often.workflow, limit: 100 }),
    using('of that workflow', 'retry_workflow_runs', { workflowId: often.workflow }),
    using('of that workflow', 'cancel_workflow_runs', { workflowId: often.workflow, all: true }, 1),
    using('with very many runs', 'archive_workflow', { workflowId: often.workflow }, 1),
    using('to that person', 'wait_for_email', { to: often.email, timeout_seconds: 1 }),
    ...([undefined, ...metricGroups] as const).map((group) =>
      using(`by ${group ?? 'nothing'}`, 'get_email_metrics', {
        from: '2023-11-14T00:00:00Z',
        to: '2024-12-14T00:00:00Z',
        interval: 'day',
        ...(group && { group_by: group }),
      }),
    ),
    using('by hour', 'get_email_metrics', {
      from: '2024-01-01T00:00:00Z',
      to: '2024-01-31T00:00:00Z',
      interval: 'hour',
      limit: 100,
    }),
    ...exportKinds.map((kind) => using(kind, 'read_csv_export', { kind, step: 'rows', at, after: null })),
    using('names of attributes', 'read_csv_export', {
      kind: 'subscribers',
      step: 'attributes',
      at,
      after: null,
    }),
    ...Object.keys(organizationSections).map((section) =>
      using(section, 'read_organization_export', { section, at, after: null }),
    ),
    ...Object.keys(personSections).map((section) =>
      using(section, 'read_subscriber_export', { subscriber: often.email, section, at, after: null }),
    ),
    operation(
      'save_subscribers 1000',
      async () =>
        await call('save_subscribers', {
          subscribers: people(1_000, named('new').replaceAll(' ', '-')).map((email) => ({
            email,
            tags: ['news'],
          })),
        }),
    ),
    operation(
      'import_subscribers 20000',
      async () =>
        await call('import_subscribers', {
          csv: ['email', ...people(20_000, named('imported').replaceAll(' ', '-'))].join('\n'),
          consent: { source: 'a fair' },
        }),
    ),
    operation(
      'import_suppressions 5000',
      async () =>
        await call('import_suppressions', {
          csv: people(5_000, named('left').replaceAll(' ', '-')).join('\n'),
        }),
    ),
    operation(
      'add_suppressions 100',
      async () => await call('add_suppressions', { emails: people(100, 'gone'), origin: 'complaint' }),
    ),
    using('100', 'remove_suppressions', {
      emails: people(100, 'gone'),
      consent: { source: 'a letter', at: '2024-01-01T00:00:00Z' },
    }),
    operation(
      'update_subscriber with another address',
      async () =>
        await call('update_subscriber', { subscriber: often.id, email: `moved-${Date.now()}@mailbox.dev` }),
      1,
    ),
    operation(
      'update_subscriber back',
      async () => await call('update_subscriber', { subscriber: often.id, email: often.email }),
      1,
    ),
    using('that person', 'unsubscribe_subscriber', { subscriber: often.email }, 1),
    using('by one', 'track_event', { name: 'order.paid', email: often.email }),
    operation(
      'apply_tag to everyone',
      async () => {
        await simulated.call('create_tag', { name: 'all' }).catch(() => {});
        return await call('apply_tag', { tag: 'all', rule: everyone });
      },
      1,
    ),
    using('of everyone', 'update_tag', { tag: 'all', name: 'every one' }, 1),
    using('of everyone', 'delete_tag', { tag: 'every one' }, 1),
    operation('save_workflow for a segment', async () => await call('save_workflow', workflow), 1),
    operation(
      'activate_workflow for a segment',
      async () => {
        const { id } = await made('save_workflow', { ...workflow, name: named('Large') });
        return await call('activate_workflow', { workflowId: id });
      },
      1,
    ),
    operation(
      'send_campaign to everyone',
      async () => {
        sending.campaignId = await draft(audiences.everyone);
        const answer = await call('send_campaign', { campaignId: sending.campaignId });
        for (let turn = 0; turn < deliveries; turn += 1) {
          await simulated.clock.advance(60_000);
        }
        return answer;
      },
      1,
    ),
    operation(
      'get_campaign_report of everyone',
      async () => await call('get_campaign_report', { ...sending }),
    ),
    operation('pause_campaign to everyone', async () => await call('pause_campaign', { ...sending }), 1),
    operation('resume_campaign to everyone', async () => await call('resume_campaign', { ...sending }), 1),
    operation('end_campaign to everyone', async () => await call('end_campaign', { ...sending }), 1),
    operation('delete_campaign to everyone', async () => await call('delete_campaign', { ...sending }), 1),
    using('captured', 'release_emails', { limit: 100 }, 1),
    using('captured and test', 'delete_emails', { created_before: new Date(at).toISOString() }),
    using('of a segment', 'delete_segment', { segmentId: seeded.segments.count }, 1),
    using('with two mails', 'delete_subscriber', { subscriber: 'reader-9@mailbox.dev' }, 1),
    using('with very many mails', 'delete_subscriber', { subscriber: often.id }, 1),
    using('with a long history', 'delete_webhook', { id: often.webhook }, 1),
    using('with very many runs', 'delete_workflow', { workflowId: often.workflow }, 1),
    using('with many links', 'delete_tag', { tag: 'news' }, 1),
  ];
}
