import type { Caller } from '../../../engine/context/caller.ts';
import { secondMs } from '../../../model/instant.ts';

/** Interval for checking that callers with open streams still have access, and their current scopes. */
export const reauthorizeEveryMs = 5 * secondMs;

/** Uses the original credentials, so that a stream lives no longer than its token. Returns null if access was lost. */
export async function callerNow(caller: Caller): Promise<Caller | null> {
  if (!caller.proveAgain) return caller;
  const proof = await caller.proveAgain();
  if (proof.kind !== 'proved') return null;
  const { token, organization } = proof;
  return { ...caller, token, organization, scopes: token.scopes };
}

export function hasSameScopes({ scopes: one }: Caller, { scopes: other }: Caller): boolean {
  return one.join() === other.join();
}
