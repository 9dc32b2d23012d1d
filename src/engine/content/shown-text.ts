import { type Mailbox, parseMailbox } from '../../model/address.ts';
import type { KeptBody } from '../../model/content/body.ts';
import { bulkValues } from '../../model/content/bulk-values.ts';
import {
  fillMergeFields,
  isSystemLink,
  listPlaceholders,
  type MergeFields,
  mergeFieldsWithoutDefault,
  mergeValuesFor,
} from '../../model/content/merge-fields.ts';
import { addressLine, postalAddressField } from '../../model/content/postal-address.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { subjectCharactersMax } from '../../model/email/send-body.ts';
import { scopesAllow } from '../../model/organization/token.ts';
import { previewLimits } from '../../model/sending/send-preview.ts';
import { stripInvisible } from '../../model/text/strip-invisible.ts';
import { cutAtCodeUnits, cutText } from '../../model/text/text.ts';
import { RenderingBusy } from '../../world/rendering.ts';
import type { Scope } from '../context/scope.ts';
import { readBodies } from './read-bodies.ts';
import { deadLinks } from './system-links.ts';

export type Sample = { address: string; values: MergeFields };

/** Null if the texts have no merge fields, or the caller may not read subscribers. @param given values that take precedence */
export async function loadSample(
  { store, caller }: Pick<Scope, 'store' | 'caller'>,
  texts: readonly (string | null | undefined)[],
  { address, key }: Pick<Mailbox, 'address' | 'key'>,
  given: MergeFields = {},
): Promise<Sample | null> {
  if (!scopesAllow(caller.scopes, 'subscribers.read')) return null;
  const { names } = listPlaceholders(texts);
  if (names.every((name) => isSystemLink(name) || name === postalAddressField)) return null;
  const [recipient = { email: address }] = await store.subscribers.findAll([key]);
  return { address, values: bulkValues({ ...mergeValuesFor(names, recipient), ...given }) };
}

export async function sampleAmong(
  scope: Pick<Scope, 'store' | 'caller'>,
  texts: readonly (string | null | undefined)[],
  email: string | undefined,
): Promise<Sample | null> {
  const read = email === undefined ? null : parseMailbox(email);
  return read?.ok ? await loadSample(scope, texts, read.mailbox) : null;
}

/** Without a sample, merge fields without a default stay as placeholders. */
export function shownSubject(subject: string, sample: Sample | null): string {
  const filled = fillMergeFields(subject, sample?.values ?? openWithoutDefault(subject), 'header');
  return cutAtCodeUnits(filled, subjectCharactersMax);
}

/** Without a sample, only defaults are filled in: no personal data. Null on a rendering timeout. */
export async function shownText(
  { engine, caller, signal }: Pick<Scope, 'engine' | 'caller' | 'signal'>,
  body: KeptBody | null | undefined,
  sample: Sample | null = null,
): Promise<string | null> {
  if (!body || body.kind === 'mime' || body.kind === 'shared' || body.kind === 'removed') return null;
  const { postalAddress = null } = body;
  const links = deadLinks(engine);
  const values = {
    ...(sample?.values ?? openWithoutDefault(body.source)),
    ...(postalAddress !== null && { [postalAddressField]: addressLine(postalAddress) }),
    ...links,
  };
  const turn = { tenant: caller.organization.key, rank: 'look', signal } as const;
  return await beginning(async () => {
    const { text } = await engine.world.rendering.render({ body, preview: null, values }, turn);
    return Object.entries(links).reduce((open, [name, link]) => open.replaceAll(link, `{{${name}}}`), text);
  });
}

export function openWithoutDefault(source: string): MergeFields {
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

export function otherTexts(bodies: readonly (KeptBody | null)[]): string[] {
  const different = new Set(bodies.map((body) => body?.source));
  return different.size > 1 ? [`The text is from one of ${different.size} different mails`] : [];
}
