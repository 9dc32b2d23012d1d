/**
 * Which organization owns the domain of an address. Ownership is proved by the organization's own DKIM keys in DNS; a
 * return path or a policy proves nothing, since another organization may have published it.
 */

/** Verified domains: organization keys by domain name. */
export type DomainOwners = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * The names whose owners decide about mail from a domain: itself and its parents, nearest first. DMARC's relaxed
 * alignment accepts mail from a subdomain as the domain's own, so ownership covers subdomains, but no parents or
 * siblings: a single name of a zone may have been delegated.
 */
export function coveringNames(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/**
 * Whether a domain is another organization's. The nearest verified name decides; if several organizations verified it,
 * each owns it: the zone's owner published all their keys, and can revoke one by removing it.
 */
export function isAnothers(domain: string, organization: number, owners: DomainOwners): boolean {
  if (owners.size === 0) return false;
  for (const name of coveringNames(domain)) {
    const here = owners.get(name);
    if (here) return !here.has(organization);
  }
  return false;
}
