import { z } from 'zod';
import { canonicalLink } from '../content/redirected-links.ts';
import type { TrackedTarget } from '../content/tracked-links.ts';
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
  link: z.string(),
  url: z.string(),
  /** Its target until now. */
  previous: z.string(),
  /** Mails sent with it. */
  mails: z.int(),
  redirectedAt: Instant,
});

/** A redirect as an answer. */
export function redirectAnswer(
  campaignId: string,
  { source, target, createdAt }: LinkRedirect,
  previous: string,
  mails: number,
): z.infer<typeof LinkRedirectAnswer> {
  return {
    object: 'link_redirect',
    campaignId,
    link: source,
    url: target,
    previous,
    mails,
    redirectedAt: isoInstant(createdAt),
  };
}

/**
 * Finds a campaign's link by its URL as its author wrote it, or by its number, counted from 1.
 * @param targets each link once
 */
export function linkMeant(targets: readonly TrackedTarget[], meant: string): TrackedTarget | undefined {
  if (/^\d{1,6}$/.test(meant)) return targets[Number(meant) - 1];
  const wanted = canonicalLink(meant);
  return targets.find(({ source }) => source === wanted);
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
