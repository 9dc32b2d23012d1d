import type { z } from 'zod';
import { ofOperator } from '../../../engine/approval/allowance.ts';
import type { AuditEntry } from '../../../model/organization/audit.ts';
import { stripInvisible } from '../../../model/text/strip-invisible.ts';
import { type NamedKind, objectNames } from '../../../store/records/instance/object-names.ts';
import { type Html, html } from '../../public/html.ts';
import { straight } from '../../public/layout.ts';
import { type CauseNames, readEntryCauses } from '../cause-words.ts';
import { avatar, type ListRow } from '../look/parts.ts';
import type { Visit } from '../page.ts';
import { foreign, renderShortTime } from '../shown.ts';
import { activityPhrases } from './phrases.ts';

type Entry = z.output<typeof AuditEntry>;

/** Pages of the objects that activity names. */
const places: Partial<Record<NamedKind, string>> = {
  campaign: '/console/campaigns/',
  domain: '/console/domains/',
  email: '/console/emails/',
  import: '/console/imports/',
  segment: '/console/segments/',
  subscriber: '/console/subscribers/',
  template: '/console/templates/',
  workflow: '/console/workflows/',
};

/** Reasons for the common failures of a call, after "could not". */
const reasons: Readonly<Record<string, string>> = {
  audience_empty: 'It has no recipients',
  campaign_not_draft: 'It is no longer a draft',
  conflict: 'It has changed since, or its state does not allow this',
  content_verification_failed: 'The content check refused it',
  content_verification_unavailable: 'The content could not be checked',
  domain_not_verified: 'The sending domain is not verified',
  duplicate_campaign: 'The same campaign was sent recently',
  not_found: 'It does not exist',
  rate_limit_exceeded: 'Too many requests',
  sending_disabled: 'Sending is off',
  validation_error: 'The request was incomplete or invalid',
};

/** Failures that say that the caller lacks permission. */
const forbidden: ReadonlySet<string> = new Set([
  'restricted_api_key',
  'not_offered',
  'invalid_api_key',
  'missing_api_key',
]);

/**
 * Describes audit entries as sentences such as "Claude sent May news". Consecutive calls of one caller that differ in
 * nothing a person would notice become one sentence with their number.
 */
export async function describeActivity(visit: Visit, entries: readonly Entry[]): Promise<ListRow[]> {
  const { engine, organization } = visit;
  const ids = entries.flatMap(({ about }) => about);
  const [{ causes, names }, objects] = await Promise.all([
    readEntryCauses(visit, entries),
    objectNames(engine.store.database.reader, organization.key, ids),
  ]);
  const rows = entries.map((entry, index) => {
    const approval = causes[index]?.find(({ approval_id }) => approval_id !== undefined)?.approval_id;
    const deed = describeDeed(entry, objects);
    return { entry, deed, note: describeNote(entry, approval, names) };
  });
  const groups: { first: (typeof rows)[number]; times: number }[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last && isAlike(last.first, row)) last.times += 1;
    else groups.push({ first: row, times: 1 });
  }
  return groups.map(({ first: { entry, deed, note }, times }) => {
    const caller = describeCaller(visit, entry);
    const often = times > 1 ? ` ${times} times` : '';
    return {
      ...(isFailed(entry) && { state: 'bad' as const }),
      sign: avatar(caller.name === 'You' ? straight(visit.person.name) : caller.name, caller.kind),
      body: html`<b>${foreign(caller.name)}</b> ${deed}${often}.${note && html`<small>${note}</small>`}`,
      end: renderShortTime(entry.at, organization.timezone, visit.now),
    };
  });
}

type Row = { entry: Entry; deed: Html; note: Html | null };

function isAlike(a: Row, b: Row): boolean {
  const callerOf = ({ token, person, client }: Entry): string =>
    JSON.stringify([token?.id, person?.id, client]);
  return (
    a.deed.markup === b.deed.markup &&
    a.note?.markup === b.note?.markup &&
    callerOf(a.entry) === callerOf(b.entry)
  );
}

const done: ReadonlySet<string> = new Set(['done', 'replayed']);

function isFailed({ outcome }: Entry): boolean {
  return outcome !== null && !done.has(outcome) && outcome !== 'confirmation_required';
}

function describeDeed(entry: Entry, objects: Awaited<ReturnType<typeof objectNames>>): Html {
  const { tool, outcome } = entry;
  const [finished, attempt] = activityPhrases[tool] ?? ['made a change', 'make a change'];
  const say = (phrase: string): Html => fill(phrase, entry, objects);
  if (outcome === null) return html`began to ${say(attempt)}`;
  if (done.has(outcome)) return say(finished);
  if (outcome === 'confirmation_required') return html`asked to ${say(attempt)}`;
  return html`${forbidden.has(outcome) ? 'was not allowed to' : 'could not'} ${say(attempt)}`;
}

/** Replaces the words in braces with the name of the first object of that kind. */
function fill(phrase: string, { about }: Entry, objects: Awaited<ReturnType<typeof objectNames>>): Html {
  const [before = '', words, after = ''] = phrase.split(/[{}]/);
  if (words === undefined) return html`${before}`;
  const kind = words.replace(/^an? /, '');
  const id = about.find((one) => objects.get(one)?.kind === (kind === 'file' ? 'import' : kind));
  const object = id === undefined ? undefined : objects.get(id);
  // "deleted the tag red", but "deleted a tag".
  if (id === undefined || object === undefined)
    return html`${before.replace(/the [a-z]+ $/, '')}${words}${after}`;
  const place = places[object.kind];
  const name = foreign(stripInvisible(object.name));
  return html`${before}${place === undefined ? name : html`<a href="${place}${id}">${name}</a>`}${after}`;
}

function describeNote(entry: Entry, approval: string | undefined, { approvals }: CauseNames): Html | null {
  const { outcome, refused_recipients: refused } = entry;
  if (outcome === 'confirmation_required') return html`Needs a person’s approval`;
  if (approval !== undefined) {
    const by = approvals.get(approval)?.decidedBy?.name;
    return html`<a class="over" href="/console/approvals/${approval}">Approved</a>${by === undefined ? null : html` by ${foreign(by)}`}`;
  }
  const reason = outcome === null ? undefined : reasons[outcome];
  const people = refused === null ? null : html`Recipients refused: ${String(refused.count)}`;
  if (reason === undefined) return people;
  return html`${reason}${people && html`. ${people}`}`;
}

/** Names the person, program or token behind an entry as a colleague would. */
export function describeCaller(
  { person: visitor }: Pick<Visit, 'person'>,
  { person, client, token, door, cause }: Entry,
): { name: string; kind: 'person' | 'program' } {
  if (person?.id === visitor.id) return { name: 'You', kind: 'person' };
  if (person) return { name: person.name, kind: 'person' };
  const program = client === null ? '' : stripInvisible(client).replace(/[\s/]+[\d.]+$/, '');
  if (door === 'mcp' && program !== '') return { name: program, kind: 'program' };
  if (token) return { name: token.name, kind: 'program' };
  if (door === 'link') return { name: 'A recipient', kind: 'person' };
  if (door === 'integration') return { name: 'An integration', kind: 'program' };
  const isAssistant = cause?.some(
    ({ assistant, root_token_id }) => assistant || root_token_id === ofOperator,
  );
  return isAssistant ? { name: 'An assistant', kind: 'program' } : { name: 'The operator', kind: 'person' };
}
