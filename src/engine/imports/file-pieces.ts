import { setImmediate as nextTurn } from 'node:timers/promises';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FilePiece, ImportFileRecords } from '../../store/records/import-files.ts';

/** Read, parsed and judged between two turns of the event loop. */
const pieceOctets = 32 * 1024;
/** What a piece that cannot be deflated is longer by, at most. */
const deflatedOctetsMax = pieceOctets + 1_024;
/** Where zlib has filled all the memory it has, it asks for as much again before it looks whether it is done. */
const roomBehind = 64;
/** The fastest level: a file is a third of its length by it. */
const level = 1;

/** Octets of a file, in pieces as they are kept. */
export async function piecesOf(octets: Uint8Array): Promise<FilePiece[]> {
  const pieces: FilePiece[] = [];
  for (let at = 0; at < octets.length; at += pieceOctets) {
    const piece = octets.subarray(at, at + pieceOctets);
    pieces.push({ octets: piece.length, content: deflateRawSync(piece, { level }).toString('base64') });
    await nextTurn();
  }
  return pieces;
}

/** A file, octet by octet, as often as it is read. A piece is read before the next is asked for: it is gone then. */
export type FileOctets = () => AsyncGenerator<Uint8Array>;

/** The file of an import as it is kept. */
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

/**
 * Frees the memory of a piece. The objects of zlib keep theirs until all of the old heap is looked through, and of a large file
 * that would be fifty megabytes.
 */
function giveBack({ buffer }: Buffer<ArrayBuffer>): void {
  // Small buffers share one of this size.
  if (buffer.byteLength !== Buffer.poolSize) buffer.transfer(0);
}

/** A file that is in memory. */
export function givenFile(file: Uint8Array): FileOctets {
  return async function* octets() {
    for (let at = 0; at < file.length; at += pieceOctets) {
      yield file.subarray(at, at + pieceOctets);
      await nextTurn();
    }
  };
}
