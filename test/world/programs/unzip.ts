import { crc32, inflateRawSync } from 'node:zlib';

/**
 * Returns the files of a zip archive by path, as listed in its central directory, each verified by its
 * checksum.
 */
export function unzipped(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [sum, packed, size] = [16, 20, 24].map((offset) => archive.readUInt32LE(at + offset));
    const [name, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const path = archive.toString('utf8', at + 46, at + 46 + name!);
    const local = archive.readUInt32LE(at + 42);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = inflateRawSync(archive.subarray(begin, begin + packed!));
    if (bytes.length !== size || crc32(bytes) !== sum) throw new Error(`${path} is damaged`);
    files.set(path, bytes);
    at += 46 + name! + extra! + comment!;
  }
  return files;
}
