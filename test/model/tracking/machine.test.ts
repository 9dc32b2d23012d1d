import { describe, expect, test } from 'vitest';
import {
  type EarlierVisit,
  machineReasons,
  type VisitedMail,
  type VisitKind,
} from '../../../src/model/tracking/machine.ts';
import type { RequestContext } from '../../../src/model/tracking/visit.ts';

const takenAt = Date.UTC(2026, 10, 22, 9);
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** By default a browser visit a minute after delivery. */
function reasons(
  kind: VisitKind,
  visit: Partial<RequestContext> = {},
  {
    at = takenAt + 60_000,
    link = kind === 'clicked' ? 'https://shop.example/a' : null,
    ...mail
  }: { at?: number; link?: string | null } & Partial<VisitedMail> = {},
) {
  return machineReasons(
    kind,
    {
      method: 'GET',
      ip: '192.0.2.7',
      user_agent: firefox,
      purpose: null,
      fetch_mode: null,
      fetch_dest: null,
      ...visit,
    },
    link,
    at,
    { takenAt, leaves: true, earlier: [], ...mail },
  );
}

const earlier = (changes: Partial<EarlierVisit>): EarlierVisit => ({
  kind: 'clicked',
  at: takenAt + 59_000,
  reasons: [],
  link: 'https://shop.example/b',
  network: '192.0.2.0/24',
  userAgent: firefox,
  ...changes,
});

describe("a visit counts as a person's", () => {
  test.each([
    ['with a browser', firefox],
    ['with Outlook', 'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; ms-office; MSOffice 16)'],
    [
      'with Apple Mail that fetches pictures itself',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
    ],
    [
      'behind the proxy of Gmail',
      'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    ],
    ['behind the proxy of Yahoo', 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html'],
    [
      'with a telephone whose name ends like a robot',
      'Mozilla/5.0 (Linux; Android 14; CUBOT KINGKONG) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36',
    ],
    ['with Thunderbird', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.0'],
  ])('%s for opens and clicks', (_, user_agent) => {
    expect(reasons('opened', { user_agent })).toEqual([]);
    expect(reasons('clicked', { user_agent })).toEqual([]);
  });

  test('if a link is followed without an earlier pixel', () => {
    expect(reasons('clicked', { fetch_mode: 'navigate', fetch_dest: 'document' })).toEqual([]);
  });

  test('if one link is followed twice, or another after a pause', () => {
    const same = earlier({ link: 'https://shop.example/a', at: takenAt + 59_900 });
    expect(reasons('clicked', {}, { earlier: [same] })).toEqual([]);
    expect(reasons('clicked', {}, { earlier: [earlier({ at: takenAt + 58_000 })] })).toEqual([]);
  });

  test('if a reading pane opens the mail on arrival', () => {
    expect(reasons('opened', {}, { at: takenAt + 1_000 })).toEqual([]);
  });

  test('if the mail was only simulated', () => {
    expect(reasons('opened', {}, { takenAt: null, leaves: false })).toEqual([]);
  });

  test('despite an earlier burst', () => {
    const burst = earlier({ reasons: ['burst'], at: takenAt + 10_000 });
    expect(reasons('clicked', {}, { earlier: [burst] })).toEqual([]);
  });
});

describe("a visit counts as a machine's", () => {
  test.each([
    ['asks with HEAD', { method: 'HEAD' }, ['head']],
    ['says that it fetches ahead', { purpose: 'prefetch;prerender' }, ['prefetch']],
    ['makes a preview', { purpose: 'preview' }, ['prefetch']],
    ['names no program', { user_agent: null }, ['program']],
    ['names an empty program', { user_agent: ' ' }, ['program']],
    ['is a command line', { user_agent: 'curl/8.5.0' }, ['program']],
    ['is a library', { user_agent: 'python-requests/2.32' }, ['program']],
    [
      'is a robot',
      { user_agent: 'Mozilla/5.0 (compatible; ExampleBot/2.1; +https://example.com/bot)' },
      ['program'],
    ],
    [
      'is a headless browser',
      { user_agent: 'Mozilla/5.0 (X11) AppleWebKit/537.36 HeadlessChrome/131.0 Safari/537.36' },
      ['program'],
    ],
    [
      'is a scanner',
      { user_agent: 'Mozilla/5.0 (compatible; Barracuda Sentinel; +https://barracuda.example)' },
      ['scanner'],
    ],
    ['shows a preview in a chat', { user_agent: 'WhatsApp/2.23.20.0' }, ['scanner']],
  ] as const)('if it %s', (_, visit, expected) => {
    expect(reasons('clicked', visit)).toEqual(expected);
    expect(reasons('opened', visit)).toEqual(expected);
  });

  test('if a link is fetched as a subresource, or the pixel not as an image', () => {
    expect(reasons('clicked', { fetch_mode: 'cors', fetch_dest: 'empty' })).toEqual(['fetched_otherwise']);
    expect(reasons('opened', { fetch_mode: 'no-cors', fetch_dest: 'image' })).toEqual([]);
    expect(reasons('opened', { fetch_mode: 'navigate', fetch_dest: 'document' })).toEqual([
      'fetched_otherwise',
    ]);
  });

  test('if it prefetches images as Apple and sometimes Gmail do, except clicks', () => {
    const gmail =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0';
    for (const user_agent of ['Mozilla/5.0', gmail]) {
      expect(reasons('opened', { user_agent })).toEqual(['privacy_proxy']);
      expect(reasons('clicked', { user_agent })).toEqual([]);
    }
  });

  test('if it precedes or coincides with the delivery', () => {
    expect(reasons('clicked', {}, { takenAt: null })).toEqual(['at_delivery']);
    expect(reasons('opened', {}, { takenAt: null })).toEqual(['at_delivery']);
    expect(reasons('clicked', {}, { at: takenAt + 2_999 })).toEqual(['at_delivery']);
    expect(reasons('clicked', {}, { at: takenAt + 3_000 })).toEqual([]);
    expect(reasons('opened', {}, { at: takenAt + 999 })).toEqual(['at_delivery']);
  });

  test('if it follows several links without a pause', () => {
    expect(reasons('clicked', {}, { earlier: [earlier({ at: takenAt + 58_001 })] })).toEqual(['burst']);
    expect(reasons('opened', {}, { earlier: [earlier({ at: takenAt + 59_999 })] })).toEqual([]);
  });

  test.each(['head', 'at_delivery'])('if the same client was recognized earlier by %s', (reason) => {
    const before = earlier({ reasons: [reason], at: takenAt + 1_000 });
    expect(reasons('clicked', {}, { earlier: [before] })).toEqual(['known_machine']);
    expect(reasons('clicked', { ip: '198.51.100.1' }, { earlier: [before] })).toEqual([]);
    expect(reasons('clicked', { user_agent: `${firefox} too` }, { earlier: [before] })).toEqual([]);
  });
});
