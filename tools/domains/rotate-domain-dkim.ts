import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { forgetSigners } from '../../src/engine/domains/domain-signers.ts';
import { makeDkimKeys } from '../../src/engine/domains/make-dkim-key.ts';
import { announceDomain } from '../../src/engine/ledger/announce-changes.ts';
import { Domain, DomainIdOrName, domainAnswer } from '../../src/model/sending-domain/domain-fields.ts';
import { publishingTargets } from '../../src/model/sending-domain/published-records.ts';
import { withNewKeys } from '../../src/model/sending-domain/sending-domain.ts';
import { domainExample } from './domain-example.ts';

export const rotateDomainDkim = defineTool({
  name: 'rotate_domain_dkim',
  title: 'Rotate DKIM keys',
  summary: 'Create new DKIM keys for a domain and return their DNS records.',
  advice: 'Publish the records. The old keys sign until DNS shows the new ones.',
  toolset: 'deliverability',
  rare: true,
  input: z.strictObject({ id: DomainIdOrName }),
  output: Domain,
  failures: ['not_found', 'conflict'],
  effect: 'write',
  needs: 'domains.write',
  rest: { route: 'POST /domains/{id}/rotate-dkim' },
  example: { input: { id: 'acme.com' }, output: domainExample },
  async run(scope, { id }) {
    const { world, secretBox, settings } = scope.engine;
    const targets = publishingTargets(settings);
    const before = await scope.store.domains.find(id);
    if (!before) return scope.fail('not_found');
    const after = withNewKeys(before, await makeDkimKeys({ ids: world.ids, secretBox }), targets);
    const answer = await scope.commit(async (store) => {
      const { domains } = store;
      if (await domains.update(after)) {
        await announceDomain(store, 'domain.updated', after, scope.now);
        return domainAnswer(after, targets);
      }
      return scope.fail((await domains.byId(before.id)) ? 'conflict' : 'not_found');
    });
    forgetSigners(scope.engine, before.name);
    return answer;
  },
});
