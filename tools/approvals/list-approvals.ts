import { z } from 'zod';
import { listAnswer, listFields, listSchema, pageRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { askedBy } from '../../src/engine/approval/ask-person.ts';
import { Approval, approvalStatuses } from '../../src/model/approval/approval.ts';
import { approvalExample } from './approval-example.ts';
import { seesAll, shown } from './get-approval.ts';

export const listApprovals = defineTool({
  name: 'list_approvals',
  title: 'List approvals',
  summary: 'List approval requests for assistants’ calls, newest first.',
  advice: 'For the preview of a call, use get_approval.',
  toolset: 'core',
  rare: true,
  input: z.strictObject({ status: z.enum(approvalStatuses).optional(), ...listFields }),
  output: listSchema(Approval),
  failures: [],
  effect: 'read',
  needs: 'emails.read',
  rest: { route: 'GET /approvals' },
  example: {
    input: { status: 'pending' },
    output: { object: 'list', data: [approvalExample], has_more: false },
  },
  async run(scope, { status, ...paging }) {
    const { store, caller, now } = scope;
    const request = await pageRequest(paging, store.queries, 'approvals');
    const filter = {
      status,
      ...(!seesAll(scope) && { askedBy: askedBy({ ...caller, token: caller.token! }) }),
    };
    const page = await store.approvals.page(filter, request, now);
    return listAnswer(page, (approval) => shown(scope, approval, false));
  },
});
