import type { z } from 'zod';
import type { Turn } from '../../concurrency/fair-turns.ts';
import { type CampaignRecord, countedAs } from '../../model/campaign/campaign.ts';
import {
  hostWarnings,
  type LinkRedirect,
  type LinkRedirectAnswer,
  linkMeant,
  redirectAnswer,
  redirectFault,
  redirectsPerCampaignMax,
} from '../../model/campaign/link-redirect.ts';
import { senderOf } from '../../model/campaign/sender.ts';
import { mailsOf } from '../../model/campaign/variants.ts';
import { escapeAttribute } from '../../model/content/escape-html.ts';
import { canonicalLink, type RedirectedLink } from '../../model/content/redirected-links.ts';
import type { TrackedTarget } from '../../model/content/tracked-links.ts';
import { Failure, invalidField } from '../../model/failure.ts';
import type { PreviewedSend } from '../../model/sending/send-preview.ts';
import type { ContentVerdict } from '../../model/verification/content/verdict.ts';
import { contentRefusal } from '../../model/verification/content-refusal.ts';
import { addRedirect, redirectsOf } from '../../store/records/link-redirects.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { assertApproved } from '../approval/send-approvals.ts';
import { massBody } from '../content/body-of.ts';
import { targetsOf } from '../content/read-bodies.ts';
import type { Engine, Scope } from '../context/scope.ts';
import { trackingOf } from '../domains/tracking-of.ts';
import { ambientDelivery, previewOf } from '../sending/preview-send.ts';
import { refusalsOf } from './campaign-refusals.ts';
import { verifyCampaign } from './verify-campaign.ts';

/** @property link its URL as its author wrote it, or its number from 1 */
export type RedirectRequest = { campaignId: string; link: string; url: string };

type Redirection = {
  campaign: CampaignRecord;
  link: TrackedTarget;
  url: string;
  /** Where it leads until then. */
  previous: string;
  /** All corrections so far, oldest first. */
  earlier: readonly LinkRedirect[];
  /** The variants whose mails have the link; null for all mails. */
  variants: readonly number[] | null;
};

/**
 * Has a tracked link of a campaign lead elsewhere, in every mail that was sent with it. What is sent is held to the rules of
 * content, so the campaign is judged once more with all links where they lead then: else a link could be approved and
 * exchanged afterwards.
 */
export async function redirectLink(
  scope: Scope,
  request: RedirectRequest,
): Promise<z.infer<typeof LinkRedirectAnswer>> {
  const { engine, now } = scope;
  const redirection = await readRedirection(scope, request);
  const verdict = await judged(scope, redirection);
  if (verdict.verdict === 'block') throw contentRefusal(verdict, engine.settings.baseUrl);
  return await scope.commit(async (store) => {
    const { campaign, link, url, previous, earlier } = redirection;
    await store.campaigns.hold(campaign.id);
    const held = await redirectsOf(store, campaign.id);
    // They were judged together.
    if (held.length !== earlier.length) throw new Failure('conflict');
    await assertApproved(scope.approval, async () => aboutRedirection(redirection));
    const mails = await mailsWith(store, redirection);
    const redirect: LinkRedirect = { digest: link.digest, source: link.source, target: url, createdAt: now };
    if (url === previous)
      return redirectAnswer(campaign.id, lastOf(redirection) ?? redirect, previous, mails);
    if (held.length >= redirectsPerCampaignMax) {
      throw new Failure('conflict', {
        message: `The links of a campaign can be corrected at most ${redirectsPerCampaignMax} times`,
      });
    }
    await addRedirect(store, campaign.id, redirect);
    return redirectAnswer(campaign.id, redirect, previous, mails);
  });
}

/** The same without doing it: how many mails carry the link, and where it would lead. */
export async function previewRedirection(scope: Scope, request: RedirectRequest): Promise<PreviewedSend> {
  const { engine, caller, store } = scope;
  const redirection = await readRedirection(scope, request);
  const { campaign, link, url, previous } = redirection;
  const verdict = await judged(scope, redirection);
  const refusal = verdict.verdict === 'block' ? contentRefusal(verdict, engine.settings.baseUrl) : null;
  const preview = previewOf({
    tool: 'redirect_link',
    from: senderOf(campaign, caller.organization.defaultFrom),
    subjects: mailsOf(campaign).flatMap(({ subject }) => subject ?? []),
    text: `Link: ${link.source}\nleads to: ${url}\nuntil now: ${previous}`,
    fates: { skipped: new Map(), mailed: { length: await mailsWith(store, redirection) } },
    atLeast: campaign.status === 'SENDING',
    to: [],
    delivery: ambientDelivery(engine.settings, caller),
    scheduledAt: null,
    badges: verdict.badges,
    refusal,
    warnings: [
      'Nothing is sent: a link of mails that were sent leads elsewhere',
      ...hostWarnings(previous, url),
    ],
  });
  return {
    preview,
    bulk: true,
    later: true,
    about: aboutRedirection(redirection),
    ...(refusal && { refusal }),
  };
}

/** All that decides what leads where: what a confirmation is bound to. */
function aboutRedirection({ campaign, link, url, previous, earlier }: Redirection): unknown {
  return { id: campaign.id, link: link.source, url, previous, earlier: earlier.length };
}

