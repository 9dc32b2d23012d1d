import { domainToUnicode } from 'node:url';
import { getDomain } from 'tldts';
import { isLinkField, replacePlaceholders } from '../../content/merge-fields.ts';
import { isLoopback } from '../../loopback.ts';

export type LinkTarget = {
  /** `own`: a platform link or an anchor in the mail; `unsafe`: never allowed in a link. */
  kind: 'web' | 'mail' | 'phone' | 'own' | 'unsafe';
  host: string;
  /** The registered domain, `acme.co.uk` for `news.acme.co.uk`; the host itself if it has none. */
  registrable: string;
  faults: readonly LinkFault[];
  path: string;
};

export type LinkFault =
  | 'data'
  | 'script'
  | 'userAtHost'
  | 'longHost'
  | 'numericHost'
  | 'bareHost'
  | 'oddPort'
  | 'placeholderHost'
  | 'shortener'
  | 'redirect'
  | 'freeHosting'
  | 'oddEnding'
  | 'foreignLetters'
  | 'download'
  | 'randomHost';

export const hardFaults: ReadonlySet<LinkFault> = new Set([
  'data',
  'userAtHost',
  'longHost',
  'placeholderHost',
]);
/** Never allowed in campaigns, and elsewhere only without a lure: monitoring mails link to hosts without a name. */
export const hardInCampaigns: ReadonlySet<LinkFault> = new Set(['numericHost', 'bareHost']);
/** Not allowed with a lure; old newsletters contain them without one. */
export const hardWithLure: ReadonlySet<LinkFault> = new Set(['script', ...hardInCampaigns]);

