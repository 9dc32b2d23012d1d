/**
 * Determines which organization owns an address's domain. Only the organization's DKIM keys in DNS prove ownership,
 * because another organization may have published a return path or a policy.
 */

/** Organization keys by verified domain name. */
export type DomainOwners = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * Returns the domain and its parents, nearest first. DMARC's relaxed alignment accepts mail from subdomains, so
 * ownership covers them, but not parents or siblings: a single name may have been delegated.
 */
export function coveringNames(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/**
 * The nearest verified name decides. If several organizations verified it, each owns it, because the zone's owner
 * published all their keys and can remove one.
 */
export function isAnothers(domain: string, organization: number, owners: DomainOwners): boolean {
  if (owners.size === 0) return false;
  for (const name of coveringNames(domain)) {
    const here = owners.get(name);
    if (here) return !here.has(organization);
  }
  return false;
}
