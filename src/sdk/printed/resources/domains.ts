// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { DeletedDomain, Domain, DomainSummary } from '../records.ts';

export type AddDomainInput = UpdateDomainInput & {
  name: string;
};

export type ListDomainsInput = {
  limit?: number | undefined;
  /** Id of an item; returns the items that follow it */
  after?: string | undefined;
  before?: string | undefined;
};

export type UpdateDomainInput = {
  /** Bounce subdomain */
  custom_return_path?: string | undefined;
  tracking_subdomain?: string | null | undefined;
  open_tracking?: boolean | undefined;
  click_tracking?: boolean | undefined;
  /** enforced: TLS only */
  tls?: 'opportunistic' | 'enforced' | undefined;
  /** Send slowly at first */
  warm_up?: boolean | undefined;
};

/** Methods of `posthouse.domains`. */
export type DomainsMethods = {
  /**
   * Add a sending domain. Publish the DNS records it returns, then call domains.verify. Add each subdomain separately.
   * @example
   * await posthouse.domains.add({ name: 'acme.com' })
   */
  add(input: AddDomainInput, options?: CallOptions): Call<Domain, WriteFailure | 'conflict'>;
  /**
   * List sending domains with their status. For DNS records, use domains.get.
   * @example
   * await posthouse.domains.list()
   */
  list(input?: ListDomainsInput, options?: CallOptions): List<DomainSummary, CallFailure>;
  /**
   * Show a sending domain: DNS records, the last check, and what to change.
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
   * Check the DNS records of a sending domain and show what to fix. New records can take hours to appear.
   * @example
   * await posthouse.domains.verify('acme.com')
   */
  verify(id: string, options?: CallOptions): Call<Domain, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Create new DKIM keys for a sending domain and return their DNS records. Old keys sign until DNS shows the new ones.
   * @example
   * await posthouse.domains.rotateDkim('acme.com')
   */
  rotateDkim(id: string, options?: CallOptions): Call<Domain, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Remove a sending domain and its DKIM keys; tokens bound to it cannot send.
   * @example
   * await posthouse.domains.remove('acme.com')
   */
  remove(id: string, options?: CallOptions): Call<DeletedDomain, WriteFailure | 'not_found'>;
};
