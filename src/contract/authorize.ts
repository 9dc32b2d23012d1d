import type { Caller } from '../engine/context/caller.ts';
import { Failure } from '../model/failure.ts';
import { scopesAllow, type TokenScope } from '../model/organization/token.ts';
import type { Tool } from './tool.ts';

/**
 * Refuses a caller whose scopes do not open a tool.
 * @throws Failure restricted_api_key naming the scope
 */
export function assertScope({ needs }: Pick<Tool, 'needs'>, { scopes }: Pick<Caller, 'scopes'>): void {
  if (!scopesAllow(scopes, needs)) throw lacksScope(needs);
}

/** The refusal of a token that may not do this, naming what it would need. */
export function lacksScope(scope: TokenScope): Failure {
  return new Failure('restricted_api_key', {
    message: `This API token lacks the scope ${scope}`,
    details: { scope },
  });
}
