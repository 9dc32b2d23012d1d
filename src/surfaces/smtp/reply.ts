/** RFC 5321 section 4.2. */
export type SmtpReply = {
  /** 200 to 599: 2yz success, 4yz temporary failure, 5yz permanent failure. 421 also closes the connection. */
  code: number;
  /** `x.y.z` of RFC 3463, written before each line. Null for replies without one (greeting, EHLO, 3yz). */
  enhanced: string | null;
  /** ASCII lines without line ends. The only client text allowed is a corrected line. */
  text: string | readonly string[];
};

export function reply(code: number, enhanced: string | null, text: SmtpReply['text']): SmtpReply {
  return { code, enhanced, text };
}

export function isYes({ code }: SmtpReply): boolean {
  return code < 400;
}

/** Limit of a reply line, which is truncated to fit 512 octets with CR LF (RFC 5321 section 4.5.3.1.5). */
const replyLineCharactersMax = 500;

export function writeReply({ code, enhanced, text }: SmtpReply): string {
  const status = enhanced === null ? '' : `${enhanced} `;
  if (typeof text === 'string') return `${code} ${line(status + text)}\r\n`;
  const last = text.length - 1;
  return text.map((each, index) => `${code}${index === last ? ' ' : '-'}${line(status + each)}\r\n`).join('');
}

/** Replaces everything but printable ASCII with `?`, because a line end would start another reply. */
function line(text: string): string {
  const plain = notPlain.test(text) ? text.replace(everyNotPlain, '?') : text;
  return plain.length > replyLineCharactersMax ? plain.slice(0, replyLineCharactersMax) : plain;
}

const notPlain = /[^\x20-\x7e]/;
const everyNotPlain = /[^\x20-\x7e]/g;
