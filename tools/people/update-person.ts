import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { assertManagesPeople, changePerson } from '../../src/engine/people/manage-people.ts';
import { IdInput } from '../../src/model/id.ts';
import { Person, personAnswer, personFields } from '../../src/model/person/person.ts';
import { personExample } from './person-example.ts';

export const updatePerson = defineTool({
  name: 'update_person',
  title: 'Update person',
  summary: 'Change the name, address or roles of a person. Omitted fields stay unchanged.',
  advice: 'Removing a role ends their sessions. The last admin must keep the admin role.',
  toolset: 'admin',
  doors: ['cli', 'console'],
  input: z.strictObject({
    id: IdInput.describe('per_…'),
    name: personFields.name.optional(),
    email: personFields.email.optional(),
    roles: personFields.roles.optional(),
  }),
  output: Person,
  failures: ['not_found', 'conflict', 'restricted_api_key'],
  effect: 'write',
  idempotent: true,
  needs: 'admin',
  roles: ['admin'],
  rest: null,
  example: {
    input: { id: personExample.id, roles: ['approver'] },
    output: { ...personExample, roles: ['approver'] },
  },
  async run(scope, { id, name, email, roles }) {
    assertManagesPeople(scope.caller);
    const change = { ...(name !== undefined && { name }), ...email, ...(roles && { roles }) };
    return await scope.commit(async (store) =>
      personAnswer((await changePerson(store, id, change, scope.now)) ?? scope.fail('not_found')),
    );
  },
});
