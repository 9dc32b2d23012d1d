import { hash } from 'node:crypto';
import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import {
  assertOwnDomain,
  assertStillWithin,
  assertWithin,
  limitsOf,
  minterOf,
} from '../../src/engine/auth/handle-token.ts';
import { isAssistant } from '../../src/engine/context/caller.ts';
import { invalidField } from '../../src/model/failure.ts';
import {
  AssistantInput,
  TokenWithSecret,
  tokenAnswer,
  tokenFields,
  tokenPrefixShownLength,
  tokensPerOrganizationMax,
} from '../../src/model/organization/token.ts';
import { secretExample, tokenExample } from './token-example.ts';

export const createToken = defineTool({
  name: 'create_token',
  title: 'Create API token',
  summary: 'Create an API token; its secret is shown this once.',
  advice: 'It can do no more than yours; omitted limits are yours.',
  toolset: 'admin',
  input: z.strictObject({
    name: tokenFields.name,
    scopes: tokenFields.scopes,
    domain_id: tokenFields.domain_id.optional(),
    mode: tokenFields.mode.optional(),
    allowed_recipients: tokenFields.allowed_recipients.optional(),
    send_cap: tokenFields.send_cap.optional(),
    ip_allowlist: tokenFields.ip_allowlist.optional(),
    expires_at: tokenFields.expires_at.optional(),
    assistant: AssistantInput.optional(),
  }),
  output: TokenWithSecret,
  failures: ['restricted_api_key', 'conflict'],
  effect: 'write',
  mintsPower: true,
  adds: true,
  needs: 'tokens.write',
  rest: { route: 'POST /tokens', status: 201 },
  secretAnswer: true,
  example: {
    input: { name: 'Shop', scopes: ['emails.send', 'events.write'], send_cap: { per_day: 5000 } },
    output: { ...tokenExample, token: secretExample },
  },
  async asks(_, { name, scopes }) {
    if (scopes.every((scope) => scope.endsWith('.read'))) return null;
    return [`Makes an API token named ${name} that may: ${scopes.join(', ')}`, secretSentence];
  },
  async run(scope, input) {
    const { now, engine, caller } = scope;
    const own = limitsOf(caller);
    const secret = engine.world.ids.secret();
    const token = {
      id: engine.world.ids.id('tok'),
      name: input.name,
      prefix: secret.slice(0, tokenPrefixShownLength),
      scopes: [...new Set(input.scopes)],
      domainId: input.domain_id === undefined ? own.domainId : input.domain_id,
      mode: input.mode ?? own.mode,
      allowedRecipients: orOwn(input.allowed_recipients, own.allowedRecipients),
      sendCap: input.send_cap ?? null,
      ipAllowlist: orOwn(input.ip_allowlist, own.ipAllowlist),
      lastUsedAt: null,
      createdAt: now,
      expiresAt: input.expires_at
        ? Date.parse(input.expires_at)
        : input.expires_at === null
          ? null
          : own.expiresAt,
      revokedAt: null,
      mintedBy: minterOf(caller),
      assistant: isAssistant(caller) || input.assistant === true,
    };
    if (token.expiresAt !== null && token.expiresAt <= now) {
      throw invalidField('expires_at', 'must be in the future');
    }
    assertWithin(caller, token);
    return await scope.commit(async (store) => {
      await assertOwnDomain(store, token.domainId);
      await assertStillWithin(store, caller, [{ ...token, id: undefined }]);
      if ((await store.tokens.countToAdd()) >= tokensPerOrganizationMax) {
        scope.fail('conflict', {
          message: `An organization has at most ${tokensPerOrganizationMax} tokens; revoke one first`,
        });
      }
      const kept = await store.tokens.add(token, hash('sha256', secret));
      return { ...tokenAnswer(kept), token: secret };
    });
  },
});

/** What a person is to know before an assistant reads a secret. */
export const secretSentence =
  'The assistant reads its secret, and anyone who reads what the assistant wrote can use it';

function orOwn(given: string[] | null | undefined, own: readonly string[] | null): string[] | null {
  return given === undefined ? own && [...own] : given;
}
