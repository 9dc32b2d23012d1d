/** Two or more versions of a campaign: their subjects, the tested share, and how the better one is chosen. */
import { getCampaign } from '../../../../../tools/campaigns/get-campaign.ts';
import { updateCampaign } from '../../../../../tools/campaigns/update-campaign.ts';
import { variantsMax } from '../../../../model/campaign/campaign.ts';
import { nameCharactersMax } from '../../../../model/campaign/campaign-input.ts';
import { previewCharactersMax, subjectCharactersMax } from '../../../../model/email/send-body.ts';
import type { Failure } from '../../../../model/failure.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, form, selectField, textField } from '../../fields.ts';
import { correctable, type FieldFaults, faultsByField, rejectedNotice } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { sheet } from '../../look/parts.ts';
import type { Visit } from '../../page.ts';
import { foreign } from '../../shown.ts';
import { type CampaignAnswer, numberIn } from './campaign-form.ts';
import { campaignHead, campaignPath } from './campaign-head.ts';
import { campaignFieldLabels } from './campaign-words.ts';

type Version = { name: string; subject: string; preview: string };
type Values = { versions: readonly Version[]; percent: string; metric: string; waitMinutes: string };

const first: Values = {
  versions: [
    { name: 'A', subject: '', preview: '' },
    { name: 'B', subject: '', preview: '' },
  ],
  percent: '20',
  metric: 'opens',
  waitMinutes: '240',
};

const waits = [
  { value: '60', label: '1 hour' },
  { value: '240', label: '4 hours' },
  { value: '720', label: '12 hours' },
  { value: '1440', label: '1 day' },
  { value: '2880', label: '2 days' },
];

export async function showAbTest(visit: Visit): Promise<HttpAnswer> {
  const campaign = await visit.call(getCampaign, { campaignId: visit.parameters.id });
  if (campaign.status !== 'DRAFT') return seeOther(campaignPath(campaign));
  return await render(visit, campaign, readValues(campaign), null);
}

function readValues({ abTest }: CampaignAnswer): Values {
  if (abTest === null) return first;
  return {
    versions: abTest.variants.map(({ name, subject, preview }) => ({
      name,
      subject: subject ?? '',
      preview: preview ?? '',
    })),
    percent: String(abTest.percent),
    metric: abTest.metric,
    waitMinutes: String(abTest.waitMinutes),
  };
}

export async function saveAbTest(visit: Visit): Promise<HttpAnswer> {
  const campaign = await visit.call(getCampaign, { campaignId: visit.parameters.id });
  const { form: sent } = visit;
  const values = valuesIn(sent, campaign);
  if (sent.get('next') === 'add') {
    const name = String.fromCharCode('A'.charCodeAt(0) + values.versions.length);
    const versions = [...values.versions, { name, subject: '', preview: '' }].slice(0, variantsMax);
    return await render(visit, campaign, { ...values, versions }, null);
  }
  const abTest = sent.get('next') === 'remove' ? null : requestFrom(values, campaign);
  try {
    await visit.call(updateCampaign, { campaignId: campaign.id, abTest });
  } catch (error) {
    return await render(visit, campaign, values, correctable(error));
  }
  return seeOther(campaignPath(campaign, '/edit?done=saved'));
}

function valuesIn(sent: URLSearchParams, { abTest }: CampaignAnswer): Values {
  const text = (name: string): string => sent.get(name) ?? '';
  const count = Math.min(
    variantsMax,
    Math.max(abTest?.variants.length ?? 0, first.versions.length, countIn(sent)),
  );
  return {
    versions: Array.from({ length: count }, (_, index) => ({
      name: text(`name_${String(index)}`),
      subject: text(`subject_${String(index)}`),
      preview: text(`preview_${String(index)}`),
    })),
    percent: text('percent'),
    metric: text('metric'),
    waitMinutes: text('waitMinutes'),
  };
}

function countIn(sent: URLSearchParams): number {
  return [...sent.keys()].filter((name) => name.startsWith('subject_')).length;
}

