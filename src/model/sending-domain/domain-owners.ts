/**
 * Which organization's domain an address belongs to. An organization proves a domain by DKIM keys of its own that stand in
 * DNS, so a return path or a policy that another one published there proves nothing for it.
 */

/** Who has verified what: keys of organizations by the names of domains. */
export type DomainOwners = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * The names whose owners decide on mail from a domain: itself and those above it, nearest first. DMARC's relaxed alignment
 * takes a mail from below a domain for the domain's own, so a proof covers what is below it. It covers nothing above or
 * beside it: who holds one name of a zone may have been lent just that.
 */
export function coveringNames(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/**
 * Whether a domain is another organization's. The nearest proof decides, and where several organizations have it the domain
 * is each one's: the keys are in DNS because who holds the zone wants them there, and removing one takes the domain back.
 */
export function isAnothers(domain: string, organization: number, owners: DomainOwners): boolean {
  if (owners.size === 0) return false;
  for (const name of coveringNames(domain)) {
    const here = owners.get(name);
    if (here) return !here.has(organization);
  }
  return false;
}
