import { parseMailbox } from '../../model/address.ts';
import { type ApprovalRecord, approvalLimits } from '../../model/approval/approval.ts';
import { approvalMail } from '../../model/approval/approval-mail.ts';
import { Failure } from '../../model/failure.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { PersonRecord } from '../../model/person/person.ts';
import { hasRole } from '../../model/person/roles.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { confirmationSender } from '../subscribers/opt-in-mail.ts';

/** A question that people are to hear of. */
type Asked = {
  organization: OrganizationRecord;
  question: ApprovalRecord;
  /** Of its tool. */
  title: string;
};

/**
 * Mails the people who may decide that an assistant asks something, each at most once in a while. It is the organization’s mail
 * and not the assistant’s: it counts against no token. Where no mail leaves, none is written.
 */
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

class MailedLately extends Error {}

async function mailApprover(
  engine: Engine,
  { organization, question, title }: Asked,
  person: PersonRecord,
): Promise<void> {
  const { clock, ids, log } = engine.world;
  const { baseUrl } = engine.settings;
  const now = clock.now();
  const to = parseMailbox(person.email ?? '');
  const from = confirmationSender(engine.settings, organization);
  if (!to.ok || from === null) return;
  const { subject, html } = approvalMail(question, { title, organization, baseUrl });
  try {
    await engine.accept.submit({
      caller: {
        door: 'console',
        organization,
        token: null,
        scopes: ['emails.send'],
        requestId: ids.id('msg'),
      },
      source: 'api',
      now,
      memory: null,
      mode: 'strict',
      drafts: [
        {
          from,
          to: to.mailbox,
          replyTo: null,
          subject,
          preview: null,
          body: { kind: 'html', source: html },
          placeholders: { names: [], withoutDefault: [] },
          automatic: true,
        },
      ],
      async alongside(queries) {
        const { people } = new OrganizationStore(queries, organization.key);
        const isFirst = await people.noteMailed(person.key, now, now - approvalLimits.mailedEveryMs);
        if (!isFirst) throw new MailedLately();
      },
      answer: () => null,
    });
  } catch (error) {
    if (error instanceof MailedLately) return;
    if (!(error instanceof Failure)) throw error;
    log.warn({ person: person.id, why: error.failure }, 'that an assistant asks could not be mailed');
  }
}
