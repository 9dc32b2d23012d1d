/**
 * A message as submitted, split at the empty line. Both halves have one character per byte (`latin1`), so that both
 * databases can store every byte except NUL. Lines end in CR LF, and no CR or LF occurs alone.
 */
export type RawMessage = {
  /** Complete lines, without envelope fields such as Bcc. */
  header: string;
  body: string;
};