/** A body that a program wrote for one version is kept. */
function requestFrom({ versions, percent, metric, waitMinutes }: Values, { abTest }: CampaignAnswer) {
  return {
    variants: versions.map(({ name, subject, preview }, index) => {
      const { html: written, markdown, tiptap } = abTest?.variants[index] ?? {};
      return {
        ...(name.trim() !== '' && { name }),
        subject,
        preview,
        ...(written != null && { html: written }),
        ...(markdown != null && { markdown }),
        ...(tiptap != null && { tiptap }),
      };
    }),
    percent: numberIn(percent),
    metric,
    waitMinutes: numberIn(waitMinutes),
  };
}

async function render(
  visit: Visit,
  campaign: CampaignAnswer,
  values: Values,
  failure: Failure | null,
): Promise<HttpAnswer> {
  const faults = faultsByField(failure);
  const { acts: _, ...head } = await campaignHead(visit, campaign);
  const more =
    values.versions.length < variantsMax
      ? html`<button type="submit" class="btn" name="next" value="add" formnovalidate>Add a version</button>`
      : null;
  const remove =
    campaign.abTest === null
      ? null
      : html`<button type="submit" class="btn danger" name="next" value="remove" formnovalidate>Remove the A/B test</button>`;
  const fields = html`<button type="submit" hidden></button>${values.versions.map((version, index) => versionSheet(version, index, faults))}${choosing(values, faults)}<div class="inline">${button('Save A/B test')}${more}${remove}</div>`;
  return await page(visit, {
    ...head,
    title: `A/B test of ${campaign.name}`,
    heading: html`A/B test of ${foreign(campaign.name)}`,
    crumb: { href: campaignPath(campaign, '/edit'), title: campaign.name },
    sub: 'Part of the audience gets one of the versions. The better one goes to the rest.',
    body: html`${rejectedNotice(failure, campaignFieldLabels)}${form(campaignPath(campaign, '/ab-test'), fields)}`,
    status: failure?.status ?? 200,
    also: {
      tool: updateCampaign,
      input: {
        campaignId: campaign.id,
        abTest: {
          variants: [{ subject: 'One subject' }, { subject: 'Another subject' }],
          percent: 20,
          metric: 'opens',
          waitMinutes: 240,
        },
      },
      ask: 'Test two subjects for this campaign with a fifth of the audience.',
    },
  });
}

function versionSheet({ name, subject, preview }: Version, index: number, faults: FieldFaults): Html {
  const at = String(index);
  const fault = (field: string): string | null => faults.get(`abTest.variants[${at}].${field}`) ?? null;
  const letter = String.fromCharCode('A'.charCodeAt(0) + index);
  return sheet({
    title: `Version ${letter}`,
    body: html`${textField({ name: `subject_${at}`, label: 'Subject', value: subject, hint: 'Leave empty to use the campaign’s subject.', fault: fault('subject'), charactersMax: subjectCharactersMax, isOptional: true })}${textField({ name: `preview_${at}`, label: 'Preview text', value: preview, fault: fault('preview'), charactersMax: previewCharactersMax, isOptional: true })}${textField({ name: `name_${at}`, label: 'Name in the report', value: name, fault: fault('name'), charactersMax: nameCharactersMax, isOptional: true })}`,
  });
}

function choosing({ percent, metric, waitMinutes }: Values, faults: FieldFaults): Html {
  const isKnown = waits.some(({ value }) => value === waitMinutes);
  return sheet({
    title: 'Choosing the better version',
    body: html`<div class="two">${textField({ name: 'percent', label: 'Percent of the audience in the test', type: 'number', value: percent, fault: faults.get('abTest.percent') ?? null })}${selectField(
      {
        name: 'metric',
        label: 'The better version has more',
        value: metric,
        options: [
          { value: 'opens', label: 'Opens by people' },
          { value: 'clicks', label: 'Clicks' },
        ],
        fault: faults.get('abTest.metric') ?? null,
      },
    )}</div>${selectField({
      name: 'waitMinutes',
      label: 'Decide after',
      value: waitMinutes,
      options: isKnown ? waits : [...waits, { value: waitMinutes, label: `${waitMinutes} minutes` }],
      fault: faults.get('abTest.waitMinutes') ?? null,
    })}`,
  });
}
