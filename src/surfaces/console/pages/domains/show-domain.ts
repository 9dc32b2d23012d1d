import type { z } from 'zod';
import { getDomain } from '../../../../../tools/domains/get-domain.ts';
import { getEmailMetrics } from '../../../../../tools/emails/get-email-metrics.ts';
import { utcDay, warmUpDays, warmUpLimit } from '../../../../model/delivery/warm-up.ts';
import { dayMs, isoInstant } from '../../../../model/instant.ts';
import type { Domain } from '../../../../model/sending-domain/domain-fields.ts';
import { sendingStatuses } from '../../../../model/sending-domain/record-status.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, dialog, doneNotice, form, presenceForm } from '../../fields.ts';
import { page } from '../../layout.ts';
import {
  badge,
  copyable,
  copyButton,
  icon,
  linkButton,
  list,
  notice,
  sheet,
  stateBadge,
} from '../../look/parts.ts';
import { table } from '../../look/tables.ts';
import { inDigits, inPercent } from '../../number-words.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { factList, foreign, formatter, renderTime } from '../../shown.ts';
import { domainBadge, recordPurposes, recordStates } from './domain-states.ts';
import { domainsPath } from './list-domains.ts';

export type ShownDomain = z.output<typeof Domain>;
type ShownRecord = ShownDomain['records'][number];

const notices = {
  added: 'Added. Publish these records at your DNS provider.',
  checked: 'Checked just now.',
  rotated: 'New keys are ready. Publish their records; the old keys sign until then.',
  saved: 'Saved.',
};

/** Seconds between two checks while records are missing. The script checks less often while nothing changes. */
const checkEverySeconds = 3;

export async function showDomain(visit: Visit, fault: Html | null = null, status = 200): Promise<HttpAnswer> {
  const domain = await visit.call(getDomain, { id: visit.parameters.id });
  const zone = visit.organization.timezone;
  const mayChange = isAdmin(visit);
  const path = `${domainsPath}/${domain.id}`;
  const body = html`${fault ?? doneNotice(visit, notices)}${liveRecords(domain, { zone, mayChange })}<div class="cols even"><div>
${keys(visit, domain)}${settings(domain, mayChange)}
</div><div>
${await reputation(visit, domain)}</div></div>`;
  return await page(visit, {
    title: domain.name,
    heading: foreign(domain.name),
    crumb: { href: domainsPath, title: 'Domains' },
    badge: html`<span id="domain-state" data-with="records">${domainBadge(domain.status)}</span>`,
    sub: html`Added ${renderTime(domain.created_at, zone)}`,
    acts: mayChange
      ? html`${form(`${path}/check`, button('Check now', { picture: 'retry' }), 'inline')}${await removal(visit, domain)}`
      : null,
    body,
    also: {
      tool: getDomain,
      input: { id: domain.name },
      ask: `What is still missing for ${domain.name}?`,
    },
    status,
  });
}

/** This part checks itself while records are missing, if this person may start a check. */
function liveRecords(domain: ShownDomain, { zone, mayChange }: { zone: string; mayChange: boolean }): Html {
  const { id, records, last_checked_at } = domain;
  const isDone = records.every(({ status }) => status === 'verified');
  const path = `${domainsPath}/${id}`;
  const live =
    isDone || !mayChange
      ? null
      : html` data-every="${String(checkEverySeconds)}" data-submit="${path}/check"`;
  const checked =
    last_checked_at === null
      ? html`Not checked yet.`
      : html`Last check <time datetime="${last_checked_at}" title="${last_checked_at}">${formatter('exact', zone).format(new Date(last_checked_at))}</time>.`;
  const aside = html`<a class="btn tiny" href="${path}/zone" download>${icon('download')}Download as a zone file</a>`;
  return html`<div id="records"${live}>
${summary(domain, checked)}${sheet({ title: 'DNS records', aside, body: recordsTable(domain), bare: true })}</div>
`;
}

