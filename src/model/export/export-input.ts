import { z } from 'zod';
import { recipientFilterFields } from '../campaign/recipient.ts';
import { emailEvents } from '../email/lifecycle.ts';
import type { FieldFault } from '../failure.ts';
import { IdInput } from '../id.ts';
import { InstantInput } from '../instant.ts';
import { SegmentRefInput } from '../segment/segment.ts';
import { EventName } from '../subscriber/event.ts';
import { SubscriberRefInput, subscriberFilterFields } from '../subscriber/subscriber.ts';
import { suppressionOrigins } from '../subscriber/suppression.ts';
import { TagName } from '../subscriber/tag.ts';
import { inShort, shownAs } from '../text/alias.ts';
import { columnFault, exportKinds, filtersOfKind, requiredOfKind } from './export-kind.ts';

const columnsMax = 200;
const columnCharactersMax = 300;

/** Each filter fits some kinds of rows. Assistants see short forms, because most exports need a single filter. */
const filterFields = {
  status: subscriberFilterFields.status,
  /** A single tag; several tags need a segment. */
  tag: TagName.optional().describe('Name or id'),
  segment: SegmentRefInput.optional(),
  last_event: z
    .enum(emailEvents)
    .optional()
    .describe('Emails and recipients only')
    .meta(inShort('Emails, recipients only')),
  campaign: IdInput.optional().describe('Id; for emails and recipients, which require it'),
  state: recipientFilterFields.state.describe('Recipients only: WAITING, ACCEPTED, SKIPPED'),
  reason: recipientFilterFields.reason.describe('Recipients only'),
  name: EventName.optional().describe('Events only'),
  subscriber: SubscriberRefInput.optional()
    .describe('Emails and events only; id, email or ext:<externalId>')
    .meta(shownAs({ type: 'string', description: 'Emails, events only' })),
  origin: z
    .enum(suppressionOrigins)
    .optional()
    .describe('Suppressions only')
    .meta(inShort('Suppressions only')),
  query: subscriberFilterFields.query
    .describe('Part of the address, name or subject')
    .meta(shownAs({ type: 'string' })),
  created_after: InstantInput.optional().meta(shownAs({ type: 'string' })),
  created_before: InstantInput.optional().meta(shownAs({ type: 'string' })),
};
const filterNames = Object.keys(filterFields) as (keyof typeof filterFields)[];

export const exportFields = {
  ...filterFields,
  columns: z
    .array(z.string().min(1).max(columnCharactersMax))
    .min(1)
    .max(columnsMax)
    .optional()
    .describe('Default: all'),
  bom: z.boolean().default(false).describe('With a byte order mark, for Excel'),
};

const ExportInput = z.object({ kind: z.enum(exportKinds), ...exportFields });
export type ExportOrder = z.output<typeof ExportInput>;

export function exportFaults(order: ExportOrder): FieldFault[] {
  const filters: readonly string[] = filtersOfKind[order.kind];
  const faults: FieldFault[] = filterNames
    .filter((name) => order[name] !== undefined && !filters.includes(name))
    .map((name) => ({
      path: name,
      code: 'invalid',
      message: `is not a filter for ${order.kind}; allowed filters: ${filters.join(', ')}`,
    }));
  for (const path of requiredOfKind[order.kind]) {
    if (order[path] !== undefined) continue;
    faults.push({ path, code: 'required', message: `is required for ${order.kind}` });
  }
  for (const [index, column] of (order.columns ?? []).entries()) {
    const message = columnFault(order.kind, column);
    if (message !== null) faults.push({ path: `columns[${index}]`, code: 'invalid', message });
  }
  return faults;
}

export function isUnfiltered(order: ExportOrder): boolean {
  return filterNames.every((name) => order[name] === undefined);
}
