import { dayMs, isoInstant } from '../../../model/instant.ts';
import { proofKindOf } from '../../../model/integration/integration.ts';
import type { ProofKind } from '../../../model/integration/providers.ts';
import { someIntegrations } from '../../../store/records/workflows/integrations.ts';
import { type Finding, ok, type Patient, warn } from './finding.ts';

const integrationsMax = 100;
const faultShownMs = 7 * dayMs;

const proves: Readonly<Record<ProofKind, string>> = {
  'body+time': 'each request proves who sent it, what and when',
  body: 'each request proves who sent it and what, and not when',
  origin: 'a request proves that its sender knew the secret, and not what they sent: keep its URL secret',
  path: 'nothing is signed, and every sender that knows its URL is believed: keep it secret',
};

export async function examineIntegrations({ database, world }: Patient): Promise<Finding[]> {
  if (database === null) return [];
  const found = await someIntegrations(database.reader, integrationsMax);
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
