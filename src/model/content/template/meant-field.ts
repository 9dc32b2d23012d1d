import { didYouMean } from '../../text/did-you-mean.ts';
import { withoutFormatting } from './foreign-syntax.ts';

/** Fields of every mail. Others start with `attributes.` or, in workflows, with `trigger.`. */
export const knownFields = [
  'email',
  'firstName',
  'lastName',
  'name',
  'unsubscribeUrl',
  'preferencesUrl',
  'webVersionUrl',
  'confirmUrl',
  'postalAddress',
] as const;

const attributePrefix = 'attributes.';

export function isKnownField(name: string): boolean {
  return (
    (knownFields as readonly string[]).includes(name) ||
    (name.startsWith(attributePrefix) && name.length > attributePrefix.length)
  );
}

const namesElsewhere: Record<(typeof knownFields)[number], string> = {
  firstName: 'firstname fname first givenname forename',
  lastName: 'lastname lname last surname familyname',
  name: 'name fullname displayname',
  email: 'email emailaddress mail recipientemail',
  unsubscribeUrl: `unsubscribe unsub unsuburl unsubscribeurl unsubscribelink optout optouturl optoutlink
    unsubscriberawurl resendunsubscribeurl asmgroupunsubscriberawurl asmgroupunsubscribeurl asmglobalunsubscriberawurl
    mailinglistunsubscribeurl tagunsubscribeurl`,
  preferencesUrl: `preferences preferencesurl preferencecenter updateprofile updatepreferences managepreferences
    managesubscription manageurl updatelink asmpreferencesrawurl subscriptionpreferences`,
  webVersionUrl: `webversion webversionurl viewinbrowser viewinbrowserurl archive messageurl webcopy mirrorlink
    browserlink weblink viewonline`,
  confirmUrl: 'confirmurl confirmlink confirmationurl optinurl doubleoptin',
  postalAddress: `postaladdress mailingaddress listaddress listaddresshtml companyaddress senderaddress
    physicaladdress senderinfo senderinfosingleline`,
};
const fieldByName = new Map(
  Object.entries(namesElsewhere).flatMap(([field, names]) =>
    names.split(/\s+/).map((name) => [name, field] as const),
  ),
);

/** Prefixes for the recipient, as in `contact.firstName`, or for an event. */
const readers: ReadonlySet<string> = new Set(
  'subscriber contact recipient person user customer member profile lead attribs attributes properties data params merge custom customfields trigger event'.split(
    ' ',
  ),
);
const logic =
  /^(?:[#^/>&!~-]\s*)?(?:(?:els)?if(?:not)?|elseif|unless|with|each|for|insert|print|get|range)(?=[\s:=])[\s:=]*/i;
const ending = /^(?:\/|end|else\b|this\b)/i;
const quoted = `(?:"([^"]*)"|'([^']*)')`;
const defaults = [
  new RegExp(`\\|\\s*default(?:_if_none)?\\s*[:(]?\\s*${quoted}`, 'i'),
  new RegExp(`(?:\\?\\?|\\|\\||\\bor\\b)\\s*(?:${quoted}|([\\w ]{1,40}))`, 'i'),
  new RegExp(`\\bfallback\\s*=\\s*(?:${quoted}|([\\w ]{1,40}))`, 'i'),
  /["']default=([^"']*)["']/i,
];
const defaultCharactersMax = 40;

/** Null if no field clearly matches. @param written the placeholder in HTML or plain text */
export function meantPlaceholder(written: string): string | null {
  const inside = withoutReferences(withoutFormatting(written))
    .replace(/^[\\{%*|<[$#~=&^-]+\s*/, '')
    .replace(/\s*[}%*|>\]#~-]+$/, '');
  const inner = inside.replace(logic, '').replace(/^[.$@\s]+/, '');
  if (inside === inner && ending.test(inside)) return null;
  const whole = /^[\w:. -]{1,64}$/.test(inner) ? fieldByName.get(plain(inner)) : undefined;
  if (whole !== undefined) return `{{${whole}}}`;
  const path = /^[A-Za-z_][\w.-]*(?: [A-Za-z]+$)?/.exec(inner)?.[0];
  const field = path === undefined ? null : meantField(path);
  if (field === null) return null;
  const fallback = defaultIn(inside);
  return fallback === '' ? `{{${field}}}` : `{{${field}|${fallback}}}`;
}

/** Returns our field for a foreign or misspelled name; null if none is close. */
export function meantField(path: string): string | null {
  const whole = fieldByName.get(plain(path));
  if (whole !== undefined) return whole;
  const parts = path.split('.').filter((part) => part !== '');
  let begins = 0;
  while (begins < parts.length - 1 && readers.has(plain(parts[begins]!))) begins += 1;
  const rest = parts.slice(begins).join('.');
  const known = fieldByName.get(plain(rest));
  if (known !== undefined) return known;
  if (begins > 0 && /^[A-Za-z_][\w.]{0,50}$/.test(rest)) return `attributes.${rest}`;
  return didYouMean(path, knownFields) ?? null;
}

function defaultIn(inside: string): string {
  for (const form of defaults) {
    const found = form
      .exec(inside)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (found !== undefined) return found.replace(/[{}|]/g, '').trim().slice(0, defaultCharactersMax);
  }
  return '';
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

const references: Record<string, string> = {
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&amp;': '&',
};

export function withoutReferences(written: string): string {
  return written.replace(/&(?:quot|#39|apos|lt|gt|nbsp|amp);/g, (reference) => references[reference]!).trim();
}
