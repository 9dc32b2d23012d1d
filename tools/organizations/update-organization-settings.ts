import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { changeOrganization } from '../../src/engine/organizations/change-organization.ts';
import { organizationWarnings } from '../../src/engine/subscribers/organization-warnings.ts';
import {
  OrganizationWithWarnings,
  organizationAnswer,
  organizationFields,
} from '../../src/model/organization/organization.ts';
import { organizationExample } from './organization-example.ts';

export const updateOrganizationSettings = defineTool({
  name: 'update_organization_settings',
  title: 'Update organization settings',
  summary: 'Change settings of your organization.',
  advice: 'Only the operator changes plan and sending_enabled.',
  toolset: 'admin',
  input: z.strictObject(z.object(organizationFields).partial().shape),
  output: OrganizationWithWarnings,
  failures: ['not_found'],
  effect: 'write',
  idempotent: true,
  needs: 'organization.write',
  rest: { route: 'PATCH /organization' },
  example: {
    input: { default_from: 'Acme <hello@acme.example>', timezone: 'Europe/Lisbon' },
    output: { ...organizationExample, warnings: [] },
  },
  async asks({ caller }, { default_reply_to: replyTo }) {
    if (replyTo == null || replyTo === (caller.organization.defaultReplyTo ?? null)) return null;
    return [`Replies to mail that names no reply_to go to ${replyTo}, of every sender of the organization`];
  },
  async run(scope, change) {
    const { key } = scope.caller.organization;
    const answer = await scope.commit(async ({ queries }) => {
      const changed = (await changeOrganization(queries, key, change, scope.now)) ?? scope.fail('not_found');
      const warnings = await organizationWarnings(scope.engine.settings, queries, changed);
      return { ...organizationAnswer(changed), warnings };
    });
    scope.engine.forgetCallers();
    scope.engine.wake();
    return answer;
  },
});
