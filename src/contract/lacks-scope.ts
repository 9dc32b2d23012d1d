import { Failure } from '../model/failure.ts';
import type { TokenScope } from '../model/token.ts';

/** The refusal of a token that may not do this, naming what it would need. */
export function lacksScope(scope: TokenScope): Failure {
  return new Failure('restricted_api_key', {
    message: `This API token lacks the scope ${scope}`,
    details: { scope },
  });
}
