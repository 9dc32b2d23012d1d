/**
 * Consequences of the operations of the catalogue, each in one class. The class decides whether an assistant's call can need a person's
 * approval, at every door, and the hints of the tool.
 */

type ClassRule = {
  /** The operation shows a person what it does before an assistant does it: its tool has `preview` or `asks`. */
  asks: boolean;
  /** It can cause mail or requests to other servers. */
  openWorld: boolean;
};

const asks = true;
const openWorld = true;

export const operationClasses = {
  /** Puts mail on the wire, at once or later. Within the allowance a call to one person needs no approval. */
  mails_people: { asks, openWorld },
  /** Hands mail over at a door that cannot ask. Recipients are counted where the mail is accepted. */
  submits_mail: { asks: false, openWorld },
  /** Changes who is mailed by a running workflow or campaign. The people are counted where the mail is accepted. */
  changes_recipients: { asks: false, openWorld },
  /** Starts a run of an approved workflow. Its person uses the allowance; beyond it a person approves. */
  starts_run: { asks, openWorld },
  /** Changes what a person approved before, so that other content or other people are mailed. */
  changes_approved: { asks, openWorld },
  /** Changes settings that approved sends rely on. */
  changes_setup: { asks, openWorld: false },
  /** Creates or widens a credential, or a place that receives data or starts sends. */
  gives_power: { asks, openWorld: false },
  /** Creates a link to a file of personal data. */
  discloses_data: { asks, openWorld: false },
  /** Removes the record of a person's refusal, so that they can be mailed again. */
  undoes_consent: { asks, openWorld: false },
  /** Asks DNS or calls another server at once, and mails no subscriber. */
  reaches_out: { asks: false, openWorld },
  /** Stops mail. Never held back. */
  stops_mail: { asks: false, openWorld: false },
  /** Open to the operator and signed-in people alone; no token holds the scope. */
  operator_only: { asks: false, openWorld: false },
  /** A link in a mail or an integration's request: its caller is no assistant. */
  public_link: { asks: false, openWorld: false },
  none: { asks: false, openWorld: false },
} as const satisfies Readonly<Record<string, ClassRule>>;

export type OperationClass = keyof typeof operationClasses;

const members: Readonly<Record<OperationClass, readonly string[]>> = {
  mails_people: [
    'send_email',
    'send_email_batch',
    'send_test_email',
    'retry_email',
    'release_emails',
    'test_campaign',
    'send_campaign',
    'reschedule_campaign',
    'resume_campaign',
    'activate_workflow',
    'create_subscriber',
    'update_subscriber',
    'save_subscribers',
    'import_subscribers',
    'track_event',
  ],
  submits_mail: ['send_tracked_email', 'submit_message'],
  changes_recipients: [
    'add_subscriber_tags',
    'remove_subscriber_tags',
    'apply_tag',
    'add_import_part',
    'retry_workflow_runs',
    'replay_integration_events',
  ],
  starts_run: ['trigger_workflow'],
  changes_approved: ['redirect_link', 'update_segment', 'update_tag', 'update_integration', 'resume_sending'],
  changes_setup: ['delete_tag', 'remove_domain', 'update_organization_settings'],
  gives_power: [
    'create_token',
    'update_token',
    'rotate_token',
    'save_webhook',
    'rotate_webhook_secret',
    'create_integration',
    'create_organization',
    'update_organization',
    'create_oauth_client',
  ],
  discloses_data: ['export_csv', 'export_subscriber', 'export_organization'],
  undoes_consent: ['delete_subscriber', 'remove_suppression', 'remove_suppressions'],
  reaches_out: [
    'verify_email_address',
    'verify_email_addresses',
    'verify_domain',
    'test_webhook',
    'replay_webhook_deliveries',
  ],
  stops_mail: [
    'unsubscribe_subscriber',
    'cancel_campaign',
    'pause_campaign',
    'pause_workflow',
    'pause_sending',
    'cancel_import',
  ],
  operator_only: [
    'list_organizations',
    'list_oauth_clients',
    'delete_oauth_client',
    'list_people',
    'create_person',
    'get_person',
    'update_person',
    'delete_person',
    'decide_approval',
  ],
  public_link: [
    'unsubscribe_by_link',
    'get_preferences',
    'save_preferences',
    'get_confirmation',
    'confirm_subscriber',
    'view_in_browser',
    'record_open',
    'record_click',
    'record_return',
    'receive_integration_event',
    'send_auth_mail',
  ],
  none: [
    'list_emails',
    'get_email',
    'get_email_source',
    'get_email_attachment',
    'get_email_metrics',
    'wait_for_email',
    'verify_content',
    'list_subscribers',
    'get_subscriber',
    'list_subscriber_events',
    'list_tags',
    'create_tag',
    'get_tag',
    'get_import',
    'list_imports',
    'get_import_errors',
    'list_segments',
    'create_segment',
    'get_segment',
    'delete_segment',
    'create_campaign',
    'list_campaigns',
    'get_campaign',
    'update_campaign',
    'preview_campaign',
    'preview_campaign_audience',
    'end_campaign',
    'archive_campaign',
    'restore_campaign',
    'list_campaign_recipients',
    'get_campaign_report',
    'delete_campaign',
    'duplicate_campaign',
    'add_domain',
    'list_domains',
    'get_domain',
    'update_domain',
    'rotate_domain_dkim',
    'add_suppression',
    'list_suppressions',
    'get_suppression',
    'add_suppressions',
    'import_suppressions',
    'export_suppressions',
    'save_workflow',
    'simulate_workflow',
    'list_workflows',
    'get_workflow',
    'list_workflow_runs',
    'get_workflow_run',
    'cancel_workflow_runs',
    'archive_workflow',
    'delete_workflow',
    'list_webhooks',
    'list_webhook_deliveries',
    'get_webhook',
    'delete_webhook',
    'get_webhook_samples',
    'get_webhook_event',
    'list_integrations',
    'get_integration',
    'delete_integration',
    'list_integration_events',
    'list_approvals',
    'get_approval',
    'wait_for_approval',
    'list_tokens',
    'get_token',
    'revoke_token',
    'list_grants',
    'revoke_grant',
    'get_organization',
    'list_audit_log',
    'read_docs',
    'search_docs',
    'page_subscribers',
    'page_subscriber_events',
    'page_tags',
    'page_campaigns',
    'read_csv_export',
    'read_organization_export',
    'read_subscriber_export',
  ],
};

const classes: ReadonlyMap<string, OperationClass> = new Map(
  Object.entries(members).flatMap(([name, operations]) =>
    operations.map((operation) => [operation, name as OperationClass] as const),
  ),
);

/** Whether an operation can put mail on the wire by itself, now or later. */
export function canMail(operation: string): boolean {
  return classOf(operation) === 'mails_people';
}

/** Returns the operations of a class. */
export function membersOf(name: OperationClass): readonly string[] {
  return members[name];
}

/** Returns the class of an operation; undefined for one that is not in the catalogue. */
export function classOf(operation: string): OperationClass | undefined {
  return classes.get(operation);
}
