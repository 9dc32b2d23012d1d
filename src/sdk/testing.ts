/** `posthouse/testing`: inboxes for tests of an app that sends mail. Every address is a fixture, so nothing leaves. */
import { Posthouse } from './client.ts';
import type { Email, EmailSummary } from './printed/records.ts';

export type InboxOptions = {
  /** The test runner, as `POSTHOUSE_TEST_RUNNERS` of the server names it; `playwright` by default. */
  runner?: string;
};

export type WaitForEmail = {
  /** A part of the subject, without regard to case, or a pattern. */
  subject?: string | RegExp;
  /** Milliseconds; 30 seconds by default. */
  timeout?: number;
  signal?: AbortSignal;
};

/** A mail with what tests look for in it. */
export type TestEmail = Omit<Email, 'html' | 'text'> & {
  html: string;
  text: string;
  /** The address of the first link whose address or text has this. @throws Error that lists the links there are */
  link(having?: string | RegExp): string;
  /** The first run of 4 to 8 digits, or what a pattern of yours finds. @throws Error with the text */
  code(pattern?: RegExp): string;
  /** The header fields as they leave, by names in lower case; a repeated one is joined by line breaks. It is one request more. */
  headers(): Promise<Record<string, string>>;
};

export type TestInbox = {
  /** Unique: no other test gets its mail. */
  address: string;
  /**
   * The next mail to this address that was not returned before. It costs one request for each 30 seconds.
   * @throws Error that names the mails that did arrive
   */
  waitForEmail(wanted?: WaitForEmail): Promise<TestEmail>;
  /** @throws Error with the mail that arrived within so many milliseconds (1,000 by default) */
  expectNoEmail(options?: { within?: number; subject?: string | RegExp }): Promise<void>;
  /** Addresses that play an outcome: mail to them bounces, is marked as spam, delayed, or opened. */
  bounces(): string;
  complains(): string;
  delays(): string;
  opens(): string;
};

/** The server holds a request no longer. */
const heldSecondsMax = 30;

/** An inbox of its own for one test. It sees what is accepted from now on. */
export function createTestInbox(client: Posthouse, { runner = 'playwright' }: InboxOptions = {}): TestInbox {
  const label = crypto.randomUUID().replaceAll('-', '').slice(0, 20);
  const address = `${runner}-test-${label}@example.com`;
  /** The id of the last mail that was looked at. */
  let after: string | undefined;
  const unread: Email[] = [];

  const next = async (
    subject: string | RegExp | undefined,
    timeout: number,
    signal: AbortSignal | undefined,
  ): Promise<Email | null> => {
    const kept = unread.findIndex((mail) => matches(mail, subject));
    if (kept >= 0) return unread.splice(kept, 1)[0]!;
    const until = Date.now() + timeout;
    for (;;) {
      const left = Math.ceil((until - Date.now()) / 1_000);
      const seconds = Math.min(heldSecondsMax, Math.max(1, left));
      const mail = await client.emails
        .wait({ to: address, after: after ?? longAgo, timeout_seconds: seconds }, { signal })
        .orThrow();
      if (mail.id === null) {
        if (Date.now() >= until) return null;
        continue;
      }
      after = mail.id;
      if (matches(mail as Email, subject)) return mail as Email;
      // It is another one’s turn, which may be asked for later.
      unread.push(mail as Email);
    }
  };

  return {
    address,
    async waitForEmail({ subject, timeout = 30_000, signal } = {}) {
      const mail = await next(subject, timeout, signal);
      if (mail !== null) return testEmail(client, mail);
      const arrived = await client.emails.list({ to: address, limit: 20 }).orThrow();
      throw new Error(
        `No mail to ${address}${subject === undefined ? '' : ` with the subject ${subject}`} within ${timeout} ms. ${said(arrived.data)}`,
      );
    },
    async expectNoEmail({ within = 1_000, subject } = {}) {
      const mail = await next(subject, within, undefined);
      if (mail !== null) throw new Error(`No mail was expected. ${said([mail])}`);
    },
    bounces: () => `bounce+${label}@example.com`,
    complains: () => `complaint+${label}@example.com`,
    delays: () => `delay+${label}@example.com`,
    opens: () => `open+${label}@example.com`,
  };
}

