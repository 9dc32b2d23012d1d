/** The DNS answers about one record, not yet judged. */
export type DnsProbe = { kind: 'unavailable' } | Answered;

export type Answered = {
  kind: 'answered';
  /** At the record's own name: its TXT records, or the targets of its CNAME. */
  texts: readonly string[];
  /** The CNAME target found in place of a TXT record. */
  cname?: readonly string[];
  /** Other kinds of records at a name that should have a CNAME and has none. */
  others?: readonly OtherKind[];
  /** The record was found under its name with the zone repeated. */
  twice?: Twice | null;
  /** The cost of evaluating the SPF record that was found. */
  spf?: SpfCost;
  /** The cost of the SPF record to publish, where it is not the one that was found. */
  spfToPublish?: SpfCost;
  /** Of a right return path: what stands at the name that it leads to. */
  returnPath?: Pick<Answered, 'texts' | 'spf' | 'spfToPublish'>;
  /** DMARC records of the parent domains, nearest first. */
  above?: readonly PolicyAbove[];
};

export type OtherKind = 'A or AAAA' | 'MX' | 'TXT';

/** `name` has the zone twice: `send.acme.com.acme.com` of the zone `acme.com`. */
export type Twice = { name: string; zone: string };

export type PolicyAbove = { domain: string; text: string };

/** A receiver's look-ups for an SPF record in which nothing matches (RFC 7208 4.6.4). */
export type SpfCost = {
  lookups: number;
  /** The walk was stopped: there are more look-ups than these. */
  more: boolean;
  /** Looked-up names without records. */
  voidNames: readonly string[];
  /** Included domains without an SPF record, which is an error to every receiver. */
  brokenIncludes: readonly string[];
};
