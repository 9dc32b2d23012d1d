import { z } from 'zod';
import { listAnswer, listFields, listSchema, pageRequest, totalFor } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { DomainListed, domainListed } from '../../src/model/sending-domain/domain-fields.ts';
import { domainListedExample } from './domain-example.ts';

export const listDomains = defineTool({
  name: 'list_domains',
  title: 'List domains',
  summary: 'List sending domains with their status.',
  advice: 'For DNS records, use get_domain.',
  toolset: 'deliverability',
  input: z.strictObject(listFields),
  output: listSchema(DomainListed),
  failures: [],
  effect: 'read',
  needs: 'domains.read',
  rest: { route: 'GET /domains' },
  example: { input: {}, output: { object: 'list', data: [domainListedExample], has_more: false } },
  async run({ store, caller }, paging) {
    const request = await pageRequest(paging, store.queries, 'domains');
    return {
      ...listAnswer(await store.domains.page(request), domainListed),
      // An organization has few domains.
      ...(await totalFor(caller, () => store.domains.count(), { isKept: true })),
    };
  },
});