/** The address is new, so every mail to it is of this test. */
const longAgo = '2020-01-01T00:00:00Z';

function matches({ subject }: Pick<Email, 'subject'>, wanted: string | RegExp | undefined): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted === 'string') return subject.toLowerCase().includes(wanted.toLowerCase());
  return new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, '')).test(subject);
}

function said(mails: readonly Pick<EmailSummary, 'subject' | 'last_event' | 'from'>[]): string {
  if (mails.length === 0) return 'None arrived.';
  return `There ${mails.length === 1 ? 'is' : 'are'}: ${mails.map(({ subject, from, last_event: event }) => `“${subject}” from ${from} (${event})`).join(', ')}.`;
}

function testEmail(client: Posthouse, mail: Email): TestEmail {
  const html = mail.html ?? '';
  const text = mail.text ?? '';
  return {
    ...mail,
    html,
    text,
    link(having) {
      const links = linksOf(html, text);
      const found = links.find(
        (link) => having === undefined || [link.url, link.text].some((part) => has(part, having)),
      );
      if (found) return found.url;
      throw new Error(
        `No link${having === undefined ? '' : ` with ${having}`} in “${mail.subject}”. Its links: ${links.map(({ url }) => url).join(', ') || 'none'}.`,
      );
    },
    code(pattern = /(?<![\w.-])\d{4,8}(?![\w-])/) {
      const found = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).exec(text);
      if (!found) throw new Error(`No code in “${mail.subject}”: ${text}`);
      return found[1] ?? found[0];
    },
    async headers() {
      const { source } = (await client.emails.get(mail.id, { source: true }).orThrow()) as {
        source?: string | null;
      };
      return headersOf(atob(source ?? ''));
    },
  };
}

function has(part: string, having: string | RegExp): boolean {
  return typeof having === 'string'
    ? part.toLowerCase().includes(having.toLowerCase())
    : new RegExp(having.source, having.flags.replace(/[gy]/g, '')).test(part);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (whole, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : Number.NaN;
      if (Number.isNaN(code)) return entities[name.toLowerCase()]!;
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

function linksOf(html: string, text: string): { url: string; text: string }[] {
  const links = [
    ...html.matchAll(/<a\s[^>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))[^>]*>(.*?)<\/a\s*>/gis),
  ];
  const inHtml = links.map(([, double, single, bare, inner]) => ({
    url: decoded(double ?? single ?? bare ?? ''),
    text: decoded(inner!.replaceAll(/<[^>]*>/g, '')).trim(),
  }));
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map(([url]) => ({ url, text: url }));
  return [...inHtml, ...inText];
}

function headersOf(message: string): Record<string, string> {
  const headers: Record<string, string> = {};
  const [head] = message.split(/\r?\n\r?\n/, 1) as [string];
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}\n${value}`;
  }
  return headers;
}

/** What each test gets. Playwright cannot infer it from the fixtures, so `base.extend` is given it as its first type. */
export type PosthouseTest = { inbox: TestInbox };
/** What each worker gets: the second type of `base.extend`. */
export type PosthouseWorker = { posthouse: Posthouse };

/**
 * Fixtures of Playwright: `const test = base.extend<PosthouseTest, PosthouseWorker>(posthouseFixtures())` gives each test
 * `inbox`, and each worker `posthouse`.
 * @param client left out, it comes from `POSTHOUSE_API_KEY` and `POSTHOUSE_BASE_URL`
 */
export function posthouseFixtures({ client, ...options }: InboxOptions & { client?: Posthouse } = {}) {
  return {
    posthouse: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of needed fixtures from the pattern
      async ({}: object, use: (posthouse: Posthouse) => Promise<void>) =>
        await use(client ?? new Posthouse()),
      { scope: 'worker' },
    ] as [
      (fixtures: object, use: (posthouse: Posthouse) => Promise<void>) => Promise<void>,
      { scope: 'worker' },
    ],
    inbox: async (
      { posthouse }: { posthouse: Posthouse },
      use: (inbox: TestInbox) => Promise<void>,
    ): Promise<void> => await use(createTestInbox(posthouse, options)),
  };
}
