import { z } from 'zod';
import { canonicalLink } from '../content/redirected-links.ts';
import type { TrackedTarget } from '../content/tracked-links.ts';
import { Instant, isoInstant } from '../instant.ts';
import { type LinkFault, readTarget, toldHost } from '../verification/reading/links.ts';

/** The longest link that is tracked. */
export const linkCharactersMax = 2_000;
/** How often the links of one campaign can be corrected, all together. */
export const redirectsPerCampaignMax = 50;

/** Where a link of a campaign leads since an instant. Epoch milliseconds. */
export type LinkRedirect = {
  /** Finds the link in the path that a reader follows. */
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
  /** Where it led until now. */
  previous: z.string(),
  /** Mails that were sent with it. */
  mails: z.int(),
  redirectedAt: Instant,
});

/** A redirect as it is answered. */
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
 * The link of a campaign that is meant: by its URL as its author wrote it, or by its number, counted from 1.
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

/** What is wrong with an address as the new target of a link, or null. What the rest of the mail makes of it is judged apart. */
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
  const [from, to] = [toldHost(readTarget(before)), toldHost(readTarget(after))];
  return from === to ? [] : [`The link leads to ${to ?? 'another host'} instead of ${from ?? 'its host'}`];
}
