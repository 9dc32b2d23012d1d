import { parseMailbox } from '../../model/address.ts';
import { escapeHtml } from '../../model/content/escape-html.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { type InvitationStatus, invitationLimits, mayInvite } from '../../model/person/invitation.ts';
import type { PersonRecord } from '../../model/person/person.ts';
import type { PersonRole } from '../../model/person/roles.ts';
import { addInvitation, invitationsMailed } from '../../store/records/access/people.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { createGuardKey } from '../recipients/recipient-marks.ts';
import { mailPerson } from './mail-person.ts';

/** Call it in the transaction that adds the person: its lock makes counts exact. Returns whether to mail. */
export async function countInvitation(
  engine: Engine,
  store: OrganizationStore,
  organization: OrganizationRecord,
  person: PersonRecord,
  now: number,
): Promise<InvitationStatus> {
  if (engine.settings.delivery === 'capture' || !organization.sendingEnabled) return 'off';
  const to = parseMailbox(person.email ?? '');
  if (!to.ok) return 'refused';
  const { mailbox } = createGuardKey(engine, organization.key, to.mailbox);
  if (!mayInvite(await invitationsMailed(store, mailbox, now - invitationLimits.windowMs))) return 'too_many';
  await addInvitation(store, mailbox, now);
  return 'mailed';
}

/** Mails the sign-in address. The person stays even if the mail fails. */
export async function mailInvitation(
  engine: Engine,
  organization: OrganizationRecord,
  person: PersonRecord,
): Promise<InvitationStatus> {
  const { baseUrl } = engine.settings;
  const isMailed = await mailPerson(engine, organization, person, {
    ...invitationMail({ organizationName: organization.name, roles: person.roles, baseUrl }),
    failed: 'the invitation of a new person could not be mailed',
    async alongside() {},
  });
  return isMailed ? 'mailed' : 'refused';
}

/** Contains no secret, so it does not matter who reads it. */
function invitationMail({
  organizationName,
  roles,
  baseUrl,
}: {
  organizationName: string;
  roles: readonly PersonRole[];
  baseUrl: string;
}): { subject: string; html: string } {
  const name = organizationName.replaceAll(/[{}]/g, '');
  return {
    subject: `You can sign in to ${name}`,
    html: `<p>You were added to ${escapeHtml(name)} at Posthouse as ${roles.join(' and ')}.</p>
<p><a href="${escapeHtml(`${baseUrl}/console/sign-in`)}">Sign in</a> with the address that received this mail. You will then get a link that works once. After that, you can add a passkey.</p>
<p>If you did not expect this mail, ignore it.</p>`,
  };
}
