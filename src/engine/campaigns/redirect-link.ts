import type { z } from 'zod';
import type { Turn } from '../../concurrency/fair-turns.ts';
import { type CampaignRecord, countedAs } from '../../model/campaign/campaign.ts';
import {
  type CampaignLink,
  describeLinks,
  hostWarnings,
  type LinkRedirect,
  type LinkRedirectAnswer,
  linksMeant,
  redirectAnswer,
  redirectFault,
  redirectsPerCampaignMax,
} from '../../model/campaign/link-redirect.ts';
import { resolveSender } from '../../model/campaign/sender.ts';
import { resolveVariants } from '../../model/campaign/variants.ts';
import { escapeAttribute } from '../../model/content/escape-html.ts';
import { canonicalLink, type RedirectedLink } from '../../model/content/links/redirected-links.ts';
import type { TrackedTarget } from '../../model/content/links/tracked-links.ts';
import type { Tracked } from '../../model/email/tracked.ts';
import { Failure, invalidField } from '../../model/failure.ts';
import type { PreviewedSend } from '../../model/sending/send-preview.ts';
import { addRedirect, listLinkRedirects } from '../../store/records/mail/link-redirects.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { assertApproved } from '../approval/permit-checks.ts';
import { massBody } from '../content/load-body.ts';
import { findTrackedTargets } from '../content/read-bodies.ts';
import type { Engine, Scope } from '../context/scope.ts';
import { resolveTracking } from '../domains/domain-signers.ts';
import { ambientDelivery, buildPreview } from '../sending/preview-send.ts';
import { findRefusals } from './campaign-refusals.ts';
import { lookAtMails } from './sending/campaign-mails.ts';
import { verifyCampaign } from './verify-campaign.ts';

/** `url`: the original or present target, or the link's number from 1. `to`: the new target. */
type RedirectRequest = { campaignId: string; url: string; to: string };

type TrackedLink = CampaignLink & {
  digest: string;
  variants: readonly number[];
};

type Redirection = {
  campaign: CampaignRecord;
  links: readonly TrackedLink[];
  url: string;
  to: string;
  previous: string;
  earlier: readonly LinkRedirect[];
  /** Null for all mails. */
  variants: readonly number[] | null;
};

/** Verifies the campaign with the new targets, because otherwise a link could be approved and exchanged afterwards. */
export async function redirectLink(
  scope: Scope,
  request: RedirectRequest,
): Promise<z.infer<typeof LinkRedirectAnswer>> {
  const { now } = scope;
  const redirection = await readRedirection(scope, request);
  const { refusal } = await judged(scope, redirection);
  if (refusal) throw refusal;
  return await scope.commit(async (store) => {
    const { campaign, links, url, to, previous, earlier } = redirection;
    await store.campaigns.hold(campaign.id);
    const held = await listLinkRedirects(store, campaign.id);
    // A concurrent correction has not been verified together with this one.
    if (held.length !== earlier.length) throw new Failure('conflict');
    await assertApproved(scope, async () => aboutRedirection(redirection));
    const mails = await mailsWith(store, redirection);
    const changed = links.filter(({ target }) => target !== to);
    if (changed.length === 0) {
      const known = earlier.findLast(({ digest }) => digest === links[0]!.digest);
      return redirectAnswer(campaign.id, url, known ?? { target: to, createdAt: now }, previous, mails);
    }
    if (held.length + changed.length > redirectsPerCampaignMax) {
      throw new Failure('conflict', {
        message: `You can redirect the links of a campaign at most ${redirectsPerCampaignMax} times`,
      });
    }
    for (const { digest, source } of changed) {
      await addRedirect(store, campaign.id, { digest, source, target: to, createdAt: now });
    }
    return redirectAnswer(campaign.id, url, { target: to, createdAt: now }, previous, mails);
  });
}

export async function previewRedirection(scope: Scope, request: RedirectRequest): Promise<PreviewedSend> {
  const { engine, caller, store } = scope;
  const redirection = await readRedirection(scope, request);
  const { campaign, links, to, previous } = redirection;
  const from = resolveSender(campaign, caller.organization.defaultFrom);
  const { postalAddress } = campaign;
  const { badges, refusal } = await judged(scope, redirection);
  const preview = buildPreview({
    tool: 'redirect_link',
    from,
    subjects: resolveVariants(campaign).flatMap(({ subject }) => subject ?? []),
    text: `${links.map(({ source }) => `Link: ${source}\n`).join('')}leads to: ${to}\nuntil now: ${previous}`,
    fates: { skipped: new Map(), mailed: { length: await mailsWith(store, redirection) } },
    atLeast: campaign.status === 'SENDING',
    to: [],
    delivery: ambientDelivery(engine.settings, caller),
    scheduledAt: null,
    badges,
    refusal,
    warnings: [
      'No mail is sent: a link in mail already sent gets a new target',
      `New target: ${to}`,
      `Target until now: ${previous}`,
      ...new Set(links.flatMap(({ target }) => hostWarnings(target, to))),
    ],
  });
  return {
    preview,
    bulk: true,
    later: true,
    about: aboutRedirection(redirection),
    ...(from && { mails: lookAtMails(scope, { campaign, from, postalAddress }, []).mails }),
    ...(refusal && { refusal }),
  };
}

function aboutRedirection({ campaign, links, to, earlier }: Redirection): unknown {
  const from = links.map(({ source, target }) => ({ source, target }));
  return { id: campaign.id, links: from, to, earlier: earlier.length };
}

