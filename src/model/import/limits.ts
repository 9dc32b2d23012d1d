import { dayMs, hourMs } from '../instant.ts';

const mebibyte = 1024 * 1024;

/** Bounds of one import. Sizes are bytes of the uploaded file. */
export const importLimits = {
  fileOctetsMax: 200 * mebibyte,
  /** Limit of a JSON body, which contains the pasted text. */
  pastedCharactersMax: 5 * mebibyte,
  partOctetsMax: 8 * mebibyte,
  partsMax: 1_000,
  /** Longer rows are a fault of their line, so that a cell of 100 MB never fills the memory. */
  rowCharactersMax: mebibyte,
  columnsMax: 200,
  /** Rows with an unclosed quote; a file with more is not CSV. */
  brokenRowsMax: 20,
  /** Faults stored with their line; all are counted. */
  faultsKeptMax: 10_000,
  openMax: 20,
  /** At the limit of open imports, an import that waited this long for its caller is cancelled. */
  idleMs: hourMs,
  /** Larger files are previewed by a worker. */
  previewedAtOnceOctetsMax: 5 * mebibyte,
  tagsMax: 20,
  fileKeptMs: 7 * dayMs,
} as const;
