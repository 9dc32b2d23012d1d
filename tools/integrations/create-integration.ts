import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { isAssistant } from '../../src/engine/context/caller.ts';
import { assertMayConnect, prepareSecrets } from '../../src/engine/integrations/make-integration.ts';
import {
  Integration,
  IntegrationName,
  integrationAnswer,
  integrationLimits,
} from '../../src/model/integration/integration.ts';
import { assertMappingFits, MappingInput } from '../../src/model/integration/mapping-input.ts';
import { providerNames } from '../../src/model/integration/providers.ts';
import { inShort } from '../../src/model/text/alias.ts';
import { integrationExample } from './integration-example.ts';

export const createIntegration = defineTool({
  name: 'create_integration',
  title: 'Create integration',
  summary: 'Create a URL to which another system posts customers, events or delivery feedback.',
  advice: 'Integrations are explained in posthouse://docs/integrations.',
  toolset: 'automation',
  rare: true,
  input: z.strictObject({
    provider: z.enum(providerNames).meta(inShort(providerNames.join(', '))),
    secret: z.string().min(1).max(500).optional().describe('Signing secret from the provider'),
    name: IntegrationName.optional(),
    mapping: MappingInput.optional(),
  }),
  output: Integration,
  failures: ['conflict', 'restricted_api_key'],
  effect: 'write',
  adds: true,
  // The URL contains the secret if the provider does not sign its requests.
  secretAnswer: true,
  needs: 'webhooks.write',
  rest: { route: 'POST /integrations', status: 201 },
  // The secret of another system does not belong in an assistant's transcript.
  example: {
    input: { provider: 'stripe', secret: 'whsec_…', mapping: { tags: ['customer'], events: ['customer.*'] } },
    output: integrationExample,
  },
  async asks({ engine, caller }, { provider, secret, name, mapping }) {
    assertMayConnect(caller, provider, secret !== undefined);
    assertMappingFits(provider, mapping ?? {});
    // Refuses a missing or faulty secret before a person is asked.
    prepareSecrets(engine, 'int_preview', provider, secret);
    return [
      `Creates a URL for ${provider}. Its requests add people and events, which can start workflows and opt-in requests`,
      'The assistant and anyone who reads its transcript see the secret of these requests',
      ...(secret === undefined ? [] : ['The assistant chose the secret that verifies its requests']),
      ...(name === undefined ? [] : [`Its name is ${name}`]),
      ...(mapping === undefined ? [] : [`Its mapping is ${JSON.stringify(mapping)}`]),
    ];
  },
  async run(scope, { provider, secret, name, mapping = {} }) {
    const { engine, now, caller } = scope;
    assertMayConnect(caller, provider, secret !== undefined);
    assertMappingFits(provider, mapping);
    const id = engine.world.ids.id('int');
    const made = prepareSecrets(engine, id, provider, secret);
    return await scope.commit(async ({ integrations }) => {
      if ((await integrations.count()) >= integrationLimits.perOrganizationMax) {
        return scope.fail('conflict', {
          message: `An organization has at most ${integrationLimits.perOrganizationMax} integrations`,
        });
      }
      const added = await integrations.add({
        id,
        provider,
        name: name ?? null,
        secret: made.secret,
        pathHash: made.pathHash,
        mapping,
        // An assistant cannot allow itself to send; a person allows it with update_integration.
        sends: provider === 'supabase' && secret !== undefined && !isAssistant(caller),
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      });
      const standing = await integrations.standing(added.key);
      return integrationAnswer(engine.settings.baseUrl, added, standing, made.urlSecret);
    });
  },
});
