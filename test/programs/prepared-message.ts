import { randomBytes } from 'node:crypto';

/** Writes a message like a mail program, so that the octets are known before it is sent. */
type PreparedMessage = {
  from: string;
  /** The envelope: the recipients in To, Cc and Bcc. */
  recipients: { to: string; cc: string; bcc: string };
  /** The whole message, lines ending in CR LF. */
  bytes: Buffer;
  /** The part after the first empty line: no server on the way may change it. */
  body: Buffer;
};

/** Octets of a line without its CR LF (RFC 5322 2.1.1). */
const lineOctetsMax = 998;
const attachmentOctets = 20_011;
const base64LineCharacters = 76;

/**
 * Two attachments (octets of every value, and unencoded UTF-8 text), an image within the HTML, a non-ASCII
 * subject, lines of the maximum length, dots at the start of a line, and spaces at the end of a line.
 *
 * @param name distinguishes the recipients of different messages
 */
export function preparedMessage(name: string, domain: string): PreparedMessage {
  const from = `orders@${domain}`;
  const recipients = {
    to: `ada.${name}@mailbox.dev`,
    cc: `grace.${name}@mailbox.dev`,
    bcc: `hidden.${name}@mailbox.dev`,
  };
  const header = [
    `From: =?UTF-8?Q?Bestellungen_der_K=C3=BCche?= <${from}>`,
    `To: Ada <${recipients.to}>`,
    `Cc: Grace <${recipients.cc}>`,
    `Bcc: ${recipients.bcc}`,
    `Subject: ${encodedWord('Größe, naïveté, 東京, 🎉: Ihre Bestellung ist unterwegs')}`,
    `Date: Sat, 21 Nov 2026 10:00:00 +0000`,
    `Message-ID: <${name}.20261121@${domain}>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed;',
    '\tboundary="outer-boundary"',
    `Reply-To: answers@${domain}`,
  ];
  const body = Buffer.from(
    [
      'This is a message of several parts.',
      '--outer-boundary',
      'Content-Type: multipart/related; boundary="inner-boundary"',
      '',
      '--inner-boundary',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<p>Gr=C3=BC=C3=9Fe, <img src=3D"cid:dot@image"></p>',
      '',
      '--inner-boundary',
      'Content-Type: image/png; name="dot.png"',
      'Content-ID: <dot@image>',
      'Content-Disposition: inline; filename="dot.png"',
      'Content-Transfer-Encoding: base64',
      '',
      ...base64Lines(redDot),
      '--inner-boundary--',
      '',
      '--outer-boundary',
      'Content-Type: application/octet-stream; name="octets.bin"',
      'Content-Disposition: attachment; filename="octets.bin"',
      'Content-Transfer-Encoding: base64',
      '',
      ...base64Lines(randomBytes(attachmentOctets)),
      '--outer-boundary',
      'Content-Type: text/plain; charset=utf-8; name="notes.txt"',
      "Content-Disposition: attachment; filename*=UTF-8''notes%20%C3%BC.txt",
      'Content-Transfer-Encoding: 8bit',
      '',
      '.',
      '..',
      '.hidden, as a line that begins with a dot must not be',
      '...and three of them',
      'From here on, a line that begins as a mailbox file does',
      'Spaces at the end   ',
      '\tTabs\tand  two spaces',
      'Füße, 東京, 🎉: octets beyond ASCII as they are',
      'x'.repeat(lineOctetsMax),
      `.${'y'.repeat(lineOctetsMax - 1)}`,
      '',
      '',
      '.',
      '--outer-boundary--',
      'Words after the last part.',
      '',
    ].join('\r\n'),
  );
  const bytes = Buffer.concat([Buffer.from(`${header.join('\r\n')}\r\n\r\n`), body]);
  return { from, recipients, bytes, body };
}

/** The part after the first empty line of a message. */
export function bodyOf(message: Buffer): Buffer {
  return message.subarray(message.indexOf('\r\n\r\n') + 4);
}

/** The header of a message, with folded lines joined. */
export function headerLinesOf(message: Buffer): string[] {
  const header = message.subarray(0, message.indexOf('\r\n\r\n')).toString('utf8');
  return header.replaceAll(/\r\n(?=[ \t])/g, '').split('\r\n');
}

/** A PNG of one pixel. */
const redDot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

function base64Lines(bytes: Buffer): string[] {
  return bytes.toString('base64').match(new RegExp(`.{1,${base64LineCharacters}}`, 'g')) ?? [];
}

/** RFC 2047, folded: an encoded-word has at most 75 characters. */
function encodedWord(text: string): string {
  const words: string[] = [];
  let held = '';
  for (const character of text) {
    if (Buffer.byteLength(held + character) > 42) {
      words.push(held);
      held = '';
    }
    held += character;
  }
  words.push(held);
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}
