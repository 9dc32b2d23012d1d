import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { IdInput } from '../../src/model/id.ts';
import { Token, tokenAnswer } from '../../src/model/organization/token.ts';
import { tokenExample } from './token-example.ts';

export const getToken = defineTool({
  name: 'get_token',
  title: 'Get API token',
  summary: 'Show one API token and its limits, without its secret.',
  toolset: 'admin',
  input: z.strictObject({ id: IdInput.describe('tok_…') }),
  output: Token,
  failures: ['not_found'],
  effect: 'read',
  needs: 'tokens.read',
  rest: { route: 'GET /tokens/{id}' },
  example: { input: { id: tokenExample.id }, output: tokenExample },
  async run({ store, fail }, { id }) {
    return tokenAnswer((await store.tokens.byId(id)) ?? fail('not_found'));
  },
});
