import { z } from 'zod';
import { listFields, searchedAnswer, searchedListOf, searchRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { IdInput } from '../../src/model/id.ts';
import { dayMs } from '../../src/model/instant.ts';
import { AuditEntry, auditAnswer, auditLimits } from '../../src/model/organization/audit.ts';

export const listAuditLog = defineTool({
  name: 'list_audit_log',
  title: 'List audit log',
  summary: `List who changed or sent what in the last ${auditLimits.keptMs / dayMs} days.`,
  toolset: 'admin',
  input: z.strictObject({
    ...listFields,
    after: IdInput.optional(),
    tool: z.string().min(1).max(auditLimits.nameCharactersMax).optional().describe('Name of a tool'),
    token_id: IdInput.optional(),
  }),
  output: searchedListOf(AuditEntry),
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
          outcome: 'done',
        },
      ],
      has_more: false,
    },
  },
  async run({ store, signal }, { tool, token_id, ...paging }) {
    const request = await searchRequest(paging, (id) => store.audit.keyOf(id), signal);
    return searchedAnswer(await store.audit.page({ tool, token: token_id }, request), request, auditAnswer);
  },
});
