import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { capLeft } from '../../src/engine/auth/cap-left.ts';
import { IdInput } from '../../src/model/id.ts';
import { Token, type TokenRecord, tokenAnswer } from '../../src/model/organization/token.ts';
import type { OrganizationStore } from '../../src/store/store.ts';
import { tokenExample } from './token-example.ts';

const own = 'me';

export const getToken = defineTool({
  name: 'get_token',
  title: 'Get API token',
  summary: 'Show an API token and its limits, without its secret.',
  advice: 'Without id, it shows your own.',
  toolset: 'admin',
  rare: true,
  input: z.strictObject({ id: IdInput.default(own).describe('tok_…') }),
  output: Token,
  failures: ['not_found'],
  effect: 'read',
  needs: 'tokens.read',
  offeredToAll: true,
  needsOf: ({ id = own }) => (id === own ? [] : ['tokens.read']),
  rest: { route: 'GET /tokens/{id}' },
  example: { input: { id: tokenExample.id }, output: tokenExample },
  async run({ store, caller, now, fail }, { id }) {
    if (id !== own) {
      const found = (await store.tokens.byId(id)) ?? fail('not_found');
      return tokenAnswer(found, await minterOf(store, found));
    }
    const { token, organization } = caller;
    if (token === null) return fail('not_found', { message: 'This call has no API token' });
    return {
      ...tokenAnswer(token, await minterOf(store, token)),
      // For an OAuth app, only the granted scopes.
      scopes: tokenAnswer({ ...token, scopes: [...caller.scopes] }).scopes,
      organization_id: organization.id,
      organization_name: organization.name,
      send_cap_left: await capLeft(store.queries, token, now),
    };
  },
});

async function minterOf({ tokens }: OrganizationStore, { mintedBy }: TokenRecord): Promise<string | null> {
  return mintedBy === null ? null : ((await tokens.byKey(mintedBy))?.id ?? null);
}
