import { signInLimits } from '../../model/person/session.ts';
import type { Engine } from '../context/scope.ts';
import { newChallenge, openedChallenge } from './challenges.ts';
import { passkeyChallenge, provePasskey, type SealedRequest } from './passkeys.ts';
import type { SignedIn } from './sessions.ts';

/**
 * Whether the person is there, and not only their browser: before who may sign in, or by what, is changed. A program that drives
 * a signed-in browser could else make itself an approver, or take away the passkey that stands in its way.
 */

/** @returns null where it is not asked: the person has no passkey, or came by a link of the machine a moment ago */
export async function presenceChallenge(
  engine: Engine,
  { person, session }: Pick<SignedIn, 'person' | 'session'>,
): Promise<SealedRequest | null> {
  // A lost device leaves this way; the machine's operator may do all of this anyway.
  const age = engine.world.clock.now() - session.createdAt;
  if (session.way === 'machine' && age < signInLimits.trustedByMachineMs) return null;
  const { challenge, sealed } = newChallenge(engine, 'presence', person.id);
  const options = await passkeyChallenge(engine, person, challenge);
  return options && { options, sealed };
}

/** Whether what was to be asked was answered, once and for this. */
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
