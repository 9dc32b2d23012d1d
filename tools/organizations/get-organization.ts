import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { Organization, organizationAnswer } from '../../src/model/organization.ts';
import { organizationExample } from './organization-example.ts';

export const getOrganization = defineTool({
  name: 'get_organization',
  title: 'Get organization',
  summary: 'Show your organization: plan, limits, and whether it really sends.',
  toolset: 'admin',
  input: z.strictObject({}),
  output: Organization,
  failures: ['not_found'],
  effect: 'read',
  needs: 'organization.read',
  rest: { route: 'GET /organization' },
  example: { input: {}, output: organizationExample },
  async run({ engine, caller, fail }) {
    const organization = await engine.store.organizations.byKey(caller.organization.key);
    return organizationAnswer(organization ?? fail('not_found'));
  },
});
