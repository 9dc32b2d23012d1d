import { decideApproval } from '../../../../../tools/approvals/decide-approval.ts';
import { previewAgain, type Ran, runHeldCall } from '../../../../contract/held-call.ts';
import { keepMails } from '../../../../engine/approval/kept-mails.ts';
import { approvalLimits, contentReview } from '../../../../model/approval/approval.ts';
import { Failure } from '../../../../model/failure.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { seeOther } from '../../layout.ts';
import type { Visit } from '../../page.ts';
import { toolsByName } from '../../tools-by-name.ts';
import { loadApproval, showOne, signedFor } from './show-approval.ts';

export async function decide(visit: Visit): Promise<HttpAnswer> {
  const { form, engine, organization, parameters } = visit;
  const decision = form.get('decision') === 'approve' ? 'approve' : 'decline';
  const question = await loadApproval(visit);
  const about = form.get('about') ?? '';
  let passkey: string | undefined;
  if (decision === 'approve') {
    const proof = await visit.confirmByPasskey(signedFor({ id: question.id, about }));
    if (proof.kind === 'refused')
      return await showOne(
        visit,
        'Your passkey did not confirm the approval, so nothing was done. Try again.',
      );
    if (proof.kind === 'proved') passkey = proof.passkey.id;
  }
  const keeps = decision === 'decline' || question.tool === contentReview.tool;
  const look = keeps ? await previewAgain(engine, toolsByName, organization, question) : null;
  try {
    const word = form.get('word')?.slice(0, approvalLimits.wordCharactersMax);
    await visit.call(decideApproval, { id: parameters.id, decision, about, word, passkey });
  } catch (error) {
    if (error instanceof Failure && error.failure === 'conflict')
      return await showOne(visit, `${error.message}.`);
    throw error;
  }
  if (look?.previewed) await keepMails(engine, organization, question, look.previewed);
  if (decision === 'approve') {
    const ran = await runHeldCall(engine, toolsByName, organization, await loadApproval(visit));
    const fault = faultOf(ran);
    if (fault !== null) return await showOne(visit, fault);
  }
  return seeOther(`/console/approvals/${question.id}`);
}

function faultOf(ran: Ran): string | null {
  if (ran.kind === 'changed')
    return 'The effect has changed since you opened this page, so nothing was done. Review the current effect below, then decide.';
  return ran.kind === 'refused' ? `You approved the call, but it was refused: ${ran.failure.message}.` : null;
}
