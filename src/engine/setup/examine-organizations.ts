import { dayMs, isoInstant } from '../../model/instant.ts';
import { proofKindOf } from '../../model/integration/integration.ts';
import type { ProofKind } from '../../model/integration/providers.ts';
import { nameIsUnset } from '../../model/organization/organization.ts';
import { autoDisabledWebhooks } from '../../store/records/webhooks/webhooks.ts';
import { someIntegrations } from '../../store/records/workflows/integrations.ts';
import { troubledWorkflows } from '../../store/records/workflows/workflows.ts';
import { posthouse } from '../../world/command-line.ts';
import { optInHindrance } from '../subscribers/opt-in-hindrance.ts';
import { examinedOrganizations, type Finding, ok, type Patient, warn } from './finding.ts';

const organizationsMax = 100;

export async function examineConfirmations({
  database,
  settings,
  organization: only,
}: Patient): Promise<Finding[]> {
  if (database === null) return [];
  const findings: Finding[] = [];
  for (const organization of await examinedOrganizations(
    { organization: only },
    database,
    organizationsMax,
  )) {
    const { id, name, doubleOptIn, defaultFrom } = organization;
    if (!doubleOptIn) continue;
    const setIt = `To set it: ${posthouse} tools run update_organization --id ${id} --default_from hello@yourdomain`;
    const hindrance = await optInHindrance(settings, database.reader, organization);
    if (hindrance !== null) {
      const sentence = `${name} (${id}) asks new subscribers to confirm, but the requests wait. ${hindrance}`;
      findings.push(warn('double opt-in', defaultFrom === null ? `${sentence}. ${setIt}` : sentence));
    } else if (defaultFrom === null) {
      const sentence = `${name} (${id}) asks new subscribers to confirm and has no default_from: the requests come from no-reply at this server's name, which the subscribers do not know. ${setIt}`;
      findings.push(warn('double opt-in', sentence));
    }
  }
  return findings;
}

/** Warns about organizations that still have the default name, which recipients see. */
export async function examineOrganizationNames({ database, organization }: Patient): Promise<Finding[]> {
  if (database === null) return [];
  return (await examinedOrganizations({ organization }, database, organizationsMax))
    .filter(nameIsUnset)
    .map(({ id, name }) =>
      warn(
        'organization name',
        `Recipients would read “${name}” as the sender of opt-in requests and on every page behind a link. To change it: ${posthouse} tools run update_organization --id ${id} --name "Acme"`,
      ),
    );
}

const integrationsMax = 100;
const faultShownMs = 7 * dayMs;

const proves: Readonly<Record<ProofKind, string>> = {
  'body+time': 'each request proves who sent it, what and when',
  body: 'each request proves who sent it and what, and not when',
  origin: 'a request proves that its sender knew the secret, and not what they sent: keep its URL secret',
  path: 'nothing is signed, and every sender that knows its URL is believed: keep it secret',
};

export async function examineIntegrations({ database, world, organization }: Patient): Promise<Finding[]> {
  if (database === null) return [];
  const found = await someIntegrations(database.reader, organization?.key ?? null, integrationsMax);
  return found.map(({ integration, lastFault, lastFaultAt }) => {
    const { provider, id } = integration;
    const proof = proofKindOf(integration);
    const named = `${provider} (${id}), proof ${proof}: ${proves[proof]}.`;
    if (lastFault === null || lastFaultAt === null || lastFaultAt < world.clock.now() - faultShownMs) {
      return ok('integrations', named);
    }
    return warn('integrations', `${named} Last fault, ${isoInstant(lastFaultAt)}: ${lastFault}`);
  });
}

const shownMax = 20;

export async function examineWebhooks({ settings, database, organization }: Patient): Promise<Finding[]> {
  const name = 'webhooks';
  if (database === null) return [];
  const stopped = await autoDisabledWebhooks(database.reader, organization?.key ?? null, shownMax);
  const findings = stopped.map(({ id, url, organization, reason }) =>
    warn(
      name,
      `${id} of ${organization} (${new URL(url).host}) was disabled: ${reason ?? 'its deliveries failed'}. list_webhook_deliveries shows the responses; save_webhook with status: enabled enables it again.`,
    ),
  );
  if (settings.webhookAllowPrivate && organization === null) {
    findings.push(
      warn(
        name,
        'POSTHOUSE_WEBHOOK_ALLOW_PRIVATE is on: every organization can have this server post to addresses of its own network.',
      ),
    );
  }
  return findings.length > 0 ? findings : [ok(name, 'No webhook was disabled because of its deliveries.')];
}

export async function examineWorkflows({ database, world, organization }: Patient): Promise<Finding[]> {
  const name = 'workflows';
  if (database === null) return [];
  const { paused, failed, waiting } = await troubledWorkflows(
    database.reader,
    organization?.key ?? null,
    world.clock.now(),
    shownMax,
  );
  const findings = [
    ...paused.map(({ id, organization, problem }) =>
      warn(
        name,
        `${id} of ${organization} paused itself: ${problem}. Fix the problem, then continue with activate_workflow.`,
      ),
    ),
    ...failed.map(({ id, organization }) =>
      warn(
        name,
        `${id} of ${organization} has runs that failed: list_workflow_runs with status FAILED gives the reasons; retry_workflow_runs continues them.`,
      ),
    ),
    ...waiting.map(({ id, organization }) =>
      warn(
        name,
        `${id} of ${organization} has runs that wait for their sender: get_workflow_run says what is wrong with it.`,
      ),
    ),
  ];
  return findings.length > 0 ? findings : [ok(name, 'No workflow paused itself or has runs in trouble.')];
}
