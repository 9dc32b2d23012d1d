import { z } from 'zod';
import { canonicalLink } from '../content/redirected-links.ts';
import { Instant, isoInstant } from '../instant.ts';
import { hostToShow, type LinkFault, readTarget } from '../verification/reading/links.ts';

/** The longest link that is tracked. */
export const linkCharactersMax = 2_000;
/** How many link corrections one campaign can have in total. */
export const redirectsPerCampaignMax = 50;

/** The target of a campaign's link since an instant. Epoch milliseconds. */
export type LinkRedirect = {
  /** Identifies the link in the URL that a reader follows. */
  digest: string;
  /** The link as its author wrote it. */
  source: string;
  target: string;
  createdAt: number;
};

export const LinkRedirectAnswer = z.object({
  object: z.literal('link_redirect'),
  campaignId: z.string(),
  /** The link as its author wrote it; with several links, the target that was asked for. */
  url: z.string(),
  to: z.string(),
  /** Its target until now. */
  previous: z.string(),
  /** Mails sent with it. */
  mails: z.int(),
  redirectedAt: Instant,
});

/** A redirect as an answer. */
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

/** A campaign's link with its present target. */
export type CampaignLink = { source: string; target: string };

const linkNumber = /^\d{1,6}$/;

/**
 * Finds a campaign's links by their target, as their author wrote it or as it is now, or one link by its number, counted
 * from 1.
 * @param links each link once
 */
export function linksMeant<Link extends CampaignLink>(links: readonly Link[], meant: string): Link[] {
  if (linkNumber.test(meant)) return links.filter((_, index) => index + 1 === Number(meant));
  const wanted = comparableTarget(meant);
  return links.filter(
    ({ source, target }) => comparableTarget(source) === wanted || comparableTarget(target) === wanted,
  );
}

/** A target in one spelling: the case of its host and a missing slash after it make no difference. */
function comparableTarget(url: string): string {
  const link = canonicalLink(url);
  return URL.parse(link)?.href ?? link;
}

/** Describes which links the caller could have meant. */
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

/** Counts the characters that two texts share at their beginning and end, in one pass: a campaign has many long links. */
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

/** What is wrong with a URL as a link's new target, or null. Content verification is separate. */
export function redirectFault(url: string): string | null {
  if (!/^https:\/\//i.test(url)) return 'must be an https address';
  const { host, faults } = readTarget(url);
  for (const fault of faults) {
    const says = faultsOfLink[fault];
    if (says !== undefined) return says;
  }
  return host.includes('.') ? null : 'must lead to a host with a domain';
}

/** A warning for the approver that a link leads to another host; empty when it does not. */
export function hostWarnings(before: string, after: string): string[] {
  const [from, to] = [hostToShow(readTarget(before)), hostToShow(readTarget(after))];
  return from === to ? [] : [`The link leads to ${to ?? 'another host'} instead of ${from ?? 'its host'}`];
}
