import type { z } from 'zod';
import { getCampaignReport } from '../../../../../tools/campaigns/sending/get-campaign-report.ts';
import { inDigits } from '../../number-words.ts';
import type { Visit } from '../../page.ts';

export type EstimatedReport = z.output<typeof getCampaignReport.output> & {
  /** Sentence about the sample of a large campaign; null if every recipient was read. */
  estimate: string | null;
};

/** Reads a report. The tool counts a sample of a large campaign, from which this estimates the whole. */
export async function readReport(visit: Visit, campaignId: string): Promise<EstimatedReport> {
  const report = await visit.call(getCampaignReport, { campaignId });
  const { recipients, of } = report.read;
  if (recipients === 0 || recipients >= of) return { ...report, estimate: null };
  const whole = (count: number): number => roundEstimate((count * of) / recipients);
  return {
    ...report,
    series: {
      ...report.series,
      buckets: report.series.buckets.map(({ from, sent, opened, clicked, machineOpened }) => ({
        from,
        sent: whole(sent),
        opened: whole(opened),
        clicked: whole(clicked),
        machineOpened: whole(machineOpened),
      })),
    },
    links: report.links.map((link) => ({ ...link, people: whole(link.people) })),
    bounces: report.bounces.map((bounce) => ({ ...bounce, count: whole(bounce.count) })),
    notes: report.notes.filter((note) => !note.startsWith('Series, links and bounces cover ')),
    estimate: `Estimated from ${inDigits(recipients)} of ${inDigits(of)} recipients.`,
  };
}

/** Keeps two digits, because further ones would promise a precision that a sample does not have. */
function roundEstimate(amount: number): number {
  return amount < 1 ? Math.round(amount) : Number(amount.toPrecision(2));
}
