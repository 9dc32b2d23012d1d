import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import {
  assertOwnDomain,
  assertStillWithin,
  assertWithin,
  domainName,
  holdWorkingToken,
  narrowMinted,
} from '../../src/engine/auth/handle-token.ts';
import { invalidField } from '../../src/model/failure.ts';
import { IdInput } from '../../src/model/id.ts';
import { describeWidenedLimits } from '../../src/model/organization/describe-token.ts';
import {
  changedSendCap,
  limitsBeyond,
  Token,
  type TokenRecord,
  tokenAnswer,
  tokenChangeFields,
} from '../../src/model/organization/token.ts';
import { tokenExample } from './token-example.ts';

const Input = z.strictObject({
  id: IdInput.describe('tok_…'),
  ...z.object(tokenChangeFields).partial().shape,
});

export const updateToken = defineTool({
  name: 'update_token',
  title: 'Update API token',
  summary: 'Change an API token. Omitted fields keep their values, also in send_cap; null removes a limit.',
  advice: 'Narrowing a token also narrows the tokens it created.',
  toolset: 'admin',
  rare: true,
  input: Input,
  output: Token,
  failures: ['not_found', 'restricted_api_key', 'conflict'],
  effect: 'write',
  idempotent: true,
  needs: 'tokens.write',
  rest: { route: 'PATCH /tokens/{id}' },
  example: {
    input: { id: tokenExample.id, send_cap: { per_day: 5000 } },
    output: tokenExample,
  },
  async asks({ store }, { id, ...change }) {
    const token = await store.tokens.byId(id);
    if (!token) return null;
    const next = changed(token, change);
    const wider = limitsBeyond(token, next, true);
    if (wider.length === 0) return null;
    const after = { ...next, domain: await domainName(store, next.domainId) };
    return [`Gives the API token ${token.name} more access`, ...describeWidenedLimits(wider, token, after)];
  },
  async run(scope, { id, ...change }) {
    const answer = await scope.commit(async (store) => {
      const token = (await holdWorkingToken(store, id)) ?? scope.fail('not_found');
      const next = changed(token, change);
      if (change.expires_at && next.expiresAt! <= scope.now) {
        throw invalidField('expires_at', 'must be in the future');
      }
      assertWithin(scope.caller, token);
      assertWithin(scope.caller, next);
      await assertStillWithin(store, scope.caller, [token, next]);
      if (change.domain_id !== undefined) await assertOwnDomain(store, next.domainId);
      await store.tokens.update(next);
      await narrowMinted(store, token, next, scope.now);
      return tokenAnswer(next);
    });
    scope.engine.forgetCallers();
    return answer;
  },
});

/** Absent fields stay unchanged. */
function changed(token: TokenRecord, change: Omit<z.output<typeof Input>, 'id'>): TokenRecord {
  const { expires_at } = change;
  return {
    ...token,
    name: change.name ?? token.name,
    scopes: change.scopes ? [...new Set(change.scopes)] : token.scopes,
    domainId: change.domain_id === undefined ? token.domainId : change.domain_id,
    mode: change.mode ?? token.mode,
    allowedRecipients:
      change.allowed_recipients === undefined ? token.allowedRecipients : change.allowed_recipients,
    sendCap: change.send_cap === undefined ? token.sendCap : changedSendCap(token.sendCap, change.send_cap),
    ipAllowlist: change.ip_allowlist === undefined ? token.ipAllowlist : change.ip_allowlist,
    expiresAt:
      expires_at === undefined ? token.expiresAt : expires_at === null ? null : Date.parse(expires_at),
  };
}
