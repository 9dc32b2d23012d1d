import type { z } from 'zod';
import { cancelImport } from '../../../../../tools/imports/cancel-import.ts';
import { getImport } from '../../../../../tools/imports/get-import.ts';
import { getImportErrors } from '../../../../../tools/imports/get-import-errors.ts';
import { importSubscribers } from '../../../../../tools/imports/import-subscribers.ts';
import type { Failure } from '../../../../model/failure.ts';
import { CsvRows } from '../../../../model/import/csv-rows.ts';
import type { Import } from '../../../../model/import/import.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import { fileAnswer } from '../../download.ts';
import { button, checkbox, choices, form, textField } from '../../fields.ts';
import { page, seeOther } from '../../layout.ts';
import { meter } from '../../look/charts.ts';
import { columns, linkButton, notice, sheet, stateBadge } from '../../look/parts.ts';
import { table } from '../../look/tables.ts';
import { inDigits, inNumber, people } from '../../number-words.ts';
import { type ConsolePage, isAuthor, type Visit } from '../../page.ts';
import { factList, foreign, renderTime } from '../../shown.ts';
import { editors, failedNotice, listIn, submitted } from './forms.ts';
import { columnOptions, countRows, explainWarning, importStates, reasonTitle } from './import-words.ts';

const path = '/console/imports';

export const importPages: readonly ConsolePage[] = [
  { method: 'GET', path: `${path}/:id`, answer: (visit) => showImport(visit, visit.parameters.id!) },
  { method: 'POST', path: `${path}/:id`, roles: editors, answer: plan },
  { method: 'POST', path: `${path}/:id/cancel`, roles: editors, answer: cancel },
  { method: 'GET', path: `${path}/:id/errors.csv`, answer: downloadErrors },
];

export type ShownImport = z.output<typeof Import>;

const samplesShown = 3;
const errorsShown = 50;
const errorCharactersMax = 1_000;

export async function showImport(
  visit: Visit,
  importId: string,
  fault: Failure | null = null,
): Promise<HttpAnswer> {
  const one = await visit.call(getImport, { importId });
  const { status, file_name, created_at } = one;
  const isOpen = status === 'previewed' || status === 'uploading';
  const body = isOpen
    ? await planBody(visit, one, fault)
    : status === 'queued' || status === 'in_progress'
      ? progressBody(visit, one)
      : await resultBody(visit, one);
  return await page(visit, {
    title: straight(file_name ?? 'Pasted text'),
    heading: foreign(file_name ?? 'Pasted text'),
    crumb: { href: path, title: 'Imports' },
    badge: stateBadge(importStates[status]),
    sub: html`Uploaded ${renderTime(created_at, visit.organization.timezone)}.`,
    acts:
      isOpen && isAuthor(visit)
        ? form(
            `${path}/${one.id}/cancel`,
            button('Discard import', { look: 'danger', picture: 'trash' }),
            'inline',
          )
        : null,
    body: html`${failedNotice(fault)}${body}`,
    status: fault?.status ?? 200,
    also: {
      tool: getImport,
      input: { importId: 'imp_01k9zr0a3vq8m5t2c7x4w6y1ne' },
      ask: 'How far along is the import, and which rows were rejected?',
    },
  });
}

async function planBody(visit: Visit, one: ShownImport, fault: Failure | null): Promise<Html> {
  const { id, preview, warnings, columns: known } = one;
  if (!isAuthor(visit)) return html`${previewSheet(one)}`;
  const amount = preview === null ? 0 : preview.created + preview.updated + preview.unchanged;
  const start =
    known.length === 0
      ? null
      : button(amount === 0 ? 'Import' : `Import ${people(amount)}`, {
          name: 'action',
          value: 'start',
          picture: 'import',
        });
  const check = button('Check again', { look: start === null ? 'main' : '', name: 'action', value: 'check' });
  const fields = html`${known.length === 0 ? askForColumn() : mapping(one)}${settings(visit, one)}<div class="inline">${start}${check}</div>`;
  const warned =
    fault === null && warnings.length > 0
      ? notice({
          state: 'warn',
          title: 'Check before you import.',
          text: html`${warnings.map((text) => html`<span>${foreign(explainWarning(text))} </span>`)}`,
        })
      : null;
  return html`${warned}${previewSheet(one)}${sheet({ title: 'Columns', body: form(`${path}/${id}`, fields) })}`;
}

/** For a file whose addresses were not recognized. */
function askForColumn(): Html {
  return textField({
    name: 'addressColumn',
    label: 'Which column has the email address?',
    hint: 'Its title in the first row, or its number, such as 2',
    charactersMax: 200,
  });
}

