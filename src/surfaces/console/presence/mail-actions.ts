import { findOperationClass } from '../../../model/approval/operation-classes.ts';

/** Operations of these classes cause mail: at once, later, or through a running workflow. */
export const mailClasses = ['mails_people', 'submits_mail', 'changes_recipients', 'starts_run'] as const;

/**
 * `device`: a person with a passkey confirms the action, because it sends mail that people receive. `session`: signing
 * in is enough, because the mail is marked as a test, or because the workflow that would send it was confirmed before.
 */
export const mailActions: Readonly<Record<string, 'device' | 'session'>> = {
  send_email: 'device',
  send_email_batch: 'device',
  send_tracked_email: 'device',
  submit_message: 'device',
  send_template: 'device',
  send_template_batch: 'device',
  send_test_email: 'session',
  retry_email: 'device',
  release_emails: 'device',
  test_campaign: 'session',
  send_campaign: 'device',
  reschedule_campaign: 'device',
  resume_campaign: 'device',
  activate_workflow: 'device',
  trigger_workflow: 'device',
  retry_workflow_runs: 'device',
  create_subscriber: 'session',
  update_subscriber: 'session',
  save_subscribers: 'session',
  import_subscribers: 'session',
  add_import_part: 'session',
  add_subscriber_tags: 'session',
  remove_subscriber_tags: 'session',
  apply_tag: 'session',
  track_event: 'session',
  replay_integration_events: 'session',
};

/** An operation that the table does not name yet needs the device if its class causes mail. */
export function needsDevice(operation: string): boolean {
  const named = mailActions[operation];
  if (named !== undefined) return named === 'device';
  return mailClasses.some((name) => name === findOperationClass(operation));
}
