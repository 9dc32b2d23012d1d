/**
 * Classifies a server's reply by the first matching row of a table. The first digit decides about retrying
 * (RFC 5321 4.2.1), the enhanced status (RFC 3463) gives the reason, and the text counts only without a
 * specific status. An unknown reply is a soft bounce, so that it never suppresses an address.
 */

/** Stage of the dialogue. `data` is the reply to DATA, `final` the reply to the end of the message. */
export type Stage = 'connect' | 'greeting' | 'auth' | 'mail' | 'rcpt' | 'data' | 'final';

export type SmtpReply = {
  stage: Stage;
  code: number;
  /** `5.1.1`; if omitted, parsed from the start of the text (RFC 2034 4). */
  enhanced?: string | null;
  text: string;
};

/** `domain_not_found` and `null_mx` concern the recipient's domain; an unresolved relay is `dns`. */
type ConnectionFault =
  | 'domain_not_found'
  | 'null_mx'
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'closed'
  | 'tls'
  | 'protocol';

type ReplyKind =
  /** The mailbox or its domain does not exist or accepts no mail. */
  | 'mailbox'
  | 'full'
  | 'size'
  /** The receiver rejects this sender or mail: reputation, authentication, rules. */
  | 'policy'
  | 'greylist'
  | 'throttle'
  | 'sender'
  | 'content'
  /** Our credentials, or missing TLS, at the operator's relay. */
  | 'auth'
  | 'connection'
  | 'system'
  | 'protocol'
  | 'unknown';

export type ReplyClass = {
  class: 'delivered' | 'deferred' | 'bounced';
  kind: ReplyKind | null;
  hardness?: 'hard' | 'soft';
  /** `streak`: after several soft bounces; `never`: the bounce says nothing about the recipient. */
  suppresses?: 'now' | 'streak' | 'never';
  enhanced?: string;
};

type Row = {
  /** Default: any stage. */
  stages?: readonly Stage[];
  /** Default: any code with the table's digit. */
  codes?: readonly number[];
  /** Last two numbers of the enhanced status, or only the middle one for a whole subject. */
  status?: readonly string[];
  /** Lower case; one must occur at the start of a word. */
  hints?: readonly string[];
  means: ReplyClass;
};

const delivered: ReplyClass = { class: 'delivered', kind: null };

function deferred(kind: ReplyKind): ReplyClass {
  return { class: 'deferred', kind };
}

function bounced(
  kind: ReplyKind,
  hardness: 'hard' | 'soft',
  suppresses: 'now' | 'streak' | 'never',
): ReplyClass {
  return { class: 'bounced', kind, hardness, suppresses };
}

const authenticationCodes: readonly number[] = [454, 530, 534, 535, 538];

const hints = {
  policy: [
    'spam',
    'blocked',
    'blacklist',
    'blocklist',
    'block list',
    'denylist',
    'dnsbl',
    'rbl',
    'reputation',
    'policy',
    'dmarc',
    'spf',
    'dkim',
    'relay',
    'banned',
  ],
  sender: ['sender', 'mail from', 'return path', 'your domain'],
  noMailbox: [
    'user unknown',
    'unknown user',
    'no such user',
    'no such recipient',
    'no such mailbox',
    'no such address',
    'unknown recipient',
    'recipient unknown',
    'unknown mailbox',
    'mailbox unknown',
    'mailbox not found',
    'user not found',
    'recipient not found',
    'address not found',
    'invalid recipient',
    'invalid mailbox',
    'does not exist',
    "doesn't exist",
    'no mailbox here',
    'not our customer',
    'account disabled',
    'mailbox disabled',
    'account has been disabled',
    'account is disabled',
  ],
  full: ['mailbox full', 'mailbox is full', 'over quota', 'overquota', 'quota exceeded', 'exceeded storage'],
  size: ['too large', 'too big', 'size limit', 'exceeds the maximum', 'message size'],
  greylist: ['greylist', 'graylist', 'grey list', 'gray list'],
  throttle: ['too many', 'rate limit', 'ratelimit', 'too fast', 'throttl', 'unusual rate', 'too much mail'],
} as const;

