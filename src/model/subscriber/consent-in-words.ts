import { quoted } from '../text/quoted.ts';

/** A person’s consent as a call gives it, in the words that another person decides by. */
export function consentInWords(
  consent:
    | { at?: string | null | undefined; ip?: string | null | undefined; source?: string | null | undefined }
    | null
    | undefined,
): string {
  const { at, ip, source } = consent ?? {};
  const parts = [source ? quoted(source) : '', at ? `at ${at}` : '', ip ? `from ${quoted(ip)}` : ''];
  const said = parts.filter((part) => part !== '').join(', ');
  return said === '' ? 'no consent is given' : `consent as the assistant gives it: ${said}`;
}
