/** The public suffix list. It is loaded on first use, because few starts need it. */

/** Whether others register names under this one: a registry's suffix, or a host's such as `github.io`. */
export async function isPublicSuffix(name: string): Promise<boolean> {
  const { getPublicSuffix } = await import('tldts');
  return getPublicSuffix(name, suffixes) === name;
}

/**
 * The registered name: `acme.co.uk` of `news.acme.co.uk`. It is where a zone most likely begins; DMARC finds its
 * organizational domain through DNS instead (RFC 9989 4.10).
 */
export async function organizationalDomain(name: string): Promise<string> {
  const { getDomain } = await import('tldts');
  return getDomain(name, suffixes) ?? name;
}

const suffixes = { allowPrivateDomains: true } as const;
