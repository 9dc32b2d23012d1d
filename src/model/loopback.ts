/**
 * Whether a host is this machine, so that traffic never leaves it: `localhost` and the names under it (RFC 6761 6.3),
 * 127.0.0.0/8 (RFC 1122 3.2.1.3) and ::1 (RFC 4291 2.5.3).
 * @param host in lower case, as a URL or a resolver has it; an IPv6 address with or without its brackets
 */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    host === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(host)
  );
}
