import { z } from 'zod';
import { listAnswer, listFields, listSchema, pageRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { Token, tokenAnswer } from '../../src/model/organization/token.ts';
import { tokenExample } from './token-example.ts';

export const listTokens = defineTool({
  name: 'list_tokens',
  title: 'List API tokens',
  summary: 'List API tokens, including revoked ones, without their secrets.',
  toolset: 'admin',
  rare: true,
  input: z.strictObject(listFields),
  output: listSchema(Token),
  failures: [],
  effect: 'read',
  needs: 'tokens.read',
  rest: { route: 'GET /tokens' },
  example: {
    input: { limit: 20 },
    output: { object: 'list', data: [tokenExample], has_more: false },
  },
  async run({ store }, input) {
    const request = await pageRequest(input, store.queries, 'tokens');
    const page = await store.tokens.page(request);
    const minters = await store.tokens.idsOf(page.rows.flatMap(({ mintedBy }) => mintedBy ?? []));
    return listAnswer(page, (token) => tokenAnswer(token, minters.get(token.mintedBy ?? 0) ?? null));
  },
});
