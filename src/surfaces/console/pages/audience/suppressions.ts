import type { z } from 'zod';
import { exportCsv } from '../../../../../tools/exports/export-csv.ts';
import { addSuppression } from '../../../../../tools/suppressions/add-suppression.ts';
import { importSuppressions } from '../../../../../tools/suppressions/import-suppressions.ts';
import { listSuppressions } from '../../../../../tools/suppressions/list-suppressions.ts';
import { removeSuppression } from '../../../../../tools/suppressions/remove-suppression.ts';
import { Failure } from '../../../../model/failure.ts';
import { dayMs, isoInstant } from '../../../../model/instant.ts';
import {
  erasedMarkPrefix,
  type Suppression,
  type SuppressionOrigin,
  suppressionOrigins,
} from '../../../../model/subscriber/suppression.ts';
import { importCharactersMax } from '../../../../model/subscriber/suppression-csv.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import {
  button,
  choices,
  dialog,
  doneNotice,
  form,
  hiddenField,
  presenceForm,
  selectField,
  textArea,
  textField,
} from '../../fields.ts';
import { passkeyMissing } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import {
  emptyState,
  icon,
  linkButton,
  notice,
  type StateWords,
  sheet,
  stateBadge,
} from '../../look/parts.ts';
import { filters, olderCursor, pager, pathWith, table } from '../../look/tables.ts';
import { inDigits, inNumber, wholeNumberIn } from '../../number-words.ts';
import { type ConsolePage, isAdmin, type NavEntry, type Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';
import { failedNotice, faultAt, queryCharactersMax, rowsShown, submitted } from './forms.ts';
import { downloadAt } from './subscriber-actions.ts';

const path = '/console/suppressions';
const admins = ['admin'] as const;
/** For the lines between the parts of a form. */
const formBytesMax = 64 * 1024;

export const suppressionPages: readonly ConsolePage[] = [
  { method: 'GET', path, answer: showAll },
  { method: 'GET', path: `${path}/new`, roles: admins, answer: (visit) => showNew(visit) },
  { method: 'POST', path: `${path}/new`, roles: admins, answer: add },
  { method: 'POST', path: `${path}/remove`, roles: admins, answer: remove },
  { method: 'GET', path: `${path}/import`, roles: admins, answer: (visit) => showImport(visit) },
  {
    method: 'POST',
    path: `${path}/import`,
    roles: admins,
    uploadBytesMax: importCharactersMax + formBytesMax,
    answer: importAll,
  },
  { method: 'POST', path: `${path}/export`, answer: download },
];

export const suppressionsEntry: NavEntry = {
  href: path,
  title: 'Suppressions',
  picture: 'suppressed',
  group: 'Audience',
};

/** Why an address is suppressed. */
const suppressionStates: Readonly<Record<SuppressionOrigin, StateWords>> = {
  bounce: { state: 'bad', text: 'Bounced', picture: 'bounce' },
  complaint: { state: 'bad', text: 'Marked as spam', picture: 'complaint' },
  manual: { state: 'still', text: 'Added manually', picture: 'suppressed' },
  unsubscribe: { state: 'still', text: 'Unsubscribed', picture: 'personLeft' },
};

const notices = {
  added: 'The address is suppressed.',
  removed: 'Removed. Mail to the address is allowed again.',
};

async function showAll(visit: Visit): Promise<HttpAnswer> {
  const { request } = visit;
  const asked = (name: string): string | undefined =>
    request.query.get(name)?.trim().slice(0, queryCharactersMax) || undefined;
  const origin = suppressionOrigins.find((one) => one === asked('origin'));
  const query = asked('query');
  const after = asked('after');
  const found = await visit.call(listSuppressions, { origin, query, after, limit: rowsShown });
  const isFiltered = origin !== undefined || query !== undefined;
  const filter = filters(path, [
    {
      kind: 'search',
      name: 'query',
      label: 'Search addresses',
      value: query ?? '',
      charactersMax: queryCharactersMax,
    },
    {
      kind: 'choice',
      name: 'origin',
      label: 'Reason',
      value: origin ?? '',
      choices: [
        { value: '', title: 'Any reason' },
        ...suppressionOrigins.map((value) => ({ value, title: suppressionStates[value].text })),
      ],
    },
  ]);
  const export_ = await presenceForm(visit, {
    action: `${path}/export`,
    body: html`${origin === undefined ? null : hiddenField('origin', origin)}${query === undefined ? null : hiddenField('query', query)}${button('Export', { look: '', picture: 'download' })}`,
    look: 'inline',
  });
  const changing = isAdmin(visit)
    ? html`${linkButton(`${path}/import`, 'Import', { picture: 'import' })}${linkButton(`${path}/new`, 'Suppress an address', { look: 'main', picture: 'add' })}`
    : null;
  const body = html`${doneNotice(visit, notices)}${importedNotice(visit)}${filter}${sheet({ bare: true, body: found.data.length === 0 ? nothing(isFiltered) : rows(visit, found.data) })}${pager(path, { origin, query }, { older: olderCursor(found), isFirst: after === undefined })}`;
  return await page(visit, {
    title: 'Suppressions',
    sub: 'Addresses that get no mail, or no campaigns.',
    acts: html`${export_}${changing}`,
    body,
    also: {
      tool: listSuppressions,
      input: { origin: 'bounce', limit: rowsShown },
      ask: 'Why does ada@example.com get no mail?',
    },
  });
}

function nothing(isFiltered: boolean): Html {
  return isFiltered
    ? emptyState({
        picture: 'search',
        title: 'No matches',
        text: 'No suppressed address matches these filters.',
        actions: linkButton(path, 'Show all'),
      })
    : emptyState({
        picture: 'suppressed',
        title: 'No suppressed addresses',
        text: 'An address is added here when email to it bounces permanently, or when its owner marks an email as spam or unsubscribes.',
      });
}

type Shown = z.output<typeof Suppression>;

function rows(visit: Visit, found: readonly Shown[]): Html {
  const { timezone } = visit.organization;
  return table({
    caption: 'Suppressed addresses',
    columns: [
      { title: 'Address', kind: 'lead' },
      { title: 'Reason' },
      { title: 'Stops' },
      { title: 'Until' },
      { title: 'Since', kind: 'n' },
      ...(isAdmin(visit) ? [{ title: '', kind: 'act' as const }] : []),
    ],
    rows: found.map((one) => {
      const { email, origin, scope, expires_at, created_at, source_id } = one;
      const isErased = email.startsWith(erasedMarkPrefix);
      const reason = source_id?.startsWith('eml_')
        ? html`<small><a href="/console/emails/${source_id}">Show the email</a></small>`
        : null;
      return [
        html`<b>${isErased ? 'An erased person' : foreign(email)}</b>${reason}`,
        stateBadge(suppressionStates[origin]),
        scope === 'all' ? 'All mail' : 'Campaigns',
        expires_at === null ? null : renderTime(expires_at, timezone),
        renderTime(created_at, timezone),
        ...(isAdmin(visit) ? [removal(one, isErased)] : []),
      ];
    }),
  });
}

function removal({ id, email, origin }: Shown, isErased: boolean): Html {
  const name = isErased ? 'this person' : straight(email);
  const needsConsent = origin === 'complaint' || isErased;
  return dialog(`remove-${id}`, {
    opener: 'Remove',
    look: 'tiny',
    title: `Allow mail to ${name} again?`,
    text: needsConsent
      ? 'Do this only if the person asked for mail again. Your answer is kept as the proof of consent.'
      : 'Mail to an address that does not exist harms the reputation of your domain.',
    form: form(
      `${path}/remove`,
      html`${hiddenField('id', id)}${needsConsent ? html`<div class="field"><label for="source-${id}">How did they agree to get mail again?</label><input id="source-${id}" name="source" maxlength="256" required></div>` : null}${button('Remove', { look: 'danger main' })}`,
    ),
  });
}

async function remove(visit: Visit): Promise<HttpAnswer> {
  const source = visit.form.get('source')?.trim();
  return await submitted(
    async () => {
      await visit.call(removeSuppression, {
        suppression: visit.form.get('id') ?? '',
        ...(source && { consent: { source } }),
      });
      return seeOther(`${path}?done=removed`);
    },
    async (fault) => {
      const body = html`${failedNotice(fault)}${linkButton(path, 'Back to suppressions', { picture: 'back' })}`;
      return await page(visit, { title: 'Suppressions', body, status: fault.status });
    },
  );
}

const periods = [
  { value: '', label: 'Forever' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
];

async function showNew(visit: Visit, fault: Failure | null = null): Promise<HttpAnswer> {
  const typed = (name: string): string => visit.form.get(name) ?? '';
  const fields = html`${textField({ name: 'email', label: 'Address', type: 'email', value: typed('email'), fault: faultAt(fault, 'email') })}${choices(
    'scope',
    'What to stop',
    [
      {
        value: 'all',
        label: 'All mail',
        hint: 'Receipts and sign-in links too',
        isChosen: typed('scope') !== 'marketing',
      },
      { value: 'marketing', label: 'Campaigns only', isChosen: typed('scope') === 'marketing' },
    ],
    'radio',
  )}${selectField({ name: 'days', label: 'Duration', value: typed('days'), options: periods })}${button('Suppress address')} ${linkButton(path, 'Cancel')}`;
  return await page(visit, {
    title: 'Suppress an address',
    crumb: { href: path, title: 'Suppressions' },
    body: html`${failedNotice(fault)}${sheet({ body: form(`${path}/new`, fields) })}`,
    status: fault?.status ?? 200,
    also: {
      tool: addSuppression,
      input: { email: 'ada@example.com' },
      ask: 'Never email ada@example.com again.',
    },
  });
}

async function add(visit: Visit): Promise<HttpAnswer> {
  const { form: sent, now } = visit;
  const days = periods.find(({ value }) => value === sent.get('days'))?.value;
  return await submitted(
    async () => {
      await visit.call(addSuppression, {
        email: sent.get('email')?.trim() ?? '',
        scope: sent.get('scope') === 'marketing' ? 'marketing' : 'all',
        ...(days && { expires_at: isoInstant(now + Number(days) * dayMs) }),
      });
      return seeOther(`${path}?done=added`);
    },
    (fault) => showNew(visit, fault),
  );
}

async function showImport(visit: Visit, fault: Failure | null = null): Promise<HttpAnswer> {
  const said =
    fault === null ? null : html`<p class="error" id="file-fault">${icon('bad')}${fault.message}</p>`;
  const fields = html`<div class="field"><label for="file">File with addresses</label><input type="file" id="file" name="file" accept=".csv,.txt,text/csv,text/plain"${said && html` aria-invalid="true" aria-describedby="file-fault"`}><p class="help">One address in each row, or a CSV file with the columns email, origin, scope and expires_at. Up to 10,000 rows.</p>${said}</div>
${textArea({ name: 'text', label: 'Or paste the addresses', rows: 6, isCode: true, isOptional: true, value: fault === null ? '' : (visit.form.get('text') ?? '') })}${button('Import addresses')} ${linkButton(path, 'Cancel')}`;
  return await page(visit, {
    title: 'Import suppressions',
    crumb: { href: path, title: 'Suppressions' },
    sub: 'Bring over the addresses that your previous service no longer mails.',
    body: html`${failedNotice(fault)}${sheet({ body: html`<form method="post" action="${path}/import" enctype="multipart/form-data">${fields}</form>` })}`,
    status: fault?.status ?? 200,
    also: {
      tool: importSuppressions,
      input: { csv: 'email,origin\nada@example.com,complaint\n' },
      ask: 'Import the suppression list of our former service.',
    },
  });
}

async function importAll(visit: Visit): Promise<HttpAnswer> {
  const file = visit.files.get('file');
  const csv =
    file && file.bytes.length > 0 ? file.bytes.toString('utf8') : (visit.form.get('text')?.trim() ?? '');
  if (csv === '') {
    const message = 'Choose a file, or paste its rows.';
    return await showImport(visit, new Failure('validation_error', { message }));
  }
  return await submitted(
    async () => {
      const { created, existing, failed, errors } = await visit.call(importSuppressions, { csv });
      const first = errors[0];
      return seeOther(
        pathWith(path, {
          done: 'imported',
          created: String(created),
          existing: String(existing),
          failed: String(failed),
          ...(first && { line: String(first.line) }),
        }),
      );
    },
    (fault) => showImport(visit, fault),
  );
}

/** The counts are in the URL, because the result is not kept. */
function importedNotice({ request: { query } }: Visit): Html | null {
  if (query.get('done') !== 'imported') return null;
  const read = (name: string): number => wholeNumberIn(query.get(name)) ?? 0;
  const failed = read('failed');
  const text = [
    read('existing') === 0
      ? []
      : `${inNumber(read('existing'), 'address was', 'addresses were')} suppressed already.`,
    failed === 0
      ? []
      : `${inNumber(failed, 'row')} could not be read, the first on line ${inDigits(read('line'))}.`,
  ].flat();
  const title = `${inNumber(read('created'), 'address', 'addresses')} added.`;
  return notice({ state: failed === 0 ? 'ok' : 'warn', title, text: text.join(' '), isCalm: failed === 0 });
}

async function download(visit: Visit): Promise<HttpAnswer> {
  if (!(await visit.isPersonPresent())) throw passkeyMissing();
  const { form: sent } = visit;
  const origin = suppressionOrigins.find((one) => one === sent.get('origin'));
  const query = sent.get('query') || undefined;
  const { url } = await visit.call(exportCsv, { kind: 'suppressions', origin, query });
  return downloadAt(url);
}
