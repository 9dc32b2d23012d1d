import { z } from 'zod';
import { listFields, searchedAnswer, searchedListSchema, searchRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { IdInput } from '../../src/model/id.ts';
import { dayMs, InstantInput } from '../../src/model/instant.ts';
import {
  AuditEntry,
  auditAnswer,
  auditLimits,
  withoutRecipient,
} from '../../src/model/organization/audit.ts';
import { scopesAllow } from '../../src/model/organization/token.ts';

export const listAuditLog = defineTool({
  name: 'list_audit_log',
  title: 'List audit log',
  summary: `List the changes and sends of the last ${auditLimits.keptMs / dayMs} days, newest first, and who made them.`,
  toolset: 'admin',
  input: z.strictObject({
    ...listFields,
    after: IdInput.optional(),
    tool: z.string().min(1).max(auditLimits.nameCharactersMax).optional().describe('Tool name'),
    token_id: IdInput.optional(),
    person_id: IdInput.optional(),
    created_after: InstantInput.optional(),
    created_before: InstantInput.optional(),
  }),
  output: searchedListSchema(AuditEntry),
  failures: [],
  effect: 'read',
  needs: 'organization.read',
  rest: { route: 'GET /audit-log' },
  example: {
    input: { tool: 'send_campaign' },
    output: {
      object: 'list',
      data: [
        {
          object: 'audit_entry',
          id: 'aud_01kb3k7f5d2c8n1r4s6t9v0w3x',
          at: '2026-11-21T09:30:00.000Z',
          token: { id: 'tok_01kaa0xq5v8m3c2n7r4t6w9yzb', name: 'assistant' },
          person: null,
          client: 'an assistant 1.4.0',
          door: 'mcp',
          tool: 'send_campaign',
          effect: 'send',
          about: ['cmp_01kb3k7f5d2c8n1r4s6t9v0w3x'],
          request_id: 'req_5d2c8n1r4s6t9v0w3x7f',
          refused_recipients: null,
          cause: [
            {
              operation: 'send_campaign',
              door: 'mcp',
              token_id: 'tok_01kaa0xq5v8m3c2n7r4t6w9yzb',
              root_token_id: 'tok_01kaa0xq5v8m3c2n7r4t6w9yza',
              program: 'an assistant 1.4.0',
              assistant: true,
              approval_id: 'apr_01kb3k7f5d2c8n1r4s6t9v0w3y',
            },
          ],
          outcome: 'done',
        },
      ],
      has_more: false,
    },
  },
  async run(
    { store, signal, caller },
    { tool, token_id, person_id, created_after, created_before, ...paging },
  ) {
    const request = await searchRequest(paging, store.queries, 'audit_entries', signal);
    const filter = {
      tool,
      token: token_id,
      person: person_id,
      after: instant(created_after),
      before: instant(created_before),
    };
    const page = await store.audit.page(filter, request);
    const showsRecipients = scopesAllow(caller.scopes, 'emails.read');
    return searchedAnswer(page, request, (entry) =>
      auditAnswer(showsRecipients ? entry : withoutRecipient(entry)),
    );
  },
});

function instant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
