import { signInLimits } from '../../model/person/session.ts';
import type { Engine } from '../context/scope.ts';
import { newSecret } from './sessions.ts';

/** A challenge is valid for one purpose only. */
type ChallengePurpose = 'register' | 'sign in' | 'presence' | 'decision';

/** The page carries the sealed copy and returns it, so that nothing is stored for visitors who never answer. */
export type Challenge = { challenge: string; sealed: string };

export function newChallenge(engine: Engine, purpose: ChallengePurpose, about: string): Challenge {
  const challenge = newSecret(engine);
  const until = engine.world.clock.now() + signInLimits.challengeMs;
  const sealed = engine.secretBox.seal(purposeOf(purpose), JSON.stringify({ challenge, until, about }));
  return { challenge, sealed };
}

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
    return null;
  }
}

function purposeOf(purpose: ChallengePurpose): string {
  return `passkey ${purpose}`;
}
