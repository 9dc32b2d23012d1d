import { deleteEmails } from '../../../../../tools/emails/delete-emails.ts';
import { releaseEmails } from '../../../../../tools/emails/release-emails.ts';
import { retryEmail } from '../../../../../tools/emails/retry-email.ts';
import { Failure } from '../../../../model/failure.ts';
import { isoInstant } from '../../../../model/instant.ts';
import { markNextRead, markRead } from '../../../../store/records/mail/unread-mails.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, dialog, form, presenceForm } from '../../fields.ts';
import { seeOther } from '../../layout.ts';
import { linkButton } from '../../look/parts.ts';
import { type ConsolePage, isAuthor, type Visit } from '../../page.ts';
import { canRelease } from '../emails/email-actions.ts';
import type { Listed } from '../emails/mail-words.ts';

export const inboxActions: readonly ConsolePage[] = [
  { method: 'POST', path: '/console/inbox/delete', roles: ['author'], answer: deleteAll },
  { method: 'POST', path: '/console/inbox/release', roles: ['admin'], answer: releaseAll },
  { method: 'POST', path: '/console/inbox/read', answer: markAllRead },
  { method: 'POST', path: '/console/inbox/:id/unread', answer: markUnread },
  { method: 'POST', path: '/console/inbox/:id/delete', roles: ['author'], answer: deleteOne },
  { method: 'POST', path: '/console/inbox/:id/release', roles: ['admin'], answer: releaseOne },
];

/** Pages of a hundred mails that one form deletes or releases. */
const pagesMax = 20;

/** Mails that one transaction marks as read. */
const markedMax = 1_000;

async function markAllRead({ engine, organization, now }: Visit): Promise<HttpAnswer> {
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const marked = await engine.store.database.transaction((queries) =>
      markNextRead({ queries, organization: organization.key }, now, markedMax),
    );
    if (marked < markedMax) return seeOther('/console/inbox');
  }
  return seeOther('/console/inbox?done=read_some');
}

async function markUnread({ engine, organization, parameters: { id = '' } }: Visit): Promise<HttpAnswer> {
  const isMarked = await engine.store.database.transaction((queries) =>
    markRead({ queries, organization: organization.key }, id, null),
  );
  if (!isMarked) throw new Failure('not_found');
  return seeOther('/console/inbox');
}

async function deleteOne(visit: Visit): Promise<HttpAnswer> {
  await visit.call(deleteEmails, { ids: [visit.parameters.id] });
  return seeOther('/console/inbox?done=deleted');
}

/** Mail that arrives meanwhile stays. */
async function deleteAll(visit: Visit): Promise<HttpAnswer> {
  const before = isoInstant(visit.now + 1);
  let after: string | undefined;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const answer = await visit.call(deleteEmails, { created_before: before, after });
    if (!answer.has_more || answer.next_after === null) return seeOther('/console/inbox?done=deleted');
    after = answer.next_after;
  }
  return seeOther('/console/inbox?done=deleted_some');
}

async function releaseOne(visit: Visit): Promise<HttpAnswer> {
  const { id } = visit.parameters;
  await visit.call(retryEmail, { id });
  return seeOther(`/console/emails/${id}?done=retried`);
}

/** Like resuming, this sends any amount of waiting mail. */
async function releaseAll(visit: Visit): Promise<HttpAnswer> {
  let after: string | undefined;
  let refused = 0;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const answer = await visit.call(releaseEmails, { limit: 100, after });
    refused += answer.refused.length;
    if (!answer.has_more || answer.next_after === null) {
      return seeOther(`/console/inbox?done=${refused === 0 ? 'released' : 'released_some'}`);
    }
    after = answer.next_after;
  }
  return seeOther('/console/inbox?done=released_some');
}

export async function renderInboxActions(visit: Visit, emails: readonly Listed[]): Promise<Html> {
  const mayWrite = isAuthor(visit);
  const hasReleasable = emails.some((email) => canRelease(visit, email));
  return html`<span class="small mid live"><i class="key c2 pulse"></i>Updates automatically</span>${
    mayWrite ? linkButton('/console/inbox/new', 'Send a test email', { look: 'main', picture: 'send' }) : null
  }${
    hasReleasable
      ? dialog('release-all', {
          opener: 'Release all',
          look: '',
          picture: 'send',
          title: 'Release all captured emails?',
          text: 'They go to real mailboxes. Emails to suppressed addresses stay here.',
          form: await presenceForm(visit, {
            action: '/console/inbox/release',
            body: button('Release all emails'),
          }),
        })
      : null
  }${
    mayWrite && emails.length > 0
      ? dialog('delete-all', {
          opener: 'Delete all',
          look: '',
          picture: 'trash',
          title: 'Delete all emails in the inbox?',
          text: 'All captured and test emails are permanently deleted. Emails that were sent stay.',
          form: form('/console/inbox/delete', button('Delete all emails', { look: 'danger main' })),
        })
      : null
  }`;
}
