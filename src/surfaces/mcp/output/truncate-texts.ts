import { type Fields, isFields } from '../../../model/text/fields.ts';
import { cutAtCodeUnits } from '../../../model/text/text.ts';

export function truncateTexts(value: Fields, charactersMax: number): Fields {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, short(each, charactersMax)]));
}

function short(value: unknown, charactersMax: number): unknown {
  if (typeof value === 'string') return shortText(value, charactersMax);
  if (Array.isArray(value)) return value.map((each) => short(each, charactersMax));
  return isFields(value) ? truncateTexts(value, charactersMax) : value;
}

function shortText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const kept = cutAtCodeUnits(text, charactersMax);
  return `${kept}… (${text.length - kept.length} more characters)`;
}
