/** Only DKIM keys prove ownership, because another organization may have published a return path or a policy. */

export type DomainOwners = ReadonlyMap<string, ReadonlySet<number>>;

/** DMARC's relaxed alignment accepts mail from subdomains, so ownership covers them, but no parents or siblings. */
export function coveringNames(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/** Several organizations may own a domain, because the zone's owner published all their keys and can remove one. */
export function isOwnedByAnother(domain: string, organization: number, owners: DomainOwners): boolean {
  if (owners.size === 0) return false;
  for (const name of coveringNames(domain)) {
    const here = owners.get(name);
    if (here) return !here.has(organization);
  }
  return false;
}
