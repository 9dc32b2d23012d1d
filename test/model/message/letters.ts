import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { dkimVerify } from 'mailauth';
import { expect } from 'vitest';
import { type Mailbox, parseMailbox } from '../../../src/model/address.ts';
import type { RawMessage } from '../../../src/model/message/raw-message.ts';
import type { DkimSigner, OutgoingMessage } from '../../../src/world/mail/mail.ts';
import { writeMessage } from '../../../src/world/mail/write-message.ts';

/** Seed of every corpus, so that a failure is reproducible. */
export const seed = 20_261_121;

export function mailbox(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.mailbox;
}

/** A valid message with the given changes. */
export function letter(changes: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    from: mailbox('Acme <news@acme.example>'),
    to: mailbox('ada@reader.example'),
    replyTo: null,
    envelopeFrom: 'bounce+1@acme.example',
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: 'Hello',
    messageId: '<eml_1@acme.example>',
    date: Date.UTC(2026, 10, 21, 12, 0, 5),
    headers: [],
    raw: null,
    signers: [],
    tls: 'opportunistic',
    envelopeId: null,
    ...changes,
  };
}

/** A message as a mail client submits it: source line ends become CR LF, and text becomes UTF-8 octets. */
export function raw(header: string, body: string): RawMessage {
  const octets = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n')).toString('latin1');
  return { header: octets(`${header.trim()}\n`), body: octets(body) };
}

export async function written(message: OutgoingMessage, options?: { sevenBit?: boolean }): Promise<string> {
  return (await writeMessage(message, options)).bytes.toString('latin1');
}

/** Returns the unfolded header fields of a message in order. */
export function fieldsOf(message: string): [name: string, value: string][] {
  const header = message.slice(0, message.indexOf('\r\n\r\n') + 2);
  return Array.from(
    header.replace(/\r\n(?=[ \t])/g, '').matchAll(/^([^:\r\n]+):[ \t]*(.*)\r\n/gm),
    ([, name, value]) => [name!, value!],
  );
}

export function namesOf(message: string): string[] {
  return fieldsOf(message).map(([name]) => name);
}

export function bodyOf(message: string): string {
  return message.slice(message.indexOf('\r\n\r\n') + 4);
}

/** Normalizes line ends, because the parser ends the last line in any case. */
export function lines(text: string | undefined): string {
  return (text ?? '').replace(/\r\n|\r|\n/g, '\n').replace(/\n+$/, '');
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const ed25519 = generateKeyPairSync('ed25519');

export const rsaSigner: DkimSigner = {
  domain: 'acme.example',
  selector: 'ph1',
  algorithm: 'rsa-sha256',
  privateKey: rsa.privateKey,
};
export const ed25519Signer: DkimSigner = {
  domain: 'acme.example',
  selector: 'ph2',
  algorithm: 'ed25519-sha256',
  privateKey: ed25519.privateKey,
};

/** Octets before the key in the DER of an Ed25519 public key (RFC 8410 section 4); DNS holds only the key. */
const ed25519DerOctets = 12;

function der(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

/** Published DNS records of both signers. */
const publishedKeys: Readonly<Record<string, string>> = {
  'ph1._domainkey.acme.example': `v=DKIM1; k=rsa; p=${der(rsa.publicKey).toString('base64')}`,
  'ph2._domainkey.acme.example': `v=DKIM1; k=ed25519; p=${der(ed25519.publicKey).subarray(ed25519DerOctets).toString('base64')}`,
};

/** Returns an independent verifier's result for each signature, from the top. */
export async function verdicts(message: string | Buffer): Promise<{ algorithm: string; result: string }[]> {
  const octets = typeof message === 'string' ? Buffer.from(message, 'latin1') : message;
  const { results } = await dkimVerify(octets, {
    strict: true,
    resolver: async (name: string) => {
      const record = publishedKeys[name];
      if (record === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      return [[record]];
    },
  });
  return results.map(({ algo, status }) => ({ algorithm: String(algo), result: status.result }));
}

export const bothPass = [
  { algorithm: 'rsa-sha256', result: 'pass' },
  { algorithm: 'ed25519-sha256', result: 'pass' },
];

/** Signs with both keys and expects valid signatures. */
export async function signedByBoth(
  message: OutgoingMessage,
  options?: { sevenBit?: boolean },
): Promise<string> {
  const text = await written({ ...message, signers: [rsaSigner, ed25519Signer] }, options);
  expect(await verdicts(text)).toEqual(bothPass);
  return text;
}

const words = fc.constantFrom(
  'word',
  'a',
  'Grüße',
  'Zoë',
  '日本語の件名',
  'العربية',
  'עברית',
  '👩‍👩‍👧‍👦',
  '🎉',
  'é́',
  '\u00a0',
  '\u3000',
  '"quoted"',
  'back\\slash',
  '<angle>',
  '(paren)',
  'a,b;c:d',
  '=?utf-8?q?x?=',
  '=?',
  '?=',
  '=3D',
  '=',
  '.',
  '..',
  'From ',
  '-- ',
  '_',
  'x'.repeat(80),
  'ü'.repeat(80),
  'y'.repeat(1_000),
);
const blanks = fc.constantFrom(' ', '  ', '\t', ' \t ', '');
const lineEnds = fc.constantFrom(
  '\r\n',
  '\n',
  '\r',
  '\n\n',
  '\r\n\r\n',
  '\n\r',
  ' \n',
  '\t\r\n',
  '  \r',
  '\n.\n',
);

function joined(parts: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> {
  return fc.array(parts, { maxLength }).map((texts) => texts.join(''));
}

/** One-line texts, realistic and odd. */
export const anyLine = fc.oneof(
  joined(fc.oneof(words, blanks), 30),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.string({ maxLength: 300 }),
);

/** Multi-line texts with the line ends of every system and characters that some treat as line ends. */
export const anyText = fc.oneof(
  joined(
    fc.oneof(words, blanks, lineEnds, fc.constantFrom('\u0085', '\u2028', '\u0000', '\u007f', '\ud800')),
    60,
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom('a', 'é', '😀', '\r', '\n', '.', '=', ' ', '\t', '日', '-', 'F'),
    maxLength: 300,
  }),
);
