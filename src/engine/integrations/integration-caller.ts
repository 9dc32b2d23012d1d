import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { TokenScope } from '../../model/organization/token.ts';
import type { Caller } from '../context/caller.ts';

export function integrationCaller(
  organization: OrganizationRecord,
  requestId: string,
  scopes: readonly TokenScope[] = [],
): Caller {
  return { door: 'integration', organization, token: null, scopes, requestId };
}
