import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { makeDkimKey } from '../../src/engine/make-dkim-key.ts';
import { publishingTargets } from '../../src/model/sending-domain/published-records.ts';
import { Domain, DomainIdOrName, domainAnswer, withNewKey } from '../../src/model/sending-domain.ts';
import { domainExample } from './domain-example.ts';

export const rotateDomainDkim = defineTool({
  name: 'rotate_domain_dkim',
  title: 'Rotate DKIM key',
  summary: 'Make a new DKIM key for a sending domain; answers its DNS record.',
  advice:
    'The old key signs until verify_domain sees the new record. Leave the old record published for a week after that.',
  toolset: 'deliverability',
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
    const after = withNewKey(before, await makeDkimKey({ ids: world.ids, secretBox }), targets);
    return await scope.commit(async ({ domains }) => {
      if (await domains.update(after)) return domainAnswer(after, targets);
      return scope.fail((await domains.byId(before.id)) ? 'conflict' : 'not_found');
    });
  },
});
