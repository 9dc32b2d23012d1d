// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { Consent, Import } from '../records.ts';

export type ImportSubscribersInput = {
  csv?: string | undefined;
  importId?: string | undefined;
  file_name?: string | undefined;
  /** Maps each header to a field. Default: guessed from the headers */
  columns?: Record<string, string> | undefined;
  on_conflict?: 'upsert' | 'skip' | undefined;
  tags?: string[] | undefined;
  /** Proof of opt-in: when, from which address and where they opted in */
  consent?: Consent | undefined;
  trigger_workflows?: boolean | undefined;
  start?: boolean | undefined;
  /** Return the counts without importing */
  dry_run?: boolean | undefined;
};

export type GetImportInput = {
  wait_seconds?: number | undefined;
};

export type ListImportsInput = {
  limit?: number | undefined;
  /** Id of an item; returns the items that follow it */
  after?: string | undefined;
  before?: string | undefined;
};

/** Methods of `posthouse.imports`. */
export type ImportsMethods = {
  /**
   * Import subscribers from CSV. First call with start: false to preview counts and columns, then with its importId to start. Next: imports.get.
   * @example
   * await posthouse.imports.create({
   *   csv: 'Email,First name\nada@example.com,Ada\ngrace@example.com,Grace\n',
   *   file_name: 'readers.csv',
   *   consent: { source: 'Sign-up sheet of the 2026 fair' },
   *   start: false,
   * })
   */
  create(input?: ImportSubscribersInput, options?: CallOptions): Call<Import, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Upload one part of a large import file. Parts are numbered from 1. First call imports.create without csv. A part has at most 8 MiB, a file at most 200 MiB. Uploading a part again replaces it.
   * @example
   * await posthouse.imports.addPart('imp_01k9zr0a3vq8m5t2c7x4w6y1ne', 1, 'email\nada@example.com\n')
   */
  addPart(importId: string, part: string | number, content: string | Uint8Array, options?: CallOptions): Call<Import, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Show the progress or result of an import.
   * @example
   * await posthouse.imports.get('imp_01k9zr0a3vq8m5t2c7x4w6y1ne')
   */
  get(importId: string, input?: GetImportInput, options?: CallOptions): Call<Import, CallFailure | 'not_found'>;
  /**
   * List subscriber imports, newest first.
   * @example
   * await posthouse.imports.list()
   */
  list(input?: ListImportsInput, options?: CallOptions): List<Import, CallFailure>;
  /**
   * Get the rows that an import rejected and the values it omitted as CSV: line, reason, field, message. Returns at most 10,000 rows; imports.get counts all of them by reason.
   * @example
   * await posthouse.imports.errors('imp_01k9zr0a3vq8m5t2c7x4w6y1ne')
   */
  errors(importId: string, options?: CallOptions): Call<string, CallFailure | 'not_found'>;
  /**
   * Cancel a running import. Rows that are already imported stay.
   * @example
   * await posthouse.imports.cancel('imp_01k9zr0a3vq8m5t2c7x4w6y1ne')
   */
  cancel(importId: string, options?: CallOptions): Call<Import, WriteFailure | 'conflict' | 'not_found'>;
};