function mapping({ columns: known, sample }: ShownImport): Html {
  return table({
    caption: 'Columns',
    columns: [
      { title: 'Column', kind: 'val' },
      { title: 'Examples', kind: 'val' },
      { title: 'Becomes', kind: 'val' },
    ],
    rows: known.map(({ header, field, guessed }, index) => {
      const examples = sample
        .slice(0, samplesShown)
        .map((cells) => cells[index] ?? '')
        .filter((cell) => cell !== '');
      const options = columnOptions(header, field);
      const label = /^\d+$/u.test(header) ? `Column ${header}` : header;
      return [
        html`<b>${foreign(label)}</b>`,
        examples.length === 0 ? null : foreign(examples.join(', ')),
        html`<select name="column.${String(index)}" aria-label="Field for the column ${straight(label)}">${options.map(({ value, label: title }) => html`<option value="${value}"${value === field ? html` selected` : null}>${straight(title)}</option>`)}</select>${guessed ? null : html` <small class="quiet">chosen by you</small>`}`,
      ];
    }),
  });
}

function settings(
  { organization }: Visit,
  { consent_source, tags, on_conflict, columns: known }: ShownImport,
): Html {
  const hasConsent = known.some(({ field }) => field.startsWith('consent.'));
  return html`<div class="section">${textField({ name: 'source', label: 'How did these people agree to get mail?', value: consent_source ?? '', hint: `For example: newsletter form of our shop, 2023 to 2025. ${hasConsent ? 'Kept as the proof of consent for rows without their own.' : 'Kept as the proof of consent. Without proof, new people are not imported.'}`, isOptional: true, charactersMax: 256 })}${textField({ name: 'tags', label: 'Tags for everyone in the file', value: tags.join(', '), hint: 'Separate several with commas.', isOptional: true, charactersMax: 1_000 })}${choices(
    'conflict',
    'People you already have',
    [
      { value: 'upsert', label: 'Update them from the file', isChosen: on_conflict !== 'skip' },
      { value: 'skip', label: 'Leave them as they are', isChosen: on_conflict === 'skip' },
    ],
    'radio',
  )}${checkbox('workflows', { label: 'Start workflows for the imported people', hint: 'Leave this off for a list from another service.' })}${organization.doubleOptIn ? html`<p class="help">New people get an email that asks them to confirm.</p>` : null}</div>`;
}

/** Counts that the import would produce. Null before the file was checked. */
function previewSheet({ preview, rows_total }: ShownImport): Html | null {
  if (preview === null) return null;
  const failed = preview.invalid + preview.refused;
  return sheet({
    title: 'Preview',
    body: html`${factList([
      ['Rows', html`${inDigits(rows_total ?? preview.rows)}`],
      ...countRows(preview).map(([label, amount]) => [label, html`${inDigits(amount)}`] as const),
      failed === 0 ? null : ['Rows that cannot be imported', html`${inDigits(failed)}`],
    ])}${reasons(preview)}`,
  });
}

