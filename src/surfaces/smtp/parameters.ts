import type { SmtpRecipient, SmtpSender } from './policy.ts';

/** RFC 5321 sections 4.1.1.2 and 4.1.1.3. `unknown`: the parameter was not offered. `bad`: it is malformed or repeated. */
type Arguments<Read> = { ok: true; read: Read } | { ok: false; fault: 'no path' | 'unknown' | 'bad' };

/** @param text rest of the line after `MAIL`, one character per octet */
export function readSender(text: string): Arguments<SmtpSender> {
  const sender: SmtpSender = {
    path: '',
    size: null,
    body: null,
    smtpUtf8: false,
    returned: null,
    envelopeId: null,
  };
  return readArguments('FROM:', text, sender, senderParameters);
}

/** @param text rest of the line after `RCPT`, one character per octet */
export function readRecipient(text: string): Arguments<SmtpRecipient> {
  const recipient: SmtpRecipient = { path: '', notify: null, originalRecipient: null };
  return readArguments('TO:', text, recipient, recipientParameters);
}

/** Parses a parameter value into the result. Returns false for an invalid value. */
type Parameters<Read> = Readonly<Record<string, (read: Read, value: string | null) => boolean>>;

const senderParameters: Parameters<SmtpSender> = {
  // RFC 1870 section 3: at most 20 digits.
  SIZE(sender, value) {
    if (value === null || !/^\d{1,20}$/.test(value)) return false;
    sender.size = Number(value);
    return true;
  },
  // RFC 6152 section 2
  BODY(sender, value) {
    const body = value?.toUpperCase();
    if (body !== '7BIT' && body !== '8BITMIME') return false;
    sender.body = body;
    return true;
  },
  // RFC 6531 section 3.4: no value.
  SMTPUTF8(sender, value) {
    sender.smtpUtf8 = true;
    return value === null;
  },
  // RFC 3461 section 4.3
  RET(sender, value) {
    const returned = value?.toUpperCase();
    if (returned !== 'FULL' && returned !== 'HDRS') return false;
    sender.returned = returned;
    return true;
  },
  // RFC 3461 section 4.4
  ENVID(sender, value) {
    sender.envelopeId = value === null ? null : xtext(value, envelopeIdCharactersMax);
    return sender.envelopeId !== null;
  },
  // RFC 4954 section 5: the original submitter. Parsed but not used.
  AUTH: (_, value) => value !== null && (value === '<>' || xtext(value, authCharactersMax) !== null),
};

const notifications = ['SUCCESS', 'FAILURE', 'DELAY'] as const;

const recipientParameters: Parameters<SmtpRecipient> = {
  // RFC 3461 section 4.1: NEVER alone, or a list of the others.
  NOTIFY(recipient, value) {
    const words = value?.toUpperCase().split(',') ?? [];
    recipient.notify =
      words.length === 1 && words[0] === 'NEVER'
        ? ['NEVER']
        : notifications.filter((word) => words.includes(word));
    return recipient.notify.length > 0 && recipient.notify.length === words.length;
  },
  // RFC 3461 section 4.2: address type and address.
  ORCPT(recipient, value) {
    const semicolon = value?.indexOf(';') ?? -1;
    if (value === null || !/^[A-Za-z0-9-]+$/.test(value.slice(0, Math.max(0, semicolon)))) return false;
    const address = value.slice(semicolon + 1);
    const isUtf8 = value.slice(0, semicolon).toLowerCase() === 'utf-8';
    recipient.originalRecipient = (isUtf8 ? utf8Address : xtext)(address, originalRecipientCharactersMax);
    return recipient.originalRecipient !== null;
  },
};

const envelopeIdCharactersMax = 100;
const authCharactersMax = 500;
const originalRecipientCharactersMax = 500;

function readArguments<Read extends { path: string }>(
  keyword: string,
  text: string,
  read: Read,
  parameters: Parameters<Read>,
): Arguments<Read> {
  const path = readPath(keyword, text);
  if (!path) return { ok: false, fault: 'no path' };
  read.path = path.path;
  if (path.rest === '') return { ok: true, read };
  const seen = new Set<string>();
  for (const parameter of path.rest.split(' ')) {
    if (parameter === '') continue;
    const equals = parameter.indexOf('=');
    const name = (equals < 0 ? parameter : parameter.slice(0, equals)).toUpperCase();
    if (!Object.hasOwn(parameters, name)) return { ok: false, fault: 'unknown' };
    const value = equals < 0 ? null : parameter.slice(equals + 1);
    if (seen.has(name) || !parameters[name]!(read, value)) return { ok: false, fault: 'bad' };
    seen.add(name);
  }
  return { ok: true, read };
}

/** Parses `FROM:<path>` and parameters. Accepts a blank after the colon, which many programs write. */
function readPath(keyword: string, text: string): { path: string; rest: string } | null {
  let start = 0;
  while (text[start] === ' ') start++;
  if (text.slice(start, start + keyword.length).toUpperCase() !== keyword) return null;
  start += keyword.length;
  while (text[start] === ' ') start++;
  if (text[start] !== '<') return null;
  let quoted = false;
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at];
    if (character === '\\' && quoted) at++;
    else if (character === '"') quoted = !quoted;
    else if (character === '>' && !quoted) {
      const rest = text.slice(at + 1);
      if (rest !== '' && !rest.startsWith(' ')) return null;
      return { path: fromOctets(text.slice(start + 1, at)), rest };
    }
  }
  return null;
}

/** Octets above 127 are UTF-8 (RFC 6531 section 3.3). Invalid UTF-8 becomes a text that is not a valid address. */
function fromOctets(text: string): string {
  return notAscii.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text;
}

const notAscii = /[\x80-\uffff]/;
/** RFC 3461 section 4: printable characters, with `+` and `=` encoded as `+2B` and `+3D`. */
const xtextShape = /^(?:[!-*,-<>-~]|\+[0-9A-F]{2})+$/;

/** RFC 6533 section 3: ASCII except `+`, `=` and `\\`, UTF-8 octets, and escaped code points such as `\x{F6}`. */
const utf8AddressShape = /^(?:[!-*,-<>-[\]-~\x80-\xff]|\\x\{[0-9A-F]{2,6}\})+$/;

/** Decodes an address of the type `utf-8`; null if it is malformed or too long. */
function utf8Address(value: string, charactersMax: number): string | null {
  if (!utf8AddressShape.test(value)) return null;
  const text = fromOctets(value).replace(/\\x\{([0-9A-F]+)\}/g, (_, hex: string) => {
    const code = Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
  return text.length <= charactersMax && !/[\p{Cc}\p{Cs}\ufffd]/u.test(text) ? text : null;
}

/** Decodes xtext; null if it is malformed or too long. */
function xtext(value: string, charactersMax: number): string | null {
  if (!xtextShape.test(value)) return null;
  const text = value.replace(/\+([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return text.length <= charactersMax && !/[^\x20-\x7e]/.test(text) ? text : null;
}
