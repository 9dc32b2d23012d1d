import type { Caller } from '../engine/context/caller.ts';
import { Failure } from '../model/failure.ts';
import { scopesAllow, type TokenScope } from '../model/organization/token.ts';
import { hasRole } from '../model/person/roles.ts';
import { isFields } from '../model/text/fields.ts';
import type { Tool } from './tool.ts';

/** @throws Failure restricted_api_key naming the missing scope */
export function assertScope(tool: Judged, caller: Asking, input: unknown): void {
  const lacked = lackedScope(tool, caller, input);
  if (lacked === null) return;
  if (caller.person) {
    const message = 'Your roles do not allow this; an admin of the organization can change them';
    throw new Failure('restricted_api_key', { message, details: { scope: lacked } });
  }
  throw lacksScope(lacked);
}

export function opensTo(
  { needs, orNeeds, offeredToAll }: Pick<Tool, 'needs' | 'orNeeds' | 'offeredToAll'>,
  held: readonly TokenScope[],
): boolean {
  return offeredToAll === true || [needs, ...(orNeeds ?? [])].some((scope) => scopesAllow(held, scope));
}

/** Scopes needed for any input; some inputs need more. */
export function listRequiredScopes({
  needs,
  needsOf,
  offeredToAll,
}: Pick<Tool, 'needs' | 'needsOf' | 'offeredToAll'>): readonly TokenScope[] {
  return offeredToAll ? [] : (needsOf?.({}) ?? [needs]);
}

export function lackedScope(
  { needs, needsOf, orNeeds, roles }: Judged,
  { scopes, person }: Asking,
  input: unknown,
): TokenScope | null {
  if (person && roles && hasRole(person.roles, roles)) return null;
  if (orNeeds?.some((scope) => scopesAllow(scopes, scope))) return null;
  const needed = needsOf?.(isFields(input) ? input : {}) ?? [needs];
  return needed.find((scope) => !scopesAllow(scopes, scope)) ?? null;
}

type Judged = Pick<Tool, 'needs' | 'needsOf' | 'orNeeds' | 'roles'>;
type Asking = Pick<Caller, 'scopes' | 'person'>;

export function lacksScope(scope: TokenScope): Failure {
  return new Failure('restricted_api_key', {
    message: `This API token lacks the scope ${scope}`,
    details: { scope },
  });
}
