import { z } from 'zod';
import { listAnswer, listFields, listSchema, pageRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { everyOrganization } from '../../src/engine/organizations/every-organization.ts';
import { Organization, organizationAnswer } from '../../src/model/organization/organization.ts';
import { organizationExample } from './organization-example.ts';

export const listOrganizations = defineTool({
  name: 'list_organizations',
  title: 'List organizations',
  summary: 'List all organizations on this server, newest first.',
  advice: 'Only the operator of the server may call it.',
  toolset: 'admin',
  rare: true,
  input: z.strictObject(listFields),
  output: listSchema(Organization),
  failures: [],
  effect: 'read',
  needs: 'admin',
  rest: null,
  example: {
    input: { limit: 20 },
    output: { object: 'list', data: [organizationExample], has_more: false },
  },
  async run({ engine, caller, store }, input) {
    const organizations = everyOrganization(engine, caller);
    const request = await pageRequest(input, store.queries, 'organizations');
    return listAnswer(await organizations.list(request), (organization) =>
      organizationAnswer(organization, engine.settings),
    );
  },
});
