import type { CampaignReport } from '../../../model/campaign/campaign-report.ts';
import { markdownCode, markdownTable, markdownText } from '../output/markdown-table.ts';

/** Rates state their denominator, and machine opens never count. No times are relative to the read. */
export function campaignReportPage(report: CampaignReport): string {
  return [
    `# Report: ${markdownText(report.name)}`,
    facts(report).join('\n'),
    '## Mails',
    mailsTable(report),
    '## People and machines',
    peopleTable(report),
    'A machine is a scanner or an image proxy. Mail that a person also opened counts only under people.',
    '## Rates',
    ratesTable(report),
    ...listPart('Why recipients were skipped', ['Reason', 'Recipients'], report.skipped, skippedRow),
    ...listPart('Links that people followed', ['Link', 'People'], report.links, linkRow),
    ...listPart('Bounces', ['Type', 'Kind', 'Mails', 'Sample reply'], report.bounces, bounceRow),
    ...listPart('Variants', variantHead, report.variants, variantRow),
    ...notesPart(report),
    '',
  ].join('\n\n');
}

function facts({ campaignId, subject, status, paused, startedAt, sentAt }: CampaignReport): string[] {
  return [
    `- Campaign: ${campaignId}`,
    `- Subject: ${subject === null ? 'none yet' : markdownText(subject)}`,
    `- Status: ${status}${paused ? ', paused' : ''}`,
    ...(startedAt === null ? [] : [`- Started at: ${startedAt}`]),
    ...(sentAt === null ? [] : [`- Sent at: ${sentAt}`]),
  ];
}

function mailsTable({ totals }: CampaignReport): string {
  const counts = ['recipients', 'skipped', 'sent', 'delivered', 'bounced', 'failed'] as const;
  const reactions = ['complained', 'unsubscribed'] as const;
  return markdownTable(
    ['What', 'Count'],
    [...counts, ...reactions].map((name) => [name, String(totals[name])]),
  );
}

function peopleTable({ totals: { human, machine } }: CampaignReport): string {
  return markdownTable(
    ['What', 'By people', 'By machines only'],
    (['opened', 'clicked'] as const).map((name) => [name, String(human[name]), String(machine[name])]),
  );
}

function ratesTable({ rates }: CampaignReport): string {
  return markdownTable(
    ['Rate', 'Value', 'Of'],
    rates.map(({ name, rate, count, of, denominator }) => [
      name.replaceAll('_', ' '),
      percent(rate),
      `${count} of ${denominator} ${of}`,
    ]),
  );
}

/** Two decimals, because complaint rates are compared in tenths of a percent. */
function percent(rate: number | null): string {
  return rate === null ? 'not known' : `${(100 * rate).toFixed(2)} %`;
}

function listPart<Entry>(
  title: string,
  head: readonly string[],
  entries: readonly Entry[],
  rowOf: (entry: Entry) => string[],
): string[] {
  return entries.length === 0 ? [] : [`## ${title}`, markdownTable(head, entries.map(rowOf))];
}

function skippedRow({ reason, count }: CampaignReport['skipped'][number]): string[] {
  return [markdownText(reason), String(count)];
}

function linkRow({ url, people, redirectedTo }: CampaignReport['links'][number]): string[] {
  const leads = redirectedTo === null ? '' : `, leads to ${markdownCode(redirectedTo)}`;
  return [`${markdownCode(url)}${leads}`, String(people)];
}

function bounceRow({ type, kind, count, sample }: CampaignReport['bounces'][number]): string[] {
  return [markdownText(type), markdownText(kind), String(count), sample === null ? '' : markdownText(sample)];
}

const variantHead = ['Variant', 'Sent', 'Opened by people', 'Rate', 'Clicked by people', 'Rate', 'Winner'];

function variantRow({
  name,
  sent,
  opened,
  openRate,
  clicked,
  clickRate,
  winner,
}: CampaignReport['variants'][number]): string[] {
  return [
    markdownText(name),
    String(sent),
    String(opened),
    percent(openRate),
    String(clicked),
    percent(clickRate),
    winner ? 'yes' : '',
  ];
}

function notesPart({ notes, read }: CampaignReport): string[] {
  const sampled =
    read.recipients < read.of
      ? [`Links and bounces cover ${read.recipients} of ${read.of} recipients, an even sample.`]
      : [];
  const all = [...notes.map(markdownText), ...sampled];
  return all.length === 0 ? [] : ['## Notes', all.map((note) => `- ${note}`).join('\n')];
}
