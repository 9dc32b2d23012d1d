import { z } from 'zod';
import { parseMailbox } from '../address.ts';
import type { FailureName } from '../failure.ts';
import { anId } from '../id.ts';
import { dayMs, Instant, isoInstant } from '../instant.ts';
import { type CauseChain, CauseLink } from '../sending/mail-cause.ts';
import { untrusted } from '../text/untrusted.ts';

export const auditLimits = {
  keptMs: 90 * dayMs,
  /** Ids per entry. A call with more ids is found only by the first ones. */
  aboutMax: 20,
  /** Ids taken from the result, such as the first mails of a batch. */
  answeredMax: 10,
  /** Input values inspected, because most of a large input is text. */
  lookedAtMax: 2_000,
  depthMax: 4,
  nameCharactersMax: 64,
} as const;

export type AuditRecord = {
  key: number;
  id: string;
  at: number;
  /** Snapshot of the token; null for the operator and for console users. */
  token: { id: string; name: string } | null;
  /** Snapshot of the console user; null for all others. */
  person: { id: string; name: string } | null;
  /** Name that the calling program gives itself. */
  client: string | null;
  /** The call as a link of a cause chain; null in an entry of an earlier version. */
  cause: CauseChain | null;
  door: string;
  tool: string;
  effect: string;
  about: readonly string[];
  requestId: string;
  refused: RefusedRecipients | null;
  /** `not_offered` for a tool withheld from the caller. Null while the call runs, and forever after a crash. */
  outcome: string | null;
};

/** `first` is the first recipient's mailbox key; null after the recipient's erasure. */
export type RefusedRecipients = { first: string | null; count: number };

export const AuditEntry = z.object({
  object: z.literal('audit_entry'),
  id: z.string(),
  at: Instant,
  // A token of an external issuer has a name chosen there.
  token: z
    .object({ id: z.string(), name: untrusted(z.string()) })
    .nullable()
    .describe('null: the operator or a person'),
  person: z.object({ id: z.string(), name: z.string() }).nullable(),
  client: untrusted(z.string()).nullable(),
  door: z.string(),
  tool: z.string(),
  effect: z.string(),
  about: z
    .array(z.string())
    .describe(
      'Ids from the arguments, ids of created or sent objects, and ids of the badges that caused a refusal. Never an email address',
    ),
  request_id: z.string(),
  refused_recipients: z
    .object({
      first: untrusted(z.string()).nullable().describe('null: erased, or your token lacks emails.read'),
      count: z.int(),
    })
    .nullable()
    .describe('Recipients of a send refused because of its content, a recipient or a limit'),
  cause: z
    .array(CauseLink)
    .nullable()
    .describe(
      'The call, in the form of an email’s cause, with its root token and approval. null: entries from earlier versions',
    ),
  outcome: z
    .string()
    .nullable()
    .describe('done, replayed, not_offered or the name of a failure. null: running or interrupted'),
});

export function auditAnswer({
  key: _,
  at,
  requestId,
  refused,
  cause,
  ...entry
}: AuditRecord): z.input<typeof AuditEntry> {
  return {
    object: 'audit_entry',
    ...entry,
    cause: cause && [...cause],
    at: isoInstant(at),
    about: [...entry.about],
    request_id: requestId,
    refused_recipients: refused,
  };
}

export function withoutRecipient({ refused, ...entry }: AuditRecord): AuditRecord {
  return { ...entry, refused: refused && { ...refused, first: null } };
}

/** Arguments that identify one object by id or name. Excludes `externalId`, which identifies a person. */
const namesOneThing =
  /^(?:id|email|subscriber|tag|suppression|domain|token|segment|campaign|organization|kind|(?!external)\w+(?:Id|_id))$/;
/** Replaces an address whose id is unknown. */
const addressGiven = 'an email address';
const plainName = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;

