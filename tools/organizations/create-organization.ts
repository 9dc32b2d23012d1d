import { hash } from 'node:crypto';
import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import {
  Organization,
  operatorFields,
  organizationAnswer,
  organizationFields,
} from '../../src/model/organization.ts';
import { tokenPrefixShownLength } from '../../src/model/token.ts';
import { OrganizationRecords } from '../../src/store/records/organizations.ts';
import { OrganizationStore } from '../../src/store/store.ts';
import { secretExample } from '../tokens/token-example.ts';
import { organizationExample } from './organization-example.ts';

export const createOrganization = defineTool({
  name: 'create_organization',
  title: 'Create organization',
  summary: 'Make an organization and its first token, whose secret is shown once.',
  advice: 'For the operator.',
  toolset: 'admin',
  input: z.strictObject({
    name: organizationFields.name,
    plan: operatorFields.plan.default('free'),
    sending_enabled: operatorFields.sending_enabled.default(false),
  }),
  output: z.object({ organization: Organization, token: z.string().describe('Shown this once') }),
  failures: [],
  effect: 'write',
  needs: 'admin',
  rest: null,
  secretAnswer: true,
  example: {
    input: { name: 'Acme', plan: 'premium', sending_enabled: true },
    output: {
      organization: { ...organizationExample, default_from: null, timezone: 'UTC', postal_address: null },
      token: secretExample,
    },
  },
  async run(scope, { name, plan, sending_enabled }) {
    const { ids } = scope.engine.world;
    const secret = ids.secret();
    return await scope.commit(async ({ queries }) => {
      const organization = await new OrganizationRecords(queries).add({
        id: ids.id('org'),
        name,
        plan,
        sendingEnabled: sending_enabled,
        defaultFrom: null,
        timezone: 'UTC',
        doubleOptIn: false,
        postalAddress: null,
        createdAt: scope.now,
      });
      await new OrganizationStore(queries, organization.key).tokens.add(
        {
          id: ids.id('tok'),
          name: 'First token',
          prefix: secret.slice(0, tokenPrefixShownLength),
          scopes: ['full_access'],
          domainId: null,
          mode: 'live',
          allowedRecipients: null,
          sendCap: null,
          ipAllowlist: null,
          lastUsedAt: null,
          createdAt: scope.now,
          expiresAt: null,
          revokedAt: null,
        },
        hash('sha256', secret),
      );
      return { organization: organizationAnswer(organization), token: secret };
    });
  },
});
