import type { CampaignMail } from '../../model/campaign/variants.ts';
import { footedBody } from '../../model/content/body.ts';
import { resolveMailValues } from '../../model/content/mail-values.ts';
import {
  fillMergeFields,
  isSystemLink,
  listPlaceholders,
  type MergeFields,
  mergeValue,
} from '../../model/content/merge-fields.ts';
import { previewCharactersMax, subjectCharactersMax } from '../../model/email/send-body.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { cutAtCodeUnits } from '../../model/text/text.ts';
import { renderShown } from '../content/shown-text.ts';
import type { Scope } from '../context/scope.ts';

/** Renders a mail of a campaign as its delivery does. @param person null: placeholders show their defaults */
export async function renderCampaignMail(
  scope: Pick<Scope, 'engine' | 'caller' | 'signal'>,
  mail: Pick<CampaignMail, 'subject' | 'preview' | 'body'>,
  { person, postalAddress }: { person: SubscriberRecord | null; postalAddress: string | null },
) {
  const { names, withoutDefault } = listPlaceholders([mail.subject, mail.preview, mail.body?.source]);
  const values = resolveMailValues(names, person, { isBulk: true, postalAddress });
  const subject = filled(mail.subject, values, subjectCharactersMax);
  const preview = filled(mail.preview, values, previewCharactersMax);
  const body = mail.body && footedBody(mail.body, postalAddress);
  const { html, text } = body ? await renderShown(scope, { body, preview, values }) : { html: '', text: '' };
  const empty = withoutDefault.filter((name) => !isSystemLink(name) && mergeValue(values, name) === '');
  return { subject, preview, html, text, empty };
}

function filled(text: string | null, values: MergeFields, charactersMax: number): string | null {
  return text === null ? null : cutAtCodeUnits(fillMergeFields(text, values, 'header'), charactersMax);
}
