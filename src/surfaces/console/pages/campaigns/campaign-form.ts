/** Values of the campaign editor: read from a campaign or a form, and passed to the tools. */
import type { z } from 'zod';
import type { Campaign } from '../../../../model/campaign/campaign-answer.ts';
import { bodyIn, bodyRequest, type MailBody } from '../templates/mail-body.ts';

export type CampaignAnswer = z.output<typeof Campaign>;

export type CampaignValues = MailBody & {
  name: string;
  subject: string;
  preview: string;
  fromName: string;
  fromEmail: string;
  replyTo: string;
  segmentId: string;
  include: readonly string[];
  exclude: readonly string[];
  /** Removes the filter that a program set. */
  dropFilter: boolean;
  opens: string;
  clicks: string;
  perHour: string;
};

/** A body that a campaign may be sent with, so that the unsubscribe link is not forgotten. */
const firstBody = `Hello {{firstName|there}},

write your news here.

[Unsubscribe]({{unsubscribeUrl}})`;

export const emptyValues: CampaignValues = {
  name: '',
  subject: '',
  preview: '',
  fromName: '',
  fromEmail: '',
  replyTo: '',
  kind: 'MARKDOWN',
  body: firstBody,
  segmentId: '',
  include: [],
  exclude: [],
  dropFilter: false,
  opens: '',
  clicks: '',
  perHour: '',
};

export function readValues(campaign: CampaignAnswer): CampaignValues {
  const { audience, contentType, tracking, throttle } = campaign;
  return {
    name: campaign.name,
    subject: campaign.subject ?? '',
    preview: campaign.preview ?? '',
    fromName: campaign.fromName ?? '',
    fromEmail: campaign.fromEmail ?? '',
    replyTo: campaign.replyTo ?? '',
    kind: contentType,
    body: campaign.html ?? campaign.markdown ?? '',
    segmentId: audience.segmentId ?? '',
    include: audience.tags.any,
    exclude: audience.tags.none,
    dropFilter: false,
    opens: choiceOf(tracking?.opens),
    clicks: choiceOf(tracking?.clicks),
    perHour: throttle?.perHour == null ? '' : String(throttle.perHour),
  };
}

export function valuesIn(form: URLSearchParams): CampaignValues {
  const text = (name: string): string => form.get(name) ?? '';
  return {
    name: text('name'),
    subject: text('subject'),
    preview: text('preview'),
    fromName: text('fromName'),
    fromEmail: text('fromEmail'),
    replyTo: text('replyTo'),
    ...bodyIn(form),
    segmentId: text('segmentId'),
    include: form.getAll('include'),
    exclude: form.getAll('exclude'),
    dropFilter: form.has('dropFilter'),
    opens: text('opens'),
    clicks: text('clicks'),
    perHour: text('perHour'),
  };
}

/** The input of `create_campaign` and `update_campaign`. @param known the saved campaign, whose other settings are kept; null for a new campaign */
export function requestFrom(values: CampaignValues, known: CampaignAnswer | null): Record<string, unknown> {
  const { name, subject, preview, fromName, fromEmail, replyTo } = values;
  return {
    // Without a name, the subject becomes the name of a new campaign.
    ...(name.trim() !== '' && { name }),
    ...(known !== null && name.trim() === '' && { name: subject.trim() || known.name }),
    subject,
    preview,
    fromName,
    fromEmail,
    replyTo,
    ...bodyRequest(values),
    audience: audienceFrom(values, known),
    tracking: trackingFrom(values),
    throttle: throttleFrom(values, known),
  };
}

function audienceFrom(
  { segmentId, include, exclude, dropFilter }: CampaignValues,
  known: CampaignAnswer | null,
): Record<string, unknown> {
  const { tags, filter = null, subscriberIds = [], notReachedBy = null } = known?.audience ?? {};
  return {
    tags: { any: [...include], all: tags?.all ?? [], none: [...exclude] },
    segmentId: segmentId || null,
    filter: dropFilter ? null : filter,
    subscriberIds,
    notReachedBy,
  };
}

function trackingFrom({ opens, clicks }: CampaignValues): Record<string, unknown> | null {
  if (opens === '' && clicks === '') return null;
  return { opens: settingOf(opens), clicks: settingOf(clicks) };
}

function throttleFrom(
  { perHour }: CampaignValues,
  known: CampaignAnswer | null,
): Record<string, unknown> | null {
  const perDomain = known?.throttle?.perDomain ?? null;
  if (perHour.trim() === '' && perDomain === null) return null;
  return { perHour: numberIn(perHour), perDomain };
}

/** Returns other text as it is, so that the tool rejects it by name. */
export function numberIn(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : trimmed;
}

function choiceOf(setting: boolean | null | undefined): string {
  return setting == null ? '' : setting ? 'on' : 'off';
}

function settingOf(choice: string): boolean | null {
  return choice === '' ? null : choice === 'on';
}