/** Content is verified separately. @throws Failure */
async function readRedirection(scope: Scope, request: RedirectRequest): Promise<Redirection> {
  const { store, caller } = scope;
  const campaign = (await store.campaigns.byId(request.campaignId)) ?? scope.fail('not_found');
  if (campaign.startedAt === null) {
    throw new Failure('conflict', {
      message: 'No mail of this campaign was sent: correct the link in its content',
      details: { status: campaign.status },
    });
  }
  assertUnlimited(scope);
  const { value: refusal } = await findRefusals(scope, campaign, async () => true).next();
  if (refusal) throw refusal;
  await assertTracked(scope, campaign);
  const to = request.to.trim();
  const fault = redirectFault(to);
  if (fault !== null) throw invalidField('to', fault);
  const tracked = await redirectTargets(scope.engine, caller.organization.key, to, scope);
  if (tracked[0]?.source !== canonicalLink(to)) {
    throw invalidField('to', 'must be a valid link target for a mail');
  }
  const earlier = await listLinkRedirects(store, campaign.id);
  const all = await listTrackedLinks(scope, campaign, earlier);
  const links = linksMeant(all, request.url);
  const [first, ...others] = links;
  if (!first) {
    const known = describeLinks(all, request.url);
    throw invalidField('url', `must be a tracked link of this campaign, as written in its content, ${known}`);
  }
  return {
    campaign,
    links,
    url: others.length === 0 ? first.source : canonicalLink(request.url),
    to,
    previous: first.target,
    earlier,
    variants: campaign.abTest === null ? null : [...new Set(links.flatMap(({ variants }) => variants))],
  };
}

function assertUnlimited({ caller: { token } }: Scope): void {
  if (token === null || (token.mode === 'live' && token.allowedRecipients === null)) return;
  throw new Failure('restricted_api_key', {
    message: 'A token restricted to test mail or to some recipients cannot redirect a link of a campaign',
  });
}

/** Returns the tracking of the campaign's newest mail, or of its sender before the first. */
export async function findTracking(
  { engine, store, caller }: Scope,
  campaign: CampaignRecord,
): Promise<Tracked> {
  const { rows } = await store.emails.page({ campaignId: campaign.id }, { limit: 1 });
  const newest = rows[0] && (await store.emails.byId(rows[0].id));
  if (newest?.tracked) return newest.tracked;
  const from = resolveSender(campaign, caller.organization.defaultFrom);
  return await resolveTracking(engine, store.organization, from?.domain ?? '', campaign.tracking);
}

/** @throws Failure conflict if clicks are not tracked */
async function assertTracked(scope: Scope, campaign: CampaignRecord): Promise<void> {
  if ((await findTracking(scope, campaign)).clicks) return;
  throw new Failure('conflict', {
    message:
      'Click tracking is off for this campaign, so its links lead directly to their targets and cannot be redirected. Redirect the old address on its own web server, or send a correction',
  });
}

/** Returns the distinct tracked links of a started campaign, in the order of its bodies. */
export async function listTrackedLinks(
  { engine, store, signal }: Scope,
  campaign: CampaignRecord,
  earlier: readonly LinkRedirect[],
): Promise<TrackedLink[]> {
  const present = new Map(earlier.map(({ digest, target }) => [digest, target]));
  const links = new Map<string, TrackedLink & { variants: number[] }>();
  for (const [variant, id] of (campaign.progress?.bodies ?? []).entries()) {
    const shared = await massBody(engine, store.organization, id);
    if (shared === undefined) continue;
    const targets = await findTrackedTargets(engine, store.organization, shared.body, {
      rank: 'look',
      signal,
    });
    for (const { digest, source } of targets) {
      const known = links.get(digest);
      const target = present.get(digest) ?? source;
      if (known) known.variants.push(variant);
      else links.set(digest, { digest, source, target, variants: [variant] });
    }
  }
  return [...links.values()];
}

/** Empty if the URL would not be tracked. */
export async function redirectTargets(
  engine: Engine,
  organization: number,
  url: string,
  { signal, rank = 'look' }: { signal: AbortSignal; rank?: Turn['rank'] },
): Promise<readonly TrackedTarget[]> {
  const source = `<a href="${escapeAttribute(url)}">here</a>`;
  return await findTrackedTargets(engine, organization, { kind: 'html', source }, { rank, signal });
}

async function mailsWith(
  store: OrganizationStore,
  { campaign: { id }, variants }: Pick<Redirection, 'campaign' | 'variants'>,
): Promise<number> {
  const names = variants?.map((variant) => countedAs(id, 'sent', variant)) ?? [countedAs(id, 'sent')];
  const counts = await store.counts.readAll(names);
  return names.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0);
}

/** Verifies the campaign with all its present targets. @throws Failure content_verification_unavailable */
async function judged(scope: Scope, redirection: Redirection) {
  const { campaign, links, to, earlier } = redirection;
  const leads = new Map(earlier.map(({ source, target }) => [source, target]));
  for (const { source } of links) leads.set(source, to);
  const redirected = [...leads].map(([from, to]): RedirectedLink => ({ from, to }));
  // The footer from the time of the send.
  const organization = { ...scope.caller.organization, postalAddress: campaign.postalAddress };
  return await verifyCampaign(scope.engine, organization, campaign, scope, redirected);
}
