import type { Turn } from '../../concurrency/fair-turns.ts';
import { formatMailbox } from '../../model/address.ts';
import { withAllRedirectedLinks } from '../../model/content/links/redirected-links.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { isAuthoringBadge, withAuthoringBadges } from '../../model/verification/authoring-badges.ts';
import type { Badge, ContentVerdict, Unjudged } from '../../model/verification/content/verdict.ts';
import { reviewBadge, verificationUnavailable } from '../../model/verification/content-refusal.ts';
import type { UnreadContent } from '../../model/verification/unread-content.ts';
import { RenderingBusy } from '../../world/rendering.ts';
import { type VerificationRequest, VerifierUnavailable } from '../../world/verifier.ts';
import type { Engine } from '../context/scope.ts';
import { openFields } from './system-links.ts';

/**
 * Transactional mail uses the built-in verifier, because a service is too slow and its outage must not delay
 * a password reset. A verdict that is not `whole` must not be stored.
 * @throws content_verification_unavailable on an error of the service, for too large content, or for a
 * campaign while too many mails wait
 * @throws RenderingBusy for a transactional mail while too many mails wait
 */
export async function verifyUnread(
  engine: Engine,
  organization: OrganizationRecord,
  content: UnreadContent,
  turn: Pick<Turn, 'rank' | 'signal'>,
): Promise<ContentVerdict & { whole: boolean }> {
  const { rendering, verifier, log } = engine.world;
  try {
    if (verifier === null || content.purpose === 'transactional') {
      const judged = await rendering.verify(content, { ...turn, tenant: organization.key });
      if (judged.verdict !== 'unjudged') return { ...withReviewBadge(judged), whole: true };
      return { ...(await verdictInPieces(engine, organization, content, turn, judged)), whole: false };
    }
    const asked = await verifier.verify(await requestOf(engine, content, organization, turn));
    // The verification service does not know our merge fields.
    const own = await rendering.verify(content, { ...turn, tenant: organization.key });
    const judged = withAuthoringBadges(asked, own.badges.filter(isAuthoringBadge));
    return { ...withReviewBadge(judged), whole: true };
  } catch (error) {
    // The draft of a campaign shows the reason; a single mail is refused with 503.
    const passes = error instanceof RenderingBusy && content.purpose === 'campaign';
    if (!(error instanceof VerifierUnavailable || passes)) throw error;
    log.warn({ organization: organization.id, why: error.message }, 'Content could not be verified');
    throw verificationUnavailable(engine.settings.baseUrl);
  }
}

function withReviewBadge(judged: ContentVerdict): ContentVerdict {
  return judged.verdict === 'review' ? { ...judged, badges: [reviewBadge, ...judged.badges] } : judged;
}

/** Passes a large mail only if no piece has a finding, so that size cannot hide phishing. */
async function verdictInPieces(
  { world, settings }: Engine,
  organization: OrganizationRecord,
  content: UnreadContent,
  turn: Pick<Turn, 'rank' | 'signal'>,
  whole: Unjudged,
): Promise<ContentVerdict> {
  if (content.purpose === 'campaign') throw verificationUnavailable(settings.baseUrl, whole);
  const judged = await world.rendering.verifyPieces(content, { ...turn, tenant: organization.key });
  if (judged.verdict === 'unjudged') throw verificationUnavailable(settings.baseUrl, whole);
  if (judged.verdict === 'block') return judged;
  return { ...judged, badges: downgradeToWarnings(whole) };
}

export function downgradeToWarnings({ badges }: Unjudged): Badge[] {
  return badges.map((badge) => ({ ...badge, severity: 'warn' }));
}

/** Renders the content for the verification service, with merge fields unfilled. */
async function requestOf(
  { world, settings }: Engine,
  { from, subject, preview, body, text, redirected = [] }: UnreadContent,
  organization: OrganizationRecord,
  turn: Pick<Turn, 'rank' | 'signal'>,
): Promise<VerificationRequest> {
  const asked = { subject, from: formatMailbox(from), organization: organization.id };
  if (body === null) return { ...asked, html: '', text: text ?? '' };
  const values = openFields({ settings }, body.source);
  const rendered = await world.rendering.render(
    { body, preview, values },
    { ...turn, tenant: organization.key },
  );
  return {
    ...asked,
    // The author's HTML, because the parts removed at sending may hide something.
    html: withAllRedirectedLinks(body.kind === 'html' ? body.source : rendered.html, redirected),
    text: text ?? rendered.text,
  };
}
