import { type Mailbox, parseMailbox } from '../../model/address.ts';
import type { Body, KeptBody } from '../../model/content/body.ts';
import { resolveMailValues } from '../../model/content/mail-values.ts';
import {
  fillMergeFields,
  isSystemLink,
  listPlaceholders,
  type MergeFields,
  mergeFieldsWithoutDefault,
} from '../../model/content/merge-fields.ts';
import { postalAddressField } from '../../model/content/postal-address.ts';
import type { RenderedEmail } from '../../model/content/render.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { subjectCharactersMax } from '../../model/email/send-body.ts';
import { scopesAllow } from '../../model/organization/token.ts';
import { previewLimits } from '../../model/sending/send-preview.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { stripInvisible } from '../../model/text/strip-invisible.ts';
import { cutAtCodeUnits, cutText } from '../../model/text/text.ts';
import { RenderingBusy } from '../../world/rendering.ts';
import type { Caller } from '../context/caller.ts';
import type { Scope } from '../context/scope.ts';
import type { Draft } from '../context/submission.ts';
import { readBodies } from './read-bodies.ts';
import { deadLinks } from './system-links.ts';

export type Sample = { address: string; values: MergeFields };

/**
 * Null if the texts have no merge fields, or all their values are of a subscriber and the caller may not read subscribers.
 * @param given as in `resolveMailValues`
 */
export async function loadSample(
  { store, caller }: Pick<Scope, 'store' | 'caller'>,
  texts: readonly (string | null | undefined)[],
  { address, key }: Pick<Mailbox, 'address' | 'key'>,
  { given, isBulk }: { given?: MergeFields | undefined; isBulk: boolean },
): Promise<Sample | null> {
  if (!scopesAllow(caller.scopes, 'subscribers.read')) {
    // The call itself contains the given values.
    if (given === undefined) return null;
    return { address, values: { ...openWithoutDefault(texts.filter(Boolean).join('\n')), ...given } };
  }
  const { names } = listPlaceholders(texts);
  if (names.every((name) => isSystemLink(name) || name === postalAddressField)) return null;
  const [recipient = { email: address }] = await store.subscribers.findAll([key]);
  const { postalAddress } = caller.organization;
  return { address, values: resolveMailValues(names, recipient, { given, isBulk, postalAddress }) };
}

/** For mail of a campaign. */
export async function sampleAmong(
  scope: Pick<Scope, 'store' | 'caller'>,
  texts: readonly (string | null | undefined)[],
  email: string | undefined,
): Promise<Sample | null> {
  const read = email === undefined ? null : parseMailbox(email);
  return read?.ok ? await loadSample(scope, texts, read.mailbox, { isBulk: true }) : null;
}

/** Without a sample, merge fields without a default stay as placeholders. */
export function shownSubject(subject: string, sample: Sample | null): string {
  const filled = fillMergeFields(subject, sample?.values ?? openWithoutDefault(subject), 'header');
  return cutAtCodeUnits(filled, subjectCharactersMax);
}

/** Each subject is shown as its first recipient would read it. */
export async function shownSubjects(
  scope: Pick<Scope, 'store' | 'caller'>,
  drafts: readonly Draft[],
): Promise<{ subjects: string[]; subjectsMore: number }> {
  const firsts = new Map<string, Draft>();
  for (const draft of drafts) {
    const key = subjectOfCall(draft);
    if (!firsts.has(key)) firsts.set(key, draft);
  }
  const subjects: string[] = [];
  for (const { subject, to, values } of [...firsts.values()].slice(0, previewLimits.subjects)) {
    subjects.push(
      shownSubject(subject, await loadSample(scope, [subject], to, { given: values, isBulk: false })),
    );
  }
  return { subjects, subjectsMore: firsts.size - subjects.length };
}

/** Fills in only the values of the call, so that equal subjects read the same for one recipient. */
function subjectOfCall({ subject, values = {} }: { subject: string; values?: MergeFields }): string {
  return fillMergeFields(subject, { ...openWithoutDefault(subject), ...values }, 'header');
}

/** Without a sample, only defaults are filled in: no personal data. Null on a rendering timeout. */
export async function shownText(
  { engine, caller, signal }: Pick<Scope, 'engine' | 'caller' | 'signal'>,
  body: KeptBody | null | undefined,
  sample: Sample | null = null,
): Promise<string | null> {
  if (!body || body.kind === 'mime' || body.kind === 'shared' || body.kind === 'removed') return null;
  const links = deadLinks(engine);
  const values = sample?.values ?? shownValues(caller, body, [body.source], null, { isBulk: true });
  return await beginning(async () => {
    const { text } = await renderShown({ engine, caller, signal }, { body, preview: null, values });
    return Object.entries(links).reduce((open, [name, link]) => open.replaceAll(link, `{{${name}}}`), text);
  });
}

/** Renders a mail as its delivery does, but with dead platform links, so that a viewer cannot unsubscribe the recipient. */
export async function renderShown(
  { engine, caller, signal }: Pick<Scope, 'engine' | 'caller' | 'signal'>,
  { values, ...mail }: { body: Body; preview: string | null; values: MergeFields },
): Promise<RenderedEmail> {
  const turn = { tenant: caller.organization.key, rank: 'look', signal } as const;
  return await engine.world.rendering.render({ ...mail, values: { ...values, ...deadLinks(engine) } }, turn);
}

/** Resolves values as acceptance does. Without a recipient, fields without a default show their name. */
export function shownValues(
  { organization }: Pick<Caller, 'organization'>,
  body: Body,
  texts: readonly (string | null)[],
  recipient: SubscriberRecord | { email: string } | null,
  more: { given?: MergeFields | undefined; isBulk: boolean },
): MergeFields {
  const { names } = listPlaceholders(texts);
  const postalAddress = body.postalAddress ?? organization.postalAddress;
  return {
    ...(recipient === null && openWithoutDefault(texts.join('\n'))),
    ...resolveMailValues(names, recipient, { ...more, postalAddress }),
  };
}

function openWithoutDefault(source: string): MergeFields {
  return Object.fromEntries(mergeFieldsWithoutDefault(source).map((name) => [name, `{{${name}}}`]));
}

/** Null for callers who may not read mails. */
export async function acceptedText(
  { engine, caller, signal }: Pick<Scope, 'engine' | 'caller' | 'signal'>,
  email: EmailRecord,
): Promise<string | null> {
  if (!scopesAllow(caller.scopes, 'emails.read')) return null;
  return await beginning(
    async () => (await readBodies(engine, email, 'dead', { rank: 'look', signal }))?.text ?? '',
  );
}

async function beginning(read: () => Promise<string>): Promise<string | null> {
  try {
    // Invisible characters must not use up the limit.
    return cutText(stripInvisible(await read()).trim(), previewLimits.textCharacters);
  } catch (error) {
    if (error instanceof RenderingBusy) return null;
    throw error;
  }
}

/** Mails of one template differ by their given values. Values of subscribers are no difference. */
export function otherTexts(
  mails: readonly { body: KeptBody | null; values?: MergeFields | undefined }[],
): string[] {
  const different = new Set(
    mails.map(({ body, values = {} }) => {
      const source = body?.source ?? '';
      const { names } = Object.keys(values).length === 0 ? { names: [] } : listPlaceholders([source]);
      return JSON.stringify([source, names.map((name) => values[name])]);
    }),
  );
  return different.size > 1 ? [`The text is from one of ${different.size} different mails`] : [];
}
