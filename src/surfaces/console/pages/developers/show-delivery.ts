import { getWebhook } from '../../../../../tools/webhooks/get-webhook.ts';
import { getWebhookEvent } from '../../../../../tools/webhooks/get-webhook-event.ts';
import { replayWebhookDeliveries } from '../../../../../tools/webhooks/replay-webhook-deliveries.ts';
import type { Failure } from '../../../../model/failure.ts';
import { describeOutcome } from '../../../../model/webhook/verdict.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { html } from '../../../public/html.ts';
import { button, doneNotice, faultNotice, form } from '../../fields.ts';
import { correctable } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { codeFigure, columns, copyable, sheet, type TrailEntry, trail } from '../../look/parts.ts';
import { inDigits } from '../../number-words.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { factList, foreign, renderTime } from '../../shown.ts';
import { webhooksPath } from './developers-frame.ts';
import { deliveryBadge, eventTitle, shortUrl } from './webhook-states.ts';

const linePad = 2;

export async function showDelivery(visit: Visit, fault: Failure | null = null): Promise<HttpAnswer> {
  const { parameters, organization } = visit;
  const zone = organization.timezone;
  const place = { webhook: parameters.id, message: parameters.message };
  const [webhook, delivery] = await Promise.all([
    visit.call(getWebhook, { id: parameters.id }),
    visit.call(getWebhookEvent, place),
  ]);
  const here = `${webhooksPath}/${webhook.id}/deliveries/${delivery.id}`;
  const attempts = delivery.last_attempts.map((attempt): TrailEntry => {
    const isDelivered = attempt.outcome === 'succeeded';
    return {
      state: isDelivered ? 'ok' : 'bad',
      title: describeOutcome(attempt.outcome, attempt.status_code),
      text: html`${inDigits(attempt.duration_ms)} ms${attempt.url === webhook.url ? null : html`, ${foreign(shortUrl(attempt.url))}`}`,
      said: attempt.answer,
      time: renderTime(attempt.created_at, zone),
    };
  });
  const main = html`${sheet({
    title: 'Attempts',
    bare: true,
    body:
      attempts.length === 0
        ? html`<div class="pad"><p class="quiet">No attempt yet. Reload the page in a moment.</p></div>`
        : trail(attempts),
  })}${codeFigure('payload', 'Body of the request', JSON.stringify(delivery.payload, null, linePad))}`;
  const side = sheet({
    title: 'Event',
    body: factList([
      ['Event', html`${eventTitle(delivery.type)}`],
      ['Name in your code', html`<code>${delivery.type}</code>`],
      ['About', copyable(delivery.object_id, 'ID')],
      ['Message', copyable(delivery.id, 'message ID')],
      ['Occurred', renderTime(delivery.created_at, zone)],
      delivery.next_attempt_at === null ? null : ['Next attempt', renderTime(delivery.next_attempt_at, zone)],
      ['Receiver', foreign(shortUrl(webhook.url))],
    ]),
  });
  const mayReplay = isAdmin(visit) && webhook.status === 'enabled';
  return await page(visit, {
    title: eventTitle(delivery.type),
    crumb: { href: `${webhooksPath}/${webhook.id}`, title: 'Webhook' },
    badge: deliveryBadge(delivery),
    acts: mayReplay ? form(`${here}/replay`, button('Replay', { picture: 'history' }), 'inline') : null,
    body: html`${faultNotice(fault)}${doneNotice(visit, notices)}${columns(main, side)}`,
    status: fault?.status ?? 200,
    also: { tool: replayWebhookDeliveries, input: place, ask: 'Send this event to our webhook again.' },
  });
}

const notices: Readonly<Record<string, string>> = {
  tested: 'The test event is on its way. Reload the page to see the answer.',
  replayed: 'The event is on its way again.',
};

export async function replayOne(visit: Visit): Promise<HttpAnswer> {
  const { id, message } = visit.parameters;
  try {
    await visit.call(replayWebhookDeliveries, { webhook: id, message });
  } catch (error) {
    return await showDelivery(visit, correctable(error));
  }
  return seeOther(`${webhooksPath}/${id}/deliveries/${message}?done=replayed`);
}
