/** Frequent words by their number of o200k tokens. A leading sign is included, a leading blank is free. */
const pieces: readonly (readonly [tokens: number, words: string])[] = [
  [
    1,
    `
    .com .dev .example .net .org .person .read .run .send .test .write @example @gmail ACTIVE API Activity At By
    Changed Code Count DOMAIN Domain EVENT Email Event FORM HTML Hour Hours IMPORT INVALID Id MX Max Minutes NO
    NULL Name Names Properties RETURN ROLE Rate Reason Reasons SMTP Stats TXT Test To Topic Type URL Url _ACCOUNT
    _DOMAIN _EMAIL _FOUND _LINK _LIST _NOT _PATH _REQUEST _TEXT _access _address _at _attempt _batch _by _bytes
    _cap _checked _count _day _delivery _done _ed _enabled _entry _event _export _failed _failure _fault _fields
    _from _hour _id _import _in _max _mode _more _name _of _opt _out _path _per _preview _received _report _return
    _run _secret _selector _since _started _success _to _token _total _tracking _type _until _up _used _verified
    ab about activated additional admin algorithm all allowed amount and answer any api assistant at attachments
    attributes audit block bounce bucket campaign changed checks click clicked client code color columns com
    completed config connections content count created csv currency custom data default deleted delivery
    description details dev documentation domain domains door double draft duplicates duration effect email emails
    empty encoding ended ends enterprise error errors event events example existing exit expires external failed
    false field file filename filter first found free from full gmail goal grant has header host html http https
    human id ids inactive index info integration invalid ip items keep key kind label last left limits line links
    list live locale machine manual mapping markdown marketing message metric mode mx name net next none not notes
    null object of old on open opened opens operator org organization origin outline pass passed path paused
    payload pending people per percent plan postal prefix premium preset preview priority problem proof properties
    property provider published queued quiet rate rates read reason received recipient record records reply
    request requests required result revision role rows rule sample scheduled scope segment selector send sending
    sent separator sequence series severity size smtp source standing started state stats status step steps
    storage subject subscriber summary syntax tag tags temporary test text timestamp timezone tls to token tokens
    tool tools topic total tracking trigger true ttl type unknown unsubscribe until updated url valid value values
    variant variants verification verified verify version versions wait warm warn warnings winner workflow www`,
  ],
  [
    2,
    `
    ARCHIVED CNAME COLD CREDENTIAL DKIM DMARC DRAFT Entered HIDDEN Ids MARKDOWN MISSING PENDING Reached SENDING
    SENT SPF TIMEOUT TRACKING WAITING _IDENTITY _MX _allowlist _delayed _expires _gmail _minute _octets _opened
    _subdomain _verification acme advice attempted audience badges bounced bounces buckets campaigns canceled
    cancelled captured clicks clipped complained complaint consent decided deliverable delivered denominator
    disposable dkim enforced exited fallbacks guidance mailed mails occurred outcome partially reached reasons
    recipients reentry refused revoked risky scopes skipped stopped subscribers suggestion suppressed suppression
    throttle totals transactional unchanged untrusted verdict waits webhooks workflows`,
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
  [
    1,
    `
    .co .de .es .eu .fr .io .it .nl .uk @hotmail @mail @yahoo Account By Confirm Hello Hi Invoice January July
    June March New News Order Our Password Payment Please Receipt Report Reset Security September Subscription
    Thank Thanks The This Update We Weekly Welcome You Your _until account algorithm answer are assistant be been
    by confirm confirmation day days for friend have hello help here hi ids in inactive invoice is it keep login
    month monthly more new news now order orders our paid password payment please published ready receipt required
    reset security selector shipping sign subscription support team thank thanks that this today trial update
    updates versions was we week weekly welcome will with year you your`,
  ],
  [2, '@company @gmx @icloud'],
  [3, '@googlemail @outlook @posteo @proton'],
];

export const knownPieces: ReadonlyMap<string, number> = new Map(
  pieces.flatMap(([tokens, words]) =>
    words
      .trim()
      .split(/\s+/)
      .map((word) => [word, tokens] as const),
  ),
);
