import { type ApprovalRecord, approvalLimits } from '../../model/approval/approval.ts';
import { approvalMail } from '../../model/approval/approval-mail.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { PersonRecord } from '../../model/person/person.ts';
import { hasRole } from '../../model/person/roles.ts';
import type { Engine } from '../context/scope.ts';
import { mailPerson, NotMailed } from './mail-person.ts';

type Asked = {
  organization: OrganizationRecord;
  question: ApprovalRecord;
  title: string;
};

/** Mails each approver at most once per interval. The mail belongs to the organization and counts against no token. */
export async function mailApprovers(engine: Engine, asked: Asked): Promise<void> {
  const { store, settings, world } = engine;
  const { organization } = asked;
  if (settings.delivery === 'capture' || !organization.sendingEnabled) return;
  const before = world.clock.now() - approvalLimits.mailedEveryMs;
  const people = await store.forOrganization(organization.key).people.notMailedSince(before);
  for (const person of people) {
    if (hasRole(person.roles, ['approver'])) await mailApprover(engine, asked, person);
  }
}

async function mailApprover(
  engine: Engine,
  { organization, question, title }: Asked,
  person: PersonRecord,
): Promise<void> {
  const { baseUrl } = engine.settings;
  await mailPerson(engine, organization, person, {
    ...approvalMail(question, { title, organization, baseUrl }),
    failed: 'an approval request could not be mailed',
    async alongside({ people }, _, now) {
      const isFirst = await people.noteMailed(person.key, now, now - approvalLimits.mailedEveryMs);
      if (!isFirst) throw new NotMailed();
    },
  });
}
