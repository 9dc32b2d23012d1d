import { limitsBeyond, scopesAllow, scopesMint, type TokenLimits, type TokenScope } from './token.ts';

type Held = Pick<TokenLimits, 'mode' | 'domainId' | 'sendCap' | 'expiresAt'> & {
  scopes: TokenScope[];
  allowedRecipients: string[] | null;
  ipAllowlist: string[] | null;
};

/**
 * Narrows a token after its minter was narrowed. Lists beyond the minter's become the minter's, and a cap the
 * smaller of both, counted separately. Widening the minter widens nothing. @returns null if no scope is left
 */
export function heldWithin(minter: TokenLimits, minted: TokenLimits): Held | null {
  const scopes = commonScopes(minter.scopes, minted.scopes);
  if (scopes.length === 0) return null;
  const beyond = new Set(limitsBeyond({ ...minter, sendCap: null }, minted, false));
  const listOf = (field: string, own: readonly string[] | null, outer: readonly string[] | null) => {
    const list = beyond.has(field) ? outer : own;
    return list && [...list];
  };
  return {
    scopes,
    domainId: minter.domainId ?? minted.domainId,
    mode: minter.mode === 'test' ? 'test' : minted.mode,
    allowedRecipients: listOf('allowed_recipients', minted.allowedRecipients, minter.allowedRecipients),
    sendCap: smallerCap(minter.sendCap, minted.sendCap),
    ipAllowlist: listOf('ip_allowlist', minted.ipAllowlist, minter.ipAllowlist),
    expiresAt: smaller(minter.expiresAt, minted.expiresAt),
  };
}

/** Reduces a scope that implies others to the implied scopes that both have. */
function commonScopes(minter: readonly TokenScope[], minted: readonly TokenScope[]): TokenScope[] {
  const kept = minted.filter((scope) => scopesMint(minter, [scope]));
  const left = minter.filter((scope) => scope !== 'full_access' && scopesAllow(minted, scope));
  return [...new Set([...kept, ...left])];
}

function smallerCap(a: TokenLimits['sendCap'], b: TokenLimits['sendCap']): TokenLimits['sendCap'] {
  if (a === null || b === null) return a ?? b;
  return { per_hour: smaller(a.per_hour, b.per_hour), per_day: smaller(a.per_day, b.per_day) };
}

function smaller(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}
