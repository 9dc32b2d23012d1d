import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { addOrganization } from '../../src/engine/organizations/add-organization.ts';
import {
  Organization,
  operatorFields,
  organizationAnswer,
  organizationFields,
} from '../../src/model/organization/organization.ts';
import { secretSentence } from '../tokens/create-token.ts';
import { secretExample } from '../tokens/token-example.ts';
import { organizationExample } from './organization-example.ts';

export const createOrganization = defineTool({
  name: 'create_organization',
  title: 'Create organization',
  summary: 'Create an organization and its first token, whose secret is shown once.',
  advice: 'Only the operator of the server may call it.',
  toolset: 'admin',
  rare: true,
  input: z.strictObject({
    name: organizationFields.name,
    plan: operatorFields.plan.default('free'),
    sending_enabled: operatorFields.sending_enabled.default(false),
    storage_octets_max: operatorFields.storage_octets_max.default(null),
  }),
  output: z.object({ organization: Organization, token: z.string().describe('Secret, shown only once') }),
  failures: [],
  effect: 'write',
  adds: true,
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
  async asks(_, { name, plan, sending_enabled }) {
    const sending = sending_enabled ? 'its mail is really sent' : 'sending is off';
    return [`Creates the organization ${name} on the plan ${plan}; ${sending}`, secretSentence];
  },
  async run(scope, { name, plan, sending_enabled, storage_octets_max }) {
    const { ids } = scope.engine.world;
    const secret = ids.secret();
    return await scope.commit(async ({ queries }) => {
      const organization = await addOrganization(
        queries,
        ids,
        { name, plan, sendingEnabled: sending_enabled, storageOctetsMax: storage_octets_max },
        { secret, scopes: ['full_access'] },
        scope.now,
      );
      return { organization: organizationAnswer(organization, scope.engine.settings), token: secret };
    });
  },
});
