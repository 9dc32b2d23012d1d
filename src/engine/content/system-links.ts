import { clickLink, openPixel } from '../../model/content/links/tracked-links.ts';
import { type MergeFields, mergeFieldsIn, type SystemLink } from '../../model/content/merge-fields.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { scopesAllow } from '../../model/organization/token.ts';
import { type Caller, isAssistant } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import { type LinkPurpose, publicLink } from './public-links.ts';

type Linked = Pick<EmailRecord, 'organization' | 'id' | 'subscriberId' | 'toKey'>;

/** Each link is about the mail, except `confirmUrl`: about the subscriber at the mail's address. */
const purposes = [
  ['unsubscribeUrl', 'unsubscribe'],
  ['preferencesUrl', 'preferences'],
  ['webVersionUrl', 'view'],
  ['confirmUrl', 'confirm'],
] as const satisfies readonly (readonly [SystemLink, LinkPurpose])[];

/** Fragment of a hidden link: `https://…/#unsubscribeUrl`. */
export const deadLinkNames: Readonly<Record<LinkPurpose, string>> = {
  unsubscribe: 'unsubscribeUrl',
  preferences: 'preferencesUrl',
  view: 'webVersionUrl',
  confirm: 'confirmUrl',
  open: 'openPixel',
  click: 'trackedLink',
};

export type Links = 'working' | 'dead';

/** Returns dead links for assistants and for callers that may not change subscribers, because a link acts for its recipient. */
export function linksFor(caller: Pick<Caller, 'door' | 'token' | 'scopes'>): Links {
  return !isAssistant(caller) && scopesAllow(caller.scopes, 'subscribers.write') ? 'working' : 'dead';
}

export function deadLink({ settings }: Pick<Engine, 'settings'>, purpose: LinkPurpose): string {
  return `${settings.baseUrl}/#${deadLinkNames[purpose]}`;
}

export function createSystemLinks(
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

/** Dead links for callers who may read a mail but not act for its recipient. */
export function deadLinks(engine: Pick<Engine, 'settings'>): MergeFields {
  return Object.fromEntries(purposes.map(([name, purpose]) => [name, deadLink(engine, purpose)]));
}

/** Fills merge fields with their own placeholders and platform links with dead links. */
export function openFields(engine: Pick<Engine, 'settings'>, source: string): MergeFields {
  const named = mergeFieldsIn(source).map((name) => [name, `{{${name}}}`] as const);
  return { ...Object.fromEntries(named), ...deadLinks(engine) };
}

export function valuesToSend(
  engine: Pick<Engine, 'secretBox' | 'settings'>,
  email: Linked & Pick<EmailRecord, 'mergeValues' | 'tracked'>,
  { needed = () => true, links = 'working' }: { needed?: (name: string) => boolean; links?: Links } = {},
): MergeFields {
  const { tracked } = email;
  const linked = links === 'dead' ? deadLinks(engine) : createSystemLinks(engine, email, needed);
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
