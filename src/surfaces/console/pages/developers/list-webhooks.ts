import { listWebhooks } from '../../../../../tools/webhooks/list-webhooks.ts';
import { saveWebhook } from '../../../../../tools/webhooks/save-webhook.ts';
import { webhooksPerOrganizationMax } from '../../../../model/webhook/webhook.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { html } from '../../../public/html.ts';
import { button, doneNotice, form } from '../../fields.ts';
import { emptyState, linkButton, sheet } from '../../look/parts.ts';
import { lead, table } from '../../look/tables.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';
import { developersPage, webhooksPath } from './developers-frame.ts';
import { describeEvents, describeHealth, shortUrl, webhookBadge } from './webhook-states.ts';

export async function showWebhooks(visit: Visit): Promise<HttpAnswer> {
  const { organization } = visit;
  const { data } = await visit.call(listWebhooks, { limit: webhooksPerOrganizationMax });
  const mayChange = isAdmin(visit);
  const adding = linkButton(`${webhooksPath}/new`, 'New webhook', { look: 'main', picture: 'add' });
  const rows = data.map((webhook) => [
    lead(
      `${webhooksPath}/${webhook.id}`,
      foreign(shortUrl(webhook.url)),
      describeHealth(webhook) ?? (webhook.description === null ? null : foreign(webhook.description)),
    ),
    webhookBadge(webhook),
    describeEvents(webhook.events),
    webhook.last_success_at === null
      ? html`<span class="quiet">Never</span>`
      : renderTime(webhook.last_success_at, organization.timezone),
    mayChange && webhook.status === 'enabled' && webhook.consecutive_failures > 0
      ? form(
          `${webhooksPath}/${webhook.id}/replay`,
          button('Replay failed deliveries', { look: 'tiny', picture: 'history' }),
          'inline',
        )
      : null,
  ]);
  const body = html`${doneNotice(visit, { deleted: 'The webhook was deleted.' })}${sheet({
    bare: true,
    body:
      data.length === 0
        ? emptyState({
            picture: 'webhook',
            title: 'No webhooks yet',
            text: 'A webhook tells your app at once when an email bounces, a person unsubscribes, and more.',
            actions: mayChange ? adding : null,
          })
        : table({
            caption: 'Webhooks',
            columns: [
              { title: 'Receiver', kind: 'lead' },
              { title: 'State', kind: 'state' },
              { title: 'Events', kind: 'val' },
              { title: 'Last delivered', kind: 'n' },
              { title: '', kind: 'act' },
            ],
            rows,
          }),
  })}`;
  return await developersPage(visit, 'webhooks', {
    acts: mayChange && data.length > 0 ? adding : null,
    body,
    also: {
      tool: saveWebhook,
      input: { url: 'https://hooks.example.com/posthouse', events: ['email.bounced'] },
      ask: 'Tell our CRM at https://hooks.example.com when an email bounces.',
    },
  });
}
