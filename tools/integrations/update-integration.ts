import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { sealIntegrationSecret } from '../../src/engine/integrations/integration-secret.ts';
import { assertMayConnect, newUrlSecret } from '../../src/engine/integrations/make-integration.ts';
import { hashOfUrlSecret } from '../../src/engine/integrations/prove-request.ts';
import { invalidField } from '../../src/model/failure.ts';
import { IdInput } from '../../src/model/id.ts';
import {
  Integration,
  IntegrationName,
  type IntegrationRecord,
  integrationAnswer,
} from '../../src/model/integration/integration.ts';
import { assertMappingFits, MappingInput } from '../../src/model/integration/mapping-input.ts';
import { secretFault } from '../../src/model/integration/prove-request.ts';
import { integrationExample } from './integration-example.ts';

export const updateIntegration = defineTool({
  name: 'update_integration',
  title: 'Update integration',
  summary: 'Change the name, secret or mapping of an integration, or create a new URL.',
  advice: 'A new mapping replaces the old one completely. With newUrl, the old URL stops working.',
  toolset: 'automation',
  rare: true,
  input: z.strictObject({
    id: IdInput,
    name: IntegrationName.nullish(),
    secret: z.string().min(1).max(500).optional().describe('The old secret stops working at once'),
    mapping: MappingInput.optional(),
    sends: z
      .boolean()
      .optional()
      .describe('Supabase: whether the mail that its send-email hook requests is sent'),
    newUrl: z.boolean().default(false).describe('Create a new URL secret'),
  }),
  output: Integration,
  failures: ['not_found', 'restricted_api_key'],
  effect: 'write',
  secretAnswer: true,
  needs: 'webhooks.write',
  rest: { route: 'PATCH /integrations/{id}' },
  example: {
    input: { id: integrationExample.id, mapping: { tags: ['customer'], events: ['customer.*'] } },
    output: integrationExample,
  },
  async asks(scope, { id, secret, mapping, sends, newUrl }) {
    const known = (await scope.store.integrations.byId(id)) ?? scope.fail('not_found');
    // With the secret an assistant could send requests that cause mail, and the mapping decides which workflows start.
    const changes = [
      secret !== undefined && 'Replaces the secret that verifies its requests',
      newUrl && 'Replaces its URL and shows the new one to the assistant',
      mapping && `Replaces its mapping: ${JSON.stringify(mapping)}`,
      sends === true && 'Allows it to send Supabase sign-in mail',
    ].filter((change) => typeof change === 'string');
    if (changes.length === 0) return null;
    return [`Changes the integration ${known.name === null ? known.id : `“${known.name}”`}`, ...changes];
  },
  async run(scope, { id, name, secret, mapping, sends, newUrl }) {
    const { engine, caller, now } = scope;
    return await scope.commit(async ({ integrations }) => {
      const known = (await integrations.hold(id)) ?? scope.fail('not_found');
      assertMayConnect(caller, known.provider, known.secret !== null);
      if (mapping) assertMappingFits(known.provider, mapping);
      const urlSecret = newUrl ? urlSecretOf(known) : null;
      if (sends === true && (known.provider !== 'supabase' || known.secret === null)) {
        throw invalidField('sends', 'is only for an auth hook of Supabase');
      }
      const next: IntegrationRecord = {
        ...known,
        name: name === undefined ? known.name : name,
        secret: secret === undefined ? known.secret : sealed(known, secret.trim()),
        pathHash: urlSecret === null ? known.pathHash : hashOfUrlSecret(urlSecret),
        mapping: mapping ?? known.mapping,
        sends: sends ?? known.sends,
        updatedAt: now,
      };
      await integrations.update(next);
      const standing = await integrations.standing(next.key);
      return integrationAnswer(engine.settings.baseUrl, next, standing, urlSecret);
    });

    function urlSecretOf({ pathHash }: IntegrationRecord): string {
      if (pathHash === null) throw invalidField('newUrl', 'is only for a URL that holds a secret');
      return newUrlSecret(engine);
    }

    function sealed({ id, provider, secret: before }: IntegrationRecord, given: string): string {
      // Without a secret, the URL proves the request. A new secret would change that, and the URL with it.
      if (before === null)
        throw invalidField('secret', 'cannot be set for an integration that was created without a secret');
      const fault = secretFault(provider, given);
      if (fault !== null) throw invalidField('secret', fault);
      return sealIntegrationSecret(engine, id, given);
    }
  },
});
