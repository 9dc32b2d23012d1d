import type { z } from 'zod';
import { getSuppression } from '../../../../../tools/suppressions/get-suppression.ts';
import { isRetriableBounce, lastBounce } from '../../../../model/email/bounce.ts';
import type { EmailEventType } from '../../../../model/email/email.ts';
import { Failure } from '../../../../model/failure.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, dialog, form, presenceForm } from '../../fields.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { foreign } from '../../shown.ts';
import type { Whole } from './mail-words.ts';

export type KnownSuppression = z.output<typeof getSuppression.output>;

/** Null if the address is not suppressed, or the person was erased. */
export async function findSuppression(visit: Visit, { to }: Whole): Promise<KnownSuppression | null> {
  const [address = ''] = to;
  if (address === '') return null;
  try {
    return await visit.call(getSuppression, { suppression: address });
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return null;
    throw error;
  }
}

/** Buttons for the actions that the person's roles and the state of the mail allow. */
export async function renderActions(
  visit: Visit,
  email: Whole,
  suppression: KnownSuppression | null,
): Promise<Html | null> {
  if (!isAdmin(visit)) return null;
  const { id } = email;
  const [address = ''] = email.to;
  const again =
    email.delivery_mode === 'captured'
      ? canRelease(visit, email) && button('Release to recipient', { look: '', picture: 'send' })
      : canRetry(email) && button('Send again', { look: '', picture: 'retry' });
  const canSuppress = address !== '' && suppression?.scope !== 'all';
  if (!again && !canSuppress) return null;
  const sending = again
    ? await presenceForm(visit, { action: `/console/emails/${id}/retry`, body: again, look: 'inline' })
    : null;
  return html`${sending}${
    canSuppress
      ? dialog('suppress', {
          opener: 'Suppress address',
          look: 'danger',
          picture: 'suppressed',
          title: 'Suppress this address?',
          text: html`Posthouse sends no more email to ${foreign(address)} until someone removes the suppression.`,
          form: form(`/console/emails/${id}/suppress`, button('Suppress address', { look: 'danger main' })),
        })
      : null
  }`;
}

/** As `retry_email` decides. */
function canRetry({ delivery_mode, last_event, events }: Whole): boolean {
  if (delivery_mode !== 'live') return false;
  if (last_event === 'failed') return true;
  if (last_event !== 'bounced') return false;
  const bounce = lastBounce(
    events.map(({ type, data, machine }) => ({
      type: type as EmailEventType,
      at: 0,
      machine,
      details: data,
    })),
  );
  return bounce !== null && isRetriableBounce(bounce);
}

export function canRelease(
  visit: Visit,
  { delivery_mode, last_event }: Pick<Whole, 'delivery_mode' | 'last_event'>,
): boolean {
  const isWaiting = delivery_mode === 'captured' && last_event === 'queued';
  const { engine, organization } = visit;
  const isOn = organization.sendingEnabled && engine.settings.delivery !== 'capture';
  return isWaiting && isOn && isAdmin(visit);
}
