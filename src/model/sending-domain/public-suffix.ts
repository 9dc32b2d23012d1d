/** The public suffix list loads on first use, because few starts need it. */

/** Returns whether others can register names below: for a registry's suffix, or a host's such as `github.io`. */
export async function isPublicSuffix(name: string): Promise<boolean> {
  const { getPublicSuffix } = await import('tldts');
  return getPublicSuffix(name, suffixes) === name;
}

/** `acme.co.uk` for `news.acme.co.uk`. A zone most likely begins there; DMARC uses DNS instead (RFC 9989 4.10). */
export async function organizationalDomain(name: string): Promise<string> {
  const { getDomain } = await import('tldts');
  return getDomain(name, suffixes) ?? name;
}

const suffixes = { allowPrivateDomains: true } as const;
