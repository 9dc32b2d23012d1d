import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { forgetSigners } from '../../src/engine/domains/domain-signers.ts';
import { makeDkimKeys } from '../../src/engine/domains/make-dkim-key.ts';
import { addDomainCheck } from '../../src/engine/domains/recheck-domain.ts';
import { announceDomain } from '../../src/engine/ledger/announce-changes.ts';
import {
  assertOwnDomain,
  assertSubdomainsDiffer,
  Domain,
  DomainName,
  domainAnswer,
  domainFields,
} from '../../src/model/sending-domain/domain-fields.ts';
import { publishingTargets } from '../../src/model/sending-domain/published-records.ts';
import { domainsPerOrganizationMax, type NewDomain } from '../../src/model/sending-domain/sending-domain.ts';
import { domainExample } from './domain-example.ts';

export const addDomain = defineTool({
  name: 'add_domain',
  title: 'Add domain',
  summary: 'Add a domain to send from.',
  advice: 'It returns DNS records: publish them, then call verify_domain. Add each subdomain separately.',
  toolset: 'deliverability',
  input: z.strictObject({
    name: DomainName,
    custom_return_path: domainFields.custom_return_path.default('send'),
    tracking_subdomain: domainFields.tracking_subdomain.default(null),
    open_tracking: domainFields.open_tracking.default(false),
    click_tracking: domainFields.click_tracking.default(false),
    tls: domainFields.tls.default('opportunistic'),
    warm_up: domainFields.warm_up.default(true),
  }),
  output: Domain,
  failures: ['conflict'],
  effect: 'write',
  adds: true,
  needs: 'domains.write',
  rest: { route: 'POST /domains', status: 201 },
  example: {
    input: { name: 'acme.com' },
    output: {
      ...domainExample,
      status: 'not_started',
      last_checked_at: null,
      records: domainExample.records.map(({ found: _, ...record }) => ({
        ...record,
        status: 'not_started',
        advice: null,
      })),
    },
  },
  async run(scope, input) {
    const taken = {
      message: 'This organization already has a domain with this name',
      details: { name: input.name },
    };
    const chosen = {
      name: input.name,
      customReturnPath: input.custom_return_path,
      trackingSubdomain: input.tracking_subdomain,
      openTracking: input.open_tracking,
      clickTracking: input.click_tracking,
      tls: input.tls,
      warmUp: input.warm_up,
    };
    assertSubdomainsDiffer(chosen);
    await assertOwnDomain(chosen.name);
    // The write checks this again; here it avoids generating a key for nothing.
    if (await scope.store.domains.byName(chosen.name)) return scope.fail('conflict', taken);
    const { world, secretBox, settings } = scope.engine;
    const domain: NewDomain = {
      ...chosen,
      id: world.ids.id('dom'),
      status: 'not_started',
      checks: {},
      dkim: await makeDkimKeys({ ids: world.ids, secretBox }),
      nextDkim: null,
      retiredKeys: [],
      firstSentAt: null,
      revision: 1,
      createdAt: scope.now,
      verifiedAt: null,
      lastCheckedAt: null,
    };
    const answer = await scope.commit(async (store) => {
      const { domains, queries, organization } = store;
      if ((await domains.count()) >= domainsPerOrganizationMax) {
        return scope.fail('conflict', {
          message: `An organization has at most ${domainsPerOrganizationMax.toLocaleString('en')} domains`,
        });
      }
      if (!(await domains.add(domain))) return scope.fail('conflict', taken);
      await addDomainCheck(queries, world.ids, organization, domain.id, scope.now);
      await announceDomain(store, 'domain.created', domain, scope.now);
      return domainAnswer(domain, publishingTargets(settings));
    });
    forgetSigners(scope.engine, domain.name);
    return answer;
  },
});
