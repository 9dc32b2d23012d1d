/**
 * A message as a mail client submitted it, split at the empty line. Both halves are strings with one character per
 * octet (`latin1`), so that any octet but NUL is preserved and both databases can store it; lines end in CR LF, and no
 * CR or LF is alone.
 */
export type RawMessage = {
  /** The header fields that were kept, whole lines. Fields of the envelope (Bcc) are not among them. */
  header: string;
  /** Everything after the empty line, octet for octet. */
  body: string;
};
