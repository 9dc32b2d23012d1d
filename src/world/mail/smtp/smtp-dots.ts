const dot = 0x2e;
const lineStartDot = Buffer.from('\n.');
const twoDots = Buffer.from('..');

/**
 * Dot-stuffs a piece of a message, from one octet to before another (RFC 5321 4.5.2). Without leading dots the result
 * is a view of the message, without a copy. Lines end in CR LF, and no LF is alone.
 */
export function withDotsDoubled(message: Buffer, from = 0, to = message.length): Buffer {
  const piece = message.subarray(from, to);
  // Whether the first octet begins a line depends on the octet before it, which is in the previous piece.
  const begins = piece[0] === dot && (from === 0 || message[from - 1] === lineStartDot[0]);
  let next = piece.indexOf(lineStartDot);
  if (next < 0 && !begins) return piece;

  const parts: Buffer[] = begins ? [twoDots] : [];
  let taken = begins ? 1 : 0;
  while (next >= 0) {
    parts.push(piece.subarray(taken, next + 1), twoDots);
    taken = next + 2;
    next = piece.indexOf(lineStartDot, next + 1);
  }
  parts.push(piece.subarray(taken));
  return Buffer.concat(parts);
}
