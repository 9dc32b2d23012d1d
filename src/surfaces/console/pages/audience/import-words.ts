/** States of imports, fields of columns and reasons for rejected rows, in words. */
import type { z } from 'zod';
import {
  type AttributeType,
  attributeTypes,
  type PlainField,
} from '../../../../model/import/column-fields.ts';
import type { Counts } from '../../../../model/import/counts.ts';
import { attributeName } from '../../../../model/import/find-reading.ts';
import type { ImportStatus } from '../../../../model/import/import.ts';
import { dateOrders } from '../../../../model/import/read-date.ts';
import type { Option } from '../../fields.ts';
import type { StateWords } from '../../look/parts.ts';

export const importStates: Readonly<Record<ImportStatus, StateWords>> = {
  uploading: { state: 'warn', text: 'Needs the email column', picture: 'warn' },
  previewed: { state: 'warn', text: 'Ready to start', picture: 'edit' },
  queued: { state: 'info', text: 'Queued', picture: 'clock' },
  in_progress: { state: 'info', text: 'Running', picture: 'retry' },
  completed: { state: 'ok', text: 'Finished', picture: 'ok' },
  failed: { state: 'bad', text: 'Failed', picture: 'bad' },
  cancelled: { state: 'still', text: 'Cancelled', picture: 'still' },
};

const fieldTitles: Readonly<Record<PlainField, string>> = {
  email: 'Email address',
  name: 'Full name',
  firstName: 'First name',
  lastName: 'Last name',
  externalId: 'Your ID for the person',
  timezone: 'Time zone',
  locale: 'Language',
  tags: 'Tags',
  status: 'State, such as unsubscribed',
  'consent.at': 'Consent: when',
  'consent.ip': 'Consent: IP address',
  'consent.source': 'Consent: where',
  attributes: 'Several attributes (JSON)',
  ignore: 'Do not import',
};

const orderTitles: Readonly<Record<(typeof dateOrders)[number], string>> = {
  'DD/MM/YYYY': 'Consent: when, day first',
  'MM/DD/YYYY': 'Consent: when, month first',
};

const typeTitles: Readonly<Record<AttributeType, string>> = {
  text: 'text',
  number: 'number',
  boolean: 'yes or no',
  date: 'date',
};

/** Choices for a column. An attribute is named after the column. @param target the present choice */
export function columnOptions(header: string, target: string): Option[] {
  const plain = Object.entries(fieldTitles).map(([value, label]) => ({ value, label }));
  const dates = dateOrders.map((order) => ({ value: `consent.at:${order}`, label: orderTitles[order] }));
  const name = attributeIn(target) ?? attributeName(header);
  const attributes =
    name === ''
      ? []
      : attributeTypes.map((type) => ({
          value: `attributes.${name}${type === 'text' ? '' : `:${type}`}`,
          label: `Attribute ${name} (${typeTitles[type]})`,
        }));
  const ignored = plain.find(({ value }) => value === 'ignore')!;
  return [...plain.filter((one) => one !== ignored), ...dates, ...attributes, ignored];
}

function attributeIn(target: string): string | null {
  return /^attributes\.(.+?)(?::(?:number|boolean|date|text))?$/u.exec(target)?.[1] ?? null;
}

type ShownCounts = z.output<typeof Counts>;

const countLabels: readonly (readonly [keyof ShownCounts, string])[] = [
  ['created', 'New people'],
  ['updated', 'Known people, updated'],
  ['unchanged', 'Known people, already up to date'],
  ['skipped', 'Known people, left unchanged'],
  ['duplicates', 'Rows that repeat an address'],
  ['pending', 'New people who must confirm first'],
  ['suppressed', 'People with a suppressed address, who get no mail'],
  ['stopped', 'People that the file unsubscribes or marks as bounced'],
  ['inactive', 'People who stay unsubscribed or bounced'],
];

/** Counts that are not zero. */
export function countRows(counts: ShownCounts): (readonly [label: string, amount: number])[] {
  return countLabels.flatMap(([name, label]) => {
    const amount = counts[name];
    return typeof amount === 'number' && amount > 0 ? [[label, amount] as const] : [];
  });
}

const reasonTitles: Readonly<Record<string, string>> = {
  email_missing: 'No address',
  email_invalid: 'Not a valid address',
  field_invalid: 'A value does not fit its field',
  too_many_cells: 'More cells than the file has columns',
  row_too_long: 'Row is too long',
  quote_not_closed: 'A quoted cell is not closed',
  control_character: 'Contains a control character',
  status_unknown: 'Unknown state',
  external_id_differs: 'Known under another of your IDs',
  external_id_taken: 'Your ID belongs to another person',
  not_confirmed: 'Has not confirmed',
  consent_missing: 'No proof of consent',
  erased: 'Erased earlier',
  not_approved: 'Not approved',
  duplicate: 'Repeats an earlier address',
  left_out: 'A value was left out',
};

export function reasonTitle(reason: string): string {
  return Object.hasOwn(reasonTitles, reason) ? reasonTitles[reason]! : reason.replaceAll('_', ' ');
}

const consentWarning = /^Nothing states how these people agreed/u;
const dateWarning = /^Columns? ([\d, ]+): dates/u;

/** Warnings of an import name fields as tools do; the page has other names and controls for some of them. */
export function explainWarning(text: string): string {
  if (consentWarning.test(text)) {
    return 'The file does not say how these people agreed to get mail. Answer the question below, or choose the columns that do.';
  }
  const columns = dateWarning.exec(text)?.[1];
  if (columns !== undefined) {
    return `Column ${columns} contains dates. If people agreed to get mail on these dates, choose “${fieldTitles['consent.at']}”.`;
  }
  return `${text.replace(/^(?:stopped|consent\.at): /u, '')}.`;
}
