import { reservedTopLevelDomains } from '../mail-domain.ts';
import {
  type Attributes,
  type Consent,
  ConsentInput,
  type SubscriberSave,
  SubscriberSaveInput,
  type SubscriberStatus,
} from '../subscriber/subscriber.ts';
import { readAttributeCell, readTagsCell } from '../subscriber/subscriber-csv.ts';
import { isFields } from '../text/fields.ts';
import { unguardFormula } from '../text/formula-cell.ts';
import { isRoleAccount } from '../verification/role-and-free-addresses.ts';
import {
  attributeValue,
  type ColumnTarget,
  type PlainField,
  plainHeader,
  readTarget,
} from './column-fields.ts';
import type { CsvRow } from './csv-rows.ts';
import type { ImportOptions, Reading } from './import.ts';
import { inOneLine, trimCell, withoutSmartQuotes } from './padding.ts';
import { readPastedAddress } from './pasted-address.ts';
import { precedesInPreset, presets, statusNamed } from './presets.ts';
import { dateAt, dateFault } from './read-date.ts';

export type ImportRow = {
  line: number;
  save: SubscriberSave;
  status: SubscriberStatus;
  leftOut: readonly LeftOut[];
  isRole: boolean;
  isUnlikely: boolean;
};

export type LeftOut = { field: string; message: string };

export type RowRefusal = { line: number; reason: string; column: string | null; message: string };

export type RowRead = ImportRow | RowRefusal;

type Column = { index: number; header: string; target: ColumnTarget };

export class RowReader {
  readonly #columns: Column[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #width: number;
  readonly #preset: (typeof presets)[number] | null;
  readonly #statement: ImportOptions['consent'];
  /** The statement for rows without their own. */
  readonly #consentOfAll: SubscriberSave['consent'];

  constructor({ columns, preset }: Reading, { consent }: Pick<ImportOptions, 'consent'>) {
    this.#preset = presets.find(({ name }) => name === preset) ?? null;
    const read = columns.map(({ header, target, guessed }, index): Column => {
      const known = readTarget(target) ?? { field: 'ignore' };
      return { index, header, target: known.field === 'attribute' ? { ...known, guessed } : known };
    });
    const order = this.#preset;
    this.#columns = read.filter(({ target }) => target.field !== 'ignore');
    if (order)
      this.#columns.sort((a, b) => (precedesInPreset(order, a.header, b.header) ? -1 : a.index - b.index));
    this.#places = new Map(columns.map(({ header }, index) => [plainHeader(header), index]));
    this.#width = columns.length;
    this.#statement = consent;
    this.#consentOfAll = saysHow(consent) ? ConsentInput.parse(given(consent)) : undefined;
  }

  read(row: CsvRow): RowRead {
    const { line } = row;
    if ('fault' in row) return { line, reason: row.fault, column: null, message: sentences[row.fault] };
    const { cells } = row;
    if (cells.length > this.#width && cells.slice(this.#width).some((cell) => trimCell(cell) !== '')) {
      return {
        line,
        reason: 'too_many_cells',
        column: null,
        message: `has ${cells.length} cells, and the file has ${this.#width} columns`,
      };
    }
    const taken = new Taken();
    for (const { index, header, target } of this.#columns) {
      const cell = trimCell(cells[index] ?? '');
      const text = unguardFormula(cell);
      if (text === '') continue;
      if (text.includes('\0')) {
        return { line, reason: 'control_character', column: header, message: 'holds a NUL' };
      }
      // Our own export marks texts, so that a postcode stays text.
      const isOwn = this.#preset?.name === 'posthouse';
      const fault =
        isOwn && target.field === 'attribute'
          ? taken.putOwn(target.name, cell)
          : taken.put(target, text, isOwn);
      if (fault) return { line, reason: 'field_invalid', column: header, message: fault };
    }
    return this.#finish(line, cells, taken);
  }

  #finish(line: number, cells: readonly string[], taken: Taken): RowRead {
    const { fields } = taken;
    const email = fields.email;
    if (email === undefined)
      return { line, reason: 'email_missing', column: null, message: 'has no address' };
    const mailbox = readPastedAddress(email);
    if (!mailbox.ok) return { line, reason: 'email_invalid', column: null, message: mailbox.message };
    const status = this.#statusOf(cells, fields.status);
    if (status === undefined) {
      return {
        line,
        reason: 'status_unknown',
        column: null,
        message: 'has an unknown status',
      };
    }
    const read = SubscriberSaveInput.safeParse(this.#saveOf(mailbox.mailbox.key, taken));
    if (!read.success) {
      const [issue] = read.error.issues;
      return {
        line,
        reason: 'field_invalid',
        column: issue?.path.join('.') ?? null,
        message: issue?.message ?? 'is not valid',
      };
    }
    const { local, domain } = mailbox.mailbox;
    return {
      line,
      save:
        this.#consentOfAll && !read.data.consent ? { ...read.data, consent: this.#consentOfAll } : read.data,
      status,
      leftOut: taken.leftOut,
      isRole: isRoleAccount(local),
      isUnlikely: reservedTopLevelDomains.includes(domain.slice(domain.lastIndexOf('.') + 1)),
    };
  }

