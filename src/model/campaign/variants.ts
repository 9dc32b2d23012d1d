import type { Mailbox } from '../address.ts';
import type { Body } from '../content/body.ts';
import { type FieldFault, invalidFields } from '../failure.ts';
import type { AbTest, CampaignRecord } from './campaign.ts';

export type CampaignMail = {
  variant: number | null;
  subject: string | null;
  preview: string | null;
  body: Body | null;
  own: { subject: boolean; preview: boolean; body: boolean };
};

/** A variant inherits its missing fields from the campaign. */
export function resolveVariants({
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

/** Returns a path such as `subject` or `abTest.variants[1].subject`. */
export function buildFieldPath(
  { variant, own }: CampaignMail,
  field: 'subject' | 'preview' | 'content',
): string {
  const said = field === 'content' ? own.body : own[field];
  return variant === null || !said ? field : `abTest.variants[${variant}].${field}`;
}

type CompleteMail = CampaignMail & { subject: string; body: Body };

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

/** @throws Failure validation_error naming every missing field */
export function assertComplete(mail: CampaignMail, from: Mailbox | null): CompleteMail {
  const missing = missingIn(mail, from);
  if (missing.length > 0) throw invalidFields(missing);
  return mail as CompleteMail;
}

type VariantResult = { sent: number; delivered: number; opens: number; clicks: number };

/** Relays report few deliveries or none, so the rate is relative to the greater of sent and delivered. */
export function pickWinner(metric: AbTest['metric'], results: readonly VariantResult[]): number {
  let best = 0;
  for (const [index, result] of results.entries()) {
    if (rateOf(result, metric) > rateOf(results[best]!, metric)) best = index;
  }
  return best;
}

function rateOf(result: VariantResult, metric: AbTest['metric']): number {
  const reached = Math.max(result.sent, result.delivered);
  return reached === 0 ? 0 : result[metric] / reached;
}
