import { getEmail } from '../../../../../tools/emails/get-email.ts';
import { retryEmail } from '../../../../../tools/emails/retry-email.ts';
import { addSuppression } from '../../../../../tools/suppressions/add-suppression.ts';
import { Failure } from '../../../../model/failure.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { seeOther } from '../../layout.ts';
import type { ConsolePage, Visit } from '../../page.ts';
import { showEmail } from './email.ts';

export const emailActions: readonly ConsolePage[] = [
  { method: 'POST', path: '/console/emails/:id/retry', roles: ['admin'], answer: retry },
  { method: 'POST', path: '/console/emails/:id/suppress', roles: ['admin'], answer: suppress },
];

async function retry(visit: Visit): Promise<HttpAnswer> {
  const { id } = visit.parameters;
  try {
    await visit.call(retryEmail, { id });
  } catch (error) {
    // The page says why: its state may have changed, or the mailbox rests after a bounce.
    if (!(error instanceof Failure) || error.failure === 'not_found') throw error;
    return await showEmail(visit, error);
  }
  return seeOther(`/console/emails/${id}?done=retried`);
}

/** Suppresses the recipient of the mail, so that the form needs no address. */
async function suppress(visit: Visit): Promise<HttpAnswer> {
  const { id } = visit.parameters;
  const { to } = await visit.call(getEmail, { id });
  await visit.call(addSuppression, { email: to[0] });
  return seeOther(`/console/emails/${id}?done=suppressed`);
}
