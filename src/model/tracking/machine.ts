import { words } from '../content/words.ts';
import { secondMs } from '../instant.ts';
import { networkOf } from './network.ts';
import type { RequestContext } from './visit.ts';

/**
 * Whether a person fetched the pixel or followed the link, or a machine did: a scanner that looks where links lead before
 * its owner may, a program that fetches pictures whether or not anybody looks. Nobody can know; these are the signs that
 * such machines give and people do not. In doubt it was a person.
 *
 * - A link followed before the pixel was ever fetched is no sign: most people see mail without its pictures.
 * - Picture proxies that fetch when a person opens the mail (Gmail's, Yahoo's) are that person.
 * - An event is judged when it comes, and never again: what was counted for a person stays theirs. So of a scanner that
 *   gives no other sign the first link counts, and the others, which it follows at once, do not.
 */
type MachineReason =
  /** HEAD: nobody is shown anything. */
  | 'head'
  /** The request says that it comes ahead of its person. */
  | 'prefetch'
  /** The request says that it is for something else than a page for a link, or a picture for the pixel. */
  | 'fetched_otherwise'
  /** It does not name its program, or names one that nobody reads with. */
  | 'program'
  /** A known scanner or previewer. */
  | 'scanner'
  /** A mail program that fetches all pictures ahead, to tell nobody when they are looked at. */
  | 'privacy_proxy'
  /** Before the mail can have been read, or the moment that it came. */
  | 'at_delivery'
  /** Another link of the mail was followed a moment before. */
  | 'burst'
  /** The same program in the same network gave itself away before. */
  | 'known_machine';

/** What is known of the mail. Instants are epoch milliseconds. */
export type VisitedMail = {
  /** When its server took it; null while that is not known. */
  takenAt: number | null;
  /** Whether it leaves at all: one that is only played out here is taken by nobody. */
  leaves: boolean;
  earlier: readonly EarlierVisit[];
};

/** An open or a click that was noted. */
export type EarlierVisit = {
  kind: VisitKind;
  at: number;
  /** Of a machine; none of a person. */
  reasons: readonly string[];
  link: string | null;
  network: string | null;
  userAgent: string | null;
};

export type VisitKind = 'opened' | 'clicked';

/** Nobody reads a mail and follows a link in it so soon. */
const clickAfterDeliveryMinMs = 3 * secondMs;
/** A reading pane shows a mail as it comes, but no sooner. */
const openAfterDeliveryMinMs = secondMs;
/** Between two links a person goes back to the mail. */
const burstMs = 2 * secondMs;

/** The signs that it was a machine, in the order of the list above; none for a person. */
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

/** Browsers say what a request is for (Fetch Metadata); what is no browser says nothing, and that is no sign. */
function isFetchedOtherwise(kind: VisitKind, { fetch_mode, fetch_dest }: RequestContext): boolean {
  if (kind === 'clicked') return fetch_mode !== null && fetch_mode !== 'navigate';
  return fetch_dest !== null && fetch_dest !== 'image';
}

/** Libraries and command lines by the names they give themselves, and all that call themselves robots. */
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

/** Security products, and those who show a preview of a link that is pasted somewhere, by a word of their names. */
const scanner = new RegExp(
  `\\b(?:${Array.from(
    words(`barracuda mimecast proofpoint symantec messagelabs fireeye trellix trendmicro sophos forcepoint websense
      ironport zscaler cloudmark safelinks bitdefender kaspersky fortinet fortiguard checkpoint paloalto virustotal
      urlscan netcraft phishtank cofense avanan inky vade hornetsecurity spamhaus skypeuripreview bingpreview
      facebookexternalhit whatsapp telegrambot slack-imgproxy slackbot linkedinbot twitterbot discordbot
      google-safety googlesafebrowsing mediapartners`),
  ).join('|')})`,
  'i',
);

/**
 * Apple's proxies give nothing but the first word of every browser. Gmail fetches some mail ahead as a browser of 2015
 * that nobody has any more; what it fetches for a person names its proxy.
 */
function isPrivacyProxy(userAgent: string): boolean {
  if (userAgent.trim() === 'Mozilla/5.0') return true;
  const chrome = userAgent.indexOf('Chrome/42.0.2311.135 ');
  return chrome !== -1 && userAgent.includes('Edge/12.246', chrome);
}

/** Inline scanners look before the mail is taken, others while it is being put into the mailbox. */
function isAtDelivery(kind: VisitKind, at: number, { takenAt, leaves }: VisitedMail): boolean {
  if (takenAt === null) return leaves;
  return at - takenAt < (kind === 'clicked' ? clickAfterDeliveryMinMs : openAfterDeliveryMinMs);
}

function isBurst(link: string | null, at: number, { earlier }: VisitedMail): boolean {
  return earlier.some((one) => one.kind === 'clicked' && one.link !== link && at - one.at < burstMs);
}

/** Signs of the machine itself; a person may be quick once, and their later visits are still theirs. */
const lasting: readonly string[] = ['head', 'at_delivery'] satisfies MachineReason[];

function isKnown({ ip, user_agent }: RequestContext, { earlier }: VisitedMail): boolean {
  const network = networkOf(ip);
  if (network === null || user_agent === null) return false;
  return earlier.some(
    (one) =>
      one.kind === 'clicked' &&
      one.network === network &&
      one.userAgent === user_agent &&
      one.reasons.some((reason) => lasting.includes(reason)),
  );
}
