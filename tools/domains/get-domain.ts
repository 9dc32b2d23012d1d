import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { Domain, DomainIdOrName, domainAnswer } from '../../src/model/sending-domain/domain-fields.ts';
import { publishingTargets } from '../../src/model/sending-domain/published-records.ts';
import { domainExample } from './domain-example.ts';

export const getDomain = defineTool({
  name: 'get_domain',
  title: 'Get domain',
  summary: 'Show a sending domain: its DNS records, the last check, and what to change.',
  toolset: 'deliverability',
  input: z.strictObject({ id: DomainIdOrName }),
  output: Domain,
  failures: ['not_found'],
  effect: 'read',
  needs: 'domains.read',
  rest: { route: 'GET /domains/{id}' },
  example: { input: { id: 'acme.com' }, output: domainExample },
  async run(scope, { id }) {
    const domain = await scope.store.domains.find(id);
    if (!domain) return scope.fail('not_found');
    return domainAnswer(domain, publishingTargets(scope.engine.settings));
  },
});
