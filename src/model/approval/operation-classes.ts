/** Each operation has one class, which decides whether an assistant's call may need approval, and the tool's hints. */

type ClassRule = {
  /** The operation shows its effect to a person first: its tool has `preview` or `asks`. */
  asks: boolean;
  openWorld: boolean;
};

const asks = true;
const openWorld = true;

export const operationClasses = {
  /** Sends mail, now or later. Within the allowance, a call for one person needs no approval. */
  mails_people: { asks, openWorld },
  /** Accepts mail where no approval can be requested. Recipients are counted at acceptance. */
  submits_mail: { asks: false, openWorld },
  /** Changes the recipients of a running workflow or campaign. They are counted at acceptance. */
  changes_recipients: { asks: false, openWorld },
  /** Starts a run of an approved workflow. The person counts against the allowance; beyond it, approval is needed. */
  starts_run: { asks, openWorld },
  /** Changes approved content or recipients. */
  changes_approved: { asks, openWorld },
  changes_setup: { asks, openWorld: false },
  /** Creates or widens a credential, or a destination of data or sends. */
  gives_power: { asks, openWorld: false },
  discloses_data: { asks, openWorld: false },
  /** Removes a person's refusal, so that they can be mailed again. */
  undoes_consent: { asks, openWorld: false },
  /** Queries DNS or calls another server, but mails no subscriber. */
  reaches_out: { asks: false, openWorld },
  /** Calls another operation, whose own class applies. */
  calls_operation: { asks: false, openWorld },
  /** Never needs approval. */
  stops_mail: { asks: false, openWorld: false },
  /** For the operator and signed-in people; no token has the scope. */
  operator_only: { asks: false, openWorld: false },
  /** A link in a mail or an integration's request, whose caller is no assistant. */
  public_link: { asks: false, openWorld: false },
  none: { asks: false, openWorld: false },
} as const satisfies Readonly<Record<string, ClassRule>>;

type OperationClass = keyof typeof operationClasses;

const members: Readonly<Record<OperationClass, readonly string[]>> = {
  mails_people: [
    'send_email',
    'send_email_batch',
    'send_template',
    'send_template_batch',
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
  changes_approved: [
    'redirect_link',
    'update_segment',
    'update_tag',
    'update_integration',
    'resume_sending',
    'publish_template',
    'update_template',
    'delete_template',
  ],
  changes_setup: ['delete_emails', 'delete_tag', 'remove_domain', 'update_organization_settings'],
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
  calls_operation: ['call_tool'],
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
    'release_queue',
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
    'check_setup',
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
    'list_templates',
    'create_template',
    'get_template',
    'preview_template',
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
    'find_tools',
    'describe_tool',
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

export function canMail(operation: string): boolean {
  return findOperationClass(operation) === 'mails_people';
}

export function listOperations(name: OperationClass): readonly string[] {
  return members[name];
}

export function findOperationClass(operation: string): OperationClass | undefined {
  return classes.get(operation);
}
