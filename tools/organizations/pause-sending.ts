import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { pauseSending as pause } from '../../src/engine/organizations/pause-sending.ts';
import { organizationWarnings } from '../../src/engine/subscribers/organization-warnings.ts';
import { OrganizationWithWarnings, organizationAnswer } from '../../src/model/organization/organization.ts';
import { pauseReasonCharactersMax } from '../../src/model/organization/sending-pause.ts';
import { oneLine } from '../../src/model/text/text.ts';
import { organizationExample, pausedExample } from './organization-example.ts';

export const pauseSending = defineTool({
  name: 'pause_sending',
  title: 'Pause sending',
  summary: 'Stop all mail of your organization immediately.',
  advice: 'New mail waits until sending is resumed.',
  toolset: 'core',
  input: z.strictObject({ reason: oneLine(pauseReasonCharactersMax).min(1).optional() }),
  output: OrganizationWithWarnings,
  failures: ['not_found'],
  effect: 'write',
  idempotent: true,
  needs: 'emails.send',
  orNeeds: ['campaigns.send', 'workflows.write', 'organization.write', 'admin'],
  roles: ['author', 'approver'],
  rest: { route: 'POST /organization/pause-sending' },
  example: {
    input: { reason: 'The prices in the newsletter are wrong' },
    output: { ...organizationExample, sending: pausedExample, warnings: [] },
  },
  async run({ engine, caller, now, commit, fail }, { reason = null }) {
    const answer = await commit(async ({ queries }) => {
      const paused = (await pause(queries, caller, reason, now)) ?? fail('not_found');
      const warnings = await organizationWarnings(engine.settings, queries, paused);
      return { ...organizationAnswer(paused, engine.settings), warnings };
    });
    engine.forgetCallers();
    return answer;
  },
});
