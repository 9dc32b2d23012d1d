import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type BatchAnswer,
  type BatchRefusal,
  type BatchValidation,
  refusalAnswer,
} from '../../model/email/batch-answer.ts';
import { Failure, type FieldFault, invalidFields } from '../../model/failure.ts';
import type { PreviewedSend } from '../../model/sending/send-preview.ts';
import { ContentInReview, joinedRefusal } from '../../model/verification/content-refusal.ts';
import { requestReview } from '../approval/content-reviews.ts';
import { countedProgress } from '../context/long-work.ts';
import type { Scope } from '../context/scope.ts';
import type { Draft, Fate } from '../context/submission.ts';
import { type PreviewedMail, previewMail, previewSend } from './preview-send.ts';

/** Verification of this many characters takes a few milliseconds. Other requests run after that. */
const charactersPerTurn = 64_000;

/** A template may have fifty variables, and each of a hundred messages may lack them all. */
const faultsMax = 1_000;

/** One mail of a batch, read but not verified. `to` is the recipient as the caller wrote it. */
type BatchMail = { index: number; to: string; draft: Draft; verify(): Promise<Draft> };

export type ReadBatch = { mails: BatchMail[]; refused: BatchRefusal[] };

/** Reads every mail. @throws Failure with every fault, in strict mode */
export function readBatch<Given extends { to: string | string[] }>(
  given: readonly Given[],
  validation: BatchValidation,
  read: (mail: Given, index: number) => Pick<BatchMail, 'draft' | 'verify'>,
): ReadBatch {
  const mails: BatchMail[] = [];
  const refused: BatchRefusal[] = [];
  for (const [index, mail] of given.entries()) {
    const to = [mail.to].flat()[0] ?? '';
    try {
      mails.push({ index, to, ...read(mail, index) });
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      refused.push({ index, to, failure });
    }
  }
  if (validation === 'strict' && refused.length > 0) {
    throw invalidFields(
      refused.flatMap(({ failure }) => failure.details as FieldFault[]).slice(0, faultsMax),
    );
  }
  return { mails, refused };
}

/** @param about as in `previewSend` */
export async function previewBatch(
  scope: Scope,
  tool: string,
  { mails, refused }: ReadBatch,
  validation: BatchValidation,
  about: unknown,
): Promise<PreviewedSend> {
  const previewed: PreviewedMail[] = [];
  for (const { draft, verify } of mails) previewed.push(await previewMail(draft, verify));
  return await previewSend(scope, {
    tool,
    source: 'api',
    mode: validation,
    mails: previewed,
    unreadable: refused.length,
    bulk: true,
    about,
  });
}

/** @throws Failure for a refused mail, in strict mode */
export async function sendBatch(
  scope: Scope,
  { mails, refused: unread }: ReadBatch,
  validation: BatchValidation,
): Promise<BatchAnswer> {
  const permissive = validation === 'permissive';
  // Verification takes most of the time. The last step is reported after acceptance.
  const amount = mails.length + unread.length;
  const tell = countedProgress(scope, amount, 'emails verified');
  const verified = await verifyAll(scope, mails, (done) => tell(Math.min(done, amount - 1)));
  const { drafts } = verified;
  if (!permissive && verified.refused.length > 0)
    throw refusalOfAll(verified.refused.map(({ failure }) => failure));
  for (const one of verified.refused) {
    if (one.failure instanceof ContentInReview)
      one.failure = (await requestReview(scope.engine, scope.caller, one.failure)).refusal;
  }
  const refused = [...unread, ...verified.refused].sort((a, b) => a.index - b.index);
  if (drafts.length === 0) return { data: [], errors: refused.map(refusalAnswer) };
  const answer = await scope.accept({
    source: 'api',
    mode: validation,
    drafts: drafts.map(({ draft }) => draft),
    answer: (fates) => answerOf(drafts, refused, fates, permissive),
  });
  tell(amount);
  return answer;
}

/** Each mail of a batch is reviewed and released on its own. */
function refusalOfAll(refusals: readonly Failure[]): Failure {
  const areInReview = refusals.every((refusal) => refusal instanceof ContentInReview);
  return areInReview ? refusals[0]! : joinedRefusal(refusals);
}

type Verified = Pick<BatchMail, 'index' | 'to' | 'draft'>;

/** Returns refusals of content separately. @throws the abort reason of the signal */
async function verifyAll(
  scope: Scope,
  mails: readonly BatchMail[],
  tell: (done: number) => void,
): Promise<{ drafts: Verified[]; refused: BatchRefusal[] }> {
  const drafts: Verified[] = [];
  const refused: BatchRefusal[] = [];
  let characters = 0;
  for (const { index, to, draft, verify } of mails) {
    characters += draft.body.source.length;
    if (characters > charactersPerTurn) {
      characters = 0;
      await nextTurn();
    }
    scope.signal.throwIfAborted();
    try {
      drafts.push({ index, to, draft: await verify() });
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      refused.push({ index, to, failure });
    }
    tell(index + 1);
  }
  return { drafts, refused };
}

function answerOf(
  drafts: readonly Verified[],
  refused: readonly BatchRefusal[],
  fates: readonly Fate[],
  permissive: boolean,
): BatchAnswer {
  const data = fates.flatMap((fate) => (fate.kind === 'accepted' ? [{ id: fate.id }] : []));
  if (!permissive) return { data };
  const late = fates.flatMap((fate, at) => {
    const { index, to } = drafts[at]!;
    return fate.kind === 'refused' ? [{ index, to, failure: fate.failure }] : [];
  });
  const errors = [...refused, ...late].sort((a, b) => a.index - b.index);
  return { data, errors: errors.map(refusalAnswer) };
}
