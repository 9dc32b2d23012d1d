import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { assertManagesPeople, removePerson } from '../../src/engine/people/manage-people.ts';
import { IdInput } from '../../src/model/id.ts';
import { personExample } from './person-example.ts';

export const deletePerson = defineTool({
  name: 'delete_person',
  title: 'Remove person',
  summary: 'Remove a person. Their sessions, sign-in links and passkeys stop working at once.',
  advice: 'The last admin cannot be removed. The audit log keeps their actions and name.',
  toolset: 'admin',
  doors: ['cli', 'console'],
  input: z.strictObject({ id: IdInput.describe('per_…') }),
  output: z.object({ object: z.literal('person'), id: z.string(), deleted: z.literal(true) }),
  failures: ['not_found', 'conflict', 'restricted_api_key'],
  effect: 'destroy',
  needs: 'admin',
  roles: ['admin'],
  rest: null,
  example: {
    input: { id: personExample.id },
    output: { object: 'person', id: personExample.id, deleted: true },
  },
  async run(scope, { id }) {
    assertManagesPeople(scope.caller);
    return await scope.commit(async (store) => {
      if (!(await removePerson(store, id, scope.now))) return scope.fail('not_found');
      return { object: 'person' as const, id, deleted: true as const };
    });
  },
});
