export type SmtpReply = {
  /** The three digits, or 0 when the text has none. */
  code: number;
  /** `x.y.z` of RFC 3463, when the reply begins with one after its code (RFC 2034 4). */
  enhanced: string | null;
  /** The reply as one line of at most 1,000 characters, code and enhanced status included. */
  reply: string;
};

/** Replies are kept with the message and shown to people; some servers write pages. */
const replyCharactersMax = 1_000;

/**
 * Reads a reply of one or more lines (RFC 5321 4.2.1). The lines become one, without the code that each
 * repeats; control characters, which have no business in a reply, become blanks.
 */
export function readReply(text: string): SmtpReply {
  const [first = '', ...more] = text.trim().split(/\r?\n/);
  const [, digits = '0', , enhanced = null] =
    /^(\d{3})([ -](\d\.\d{1,3}\.\d{1,3})(?=\s|$))?/.exec(first) ?? [];
  const whole = [
    first.replace(/^(\d{3})-/, '$1 '),
    ...more.map((line) => line.replace(/^\d{3}[ -]/, '')),
  ].join(' ');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const clean = whole.replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ').trim();
  return {
    code: Number(digits),
    enhanced,
    reply: clean.length > replyCharactersMax ? `${clean.slice(0, replyCharactersMax - 1)}…` : clean,
  };
}
