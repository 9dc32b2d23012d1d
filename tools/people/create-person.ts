import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { countInvitation, mailInvitation } from '../../src/engine/people/mail-invitation.ts';
import { addPerson, assertManagesPeople } from '../../src/engine/people/manage-people.ts';
import { Invitation, invitationAnswer } from '../../src/model/person/invitation.ts';
import { Person, type PersonRecord, personAnswer, personFields } from '../../src/model/person/person.ts';
import { personExample } from './person-example.ts';

export const createPerson = defineTool({
  name: 'create_person',
  title: 'Add person',
  summary: 'Add a person who can sign in to the console with the given roles.',
  advice:
    'If sending works, the person receives an email with the sign-in address. invitation in the answer tells whether it was sent.',
  toolset: 'admin',
  // No API token, grant or assistant may make an approver.
  doors: ['cli', 'console'],
  input: z.strictObject({ name: personFields.name, email: personFields.email, roles: personFields.roles }),
  output: Person.extend({ invitation: Invitation }),
  failures: ['conflict', 'restricted_api_key'],
  effect: 'write',
  adds: true,
  needs: 'admin',
  roles: ['admin'],
  rest: null,
  example: {
    input: { name: 'Ada Lovelace', email: 'ada@acme.example', roles: ['author', 'approver'] },
    output: { ...personExample, invitation: invitationAnswer('mailed') },
  },
  async run(scope, { name, email, roles }) {
    const { engine, caller, now } = scope;
    const { organization } = caller;
    assertManagesPeople(caller);
    let added: PersonRecord | undefined;
    const answer = await scope.commit(async (store) => {
      added = await addPerson(engine, store, { name, ...email, roles }, now);
      const status = await countInvitation(engine, store, organization, added, now);
      return { ...personAnswer(added), invitation: invitationAnswer(status) };
    });
    if (answer.invitation.status !== 'mailed') return answer;
    return { ...answer, invitation: invitationAnswer(await mailInvitation(engine, organization, added!)) };
  },
});
