import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { TokenScope } from '../../model/organization/token.ts';
import type { LinkSubject } from '../content/public-links.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';

export async function linkCaller(
  engine: Engine,
  subject: Pick<LinkSubject, 'organization'>,
  needs: TokenScope,
  requestId: string,
): Promise<(Caller & { organization: OrganizationRecord }) | null> {
  const organization = await engine.store.organizations.byKey(subject.organization);
  return organization ? { door: 'link', organization, token: null, scopes: [needs], requestId } : null;
}
