import { expect, test } from 'vitest';
import { offeredAt } from '../../../src/contract/tool.ts';
import { oauthScopes, scopeSentences } from '../../../src/model/oauth/scopes.ts';
import { catalogue } from '../../../tools/index.ts';

/** The sentence of a scope must cover everything its tools can do. */

const offered = catalogue.filter((tool) => offeredAt(tool, 'mcp'));
const opened = (scope: string) => offered.filter(({ needs }) => needs === scope);

/** When a tool joins a scope, read the scope's sentence again and add the tool here. */
const tools: Readonly<Record<string, readonly string[]>> = {
  // An approval shows mail content, so approvals of other tokens need full access.
  'emails.read': [
    'list_emails',
    'get_email',
    'get_email_attachment',
    'get_email_metrics',
    'wait_for_email',
    'list_approvals',
    'get_approval',
    'wait_for_approval',
  ],
  'emails.send': [
    'send_email',
    'send_email_batch',
    'send_test_email',
    'retry_email',
    'verify_email_address',
    'verify_email_addresses',
    'pause_sending',
  ],
  'subscribers.read': [
    'list_subscribers',
    'export_csv',
    'get_subscriber',
    'list_segments',
    'get_segment',
    'get_import',
  ],
  'subscribers.write': [
    'create_subscriber',
    'update_subscriber',
    'unsubscribe_subscriber',
    'add_subscriber_tags',
    'apply_tag',
    'remove_subscriber_tags',
    'save_subscribers',
    'import_subscribers',
    'delete_subscriber',
    'create_segment',
    'update_segment',
    'delete_segment',
  ],
  'tags.read': ['list_tags', 'get_tag'],
  'tags.write': ['create_tag', 'update_tag', 'delete_tag'],
  'events.read': ['list_subscriber_events'],
  'events.write': ['track_event'],
  'campaigns.read': [
    'list_campaigns',
    'get_campaign',
    'preview_campaign',
    'preview_campaign_audience',
    'list_campaign_recipients',
    'get_campaign_report',
  ],
  'campaigns.write': [
    'verify_content',
    'create_campaign',
    'update_campaign',
    'archive_campaign',
    'duplicate_campaign',
    'delete_campaign',
  ],
  'campaigns.send': [
    'test_campaign',
    'send_campaign',
    'cancel_campaign',
    'pause_campaign',
    'reschedule_campaign',
    'resume_campaign',
    'end_campaign',
    'redirect_link',
  ],
  'domains.read': ['list_domains', 'get_domain'],
  'domains.write': ['add_domain', 'update_domain', 'verify_domain', 'rotate_domain_dkim', 'remove_domain'],
  'suppressions.read': ['list_suppressions', 'get_suppression'],
  'suppressions.write': ['add_suppression', 'remove_suppression', 'add_suppressions'],
  'webhooks.read': ['list_webhooks', 'list_webhook_deliveries'],
  'webhooks.write': ['save_webhook', 'replay_webhook_deliveries', 'test_webhook'],
  'workflows.read': [
    'simulate_workflow',
    'list_workflows',
    'get_workflow',
    'list_workflow_runs',
    'get_workflow_run',
  ],
  'workflows.write': ['save_workflow', 'activate_workflow', 'pause_workflow', 'trigger_workflow'],
  'tokens.read': ['list_tokens', 'get_token'],
  'organization.read': ['get_organization', 'list_audit_log'],
  'organization.write': ['update_organization_settings', 'resume_sending'],
};

test('each grantable scope covers exactly the tools its sentence describes', () => {
  const actual = oauthScopes.map((scope) => [
    scope,
    opened(scope)
      .map(({ name }) => name)
      .sort(),
  ]);
  expect(Object.fromEntries(actual)).toEqual(
    Object.fromEntries(Object.entries(tools).map(([scope, names]) => [scope, [...names].sort()])),
  );
});

/** A sentence must contain one of these words if a tool has the effect. */
const saysItTakesAway = /delete|remove|erase|get mail again|for good/;
const saysItMails = /send|request by mail/i;

test.each(oauthScopes.map((scope) => [scope, scopeSentences[scope]] as const))(
  '%s mentions deletion and mailing if its tools do that: %s',
  (scope, sentence) => {
    const takesAway = opened(scope).some(({ effect }) => effect === 'destroy');
    const mails = opened(scope).some(({ effect, preview }) => effect === 'send' || preview !== undefined);
    expect([scope, saysItTakesAway.test(sentence)]).toEqual([scope, takesAway]);
    expect(!mails || saysItMails.test(sentence)).toBe(true);
  },
);

test('sentences mention easily overlooked effects', () => {
  expect(scopeSentences['campaigns.write']).toContain('scheduled and sent');
  expect(scopeSentences['subscribers.write']).toContain('erase');
  expect(scopeSentences['subscribers.write']).toContain(
    'With double opt-in, new subscribers get an opt-in request by mail',
  );
  expect(scopeSentences['organization.read']).toContain('the log of who changed or sent what');
});
