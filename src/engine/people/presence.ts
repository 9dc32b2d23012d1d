import { signInLimits } from '../../model/person/session.ts';
import type { Engine } from '../context/scope.ts';
import { newChallenge, openedChallenge } from './challenges.ts';
import { passkeyChallenge, provePasskey, type SealedRequest } from './passkeys.ts';
import type { SignedIn } from './sessions.ts';

/** Otherwise a program that drives a signed-in browser could make itself an approver, or remove the passkey that stops it. */

/** @returns null if no proof is needed: the person has no passkey, or just came by a link printed on the machine */
export async function presenceChallenge(
  engine: Engine,
  { person, session }: Pick<SignedIn, 'person' | 'session'>,
): Promise<SealedRequest | null> {
  // This allows recovery from a lost device. The machine's operator can do all of this anyway.
  const age = engine.world.clock.now() - session.createdAt;
  if (session.way === 'machine' && age < signInLimits.trustedByMachineMs) return null;
  const { challenge, sealed } = newChallenge(engine, 'presence', person.id);
  const options = await passkeyChallenge(engine, person, challenge);
  return options && { options, sealed };
}

export async function provesPresence(
  engine: Engine,
  signedIn: Pick<SignedIn, 'person' | 'session'>,
  { sealed, answer }: { sealed: string; answer: string | null },
): Promise<boolean> {
  if ((await presenceChallenge(engine, signedIn)) === null) return true;
  const { person } = signedIn;
  const opened = openedChallenge(engine, 'presence', person.id, sealed);
  if (opened === null) return false;
  const proof = await provePasskey(engine, person, { ...opened, signed: opened.challenge }, answer);
  return proof.kind === 'proved';
}
