import type { SubscriberRecord } from '../subscriber/subscriber.ts';

const fields = [
  'email',
  'status',
  'firstName',
  'lastName',
  'externalId',
  'timezone',
  'locale',
] as const satisfies readonly (keyof SubscriberRecord)[];

/** Returns the changed fields by their names in rules: `firstName`, `attributes.plan`. Tags are tracked separately. */
export function changedFields(known: SubscriberRecord, next: SubscriberRecord): string[] {
  const names = new Set([...Object.keys(known.attributes), ...Object.keys(next.attributes)]);
  return [
    ...fields.filter((field) => known[field] !== next[field]),
    ...[...names]
      .filter((name) => known.attributes[name] !== next.attributes[name])
      .map((name) => `attributes.${name}`),
  ];
}
