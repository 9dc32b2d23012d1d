/** What DNS answered to the questions about one record, before anybody judges it. */
export type DnsProbe = { kind: 'unavailable' } | Answered;

export type Answered = {
  kind: 'answered';
  /** What stands at the record's own name: its TXT records, or the names its CNAME points to. */
  texts: readonly string[];
  /** Where the name points to, although a TXT record was asked for. */
  cname?: readonly string[];
  /** The kinds of records at a name that should have a CNAME and has none. */
  others?: readonly OtherKind[];
  /** The record stands under its name with the zone written a second time. */
  twice?: Twice | null;
  /** What it takes to evaluate the SPF record that was found. */
  spf?: SpfCost;
  /** DMARC records of the domains above, nearest first. */
  above?: readonly PolicyAbove[];
};

export type OtherKind = 'A or AAAA' | 'MX' | 'TXT';

/** `name` is the one with the zone twice: `send.acme.com.acme.com` of the zone `acme.com`. */
export type Twice = { name: string; zone: string };

export type PolicyAbove = { domain: string; text: string };

/** What a receiver spends on an SPF record when nothing in it matches (RFC 7208 4.6.4). */
export type SpfCost = {
  lookups: number;
  /** The walk ended before the record did: there are more look-ups than these. */
  more: boolean;
  /** Names that were asked for and have nothing. */
  voidNames: readonly string[];
  /** Domains that are included and have no SPF record, which is an error to every receiver. */
  brokenIncludes: readonly string[];
};
