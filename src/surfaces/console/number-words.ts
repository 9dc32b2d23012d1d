/** Numbers as every page writes them. */

export function inDigits(amount: number): string {
  return amount.toLocaleString('en');
}

/** "1,204 people", "1 person". @param many adds an s to `one` by default */
export function inNumber(amount: number, one: string, many = `${one}s`): string {
  return `${inDigits(amount)} ${amount === 1 ? one : many}`;
}

export function people(amount: number): string {
  return inNumber(amount, 'person', 'people');
}

/** One decimal, two below 0.1 %, and none where it is zero. @param share between 0 and 1 */
export function inPercent(share: number): string {
  const percent = share * 100;
  return `${Number(percent.toFixed(percent < 0.1 ? 2 : 1))}%`;
}

/** 1,024 bytes are a KB, as mail programs show it. */
export function renderSize(octets: number): string {
  const kilobytes = octets / 1_024;
  if (kilobytes < 1) return `${octets} bytes`;
  if (kilobytes < 1_024) return `${kilobytes.toFixed(kilobytes < 10 ? 1 : 0)} KB`;
  return `${(kilobytes / 1_024).toFixed(1)} MB`;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Reads a count in a URL or a form. Returns null for other text. */
export function wholeNumberIn(text: string | null | undefined): number | null {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : null;
}
