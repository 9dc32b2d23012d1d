import { assistantOf } from '../../spec/assistants/assistant.ts';
import { personIn } from '../../surfaces/console/scene.ts';
import { addAudience } from './audience.ts';
import { addCampaigns } from './campaigns.ts';
import { addDevelopers } from './developers.ts';
import { addDomain } from './domain.ts';
import { addMail } from './mail.ts';
import { type Console, openConsole } from './open-console.ts';
import { addWorkflow } from './workflow.ts';

export type FilledConsole = Awaited<ReturnType<typeof openFilledConsole>>;

/** The console of a shop that has objects of every kind, in every state that a page shows. */
export async function openFilledConsole() {
  const scene = await openConsole({
    mcp: { confirmBy: 'console' },
    settings: { submission: { host: 'console.localhost', starttlsPort: 2587, tlsPort: 2465 } },
  });
  const colleague = await personIn(scene.platform, scene.platform.organization, {
    name: 'Eve',
    email: 'eve@gmail.com',
    roles: ['approver'],
  });
  // First what takes days, so that a campaign is still being sent at the end.
  const developers = await addDevelopers(scene);
  const mail = await addMail(scene);
  await scene.use('update_organization', { id: scene.platform.organization.id, sending_enabled: true });
  const campaigns = await addCampaigns(scene);
  const audience = await addAudience(scene);
  const workflow = await addWorkflow(scene);
  const { domain } = await addDomain(scene);
  const approvals = await askForApprovals(scene);
  return {
    ...scene,
    ids: {
      ...campaigns,
      ...audience,
      ...workflow,
      ...developers,
      ...mail,
      domain,
      ...approvals,
      colleague: colleague.id,
    },
  };
}

async function askForApprovals({ platform }: Console): Promise<{ approval: string; erasure: string }> {
  const emails = ['bob', 'cy'].map((name) => ({
    from: 'Fernhill Books <hello@fernhill.dev>',
    to: `${name}@reader-mail.dev`,
    subject: 'Author evening',
    html: '<h1>Author evening</h1><p>Meet Ines Marlow.</p>',
  }));
  const assistant = assistantOf(platform, { headers: { host: 'console.localhost' } });
  const { result } = await assistant.call('send_email_batch', { emails });
  let erasure = '';
  for (const name of ['bob', 'cem']) {
    const asked = await assistant.call('delete_subscriber', { subscriber: `${name}@mailbox.dev` });
    erasure = asked.result.details.approval.id;
  }
  return { approval: result.details.approval.id, erasure };
}
