import { crc32, deflateRawSync } from 'node:zlib';

/** A file in an archive, by its path. */
export type ZipEntry = { path: string; bytes: Buffer };

/** 2.0: folders and deflate. */
const versionNeeded = 20;
/** Made on UNIX, so that permissions are applied. */
const madeBy = (3 << 8) | versionNeeded;
const utf8Names = 1 << 11;
const deflated = 8;
/** The first of January 1980, the earliest date of the format: the same files then make the same bytes. */
const firstDay = (1 << 5) | 1;
const plainFile = 0o100644;

/**
 * A zip archive (APPNOTE 6.3) of these files, in the given order.
 * @throws RangeError from 65,536 files or 4 GB on, which need another format
 */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, bytes } of entries) {
    const name = Buffer.from(path, 'utf8');
    const packed = deflateRawSync(bytes, { level: 9 });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(versionNeeded, 0);
    fields.writeUInt16LE(utf8Names, 2);
    fields.writeUInt16LE(deflated, 4);
    fields.writeUInt16LE(firstDay, 8);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    parts.push(signature(0x04034b50), fields, name, packed);

    const place = Buffer.alloc(14);
    place.writeUInt32LE(plainFile * 0x10000, 6);
    place.writeUInt32LE(offset, 10);
    directory.push(signature(0x02014b50, madeBy), fields, place, name);
    offset += 4 + fields.length + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, signature(0x06054b50), end]);
}

function signature(mark: number, version?: number): Buffer {
  const bytes = Buffer.alloc(version === undefined ? 4 : 6);
  bytes.writeUInt32LE(mark, 0);
  if (version !== undefined) bytes.writeUInt16LE(version, 4);
  return bytes;
}
