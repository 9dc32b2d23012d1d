import { previewCall } from '../../../src/contract/invoke.ts';
import { askPerson, decideQuestion } from '../../../src/engine/approval/ask-person.ts';
import { OrganizationStore } from '../../../src/store/store.ts';
import type { SimulatedPlatform } from '../../world/platform.ts';
import { toolNamed } from './preview-scene.ts';

const emails = ['ada@mailbox.dev', 'bob@mailbox.dev'].map((to) => ({
  from: 'Acme <hello@acme.dev>',
  to,
  subject: 'Hello',
  markdown: 'Hello there.',
}));

/** Creates a pending approval of a batch, requested by the operator's assistant. @returns its id */
export async function askedQuestion(simulated: SimulatedPlatform, subject = 'Hello'): Promise<string> {
  const { engine } = simulated.platform;
  const caller = simulated.caller('mcp');
  const tool = toolNamed('send_email_batch');
  const given = { emails: emails.map((one) => ({ ...one, subject })) };
  const previewed = (await previewCall(engine, tool, caller, given))!;
  const asked = await askPerson(engine, { caller, tool: tool.name, given }, previewed);
  return asked!.question.id;
}

/** Creates an approval that was declined at the terminal. */
export async function declinedQuestion(simulated: SimulatedPlatform, subject = 'Hello'): Promise<string> {
  const id = await askedQuestion(simulated, subject);
  const { engine } = simulated.platform;
  const { store, world } = engine;
  await store.database.transaction(async (queries) => {
    const within = new OrganizationStore(queries, simulated.organization.key);
    const { about } = (await within.approvals.byId(id))!;
    await decideQuestion(engine, within, id, { decision: 'decline', about, by: null }, world.clock.now());
  });
  return id;
}
