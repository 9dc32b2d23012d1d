import { requestReview } from '../engine/approval/content-reviews.ts';
import type { Caller } from '../engine/context/caller.ts';
import type { Engine } from '../engine/context/scope.ts';
import { mailApprovers } from '../engine/people/mail-approvers.ts';
import { contentReview } from '../model/approval/approval.ts';
import { ContentInReview } from '../model/verification/content-refusal.ts';

/** Requests the review of refused content, and adds its link to the refusal. A preview requests none. */
export async function withReview<Refusal>(
  engine: Engine,
  caller: Caller,
  refused: Refusal,
): Promise<Refusal | ContentInReview> {
  if (!(refused instanceof ContentInReview) || refused.fields.review !== undefined) return refused;
  const { refusal, added } = await requestReview(engine, caller, refused);
  const { organization, requestId } = caller;
  if (added !== null) {
    // Not awaited, because the caller cannot fix a failed mail.
    void mailApprovers(engine, { organization, question: added, title: contentReview.title }).catch(
      (error: unknown) =>
        engine.world.log.error({ err: error, requestId }, 'a content review could not be mailed'),
    );
  }
  return refusal;
}
