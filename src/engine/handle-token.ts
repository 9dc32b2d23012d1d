import { Failure, invalidField } from '../model/failure.ts';
import { limitsBeyond, type TokenLimits, type TokenRecord } from '../model/token.ts';
import type { OrganizationStore } from '../store/store.ts';
import type { Caller } from './scope.ts';

/** What the caller itself is held to. The operator of the machine is held to nothing. */
export function limitsOf({ token, scopes }: Caller): TokenLimits {
  return {
    scopes,
    domainId: token?.domainId ?? null,
    mode: token?.mode ?? 'live',
    allowedRecipients: token?.allowedRecipients ?? null,
    sendCap: token?.sendCap ?? null,
    ipAllowlist: token?.ipAllowlist ?? null,
    expiresAt: token?.expiresAt ?? null,
  };
}

/**
 * A caller makes, changes, rotates and revokes only tokens that are held to as much as itself.
 * @param token the token as it would be afterwards; `id` of one that is there already
 * @throws Failure restricted_api_key naming the fields in which it is held to less
 */
export function assertWithin(caller: Caller, token: TokenLimits & { id?: string }): void {
  const fields = limitsBeyond(
    limitsOf(caller),
    token,
    token.id !== undefined && token.id === caller.token?.id,
  );
  if (fields.length === 0) return;
  throw new Failure('restricted_api_key', {
    message: `This API token may not handle a token that is held to less than itself in ${fields.join(', ')}`,
    details: { fields },
  });
}

/** @throws Failure validation_error */
export async function assertOwnDomain(store: OrganizationStore, domainId: string | null): Promise<void> {
  if (domainId === null || (await store.domains.byId(domainId))) return;
  throw invalidField('domain_id', 'is not the id of a domain of this organization');
}

/** The token with this id, held; undefined when it is not there. @throws Failure conflict when it is revoked */
export async function holdWorkingToken(
  store: OrganizationStore,
  id: string,
): Promise<TokenRecord | undefined> {
  const token = await store.tokens.hold(id);
  if (token && token.revokedAt !== null) throw new Failure('conflict', { message: 'This token is revoked' });
  return token;
}
