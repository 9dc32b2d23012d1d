/** `posthouse/testing`: inboxes for testing an app that sends mail. Their addresses are fixtures, so no mail leaves the server. */
import { Posthouse } from './client.ts';
import { mailExtracts } from './mail-extracts.ts';
import type { Email, EmailSummary } from './printed/records.ts';

export type InboxOptions = {
  /** Test runner named in the server’s `POSTHOUSE_TEST_RUNNERS`; `playwright` by default. */
  runner?: string;
};

export type WaitForEmail = {
  /** A substring of the subject, case-insensitive, or a pattern. */
  subject?: string | RegExp;
  /** Milliseconds; 30 seconds by default. */
  timeout?: number;
  signal?: AbortSignal;
};

/** A mail with accessors for tests. */
export type TestEmail = Omit<Email, 'html' | 'text'> & {
  html: string;
  text: string;
  /** Returns the first link whose URL or text matches. @throws Error that lists the links of the mail */
  link(having?: string | RegExp): string;
  /** Returns the login code, or else the first run of 4 to 8 digits; with a pattern, its first match. @throws Error with the mail’s text */
  code(pattern?: RegExp): string;
  /** Returns the sent header fields by lower-case name; repeated fields are joined by line breaks. Takes one more request. */
  headers(): Promise<Record<string, string>>;
};

export type TestInbox = {
  /** Unique, so that no other test receives its mail. */
  address: string;
  /** Waits for the next mail, one request per 30 seconds. @throws Error that lists the other mails */
  waitForEmail(wanted?: WaitForEmail): Promise<TestEmail>;
  /** @throws Error if a mail arrives within these milliseconds (1,000 by default) */
  expectNoEmail(options?: { within?: number; subject?: string | RegExp }): Promise<void>;
  /** Addresses with a simulated outcome: mail to them bounces, is marked as spam, is delayed, or is opened. */
  bounces(): string;
  complains(): string;
  delays(): string;
  opens(): string;
};

/** The server’s maximum for a long poll. */
const heldSecondsMax = 30;

/** Creates an inbox for one test. It only sees mail accepted from now on. */
export function createTestInbox(client: Posthouse, { runner = 'playwright' }: InboxOptions = {}): TestInbox {
  const label = crypto.randomUUID().replaceAll('-', '').slice(0, 20);
  const address = `${runner}-test-${label}@example.com`;
  /** Id of the last mail that was read. */
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
      // Kept, because a later call may wait for it.
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

/** Any past time works, because the address is new and has no earlier mail. */
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
      const { links } = mailExtracts(html, text);
      const found = links.find(
        (link) => having === undefined || [link.href, link.text].some((part) => has(part, having)),
      );
      if (found) return found.href;
      throw new Error(
        `No link${having === undefined ? '' : ` with ${having}`} in “${mail.subject}”. Its links: ${links.map(({ href }) => href).join(', ') || 'none'}.`,
      );
    },
    code(pattern) {
      const likeliest = pattern === undefined ? mailExtracts(html, text).codes[0] : undefined;
      if (likeliest !== undefined) return likeliest;
      const { source, flags } = pattern ?? anyNumber;
      const found = new RegExp(source, flags.replace(/[gy]/g, '')).exec(text);
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

/** For a mail without a word for a code. */
const anyNumber = /(?<![\w.-])\d{4,8}(?![\w-])/;

function has(part: string, having: string | RegExp): boolean {
  return typeof having === 'string'
    ? part.toLowerCase().includes(having.toLowerCase())
    : new RegExp(having.source, having.flags.replace(/[gy]/g, '')).test(part);
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

/** Fixtures of each test. Playwright cannot infer them, so pass this type to `base.extend` first. */
export type PosthouseTest = { inbox: TestInbox };
/** Fixtures of each worker: the second type of `base.extend`. */
export type PosthouseWorker = { posthouse: Posthouse };

/**
 * Playwright fixtures: `base.extend<PosthouseTest, PosthouseWorker>(posthouseFixtures())` gives each test an
 * `inbox`, and each worker a `posthouse` client, by default configured by the environment.
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
