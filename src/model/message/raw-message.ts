/** One character per byte (`latin1`), so that both databases can store it. Lines end in CR LF; no CR or LF is alone. */
export type RawMessage = {
  /** Complete lines, without envelope fields such as Bcc. */
  header: string;
  body: string;
};
