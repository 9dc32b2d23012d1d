import { addImportPart } from '../../../../../tools/imports/add-import-part.ts';
import { cancelImport } from '../../../../../tools/imports/cancel-import.ts';
import { importSubscribers } from '../../../../../tools/imports/import-subscribers.ts';
import { listImports } from '../../../../../tools/imports/list-imports.ts';
import { Failure } from '../../../../model/failure.ts';
import { importLimits } from '../../../../model/import/limits.ts';
import type { UploadedFile } from '../../../http/multipart.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, textArea } from '../../fields.ts';
import { page, seeOther } from '../../layout.ts';
import { emptyState, icon, linkButton, sheet, stateBadge } from '../../look/parts.ts';
import { lead, olderCursor, pager, table } from '../../look/tables.ts';
import { inDigits } from '../../number-words.ts';
import { type ConsolePage, isAuthor, type NavEntry, type Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';
import { editors, failedNotice, rowsShown, submitted } from './forms.ts';
import { type ShownImport, showImport } from './import.ts';
import { importStates } from './import-words.ts';

const path = '/console/imports';
const mebibyte = 1024 * 1024;
const fileBytesMax = 10 * mebibyte;
/** For the other fields and the lines between the parts of a form. */
const formBytesMax = 64 * 1024;

export const importListPages: readonly ConsolePage[] = [
  { method: 'GET', path, answer: showAll },
  { method: 'GET', path: `${path}/new`, roles: editors, answer: (visit) => showNew(visit) },
  {
    method: 'POST',
    path: `${path}/new`,
    roles: editors,
    uploadBytesMax: fileBytesMax + formBytesMax,
    answer: upload,
  },
];

export const importsEntry: NavEntry = {
  href: path,
  title: 'Imports',
  picture: 'import',
  group: 'Audience',
};

async function showAll(visit: Visit): Promise<HttpAnswer> {
  const { request, organization } = visit;
  const after = request.query.get('after') || undefined;
  const found = await visit.call(listImports, { after, limit: rowsShown });
  const create = isAuthor(visit)
    ? linkButton(`${path}/new`, 'Import a list', { look: 'main', picture: 'import' })
    : null;
  const body =
    found.data.length === 0
      ? emptyState({
          picture: 'import',
          title: 'No imports yet',
          text: 'Bring in people from a spreadsheet or another service. You see what each column becomes before anything is saved.',
          actions: create,
        })
      : table({
          caption: 'Imports',
          columns: [
            { title: 'File', kind: 'lead' },
            { title: 'State', kind: 'state' },
            { title: 'Rows', kind: 'n' },
            { title: 'New', kind: 'n' },
            { title: 'Created', kind: 'n' },
          ],
          rows: found.data.map((one) => row(one, organization.timezone)),
        });
  return await page(visit, {
    title: 'Imports',
    sub: 'Files that add or update subscribers, with the result of each row.',
    acts: found.data.length === 0 ? null : create,
    body: html`${sheet({ bare: true, body })}${pager(path, {}, { older: olderCursor(found), isFirst: after === undefined })}`,
    also: { tool: listImports, input: {}, ask: 'How did the last import go?' },
  });
}

function row(one: ShownImport, timeZone: string): (Html | string | null)[] {
  const { id, file_name, status, rows_total, rows_done, result, created_at } = one;
  return [
    lead(`${path}/${id}`, foreign(file_name ?? 'Pasted text')),
    stateBadge(importStates[status]),
    inDigits(rows_total ?? rows_done),
    result === null ? null : inDigits(result.created),
    renderTime(created_at, timeZone),
  ];
}

async function showNew(visit: Visit, fault: Failure | null = null): Promise<HttpAnswer> {
  const text = fault === null ? '' : (visit.form.get('text') ?? '');
  const said =
    fault === null ? null : html`<p class="error" id="file-fault">${icon('bad')}${fault.message}</p>`;
  const fields = html`<div class="field"><label for="file">CSV file</label>
<input type="file" id="file" name="file" accept=".csv,.tsv,.txt,text/csv,text/plain"${said && html` aria-invalid="true" aria-describedby="file-fault"`}>
<p class="help">One row per person, from a spreadsheet or another service, up to ${String(fileBytesMax / mebibyte)} MB. For larger files, use the command <code>posthouse import</code>.</p>${said}</div>
${textArea({ name: 'text', label: 'Or paste the rows', value: text, rows: 5, isCode: true, isOptional: true })}
${button('Continue')} ${linkButton(path, 'Cancel')}`;
  return await page(visit, {
    title: 'Import a list',
    crumb: { href: path, title: 'Imports' },
    sub: 'Nothing is saved yet: the next page shows what each column becomes.',
    body: html`${failedNotice(fault === null ? null : new Failure(fault.failure, { message: fault.message }))}${sheet({ body: html`<form method="post" action="${path}/new" enctype="multipart/form-data">${fields}</form>` })}`,
    status: fault?.status ?? 200,
    also: {
      tool: importSubscribers,
      input: { csv: 'Email,First name\nada@example.com,Ada\n', start: false },
      ask: 'Import readers.csv. They signed up at the May fair.',
    },
  });
}

async function upload(visit: Visit): Promise<HttpAnswer> {
  const text = visit.form.get('text')?.trim() ?? '';
  const sent = visit.files.get('file');
  const file =
    sent && sent.bytes.length > 0 ? sent : text === '' ? null : { name: '', bytes: Buffer.from(text) };
  if (file === null) {
    return await showNew(
      visit,
      new Failure('validation_error', { message: 'Choose a file, or paste its rows.' }),
    );
  }
  return await submitted(
    () => keepFile(visit, file),
    (fault) => showNew(visit, fault),
  );
}

/** An import whose file cannot be read is cancelled, unless the visitor only has to name a column. */
async function keepFile(visit: Visit, { name, bytes }: UploadedFile): Promise<HttpAnswer> {
  if (bytes.length > fileBytesMax) {
    throw new Failure('payload_too_large', {
      message: `The file is larger than ${fileBytesMax / mebibyte} MB`,
    });
  }
  const file_name = [...name].slice(0, fileNameCharactersMax).join('');
  const { id: importId } = await visit.call(importSubscribers, file_name === '' ? {} : { file_name });
  try {
    const { partOctetsMax } = importLimits;
    for (let part = 1; (part - 1) * partOctetsMax < bytes.length; part += 1) {
      const content = bytes.subarray((part - 1) * partOctetsMax, part * partOctetsMax).toString('base64');
      await visit.call(addImportPart, { importId, part, content });
    }
    await visit.call(importSubscribers, { importId, start: false });
  } catch (error) {
    if (error instanceof Failure && isAboutColumns(error)) return await showImport(visit, importId, error);
    await visit.call(cancelImport, { importId });
    throw error;
  }
  return seeOther(`${path}/${importId}`);
}

const fileNameCharactersMax = 200;

function isAboutColumns({ failure, details }: Failure): boolean {
  return (
    failure === 'validation_error' &&
    Array.isArray(details) &&
    details.some(({ path: at }: { path: string }) => at === 'columns')
  );
}
