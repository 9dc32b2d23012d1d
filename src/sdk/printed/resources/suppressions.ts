// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List, PageInput } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { AddSuppressionInputOrigin, AddSuppressionsAnswer, Consent, DeletedSuppression, RemoveSuppressionsAnswer, Suppression, SuppressionExport, SuppressionImport, SuppressionOrigin } from '../records.ts';

export type AddSuppressionInput = {
  email: string;
  origin?: AddSuppressionInputOrigin | undefined;
  /** marketing: not transactional mail */
  scope?: 'all' | 'marketing' | undefined;
  expires_at?: string | null | undefined;
};

export type ListSuppressionsInput = PageInput & {
  origin?: SuppressionOrigin | undefined;
  /** Part of the address */
  query?: string | undefined;
};

export type RemoveSuppressionInput = {
  /** Proof of opt-in: when, from which address and where they opted in */
  consent?: Consent | undefined;
};

export type AddSuppressionsInput = {
  emails: string[];
  origin?: AddSuppressionInputOrigin | undefined;
  /** marketing: not transactional mail */
  scope?: 'all' | 'marketing' | undefined;
  expires_at?: string | null | undefined;
};

export type RemoveSuppressionsInput = {
  emails?: string[] | undefined;
  ids?: string[] | undefined;
  /** Proof of opt-in: when, from which address and where they opted in */
  consent?: Consent | undefined;
};

export type ImportSuppressionsInput = {
  /** A list of addresses, or rows with a header: email, origin, scope, expires_at */
  csv: string;
  on_conflict?: 'upsert' | 'skip' | undefined;
};

export type ExportSuppressionsInput = {
  origin?: SuppressionOrigin | undefined;
  limit?: number | undefined;
  /** last_id of the previous page */
  after?: string | undefined;
};

/** Methods of `posthouse.suppressions`. */
export type SuppressionsMethods = {
  /**
   * Stop all mail, or only marketing, to an address. For campaigns only, use subscribers.unsubscribe.
   * @example
   * await posthouse.suppressions.add({ email: 'ada@acme.com' })
   */
  add(input: AddSuppressionInput, options?: CallOptions): Call<Suppression, WriteFailure>;
  /**
   * List suppressed addresses and reasons.
   * @example
   * await posthouse.suppressions.list({ origin: 'bounce', limit: 20 })
   */
  list(input?: ListSuppressionsInput, options?: CallOptions): List<Suppression, CallFailure>;
  /**
   * Show whether an address is suppressed, and why.
   * @example
   * await posthouse.suppressions.get('ada@acme.com')
   */
  get(suppression: string, options?: CallOptions): Call<Suppression, CallFailure | 'not_found'>;
  /**
   * Allow mail to an address again. After a complaint or erasure, consent is required.
   * @example
   * await posthouse.suppressions.remove('ada@acme.com')
   */
  remove(suppression: string, input?: RemoveSuppressionInput, options?: CallOptions): Call<DeletedSuppression, WriteFailure | 'not_found'>;
  /**
   * Suppress 1 to 100 addresses at once.
   * @example
   * await posthouse.suppressions.addMany({ emails: ['ada@acme.com'], origin: 'bounce' })
   */
  addMany(input: AddSuppressionsInput, options?: CallOptions): Call<AddSuppressionsAnswer, WriteFailure>;
  /**
   * Allow mail to up to 100 addresses again. Addresses that are not suppressed are ignored.
   * @example
   * await posthouse.suppressions.removeMany({ emails: ['ada@acme.com'] })
   */
  removeMany(input?: RemoveSuppressionsInput, options?: CallOptions): Call<RemoveSuppressionsAnswer, WriteFailure>;
  /**
   * Suppress the addresses in a CSV file, up to 10,000 rows per call. Invalid rows are reported; the others are imported.
   * @example
   * await posthouse.suppressions.import({ csv: 'email,origin\nada@acme.com,complaint\nno address,manual\n' })
   */
  import(input: ImportSuppressionsInput, options?: CallOptions): Call<SuppressionImport, WriteFailure>;
  /**
   * Get suppressed addresses as CSV, page by page. Only the first page has the header, so you can concatenate the pages into one file.
   * @example
   * await posthouse.suppressions.export({ limit: 100 })
   */
  export(input?: ExportSuppressionsInput, options?: CallOptions): Call<SuppressionExport, CallFailure>;
};
