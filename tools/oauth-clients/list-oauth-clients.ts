import { z } from 'zod';
import { listAnswer, listFields, listSchema, pageRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { OauthClientAnswer, oauthClientAnswer } from '../../src/model/oauth/client-answer.ts';
import { listClients } from '../../src/store/records/access/oauth-clients.ts';
import { oauthClientExample } from './oauth-client-example.ts';

export const listOauthClients = defineTool({
  name: 'list_oauth_clients',
  title: 'List OAuth clients',
  summary: 'List the OAuth clients registered on this server, newest first.',
  advice: 'Operator only. For the apps approved by an organization, use list_grants.',
  toolset: 'admin',
  doors: ['tools', 'cli'],
  input: z.strictObject(listFields),
  output: listSchema(OauthClientAnswer),
  failures: [],
  effect: 'read',
  needs: 'admin',
  rest: null,
  example: {
    input: { limit: 20 },
    output: { object: 'list', data: [oauthClientExample], has_more: false },
  },
  async run({ store: { queries } }, input) {
    const request = await pageRequest(input, queries, 'oauth_clients');
    return listAnswer(await listClients(queries, request), oauthClientAnswer);
  },
});