const permanentRows: readonly Row[] = [
  // The operator must fix credentials or TLS; until then, mail is retried and recipients are not blamed.
  { stages: ['auth'], means: deferred('auth') },
  { codes: authenticationCodes, means: deferred('auth') },
  { status: ['7.8', '7.9'], stages: ['mail'], means: deferred('auth') },

  // RFC 5321 4.5.3.1.10: some servers send 552 in place of 452 for too many recipients.
  { stages: ['rcpt'], codes: [552], status: ['5.3'], means: deferred('throttle') },
  { stages: ['rcpt'], codes: [552], hints: ['too many recipients'], means: deferred('throttle') },

  // Before the first recipient, the reply concerns us.
  { stages: ['connect', 'greeting'], hints: hints.policy, means: bounced('policy', 'soft', 'never') },
  { stages: ['connect', 'greeting'], status: ['7'], means: bounced('policy', 'soft', 'never') },
  { stages: ['connect', 'greeting'], means: bounced('connection', 'soft', 'never') },
  { status: ['3.4', '2.3'], means: bounced('size', 'soft', 'never') },
  { stages: ['mail'], codes: [552], means: bounced('size', 'soft', 'never') },
  { stages: ['mail'], status: ['7'], means: bounced('policy', 'soft', 'never') },
  { stages: ['mail'], hints: hints.policy, means: bounced('policy', 'soft', 'never') },
  { stages: ['mail'], means: bounced('sender', 'soft', 'never') },

  // The reply concerns this recipient or this mail. RFC 7505 assigns 1.10 and 556 to domains that accept no mail.
  { status: ['1.1', '1.2', '1.3', '1.6', '1.10', '2.1', '4.1'], means: bounced('mailbox', 'hard', 'now') },
  { status: ['2.2'], means: bounced('full', 'soft', 'streak') },
  { status: ['1.7', '1.8'], means: bounced('sender', 'soft', 'never') },
  { status: ['7'], means: bounced('policy', 'soft', 'never') },
  { status: ['6'], means: bounced('content', 'soft', 'never') },
  { codes: [556], means: bounced('mailbox', 'hard', 'now') },

  // Policy comes first, because "blocked: user unknown to our policy" does not mean a missing mailbox.
  { hints: hints.policy, means: bounced('policy', 'soft', 'never') },
  { hints: hints.sender, means: bounced('sender', 'soft', 'never') },
  { hints: hints.full, means: bounced('full', 'soft', 'streak') },
  { hints: hints.noMailbox, means: bounced('mailbox', 'hard', 'now') },
  { hints: hints.size, means: bounced('size', 'soft', 'never') },
  { stages: ['rcpt'], codes: [552], means: bounced('full', 'soft', 'streak') },
  { codes: [552], means: bounced('size', 'soft', 'never') },

  // Only the subject of the status is known.
  { status: ['1', '2'], means: bounced('mailbox', 'soft', 'streak') },
  { status: ['3'], means: bounced('system', 'soft', 'never') },
  { status: ['4'], means: bounced('connection', 'soft', 'streak') },
  { status: ['5'], means: bounced('protocol', 'soft', 'never') },
  { codes: [500, 501, 502, 503, 504, 555], means: bounced('protocol', 'soft', 'never') },
  { stages: ['rcpt'], means: bounced('unknown', 'soft', 'streak') },
  { means: bounced('unknown', 'soft', 'never') },
];

/** Replies of 4yz are always retried; the kind explains the delay to the sender. */
const temporaryRows: readonly Row[] = [
  { stages: ['auth'], means: deferred('auth') },
  { codes: authenticationCodes, means: deferred('auth') },
  { hints: hints.greylist, means: deferred('greylist') },
  { status: ['2.2'], means: deferred('full') },
  { status: ['5.3'], means: deferred('throttle') },
  { hints: hints.throttle, means: deferred('throttle') },
  { hints: hints.full, means: deferred('full') },
  { status: ['7'], means: deferred('policy') },
  { codes: [421], means: deferred('connection') },
  { status: ['1', '2'], means: deferred('mailbox') },
  { status: ['4'], means: deferred('connection') },
  { status: ['5'], means: deferred('protocol') },
  { status: ['6'], means: deferred('content') },
  { hints: hints.policy, means: deferred('policy') },
  { means: deferred('system') },
];

