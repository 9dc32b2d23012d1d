import { Failure, invalidField } from '../../model/failure.ts';
import { limitsBeyond, type TokenLimits, type TokenRecord } from '../../model/organization/token.ts';
import { heldWithin } from '../../model/organization/token-lineage.ts';
import { GrantRecords } from '../../store/records/access/oauth.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Caller } from '../context/caller.ts';

export function listTokenLimits({ token, scopes }: Caller): TokenLimits {
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

/** Lets a caller handle only tokens with limits at least as strict as its own. @throws restricted_api_key */
export function assertWithin(caller: Caller, token: TokenLimits & { id?: string }): void {
  const fields = limitsBeyond(
    listTokenLimits(caller),
    token,
    token.id !== undefined && token.id === caller.token?.id,
  );
  if (fields.length === 0) return;
  throw new Failure('restricted_api_key', {
    message: `This API token cannot manage a token with wider limits in ${fields.join(', ')}`,
    details: { fields },
  });
}

export async function assertOwnDomain(store: OrganizationStore, domainId: string | null): Promise<void> {
  if (domainId === null || (await store.domains.byId(domainId))) return;
  throw invalidField('domain_id', 'is not the id of a domain of this organization');
}

/** A deleted domain is named by its id. */
export async function domainName(store: OrganizationStore, domainId: string | null): Promise<string | null> {
  return domainId === null ? null : ((await store.domains.byId(domainId))?.name ?? domainId);
}

/** Locks and returns a token; undefined if it does not exist. @throws Failure conflict when it is revoked */
export async function holdWorkingToken(
  store: OrganizationStore,
  id: string,
): Promise<TokenRecord | undefined> {
  const token = await store.tokens.hold(id);
  if (token && token.revokedAt !== null) throw new Failure('conflict', { message: 'This token is revoked' });
  return token;
}

export function mintingTokenKey({ token }: Caller): number | null {
  return token && token.key > 0 ? token.key : null;
}

/** Re-reads the caller's token with a lock: a cached copy could let a narrowed token mint its way around. @throws Failure */
export async function assertStillWithin(
  store: OrganizationStore,
  caller: Caller,
  tokens: readonly (TokenLimits & { id?: string | undefined })[],
): Promise<void> {
  if (mintingTokenKey(caller) === null) return;
  const own = await store.tokens.hold(caller.token!.id);
  const stands =
    own?.revokedAt === null &&
    tokens.every((token) => limitsBeyond(own, token, token.id === own.id).length === 0);
  if (stands) return;
  throw new Failure('restricted_api_key', {
    message: 'This API token was revoked or narrowed in the meantime',
  });
}

/** Applies a narrowed token's limits to all tokens minted under it, directly or indirectly. */
export async function narrowMinted(
  { tokens, queries, organization }: OrganizationStore,
  before: TokenRecord,
  minter: TokenRecord,
  now: number,
): Promise<void> {
  if (limitsBeyond(minter, before, true).length === 0) return;
  const limits = new Map<number, TokenLimits>([[minter.key, minter]]);
  for (const minted of await tokens.mintedUnder(minter.key)) {
    const outer = limits.get(minted.mintedBy!);
    // Revoked earlier in this loop, with its minter.
    if (outer === undefined) continue;
    const held = heldWithin(outer, minted);
    if (held === null) {
      const revoked = await tokens.revokeLineage(minted.key, now);
      await new GrantRecords(queries, organization).endOf(revoked, now);
      continue;
    }
    limits.set(minted.key, held);
    if (limitsBeyond({ ...outer, sendCap: null }, minted, false).length > 0 || !sameCap(held, minted)) {
      await tokens.update({ ...minted, ...held });
    }
  }
}

function sameCap(a: Pick<TokenLimits, 'sendCap'>, b: Pick<TokenLimits, 'sendCap'>): boolean {
  return a.sendCap?.per_hour === b.sendCap?.per_hour && a.sendCap?.per_day === b.sendCap?.per_day;
}
