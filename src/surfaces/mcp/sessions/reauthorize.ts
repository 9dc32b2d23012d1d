import type { Caller } from '../../../engine/context/caller.ts';
import { secondMs } from '../../../model/instant.ts';

/** How often it is looked at whether those who have a stream open still may, and what they may use. */
export const reauthorizeEveryMs = 5 * secondMs;

/**
 * A caller who came in some time ago and still listens, as the door would let it in now; null when it would not. What it
 * showed then is verified again, whatever kind of token it was, so that a stream lives exactly as long as its token.
 */
export async function callerNow(caller: Caller): Promise<Caller | null> {
  if (!caller.proveAgain) return caller;
  const proof = await caller.proveAgain();
  if (proof.kind !== 'proved') return null;
  const { token, organization } = proof;
  return { ...caller, token, organization, scopes: token.scopes };
}

/** Whether two callers are offered the same. */
export function mayTheSame({ scopes: one }: Caller, { scopes: other }: Caller): boolean {
  return one.join() === other.join();
}
