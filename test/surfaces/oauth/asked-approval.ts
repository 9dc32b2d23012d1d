import { type Ran, runHeldCall } from '../../../src/contract/held-call.ts';
import { previewCall } from '../../../src/contract/invoke.ts';
import { askPerson, decideQuestion } from '../../../src/engine/approval/ask-person.ts';
import type { ApprovalRecord } from '../../../src/model/approval/approval.ts';
import { OrganizationStore } from '../../../src/store/store.ts';
import { catalogue } from '../../../tools/index.ts';
import type { SimulatedPlatform } from '../../world/platform.ts';
import type { Doorway } from './scene.ts';

const tools = new Map(catalogue.map((tool) => [tool.name, tool]));

export type AskedApproval = {
  question: ApprovalRecord;
  isNew: boolean;
  /** Lets a person approve the call, which then runs. */
  sayYes(): Promise<Ran>;
};

/** Requests an approval as the app with an access token. */
export async function askWith(
  { platform: { engine } }: SimulatedPlatform,
  door: Doorway,
  accessToken: string,
  subject = 'Hello',
): Promise<AskedApproval> {
  const proof = await door.oauth.prove(accessToken, '198.51.100.9');
  if (proof.kind !== 'proved') throw new Error(proof.kind);
  const { token, organization, grant } = proof;
  const caller = {
    door: 'mcp' as const,
    organization,
    token,
    scopes: token.scopes,
    requestId: 'req_1',
    ...(grant && { grant }),
  };
  const tool = tools.get('send_email_batch')!;
  const given = {
    emails: ['ada@mailbox.dev', 'bob@mailbox.dev'].map((to) => ({
      from: 'Acme <hello@acme.dev>',
      to,
      subject,
      markdown: 'Hello there.',
    })),
  };
  const previewed = (await previewCall(engine, tool, caller, given))!;
  const asked = await askPerson(engine, { caller, tool: tool.name, given }, previewed);
  if (!asked) throw new Error('as many questions are open as may be');
  const sayYes = async () => {
    const { about, id } = asked.question;
    const decided = await engine.store.database.transaction((queries) => {
      const within = new OrganizationStore(queries, organization.key);
      const yes = { decision: 'approve' as const, about, by: { id: 'per_ada', name: 'Ada' } };
      return decideQuestion(engine, within, id, yes, engine.world.clock.now());
    });
    return await runHeldCall(engine, tools, organization, decided!.question);
  };
  return { ...asked, sayYes };
}