function summary(domain: ShownDomain, checked: Html): Html {
  const { status } = domain;
  // The record of a retired key is only kept for mail on its way.
  const records = domain.records.filter((record) => keyOf(domain, record)?.role !== 'retired');
  const right = records.filter((record) => record.status === 'verified').length;
  const count = (states: readonly string[]): number =>
    records.filter((one) => states.includes(shownStatus(one))).length;
  const missing = count(['pending', 'not_started']);
  const wrong = count(['failed', 'temporary_failure']);
  const title = `${right} of ${records.length} records are correct.`;
  if (right === records.length) return notice({ state: 'ok', title, text: checked, isCalm: true });
  const todo = [
    ...(missing === 0
      ? []
      : [missing === 1 ? 'add the missing record' : `add the ${missing} missing records`]),
    ...(wrong === 0 ? [] : [wrong === 1 ? 'correct the wrong record' : `correct the ${wrong} wrong records`]),
  ].join(' and ');
  const canSend = sendingStatuses.includes(status)
    ? 'The domain can already send.'
    : 'Until then it cannot send.';
  const text = html`${todo.charAt(0).toUpperCase()}${todo.slice(1)} at your DNS provider. ${canSend} ${checked}`;
  return notice({ state: sendingStatuses.includes(status) ? 'info' : 'warn', title, text });
}

type ShownKey = ShownDomain['dkim_keys'][number];

function keyOf({ dkim_keys }: ShownDomain, { name }: ShownRecord): ShownKey | undefined {
  return dkim_keys.find(({ selector }) => name.startsWith(`${selector}._domainkey.`));
}

function purposeOf(domain: ShownDomain, record: ShownRecord): string {
  const key = keyOf(domain, record);
  if (key?.role === 'next') return 'DKIM: new key';
  if (key?.role === 'retired') return 'DKIM: retired key';
  return key?.algorithm === 'ed25519' ? 'DKIM: second signature' : recordPurposes[record.record];
}

/** Long values are shortened; the copy button copies the whole value. */
const valueCharactersShown = { first: 48, last: 6 } as const;

function valueCell(value: string): Html {
  const { first, last } = valueCharactersShown;
  if (value.length <= 2 * first) return copyable(value, 'value');
  const short = `${value.slice(0, first)}…${value.slice(-last)}`;
  return html`<span class="copy"><code title="${value}">${short}</code>${copyButton(value, 'value')}</span>`;
}

function recordsTable(domain: ShownDomain): Html {
  return table({
    caption: 'DNS records',
    columns: [
      { title: 'Record', kind: 'lead' },
      { title: 'State', kind: 'state' },
      { title: 'Name', kind: 'val' },
      { title: 'Value', kind: 'val' },
      { title: 'Found in DNS', kind: 'val' },
    ],
    rows: domain.records.map((record) => {
      return [
        html`<b>${purposeOf(domain, record)}</b><small>${record.type}</small>`,
        stateBadge(recordStates[shownStatus(record)]),
        copyable(record.name, 'name'),
        valueCell(record.value),
        foundWords(record),
      ];
    }),
  });
}

function shownStatus({ status, found = [] }: ShownRecord): ShownRecord['status'] {
  return status === 'failed' && found.length === 0 ? 'pending' : status;
}

const foundShown = 3;

function foundWords({ status, found = [], advice }: ShownRecord): Html {
  const values = found.slice(0, foundShown).map((value) => html`<code>${foreign(value)}</code> `);
  if (status === 'verified')
    return html`Correct${advice === null ? null : html`<small>${foreign(advice)}</small>`}`;
  const nothing =
    status === 'not_started' ? 'Not checked yet.' : 'Nothing yet. New records can take an hour to appear.';
  const what = values.length === 0 ? html`<span class="mid">${nothing}</span>` : html`${values}`;
  return html`${what}${advice === null ? null : html`<small>${foreign(advice)}</small>`}`;
}

const keyRoles = {
  signing: { state: 'ok', text: 'In use', picture: 'ok' },
  next: { state: 'warn', text: 'Waiting for DNS', picture: 'clock' },
  retired: { state: 'still', text: 'Retired', picture: 'still' },
} as const;

const algorithms = { rsa: 'RSA', ed25519: 'Ed25519' } as const;

function keys(visit: Visit, domain: ShownDomain): Html {
  const { id, name, dkim_keys } = domain;
  const zone = visit.organization.timezone;
  const isRotating = dkim_keys.some(({ role }) => role === 'next');
  const rows = dkim_keys.map(({ selector, algorithm, role, keep_until }) => {
    const record = domain.records.find((one) => keyOf(domain, one)?.selector === selector);
    const isSeen = record?.status === 'verified' || record?.status === 'temporary_failure';
    const words = keyRoles[role === 'signing' && !isSeen ? 'next' : role];
    const note =
      keep_until === null
        ? role === 'next'
          ? html`Signs once its record is found`
          : null
        : html`Keep its record until ${renderTime(keep_until, zone)}, then delete it`;
    return {
      sign: icon('key'),
      body: html`<b>${selector}</b><small>${algorithms[algorithm]}${note && html`. ${note}`}</small>`,
      end: stateBadge(words),
    };
  });
  const rotate = dialog('rotate', {
    opener: 'Rotate keys',
    look: 'tiny',
    picture: 'retry',
    title: `Rotate the keys of ${name}?`,
    text: html`<span>1. Posthouse creates new keys. 2. You publish their records, which this page then shows. 3. Once a check finds them, they sign, and the old keys retire after seven days. No mail is lost in between.</span>`,
    form: form(`${domainsPath}/${id}/rotate`, button('Rotate keys')),
  });
  const aside = isAdmin(visit) && !isRotating ? rotate : null;
  return sheet({ title: 'DKIM keys', aside, body: list(rows), bare: true });
}

