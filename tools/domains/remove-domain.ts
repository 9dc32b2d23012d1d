import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { forgetSigners } from '../../src/engine/domains/domain-signers.ts';
import { announceDomain } from '../../src/engine/ledger/announce-changes.ts';
import { DeletedDomain, DomainIdOrName } from '../../src/model/sending-domain/domain-fields.ts';
import { domainExample } from './domain-example.ts';

export const removeDomain = defineTool({
  name: 'remove_domain',
  title: 'Remove domain',
  summary: 'Remove a sending domain and its DKIM keys.',
  advice: 'Tokens bound to it cannot send any more.',
  toolset: 'deliverability',
  rare: true,
  input: z.strictObject({ id: DomainIdOrName }),
  output: DeletedDomain,
  failures: ['not_found'],
  effect: 'destroy',
  needs: 'domains.write',
  rest: { route: 'DELETE /domains/{id}' },
  example: {
    input: { id: 'acme.com' },
    output: { object: 'domain', id: domainExample.id, deleted: true },
  },
  async asks({ store }, { id }) {
    const domain = await store.domains.find(id);
    if (domain?.status !== 'verified') return null;
    return [
      `Removes the sending domain ${domain.name}, which is verified, and its DKIM keys`,
      'Mail from it is no longer signed, and tokens bound to it can no longer send',
    ];
  },
  async run(scope, { id }) {
    let name = '';
    const answer = await scope.commit(async (store) => {
      const { domains } = store;
      const domain = await domains.find(id);
      if (!domain || !(await domains.remove(domain.key))) return scope.fail('not_found');
      name = domain.name;
      await announceDomain(store, 'domain.deleted', domain, scope.now);
      return { object: 'domain' as const, id: domain.id, deleted: true as const };
    });
    forgetSigners(scope.engine, name);
    return answer;
  },
});
