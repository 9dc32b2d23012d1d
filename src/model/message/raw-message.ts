/**
 * A message as a mail program handed it over, taken apart at the empty line. Both halves are strings with one
 * character per octet (`latin1`), so that any octet but NUL is kept as it is and both databases can hold it; their
 * lines end in CR LF, and no CR or LF stands alone.
 */
export type RawMessage = {
  /** The header fields that were kept, whole lines. What only an envelope may say (Bcc) is not among them. */
  header: string;
  /** All that came after the empty line, octet for octet. */
  body: string;
};
