import { z } from 'zod';
import { parseMailbox } from '../address.ts';
import type { FailureName } from '../failure.ts';
import { anId } from '../id.ts';
import { dayMs, Instant, isoInstant } from '../instant.ts';
import { stripInvisible } from '../text/strip-invisible.ts';
import { untrusted } from '../text/untrusted.ts';

export const auditLimits = {
  /** Retention of entries. */
  keptMs: 90 * dayMs,
  /** Ids per entry. An invocation that names more is found by its first ones. */
  aboutMax: 20,
  /** How many of them come from the answer: the first ones of a batch. */
  answeredMax: 10,
  /** Input values inspected: most of a large input is text. */
  lookedAtMax: 2_000,
  depthMax: 4,
  clientCharactersMax: 200,
  nameCharactersMax: 64,
} as const;

/** An invocation as stored. Instants are epoch milliseconds. */
export type AuditRecord = {
  /** The internal key; never shown. */
  key: number;
  id: string;
  at: number;
  /** The token as it was at the time; null for the operator of the machine and for people at the console. */
  token: { id: string; name: string } | null;
  /** The person at the console, as they were at the time; null for all others. */
  person: { id: string; name: string } | null;
  /** The calling program, by its own account. */
  client: string | null;
  door: string;
  tool: string;
  effect: string;
  about: readonly string[];
  requestId: string;
  /** The recipients that a send was refused for; null where it was refused for none. */
  refused: RefusedRecipients | null;
  /**
   * `done`, `replayed`, the name of a failure, or `not_offered` for a tool withheld from the caller; null while it
   * runs, and forever if a crash interrupted it.
   */
  outcome: string | null;
};

/** How many recipients a send was refused for, and the key of the first one's mailbox: null once they were erased. */
export type RefusedRecipients = { first: string | null; count: number };

export const AuditEntry = z.object({
  object: z.literal('audit_entry'),
  id: z.string(),
  at: Instant,
  // For a token of an outside issuer, a name chosen there.
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
      'Ids in its arguments, of what it made or sent, and of the badges it was refused for; never an email address',
    ),
  request_id: z.string(),
  refused_recipients: z
    .object({
      first: untrusted(z.string()).nullable().describe('null once erased, or without emails.read'),
      count: z.int(),
    })
    .nullable()
    .describe('Of a send that its content, a recipient or a limit refused'),
  outcome: z
    .string()
    .nullable()
    .describe('done, replayed, not_offered or a failure; null: running or cut off'),
});

export function auditAnswer({
  key: _,
  at,
  requestId,
  refused,
  ...entry
}: AuditRecord): z.input<typeof AuditEntry> {
  return {
    object: 'audit_entry',
    ...entry,
    at: isoInstant(at),
    about: [...entry.about],
    request_id: requestId,
    refused_recipients: refused,
  };
}

/** An entry as it is shown to a caller who may not read to which addresses mail goes. */
export function withoutRecipient({ refused, ...entry }: AuditRecord): AuditRecord {
  return { ...entry, refused: refused && { ...refused, first: null } };
}

/** A client's name for itself as stored: one visible line of bounded length. */
export function clientName(client: string | undefined): string | null {
  if (client === undefined) return null;
  const line = stripInvisible(client.toWellFormed()).replaceAll(/\s+/g, ' ').trim();
  return line === '' ? null : line.slice(0, auditLimits.clientCharactersMax).toWellFormed();
}

/** Arguments that identify one thing, by id or by name. An `externalId` is excluded: it identifies a person. */
const namesOneThing =
  /^(?:id|email|subscriber|tag|suppression|domain|token|segment|campaign|organization|kind|(?!external)\w+(?:Id|_id))$/;
/** In place of an address that was given, where no id of what has it is known. */
const addressGiven = 'an email address';
/** Matches host names, tags and the like, but no free text. */
const plainName = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;

/**
 * What an invocation was about: the ids among its arguments, each once, and the names of things addressed by name.
 * Addresses are personal data and are not stored: `addressGiven` says that there was one.
 *
 * @param input not validated, because refused calls are recorded too
 */
export function aboutOf(input: unknown): string[] {
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

/** The same with the badges that content was refused for, each once, as far as there is room. */
export function withBadges(about: readonly string[], badges: readonly string[]): string[] {
  const all = new Set(about);
  for (const badge of badges) if (all.size < auditLimits.aboutMax) all.add(badge);
  return [...all];
}

/** What refuses a mail for its content, its recipient or a limit. */
const refusesRecipient: ReadonlySet<unknown> = new Set<FailureName>([
  'content_verification_failed',
  'content_verification_unavailable',
  'restricted_api_key',
  'RECIPIENT_RATE_LIMITED',
]);

/** The mailboxes, by their keys, that an answer says were refused while others were mailed. */
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

/** As the log shows them: one person counts once, however many of the mails were theirs. */
export function refusedRecipients(keys: readonly string[]): RefusedRecipients | null {
  const people = new Set(keys);
  const [first] = people;
  return first === undefined ? null : { first, count: people.size };
}

/**
 * What an invocation was about, including ids from its answer: the mails it sent, the campaign it made. Of a long
 * answer the first ones.
 */
export function withIdsOf(about: readonly string[], output: unknown): string[] {
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
  // The answer names what had the address.
  if (wasAddressed && ids.size > about.length) ids.delete(addressGiven);
  return [...ids];
}

function nameOf(value: string): string | null {
  if (value.includes('@')) return addressGiven;
  return value.length <= auditLimits.nameCharactersMax && plainName.test(value) ? value : null;
}
