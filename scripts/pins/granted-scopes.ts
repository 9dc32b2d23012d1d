import { offeredAt } from '../../src/contract/tool.ts';
import { oauthScopes, scopeSentences } from '../../src/model/oauth/scopes.ts';
import { catalogue } from '../../tools/index.ts';

/**
 * Returns the tools that each grantable scope opens, next to the sentence that a person approves. When a tool
 * joins a scope, the diff asks whether the sentence still covers it.
 */
export function grantedScopes(): Record<string, { sentence: string; tools: string[] }> {
  const offered = catalogue.filter((tool) => offeredAt(tool, 'mcp'));
  return Object.fromEntries(
    oauthScopes.map((scope) => [
      scope,
      {
        sentence: scopeSentences[scope],
        tools: offered
          .filter(({ needs }) => needs === scope)
          .map(({ name }) => name)
          .sort(),
      },
    ]),
  );
}
