import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { ownOrganization } from '../../src/engine/organizations/every-organization.ts';
import { resumeSending as resume } from '../../src/engine/organizations/pause-sending.ts';
import { organizationWarnings } from '../../src/engine/subscribers/organization-warnings.ts';
import { isoInstant } from '../../src/model/instant.ts';
import { OrganizationWithWarnings, organizationAnswer } from '../../src/model/organization/organization.ts';
import { describePause } from '../../src/model/organization/sending-pause.ts';
import { organizationExample } from './organization-example.ts';

export const resumeSending = defineTool({
  name: 'resume_sending',
  title: 'Resume sending',
  summary: 'Resume sending after a pause. Waiting mail is sent.',
  toolset: 'admin',
  input: z.strictObject({}),
  output: OrganizationWithWarnings,
  failures: ['not_found'],
  effect: 'write',
  idempotent: true,
  needs: 'organization.write',
  roles: ['approver'],
  rest: { route: 'POST /organization/resume-sending' },
  example: { input: {}, output: { ...organizationExample, warnings: [] } },
  // Asks even if sending is not paused, because it may be paused between the question and the call.
  async asks({ engine, caller, fail }) {
    const { name, sendingPause } = (await ownOrganization(engine, caller)) ?? fail('not_found');
    return [
      `Resumes sending for ${name}: all waiting mail is sent immediately, including campaigns and workflows`,
      ...(sendingPause ? [`${describePause(sendingPause)} (${isoInstant(sendingPause.at)})`] : []),
    ];
  },
  async run({ engine, caller, now, commit, fail }) {
    const answer = await commit(async ({ queries }) => {
      const resumed = (await resume(queries, caller.organization.key, now)) ?? fail('not_found');
      const warnings = await organizationWarnings(engine.settings, queries, resumed);
      return { ...organizationAnswer(resumed, engine.settings), warnings };
    });
    engine.forgetCallers();
    engine.wake();
    return answer;
  },
});
