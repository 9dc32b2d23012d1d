import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { auditGrant } from '../../src/engine/auth/oauth/audit-grant.ts';
import { IdInput } from '../../src/model/id.ts';
import { endGrantsOfClient } from '../../src/store/records/access/oauth.ts';
import { deleteClient } from '../../src/store/records/access/oauth-clients.ts';
import { oauthClientExample } from './oauth-client-example.ts';

export const deleteOauthClient = defineTool({
  name: 'delete_oauth_client',
  title: 'Delete OAuth client',
  summary: 'Delete a registered OAuth client and revoke its grants in all organizations.',
  advice: 'Operator only.',
  toolset: 'admin',
  doors: ['tools', 'cli'],
  input: z.strictObject({ id: IdInput.describe('oac_…') }),
  output: z.object({ object: z.literal('oauth_client'), id: z.string(), deleted: z.literal(true) }),
  failures: ['not_found'],
  effect: 'destroy',
  needs: 'admin',
  rest: null,
  example: {
    input: { id: oauthClientExample.id },
    output: { object: 'oauth_client', id: oauthClientExample.id, deleted: true },
  },
  async run(scope, { id }) {
    return await scope.commit(async ({ queries }) => {
      if (!(await deleteClient(queries, id))) return scope.fail('not_found');
      // Each organization's audit log shows why its app stopped.
      for (const grant of await endGrantsOfClient(queries, id, scope.now)) {
        const { requestId } = scope.caller;
        await auditGrant(scope.engine, queries, grant, { tool: 'revoke_grant', requestId });
      }
      return { object: 'oauth_client' as const, id, deleted: true as const };
    });
  },
});
