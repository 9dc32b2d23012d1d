import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { EditOvertaken, retryEdit } from '../../src/engine/context/retry-edit.ts';
import { forgetSigners } from '../../src/engine/domains/domain-signers.ts';
import { announceDomain } from '../../src/engine/ledger/announce-changes.ts';
import {
  assertSubdomainsDiffer,
  Domain,
  DomainIdOrName,
  domainAnswer,
  domainFields,
} from '../../src/model/sending-domain/domain-fields.ts';
import { publishingTargets } from '../../src/model/sending-domain/published-records.ts';
import { withStatus } from '../../src/model/sending-domain/sending-domain.ts';
import { domainExample } from './domain-example.ts';

export const updateDomain = defineTool({
  name: 'update_domain',
  title: 'Update domain',
  summary: 'Change settings of a sending domain.',
  advice: 'Omitted settings keep their values.',
  toolset: 'deliverability',
  rare: true,
  input: z.strictObject({ id: DomainIdOrName, ...z.object(domainFields).partial().shape }),
  output: Domain,
  failures: ['not_found'],
  effect: 'write',
  idempotent: true,
  needs: 'domains.write',
  rest: { route: 'PATCH /domains/{id}' },
  example: { input: { id: 'acme.com', tls: 'enforced' }, output: { ...domainExample, tls: 'enforced' } },
  async run(scope, { id, ...change }) {
    const targets = publishingTargets(scope.engine.settings);
    const edit = () =>
      scope.commit(async (store) => {
        const { domains } = store;
        const domain = await domains.find(id);
        if (!domain) return scope.fail('not_found');
        const changed = {
          ...domain,
          customReturnPath: change.custom_return_path ?? domain.customReturnPath,
          trackingSubdomain:
            change.tracking_subdomain === undefined ? domain.trackingSubdomain : change.tracking_subdomain,
          openTracking: change.open_tracking ?? domain.openTracking,
          clickTracking: change.click_tracking ?? domain.clickTracking,
          tls: change.tls ?? domain.tls,
          warmUp: change.warm_up ?? domain.warmUp,
        };
        assertSubdomainsDiffer(changed);
        const after = withStatus(changed, targets);
        if (!(await domains.update(after))) throw new EditOvertaken();
        await announceDomain(store, 'domain.updated', after, scope.now);
        return domainAnswer(after, targets);
      });
    const answer = await retryEdit(scope.signal, edit);
    forgetSigners(scope.engine, answer.name);
    return answer;
  },
});
