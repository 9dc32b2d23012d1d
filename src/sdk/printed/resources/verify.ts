// Printed by `npm run pins` from the catalogue.
import type { OneBody } from '../../send-fields.ts';
import type { Call, CallOptions } from '../../result.ts';
import type { WriteFailure } from '../failures.ts';
import type { ContentVerification, Verification, VerifyEmailAddressesAnswer } from '../records.ts';

export type VerifyEmailAddressInput = {
  email: string;
};

export type VerifyEmailAddressesInput = {
  emails: string[];
};

export type VerifyContentInput = {
  /** Default: the organization’s sender */
  from?: string | undefined;
  subject: string;
  preview?: string | undefined;
  purpose?: 'campaign' | 'transactional' | undefined;
} & OneBody;

/** Methods of `posthouse.verify`. */
export type VerifyMethods = {
  /**
   * Check whether an address can receive mail. Sends nothing; contacts no mail server.
   * @example
   * await posthouse.verify.address({ email: 'ada@gmial.com' })
   */
  address(input: VerifyEmailAddressInput, options?: CallOptions): Call<Verification, WriteFailure>;
  /**
   * Check whether 1 to 1,000 addresses can receive mail. TIMEOUT: the check took too long; try again.
   * @example
   * await posthouse.verify.addresses({ emails: ['ada@gmial.com'] })
   */
  addresses(input: VerifyEmailAddressesInput, options?: CallOptions): Call<VerifyEmailAddressesAnswer, WriteFailure>;
  /**
   * Check content against the sending policy: no cold email, no phishing. Sends nothing.
   * @example
   * await posthouse.verify.content({
   *   from: 'Acme <hello@acme.example>',
   *   subject: 'Our news in May',
   *   markdown: '# News\n\nHello {{firstName|there}}. [Leave]({{unsubscribeUrl}})',
   * })
   */
  content(input: VerifyContentInput, options?: CallOptions): Call<ContentVerification, WriteFailure | 'content_verification_unavailable' | 'invalid_from_address'>;
};
