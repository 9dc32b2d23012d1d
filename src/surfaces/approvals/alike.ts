import { previewAgain, type Ran, type RenewedPreview, runHeldCall } from '../../contract/held-call.ts';
import type { Tool } from '../../contract/tool.ts';
import { keepMails } from '../../engine/approval/kept-mails.ts';
import type { Engine } from '../../engine/context/scope.ts';
import { type ApprovalRecord, approvalLimits, contentReview } from '../../model/approval/approval.ts';
import { Failure } from '../../model/failure.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { type ShownMails, shownMails } from './shown-mails.ts';

/** Each call is checked, approved and run separately, so a call whose effect has changed needs a new decision. */

export type Place = {
  engine: Engine;
  organization: OrganizationRecord;
  tools: ReadonlyMap<string, Tool>;
};

export type AlikeCall = RenewedPreview & { mails: ShownMails };

export type AlikeCalls = {
  together: readonly AlikeCall[];
  /** Calls that would be refused, or have several mails: each is decided on its own page. */
  apart: readonly ApprovalRecord[];
};

/** Checks all open questions with the same tool and assistant as `question`. */
export async function previewAlike(
  { engine, organization, tools }: Place,
  question: ApprovalRecord,
  signal: AbortSignal,
): Promise<AlikeCalls> {
  const { approvals } = engine.store.forOrganization(organization.key);
  const open = await approvals.alike(question, engine.world.clock.now(), approvalLimits.pendingMax);
  const together: AlikeCall[] = [];
  const apart: ApprovalRecord[] = [];
  for (const one of open) {
    signal.throwIfAborted();
    const look = await previewAgain(engine, tools, organization, one);
    const mails = await shownMails(engine, organization, look, signal);
    if (look.previewed === null || mails.count > 1) apart.push(look.question);
    else together.push({ ...look, mails });
  }
  return { together, apart };
}

export type Seen = Pick<ApprovalRecord, 'id' | 'about'>;

/** Returns each outcome; `changed` if the content has changed since the person saw it. */
export async function decideAlike(
  { engine, organization, tools }: Place,
  seen: readonly Seen[],
  decision: 'approve' | 'decline',
  write: (seen: Seen) => Promise<void>,
): Promise<Map<string, Ran | { kind: 'declined' }>> {
  const { approvals } = engine.store.forOrganization(organization.key);
  const outcomes = new Map<string, Ran | { kind: 'declined' }>();
  for (const one of seen) {
    const question = await approvals.byId(one.id);
    if (!question) continue;
    const keeps = decision === 'decline' || question.tool === contentReview.tool;
    const look = keeps ? await previewAgain(engine, tools, organization, question) : null;
    try {
      await write(one);
    } catch (error) {
      if (!(error instanceof Failure) || error.failure !== 'conflict') throw error;
      outcomes.set(one.id, { kind: 'changed' });
      continue;
    }
    if (look?.previewed) await keepMails(engine, organization, question, look.previewed);
    const decided = (await approvals.byId(one.id)) ?? question;
    outcomes.set(
      one.id,
      decision === 'decline' ? { kind: 'declined' } : await runHeldCall(engine, tools, organization, decided),
    );
  }
  return outcomes;
}

export function isSettled({ kind }: Ran | { kind: 'declined' }): boolean {
  return kind !== 'changed' && kind !== 'refused';
}
