import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { isAsker } from '../../src/engine/approval/ask-person.ts';
import { findNamedStates } from '../../src/engine/approval/named-states.ts';
import type { Scope } from '../../src/engine/context/scope.ts';
import {
  Approval,
  type ApprovalRecord,
  approvalAnswer,
  contentReview,
} from '../../src/model/approval/approval.ts';
import { IdInput } from '../../src/model/id.ts';
import { scopesAllow } from '../../src/model/organization/token.ts';
import { approvalExample } from './approval-example.ts';

export const getApproval = defineTool({
  name: 'get_approval',
  title: 'Get an approval',
  summary: 'Show an approval request: the preview of the call, its status and the decision.',
  toolset: 'core',
  input: z.strictObject({ id: IdInput }),
  output: Approval,
  failures: ['not_found'],
  effect: 'read',
  needs: 'emails.read',
  rest: { route: 'GET /approvals/{id}' },
  app: 'ui://posthouse/approval',
  example: { input: { id: approvalExample.id }, output: approvalExample },
  async run(scope, { id }) {
    const approval = await scope.store.approvals.byId(id);
    if (!approval || !maySee(scope, approval)) return scope.fail('not_found');
    return await shownWithStates(scope, approval, true);
  },
});

/** The operator, people at the console, and tokens with full access see every approval of the organization. */
export function seesAll({ caller: { token, scopes, door } }: Pick<Scope, 'caller'>): boolean {
  return (
    token === null || door === 'console' || scopesAllow(scopes, 'admin') || scopes.includes('full_access')
  );
}

/** Other callers see only their own requests, and reviews, because equal content of other callers waits for the same review. */
export function maySee(scope: Pick<Scope, 'caller'>, approval: ApprovalRecord): boolean {
  return seesAll(scope) || isAsker(scope.caller, approval) || approval.tool === contentReview.tool;
}

export async function shownWithStates(
  scope: Pick<Scope, 'engine' | 'now' | 'store'>,
  approval: ApprovalRecord,
  whole: boolean,
): Promise<z.input<typeof Approval>> {
  const states = await findNamedStates(scope.store, approval.shown.ids ?? []);
  return { ...shown(scope, approval, whole), ...(states.length > 0 && { states }) };
}

/** @param whole includes the preview */
export function shown(
  { engine, now }: Pick<Scope, 'engine' | 'now'>,
  approval: ApprovalRecord,
  whole: boolean,
): z.input<typeof Approval> {
  return approvalAnswer(approval, { baseUrl: engine.settings.baseUrl, now, whole });
}
