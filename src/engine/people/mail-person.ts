import { parseMailbox } from '../../model/address.ts';
import { Failure } from '../../model/failure.ts';
import { mailHeader } from '../../model/organization/mail-header.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { PersonRecord } from '../../model/person/person.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import type { Fate } from '../context/submission.ts';
import { confirmationSender } from '../subscribers/opt-in-mail.ts';

/** Cancels the mail from within `alongside`. */
export class NotMailed extends Error {}

type Mail = {
  subject: string;
  html: string;
  failed: string;
  /** Runs in the mail's transaction. @throws NotMailed */
  alongside(store: OrganizationStore, fates: readonly Fate[], now: number): Promise<void>;
};

/** Mails for the organization, without a token. @returns whether the mail was accepted and not suppressed */
export async function mailPerson(
  { accept, world, settings }: Engine,
  organization: OrganizationRecord,
  person: PersonRecord,
  { subject, html, failed, alongside }: Mail,
): Promise<boolean> {
  const now = world.clock.now();
  const to = parseMailbox(person.email ?? '');
  const from = confirmationSender(settings, organization);
  if (!to.ok || from === null) return false;
  const requestId = world.ids.id('msg');
  try {
    return await accept.submit({
      caller: { door: 'console', organization, token: null, scopes: ['emails.send'], requestId },
      source: 'api',
      now,
      memory: null,
      cause: null,
      mode: 'strict',
      leavesInPause: true,
      drafts: [
        {
          from,
          to: to.mailbox,
          replyTo: null,
          subject,
          preview: null,
          body: { kind: 'html', source: mailHeader(organization, settings.baseUrl) + html },
          placeholders: { names: [], withoutDefault: [] },
          automatic: true,
        },
      ],
      alongside: (queries, fates) => alongside(new OrganizationStore(queries, organization.key), fates, now),
      answer: ([fate]) => fate?.kind === 'accepted' && !fate.events.some(({ type }) => type === 'suppressed'),
    });
  } catch (error) {
    if (error instanceof NotMailed) return false;
    if (!(error instanceof Failure)) throw error;
    world.log.warn({ person: person.id, why: error.failure }, failed);
    return false;
  }
}
