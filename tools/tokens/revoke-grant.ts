import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { assertWithin } from '../../src/engine/auth/handle-token.ts';
import { recordOfGrant } from '../../src/engine/auth/oauth/grant-approver.ts';
import { IdInput } from '../../src/model/id.ts';
import { revoked } from '../../src/model/oauth/grant.ts';
import { GrantRecords } from '../../src/store/records/access/oauth.ts';
import { grantExample } from './grant-example.ts';

export const revokeGrant = defineTool({
  name: 'revoke_grant',
  title: 'Revoke OAuth grant',
  summary: 'Revoke an app’s OAuth access, immediately and for good.',
  toolset: 'admin',
  rare: true,
  input: z.strictObject({ id: IdInput.describe('grt_…') }),
  output: z.object({ object: z.literal('grant'), id: z.string(), deleted: z.literal(true) }),
  failures: ['not_found', 'restricted_api_key'],
  effect: 'destroy',
  needs: 'tokens.write',
  rest: { route: 'DELETE /grants/{id}' },
  example: {
    input: { id: grantExample.id },
    output: { object: 'grant', id: grantExample.id, deleted: true },
  },
  async run(scope, { id }) {
    return await scope.commit(async (store) => {
      const { queries, organization } = store;
      const grants = new GrantRecords(queries, organization);
      const grant = (await grants.hold(id)) ?? scope.fail('not_found');
      const { asserted } = grant;
      // Requires the permissions of the token or person that approved the grant.
      const token = await recordOfGrant(store, grant, scope.now);
      const own = grant.person === null ? {} : { scopes: grant.scopes };
      if (token) assertWithin(scope.caller, { ...token, ...own });
      if (grant.revokedAt === null) await grants.update(revoked(grant, scope.now));
      // Each assertion of the identity provider made a grant of its own.
      if (asserted) await grants.endOfPerson({ asserted, clientId: grant.clientId }, scope.now);
      return { object: 'grant' as const, id, deleted: true as const };
    });
  },
});
