import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { assertStillWithin, assertWithin } from '../../src/engine/auth/handle-token.ts';
import { IdInput } from '../../src/model/id.ts';
import { GrantRecords } from '../../src/store/records/access/oauth.ts';
import { tokenExample } from './token-example.ts';

export const revokeToken = defineTool({
  name: 'revoke_token',
  title: 'Revoke API token',
  summary: 'Permanently revoke an API token, the tokens it created and the apps they approved.',
  advice: 'Mail it scheduled is still sent. To replace only the secret, use rotate_token.',
  toolset: 'admin',
  rare: true,
  input: z.strictObject({ id: IdInput.describe('tok_…') }),
  output: z.object({ object: z.literal('token'), id: z.string(), deleted: z.literal(true) }),
  failures: ['not_found', 'restricted_api_key'],
  effect: 'destroy',
  needs: 'tokens.write',
  rest: { route: 'DELETE /tokens/{id}' },
  example: {
    input: { id: tokenExample.id },
    output: { object: 'token', id: tokenExample.id, deleted: true },
  },
  async run(scope, { id }) {
    const answer = await scope.commit(async (store) => {
      const { tokens, queries, organization } = store;
      const token = (await tokens.hold(id)) ?? scope.fail('not_found');
      assertWithin(scope.caller, token);
      await assertStillWithin(store, scope.caller, [token]);
      const revoked = await tokens.revokeLineage(token.key, scope.now);
      await new GrantRecords(queries, organization).endOf(revoked, scope.now);
      return { object: 'token' as const, id, deleted: true as const };
    });
    scope.engine.forgetCallers();
    return answer;
  },
});
