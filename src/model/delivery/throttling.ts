import { classifyReply, type SmtpReply } from './reply-class.ts';

/** All mail to a throttling receiver must wait, because further attempts prolong the throttling. */
export function isThrottling(reply: SmtpReply): boolean {
  const text = reply.text.toLowerCase();
  const status = reply.enhanced ?? null;
  // RFC 3463 3.3: concerns a mailbox, for example a mailbox with too much mail from all senders.
  if (status !== null && /^[45]\.2\./.test(status)) return false;
  if (reply.code >= 500) return frequencyLimited.test(text);
  if (reply.code < 400) return false;
  if (status !== null && throttlingStatus.has(status)) return true;
  if (providerWords.some((words) => words.test(text))) return true;
  return classifyReply(reply).kind === 'throttle';
}

export function hasTooManyConnections(reply: SmtpReply): boolean {
  return (
    reply.code === 421 &&
    /too many (concurrent |simultaneous )?(smtp )?(connections|sessions)/i.test(reply.text)
  );
}

const throttlingStatus: ReadonlySet<string> = new Set([
  // Google: unusual rates, by address, by domain.
  '4.7.28',
  '4.7.29',
  // Microsoft: address limited by reputation, per hour, by connections; server busy for us.
  '4.7.500',
  '4.7.650',
  '4.7.651',
  '4.7.652',
]);

const providerWords: readonly RegExp[] = [
  // Google sends only these words for an address limit or a daily quota.
  /try again later, closing connection/,
  /unusual rate of (unsolicited )?(mail|email)/,
  // Yahoo and AOL.
  /\[(ip)?tss?\d\d\]/,
  /messages from \S+ (are )?temporarily deferred/,
  // Microsoft.
  /\brp-00[1-3]\b/,
  /temporarily rate limited/,
  /exceeded the maximum number of connections/,
  /exceed max concurrent connections/,
  // Apple.
  /\[hcm?\d+\]/,
  // Comcast.
  /\brl0000\d\d\b/,
  // Orange, La Poste.
  /\b(ofr_?(10[1-4]|99\d)|lpn007)/,
  /trop de connexions/,
  // German providers and many installations of Postfix or Exim.
  /too many (connections|sessions|messages|mails|errors)/,
  /(sending|message|connection|hourly|daily) (rate|quota|limit) (limit )?(is |was |has been )?(exceeded|reached)/,
];

/** QQ sends it with 550 although it is temporary. */
const frequencyLimited = /\b(ip|connection|domain|sender) frequency limited/;
