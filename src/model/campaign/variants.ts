import type { Mailbox } from '../address.ts';
import type { Body } from '../content/body.ts';
import { type FieldFault, invalidFields } from '../failure.ts';
import type { CampaignRecord } from './campaign.ts';

/** One mail that a campaign sends: its own, or that of a variant of its A/B test. */
export type CampaignMail = {
  /** The index of the variant; null when there is no A/B test. */
  variant: number | null;
  subject: string | null;
  preview: string | null;
  body: Body | null;
  /** Which fields come from the variant rather than the campaign. */
  own: { subject: boolean; preview: boolean; body: boolean };
};

/** The mails of a campaign: one, or one per variant; fields a variant leaves open are the campaign's. */
export function mailsOf({
  subject,
  preview,
  body,
  abTest,
}: Pick<CampaignRecord, 'subject' | 'preview' | 'body' | 'abTest'>): CampaignMail[] {
  if (abTest === null) {
    return [{ variant: null, subject, preview, body, own: { subject: false, preview: false, body: false } }];
  }
  return abTest.variants.map((said, variant) => ({
    variant,
    subject: said.subject ?? subject,
    preview: said.preview ?? preview,
    body: said.body ?? body,
    own: { subject: said.subject !== null, preview: said.preview !== null, body: said.body !== null },
  }));
}

/** The path of a mail's field in its campaign: `subject`, or `abTest.variants[1].subject`. */
export function placeOf({ variant, own }: CampaignMail, field: 'subject' | 'preview' | 'content'): string {
  const said = field === 'content' ? own.body : own[field];
  return variant === null || !said ? field : `abTest.variants[${variant}].${field}`;
}

type CompleteMail = CampaignMail & { subject: string; body: Body };

/** Every field that a mail still needs to be sent. */
export function missingIn(mail: CampaignMail, from: Mailbox | null): FieldFault[] {
  const missing: FieldFault[] = [];
  const lacks = (path: string, message = 'is required to send'): void => {
    missing.push({ path, code: 'required', message });
  };
  if (mail.subject === null) lacks('subject');
  if (from === null) lacks('fromEmail', 'is required to send, or default_from of the organization');
  if (mail.body === null) lacks('content');
  return missing;
}

/**
 * A mail that is complete enough to be sent.
 * @throws Failure validation_error naming every field that is missing
 */
export function assertComplete(mail: CampaignMail, from: Mailbox | null): CompleteMail {
  const missing = missingIn(mail, from);
  if (missing.length > 0) throw invalidFields(missing);
  return mail as CompleteMail;
}
