export type DnsProbe = { kind: 'unavailable' } | Answered;

export type Answered = {
  kind: 'answered';
  /** TXT records, or the target of a CNAME, at the record's name. */
  texts: readonly string[];
  /** CNAME target found in place of a TXT record. */
  cname?: readonly string[];
  /** Other record types at a name that should have a CNAME. */
  others?: readonly OtherKind[];
  /** The record was found under its name with the zone repeated. */
  twice?: Twice | null;
  spf?: SpfCost;
  /** Cost of the SPF record to publish, if it differs from the existing one. */
  spfToPublish?: SpfCost;
  /** Answers at the target of a correct return path. */
  returnPath?: Pick<Answered, 'texts' | 'spf' | 'spfToPublish'>;
  above?: readonly PolicyAbove[];
};

export type OtherKind = 'A or AAAA' | 'MX' | 'TXT';

/** `name` repeats the zone: `send.acme.com.acme.com` for the zone `acme.com`. */
export type Twice = { name: string; zone: string };

export type PolicyAbove = { domain: string; text: string };

/** A receiver's lookups for an SPF record without a match (RFC 7208 4.6.4). */
export type SpfCost = {
  lookups: number;
  /** The walk stopped early, so there are more lookups. */
  more: boolean;
  voidNames: readonly string[];
  /** Included domains without an SPF record, an error to every receiver. */
  brokenIncludes: readonly string[];
};
