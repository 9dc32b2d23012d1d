import { exportCsv } from '../../../../../tools/exports/export-csv.ts';
import { exportOrganization } from '../../../../../tools/exports/export-organization.ts';
import { listSegments } from '../../../../../tools/segments/list-segments.ts';
import type { ExportKind } from '../../../../model/export/export-kind.ts';
import { exportKinds } from '../../../../model/export/export-kind.ts';
import type { Failure } from '../../../../model/failure.ts';
import { subscriberStatuses } from '../../../../model/subscriber/subscriber.ts';
import { tagNameLengthMax } from '../../../../model/subscriber/tag.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import { button, checkbox, hiddenField, presenceForm, selectField, textField } from '../../fields.ts';
import { passkeyMissing } from '../../form-faults.ts';
import { page } from '../../layout.ts';
import { type IconName, icon, sheet } from '../../look/parts.ts';
import { type ConsolePage, isAdmin, type Visit } from '../../page.ts';
import { failedNotice, faultAt, submitted } from './forms.ts';
import { downloadAt } from './subscriber-actions.ts';
import { subscriberStates } from './subscriber-states.ts';

const path = '/console/exports';
const segmentsShown = 100;

export const exportPages: readonly ConsolePage[] = [
  { method: 'GET', path, answer: (visit) => show(visit) },
  { method: 'POST', path, answer: download },
  { method: 'POST', path: `${path}/organization`, roles: ['admin'], answer: downloadAll },
];

const others: readonly (readonly [ExportKind, string, string, IconName])[] = [
  [
    'emails',
    'Emails',
    'Every email with its sender, recipient, subject and state, without its content',
    'email',
  ],
  ['events', 'Events', 'Every event with its person and properties', 'event'],
  ['suppressions', 'Suppressions', 'Every suppressed address with its reason', 'suppressed'],
];

async function show(visit: Visit, fault: Failure | null = null): Promise<HttpAnswer> {
  const { data: segments } = await visit.call(listSegments, { limit: segmentsShown });
  const typed = (name: string): string => visit.form.get(name) ?? '';
  const subscribers = html`${hiddenField('kind', 'subscribers')}<div class="two">${selectField({
    name: 'status',
    label: 'State',
    value: typed('status'),
    isOptional: true,
    options: [
      { value: '', label: 'Any state' },
      ...subscriberStatuses.map((value) => ({ value, label: subscriberStates[value].text })),
    ],
  })}${selectField({
    name: 'segment',
    label: 'Segment',
    value: typed('segment'),
    isOptional: true,
    options: [
      { value: '', label: 'Everyone' },
      ...segments.map(({ id, name }) => ({ value: id, label: straight(name) })),
    ],
  })}</div>${textField({ name: 'tag', label: 'Tag', value: typed('tag'), hint: 'Leave empty for everyone.', isOptional: true, charactersMax: tagNameLengthMax, fault: faultAt(fault, 'tag') })}${checkbox('excel', { label: 'For Excel', hint: 'Marks the file so that Excel shows accents correctly.', isChosen: true })}${button('Download subscribers', { picture: 'download' })}`;
  const body = html`${failedNotice(fault)}${sheet({ title: 'Subscribers', body: await presenceForm(visit, { action: path, body: subscribers }) })}
${sheet({ title: 'Other lists', bare: true, body: html`<ul class="list stack">${await Promise.all(others.map((one) => listed(visit, ...one)))}</ul>` })}
${isAdmin(visit) ? sheet({ title: 'The whole organization', body: html`<p>All subscribers, emails, campaigns, templates, workflows and settings as a ZIP archive. It contains no passwords, secrets or private keys.</p>${await presenceForm(visit, { action: `${path}/organization`, body: button('Download everything', { look: '', picture: 'download' }) })}` }) : null}`;
  return await page(visit, {
    title: 'Exports',
    crumb: { href: '/console/subscribers', title: 'Subscribers' },
    sub: 'A file is written while it downloads, so its data is current.',
    body,
    status: fault?.status ?? 200,
    also: {
      tool: exportCsv,
      input: { kind: 'subscribers', status: 'active' },
      ask: 'Give me a CSV file of all active subscribers.',
    },
  });
}

async function listed(
  visit: Visit,
  kind: ExportKind,
  title: string,
  text: string,
  picture: IconName,
): Promise<Html> {
  const download = await presenceForm(visit, {
    action: path,
    body: html`${hiddenField('kind', kind)}${button(`Download ${title.toLowerCase()}`, { look: 'tiny', picture: 'download' })}`,
  });
  return html`<li>${icon(picture)}<div class="grow"><b>${title}</b><small>${text}</small></div>${download}</li>`;
}

async function download(visit: Visit): Promise<HttpAnswer> {
  const { form: sent } = visit;
  const given = (name: string): string | undefined => sent.get(name)?.trim() || undefined;
  const kind = exportKinds.find((one) => one === sent.get('kind')) ?? 'subscribers';
  return await submitted(
    async () => {
      if (!(await visit.isPersonPresent())) throw passkeyMissing();
      if (kind !== 'subscribers') return downloadAt((await visit.call(exportCsv, { kind })).url);
      const filter = { status: given('status'), segment: given('segment'), tag: given('tag') };
      return downloadAt((await visit.call(exportCsv, { kind, ...filter, bom: sent.has('excel') })).url);
    },
    (fault) => show(visit, fault),
  );
}

async function downloadAll(visit: Visit): Promise<HttpAnswer> {
  return await submitted(
    async () => {
      if (!(await visit.isPersonPresent())) throw passkeyMissing();
      return downloadAt((await visit.call(exportOrganization)).url);
    },
    (fault) => show(visit, fault),
  );
}
