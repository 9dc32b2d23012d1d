import { deleteIntegration } from '../../../../../tools/integrations/delete-integration.ts';
import { getIntegration } from '../../../../../tools/integrations/get-integration.ts';
import { listIntegrationEvents } from '../../../../../tools/integrations/list-integration-events.ts';
import { replayIntegrationEvents } from '../../../../../tools/integrations/replay-integration-events.ts';
import { updateIntegration } from '../../../../../tools/integrations/update-integration.ts';
import type { Failure } from '../../../../model/failure.ts';
import {
  eventStates,
  hiddenSecret,
  type IntegrationEventState,
} from '../../../../model/integration/integration.ts';
import { type ProofKind, providers } from '../../../../model/integration/providers.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, dialog, doneNotice, faultNotice, form, presenceForm, textField } from '../../fields.ts';
import { correctable, passkeyMissing } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import {
  columns,
  copyable,
  emptyState,
  notice,
  type StateWords,
  sheet,
  stateBadge,
} from '../../look/parts.ts';
import { filters, olderCursor, pager, table } from '../../look/tables.ts';
import { inNumber, wholeNumberIn } from '../../number-words.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { factList, foreign, renderTime } from '../../shown.ts';
import { integrationsPath, secretNotice } from './developers-frame.ts';

const eventsShown = 30;
const secretCharactersMax = 500;

const integrationEventStates: Readonly<Record<IntegrationEventState, StateWords>> = {
  waiting: { state: 'info', text: 'Waiting', picture: 'clock' },
  applied: { state: 'ok', text: 'Applied', picture: 'check' },
  ignored: { state: 'still', text: 'Ignored', picture: 'still' },
  failed: { state: 'bad', text: 'Failed', picture: 'bad' },
};

const proofWords: Readonly<Record<ProofKind, string>> = {
  'body+time': 'Content and time are signed',
  body: 'The content is signed',
  origin: 'The sender is verified, the content is not',
  path: 'A secret in the URL',
};

type Extra = { made?: Html; fault?: Failure };

export async function showIntegration(visit: Visit, { made, fault }: Extra = {}): Promise<HttpAnswer> {
  const { parameters, request, organization } = visit;
  const zone = organization.timezone;
  const asked = request.query.get('state');
  const state = eventStates.find((one) => one === asked);
  const after = request.query.get('after') || undefined;
  const [integration, events] = await Promise.all([
    visit.call(getIntegration, { id: parameters.id }),
    visit.call(listIntegrationEvents, { id: parameters.id, state, after, limit: eventsShown }),
  ]);
  const { id, provider, name, url, proof, last_fault, last_fault_at, last_received_at } = integration;
  const here = `${integrationsPath}/${id}`;
  const mayChange = isAdmin(visit);
  const older = olderCursor(events);
  const isHidden = url.endsWith(hiddenSecret);
  const main = html`${filters(here, [
    {
      kind: 'choice',
      name: 'state',
      label: 'State',
      value: state ?? '',
      choices: [
        { value: '', title: 'Any state' },
        ...eventStates.map((value) => ({ value, title: integrationEventStates[value].text })),
      ],
    },
  ])}${sheet({
    title: 'Events of the last 30 days',
    bare: true,
    body:
      events.data.length === 0
        ? emptyState({
            picture: 'event',
            title: 'No events',
            text: 'Enter the URL in the other system and send a test event there.',
          })
        : table({
            caption: 'Events',
            columns: [
              { title: 'Event', kind: 'lead' },
              { title: 'State', kind: 'state' },
              { title: 'Result', kind: 'val' },
              { title: 'Received', kind: 'n' },
              { title: '', kind: 'act' },
            ],
            rows: events.data.map((event) => {
              const words = integrationEventStates[event.state];
              return [
                foreign(event.type),
                stateBadge(words),
                event.outcome === null ? null : foreign(event.outcome),
                renderTime(event.received_at, zone),
                mayChange && event.state === 'failed'
                  ? form(`${here}/events/${event.id}/replay`, button('Replay', { look: 'tiny' }), 'inline')
                  : null,
              ];
            }),
          }),
  })}${pager(here, { state }, { older, isFirst: after === undefined })}`;
  const side = sheet({
    title: 'Receiving',
    body: factList([
      ['System', html`${providers[provider].title}`],
      ['URL', isHidden ? html`<code>${url.replace(hiddenSecret, '…')}</code>` : copyable(url, 'URL')],
      ['Verification', html`${proofWords[proof]}`],
      ['Last received', last_received_at === null ? html`Never` : renderTime(last_received_at, zone)],
      last_fault === null
        ? null
        : [
            'Last error',
            html`${foreign(last_fault)}${last_fault_at === null ? null : html`, ${renderTime(last_fault_at, zone)}`}`,
          ],
    ]),
    footer: mayChange ? await sideActions(visit, id, isHidden, proof) : null,
  });
  return await page(visit, {
    title: name ?? providers[provider].title,
    heading: name === null ? providers[provider].title : foreign(name),
    crumb: { href: integrationsPath, title: 'Integrations' },
    sub:
      providers[provider].sends === 'feedback'
        ? 'Reports bounces and complaints of the relay.'
        : 'Sends customers and events here.',
    acts: mayChange
      ? form(`${here}/replay`, button('Replay failed events', { look: '', picture: 'history' }), 'inline')
      : null,
    body: html`${made ?? null}${faultNotice(fault ?? null)}${replayedNotice(visit)}${doneNotice(visit, { saved: 'Saved.' })}${columns(main, side)}`,
    status: fault?.status ?? 200,
    also: {
      tool: replayIntegrationEvents,
      input: { id },
      ask: 'Replay the failed events of this integration.',
    },
  });
}