const shorteners = new Set(
  (
    'bit.ly tinyurl.com t.co goo.gl ow.ly is.gd v.gd buff.ly rebrand.ly cutt.ly shorturl.at rb.gy t.ly tiny.cc bl.ink ' +
    'short.io lnkd.in s.id qrco.de shorte.st adf.ly bit.do x.gd u.to clck.ru soo.gd t2m.io tiny.one n9.cl did.li ' +
    'urlz.fr encurtador.com.br abre.ai linktr.ee l.ead.me me-qr.com surl.li shorturl.gg kutt.it dub.sh 2no.co bc.vc'
  ).split(' '),
);
/** Reputable hosts on which anyone can publish a page within a minute. */
const freeHosts = (
  'web.app firebaseapp.com pages.dev workers.dev r2.dev vercel.app netlify.app github.io gitbook.io glitch.me ' +
  'herokuapp.com weebly.com wixsite.com webflow.io blogspot.com wordpress.com square.site godaddysites.com ' +
  'storage.googleapis.com run.app cloudfunctions.net appspot.com s3.amazonaws.com amazonaws.com cloudfront.net azureedge.net azurewebsites.net ' +
  'blob.core.windows.net web.core.windows.net onmicrosoft.com sharepoint.com forms.gle typeform.com jotform.com ' +
  'translate.goog ipfs.io dweb.link myftp.org duckdns.org ddns.net chickenkiller.com mystrikingly.com strikingly.com ' +
  'carrd.co notion.site canva.site site123.me yolasite.com 000webhostapp.com repl.co replit.app surge.sh ' +
  'backblazeb2.com digitaloceanspaces.com linodeobjects.com ngrok.io ngrok-free.app trycloudflare.com framer.app ' +
  'framer.website lovable.app fly.dev onrender.com plesk.page sites.google.com docs.google.com drive.google.com ' +
  'forms.office.com telegra.ph telegram.me t.me wa.me'
).split(' ');
const oddEndings = new Set(
  (
    'top xyz click icu buzz cyou shop online site store live monster rest bond cfd sbs lol quest beauty hair skin ' +
    'makeup mom boats autos homes yachts motorcycles gq cf ga ml tk loan men date party review stream download ' +
    'racing accountant science win bid trade webcam faith cricket country kim zip mov surf wang ru su cam ' +
    'pics lat space website pw cc ws uno'
  ).split(' '),
);
const downloads =
  /\.(?:exe|scr|bat|cmd|com|pif|js|jse|vbs|vbe|wsf|hta|lnk|msi|iso|img|apk|jar|ps1|zip|rar|7z|cab|ace|xlsm|docm|html?\.zip)(?:$|[?#])/;
const webPort = new Set(['', '80', '443']);
const passedOn = /[?&/=](?:https?(?::|%3a)(?:\/|%2f){2})([a-z0-9.-]{4,200})/;
const knownRedirects =
  /^(?:www\.)?google\.[a-z.]{2,6}\/(?:url|amp)|^(?:www\.)?bing\.com\/ck\/|^(?:www\.)?youtube\.com\/redirect|^l\.facebook\.com\/l\.php|doubleclick\.net\/|^(?:www\.)?linkedin\.com\/(?:slink|safety\/go)|^adclick\.|^r\.search\.yahoo\.com/;
const consonants = /[bcdfghjklmnpqrstvwxz]{6,}/;
const mixedDigits = /(?:[a-z]\d+){3,}|^\d{6,}$|(?<![a-z])[a-z]{4,}\d{5,}/;
const labelLengthMax = 28;

const unseen = /[\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;
const scheme = /^([a-z][a-z0-9+.-]*):/i;
const slot = '\u{F8FF}';
const hostOf = /^(?:[a-z][a-z0-9+.-]*:)?[\\/]*([^\\/?#]*)/i;

const nowhere = { host: '', registrable: '', faults: [], path: '' } as const;

export function readTarget(written: string, base: string | null = null): LinkTarget {
  const fields: string[] = [];
  let fallbackTarget: string | null = null;
  const target = replacePlaceholders(written.trim(), ({ name, fallback }) => {
    fields.push(name);
    fallbackTarget ??= fallback === '' ? null : fallback;
    return slot;
  }).replace(unseen, '');
  if (target === '' || target.startsWith('#') || target === '//') return { kind: 'own', ...nowhere };
  if (target.startsWith(slot) && isLinkField(fields[0]!)) return { kind: 'own', ...nowhere };
  if (target.startsWith(slot)) {
    // A merge field supplies the host, so the default's target counts too.
    const leads = fallbackTarget === null ? null : readTarget(fallbackTarget);
    return { kind: 'web', ...nowhere, ...leads, faults: ['placeholderHost', ...(leads?.faults ?? [])] };
  }
  const named = scheme.exec(target)?.[1]?.toLowerCase();
  if (named === undefined && base === null && !target.startsWith('//')) {
    // Without a scheme, a link in a mail leads nowhere unless it clearly begins with a host.
    return /^(?:www\.|[\w-]+(?:\.[\w-]+)+(?:[/?#]|$))/i.test(target) && !/^[\w-]+\.html?$/i.test(target)
      ? readPage(`http://${target}`)
      : { kind: 'own', ...nowhere };
  }
  switch (named) {
    case 'http':
    case 'https':
      return readPage(target);
    case undefined:
      return readPage(target.startsWith('//') ? `https:${target}` : `${base}/${target}`);
    case 'mailto': {
      const [, local = '', domain = ''] = /^mailto:([^?]*?)@([^?,;>%]+)/i.exec(target) ?? [];
      const host = domain.toLowerCase();
      const path = host === '' ? '' : `${local.toLowerCase()}@${host}`;
      return { kind: 'mail', host, registrable: registrableDomain(host), faults: [], path };
    }
    case 'tel':
    case 'sms':
    case 'callto':
      return { kind: 'phone', ...nowhere };
    case 'cid':
    case 'mid':
    case 'about':
    case 'webcal':
    case 'x-apple-data-detectors':
      return { kind: 'own', ...nowhere };
    case 'javascript':
    case 'vbscript':
      return { kind: 'unsafe', ...nowhere, faults: ['script'] };
    case 'data':
    case 'file':
    case 'blob':
    case 'filesystem':
    case 'view-source':
    case 'ms-msdt':
    case 'search-ms':
      return { kind: 'unsafe', ...nowhere, faults: ['data'] };
    default:
      return { kind: 'own', ...nowhere };
  }
}

/** Longest host (RFC 1035 section 2.3.4) with its port. */
const hostCharactersMax = 260;

function readPage(target: string): LinkTarget {
  const authority = hostOf.exec(target)?.[1] ?? '';
  // Parsing a host takes quadratic time. No honest host is longer, but a percent-encoded one still resolves.
  if (authority.length - authority.lastIndexOf('@') > hostCharactersMax) {
    return { kind: 'web', ...nowhere, faults: ['longHost'] };
  }
  if (authority.includes(slot)) return { kind: 'web', ...nowhere, faults: ['placeholderHost'] };
  const url = URL.parse(target.replaceAll(slot, 'x'));
  if (url === null) return { kind: 'own', ...nowhere };
  const host = url.hostname.replace(/\.$/, '');
  const registrable = registrableDomain(host);
  const faults: LinkFault[] = [];
  const isNumeric = /^[\d.]+$/.test(host) || host.startsWith('[');
  if (url.username !== '' || url.password !== '') faults.push('userAtHost');
  // A loopback address reaches only the reader's own machine, so it cannot mislead.
  if (isNumeric && !isLoopback(host)) faults.push('numericHost');
  if (!isNumeric && !host.includes('.') && !isLoopback(host)) faults.push('bareHost');
  if (!webPort.has(url.port)) faults.push('oddPort');
  if (/[^\p{ASCII}]/u.test(authority) || host.includes('xn--')) faults.push('foreignLetters');
  if (shorteners.has(host.replace(/^www\./, ''))) faults.push('shortener');
  if (freeHosts.some((free) => host === free || host.endsWith(`.${free}`))) faults.push('freeHosting');
  if (!isNumeric && oddEndings.has(host.slice(host.lastIndexOf('.') + 1))) faults.push('oddEnding');
  if (!isNumeric && looksRandom(registrable)) faults.push('randomHost');
  const path = `${url.pathname}${url.search}`.toLowerCase();
  if (downloads.test(url.pathname.toLowerCase())) faults.push('download');
  const passed = passedOn.exec(path)?.[1];
  if (
    knownRedirects.test(host + path) ||
    (passed !== undefined && registrableDomain(passed) !== registrable)
  ) {
    faults.push('redirect');
  }
  return { kind: 'web', host, registrable, faults, path };
}

function looksRandom(registrable: string): boolean {
  const label = registrable.slice(0, registrable.indexOf('.'));
  if (label.startsWith('xn--')) return false;
  return consonants.test(label) || mixedDigits.test(label) || label.length > labelLengthMax;
}

export function registrableDomain(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

/** A longer host is reported by its registered domain. */
const hostToShowCharactersMax = 100;
/** Allows only characters of host names and IP addresses; browsers accept more. */
const tellable = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/;

/** Returns a host that is safe to report; undefined unless it is short and plain. */
export function hostToShow({
  host,
  registrable,
}: Pick<LinkTarget, 'host' | 'registrable'>): string | undefined {
  return [host, registrable].find((name) => name.length <= hostToShowCharactersMax && tellable.test(name));
}

export function readableHost(host: string): string {
  return host.includes('xn--') ? domainToUnicode(host) || host : host;
}

const bareAddress = /(?:https?:\/\/|\bwww\.)[^\s<>"'()[\]]{3,2000}/gi;
const mailbox = /[\w.+-]{1,64}@([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6})/gi;

/** Finds URLs in text, which most mail clients turn into links. */
export function addressesIn(text: string): { target: string; at: number }[] {
  if (!text.includes('://') && !/www\./i.test(text)) return [];
  return Array.from(text.matchAll(bareAddress), ({ 0: target, index }) => ({
    target: withoutMarksAtEnd(target),
    at: index,
  }));
}

/** Avoids a regular expression, which takes quadratic time on runs of punctuation. */
function withoutMarksAtEnd(target: string): string {
  let end = target.length;
  while (end > 0 && '.,;:!?'.includes(target[end - 1]!)) end -= 1;
  return target.slice(0, end);
}

export type SeenMailbox = { address: string; domain: string };

export function mailboxesIn(text: string): SeenMailbox[] {
  if (!text.includes('@')) return [];
  return Array.from(text.matchAll(mailbox), ([address, host]) => ({
    address: address.toLowerCase(),
    domain: host!.toLowerCase(),
  }));
}

export function replaceMailboxes(text: string, replaced: (address: string) => string): string {
  return text.includes('@') ? text.replace(mailbox, replaced) : text;
}
