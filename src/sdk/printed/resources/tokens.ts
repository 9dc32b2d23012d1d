// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { CreatedToken, DeletedToken, RotatedToken, SendCap, Token, TokenScope } from '../records.ts';

export type CreateTokenInput = {
  name: string;
  scopes: TokenScope[];
  /** Sends only from this domain; left out: yours */
  domain_id?: string | null | undefined;
  /** test: nothing is really sent; left out: yours */
  mode?: 'live' | 'test' | undefined;
  /** Globs: *@acme.com; empty: none; left out: yours */
  allowed_recipients?: string[] | null | undefined;
  /** Most mails it may send; left out: none; who has one makes only tokens that cannot send */
  send_cap?: SendCap | null | undefined;
  /** Addresses or CIDR ranges; left out: yours */
  ip_allowlist?: string[] | null | undefined;
  expires_at?: string | null | undefined;
  /** For an assistant: mails few people unasked, at every door; always true of a token that an assistant makes */
  assistant?: boolean | undefined;
};

export type ListTokensInput = {
  limit?: number | undefined;
  /** Id; older follow */
  after?: string | undefined;
  before?: string | undefined;
};

export type UpdateTokenInput = {
  name?: string | undefined;
  /** All that it may do */
  scopes?: string[] | undefined;
  domain_id?: string | null | undefined;
  mode?: 'live' | 'test' | undefined;
  /** Globs: *@acme.com; empty: none */
  allowed_recipients?: string[] | null | undefined;
  send_cap?: SendCap | null | undefined;
  /** Addresses or CIDR ranges */
  ip_allowlist?: string[] | null | undefined;
  expires_at?: string | null | undefined;
};

/** Methods of `posthouse.tokens`. */
export type TokensMethods = {
  /**
   * Create an API token; its secret is shown once. No more than yours: limits left out are yours, send_cap none.
   * @example
   * await posthouse.tokens.create({
   *   name: 'Shop',
   *   scopes: ['emails.send', 'events.write'],
   *   send_cap: { per_day: 5000 },
   * })
   */
  create(input: CreateTokenInput, options?: CallOptions): Call<CreatedToken, WriteFailure | 'conflict'>;
  /**
   * List API tokens without secrets, revoked ones too.
   * @example
   * await posthouse.tokens.list({ limit: 20 })
   */
  list(input?: ListTokensInput, options?: CallOptions): List<Token, CallFailure>;
  /**
   * Show an API token and its limits, not its secret; without id, yours.
   * @example
   * await posthouse.tokens.get('tok_01kb3kd6q8s0v2x4z6b8d0f2h4')
   */
  get(id: string, options?: CallOptions): Call<Token, CallFailure | 'not_found'>;
  /**
   * Update an API token; omitted fields stay, in send_cap too; null removes a limit. Narrowing a token narrows those it created.
   * @example
   * await posthouse.tokens.update('tok_01kb3kd6q8s0v2x4z6b8d0f2h4', { send_cap: { per_day: 5000 } })
   */
  update(id: string, input?: UpdateTokenInput, options?: CallOptions): Call<Token, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Give an API token a new secret, shown once; the old one works 24 hours more. After a leak use tokens.revoke.
   * @example
   * await posthouse.tokens.rotate('tok_01kb3kd6q8s0v2x4z6b8d0f2h4')
   */
  rotate(id: string, options?: CallOptions): Call<RotatedToken, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Revoke an API token, all tokens it created and the apps they approved, for good. What it scheduled is still sent. A new secret: tokens.rotate.
   * @example
   * await posthouse.tokens.revoke('tok_01kb3kd6q8s0v2x4z6b8d0f2h4')
   */
  revoke(id: string, options?: CallOptions): Call<DeletedToken, WriteFailure | 'not_found'>;
};