/** Addresses are personal data, so `addressGiven` replaces them. @param input not validated */
export function collectInputIds(input: unknown): string[] {
  const about = new Set<string>();
  let looks = auditLimits.lookedAtMax;
  const look = (value: unknown, depth: number): void => {
    looks -= 1;
    if (looks < 0 || about.size >= auditLimits.aboutMax) return;
    if (typeof value === 'string') {
      if (anId.test(value)) about.add(value);
    } else if (typeof value === 'object' && value !== null && depth < auditLimits.depthMax) {
      // Avoids generating the keys of a long array before the first is inspected.
      if (Array.isArray(value)) {
        for (const each of value.slice(0, Math.max(0, looks))) look(each, depth + 1);
        return;
      }
      for (const name in value) {
        if (looks < 0) return;
        look((value as Record<string, unknown>)[name], depth + 1);
      }
    }
  };
  if (typeof input !== 'object' || input === null) return [];
  for (const name in input) {
    if (looks < 0 || about.size >= auditLimits.aboutMax) break;
    const value = (input as Record<string, unknown>)[name];
    const thing = typeof value === 'string' && namesOneThing.test(name) ? nameOf(value) : null;
    if (thing === null) look(value, 0);
    else about.add(thing);
  }
  return [...about];
}

export function withBadges(about: readonly string[], badges: readonly string[]): string[] {
  const all = new Set(about);
  for (const badge of badges) if (all.size < auditLimits.aboutMax) all.add(badge);
  return [...all];
}

/** Failures caused by a mail's content, recipient or limit. */
const refusesRecipient: ReadonlySet<unknown> = new Set<FailureName>([
  'content_verification_failed',
  'content_verification_unavailable',
  'restricted_api_key',
  'RECIPIENT_RATE_LIMITED',
]);

export function refusedIn(output: unknown): string[] {
  if (typeof output !== 'object' || output === null) return [];
  const { errors, refused } = output as { errors?: unknown; refused?: unknown };
  return [errors, refused].flatMap((rows) => {
    if (!Array.isArray(rows)) return [];
    return rows.slice(0, auditLimits.lookedAtMax).flatMap((row: { to?: unknown; name?: unknown } | null) => {
      const to = refusesRecipient.has(row?.name) ? row?.to : null;
      const read = typeof to === 'string' ? parseMailbox(to) : null;
      return read?.ok ? [read.mailbox.key] : [];
    });
  });
}

/** Counts a person with several mails once. */
export function refusedRecipients(keys: readonly string[]): RefusedRecipients | null {
  const people = new Set(keys);
  const [first] = people;
  return first === undefined ? null : { first, count: people.size };
}

/** Adds ids from the result, such as sent mails or the created campaign, up to the limit. */
export function addResultIds(about: readonly string[], output: unknown): string[] {
  const wasAddressed = about.includes(addressGiven);
  const ids = new Set(about);
  const most = Math.min(about.length + auditLimits.answeredMax, auditLimits.aboutMax);
  let looks = auditLimits.lookedAtMax;
  const look = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth >= auditLimits.depthMax) return;
    const { id, subscriberId } = value as { id?: unknown; subscriberId?: unknown };
    for (const one of wasAddressed ? [subscriberId, id] : [id]) {
      if (typeof one === 'string' && anId.test(one) && ids.size < most) ids.add(one);
    }
    const parts = Array.isArray(value) ? value.slice(0, Math.max(0, looks)) : Object.values(value);
    for (const part of parts) {
      looks -= 1;
      if (looks < 0 || ids.size >= most) return;
      look(part, depth + 1);
    }
  };
  look(output, 0);
  // The result contains the id for the address.
  if (wasAddressed && ids.size > about.length) ids.delete(addressGiven);
  return [...ids];
}

function nameOf(value: string): string | null {
  if (value.includes('@')) return addressGiven;
  return value.length <= auditLimits.nameCharactersMax && plainName.test(value) ? value : null;
}
