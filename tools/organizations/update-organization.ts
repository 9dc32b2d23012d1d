import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { changeOrganization } from '../../src/engine/organizations/change-organization.ts';
import { everyOrganization } from '../../src/engine/organizations/every-organization.ts';
import { organizationWarnings } from '../../src/engine/subscribers/organization-warnings.ts';
import { IdInput } from '../../src/model/id.ts';
import {
  OrganizationWithWarnings,
  operatorFields,
  organizationAnswer,
  organizationFields,
} from '../../src/model/organization/organization.ts';
import { organizationExample } from './organization-example.ts';

export const updateOrganization = defineTool({
  name: 'update_organization',
  title: 'Update organization',
  summary: 'Change the plan, limits, sending or settings of any organization.',
  advice: 'Omitted settings keep their values. Only the operator of the server may call it.',
  toolset: 'admin',
  rare: true,
  input: z.strictObject({
    id: IdInput.describe('org_…'),
    ...z.object(operatorFields).partial().shape,
    ...z.object(organizationFields).partial().shape,
  }),
  output: OrganizationWithWarnings,
  failures: ['not_found'],
  effect: 'write',
  idempotent: true,
  needs: 'admin',
  rest: null,
  example: {
    input: { id: organizationExample.id, plan: 'premium', sending_enabled: true },
    output: { ...organizationExample, warnings: [] },
  },
  async asks(scope, { id, ...change }) {
    const organization = await everyOrganization(scope.engine, scope.caller).byId(id);
    if (!organization) return null;
    const fields = Object.entries(change).map(([name, value]) =>
      name === 'logo' && value !== null ? 'a new logo' : `${name} to ${JSON.stringify(value)}`,
    );
    return [`Changes the organization ${organization.name}: ${fields.join(', ')}`];
  },
  async run(scope, { id, ...change }) {
    const { key } = (await everyOrganization(scope.engine, scope.caller).byId(id)) ?? scope.fail('not_found');
    const answer = await scope.commit(async ({ queries }) => {
      const changed = (await changeOrganization(queries, key, change, scope.now)) ?? scope.fail('not_found');
      const warnings = await organizationWarnings(scope.engine.settings, queries, changed);
      return { ...organizationAnswer(changed, scope.engine.settings), warnings };
    });
    scope.engine.forgetCallers();
    scope.engine.wake();
    return answer;
  },
});
