import { signInLimits } from '../../model/person/session.ts';
import type { Engine } from '../context/scope.ts';
import { newSecret } from './sessions.ts';

/** What a challenge was made for; a challenge for one is of no use for another. */
type ChallengePurpose = 'register' | 'sign in' | 'presence' | 'decision';

/**
 * A challenge, and the same sealed with its end: the page carries it and it comes back with the answer, so that nothing is
 * kept for visitors who never answer.
 */
export type Challenge = { challenge: string; sealed: string };

export function newChallenge(engine: Engine, purpose: ChallengePurpose, about: string): Challenge {
  const challenge = newSecret(engine);
  const until = engine.world.clock.now() + signInLimits.challengeMs;
  const sealed = engine.secretBox.seal(purposeOf(purpose), JSON.stringify({ challenge, until, about }));
  return { challenge, sealed };
}

/** @returns null when it was not made here for this, or is too old */
export function openedChallenge(
  engine: Engine,
  purpose: ChallengePurpose,
  about: string,
  sealed: string,
): { challenge: string; until: number } | null {
  try {
    const opened = JSON.parse(engine.secretBox.open(purposeOf(purpose), sealed)) as {
      challenge: string;
      until: number;
      about: string;
    };
    return opened.about === about && opened.until > engine.world.clock.now() ? opened : null;
  } catch {
    // Not sealed here, or for something else.
    return null;
  }
}

function purposeOf(purpose: ChallengePurpose): string {
  return `passkey ${purpose}`;
}
