import type { DnsName } from './dns-server.ts';

/** A required DNS record of a sending domain, as listed by the API. */
export type ListedRecord = { type: 'TXT' | 'CNAME' | 'MX'; name: string; value: string; priority?: number };

/** Puts records into a zone of the loopback DNS server, as the domain's owner would. */
export function publish(records: readonly ListedRecord[], zone: Record<string, DnsName>): void {
  for (const { type, name, value, priority = 10 } of records) {
    const held = zone[name];
    const here = typeof held === 'object' ? held : {};
    if (type === 'TXT') here.TXT = [...(here.TXT ?? []), stringsOf(value)];
    if (type === 'CNAME') here.CNAME = [value];
    if (type === 'MX') here.MX = [...(here.MX ?? []), { priority, exchange: value }];
    zone[name] = here;
  }
}

/** A string of a TXT record holds at most 255 octets (RFC 1035 section 3.3). */
function stringsOf(value: string): string[] {
  return value.match(/.{1,255}/g) ?? [''];
}
