/** RFC 6761 6.3, RFC 1122 3.2.1.3, RFC 4291 2.5.3. @param host in lower case; IPv6 with or without brackets */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    host === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(host)
  );
}

/**
 * Replaces the loopback address in a URL without TLS by `localhost`, because browsers offer passkeys for names only. Other URLs
 * stay.
 */
export function nameLoopback(url: string): string {
  return url.replace(/^http:\/\/(?:127\.0\.0\.1|\[::1\])(?=[:/]|$)/, 'http://localhost');
}
