import { isHeaderSafe } from '../../address.ts';
import type { FieldFault } from '../../failure.ts';
import type { Rule } from '../../segment/rule.ts';
import { readRuleIn } from '../../segment/rule-input.ts';
import { EventName, eventNameLengthMax } from '../../subscriber/event.ts';
import { looksLikeTagId, tagNameLengthMax } from '../../subscriber/tag.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import type { Fields } from '../../text/fields.ts';
import { isLongerThan } from '../../text/text.ts';
import { TimeZoneInput } from '../../time-zone.ts';
import { type TriggerType, type Weekday, weekdays } from '../definition.ts';
import type { FaultList, Keyed, Path } from './faults.ts';
import { type RulePlace, workflowLanguage } from './rule-language.ts';
import { readDurationMs, readTimeOfDay } from './times.ts';

export type RuleRead = { rule: Rule; place: RulePlace; path: Path; step: Keyed | null };

export type Reading = {
  faults: FaultList;
  rules: RuleRead[];
  /** Null until it is read, or if it is unreadable. */
  trigger: TriggerType | null;
};

const unknownFieldsMax = 3;
const textMax = 200;

/**
 * Reads fields of an untrusted object. A fault gives a placeholder of the right type, because a definition
 * with a fault is never used. Null counts as missing.
 */
export class GivenFields {
  readonly fields: Fields;
  readonly path: Path;
  readonly step: Keyed | null;
  readonly #reading: Reading;

  constructor(reading: Reading, fields: Fields, path: Path, step: Keyed | null = null) {
    this.#reading = reading;
    this.fields = fields;
    this.path = path;
    this.step = step;
  }

  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  value(name: string): unknown {
    return Object.hasOwn(this.fields, name) ? (this.fields[name] ?? undefined) : undefined;
  }

  fault(name: string | Path, message: string, code: FieldFault['code'] = 'invalid'): void {
    const path = typeof name === 'string' ? [name] : name;
    this.#reading.faults.add([...this.path, ...path], message, this.step, code);
  }

  within(fields: Fields, ...path: Path): GivenFields {
    return new GivenFields(this.#reading, fields, [...this.path, ...path], this.step);
  }

  only(names: readonly string[], what: string, repairs: Readonly<Record<string, string>> = {}): void {
    let unknown = 0;
    for (const name of Object.keys(this.fields)) {
      if (names.includes(name)) continue;
      unknown += 1;
      if (unknown > unknownFieldsMax) return;
      const meant = didYouMean(name, names);
      const there = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`;
      const suggestName = meant === undefined ? there : `did you mean ${meant}?`;
      const repair = Object.hasOwn(repairs, name) ? repairs[name] : suggestName;
      this.fault([name], `is not a field of ${what}; ${repair}`, 'unknown_field');
    }
  }

  required(name: string, example: string): boolean {
    if (this.has(name)) return true;
    this.fault(name, `is required: ${example}`, 'required');
    return false;
  }

  /** Reads one trimmed line of text; null if it is missing or empty. */
  line(name: string, charactersMax = textMax): string | null {
    const value = this.value(name);
    if (value === undefined) return null;
    if (typeof value !== 'string') {
      this.fault(name, 'must be text');
      return null;
    }
    if (isLongerThan(value, charactersMax)) {
      this.fault(name, `must have at most ${charactersMax.toLocaleString('en')} characters`);
    } else if (!isHeaderSafe(value)) {
      this.fault(name, 'must not hold line breaks or control characters');
    }
    return value.trim() || null;
  }

  flag(name: string): boolean {
    const value = this.value(name);
    if (value !== undefined && typeof value !== 'boolean') this.fault(name, 'must be true or false');
    return value === true;
  }

  choice<Word extends string>(name: string, words: readonly Word[], unless: Word): Word {
    const value = this.value(name);
    if (value === undefined) return unless;
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    this.fault(name, `must be one of ${words.join(', ')}${near(value, words)}`);
    return unless;
  }

  integer(name: string, min: number, max: number): number {
    const value = this.value(name);
    if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max)
      return value as number;
    this.fault(name, `must be a whole number from ${min} to ${max}`);
    return min;
  }

  duration(name: string): string | null {
    const value = this.value(name);
    if (value === undefined) return null;
    if (typeof value === 'string' && readDurationMs(value) !== null) return value;
    this.fault(name, 'must be a duration of at most 365 days, such as 30 minutes, 2 hours, 3 days or 1 week');
    return null;
  }

  timeOfDay(name: string): string | null {
    const value = this.value(name);
    if (value === undefined) return null;
    if (typeof value === 'string' && readTimeOfDay(value) !== null) return value;
    this.fault(name, 'must be a time from 00:00 to 23:59, such as 09:00');
    return null;
  }

  days(name: string): Weekday[] {
    const value = this.value(name);
    if (value === undefined) return [];
    if (!Array.isArray(value) || value.length === 0 || value.length > weekdays.length) {
      this.fault(name, `must be a list of ${weekdays.join(', ')}, or left out for every day`);
      return [];
    }
    for (const [index, day] of value.entries()) {
      if ((weekdays as readonly unknown[]).includes(day)) continue;
      this.fault([name, index], `must be one of ${weekdays.join(', ')}${nearDay(day)}`);
    }
    return weekdays.filter((day) => value.includes(day));
  }

  zone(name: string): string | null {
    const value = this.value(name);
    if (value === undefined) return null;
    if (typeof value === 'string' && TimeZoneInput.safeParse(value).success) return value;
    this.fault(name, 'must be an IANA time zone, such as Europe/Lisbon');
    return null;
  }

  eventName(name = 'name'): string {
    if (!this.required(name, 'the name of an event, such as order.paid')) return '';
    const value = this.value(name);
    const read = EventName.safeParse(value);
    if (read.success && read.data.trim() !== '') return read.data;
    this.fault(
      name,
      `must be the name of an event: 1 to ${eventNameLengthMax} letters, digits, . _ - : and spaces`,
    );
    return '';
  }

  tag(): string {
    if (!this.required('tag', 'the name or id of one tag')) return '';
    const value = this.line('tag', tagNameLengthMax) ?? '';
    if (value === '') this.fault('tag', 'must be the name or id of one tag');
    if (value.includes('{{'))
      this.fault('tag', 'must not hold merge fields: a tag is the same for all people');
    return looksLikeTagId(value.toLowerCase()) ? value.toLowerCase() : value;
  }

  rule(name: string, place: RulePlace): Rule | null {
    const value = this.value(name);
    if (value === undefined) return null;
    const path = [...this.path, name];
    const rule = readRuleIn(workflowLanguage(place, this.#reading.trigger), value, (at, message, code) =>
      this.fault([name, ...at], message, code),
    );
    if (rule !== null) this.#reading.rules.push({ rule, place, path, step: this.step });
    return rule;
  }
}

export function near(value: unknown, words: readonly string[]): string {
  const meant = typeof value === 'string' ? didYouMean(value, words) : undefined;
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

function nearDay(value: unknown): string {
  const meant = typeof value === 'string' && weekdays.find((day) => value.slice(0, 3).toLowerCase() === day);
  return meant ? `; did you mean ${meant}?` : '';
}
