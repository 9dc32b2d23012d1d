/** Most specific first, because most browsers name others in their user agent. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['HeadlessChrome/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

/** Android also names Linux, and iPads and iPhones also name Mac OS X. */
const systems = [
  ['Windows', 'Windows'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Describes a user agent, such as `Firefox on Windows`. Stored user agents are short. */
export function describeBrowser(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown browser';
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1];
  const system = systems.find(([mark]) => userAgent.includes(mark))?.[1];
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  return system === undefined ? 'Unknown browser' : `A browser on ${system}`;
}
