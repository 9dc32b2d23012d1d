import { dayMs, hourMs } from '../instant.ts';

const mebibyte = 1024 * 1024;

/** Bounds of one import. Octets are those of the file as it came. */
export const importLimits = {
  fileOctetsMax: 200 * mebibyte,
  /** A JSON body is no longer, so a pasted text is not either. */
  pastedCharactersMax: 5 * mebibyte,
  partOctetsMax: 8 * mebibyte,
  partsMax: 1_000,
  /** A row that is longer is a fault of its line: a cell of 100 MB must not become memory. */
  rowCharactersMax: mebibyte,
  columnsMax: 200,
  /** Rows whose quote never closes; with more the file is not CSV. */
  brokenRowsMax: 20,
  /** Faults kept with their line; all are counted. */
  faultsKeptMax: 10_000,
  /** Not ended at a time in one organization. */
  openMax: 20,
  /** One that waits so long for its caller, previewed or half uploaded, is cancelled for the one beyond them. */
  idleMs: hourMs,
  /** Files up to this size are previewed in the request; larger ones by a worker. */
  previewedAtOnceOctetsMax: 5 * mebibyte,
  tagsMax: 20,
  fileKeptMs: 7 * dayMs,
} as const;
