import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { waitForDecision } from '../../src/engine/approval/ask-person.ts';
import { Approval } from '../../src/model/approval/approval.ts';
import { IdInput } from '../../src/model/id.ts';
import { secondMs } from '../../src/model/instant.ts';
import { approvalExample } from './approval-example.ts';
import { maySee, shownWithStates } from './get-approval.ts';

const secondsMax = 30;

export const waitForApproval = defineTool({
  name: 'wait_for_approval',
  title: 'Wait for an approval',
  summary: 'Wait up to 30 seconds until a person decides an approval request and the approved call is done.',
  advice: 'While status is pending, call again. If outcome is done, the call was made: do not repeat it.',
  toolset: 'core',
  input: z.strictObject({
    id: IdInput,
    timeout_seconds: z.int().min(1).max(secondsMax).default(secondsMax),
  }),
  output: Approval,
  failures: ['not_found', 'rate_limit_exceeded'],
  effect: 'read',
  needs: 'emails.read',
  rest: { route: 'GET /approvals/{id}/wait' },
  app: 'ui://posthouse/approval',
  example: {
    input: { id: approvalExample.id, timeout_seconds: 10 },
    output: {
      ...approvalExample,
      status: 'used',
      outcome: 'done',
      decided_at: '2026-03-01T12:01:00.000Z',
      decided_by: { id: 'per_01ARZ3NDEKTSV4RRFFQ69G5FAV', name: 'Ada' },
    },
  },
  async run(scope, { id, timeout_seconds: seconds }) {
    const asked = await scope.store.approvals.byId(id);
    if (!asked || !maySee(scope, asked)) return scope.fail('not_found');
    const decided = await waitForDecision(scope, id, seconds * secondMs);
    return await shownWithStates(scope, decided ?? asked, false);
  },
});
