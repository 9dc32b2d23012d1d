import { z } from 'zod';
import { clientName } from '../text/text.ts';
import { untrusted } from '../text/untrusted.ts';

const linksMax = 10;

export const CauseLink = z.object({
  operation: z.string().describe('Tool name, or workflow_step'),
  door: z.string().optional(),
  token_id: z.string().optional(),
  root_token_id: z.string().optional().describe('Token whose allowance is charged'),
  person_id: z.string().optional(),
  program: untrusted(z.string()).optional().describe('Client name, as reported by the client'),
  assistant: z.boolean().optional(),
  test: z
    .boolean()
    .optional()
    .describe('Whether a test-mode token made the call; such calls send no real mail'),
  approval_id: z.string().optional(),
  workflow_id: z.string().optional(),
});
export type CauseLink = z.infer<typeof CauseLink>;

export type CauseChain = readonly CauseLink[];

type CausingCaller = {
  door: string;
  token: { id: string; mode: 'live' | 'test' } | null;
  person?: { id: string };
  client?: string;
};

/** @param root the root of an assistant's token; null for any other caller */
export function linkOfCall(
  operation: string,
  { door, token, person, client }: CausingCaller,
  { root, approval }: { root: string | null; approval: string | undefined },
): CauseLink {
  const program = clientName(client);
  const link: CauseLink = { operation, door };
  if (token) link.token_id = token.id;
  if (root !== null && root !== token?.id) link.root_token_id = root;
  if (person) link.person_id = person.id;
  if (program !== null) link.program = program;
  if (root !== null) link.assistant = true;
  if (token?.mode === 'test') link.test = true;
  if (approval !== undefined) link.approval_id = approval;
  return link;
}

export function chainThrough(workflowId: string, chain: CauseChain): CauseChain {
  return [{ operation: 'workflow_step', workflow_id: workflowId }, ...chain].slice(0, linksMax);
}

export function joinChains(...chains: readonly (CauseChain | null)[]): CauseChain {
  return chains.flatMap((chain) => chain ?? []).slice(0, linksMax);
}

export function isCausedByTest(chain: CauseChain | null): boolean {
  return chain?.some(({ test }) => test === true) ?? false;
}