  #statusOf(cells: readonly string[], said: string | undefined): SubscriberStatus | undefined {
    if (said !== undefined) return statusNamed(said);
    const cell = (header: string): string | undefined => {
      const place = this.#places.get(header);
      return place === undefined ? undefined : (cells[place] ?? '');
    };
    return this.#preset?.statusOf(cell) ?? 'ACTIVE';
  }

  #saveOf(email: string, { fields, attributes, tags }: Taken): Record<string, unknown> {
    const { name, firstName, lastName, externalId, timezone, locale } = fields;
    const save: Record<string, unknown> = { email, source: 'IMPORT' };
    const [first, last] =
      firstName === undefined && lastName === undefined && name !== undefined ? splitName(name) : [];
    if ((firstName ?? first) !== undefined) save.firstName = firstName ?? first;
    if ((lastName ?? last) !== undefined) save.lastName = lastName ?? last;
    if (externalId !== undefined) save.externalId = externalId;
    if (timezone !== undefined) save.timezone = timezone;
    if (locale !== undefined) save.locale = locale;
    if (attributes) save.attributes = attributes;
    if (tags) save.tags = tags;
    const consent = this.#ownConsentOf(fields);
    if (consent) save.consent = consent;
    return save;
  }

  #ownConsentOf(fields: Taken['fields']): Record<string, string> | null {
    const at = fields['consent.at'];
    const ip = fields['consent.ip'];
    const source =
      fields['consent.source'] ?? (at !== undefined && this.#preset ? this.#preset.title : undefined);
    if (at !== undefined || source !== undefined)
      return given({ at, ip, source: source ?? this.#statement?.source ?? undefined });
    const statement = this.#statement;
    if (!saysHow(statement) || ip === undefined) return null;
    return given({ at: statement.at, ip, source: statement.source });
  }
}

function saysHow(statement: Consent | null): statement is Consent {
  return statement !== null && (statement.at !== null || statement.source !== null);
}

function given(fields: Record<string, string | null | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] != null),
  );
}

class Taken {
  readonly fields: Partial<Record<PlainField, string>> = {};
  attributes: Attributes | null = null;
  tags: string[] | null = null;
  readonly leftOut: LeftOut[] = [];

  put(target: ColumnTarget, text: string, isOwn: boolean): string | null {
    switch (target.field) {
      case 'attribute':
        return this.#putAttribute(target, text);
      case 'attributes':
        return this.#putJson(text);
      case 'tags':
        this.tags = [...(this.tags ?? []), ...(isOwn ? readTagsCell(text) : tagsIn(text))];
        return null;
      case 'consent.at': {
        const at = dateAt(text, target.order);
        if (at === undefined) this.#leaveOut(target.field, dateFault(text, target.order));
        else this.fields[target.field] ??= new Date(at).toISOString();
        return null;
      }
      case 'timezone':
      case 'locale':
        // Other programs use their own names for zones and languages.
        if (SubscriberSaveInput.shape[target.field].safeParse(text).success)
          this.fields[target.field] ??= text;
        else
          this.#leaveOut(target.field, `is no known ${target.field === 'locale' ? 'language' : 'time zone'}`);
        return null;
      case 'name':
      case 'firstName':
      case 'lastName':
        this.fields[target.field] ??= withoutSmartQuotes(inOneLine(text));
        return null;
      case 'consent.source':
        this.fields[target.field] ??= inOneLine(text);
        return null;
      default:
        this.fields[target.field] ??= text;
        return null;
    }
  }

  #leaveOut(field: string, message: string): void {
    this.leftOut.push({ field, message });
  }

  putOwn(name: string, cell: string): null {
    const value = readAttributeCell(cell);
    this.attributes ??= {};
    if (value !== undefined) this.attributes[name] = value;
    return null;
  }

  #putAttribute(
    { name, type, guessed }: Extract<ColumnTarget, { field: 'attribute' }>,
    text: string,
  ): string | null {
    const value = attributeValue(text, type, guessed);
    if (value === undefined && !guessed) return `must be a ${type}`;
    this.attributes ??= {};
    this.attributes[name] = value ?? text;
    return null;
  }

  /** Ignores values that are not scalar, because an attribute cannot hold a list. */
  #putJson(text: string): string | null {
    let read: unknown;
    try {
      read = JSON.parse(text);
    } catch {
      return 'must be a JSON object';
    }
    if (!isFields(read)) return 'must be a JSON object';
    this.attributes ??= {};
    for (const [name, value] of Object.entries(read)) {
      if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
        if (name === '__proto__') return 'has a name that is not allowed';
        this.attributes[name] = value as Attributes[string];
      } else this.#leaveOut('attributes', 'contains a value that is not a text, number or boolean');
    }
    return null;
  }
}

const quotedTags = /"((?:[^"]|"")*)"|[^,;|\n"]+/g;

/** Splits a cell into tags, separated by commas, semicolons, bars or line breaks, with or without quotes. */
function tagsIn(text: string): string[] {
  return [...text.matchAll(quotedTags)]
    .map(([whole, quoted]) => (quoted === undefined ? whole : quoted.replaceAll('""', '"')).trim())
    .filter((tag) => tag !== '');
}

/** The last word is the last name. */
function splitName(name: string): [first: string, last: string | undefined] {
  const blank = name.lastIndexOf(' ');
  return blank < 0 ? [name, undefined] : [name.slice(0, blank).trim(), name.slice(blank + 1)];
}

const sentences = {
  row_too_long: 'exceeds the maximum row length',
  quote_not_closed: 'has a quoted cell that does not end',
} as const;
