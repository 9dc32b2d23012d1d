import { autoDisabledWebhooks } from '../../../store/records/webhooks/webhooks.ts';
import { type Finding, ok, type Patient, warn } from './finding.ts';

const shownMax = 20;

export async function examineWebhooks({ config, database }: Patient): Promise<Finding[]> {
  const name = 'webhooks';
  if (database === null) return [];
  const stopped = await autoDisabledWebhooks(database.reader, shownMax);
  const findings = stopped.map(({ id, url, organization, reason }) =>
    warn(
      name,
      `${id} of ${organization} (${new URL(url).host}) was disabled: ${reason ?? 'its deliveries failed'}. list_webhook_deliveries shows the responses; save_webhook with status: enabled enables it again.`,
    ),
  );
  if (config.POSTHOUSE_WEBHOOK_ALLOW_PRIVATE) {
    findings.push(
      warn(
        name,
        'POSTHOUSE_WEBHOOK_ALLOW_PRIVATE is on: every organization can have this server post to addresses of its own network.',
      ),
    );
  }
  return findings.length > 0 ? findings : [ok(name, 'No webhook was disabled because of its deliveries.')];
}
