/** Two parts of the page of an email: authentication, and opens and links. */
import { getDomain } from '../../../../../tools/domains/get-domain.ts';
import { parseMailbox } from '../../../../model/address.ts';
import { isNamed, unfoldedValue } from '../../../../model/message/reading/read-fields.ts';
import {
  type AuthenticationCheck,
  explainAuthentication,
  readSignatures,
} from '../../../../model/sending-domain/explain-authentication.ts';
import { type Html, html } from '../../../public/html.ts';
import { foundOrNull } from '../../found-or-null.ts';
import { emptyState, type IconName, icon, list, type State, sheet, statistics } from '../../look/parts.ts';
import { table } from '../../look/tables.ts';
import type { Visit } from '../../page.ts';
import { foreign, renderExactTime } from '../../shown.ts';
import { readMailFields } from './mail-parts.ts';
import type { Whole } from './mail-words.ts';

const resultLooks: Readonly<
  Record<AuthenticationCheck['result'], { state: State; picture: IconName; word: string }>
> = {
  passes: { state: 'ok', picture: 'ok', word: 'Passes' },
  fails: { state: 'bad', picture: 'bad', word: 'Fails' },
  unknown: { state: 'still', picture: 'still', word: 'Unknown' },
};

export async function renderAuthentication(visit: Visit, email: Whole): Promise<Html> {
  const read = parseMailbox(email.from);
  if (!read.ok)
    return emptyState({ picture: 'shield', title: 'No information', text: 'The sender has no domain.' });
  const from = read.mailbox.domain;
  const [domain, fields] = await Promise.all([
    foundOrNull(visit.call(getDomain, { id: from })),
    readMailFields(visit, email),
  ]);
  const values = fields?.filter((field) => isNamed(field, 'dkim-signature')).map(unfoldedValue);
  const checks = explainAuthentication({
    from,
    signatures: values ? readSignatures(values) : null,
    records: domain?.records ?? null,
  });
  const source = domain
    ? html`Based on the signature of this email and the last check of <a href="/console/domains/${domain.id}">${foreign(from)}</a>. Each receiver decides for itself.`
    : html`${foreign(from)} is not one of your <a href="/console/domains">domains</a>. Add it, so that Posthouse can sign its email.`;
  return sheet({
    title: 'Authentication',
    bare: true,
    body: list(
      checks.map(({ name, result, text }) => {
        const { state, picture, word } = resultLooks[result];
        return {
          state,
          sign: icon(picture),
          body: html`<b>${name}</b> <span class="small">${word}</span><small>${foreign(text)}</small>`,
        };
      }),
    ),
    footer: html`<p class="small">${source}</p>`,
  });
}

export function renderVisits({ organization: { timezone }, now }: Visit, { events }: Whole): Html {
  const visits = events.filter(({ type }) => type === 'opened' || type === 'clicked');
  if (visits.length === 0) {
    return sheet({
      bare: true,
      body: emptyState({
        picture: 'open',
        title: 'No opens or clicks',
        text: html`They are recorded if tracking is on for the sending domain. See <a href="/console/domains">Domains</a>.`,
      }),
    });
  }
  const amount = (type: string, machine: boolean): string =>
    String(visits.filter((visit) => visit.type === type && visit.machine === machine).length);
  const machines = visits.filter(({ machine }) => machine).length;
  return html`${statistics([
    { label: 'Opened by people', value: amount('opened', false) },
    { label: 'Clicks by people', value: amount('clicked', false) },
    { label: 'By machines', value: String(machines), note: 'Scanners and image proxies' },
  ])}${sheet({
    title: 'Opens and links',
    bare: true,
    body: table({
      caption: 'Opens and clicks, oldest first',
      columns: [
        { title: 'Event', kind: 'lead' },
        { title: 'By' },
        { title: 'Program', kind: 'val' },
        { title: 'Time', kind: 'n' },
      ],
      rows: visits.map(({ type, machine, data, created_at }) => [
        html`<b>${type === 'opened' ? 'Opened' : 'Link clicked'}</b>${typeof data.link === 'string' ? html`<small>${foreign(data.link)}</small>` : null}`,
        machine ? html`<span class="quiet">Machine</span>` : 'Person',
        typeof data.user_agent === 'string' && data.user_agent !== '' ? foreign(data.user_agent) : null,
        renderExactTime(created_at, timezone, now),
      ]),
    }),
  })}`;
}
