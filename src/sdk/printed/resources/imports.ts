// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { Consent, Import } from '../records.ts';

export type ImportSubscribersInput = {
  csv?: string | undefined;
  importId?: string | undefined;
  file_name?: string | undefined;
  /** What each header is kept as; left out, it is guessed */
  columns?: Record<string, string> | undefined;
  on_conflict?: 'upsert' | 'skip' | undefined;
  tags?: string[] | undefined;
  /** When, from where and how they opted in */
  consent?: Consent | undefined;
  trigger_workflows?: boolean | undefined;
  start?: boolean | undefined;
  /** Answers the counts, and keeps nothing */
  dry_run?: boolean | undefined;
};

export type GetImportInput = {
  wait_seconds?: number | undefined;
};

export type ListImportsInput = {
  limit?: number | undefined;
  /** Id; older follow */
  after?: string | undefined;
  before?: string | undefined;
};

/** Methods of `posthouse.imports`. */
export type ImportsMethods = {
  /**
   * Import subscribers from CSV. First with start false: previews counts and columns. Then with its importId to start; then imports.get.
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
   * Upload a part of a large file to import: its bytes, in parts numbered from 1. Begin with imports.create without csv. A part has at most 8 MiB, a file 200; sending a part again replaces it.
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
   * List imports of subscribers, newest first.
   * @example
   * await posthouse.imports.list()
   */
  list(input?: ListImportsInput, options?: CallOptions): List<Import, CallFailure>;
  /**
   * Rows that an import rejected, and values it left out, as CSV: line, reason, field, message. The first 10,000; imports.get counts all by reason.
   * @example
   * await posthouse.imports.errors('imp_01k9zr0a3vq8m5t2c7x4w6y1ne')
   */
  errors(importId: string, options?: CallOptions): Call<string, CallFailure | 'not_found'>;
  /**
   * End an import where it is. Rows that are done stay imported.
   * @example
   * await posthouse.imports.cancel('imp_01k9zr0a3vq8m5t2c7x4w6y1ne')
   */
  cancel(importId: string, options?: CallOptions): Call<Import, WriteFailure | 'conflict' | 'not_found'>;
};
