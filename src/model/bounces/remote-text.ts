import { visibleLine } from '../text/strip-invisible.ts';
import { cutAtCodeUnits } from '../text/text.ts';

const remoteTextCharactersMax = 500;

export function remoteText(text: string, charactersMax: number = remoteTextCharactersMax): string {
  // Truncates first, so that a long text costs no more than a short one.
  return cutAtCodeUnits(visibleLine(text.slice(0, charactersMax * 8)), charactersMax);
}
