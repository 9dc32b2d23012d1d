import { deleteWebhook } from '../../../../../tools/webhooks/delete-webhook.ts';
import { getWebhook } from '../../../../../tools/webhooks/get-webhook.ts';
import { listWebhookDeliveries } from '../../../../../tools/webhooks/list-webhook-deliveries.ts';
import { replayWebhookDeliveries } from '../../../../../tools/webhooks/replay-webhook-deliveries.ts';
import { rotateWebhookSecret } from '../../../../../tools/webhooks/rotate-webhook-secret.ts';
import { testWebhook } from '../../../../../tools/webhooks/test-webhook.ts';
import type { Failure } from '../../../../model/failure.ts';
import { deliveryStatuses } from '../../../../model/webhook/webhook.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import { button, dialog, doneNotice, faultNotice, form, presenceForm } from '../../fields.ts';
import { correctable, passkeyMissing } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { columns, emptyState, linkButton, notice, sheet } from '../../look/parts.ts';
import { filters, lead, olderCursor, pager, table } from '../../look/tables.ts';
import { inDigits, wholeNumberIn } from '../../number-words.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { factList, foreign, renderShortTime, renderTime } from '../../shown.ts';
import { secretNotice, webhooksPath } from './developers-frame.ts';
import {
  type DeliveryShown,
  deliveryBadge,
  deliveryStates,
  describeEvents,
  describeHealth,
  eventTitle,
  shortUrl,
  type WebhookShown,
  webhookBadge,
} from './webhook-states.ts';

const deliveriesShown = 30;

type Extra = { made?: Html; fault?: Failure };

export async function showWebhook(visit: Visit, { made, fault }: Extra = {}): Promise<HttpAnswer> {
  const { request, parameters, organization } = visit;
  const zone = organization.timezone;
  const asked = request.query.get('status');
  const status = deliveryStatuses.find((one) => one === asked);
  const after = request.query.get('after') || undefined;
  const [webhook, deliveries] = await Promise.all([
    visit.call(getWebhook, { id: parameters.id }),
    visit.call(listWebhookDeliveries, { webhook: parameters.id, status, after, limit: deliveriesShown }),
  ]);
  const here = `${webhooksPath}/${webhook.id}`;
  const mayChange = isAdmin(visit);
  const health = describeHealth(webhook);
  const older = olderCursor(deliveries);
  const main = html`${filters(here, [
    {
      kind: 'choice',
      name: 'status',
      label: 'State',
      value: status ?? '',
      choices: [
        { value: '', title: 'Any state' },
        ...deliveryStatuses.map((value) => ({ value, title: deliveryStates[value].text })),
      ],
    },
  ])}${sheet({
    title: 'Deliveries',
    bare: true,
    body:
      deliveries.data.length === 0
        ? emptyState({
            picture: 'webhook',
            title: 'No deliveries',
            text:
              status === undefined
                ? 'Send a test event, or wait for the next event.'
                : 'No delivery is in this state.',
          })
        : deliveriesTable(visit, here, deliveries.data),
  })}${pager(here, { status }, { older, isFirst: after === undefined })}`;
  const side = sheet({
    title: 'Receiver',
    body: factList([
      ['URL', foreign(webhook.url)],
      webhook.description === null ? null : ['Description', foreign(webhook.description)],
      ['Events', html`${describeEvents(webhook.events)}`],
      [
        'Last delivered',
        webhook.last_success_at === null ? html`Never` : renderTime(webhook.last_success_at, zone),
      ],
      webhook.failing_since === null ? null : ['Failing since', renderTime(webhook.failing_since, zone)],
      ['Created', renderTime(webhook.created_at, zone)],
    ]),
    footer: mayChange ? await sideActions(visit, webhook) : null,
  });
  return await page(visit, {
    title: shortUrl(webhook.url),
    heading: foreign(shortUrl(webhook.url)),
    crumb: { href: webhooksPath, title: 'Webhooks' },
    badge: webhookBadge(webhook),
    sub: health,
    acts: mayChange ? headActions(webhook) : null,
    body: html`${made ?? null}${faultNotice(fault ?? null)}${replayedNotice(visit)}${doneNotice(visit, notices)}${columns(main, side)}`,
    status: fault?.status ?? 200,
    also: {
      tool: replayWebhookDeliveries,
      input: { webhook: webhook.id },
      ask: `Why is our webhook ${straight(shortUrl(webhook.url))} failing?`,
    },
  });
}

const notices: Readonly<Record<string, string>> = {
  saved: 'Saved.',
  tested: 'A test event is on its way. Reload the page to see the answer.',
};