/** Of delivered mail. Large receivers block above them. */
const rateLimits = { bounced: 0.01, complained: 0.001 } as const;
const daysShown = 30;
/** A percentage of fewer emails proves nothing. */
const shareFrom = 100;

async function reputation(visit: Visit, domain: ShownDomain): Promise<Html> {
  const { data } = await visit.call(getEmailMetrics, {
    from: isoInstant(visit.now - daysShown * dayMs),
    group_by: 'domain',
    group: domain.name,
    limit: daysShown + 1,
  });
  const sum = (count: 'accepted' | 'delivered' | 'bounced_hard' | 'complained'): number =>
    data.reduce((total, row) => total + row[count], 0);
  const sent = sum('accepted');
  const rate = (amount: number, limit: number): Html => {
    const allowed = html`<span class="quiet">(limit ${inPercent(limit)})</span>`;
    if (sent < shareFrom) return html`${inDigits(amount)} ${allowed}`;
    const text = html`${inPercent(amount / sent)} ${allowed}`;
    return amount / sent > limit ? html`${badge('bad', inPercent(amount / sent), 'warn')} ${allowed}` : text;
  };
  const body = factList([
    ['Sent', html`${inDigits(sent)}`],
    visit.engine.settings.delivery === 'relay' ? null : ['Delivered', html`${inDigits(sum('delivered'))}`],
    ['Permanent bounces', rate(sum('bounced_hard'), rateLimits.bounced)],
    ['Marked as spam', rate(sum('complained'), rateLimits.complained)],
    ['Daily limit', warmUpWords(visit, domain)],
  ]);
  return sheet({ title: `Reputation, ${daysShown} days`, body });
}

function warmUpWords({ engine, now }: Visit, { warm_up, warm_up_started_at: begun }: ShownDomain): Html {
  if (!warm_up || engine.settings.delivery !== 'direct') return html`None`;
  const day = begun === null ? 1 : utcDay(now) - utcDay(Date.parse(begun)) + 1;
  const limit = warmUpLimit(day);
  if (limit === null) return html`None <span class="quiet">(warm-up is over)</span>`;
  return html`${inDigits(limit)} per receiver <span class="quiet">(warm-up, day ${String(day)} of ${String(warmUpDays)}; doubles daily)</span>`;
}

function settings(domain: ShownDomain, mayChange: boolean): Html {
  const { id, open_tracking, click_tracking, tls, tracking_subdomain, custom_return_path, warm_up } = domain;
  const yes = (is: boolean): Html => html`${is ? 'Yes' : 'No'}`;
  const edit = mayChange
    ? linkButton(`${domainsPath}/${id}/edit`, 'Edit', { look: 'tiny', picture: 'edit' })
    : null;
  const body = factList([
    ['Counts opens', yes(open_tracking)],
    ['Counts clicks', yes(click_tracking)],
    [
      'Tracked links under',
      html`${tracking_subdomain === null ? 'The name of this server' : `${tracking_subdomain}.${domain.name}`}`,
    ],
    ['Bounces to', html`${custom_return_path}.${domain.name}`],
    ['Only with TLS', yes(tls === 'enforced')],
    ['Warm-up', yes(warm_up)],
  ]);
  return sheet({ title: 'Settings', aside: edit, body });
}

async function removal(visit: Visit, { id, name, status }: ShownDomain): Promise<Html> {
  const effect = sendingStatuses.includes(status)
    ? `Mail from ${name} can no longer be sent, and its DKIM keys are deleted. Tokens bound to it stop working.`
    : `Its DKIM keys are deleted. The domain cannot send yet, so no mail is affected.`;
  return dialog('remove', {
    opener: 'Remove',
    look: 'danger',
    picture: 'trash',
    title: `Remove ${name}?`,
    text: effect,
    form: await presenceForm(visit, {
      action: `${domainsPath}/${id}/remove`,
      body: button(`Remove ${name}`, { look: 'danger main' }),
    }),
  });
}
