import { hash } from 'node:crypto';
import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { assertStillWithin, assertWithin, holdWorkingToken } from '../../src/engine/auth/handle-token.ts';
import { type Caller, isAssistant } from '../../src/engine/context/caller.ts';
import { Failure } from '../../src/model/failure.ts';
import { IdInput } from '../../src/model/id.ts';
import { isoInstant } from '../../src/model/instant.ts';
import {
  oldSecretUntil,
  type TokenRecord,
  TokenRotated,
  tokenAnswer,
  tokenPrefixShownLength,
} from '../../src/model/organization/token.ts';
import { secretSentence } from './create-token.ts';
import { secretExample, tokenExample } from './token-example.ts';

/**
 * Tokens of programs have no assistant limits, so an assistant must not get their secrets. @throws Failure restricted_api_key
 */
function assertMayHold(caller: Caller, { assistant }: Pick<TokenRecord, 'assistant'>): void {
  if (!isAssistant(caller) || assistant) return;
  throw new Failure('restricted_api_key', {
    message:
      'An assistant can rotate only assistant tokens. A person can rotate this token: posthouse tools run rotate_token',
  });
}

export const rotateToken = defineTool({
  name: 'rotate_token',
  title: 'Rotate API token',
  summary: 'Create a new secret for an API token, shown once.',
  advice: 'The old secret works for 24 more hours. After a leak, use revoke_token.',
  toolset: 'admin',
  rare: true,
  input: z.strictObject({ id: IdInput.describe('tok_…') }),
  output: TokenRotated,
  failures: ['not_found', 'restricted_api_key', 'conflict'],
  effect: 'write',
  needs: 'tokens.write',
  rest: { route: 'POST /tokens/{id}/rotate' },
  secretAnswer: true,
  example: {
    input: { id: tokenExample.id },
    output: { ...tokenExample, token: secretExample, old_token_expires_at: '2026-11-22T09:30:00.000Z' },
  },
  async asks({ store, caller }, { id }) {
    const token = await store.tokens.byId(id);
    if (token) assertMayHold(caller, token);
    return token ? [`Creates a new secret for the API token ${token.name}`, secretSentence] : null;
  },
  async run(scope, { id }) {
    const secret = scope.engine.world.ids.secret();
    const prefix = secret.slice(0, tokenPrefixShownLength);
    const answer = await scope.commit(async (store) => {
      const token = (await holdWorkingToken(store, id)) ?? scope.fail('not_found');
      assertWithin(scope.caller, token);
      assertMayHold(scope.caller, token);
      await assertStillWithin(store, scope.caller, [token]);
      const oldUntil = oldSecretUntil(token, scope.now);
      await store.tokens.expireSecrets(token.key, oldUntil);
      await store.tokens.addSecret(token.key, hash('sha256', secret));
      await store.tokens.update({ ...token, prefix });
      return {
        ...tokenAnswer({ ...token, prefix }),
        token: secret,
        old_token_expires_at: isoInstant(oldUntil),
      };
    });
    scope.engine.forgetCallers();
    return answer;
  },
});
