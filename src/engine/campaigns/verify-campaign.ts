import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CampaignChoices } from '../../model/campaign/campaign-input.ts';
import { resolveSender } from '../../model/campaign/sender.ts';
import { buildFieldPath, type CampaignMail, resolveVariants } from '../../model/campaign/variants.ts';
import { footedBody } from '../../model/content/body.ts';
import type { RedirectedLink } from '../../model/content/links/redirected-links.ts';
import { mergeFieldsIn } from '../../model/content/merge-fields.ts';
import { Failure } from '../../model/failure.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { Badge, ContentVerdict } from '../../model/verification/content/verdict.ts';
import {
  badgesIn,
  isUnjudged,
  unavailableBadge,
  withoutReview,
} from '../../model/verification/content-refusal.ts';
import { unknownAttributeBadge } from '../../model/verification/placeholder-badges.ts';
import type { UnreadContent } from '../../model/verification/unread-content.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { refuseContent } from '../approval/content-reviews.ts';
import { missingAttributes } from '../audience/unknown-fields.ts';
import { verifyUnread } from '../content/verify-content.ts';
import { countedProgress, unlessCancelled, type Waiting } from '../context/long-work.ts';
import type { Engine } from '../context/scope.ts';

/** Stands in for a missing sender: the domain cannot exist. */
export const noSender = {
  domain: 'unknown.invalid',
  address: 'unknown@unknown.invalid',
};

const badgesMax = 100;

function pickContent(
  mail: CampaignMail,
  campaign: CampaignChoices,
  { defaultFrom, defaultReplyTo, postalAddress }: OrganizationRecord,
  redirected: readonly RedirectedLink[],
): UnreadContent {
  const sender = resolveSender(campaign, defaultFrom) ?? { ...noSender, displayName: campaign.fromName };
  return {
    from: { displayName: sender.displayName, domain: sender.domain, address: sender.address },
    replyTo: campaign.replyTo ?? defaultReplyTo ?? null,
    subject: mail.subject ?? '',
    preview: mail.preview,
    body: mail.body && footedBody(mail.body, postalAddress),
    text: null,
    purpose: 'campaign',
    redirected,
  };
}

/** Never refuses, because a draft may be incomplete. */
export async function campaignWarnings(
  engine: Engine,
  organization: OrganizationRecord,
  campaign: CampaignChoices,
): Promise<Badge[]> {
  const store = engine.store.forOrganization(organization.key);
  const attributes = await attributeWarnings(store, campaign, engine.world.clock.now());
  return unlike([...(await verifierWarnings(engine, organization, campaign)), ...attributes]);
}

async function attributeWarnings(
  store: OrganizationStore,
  campaign: CampaignChoices,
  now: number,
): Promise<Badge[]> {
  const named = resolveVariants(campaign).flatMap((mail) =>
    fieldsOfMail(mail).flatMap(([field, text]) =>
      attributesNamed(text).map((name) => ({ name, path: buildFieldPath(mail, field) })),
    ),
  );
  if (named.length === 0) return [];
  const missing = await missingAttributes(store, [...new Set(named.map(({ name }) => name))], now);
  return named
    .filter(({ name }) => missing.has(name))
    .map(({ name, path }) => unknownAttributeBadge(name, path, missing.get(name)));
}

function fieldsOfMail({
  subject,
  preview,
  body,
}: CampaignMail): ['subject' | 'preview' | 'content', string][] {
  return [
    ['subject', subject ?? ''],
    ['preview', preview ?? ''],
    ['content', body?.source ?? ''],
  ];
}

function attributesNamed(text: string): string[] {
  const prefix = 'attributes.';
  const fields = mergeFieldsIn(text).filter((name) => name.startsWith(prefix) && name !== prefix);
  return fields.map((name) => name.slice(prefix.length));
}

async function verifierWarnings(
  engine: Engine,
  organization: OrganizationRecord,
  campaign: CampaignChoices,
): Promise<Badge[]> {
  try {
    return (await verdictsOn(engine, organization, campaign)).flatMap(({ badges }) => badges);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const badges = badgesIn(error);
    if (isUnjudged(badges)) return [...badges];
    // The send verifies again.
    return [{ ...unavailableBadge, severity: 'warn' }];
  }
}

/** `redirected`: links with other targets. Badges of released content do not ask for a review. @throws content_verification_unavailable, or the abort reason */
export async function verifyCampaign(
  engine: Engine,
  organization: OrganizationRecord,
  campaign: CampaignChoices,
  waiting?: Waiting,
  redirected: readonly RedirectedLink[] = [],
): Promise<{ badges: Badge[]; refusal: Failure | null }> {
  const verdicts = await verdictsOn(engine, organization, campaign, waiting, redirected);
  const inReview = verdicts.filter(({ verdict }) => verdict === 'review');
  // Guidance comes from the first blocked mail.
  const worst = verdicts.find(({ verdict }) => verdict === 'block') ?? inReview[0];
  const badges = unlike(verdicts.flatMap((judged) => judged.badges));
  const verdict: ContentVerdict = {
    verdict: worst?.verdict ?? 'pass',
    blockReasons: [...new Set(verdicts.flatMap(({ blockReasons }) => blockReasons))],
    badges,
    guidance: worst?.guidance ?? '',
  };
  const contents = inReview.map(({ content }) => content);
  const refusal = await refuseContent(engine, organization, verdict, contents);
  return { badges: refusal ? badges : withoutReview(badges), refusal };
}

type JudgedMail = ContentVerdict & { content: UnreadContent };

/** A service verifies all variants concurrently. The built-in verifier uses one slot for them. */
async function verdictsOn(
  engine: Engine,
  organization: OrganizationRecord,
  campaign: CampaignChoices,
  waiting?: Waiting,
  redirected: readonly RedirectedLink[] = [],
): Promise<JudgedMail[]> {
  const written = resolveVariants(campaign).filter(({ body }) => body !== null);
  const tell = waiting && countedProgress(waiting, written.length, 'mails verified');
  let done = 0;
  const verdictOn = async (mail: CampaignMail): Promise<JudgedMail> => {
    const content = pickContent(mail, campaign, organization, redirected);
    const verdict = await verifyUnread(engine, organization, content, {
      rank: waiting ? 'send' : 'look',
      signal: waiting?.signal,
    });
    done += 1;
    if (!waiting?.signal.aborted) tell?.(done);
    return { ...verdict, badges: badgesOf(mail, verdict), content };
  };
  if (engine.world.verifier !== null) {
    const asking = Promise.all(written.map(verdictOn));
    return await (waiting ? unlessCancelled(waiting.signal, asking) : asking);
  }
  const verdicts: JudgedMail[] = [];
  for (const mail of written) {
    waiting?.signal.throwIfAborted();
    verdicts.push(await verdictOn(mail));
    await nextTurn();
  }
  return verdicts;
}

function badgesOf(mail: CampaignMail, { badges }: ContentVerdict): Badge[] {
  return badges.map((badge) => {
    switch (badge.path) {
      case 'subject':
      case 'preview':
      case 'content':
        return { ...badge, path: buildFieldPath(mail, badge.path) };
      default:
        return badge;
    }
  });
}

/** Equal variants have equal badges. */
function unlike(badges: readonly Badge[]): Badge[] {
  const seen = new Map(badges.map((badge) => [JSON.stringify(badge), badge]));
  return [...seen.values()].slice(0, badgesMax);
}
