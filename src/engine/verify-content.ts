import { formatMailbox } from '../model/address.ts';
import type { OrganizationRecord } from '../model/organization.ts';
import type { ContentVerdict } from '../model/verification/content/verdict.ts';
import { verificationUnavailable } from '../model/verification/content-refusal.ts';
import type { UnreadContent } from '../model/verification/unread-content.ts';
import { RenderingBusy } from '../world/rendering.ts';
import { type VerificationRequest, VerifierUnavailable } from '../world/verifier.ts';
import type { Engine } from './scope.ts';
import { openFields } from './system-links.ts';

/**
 * What the instance's verifier says about a content whose body nobody has read yet: the built-in one, or the service an
 * operator put in its place.
 *
 * Transactional mail is always judged by the built-in verifier: it is asked within microseconds for each of thousands,
 * and a service that is down must not keep a password from being reset.
 *
 * @throws Failure content_verification_unavailable when the service does not answer as it should in time, or too many
 *   wait to be verified
 */
export async function verifyUnread(
  engine: Engine,
  organization: OrganizationRecord,
  content: UnreadContent,
): Promise<ContentVerdict> {
  const { rendering, verifier, log } = engine.world;
  try {
    if (verifier === null || content.purpose === 'transactional') {
      // A mail that somebody waits for comes before a draft that is being written.
      const turn = { lane: organization.id, urgent: content.purpose === 'transactional' };
      return await rendering.verify(content, turn);
    }
    return await verifier.verify(await requestOf(engine, organization, content));
  } catch (error) {
    if (!(error instanceof VerifierUnavailable || error instanceof RenderingBusy)) throw error;
    log.warn({ organization: organization.id, why: error.message }, 'A content could not be verified');
    throw verificationUnavailable(engine.settings.baseUrl);
  }
}

/** What a service is asked: the content as a reader would get it, its merge fields open. */
async function requestOf(
  { world, settings }: Engine,
  organization: OrganizationRecord,
  { from, subject, preview, body, text }: UnreadContent,
): Promise<VerificationRequest> {
  const asked = { subject, from: formatMailbox(from), organization: organization.id };
  if (body === null) return { ...asked, html: '', text: text ?? '' };
  const values = openFields({ settings }, body.source);
  const turn = { lane: organization.id, urgent: false };
  const rendered = await world.rendering.render({ body, preview, values }, turn);
  return {
    ...asked,
    // Of HTML what its author wrote, before anything was taken out of it: that is where things are hidden.
    html: body.kind === 'html' ? body.source : rendered.html,
    text: text ?? rendered.text,
  };
}
