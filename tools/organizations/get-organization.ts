import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { Organization, organizationAnswer } from '../../src/model/organization.ts';
import { storageOf } from '../../src/store/records/storage.ts';
import { organizationExample } from './organization-example.ts';

export const getOrganization = defineTool({
  name: 'get_organization',
  title: 'Get organization',
  summary: 'Show your organization: plan, limits, and whether it really sends.',
  toolset: 'admin',
  input: z.strictObject({}),
  output: Organization.extend({ storage_octets: z.int().describe('Kept now') }),
  failures: ['not_found'],
  effect: 'read',
  needs: 'organization.read',
  rest: { route: 'GET /organization' },
  example: { input: {}, output: { ...organizationExample, storage_octets: 48_213_002 } },
  async run({ engine, caller, fail }) {
    const organization = await engine.store.organizations.byKey(caller.organization.key);
    const kept = await storageOf(engine.store.database.reader, [caller.organization.key]);
    return {
      ...organizationAnswer(organization ?? fail('not_found')),
      storage_octets: Math.max(0, kept.get(caller.organization.key) ?? 0),
    };
  },
});
