import { hash } from 'node:crypto';
import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import {
  assertOwnDomain,
  assertStillWithin,
  assertWithin,
  domainName,
  listTokenLimits,
  mintingTokenKey,
} from '../../src/engine/auth/handle-token.ts';
import { type Caller, isAssistant } from '../../src/engine/context/caller.ts';
import { invalidField } from '../../src/model/failure.ts';
import { describeTokenLimits } from '../../src/model/organization/describe-token.ts';
import { describeScopes } from '../../src/model/organization/scope-words.ts';
import {
  AssistantInput,
  sendCapForModels,
  TokenWithSecret,
  tokenAnswer,
  tokenFields,
  tokenPrefixShownLength,
  tokensPerOrganizationMax,
} from '../../src/model/organization/token.ts';
import {
  unapprovedCountedMinutes,
  unapprovedPeopleADayMax,
  unapprovedPeopleMax,
} from '../../src/model/sending/unapproved-people.ts';
import { shownAs } from '../../src/model/text/alias.ts';
import { secretExample, tokenExample } from './token-example.ts';

const text = { type: 'string' };
const texts = { type: 'array', items: text };

/** One sentence of the tool tells models the defaults, so `shown` leaves them out. */
function limit<Field extends z.ZodType>(
  field: Field,
  leftOut: string,
  shown: Readonly<Record<string, unknown>>,
) {
  const description = descriptionOf(field);
  return field
    .optional()
    .describe(`${description}. Default: ${leftOut}`)
    .meta(shownAs({ description, ...shown }));
}

/** Falls back to the field that it makes nullable. */
function descriptionOf(field: z.core.$ZodType): string | undefined {
  const own = z.globalRegistry.get(field)?.description;
  return own ?? (field instanceof z.ZodNullable ? descriptionOf(field.unwrap()) : undefined);
}

const Input = z.strictObject({
  name: tokenFields.name,
  scopes: tokenFields.scopes,
  domain_id: limit(tokenFields.domain_id, 'the limit of your own token', {
    ...text,
    description: 'Restrict senders to this domain',
  }),
  mode: limit(tokenFields.mode, 'the limit of your own token', {
    ...text,
    enum: tokenFields.mode.options,
    description: 'test: all mail is simulated',
  }),
  allowed_recipients: limit(tokenFields.allowed_recipients, 'the limit of your own token', texts),
  send_cap: limit(
    tokenFields.send_cap,
    'no cap. A token with a cap can only create tokens that cannot send',
    sendCapForModels,
  ),
  ip_allowlist: limit(tokenFields.ip_allowlist, 'the limit of your own token', texts),
  expires_at: tokenFields.expires_at.optional(),
  assistant: AssistantInput.optional(),
});

export const createToken = defineTool({
  name: 'create_token',
  title: 'Create API token',
  summary: 'Create an API token. Its secret is shown once.',
  advice:
    'It cannot exceed your own token. If you omit a limit, that of your own token applies; without send_cap there is no cap.',
  toolset: 'admin',
  rare: true,
  input: Input,
  output: TokenWithSecret,
  failures: ['restricted_api_key', 'conflict'],
  effect: 'write',
  adds: true,
  needs: 'tokens.write',
  rest: { route: 'POST /tokens', status: 201 },
  secretAnswer: true,
  example: {
    input: { name: 'Shop', scopes: ['emails.send', 'events.write'], send_cap: { per_day: 5000 } },
    output: { ...tokenExample, token: secretExample },
  },
  async asks({ store, caller }, input) {
    const { name, scopes } = input;
    const limits = limitsFor(caller, input);
    return [
      `Creates an API token named ${name}. Permissions: ${describeScopes(scopes)} (${scopes.join(', ')})`,
      ...describeTokenLimits({ ...limits, domain: await domainName(store, limits.domainId) }),
      ...(isForAssistant(caller, input) ? [assistantSentence] : []),
      secretSentence,
    ];
  },
  async run(scope, input) {
    const { now, engine, caller } = scope;
    const secret = engine.world.ids.secret();
    const token = {
      id: engine.world.ids.id('tok'),
      name: input.name,
      prefix: secret.slice(0, tokenPrefixShownLength),
      ...limitsFor(caller, input),
      lastUsedAt: null,
      createdAt: now,
      revokedAt: null,
      mintedBy: mintingTokenKey(caller),
      assistant: isForAssistant(caller, input),
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

/** Absent limits default to the caller's own. */
function limitsFor(caller: Caller, input: z.output<typeof Input>) {
  const own = listTokenLimits(caller);
  const { domain_id, mode, allowed_recipients, send_cap, ip_allowlist, expires_at } = input;
  return {
    scopes: [...new Set(input.scopes)],
    domainId: domain_id === undefined ? own.domainId : domain_id,
    mode: mode ?? own.mode,
    allowedRecipients: orOwn(allowed_recipients, own.allowedRecipients),
    sendCap: send_cap ?? null,
    ipAllowlist: orOwn(ip_allowlist, own.ipAllowlist),
    expiresAt: expires_at ? Date.parse(expires_at) : expires_at === null ? null : own.expiresAt,
  };
}

function isForAssistant(caller: Caller, { assistant }: { assistant?: boolean | undefined }): boolean {
  return isAssistant(caller) || assistant === true;
}

const assistantSentence = `It is for an assistant: without approval it can mail at most ${unapprovedPeopleMax} people in ${unapprovedCountedMinutes} minutes and ${unapprovedPeopleADayMax} in 24 hours, and other calls that need approval are refused`;

/** Warning before an assistant reads a secret. */
export const secretSentence =
  'The assistant sees its secret, and anyone who reads the assistant’s transcript can use it';

function orOwn(given: string[] | null | undefined, own: readonly string[] | null): string[] | null {
  return given === undefined ? own && [...own] : given;
}
