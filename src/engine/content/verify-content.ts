import type { Turn } from '../../concurrency/fair-turns.ts';
import { formatMailbox } from '../../model/address.ts';
import { withAllRedirectedLinks } from '../../model/content/redirected-links.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { isAuthoringBadge, withAuthoringBadges } from '../../model/verification/authoring-badges.ts';
import type { Badge, ContentVerdict, Unjudged } from '../../model/verification/content/verdict.ts';
import { verificationUnavailable } from '../../model/verification/content-refusal.ts';
import type { UnreadContent } from '../../model/verification/unread-content.ts';
import { RenderingBusy } from '../../world/rendering.ts';
import { type VerificationRequest, VerifierUnavailable } from '../../world/verifier.ts';
import type { Engine } from '../context/scope.ts';
import { openFields } from './system-links.ts';

/**
 * The verdict of the instance's verifier on a content whose body was not read yet: the built-in one, or the service an
 * operator put in its place.
 *
 * Transactional mail is always judged by the built-in verifier: it is asked within microseconds for each of thousands,
 * and a service that is down must not keep a password from being reset.
 *
 * @param turn how pressing it is
 * @returns a verdict that is not `whole` is about this one look and not to be remembered
 * @throws Failure content_verification_unavailable when the service does not answer as it should in time, a campaign
 *   could not be judged now, or what was asked about is too much to be judged
 * @throws RenderingBusy when a mail could not be judged now
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
      if (judged.verdict !== 'unjudged') return { ...judged, whole: true };
      return { ...(await verdictInPieces(engine, organization, content, turn, judged)), whole: false };
    }
    const asked = await verifier.verify(await requestOf(engine, content, organization, turn));
    // The verification service does not know our merge fields.
    const own = await rendering.verify(content, { ...turn, tenant: organization.key });
    return { ...withAuthoringBadges(asked, own.badges.filter(isAuthoringBadge)), whole: true };
  } catch (error) {
    // A campaign keeps its draft and says why; a mail is refused like any request that comes at a busy moment.
    const passes = error instanceof RenderingBusy && content.purpose === 'campaign';
    if (!(error instanceof VerifierUnavailable || passes)) throw error;
    log.warn({ organization: organization.id, why: error.message }, 'A content could not be verified');
    throw verificationUnavailable(engine.settings.baseUrl);
  }
}

/**
 * A transactional mail that is too much to be judged whole goes with a warning once nothing was noticed in any piece of it.
 * Else its author could have a lure sent by making the mail too much.
 *
 * @throws Failure content_verification_unavailable
 */
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
  return { ...judged, badges: warningsOf(whole) };
}

/** What is said about a mail that goes although it could not be judged whole. */
export function warningsOf({ badges }: Unjudged): Badge[] {
  return badges.map((badge) => ({ ...badge, severity: 'warn' }));
}

/** What a service is asked: the content as a reader would get it, its merge fields open. */
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
    // Of HTML what its author wrote, before anything was taken out of it: that is where things are hidden.
    html: withAllRedirectedLinks(body.kind === 'html' ? body.source : rendered.html, redirected),
    text: text ?? rendered.text,
  };
}
