import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { checkDomain, keepCheck, logBreak } from '../../src/engine/domains/check-domain.ts';
import { forgetSigners } from '../../src/engine/domains/domain-signers.ts';
import { Domain, DomainIdOrName, domainAnswer } from '../../src/model/sending-domain/domain-fields.ts';
import { publishingTargets } from '../../src/model/sending-domain/published-records.ts';
import { domainExample } from './domain-example.ts';

export const verifyDomain = defineTool({
  name: 'verify_domain',
  title: 'Verify domain',
  summary: 'Check the DNS records of a sending domain now and show what to fix.',
  advice: 'New records can take hours to appear.',
  toolset: 'deliverability',
  input: z.strictObject({ id: DomainIdOrName }),
  output: Domain,
  failures: ['not_found', 'conflict'],
  effect: 'write',
  // Adds only the DNS status.
  adds: true,
  idempotent: true,
  needs: 'domains.write',
  rest: { route: 'POST /domains/{id}/verify' },
  example: { input: { id: 'acme.com' }, output: domainExample },
  async run(scope, { id }) {
    const { world, settings } = scope.engine;
    const targets = publishingTargets(settings);
    const before = await scope.store.domains.find(id);
    if (!before) return scope.fail('not_found');
    const after = await checkDomain(world, scope.store.organization, before, targets, scope.now, scope);
    let written = false;
    const answer = await scope.commit(async (store) => {
      written = await keepCheck(store, before, after, scope.now);
      if (written) return domainAnswer(after, targets);
      const current = await store.domains.byId(before.id);
      if (!current) return scope.fail('not_found');
      // A concurrent check saw the same DNS. Any other change requires a new check.
      if (current.lastCheckedAt === before.lastCheckedAt) return scope.fail('conflict');
      return domainAnswer(current, targets);
    });
    forgetSigners(scope.engine, before.name);
    if (written) logBreak(world, before, after, targets);
    return answer;
  },
});