function reasons({ reasons: amounts, left_out }: NonNullable<ShownImport['preview']>): Html | null {
  const lines = [
    ...Object.entries(amounts).map(
      ([reason, amount]) => `${reasonTitle(reason)}: ${inNumber(amount, 'row')}`,
    ),
    ...Object.entries(left_out).map(
      ([field, amount]) => `${straight(field)}: ${inNumber(amount, 'value')} left out`,
    ),
  ];
  return lines.length === 0 ? null : html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

/** The script loads the part again every few seconds. */
function progressBody(visit: Visit, { id, rows_done, rows_total, status }: ShownImport): Html {
  const share = rows_total === null || rows_total === 0 ? 0 : rows_done / rows_total;
  const read =
    rows_total === null
      ? `${inDigits(rows_done)} rows read.`
      : `${inDigits(rows_done)} of ${inDigits(rows_total)} rows read.`;
  return html`<div id="progress" data-every="2">${notice({ state: 'info', title: status === 'queued' ? 'The import starts in a moment.' : 'The import is running.', text: `${read} You can leave this page.` })}${sheet({ body: html`${meter(share)}<div class="inline section">${linkButton(`${path}/${id}`, 'Reload', { picture: 'retry' })}${isAuthor(visit) ? form(`${path}/${id}/cancel`, button('Stop the import', { look: 'danger', picture: 'stop' }), 'inline') : null}</div>` })}</div>`;
}

async function resultBody(visit: Visit, one: ShownImport): Promise<Html> {
  const { status, result, error, rows_done } = one;
  const amount = result === null ? 0 : result.created + result.updated;
  const sentences: Readonly<Record<string, Html>> = {
    completed: notice({
      state: 'ok',
      title: `${people(amount)} imported.`,
      text: `${inNumber(rows_done, 'row')} read.`,
      isCalm: true,
    }),
    cancelled: notice({
      state: 'still',
      title: 'The import was cancelled.',
      text: amount === 0 ? 'Nothing was imported.' : `${people(amount)} imported before that will stay.`,
    }),
    failed: notice({
      state: 'bad',
      title: 'The import failed.',
      text: html`${error === null ? 'Correct the file and import it again.' : foreign(error)}`,
    }),
  };
  if (result === null) return html`${sentences[status] ?? null}`;
  const failed = result.invalid + result.refused;
  return html`${sentences[status] ?? null}${columns(
    failed === 0 && Object.keys(result.left_out).length === 0
      ? sheet({ title: 'Errors', body: html`<p class="quiet">Every row was imported.</p>` })
      : await errorSheet(visit, one, failed),
    sheet({
      title: 'Result',
      body: html`${factList([
        ['Rows', html`${inDigits(result.rows)}`],
        ...countRows(result).map(([label, amount]) => [label, html`${inDigits(amount)}`] as const),
      ])}${amount === 0 ? null : html`<p><a href="/console/subscribers">Show subscribers</a></p>`}`,
    }),
  )}`;
}

async function errorSheet(visit: Visit, { id, result }: ShownImport, failed: number): Promise<Html> {
  const { csv } = await visit.call(getImportErrors, { importId: id });
  // Each line has a message of a few words, so these lines are within the first characters.
  const head = csv.slice(0, errorsShown * errorCharactersMax);
  const reader = new CsvRows(',');
  const rows = [...reader.push(head), ...reader.end()]
    .flat()
    .flatMap((row) => ('cells' in row ? [row.cells] : []));
  return sheet({
    title: 'Errors',
    count: failed,
    bare: true,
    aside: linkButton(`${path}/${id}/errors.csv`, 'Download', { look: 'tiny', picture: 'download' }),
    body: html`${result && html`<div class="pad">${reasons(result)}</div>`}${table({
      caption: 'Rejected rows',
      columns: [
        { title: 'Line', kind: 'n' },
        { title: 'Reason' },
        { title: 'Column' },
        { title: 'Details', kind: 'val' },
      ],
      rows: rows
        .slice(1)
        .map(([line = '', reason = '', field = '', message = '']) => [
          line,
          reasonTitle(reason),
          field === '' ? null : foreign(field),
          foreign(message),
        ]),
    })}`,
    footer:
      failed > errorsShown
        ? html`<span class="quiet">The first ${inDigits(errorsShown)}. The download has more.</span>`
        : null,
  });
}

async function plan(visit: Visit): Promise<HttpAnswer> {
  const importId = visit.parameters.id!;
  const { form: sent } = visit;
  const one = await visit.call(getImport, { importId });
  return await submitted(
    async () => {
      const source = sent.get('source')?.trim() ?? '';
      await visit.call(importSubscribers, {
        importId,
        columns: chosenColumns(sent, one),
        on_conflict: sent.get('conflict') === 'skip' ? 'skip' : 'upsert',
        tags: listIn(sent.get('tags') ?? ''),
        ...(source !== '' && source !== one.consent_source && { consent: { source } }),
        trigger_workflows: sent.has('workflows'),
        start: sent.get('action') === 'start',
      });
      return seeOther(`${path}/${importId}`);
    },
    (fault) => showImport(visit, importId, fault),
  );
}

/** A guess that the visitor did not change stays a guess, which is kinder to values that do not fit. */
function chosenColumns(sent: URLSearchParams, { columns: known }: ShownImport): Record<string, string> {
  const named = sent.get('addressColumn')?.trim();
  if (named) return { [named]: 'email' };
  return Object.fromEntries(
    known.flatMap(({ header, field, guessed }, index) => {
      const chosen = sent.get(`column.${index}`) ?? field;
      return guessed && chosen === field ? [] : [[header, chosen]];
    }),
  );
}

async function cancel(visit: Visit): Promise<HttpAnswer> {
  const importId = visit.parameters.id!;
  return await submitted(
    async () => {
      await visit.call(cancelImport, { importId });
      return seeOther(`${path}/${importId}`);
    },
    (fault) => showImport(visit, importId, fault),
  );
}

async function downloadErrors(visit: Visit): Promise<HttpAnswer> {
  const { csv } = await visit.call(getImportErrors, { importId: visit.parameters.id });
  return fileAnswer('errors.csv', 'text/csv; charset=utf-8', csv);
}
