import { secondMs } from '../instant.ts';
import { wordSet } from '../text/text.ts';
import type { RequestContext } from './visit.ts';

/**
 * Decides whether a person or a machine, such as a link scanner or an image prefetcher, fetched the pixel or
 * followed the link. Relies on signs that machines show and people do not; in doubt, it was a person.
 *
 * - A click before the pixel is no sign, because most people read mail without images.
 * - Image proxies that fetch on opening (Gmail's, Yahoo's) count as the person.
 * - Each event is judged once, so the first link of a scanner without other signs counts.
 */
type MachineReason =
  | 'head'
  | 'prefetch'
  /** The request is not for a page (link) or an image (pixel). */
  | 'fetched_otherwise'
  /** No user agent, or not a mail reader's. */
  | 'program'
  | 'scanner'
  /** The mail client prefetches all images for privacy. */
  | 'privacy_proxy'
  /** Before or at the moment of delivery. */
  | 'at_delivery'
  /** Another link in the mail was clicked less than `burstMs` earlier. */
  | 'burst'
  /** An earlier click with the same user agent and network showed a lasting sign of a machine. */
  | 'known_machine';

export type VisitedMail = {
  /** Acceptance by the recipient's server; null if unknown. */
  takenAt: number | null;
  /** False for a test mail, which no server accepts. */
  leaves: boolean;
  earlier: readonly EarlierVisit[];
};

export type EarlierVisit = {
  kind: VisitKind;
  at: number;
  reasons: readonly string[];
  link: string | null;
  network: string | null;
  userAgent: string | null;
};

export type VisitKind = 'opened' | 'clicked';

/** Too fast for a person to read a mail and follow a link. */
const clickAfterDeliveryMinMs = 3 * secondMs;
/** A reading pane shows a mail on arrival, but no sooner. */
const openAfterDeliveryMinMs = secondMs;
/** Between two links, a person returns to the mail. */
const burstMs = 2 * secondMs;

/** Returns the signs in the order of the list above; none for a person. */
export function machineReasons(
  kind: VisitKind,
  visit: RequestContext,
  link: string | null,
  at: number,
  mail: VisitedMail,
): MachineReason[] {
  const signs: [MachineReason, boolean][] = [
    ['head', visit.method === 'HEAD'],
    ['prefetch', /prefetch|preview|prerender/i.test(visit.purpose ?? '')],
    ['fetched_otherwise', isFetchedOtherwise(kind, visit)],
    ['program', isProgram(visit.user_agent ?? '')],
    ['scanner', scanner.test(visit.user_agent ?? '')],
    ['privacy_proxy', kind === 'opened' && isPrivacyProxy(visit.user_agent ?? '')],
    ['at_delivery', isAtDelivery(kind, at, mail)],
    ['burst', kind === 'clicked' && isBurst(link, at, mail)],
    ['known_machine', isKnown(visit, mail)],
  ];
  return signs.filter(([, given]) => given).map(([reason]) => reason);
}

/** Browsers declare a request's purpose (Fetch Metadata); its absence is no sign. */
function isFetchedOtherwise(kind: VisitKind, { fetch_mode, fetch_dest }: RequestContext): boolean {
  if (kind === 'clicked') return fetch_mode !== null && fetch_mode !== 'navigate';
  return fetch_dest !== null && fetch_dest !== 'image';
}

/** Libraries and command-line tools, and user agents that name a bot. */
const program = new RegExp(
  [
    '(?<!cu)bot\\b|crawl|spider|scrape|slurp',
    'headless|phantomjs|puppeteer|playwright|selenium',
    '^(?:curl|wget|python|java|go-http|okhttp|axios|node|undici|ruby|perl|php|libwww|lwp|httpie|apache-http|guzzle)',
    'python-requests|aiohttp|winhttp|urlgrabber|libcurl|faraday|httpclient',
  ].join('|'),
  'i',
);

function isProgram(userAgent: string): boolean {
  return userAgent.trim() === '' || program.test(userAgent);
}

const scanner = new RegExp(
  `\\b(?:${Array.from(
    wordSet(`barracuda mimecast proofpoint symantec messagelabs fireeye trellix trendmicro sophos forcepoint websense
      ironport zscaler cloudmark safelinks bitdefender kaspersky fortinet fortiguard checkpoint paloalto virustotal
      urlscan netcraft phishtank cofense avanan inky vade hornetsecurity spamhaus skypeuripreview bingpreview
      facebookexternalhit whatsapp telegrambot slack-imgproxy slackbot linkedinbot twitterbot discordbot
      google-safety googlesafebrowsing mediapartners`),
  ).join('|')})`,
  'i',
);

/** Gmail prefetches some mail as an obsolete browser of 2015, but names its proxy when a person opens the mail. */
function isPrivacyProxy(userAgent: string): boolean {
  if (userAgent.trim() === 'Mozilla/5.0') return true;
  const chrome = userAgent.indexOf('Chrome/42.0.2311.135 ');
  return chrome !== -1 && userAgent.includes('Edge/12.246', chrome);
}

/** Inline scanners fetch before acceptance, others on storage in the mailbox. */
function isAtDelivery(kind: VisitKind, at: number, { takenAt, leaves }: VisitedMail): boolean {
  if (takenAt === null) return leaves;
  return at - takenAt < (kind === 'clicked' ? clickAfterDeliveryMinMs : openAfterDeliveryMinMs);
}

function isBurst(link: string | null, at: number, { earlier }: VisitedMail): boolean {
  return earlier.some((one) => one.kind === 'clicked' && one.link !== link && at - one.at < burstMs);
}

/** Signs of the machine itself. A person may be fast once, and later visits still count. */
const lasting: readonly string[] = ['head', 'at_delivery'] satisfies MachineReason[];

function isKnown({ ip, user_agent }: RequestContext, { earlier }: VisitedMail): boolean {
  const network = maskToNetwork(ip);
  if (network === null || user_agent === null) return false;
  return earlier.some(
    (one) =>
      one.kind === 'clicked' &&
      one.network === network &&
      one.userAgent === user_agent &&
      one.reasons.some((reason) => lasting.includes(reason)),
  );
}

/** Tells whether two visits came from one place, but does not identify a person. @param ip null if it is invalid */
export function maskToNetwork(ip: string): string | null {
  const four = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(ip);
  if (four) return `${four[1]}.0/24`;
  const six = URL.parse(`http://[${ip}]/`)?.hostname.slice(1, -1);
  if (six === undefined) return null;
  // The URL parser normalizes: no leading zeros, and at most one `::`.
  const [left = '', right] = six.split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  const kept = groups.slice(0, 3);
  while (kept.at(-1) === '0') kept.pop();
  return `${kept.join(':')}::/48`;
}
