import { z } from 'zod';
import { Instant, isoInstant, isoInstantOrNull } from '../instant.ts';
import type { CauseChain } from '../sending/mail-cause.ts';
import { type Consent, ConsentInput } from '../subscriber/subscriber.ts';
import { TagName } from '../subscriber/tag.ts';
import { untrusted } from '../text/untrusted.ts';
import { ColumnsInput } from './column-fields.ts';
import { Counts, countsAnswer, explainedCounts, type ImportCounts, warnOfPurchasedList } from './counts.ts';
import type { Encoding } from './encoding.ts';
import { importLimits } from './limits.ts';
import { type PresetName, presetNames } from './presets.ts';

/** `previewed`: nothing is written, and the import waits for its start. All jobs have the other states. */
const importStatuses = [
  'uploading',
  'previewed',
  'queued',
  'in_progress',
  'completed',
  'failed',
  'cancelled',
] as const;
export type ImportStatus = (typeof importStatuses)[number];

const moves: Readonly<Record<ImportStatus, readonly ImportStatus[]>> = {
  uploading: ['previewed', 'queued', 'cancelled'],
  previewed: ['previewed', 'queued', 'cancelled'],
  queued: ['in_progress', 'previewed', 'failed', 'cancelled'],
  in_progress: ['previewed', 'completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

export function mayMove(from: ImportStatus, to: ImportStatus): boolean {
  return moves[from].includes(to);
}

export function hasEnded(status: ImportStatus): boolean {
  return moves[status].length === 0;
}

export type ImportPhase = 'preview' | 'import';

export const importOptions = {
  columns: ColumnsInput.optional(),
  on_conflict: z.enum(['upsert', 'skip']).optional().describe('Update or skip existing subscribers'),
  tags: z.array(TagName).max(importLimits.tagsMax).optional().describe('Added to every subscriber'),
  consent: ConsentInput.optional(),
  /** Whether imported subscribers start workflows. Off by default, because a file may have thousands of rows. */
  trigger_workflows: z.boolean().optional().describe('Default: false'),
};

export type ImportOptions = {
  columns: Record<string, string>;
  onConflict: 'upsert' | 'skip';
  tags: string[];
  consent: Consent | null;
  triggerWorkflows: boolean;
};

/** @param before options of an earlier call, used if omitted */
export function mergeImportOptions(
  given: z.output<z.ZodObject<typeof importOptions>>,
  before: ImportOptions | null,
): ImportOptions {
  const { consent } = given;
  return {
    columns: given.columns ?? before?.columns ?? {},
    onConflict: given.on_conflict ?? before?.onConflict ?? 'upsert',
    tags: given.tags ?? before?.tags ?? [],
    consent: consent
      ? {
          at: consent.at ? isoInstant(Date.parse(consent.at)) : null,
          ip: consent.ip ?? null,
          source: consent.source ?? null,
        }
      : (before?.consent ?? null),
    triggerWorkflows: given.trigger_workflows ?? before?.triggerWorkflows ?? false,
  };
}

export type Reading = {
  encoding: Encoding;
  separator: string;
  /** `skip` counts the characters before the first row; `hasHeader` is true if it contains the column names. */
  skip: number;
  hasHeader: boolean;
  preset: PresetName | null;
  columns: { header: string; target: string; guessed: boolean }[];
  /** Missing in rows of earlier releases. */
  warnings?: string[];
  sample: string[][];
};

export type ImportRecord = {
  key: number;
  id: string;
  fileName: string | null;
  /** Token whose limits apply to opt-in requests; null for the operator. */
  token: number | null;
  /** Whether an assistant created or started the import, or uploaded a part of its file. */
  assistant: boolean;
  /** The starting call; null for imports of earlier releases. */
  cause: CauseChain | null;
  createdAt: number;
};

export type ImportState = {
  status: ImportStatus;
  phase: ImportPhase;
  octets: number;
  rowsDone: number;
  /** Approved recipients of opt-in requests; null if no approval was needed. */
  mailsMax: number | null;
  /** Blocks opt-in requests to real mailboxes, because the import started without an approval. */
  staysHere: boolean;
  counts: ImportCounts | null;
  preview: ImportCounts | null;
  failure: string | null;
  startedAt: number | null;
  endedAt: number | null;
};

export type KnownImport = {
  record: ImportRecord;
  state: ImportState;
  options: ImportOptions;
  reading: Reading | null;
};

export const Import = z.object({
  object: z.literal('import'),
  id: z.string(),
  status: z.enum(importStatuses),
  file_name: untrusted(z.string().nullable()),
  octets: z.int(),
  encoding: z.string().nullable(),
  separator: z.string().nullable(),
  preset: z.enum(presetNames).nullable().describe('Service that exported the file'),
  columns: z.array(
    z.object({ header: untrusted(z.string()), field: untrusted(z.string()), guessed: z.boolean() }),
  ),
  sample: z.array(z.array(untrusted(z.string()))),
  on_conflict: z.string(),
  tags: z.array(untrusted(z.string())),
  consent_source: untrusted(z.string().nullable()).describe('Proof of consent for rows without their own'),
  rows_done: z.int(),
  rows_total: z.int().nullable(),
  preview: Counts.nullable().describe('Counts that the import would produce'),
  result: Counts.nullable().describe('Counts so far'),
  warnings: z.array(z.string()),
  error: z.string().nullable(),
  created_at: Instant,
  started_at: Instant.nullable(),
  ended_at: Instant.nullable(),
});

/** Without a consent time column, lists the date columns mapped to attributes, because it may be among them. */
function guessedDates({ columns }: Reading): string[] {
  if (columns.some(({ target }) => target === 'consent.at')) return [];
  const places = columns.flatMap(({ target, guessed }, index) =>
    guessed && target.startsWith('attributes.') && target.endsWith(':date') ? [index + 1] : [],
  );
  if (places.length === 0) return [];
  const named = `Column${places.length > 1 ? 's' : ''} ${places.slice(0, datesNamedMax).join(', ')}`;
  return [
    `${named}: dates, guessed to be attributes. If one says when people agreed, name it consent.at in columns`,
  ];
}

const datesNamedMax = 5;

export function importAnswer({ record, state, options, reading }: KnownImport): z.infer<typeof Import> {
  const counted = state.counts && hasEnded(state.status) ? state.counts : (state.preview ?? state.counts);
  return {
    object: 'import',
    id: record.id,
    status: state.status,
    file_name: record.fileName,
    octets: state.octets,
    encoding: reading?.encoding ?? null,
    separator: reading?.separator ?? null,
    preset: reading?.preset ?? null,
    columns: (reading?.columns ?? []).map(({ header, target, guessed }) => ({
      header,
      field: target,
      guessed,
    })),
    sample: reading?.sample ?? [],
    on_conflict: options.onConflict,
    tags: options.tags,
    consent_source: options.consent?.source ?? null,
    rows_done: state.rowsDone,
    rows_total: state.status === 'completed' ? state.rowsDone : (state.preview?.rows ?? null),
    preview: state.preview && countsAnswer(state.preview),
    result: state.phase === 'import' && state.counts ? countsAnswer(state.counts) : null,
    warnings: [
      ...(counted
        ? [...warnOfPurchasedList(counted, options.consent !== null), ...explainedCounts(counted)]
        : []),
      ...(reading?.warnings ?? []),
      ...(reading && !hasEnded(state.status) ? guessedDates(reading) : []),
    ],
    error: state.failure,
    created_at: isoInstant(record.createdAt),
    started_at: isoInstantOrNull(state.startedAt),
    ended_at: isoInstantOrNull(state.endedAt),
  };
}
