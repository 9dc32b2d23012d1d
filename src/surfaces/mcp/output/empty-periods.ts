import { type Fields, isFields } from '../../../model/text/fields.ts';

/** Leaves out the periods of a report without any count. A model reads them as zero from the note. */
export function withoutEmptyPeriods(value: Fields): { value: Fields; notes: string[] } {
  const { object, data, series } = value;
  if (object === 'campaign_report' && isFields(series) && Array.isArray(series.buckets)) {
    const { shown, notes } = countedPeriods(series.buckets, 'series.buckets');
    return { value: notes.length === 0 ? value : { ...value, series: { ...series, buckets: shown } }, notes };
  }
  if (object === 'list' && Array.isArray(data) && isFields(data[0]) && 'period' in data[0]) {
    const { shown, notes } = countedPeriods(data, 'data');
    return { value: notes.length === 0 ? value : { ...value, data: shown }, notes };
  }
  return { value, notes: [] };
}

function countedPeriods(periods: readonly unknown[], place: string): { shown: unknown[]; notes: string[] } {
  const shown = periods.filter((period) => !isFields(period) || Object.values(period).some(isCounted));
  const left = periods.length - shown.length;
  const all = left === periods.length ? 'all' : `${left} of`;
  const what = `${all} ${periods.length} periods, in which every count is 0`;
  return { shown, notes: left === 0 ? [] : [`Omitted from ${place}: ${what}.`] };
}

function isCounted(value: unknown): boolean {
  return typeof value === 'number' && value !== 0;
}
