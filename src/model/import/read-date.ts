export const dateOrders = ['DD/MM/YYYY', 'MM/DD/YYYY'] as const;
export type DateOrder = (typeof dateOrders)[number];

const isoShape =
  /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;
const isoDayLength = 10;
const shortZoneLength = '+00'.length;

/** Parses an ISO 8601 date with or without a time, as epoch ms. UTC if it has no zone. */
export function isoDateAt(text: string): number | undefined {
  const read = isoShape.exec(text);
  if (!read) return undefined;
  const [, day, time = '00:00', zone = 'Z'] = read;
  // PostgreSQL writes zones without minutes.
  const whole = zone.length === shortZoneLength ? `${zone}:00` : zone;
  const at = Date.parse(`${day}T${time}${whole}`);
  // Date.parse accepts 30 February and turns it into a day in March.
  const isDay = new Date(`${day}T00:00Z`).toJSON()?.startsWith(day!) ?? false;
  return Number.isFinite(at) && isDay ? at : undefined;
}

export function isoDateText(text: string, at: number): string {
  const instant = new Date(at).toISOString();
  return text.includes(':') ? instant : instant.slice(0, isoDayLength);
}

const time =
  '(?:[T ,]{1,2}(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?<fraction>\\.\\d{1,9})?)?(?: ?(?<half>[ap]m))?)?';
const zone = '(?: ?(?:UTC|GMT|Z|(?<zone>[+-]\\d{2}(?::?\\d{2})?)(?: (?:UTC|GMT))?))?';
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName = `(?<name>${months.join('|')})[a-z]{0,6}\\.?`;
const weekday = '(?:[a-z]{3,9}, ?)?';

const shape = (date: string): RegExp => new RegExp(`^${date}${time}${zone}$`, 'i');

/** Every country that writes dots between the numbers reads them as day, month, year. */
const plainShapes = [
  shape('(?<year>\\d{4})[-/.](?<month>\\d{1,2})[-/.](?<day>\\d{1,2})\\.?'),
  shape('(?<day>\\d{1,2})\\. ?(?<month>\\d{1,2})\\. ?(?<year>\\d{4})'),
  shape(`${weekday}(?<day>\\d{1,2})[ -]${monthName}[ -](?<year>\\d{4})`),
  shape(`${weekday}${monthName} (?<day>\\d{1,2}),? (?<year>\\d{4})`),
];
const orderedShapes: Readonly<Record<DateOrder, RegExp>> = {
  'DD/MM/YYYY': shape('(?<day>\\d{1,2})[-/](?<month>\\d{1,2})[-/](?<year>\\d{4})'),
  'MM/DD/YYYY': shape('(?<month>\\d{1,2})[-/](?<day>\\d{1,2})[-/](?<year>\\d{4})'),
};

/** Longer text is not parsed, because a cell may have a megabyte. */
const dateCharactersMax = 64;

/** @param order order of day and month for ambiguous dates, which are otherwise not accepted */
export function dateAt(text: string, order?: DateOrder): number | undefined {
  const iso = isoDateAt(text);
  if (iso !== undefined || text.length > dateCharactersMax) return iso;
  for (const each of order ? [...plainShapes, orderedShapes[order]] : plainShapes) {
    const parts = each.exec(text)?.groups;
    if (parts) return instantFrom(parts);
  }
  return undefined;
}

function instantFrom(parts: Record<string, string | undefined>): number | undefined {
  const { year, month, name, day, minute = '00', second = '00', fraction = '', zone: offset = 'Z' } = parts;
  const monthNumber = name ? months.indexOf(name.toLowerCase()) + 1 : Number(month);
  const hour = hourFrom(parts.hour, parts.half?.toLowerCase());
  if (hour === undefined) return undefined;
  const two = (value: number | string): string => String(value).padStart(2, '0');
  return isoDateAt(
    `${year}-${two(monthNumber)}-${two(day!)}T${two(hour)}:${minute}:${second}${fraction}${offset}`,
  );
}

const halfDayHours = 12;

/** Converts an hour to the 24-hour clock; undefined for 13 pm. */
function hourFrom(hour = '0', half: string | undefined): number | undefined {
  const value = Number(hour);
  if (half === undefined) return value;
  if (value < 1 || value > halfDayHours) return undefined;
  return (value % halfDayHours) + (half === 'pm' ? halfDayHours : 0);
}

export const readDates = `2024-01-31, 2024-01-31T09:30Z, 31.01.2024 and 31 Jan 2024 are accepted; 01/02/2024 only if the column is named ${dateOrders.map((order) => `consent.at:${order}`).join(' or ')}`;

export function dateFault(text: string, order?: DateOrder): string {
  const isOrdered = (each: DateOrder): boolean =>
    text.length <= dateCharactersMax && orderedShapes[each].test(text);
  return order === undefined && dateOrders.some(isOrdered)
    ? `is ambiguous: write 2024-01-31, or name the column ${dateOrders.map((order) => `consent.at:${order}`).join(' or ')}`
    : `is not an accepted date format. ${readDates}`;
}
