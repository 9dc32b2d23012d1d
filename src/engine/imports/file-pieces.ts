import { setImmediate as nextTurn } from 'node:timers/promises';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FilePiece, ImportFileRecords } from '../../store/records/import-files.ts';

/** Read, parsed and judged between two turns of the event loop. */
const pieceOctets = 32 * 1024;
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

/** A file, octet by octet, as often as it is read. */
export type FileOctets = () => AsyncGenerator<Uint8Array>;

/** The file of an import as it is kept. */
export function keptFile(files: Pick<ImportFileRecords, 'pieces'>, importKey: number): FileOctets {
  return async function* octets() {
    for await (const { content, octets } of files.pieces(importKey)) {
      yield inflateRawSync(Buffer.from(content, 'base64'), { maxOutputLength: Math.max(octets, 1) });
    }
  };
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
