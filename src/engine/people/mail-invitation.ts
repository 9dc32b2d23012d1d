import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { invitationMail } from '../../model/person/invitation-mail.ts';
import type { PersonRecord } from '../../model/person/person.ts';
import type { Engine } from '../context/scope.ts';
import { mailPerson } from './mail-person.ts';

/**
 * Mails a person who was added where they sign in. It is the organization's mail, and the person stays whether or not it can be
 * written. Where no mail leaves, none is written.
 */
export async function mailInvitation(
  engine: Engine,
  organization: OrganizationRecord,
  person: PersonRecord,
): Promise<void> {
  const { delivery, baseUrl } = engine.settings;
  if (delivery === 'capture' || !organization.sendingEnabled) return;
  await mailPerson(engine, organization, person, {
    ...invitationMail({ organizationName: organization.name, roles: person.roles, baseUrl }),
    failed: 'a person who was added could not be mailed',
    async alongside() {},
  });
}
