// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { Organization, OrganizationSettings } from '../records.ts';

export type UpdateOrganizationSettingsInput = {
  name?: string | undefined;
  default_from?: string | null | undefined;
  default_reply_to?: string | null | undefined;
  timezone?: string | undefined;
  /** New subscribers must confirm */
  double_opt_in?: boolean | undefined;
  /** For the campaign footer */
  postal_address?: string | null | undefined;
};

export type PauseSendingInput = {
  reason?: string | undefined;
};

/** Methods of `posthouse.organization`. */
export type OrganizationMethods = {
  /**
   * Show your organization: plan, limits, and whether sending is on.
   * @example
   * await posthouse.organization.get()
   */
  get(options?: CallOptions): Call<Organization, CallFailure | 'not_found'>;
  /**
   * Change settings of your organization. Only the operator can change plan and sending_enabled.
   * @example
   * await posthouse.organization.update({ default_from: 'Acme <hello@acme.example>', timezone: 'Europe/Lisbon' })
   */
  update(input?: UpdateOrganizationSettingsInput, options?: CallOptions): Call<OrganizationSettings, WriteFailure | 'not_found'>;
  /**
   * Stop all mail of your organization; new mail waits.
   * @example
   * await posthouse.organization.pauseSending({ reason: 'The prices in the newsletter are wrong' })
   */
  pauseSending(input?: PauseSendingInput, options?: CallOptions): Call<OrganizationSettings, WriteFailure | 'not_found'>;
  /**
   * Resume sending after a pause.
   * @example
   * await posthouse.organization.resumeSending()
   */
  resumeSending(options?: CallOptions): Call<OrganizationSettings, WriteFailure | 'not_found'>;
};
