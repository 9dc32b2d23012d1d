import { z } from 'zod';
import { listAnswer, listFields, listSchema, pageRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { Grant, grantAnswer } from '../../src/model/oauth/grant-answer.ts';
import { GrantRecords } from '../../src/store/records/access/oauth.ts';
import { grantExample } from './grant-example.ts';

export const listGrants = defineTool({
  name: 'list_grants',
  title: 'List OAuth grants',
  summary:
    'List the apps approved over OAuth, with their scopes and the API token or person that approved them.',
  toolset: 'admin',
  rare: true,
  input: z.strictObject(listFields),
  output: listSchema(Grant),
  failures: [],
  effect: 'read',
  needs: 'tokens.read',
  rest: { route: 'GET /grants' },
  example: {
    input: { limit: 20 },
    output: { object: 'list', data: [grantExample], has_more: false },
  },
  async run({ store: { queries, organization } }, input) {
    const grants = new GrantRecords(queries, organization);
    const request = await pageRequest(input, queries, 'oauth_grants');
    return listAnswer(await grants.page(request), grantAnswer);
  },
});
