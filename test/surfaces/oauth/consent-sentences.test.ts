import { expect, test } from 'vitest';
import { offeredAt } from '../../../src/contract/tool.ts';
import { oauthScopes, scopeSentences } from '../../../src/model/oauth/scopes.ts';
import { catalogue } from '../../../tools/index.ts';

/**
 * The sentence of a scope must cover everything its tools can do. `test/pins/granted-scopes.json` lists the tools
 * of each scope next to its sentence.
 */

const offered = catalogue.filter((tool) => offeredAt(tool, 'mcp'));
const opened = (scope: string) => offered.filter(({ needs }) => needs === scope);

/** A sentence must contain one of these words if a tool has the effect. */
const saysItTakesAway = /delete|remove|erase|get mail again|for good/;
const saysItMails = /send|request by mail/i;

test.each(oauthScopes.map((scope) => [scope, scopeSentences[scope]] as const))(
  'the consent sentence of %s mentions deletion and mailing if its tools do that: %s',
  (scope, sentence) => {
    const takesAway = opened(scope).some(({ effect }) => effect === 'destroy');
    const mails = opened(scope).some(({ effect, preview }) => effect === 'send' || preview !== undefined);
    expect([scope, saysItTakesAway.test(sentence)]).toEqual([scope, takesAway]);
    expect(!mails || saysItMails.test(sentence)).toBe(true);
  },
);

test('consent sentences mention effects that a reader could overlook', () => {
  expect(scopeSentences['campaigns.write']).toContain('scheduled and sent');
  expect(scopeSentences['subscribers.write']).toContain('erase');
  expect(scopeSentences['subscribers.write']).toContain(
    'With double opt-in, new subscribers get an opt-in request by mail',
  );
  expect(scopeSentences['organization.read']).toContain('the log of who changed or sent what');
});
