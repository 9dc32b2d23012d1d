import { z } from 'zod';
import { listAnswer, listFields, listSchema, pageRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { assertManagesPeople } from '../../src/engine/people/manage-people.ts';
import { Person, personAnswer } from '../../src/model/person/person.ts';
import { personExample } from './person-example.ts';

export const listPeople = defineTool({
  name: 'list_people',
  title: 'List people',
  summary: 'List the people who can sign in to the console, newest first.',
  toolset: 'admin',
  doors: ['cli', 'console'],
  input: z.strictObject(listFields),
  output: listSchema(Person),
  failures: ['restricted_api_key'],
  effect: 'read',
  needs: 'admin',
  roles: ['admin'],
  rest: null,
  example: {
    input: { limit: 20 },
    output: { object: 'list', data: [personExample], has_more: false },
  },
  async run({ store, caller }, input) {
    assertManagesPeople(caller);
    const request = await pageRequest(input, store.queries, 'people');
    return listAnswer(await store.people.page(request), personAnswer);
  },
});
