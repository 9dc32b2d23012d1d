/** One reply of a server (RFC 5321 4.2). */
export type SmtpReply = {
  /** 200 to 599; 2yz says yes, 4yz not now, 5yz never. 421 ends the connection after it. */
  code: number;
  /** `x.y.z` of RFC 3463, written before each line; null where a reply has none (greeting, EHLO, 3yz). */
  enhanced: string | null;
  /** One or more lines, in ASCII without line ends. The only client text allowed is a corrected line. */
  text: string | readonly string[];
};

export function reply(code: number, enhanced: string | null, text: SmtpReply['text']): SmtpReply {
  return { code, enhanced, text };
}

/** Whether it says yes. */
export function isYes({ code }: SmtpReply): boolean {
  return code < 400;
}

/** Lines of a reply: 512 octets with CR LF at most (RFC 5321 4.5.3.1.5); what is longer is cut. */
const replyLineCharactersMax = 500;

/** A reply as it goes over the wire, with its line ends. */
export function writeReply({ code, enhanced, text }: SmtpReply): string {
  const status = enhanced === null ? '' : `${enhanced} `;
  if (typeof text === 'string') return `${code} ${line(status + text)}\r\n`;
  const last = text.length - 1;
  return text.map((each, index) => `${code}${index === last ? ' ' : '-'}${line(status + each)}\r\n`).join('');
}

/** A line end in a reply would be a reply of its own, so whatever is not plain ASCII becomes `?`. */
function line(text: string): string {
  const plain = notPlain.test(text) ? text.replace(everyNotPlain, '?') : text;
  return plain.length > replyLineCharactersMax ? plain.slice(0, replyLineCharactersMax) : plain;
}

const notPlain = /[^\x20-\x7e]/;
const everyNotPlain = /[^\x20-\x7e]/g;