function deliveriesTable(
  { organization, now }: Visit,
  here: string,
  deliveries: readonly DeliveryShown[],
): Html {
  const time = (at: string): Html => renderShortTime(at, organization.timezone, now);
  return table({
    caption: 'Deliveries',
    columns: [
      { title: 'Event', kind: 'lead' },
      { title: 'State', kind: 'state' },
      { title: 'Attempts', kind: 'n' },
      { title: 'Next attempt', kind: 'n' },
      { title: 'Event time', kind: 'n' },
    ],
    rows: deliveries.map((delivery) => [
      lead(`${here}/deliveries/${delivery.id}`, eventTitle(delivery.type)),
      deliveryBadge(delivery),
      String(delivery.attempts),
      delivery.next_attempt_at === null ? null : time(delivery.next_attempt_at),
      time(delivery.created_at),
    ]),
  });
}

function headActions({ id, status, consecutive_failures }: WebhookShown): Html {
  const here = `${webhooksPath}/${id}`;
  if (status !== 'enabled') return linkButton(`${here}/edit`, 'Edit', { picture: 'edit' });
  const replay = form(
    `${here}/replay`,
    button('Replay failed deliveries', { look: consecutive_failures > 0 ? 'main' : '', picture: 'history' }),
    'inline',
  );
  return html`${linkButton(`${here}/edit`, 'Edit', { picture: 'edit' })}${form(`${here}/test`, button('Send test event', { look: '', picture: 'send' }), 'inline')}${replay}`;
}

async function sideActions(visit: Visit, { id, url }: WebhookShown): Promise<Html> {
  const here = `${webhooksPath}/${id}`;
  return html`<span class="acts">${dialog('rotate', {
    opener: 'Rotate secret',
    look: 'tiny',
    title: 'Rotate the signing secret?',
    text: 'The new secret is shown once. Both secrets sign for 24 hours, so your app does not reject any delivery.',
    form: await presenceForm(visit, { action: `${here}/rotate`, body: button('Rotate the secret') }),
  })}${dialog('delete', {
    opener: 'Delete webhook',
    look: 'danger tiny',
    title: `Delete the webhook to ${shortUrl(straight(url))}?`,
    text: 'Its waiting deliveries are deleted too. To pause deliveries instead, edit the webhook.',
    form: form(`${here}/delete`, button('Delete webhook', { look: 'danger main' })),
  })}</span>`;
}

/** Calls of one replay, each of which queues a page of deliveries. */
const replayCallsMax = 20;

export async function replayFailed(visit: Visit): Promise<HttpAnswer> {
  const { id } = visit.parameters;
  let replayed = 0;
  try {
    for (let calls = 0; calls < replayCallsMax; calls += 1) {
      const answer = await visit.call(replayWebhookDeliveries, { webhook: id });
      replayed += answer.replayed;
      if (answer.complete || answer.replayed === 0) break;
    }
  } catch (error) {
    return await showWebhook(visit, { fault: correctable(error) });
  }
  return seeOther(`${webhooksPath}/${id}?replayed=${replayed}`);
}

function replayedNotice({ request }: Visit): Html | null {
  const amount = wholeNumberIn(request.query.get('replayed'));
  if (amount === null) return null;
  const title =
    amount === 0
      ? 'No failed deliveries are left to replay.'
      : `${amount === 1 ? '1 delivery is' : `${inDigits(amount)} deliveries are`} being replayed.`;
  return notice({ state: 'ok', title, isCalm: true });
}

export async function sendTest(visit: Visit): Promise<HttpAnswer> {
  const { id } = visit.parameters;
  try {
    const { id: message } = await visit.call(testWebhook, { webhook: id });
    return seeOther(`${webhooksPath}/${id}/deliveries/${message}?done=tested`);
  } catch (error) {
    return await showWebhook(visit, { fault: correctable(error) });
  }
}

export async function rotateSecret(visit: Visit): Promise<HttpAnswer> {
  if (!(await visit.isPersonPresent())) {
    return await showWebhook(visit, { fault: passkeyMissing() });
  }
  const { signing_secret, old_secret_expires_at } = await visit.call(rotateWebhookSecret, {
    id: visit.parameters.id,
  });
  const until = renderTime(old_secret_expires_at, visit.organization.timezone);
  const text = html`You will not see it again. The old secret also signs until ${until}.`;
  return await showWebhook(visit, {
    made: secretNotice('Copy the new signing secret now.', text, signing_secret),
  });
}

export async function removeWebhook(visit: Visit): Promise<HttpAnswer> {
  await visit.call(deleteWebhook, { id: visit.parameters.id });
  return seeOther(`${webhooksPath}?done=deleted`);
}
