import { z } from 'zod';
import { untrusted } from '../text/untrusted.ts';

/** Characters of a client's own name that are kept. */
const programCharactersMax = 100;
/** Links of a chain that are kept, nearest first. Workflows start one another a few times at most. */
const linksMax = 10;

/** One call or workflow step that led to a mail. */
export const CauseLink = z.object({
  operation: z.string().describe('The tool, or workflow_step'),
  door: z.string().optional(),
  token_id: z.string().optional(),
  root_token_id: z.string().optional().describe('The token whose allowance pays'),
  person_id: z.string().optional(),
  program: untrusted(z.string()).optional().describe('The client, as it names itself'),
  assistant: z.boolean().optional(),
  approval_id: z.string().optional(),
  workflow_id: z.string().optional(),
});
export type CauseLink = z.infer<typeof CauseLink>;

/** The calls and steps that led to a mail, nearest first. Stored as JSON. */
export type CauseChain = readonly CauseLink[];

/** The caller of an operation, as far as it is kept with the mail it causes. */
type CausingCaller = {
  door: string;
  token: { id: string } | null;
  person?: { id: string };
  client?: string;
};

/**
 * Returns the link of a call.
 * @param root of an assistant's token; null for any other caller
 */
export function linkOfCall(
  operation: string,
  { door, token, person, client }: CausingCaller,
  { root, approval }: { root: string | null; approval: string | undefined },
): CauseLink {
  return {
    operation,
    door,
    ...(token && { token_id: token.id }),
    ...(root !== null && root !== token?.id && { root_token_id: root }),
    ...(person && { person_id: person.id }),
    ...(client !== undefined && { program: client.slice(0, programCharactersMax) }),
    ...(root !== null && { assistant: true }),
    ...(approval !== undefined && { approval_id: approval }),
  };
}

/** Returns a chain with the step of a workflow as its nearest link. */
export function chainThrough(workflowId: string, chain: CauseChain): CauseChain {
  return [{ operation: 'workflow_step', workflow_id: workflowId }, ...chain].slice(0, linksMax);
}

/** Joins chains, nearest first. */
export function joinChains(...chains: readonly (CauseChain | null)[]): CauseChain {
  return chains.flatMap((chain) => chain ?? []).slice(0, linksMax);
}
