import { z } from 'zod';
import { canonicalLink } from '../content/links/redirected-links.ts';
import { Instant, isoInstant } from '../instant.ts';
import { hostToShow, type LinkFault, readTarget } from '../verification/reading/links.ts';

export const linkCharactersMax = 2_000;
export const redirectsPerCampaignMax = 50;

export type LinkRedirect = {
  digest: string;
  source: string;
  target: string;
  createdAt: number;
};

export const LinkRedirectAnswer = z.object({
  object: z.literal('link_redirect'),
  campaignId: z.string(),
  /** The link as its author wrote it; for several links, the requested target. */
  url: z.string(),
  to: z.string(),
  previous: z.string(),
  mails: z.int(),
  redirectedAt: Instant,
});

export function redirectAnswer(
  campaignId: string,
  url: string,
  { target, createdAt }: Pick<LinkRedirect, 'target' | 'createdAt'>,
  previous: string,
  mails: number,
): z.infer<typeof LinkRedirectAnswer> {
  return {
    object: 'link_redirect',
    campaignId,
    url,
    to: target,
    previous,
    mails,
    redirectedAt: isoInstant(createdAt),
  };
}

export type CampaignLink = { source: string; target: string };

const linkNumber = /^\d{1,6}$/;

/** Matches the original or current target, or a number from 1. @param links distinct links */
export function linksMeant<Link extends CampaignLink>(links: readonly Link[], meant: string): Link[] {
  if (linkNumber.test(meant)) return links.filter((_, index) => index + 1 === Number(meant));
  const wanted = comparableTarget(meant);
  return links.filter(
    ({ source, target }) => comparableTarget(source) === wanted || comparableTarget(target) === wanted,
  );
}

/** Ignores the host's case and a missing slash after it. */
function comparableTarget(url: string): string {
  const link = canonicalLink(url);
  return URL.parse(link)?.href ?? link;
}

export function describeLinks(links: readonly CampaignLink[], given: string): string {
  if (links.length === 0) return 'it has none';
  const numbers = `or its number, 1 to ${links.length}`;
  if (linkNumber.test(given)) return numbers;
  let nearest = '';
  let most = -1;
  for (const { source } of links) {
    const shared = sharedCharacters(source, given);
    if (shared > most) [nearest, most] = [source, shared];
  }
  return `${numbers}; the nearest is ${nearest}`;
}

/** Counts characters shared at the beginning and the end, in one pass, because a campaign has many long links. */
function sharedCharacters(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let first = 0;
  while (first < most && a[first] === b[first]) first += 1;
  let last = 0;
  while (last < most - first && a.at(-1 - last) === b.at(-1 - last)) last += 1;
  return first + last;
}

const faultsOfLink: Partial<Record<LinkFault, string>> = {
  userAtHost: 'must not have a name before its host',
  longHost: 'has a host that is too long',
  placeholderHost: 'must have its host written out, without a placeholder',
  numericHost: 'must lead to a host with a name',
  data: 'must be an https address',
  script: 'must be an https address',
};

/** Returns the fault of a new target, or null. Content verification is separate. */
export function redirectFault(url: string): string | null {
  if (!/^https:\/\//i.test(url)) return 'must be an https address';
  const { host, faults } = readTarget(url);
  for (const fault of faults) {
    const says = faultsOfLink[fault];
    if (says !== undefined) return says;
  }
  return host.includes('.') ? null : 'must lead to a host with a domain';
}

export function hostWarnings(before: string, after: string): string[] {
  const [from, to] = [hostToShow(readTarget(before)), hostToShow(readTarget(after))];
  return from === to ? [] : [`The link leads to ${to ?? 'another host'} instead of ${from ?? 'its host'}`];
}
