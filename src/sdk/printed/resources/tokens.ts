// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { CreatedToken, DeletedToken, RotatedToken, SendCap, Token, TokenScope } from '../records.ts';

export type CreateTokenInput = {
  name: string;
  scopes: TokenScope[];
  /** Only from this domain. Default: the limit of your own token */
  domain_id?: string | null | undefined;
  /** test: no mail leaves. Default: the limit of your own token */
  mode?: 'live' | 'test' | undefined;
  /** Globs: *@acme.com; empty: none. Default: the limit of your own token */
  allowed_recipients?: string[] | null | undefined;
  /** Maximum mails. Default: no cap. A token with a cap can only create tokens that cannot send */
  send_cap?: SendCap | null | undefined;
  /** Addresses or CIDR ranges. Default: the limit of your own token */
  ip_allowlist?: string[] | null | undefined;
  expires_at?: string | null | undefined;
  /** The token is for an assistant: without approval it can mail only a few people, over every interface. Always true for tokens that an assistant creates */
  assistant?: boolean | undefined;
};

export type ListTokensInput = {
  limit?: number | undefined;
  /** Id of an item; returns the items that follow it */
  after?: string | undefined;
  before?: string | undefined;
};

export type UpdateTokenInput = {
  name?: string | undefined;
  /** All scopes of the token */
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
   * Create an API token; its secret is shown once. Cannot exceed your own. Omitted limits default to yours, send_cap to none.
   * @example
   * await posthouse.tokens.create({
   *   name: 'Shop',
   *   scopes: ['emails.send', 'events.write'],
   *   send_cap: { per_day: 5000 },
   * })
   */
  create(input: CreateTokenInput, options?: CallOptions): Call<CreatedToken, WriteFailure | 'conflict'>;
  /**
   * List API tokens, including revoked ones, without secrets.
   * @example
   * await posthouse.tokens.list({ limit: 20 })
   */
  list(input?: ListTokensInput, options?: CallOptions): List<Token, CallFailure>;
  /**
   * Show an API token and its limits, without its secret. Omit id for yours.
   * @example
   * await posthouse.tokens.get('tok_01kb3kd6q8s0v2x4z6b8d0f2h4')
   */
  get(id: string, options?: CallOptions): Call<Token, CallFailure | 'not_found'>;
  /**
   * Update an API token. Omitted fields stay, also in send_cap; null removes a limit. Narrowing a token also narrows those it created.
   * @example
   * await posthouse.tokens.update('tok_01kb3kd6q8s0v2x4z6b8d0f2h4', { send_cap: { per_day: 5000 } })
   */
  update(id: string, input?: UpdateTokenInput, options?: CallOptions): Call<Token, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Create a new secret for an API token, shown once. The old one works 24 more hours. After a leak, use tokens.revoke.
   * @example
   * await posthouse.tokens.rotate('tok_01kb3kd6q8s0v2x4z6b8d0f2h4')
   */
  rotate(id: string, options?: CallOptions): Call<RotatedToken, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Permanently revoke an API token, the tokens it created and the apps they approved. Mail it scheduled is still sent. For a new secret, use tokens.rotate.
   * @example
   * await posthouse.tokens.revoke('tok_01kb3kd6q8s0v2x4z6b8d0f2h4')
   */
  revoke(id: string, options?: CallOptions): Call<DeletedToken, WriteFailure | 'not_found'>;
};
