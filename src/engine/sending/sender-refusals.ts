import type { Mailbox } from '../../model/address.ts';
import { Failure } from '../../model/failure.ts';
import { coveringNames, isOwnedByAnother } from '../../model/sending-domain/domain-owners.ts';
import { domainOwners } from '../../store/records/permits/domains.ts';
import type { Scope } from '../context/scope.ts';

/** Checks a sender once for all mails of a campaign or workflow. */
export async function* senderRefusals(
  { store, caller, engine }: Pick<Scope, 'engine' | 'store' | 'caller'>,
  from: Mailbox,
): AsyncGenerator<Failure> {
  const domainId = caller.token?.domainId;
  if (domainId) {
    const bound = await store.domains.byId(domainId);
    if (bound?.name !== from.domain) {
      yield new Failure('restricted_api_key', {
        message: 'This API token may only send from the domain it is bound to',
      });
    }
  }
  const { organization, queries } = store;
  const owners = await domainOwners(queries, coveringNames(from.domain));
  const unproved =
    engine.settings.requireVerifiedDomain && !(owners.get(from.domain)?.has(organization) ?? false);
  if (unproved || isOwnedByAnother(from.domain, organization, owners)) {
    yield new Failure('domain_not_verified');
  }
}
