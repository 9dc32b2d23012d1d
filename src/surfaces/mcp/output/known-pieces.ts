/**
 * What our answers are full of, the names of their fields and the words that stand in them, with how many tokens of o200k
 * each is as the tokenizer cuts it: a word alone, or with the one sign before it. A blank before a word costs nothing more.
 */
const pieces: readonly (readonly [tokens: number, words: string])[] = [
  [
    1,
    `
    .com .dev .example .net .org .person .read .run .send .test .write @example @gmail ACTIVE API Activity At
    Code Count DOMAIN Domain EVENT Email Event FORM HTML Hour IMPORT INVALID Id MX Minutes NO NULL Name Names
    Properties RETURN ROLE Rate Reason Reasons SMTP TXT Test To Topic Type URL Url _ACCOUNT _DOMAIN _EMAIL
    _FOUND _LINK _LIST _NOT _PATH _REQUEST _TEXT _access _address _at _batch _by _bytes _cap _checked _count
    _day _ed _enabled _entry _event _export _failed _failure _fields _from _hour _id _import _in _mode _more
    _name _of _opt _path _per _preview _report _return _run _selector _started _to _token _tracking _type _up
    _used _verified ab about additional admin all allowed any api at attachments attributes audit block bounce
    bucket campaign changed checks click clicked client code color com content count created csv custom data
    default deleted delivery description details dev documentation domain domains door double duplicates effect
    email emails empty ends enterprise error errors event events example existing expires external failed false
    filename filter first found free from full gmail grant has host html http https human id index info ip kind
    label last limits line links list live locale machine manual markdown marketing message metric mode mx name
    net none not notes null object of old open opened opens org organization origin pass path paused pending
    people per percent plan postal prefix premium preview priority problem properties property queued rate rates
    read reason received recipient record records reply request requests result revision role rule sample
    scheduled scope segment send sending sent series severity size smtp source started state stats status
    subject subscriber summary syntax tag tags temporary test text timezone tls to token tokens tool tools topic
    tracking true ttl type unknown unsubscribe until updated url valid value values variant variants
    verification verified wait warm warn warnings winner workflow www`,
  ],
  [
    2,
    `
    ARCHIVED CNAME COLD CREDENTIAL DKIM DMARC DRAFT HIDDEN Ids MARKDOWN MISSING PENDING SENDING SENT SPF TIMEOUT
    TRACKING WAITING _IDENTITY _MX _allowlist _delayed _expires _gmail _minute _opened _subdomain _verification
    acme advice attempted audience badges bounced bounces buckets campaigns canceled captured clicks clipped
    complained complaint consent deliverable delivered denominator disposable dkim enforced fallbacks guidance
    occurred outcome partially reached recipients revoked risky scopes skipped subscribers suggestion suppressed
    suppression throttle totals untrusted verdict webhooks workflows`,
  ],
  [
    3,
    `
    @acme ACCEPTED BOUNCED DISPOSABLE INTEGRATION LOOKALIKE MALWARE PHISHING PURCHASED SCHEDULED SKIPPED
    SUPPRESSED TIPTAP _MISMATCH _SYNTAX _recipients opportunistic refreshed suppressions tiptap unsubscribed`,
  ],
  [
    4,
    `
    COMPLAINED undeliverable`,
  ],
  [
    5,
    `
    UNSUBSCRIBED`,
  ],
];

/** By the piece: how many tokens it is. */
export const knownPieces: ReadonlyMap<string, number> = new Map(
  pieces.flatMap(([tokens, words]) =>
    words
      .trim()
      .split(/\s+/)
      .map((word) => [word, tokens] as const),
  ),
);
