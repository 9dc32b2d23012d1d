import { setImmediate as nextTurn } from 'node:timers/promises';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FilePiece, ImportFileRecords } from '../../store/records/transfers/import-files.ts';

/** Octets read, parsed and judged per turn of the event loop. */
const pieceOctets = 32 * 1024;
/** Incompressible data grows by at most this much. */
const deflatedOctetsMax = pieceOctets + 1_024;
/** zlib allocates a second chunk if its output fills the first exactly. */
const roomBehind = 64;
/** The fastest level shrinks a file to a third. */
const level = 1;

export async function splitFile(octets: Uint8Array): Promise<FilePiece[]> {
  const pieces: FilePiece[] = [];
  for (let at = 0; at < octets.length; at += pieceOctets) {
    const piece = octets.subarray(at, at + pieceOctets);
    pieces.push({ octets: piece.length, content: deflateRawSync(piece, { level }).toString('base64') });
    await nextTurn();
  }
  return pieces;
}

/** Each piece is valid only until the next is requested. */
export type FileOctets = () => AsyncGenerator<Uint8Array>;

export function keptFile(files: Pick<ImportFileRecords, 'pieces'>, importKey: number): FileOctets {
  return async function* octets() {
    const deflated = Buffer.allocUnsafe(deflatedOctetsMax);
    for await (const { content, octets } of files.pieces(importKey)) {
      const piece = inflateRawSync(deflated.subarray(0, deflated.write(content, 'base64')), {
        maxOutputLength: Math.max(octets, 1),
        chunkSize: pieceOctets + roomBehind,
      });
      yield piece;
      giveBack(piece);
    }
  };
}

/** Frees a piece, because zlib would keep fifty megabytes of a large file until a major garbage collection. */
function giveBack({ buffer }: Buffer<ArrayBuffer>): void {
  // Small buffers share a pool of this size.
  if (buffer.byteLength !== Buffer.poolSize) buffer.transfer(0);
}

export function givenFile(file: Uint8Array): FileOctets {
  return async function* octets() {
    for (let at = 0; at < file.length; at += pieceOctets) {
      yield file.subarray(at, at + pieceOctets);
      await nextTurn();
    }
  };
}
