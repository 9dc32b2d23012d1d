/**
 * Untrusted values too constrained for a message: instants, ids, plain addresses, host names, strict DNS
 * records. They need no marks. The number of words is limited, because words could form a sentence.
 */
import { idPrefixes } from '../id.ts';

const prefixes = Object.values(idPrefixes).join('|');
const id = `(?:${prefixes})_[0-9a-z]{26}`;

const addressCharactersMax = 254;
const localPartWordsMax = 4;
const hostWordsMax = 6;
const recordCharactersMax = 450;
const recordWordsMax = 18;
const charactersMax = 512;

function words(joints: string, max: number): string {
  return `[A-Za-z0-9]+(?:[${joints}]+[A-Za-z0-9]+){0,${max - 1}}`;
}

const host = `(?=[A-Za-z0-9_-]+\\.[A-Za-z0-9])${words('._\\-', hostWordsMax)}`;
const hostName = new RegExp(`^_?${host}\\.?$`);
const address = new RegExp(`^[._%+\\-]?${words('._%+\\-', localPartWordsMax)}@${host}$`);

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
/** Language, script and region. Excludes the private part, which could contain any text. */
const languageTag = /^[A-Za-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;
const ipAddress = /^(?:\d{1,3}(?:\.\d{1,3}){3}|(?=[^:]*:[^:]*:)[0-9A-Fa-f:]{3,39})(?:\/\d{1,3})?$/;
const ours = new RegExp(`^(?:${id}|<${id}@${host}>)$`);
/** A plausible key: RSA of 2048 bits in DER, or 32 bytes of Ed25519. */
const dkimRecord =
  /^v=DKIM1; k=(?:rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA[A-Za-z0-9+/]{342}IDAQAB|ed25519; p=[A-Za-z0-9+/]{43}=)$/;
const dmarcRecord = /^v=DMARC1; p=(?:none|quarantine|reject);?$/;
const spfTerm = new RegExp(
  `^(?:[+\\-~?]?(?:all|(?:include|exists):_?${host}|(?:a|mx|ptr)(?::_?${host})?(?:/\\d{1,3})?|ip4:[\\d.]{7,15}(?:/\\d{1,2})?|ip6:[0-9a-f:]{2,39}(?:/\\d{1,3})?)|redirect=_?${host})$`,
  'i',
);

/** Forms of particular fields. The `warnings` of an event are our own sentences. */
export type MachineForm = 'dns' | 'language' | 'word' | 'event';

/** A short lower-case word alone cannot carry a sentence. */
const oneWord = /^[a-z]{2,12}$/;

export function isMachineValue(text: string, form?: MachineForm): boolean {
  if (text.length > charactersMax) return false;
  if (form === 'dns' && (isPlainHost(text) || dkimRecord.test(text) || dmarcRecord.test(text))) return true;
  if (form === 'dns' && isPlainSpf(text)) return true;
  if (form === 'language' && languageTag.test(text)) return true;
  if (form === 'word' && oneWord.test(text)) return true;
  // Cheap check first, because most texts contain a blank.
  if (text.includes(' ')) return false;
  if (text.includes('@')) return isPlainAddress(text) || ours.test(text);
  return mayBegin.test(text) && (ours.test(text) || instant.test(text) || ipAddress.test(text));
}

/** An id, a number or the first part of an IPv6 address. */
const mayBegin = /^(?:[a-z]{3}_|\d|[0-9A-Fa-f]{0,4}:)/;

/** Excludes quoted local parts, which could contain any text. */
function isPlainAddress(text: string): boolean {
  return text.length <= addressCharactersMax && address.test(text);
}

export function isPlainHost(text: string): boolean {
  return text.length <= addressCharactersMax && hostName.test(text);
}

/** Requires that RFC 7208 defines every term; the first word alone is not enough. */
export function isPlainSpf(text: string): boolean {
  if (text.length > recordCharactersMax) return false;
  const [version, ...terms] = text.split(' ');
  if (version !== 'v=spf1' || !terms.every((term) => term === '' || spfTerm.test(term))) return false;
  const names = terms.flatMap((term) => /(?<!ip[46]):(.*)|^redirect=(.*)/i.exec(term)?.[0] ?? []);
  return names.join('.').split(/[._-]+/).length <= recordWordsMax;
}

const nameWordsMax = 3;
const nameCharactersMax = 40;
const plainFieldName = /^[_$]?[a-z0-9]+(?:[._-][a-z0-9]+){0,2}$/;
const fieldName = new RegExp(`^[_$]?${words('._\\-', nameWordsMax)}$`);
const humps = /[a-z0-9](?=[A-Z])/g;

/** Returns whether a name looks like an identifier: `plan`, `last_order_id`, `companySize`. */
export function isFieldName(name: string): boolean {
  if (name.length > nameCharactersMax) return false;
  if (plainFieldName.test(name)) return true;
  return fieldName.test(name) && name.replace(humps, '$&_').split(/[._-]+/).length <= nameWordsMax;
}
