import { crc32, deflateSync } from 'node:zlib';

/** Pictures for tests: a whole PNG, and headers of the other types with a size. */

export function pngOf(
  width: number,
  height: number,
  color: readonly [number, number, number] = [47, 107, 63],
): Buffer {
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from(color))]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

export function gifHeader(width: number, height: number): Buffer {
  const sides = Buffer.alloc(27);
  sides.writeUInt16LE(width, 0);
  sides.writeUInt16LE(height, 2);
  return Buffer.concat([Buffer.from('GIF89a', 'latin1'), sides]);
}

/** With an application segment before the frame header, as cameras write it. */
export function jpegHeader(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc2, 0, 17, 8, 0, 0, 0, 0, 3, 1, 17, 0, 2, 17, 0, 3, 17, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
    Buffer.from('JFIF\0', 'latin1'),
    Buffer.alloc(9),
    frame,
  ]);
}

/** @param kind lossy, lossless or extended */
export function webpHeader(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const file = Buffer.alloc(40);
  file.write(`RIFF\0\0\0\0WEBP${kind}`, 'latin1');
  if (kind === 'VP8 ') {
    file.writeUIntBE(0x9d012a, 23, 3);
    file.writeUInt16LE(width, 26);
    file.writeUInt16LE(height, 28);
  } else if (kind === 'VP8L') {
    file[20] = 0x2f;
    file.writeUInt32LE(width - 1 + ((height - 1) << 14), 21);
  } else {
    file.writeUIntLE(width - 1, 24, 3);
    file.writeUIntLE(height - 1, 27, 3);
  }
  return file;
}