/** @throws Failure what stands in the way of it, but for what the content says with it */
async function readRedirection(scope: Scope, request: RedirectRequest): Promise<Redirection> {
  const { store, caller } = scope;
  const campaign = (await store.campaigns.byId(request.campaignId)) ?? scope.fail('not_found');
  if (campaign.startedAt === null) {
    throw new Failure('conflict', {
      message: 'Nothing of this campaign was sent: correct the link in its content',
      details: { status: campaign.status },
    });
  }
  assertUnlimited(scope);
  const { value: refusal } = await refusalsOf(scope, campaign, async () => true).next();
  if (refusal) throw refusal;
  await assertTracked(scope, campaign);
  const links = await linksOf(scope, campaign);
  const meant = linkMeant(
    links.map(({ target }) => target),
    request.link,
  );
  const found = links.find(({ target }) => target === meant);
  if (!found) {
    const numbers = links.length === 0 ? 'it has none' : `or its number, 1 to ${links.length}`;
    throw invalidField('link', `must be a tracked link of this campaign as its content has it, ${numbers}`);
  }
  const url = request.url.trim();
  const fault = redirectFault(url);
  if (fault !== null) throw invalidField('url', fault);
  if (
    (await redirectTargets(scope.engine, caller.organization.key, url, scope))[0]?.source !==
    canonicalLink(url)
  ) {
    throw invalidField('url', 'must be an address that a link of a mail can have');
  }
  const earlier = await redirectsOf(store, campaign.id);
  const last = earlier.findLast(({ digest }) => digest === found.target.digest);
  return {
    campaign,
    link: found.target,
    url,
    previous: last?.target ?? found.target.source,
    earlier,
    variants: campaign.abTest === null ? null : found.variants,
  };
}

function lastOf({ earlier, link }: Redirection): LinkRedirect | undefined {
  return earlier.findLast(({ digest }) => digest === link.digest);
}

/** @throws Failure restricted_api_key */
function assertUnlimited({ caller: { token } }: Scope): void {
  if (token === null || (token.mode === 'live' && token.allowedRecipients === null)) return;
  throw new Failure('restricted_api_key', {
    message:
      'A token restricted to test mail or to some recipients cannot change where a link of a campaign leads',
  });
}

/** @throws Failure conflict when readers go to its links without us */
async function assertTracked({ engine, store, caller }: Scope, campaign: CampaignRecord): Promise<void> {
  const { rows } = await store.emails.page({ campaignId: campaign.id }, { limit: 1 });
  const newest = rows[0] && (await store.emails.byId(rows[0].id));
  const from = senderOf(campaign, caller.organization.defaultFrom);
  const tracked =
    newest?.tracked ?? (await trackingOf(engine, store.organization, from?.domain ?? '', campaign.tracking));
  if (tracked.clicks) return;
  throw new Failure('conflict', {
    message:
      'The clicks of this campaign are not followed, so its links lead straight where they were written to: nothing can redirect them',
  });
}

/** The tracked links of a campaign, each once, and which of its variants have it. */
async function linksOf(
  { engine, store, signal }: Scope,
  campaign: CampaignRecord,
): Promise<{ target: TrackedTarget; variants: number[] }[]> {
  const links = new Map<string, { target: TrackedTarget; variants: number[] }>();
  for (const [variant, id] of (campaign.progress?.bodies ?? []).entries()) {
    const shared = await massBody(engine, store.organization, id);
    if (shared === undefined) continue;
    const targets = await targetsOf(engine, store.organization, shared.body, { rank: 'look', signal });
    for (const target of targets) {
      const known = links.get(target.digest);
      if (known) known.variants.push(variant);
      else links.set(target.digest, { target, variants: [variant] });
    }
  }
  return [...links.values()];
}

/** A link as it would be tracked were it in a mail; empty where it would not. */
export async function redirectTargets(
  engine: Engine,
  organization: number,
  url: string,
  { signal, rank = 'look' }: { signal: AbortSignal; rank?: Turn['rank'] },
): Promise<readonly TrackedTarget[]> {
  const source = `<a href="${escapeAttribute(url)}">here</a>`;
  return await targetsOf(engine, organization, { kind: 'html', source }, { rank, signal });
}

/** Mails that were sent with the link. */
async function mailsWith(
  store: OrganizationStore,
  { campaign: { id }, variants }: Pick<Redirection, 'campaign' | 'variants'>,
): Promise<number> {
  const names = variants?.map((variant) => countedAs(id, 'sent', variant)) ?? [countedAs(id, 'sent')];
  const counts = await store.counts.readAll(names);
  return names.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0);
}

/** The verdict on the campaign with all its links where they would lead. @throws Failure content_verification_unavailable */
async function judged(scope: Scope, redirection: Redirection): Promise<ContentVerdict> {
  const { campaign, link, url, earlier } = redirection;
  const leads = new Map(earlier.map(({ source, target }) => [source, target]));
  leads.set(link.source, url);
  const redirected = [...leads].map(([from, to]): RedirectedLink => ({ from, to }));
  // What stands at its foot is as it was when it was sent.
  const organization = { ...scope.caller.organization, postalAddress: campaign.postalAddress };
  return await verifyCampaign(scope.engine, organization, campaign, scope, redirected);
}
