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
