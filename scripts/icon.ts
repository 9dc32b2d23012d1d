import { crc32, deflateSync } from 'node:zlib';

/** Width and height, in pixels. */
const size = 256;
/** Red, green and blue. */
const ground = [0x1d, 0x4e, 0x89] as const;
const paper = [0xff, 0xff, 0xff] as const;
const seal = [0xe0, 0x5a, 0x2b] as const;

/** The program's icon as a PNG: a letter with a seal on a rounded background. */
export function iconPng(): Buffer {
  const rows: Buffer[] = [];
  for (let y = 0; y < size; y += 1) {
    const row = Buffer.alloc(1 + size * 4);
    for (let x = 0; x < size; x += 1) row.set(pixelAt(x / size, y / size), 1 + x * 4);
    rows.push(row);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits, red, green, blue and alpha.
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param x @param y from 0 to 1 */
function pixelAt(x: number, y: number): readonly number[] {
  if (!isInRounded(x, y, 0.04, 0.18)) return [0, 0, 0, 0];
  if (Math.hypot(x - 0.5, y - 0.5) < 0.075) return [...seal, 255];
  const inLetter = x > 0.18 && x < 0.82 && y > 0.29 && y < 0.71;
  // The flap: two lines from the upper corners to the middle.
  const flap = Math.abs(y - (0.29 + 0.24 * (1 - Math.abs(x - 0.5) / 0.32)));
  return [...(inLetter && flap > 0.014 ? paper : ground), 255];
}

function isInRounded(x: number, y: number, margin: number, radius: number): boolean {
  const beyond = (at: number): number => Math.max(margin + radius - at, at - (1 - margin - radius), 0);
  return Math.hypot(beyond(x), beyond(y)) <= radius;
}

function chunk(type: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), bytes]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(bytes.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
