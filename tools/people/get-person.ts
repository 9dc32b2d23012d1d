import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { assertManagesPeople } from '../../src/engine/people/manage-people.ts';
import { IdInput } from '../../src/model/id.ts';
import { Person, personAnswer } from '../../src/model/person/person.ts';
import { personExample } from './person-example.ts';

export const getPerson = defineTool({
  name: 'get_person',
  title: 'Get person',
  summary: 'Show one person who can sign in to the console.',
  toolset: 'admin',
  doors: ['cli', 'console'],
  input: z.strictObject({ id: IdInput.describe('per_…') }),
  output: Person,
  failures: ['not_found', 'restricted_api_key'],
  effect: 'read',
  needs: 'admin',
  roles: ['admin'],
  rest: null,
  example: { input: { id: personExample.id }, output: personExample },
  async run(scope, { id }) {
    assertManagesPeople(scope.caller);
    return personAnswer((await scope.store.people.byId(id)) ?? scope.fail('not_found'));
  },
});
