const dot = 0x2e;
const lineStartDot = Buffer.from('\n.');
const twoDots = Buffer.from('..');

/** Dot-stuffs a slice (RFC 5321 4.5.2) of CR LF lines. Copies nothing if no line starts with a dot. */
export function withDotsDoubled(message: Buffer, from = 0, to = message.length): Buffer {
  const piece = message.subarray(from, to);
  // The octet before the slice decides whether its first octet starts a line.
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
