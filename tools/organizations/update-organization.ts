import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { changeOrganization } from '../../src/engine/change-organization.ts';
import { IdInput } from '../../src/model/id.ts';
import {
  Organization,
  operatorFields,
  organizationAnswer,
  organizationFields,
} from '../../src/model/organization.ts';
import { organizationExample } from './organization-example.ts';

export const updateOrganization = defineTool({
  name: 'update_organization',
  title: 'Update organization',
  summary: "Change any organization's plan, sending_enabled or settings.",
  advice: 'For the operator.',
  toolset: 'admin',
  input: z.strictObject({
    id: IdInput.describe('org_…'),
    ...z.object({ ...operatorFields, ...organizationFields }).partial().shape,
  }),
  output: Organization,
  failures: ['not_found'],
  effect: 'write',
  idempotent: true,
  needs: 'admin',
  rest: null,
  example: {
    input: { id: organizationExample.id, plan: 'premium', sending_enabled: true },
    output: organizationExample,
  },
  async run(scope, { id, ...change }) {
    const { key } = (await scope.engine.store.organizations.byId(id)) ?? scope.fail('not_found');
    const answer = await scope.commit(async ({ queries }) => {
      const organization = await changeOrganization(queries, key, change);
      return organizationAnswer(organization ?? scope.fail('not_found'));
    });
    scope.engine.forgetCallers();
    return answer;
  },
});
