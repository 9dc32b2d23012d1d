import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { decideQuestion } from '../../src/engine/approval/ask-person.ts';
import { Approval, approvalLimits, approvalStatus } from '../../src/model/approval/approval.ts';
import { IdInput } from '../../src/model/id.ts';
import { atMostCharacters } from '../../src/model/text/text.ts';
import { approvalExample } from './approval-example.ts';
import { shown } from './get-approval.ts';

export const decideApproval = defineTool({
  name: 'decide_approval',
  title: 'Decide an approval',
  summary: 'Approve or reject an assistant’s request. Only people can do this, at the console or a terminal.',
  toolset: 'admin',
  // No token, grant or assistant's session opens the console.
  doors: ['console'],
  input: z.strictObject({
    id: IdInput,
    decision: z.enum(['approve', 'decline']),
    about: z.string().max(64).describe('Fingerprint of the content that the person saw'),
    word: z
      .string()
      .check(atMostCharacters(approvalLimits.wordCharactersMax))
      .optional()
      .describe('Optional note to the assistant'),
    passkey: z.string().max(64).optional().describe('Passkey that signed the decision'),
  }),
  output: Approval,
  failures: ['not_found', 'conflict', 'restricted_api_key'],
  effect: 'write',
  needs: 'admin',
  roles: ['approver'],
  rest: null,
  example: {
    input: { id: approvalExample.id, decision: 'decline', about: 'c2hvd24', word: 'Not before Monday' },
    output: {
      ...approvalExample,
      status: 'declined',
      decided_at: '2026-03-01T12:01:00.000Z',
      decided_by: { id: 'per_01ARZ3NDEKTSV4RRFFQ69G5FAV', name: 'Ada' },
      word: 'Not before Monday',
    },
  },
  async run(scope, { id, decision, about, word, passkey }) {
    const { caller, engine, now } = scope;
    if (caller.token !== null)
      scope.fail('restricted_api_key', { message: 'An API token cannot decide this' });
    const by = caller.person ? { id: caller.person.id, name: caller.person.name, passkey } : null;
    const answer = await scope.commit(async (store) => {
      const decided = await decideQuestion(engine, store, id, { decision, about, by, word }, now);
      if (!decided) return scope.fail('not_found');
      if (!decided.taken) {
        const status = approvalStatus(decided.question, now);
        const message =
          status === 'pending'
            ? 'The request changed after you saw it: review it again'
            : `It can no longer be decided: it is ${status}`;
        return scope.fail('conflict', { message, details: { status } });
      }
      return shown(scope, decided.question, false);
    });
    engine.mailWatch.changed(caller.organization.key);
    return answer;
  },
});
