import { z } from 'zod';
import { untrusted } from '../text/untrusted.ts';

/** Maximum characters stored of a client's name. */
const programCharactersMax = 100;
/** Maximum links stored of a chain, nearest first. Workflows start one another only a few times. */
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
  test: z.boolean().optional().describe('A test-mode token, which causes no live mail'),
  approval_id: z.string().optional(),
  workflow_id: z.string().optional(),
});
export type CauseLink = z.infer<typeof CauseLink>;

/** The calls and steps that led to a mail, nearest first. Stored as JSON. */
export type CauseChain = readonly CauseLink[];

/** The fields of a caller that are stored with the mail it causes. */
type CausingCaller = {
  door: string;
  token: { id: string; mode: 'live' | 'test' } | null;
  person?: { id: string };
  client?: string;
};

/**
 * Returns the link of a call.
 * @param root the root of an assistant's token; null for any other caller
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
    ...(token?.mode === 'test' && { test: true }),
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

/** Whether a test-mode token is among the causes of a mail. */
export function isCausedByTest(chain: CauseChain | null): boolean {
  return chain?.some(({ test }) => test === true) ?? false;
}
