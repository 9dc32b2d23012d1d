// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { DeletedDomain, Domain, DomainSummary } from '../records.ts';

export type AddDomainInput = UpdateDomainInput & {
  name: string;
};

export type ListDomainsInput = {
  limit?: number | undefined;
  /** Id; older follow */
  after?: string | undefined;
  before?: string | undefined;
};

export type UpdateDomainInput = {
  /** Subdomain for bounces */
  custom_return_path?: string | undefined;
  tracking_subdomain?: string | null | undefined;
  open_tracking?: boolean | undefined;
  click_tracking?: boolean | undefined;
  /** enforced: never without TLS */
  tls?: 'opportunistic' | 'enforced' | undefined;
  /** Send slowly at first */
  warm_up?: boolean | undefined;
};

/** Methods of `posthouse.domains`. */
export type DomainsMethods = {
  /**
   * Add a sending domain. Publish the DNS records it returns, then call domains.verify. A subdomain is added on its own.
   * @example
   * await posthouse.domains.add({ name: 'acme.com' })
   */
  add(input: AddDomainInput, options?: CallOptions): Call<Domain, WriteFailure | 'conflict'>;
  /**
   * List sending domains with their status; DNS records: domains.get.
   * @example
   * await posthouse.domains.list()
   */
  list(input?: ListDomainsInput, options?: CallOptions): List<DomainSummary, CallFailure>;
  /**
   * Show a sending domain: DNS records, their last check, what to change.
   * @example
   * await posthouse.domains.get('acme.com')
   */
  get(id: string, options?: CallOptions): Call<Domain, CallFailure | 'not_found'>;
  /**
   * Change settings of a sending domain.
   * @example
   * await posthouse.domains.update('acme.com', { tls: 'enforced' })
   */
  update(id: string, input?: UpdateDomainInput, options?: CallOptions): Call<Domain, WriteFailure | 'not_found'>;
  /**
   * Check the DNS records of a sending domain and return the fixes. A new record may show only after hours.
   * @example
   * await posthouse.domains.verify('acme.com')
   */
  verify(id: string, options?: CallOptions): Call<Domain, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Create new DKIM keys for a sending domain; returns their DNS records. The old ones sign until DNS shows them.
   * @example
   * await posthouse.domains.rotateDkim('acme.com')
   */
  rotateDkim(id: string, options?: CallOptions): Call<Domain, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Remove a sending domain and its DKIM keys; tokens bound to it can no longer send.
   * @example
   * await posthouse.domains.remove('acme.com')
   */
  remove(id: string, options?: CallOptions): Call<DeletedDomain, WriteFailure | 'not_found'>;
};
