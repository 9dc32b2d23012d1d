import { scopesAllow } from '../../model/organization/token.ts';
import { hasRole } from '../../model/person/roles.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';

/**
 * Returns true for the operator, and at the console for an admin of the only organization, whose server it then is.
 * Others must not see or change the server of their host.
 */
export async function operatesServer(
  { store }: Pick<Engine, 'store'>,
  { door, scopes, person }: Pick<Caller, 'door' | 'scopes' | 'person'>,
): Promise<boolean> {
  if (scopesAllow(scopes, 'admin')) return true;
  if (door !== 'console' || !person || !hasRole(person.roles, ['admin'])) return false;
  return (await store.organizations.page(2, null)).length === 1;
}
