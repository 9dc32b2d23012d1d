import { type MergeFields, mergeFieldsIn, type SystemLink } from '../../model/content/merge-fields.ts';
import { clickLink, openPixel } from '../../model/content/tracked-links.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { scopesAllow } from '../../model/organization/token.ts';
import { type Caller, isAssistant } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import { type LinkPurpose, publicLink } from './public-links.ts';

type Linked = Pick<EmailRecord, 'organization' | 'id' | 'subscriberId' | 'toKey'>;

/** What the links of a mail are about: the mail, or for `confirmUrl` the subscriber at the address it went to. */
const purposes = [
  ['unsubscribeUrl', 'unsubscribe'],
  ['preferencesUrl', 'preferences'],
  ['webVersionUrl', 'view'],
  ['confirmUrl', 'confirm'],
] as const satisfies readonly (readonly [SystemLink, LinkPurpose])[];

/** The fragment that names a hidden link: `https://…/#unsubscribeUrl`. */
export const deadLinkNames: Readonly<Record<LinkPurpose, string>> = {
  unsubscribe: 'unsubscribeUrl',
  preferences: 'preferencesUrl',
  view: 'webVersionUrl',
  confirm: 'confirmUrl',
  open: 'openPixel',
  click: 'trackedLink',
};

/** Whether the platform's links in a mail work, as for its recipient, or lead nowhere. */
export type Links = 'working' | 'dead';

/** Returns dead links for assistants and for callers that may not change subscribers, because a link acts for its recipient. */
export function linksFor(caller: Pick<Caller, 'door' | 'token' | 'scopes'>): Links {
  return !isAssistant(caller) && scopesAllow(caller.scopes, 'subscribers.write') ? 'working' : 'dead';
}

/** Returns the address that replaces a hidden link. */
export function deadLink({ settings }: Pick<Engine, 'settings'>, purpose: LinkPurpose): string {
  return `${settings.baseUrl}/#${deadLinkNames[purpose]}`;
}

/** The links that a mail carries for its one recipient, under the names of their placeholders. */
export function systemLinksOf(
  engine: Pick<Engine, 'secretBox' | 'settings'>,
  email: Linked,
  needed: (name: string) => boolean = () => true,
): MergeFields {
  const values: MergeFields = {};
  for (const [name, purpose] of purposes) {
    if (needed(name)) values[name] = linkOf(engine, purpose, email);
  }
  return values;
}

/**
 * The same names with links that lead nowhere: for callers who may read a mail, but may not act for its recipient. The
 * link alone is enough to unsubscribe the recipient, or to confirm that they want mail.
 */
export function deadLinks(engine: Pick<Engine, 'settings'>): MergeFields {
  return Object.fromEntries(purposes.map(([name, purpose]) => [name, deadLink(engine, purpose)]));
}

/** Placeholders that represent themselves. Where a link must stand, the platform's links are dead ones that say which. */
export function openFields(engine: Pick<Engine, 'settings'>, source: string): MergeFields {
  const named = mergeFieldsIn(source).map((name) => [name, `{{${name}}}`] as const);
  return { ...Object.fromEntries(named), ...deadLinks(engine) };
}

/** With those links the values that a mail is sent with: also what its opens and clicks are followed by. */
export function valuesToSend(
  engine: Pick<Engine, 'secretBox' | 'settings'>,
  email: Linked & Pick<EmailRecord, 'mergeValues' | 'tracked'>,
  { needed = () => true, links = 'working' }: { needed?: (name: string) => boolean; links?: Links } = {},
): MergeFields {
  const { tracked } = email;
  const linked = links === 'dead' ? deadLinks(engine) : systemLinksOf(engine, email, needed);
  const values: MergeFields = { ...email.mergeValues, ...linked };
  if (tracked.clicks && needed(clickLink)) values[clickLink] = publicLink(engine, 'click', email);
  if (tracked.opens && needed(openPixel)) values[openPixel] = publicLink(engine, 'open', email);
  return values;
}

function linkOf(
  engine: Pick<Engine, 'secretBox' | 'settings'>,
  purpose: (typeof purposes)[number][1],
  email: Linked,
): string {
  if (purpose !== 'confirm') return publicLink(engine, purpose, email);
  const { organization, subscriberId, toKey } = email;
  return subscriberId === null
    ? ''
    : publicLink(engine, 'confirm', { organization, id: subscriberId }, toKey);
}