async function sideActions(visit: Visit, id: string, isHidden: boolean, proof: ProofKind): Promise<Html> {
  const here = `${integrationsPath}/${id}`;
  const renewing = isHidden
    ? dialog('renew', {
        opener: 'Replace URL',
        look: 'tiny',
        title: 'Replace the URL?',
        text: 'The new URL is shown once. The old URL stops working at once.',
        form: await presenceForm(visit, { action: `${here}/url`, body: button('Replace URL') }),
      })
    : null;
  const secret =
    proof === 'path'
      ? null
      : dialog('secret', {
          opener: 'Replace secret',
          look: 'tiny',
          title: 'Replace the signing secret?',
          text: 'The old secret stops working at once.',
          form: await presenceForm(visit, {
            action: `${here}/secret`,
            body: html`${textField({
              name: 'secret',
              label: 'New signing secret',
              type: 'password',
              charactersMax: secretCharactersMax,
            })}${button('Replace the secret')}`,
          }),
        });
  return html`<span class="acts">${renewing}${secret}${dialog('delete', {
    opener: 'Delete integration',
    look: 'danger tiny',
    title: 'Delete this integration?',
    text: 'Its URL stops working at once, and its events are deleted. Subscribers and tracked events stay.',
    form: form(`${here}/delete`, button('Delete integration', { look: 'danger main' })),
  })}</span>`;
}

const replayCallsMax = 20;

export async function replayEvents(visit: Visit): Promise<HttpAnswer> {
  const { id, event } = visit.parameters;
  if (event !== undefined) {
    const { replayed } = await visit.call(replayIntegrationEvents, { id, eventId: event });
    return seeOther(`${integrationsPath}/${id}?replayed=${replayed}`);
  }
  let replayed = 0;
  for (let calls = 0; calls < replayCallsMax; calls += 1) {
    const answer = await visit.call(replayIntegrationEvents, { id });
    replayed += answer.replayed;
    if (!answer.has_more) break;
  }
  return seeOther(`${integrationsPath}/${id}?replayed=${replayed}`);
}

function replayedNotice({ request }: Visit): Html | null {
  const amount = wholeNumberIn(request.query.get('replayed'));
  if (amount === null) return null;
  const title =
    amount === 0 ? 'No failed events are left to replay.' : `Replaying ${inNumber(amount, 'event')}.`;
  return notice({ state: 'ok', title, isCalm: true });
}

export async function renewUrl(visit: Visit): Promise<HttpAnswer> {
  if (!(await visit.isPersonPresent())) return await showIntegration(visit, { fault: passkeyMissing() });
  const { url } = await visit.call(updateIntegration, { id: visit.parameters.id, newUrl: true });
  return await showIntegration(visit, {
    made: secretNotice('Enter the new URL in the other system now.', 'You will not see it again.', url),
  });
}

export async function replaceSecret(visit: Visit): Promise<HttpAnswer> {
  if (!(await visit.isPersonPresent())) return await showIntegration(visit, { fault: passkeyMissing() });
  const { id } = visit.parameters;
  try {
    await visit.call(updateIntegration, { id, secret: visit.form.get('secret') ?? '' });
  } catch (error) {
    return await showIntegration(visit, { fault: correctable(error) });
  }
  return seeOther(`${integrationsPath}/${id}?done=saved`);
}

export async function removeIntegration(visit: Visit): Promise<HttpAnswer> {
  await visit.call(deleteIntegration, { id: visit.parameters.id });
  return seeOther(`${integrationsPath}?done=deleted`);
}
