import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { recordVisit } from '../../src/engine/consent/record-visit.ts';
import { IdInput } from '../../src/model/id.ts';
import { RequestContext, visitExample } from '../../src/model/tracking/visit.ts';

export const recordOpen = defineTool({
  name: 'record_open',
  title: 'Record an open',
  summary: 'Record that a person or a machine requested the tracking pixel of a mail.',
  toolset: 'deliverability',
  doors: ['link'],
  input: z.strictObject({ id: IdInput.describe('Email id'), visit: RequestContext }),
  output: z.object({
    object: z.literal('open'),
    email_id: z.string(),
    recorded: z.boolean(),
    machine: z.boolean(),
  }),
  failures: ['not_found'],
  effect: 'write',
  needs: 'events.write',
  rest: null,
  example: {
    input: { id: 'eml_01kb3k7f5d2c8n1r4s6t9v0w3x', visit: { ...visitExample, fetch_dest: 'image' } },
    output: { object: 'open', email_id: 'eml_01kb3k7f5d2c8n1r4s6t9v0w3x', recorded: true, machine: false },
  },
  async run(scope, { id, visit }) {
    const email = await scope.store.emails.byId(id);
    if (!email?.tracked.opens) return scope.fail('not_found');
    const visited = { kind: 'opened', visit, link: null } as const;
    return await recordVisit(scope, email, visited, (recorded) => ({
      object: 'open' as const,
      email_id: id,
      ...recorded,
    }));
  },
});
