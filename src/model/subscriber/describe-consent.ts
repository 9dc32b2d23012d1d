import { quoted } from '../text/quoted.ts';

export function describeConsent(
  consent:
    | { at?: string | null | undefined; ip?: string | null | undefined; source?: string | null | undefined }
    | null
    | undefined,
): string {
  const { at, ip, source } = consent ?? {};
  const parts = [source ? quoted(source) : '', at ? `at ${at}` : '', ip ? `from ${quoted(ip)}` : ''];
  const said = parts.filter((part) => part !== '').join(', ');
  return said === '' ? 'no consent is recorded' : `consent as stated by the assistant: ${said}`;
}
