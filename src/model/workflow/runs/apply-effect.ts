import {
  fillMergeFields,
  type MergeFields,
  mergeFieldsIn,
  mergeValuesFor,
} from '../../content/merge-fields.ts';
import { tagNameKey } from '../../subscriber/tag.ts';
import { isFields } from '../../text/fields.ts';
import { cutAtCodeUnits } from '../../text/text.ts';
import type { Person } from '../facts.ts';
import type { Effect } from './advance.ts';
import type { RunTrigger } from './run.ts';

/** Per value, because one step can fill many. */
const filledCharactersMax = 1_000;

/** Fills merge fields with the person's values and, as `trigger.<property>`, with the triggering event's properties. */
export function filledText(text: string, person: Person, trigger: RunTrigger): string {
  const names = mergeFieldsIn(text);
  if (names.length === 0) return text;
  const values: MergeFields = { ...mergeValuesFor(names, person), ...triggerValues(names, trigger) };
  for (const [name, value] of Object.entries(values))
    values[name] = cutAtCodeUnits(value, filledCharactersMax);
  return fillMergeFields(text, values, 'text');
}

const triggerPrefix = 'trigger.';

function triggerValue(name: string, { properties }: Pick<RunTrigger, 'properties'>): string | null {
  if (!name.startsWith(triggerPrefix)) return null;
  const property = name.slice(triggerPrefix.length);
  const value = Object.hasOwn(properties, property) ? properties[property] : null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : null;
}

export function triggerValues(
  names: readonly string[],
  trigger: Pick<RunTrigger, 'properties'>,
): MergeFields {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = triggerValue(name, trigger);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** Fills every string in a JSON value. Recursion is safe: configurations are bounded when they are saved. */
export function filledJson<T>(value: T, person: Person, trigger: RunTrigger): T {
  if (typeof value === 'string') return filledText(value, person, trigger) as T;
  if (Array.isArray(value)) return value.map((one) => filledJson(one, person, trigger)) as T;
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, filledJson(one, person, trigger)]),
  ) as T;
}

const changeable = ['firstName', 'lastName', 'externalId', 'locale', 'timezone'] as const;

/** For simulations. The engine itself writes through the subscriber flows. */
export function personAfter(
  effect: Effect,
  person: Person,
  trigger: RunTrigger,
  labels: readonly { id: string; name: string }[],
  at: number,
): Person {
  switch (effect.kind) {
    case 'add_tag':
    case 'remove_tag': {
      const same = ({ id, name }: { id: string; name: string }) =>
        id === effect.tag || tagNameKey(name) === tagNameKey(effect.tag);
      const label = labels.find(same) ?? { id: effect.tag, name: effect.tag };
      const without = person.tags.filter((tag) => tag.id !== label.id && !same(tag));
      return { ...person, tags: effect.kind === 'add_tag' ? [...without, label] : without };
    }
    case 'update_subscriber': {
      const { fields, attributes } = effect.step.config;
      const changed: Person = { ...person, attributes: { ...person.attributes }, updatedAt: at };
      for (const field of changeable) {
        const text = Object.hasOwn(fields, field) ? fields[field] : undefined;
        if (text !== undefined) changed[field] = text === null ? null : filledText(text, person, trigger);
      }
      for (const [name, value] of Object.entries(attributes)) {
        if (value === null) delete changed.attributes[name];
        else changed.attributes[name] = filledJson(value, person, trigger);
      }
      return changed;
    }
    case 'unsubscribe':
      return { ...person, status: 'UNSUBSCRIBED', unsubscribedAt: at };
    default:
      return person;
  }
}