/** Other replies are valid only where they were expected. */
const completedRows: readonly Row[] = [
  { stages: ['final'], means: delivered },
  { means: deferred('protocol') },
];

const faultClasses: Readonly<Record<ConnectionFault, ReplyClass>> = {
  // DNS is as definite as 5.1.2 and 5.1.10, but a name missing for an hour must not suppress its mailboxes.
  domain_not_found: { ...bounced('mailbox', 'hard', 'streak'), enhanced: '5.1.2' },
  null_mx: { ...bounced('mailbox', 'hard', 'now'), enhanced: '5.1.10' },
  dns: deferred('connection'),
  refused: deferred('connection'),
  unreachable: deferred('connection'),
  timeout: deferred('connection'),
  closed: deferred('connection'),
  tls: deferred('connection'),
  protocol: deferred('protocol'),
};

/** A code other than 2yz, 4yz or 5yz counts as a broken dialogue and is retried. */
export function classifyReply(reply: SmtpReply): ReplyClass {
  const status = enhancedStatus(reply.enhanced ?? reply.text);
  const row = rowFor(reply, status);
  return status === null ? row.means : { ...row.means, enhanced: status };
}

export function classifyFault(fault: ConnectionFault): ReplyClass {
  return faultClasses[fault];
}

/**
 * Classifies a mail without retries left as a soft bounce (RFC 3463 X.4.7). It counts against the address
 * only if the address or its servers caused it. @param isTheirs false for another cause
 */
export function giveUp(last: ReplyClass, isTheirs = true): ReplyClass {
  const kind = last.kind ?? 'unknown';
  return {
    ...bounced(kind, 'soft', isTheirs && aboutRecipient.has(kind) ? 'streak' : 'never'),
    enhanced: last.enhanced ?? '4.4.7',
  };
}

/** Includes `connection`, because servers that are unreachable for days receive no mail for the address. */
const aboutRecipient: ReadonlySet<ReplyKind> = new Set(['mailbox', 'full', 'greylist', 'connection']);

function rowFor(reply: SmtpReply, status: string | null): Row {
  const digit = Math.floor(reply.code / 100);
  const rows = digit === 5 ? permanentRows : digit === 4 ? temporaryRows : digit === 2 ? completedRows : [];
  const detail = status === null ? null : status.slice(2);
  const text = withoutAddresses(reply.text.toLowerCase());
  for (const row of rows) if (matches(row, reply, detail, text)) return row;
  return { means: deferred('protocol') };
}

function matches(row: Row, { stage, code }: SmtpReply, detail: string | null, text: string): boolean {
  if (row.stages !== undefined && !row.stages.includes(stage)) return false;
  if (row.codes !== undefined && !row.codes.includes(code)) return false;
  if (row.status !== undefined) {
    if (detail === null) return false;
    const subject = detail.slice(0, detail.indexOf('.'));
    if (!row.status.includes(detail) && !row.status.includes(subject)) return false;
  }
  return row.hints === undefined || row.hints.some((hint) => text.includes(` ${hint}`));
}

/** Replies repeat the recipient's address, and spam-lover@ must not turn a missing mailbox into a blocklist hit. */
function withoutAddresses(text: string): string {
  let words = '';
  for (const word of text.split(/\s/)) {
    if (word !== '' && !word.includes('@')) words += ` ${word.replace(/^[^a-z0-9]+/, '')}`;
  }
  return words;
}

const statusAtStart = /^\s{0,4}([245]\.\d{1,3}\.\d{1,3})(?![\d.])/;

function enhancedStatus(text: string): string | null {
  return statusAtStart.exec(text)?.[1] ?? null;
}
