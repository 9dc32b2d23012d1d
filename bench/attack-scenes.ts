/**
 * Attack scenes by the attacker's credentials: the door, the number of connections, and the requests. Run as a program, it runs
 * the scene of its first argument against the target of its second.
 */
import {
  acceptsBoth,
  asks,
  asksAs,
  attack,
  clientHello,
  dialogues,
  documents,
  drip,
  hostile,
  initializes,
  neverReads,
  overMcp,
  passwordOf,
  pause,
  posts,
  report,
  requestText,
  rule,
  type Scene,
  submits,
  type Target,
} from './attack-wire.ts';

const runId = Math.random().toString(36).slice(2, 8);
const isForm = 'Content-Type: application/x-www-form-urlencoded';

const oneOf = <One>(list: readonly One[], number: number): One => list[number % list.length]!;
const many = <One>(amount: number, make: (index: number) => One): One[] =>
  Array.from({ length: amount }, (_, index) => make(index));

const paragraph = `<p>${'A sentence of an ordinary newsletter, with <b>some</b> weight. '.repeat(20)}</p>\n`;
/** Unique, so that no cached result applies. */
const html = (characters: number, number: number): string =>
  `<p>${number}-${runId}</p>${paragraph.repeat(Math.ceil(characters / paragraph.length)).slice(0, characters)}`;
/** The largest body for rendering and judging in place, made of the slowest elements. */
const inPlace = (number: number): string =>
  `<p>${number}-${runId}</p>${'<a href="https://a.dev/x">b</a> '.repeat(310)}${'w0rd '.repeat(1_100)}`;
/** A single word as long as the body. A parser that tries something at each letter takes quadratic time. */
const unbroken = (number: number, characters = 15_800): string =>
  `<p>${number}${runId}${'これは空白のない文章'.repeat(characters / 10)}`.slice(0, characters);
const mail = (number: number, body: string) => ({
  from: 'hello@rival.dev',
  to: `reader-${runId}-${number}@mailbox.dev`,
  subject: `News ${number}`,
  html: body,
});
const wrongToken = (number: number): string => `posthouse_${String(number).padStart(40, '0')}`;

const deepJson = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;
const manyNames = JSON.stringify(Object.fromEntries(many(60_000, (index) => [`n${index}`, index])));
const cutOff = (): void => {};

type Listed = [name: string, door: Scene['door'], lines: number, begin: Scene['begin']];

const withoutToken: Listed[] = [
  ['connections without a request', 'http', 2_000, async (_, line) => () => line.hold()],
  [
    'heads an octet at a time',
    'http',
    1_000,
    async (_, line) => () => drip(line, `GET / HTTP/1.1\r\nHost: a\r\nX-Filler: ${'a'.repeat(1_000)}`),
  ],
  [
    'bodies an octet at a time',
    'http',
    1_000,
    async (_, line) => async () => {
      const body = 'a'.repeat(10_000);
      const whole = requestText({ method: 'POST', path: '/oauth/token', body, headers: [isForm] });
      await line.say(whole.slice(0, -body.length));
      await drip(line, body);
    },
  ],
  [
    'wrong tokens',
    'http',
    100,
    asks((number) => ({
      method: 'POST',
      path: oneOf(['/api/v2/emails', '/mcp', '/api/v1/emails'], number),
      token: wrongToken(number),
      body: '{"from":"a@b.dev"}',
    })),
  ],
  [
    'public documents, OAuth and /.well-known',
    'http',
    100,
    asks((number) => ({ path: oneOf(documents, number).replace('{n}', String(number)) })),
  ],
  [
    'grants and sign-ins that are none',
    'http',
    100,
    asks((number) => ({
      method: 'POST',
      path: oneOf(['/oauth/token', '/oauth/authorize', '/oauth/revoke'], number),
      headers: [isForm],
      body: `grant_type=refresh_token&refresh_token=${number}&client_id=a&${'a=b&'.repeat(500)}`,
    })),
  ],
  [
    'requests written ahead of their answers',
    'http',
    100,
    async (_, line) => async () => {
      await line.say(requestText({ path: '/a' }).repeat(1_500));
      await line.hold();
    },
  ],
  ['documents never read', 'http', 1_000, neverReads(100, () => ({ path: '/openapi.json' }))],
  [
    'documents read at a kilobyte a second',
    'http',
    1_000,
    neverReads(100, () => ({ path: '/openapi.json' }), 1_024),
  ],
  [
    'SMTP, nothing after EHLO',
    'starttls',
    1_200,
    async (_, line) => {
      await line.reply();
      await line.say('EHLO attack.dev\r\n');
      await line.reply();
      return () => line.hold();
    },
  ],
  [
    'SMTP, commands an octet at a time',
    'starttls',
    400,
    async (_, line) => () => drip(line, `EHLO ${'a'.repeat(400)}`),
  ],
  [
    'SMTP, commands without end',
    'starttls',
    100,
    async (_, line) => async () => {
      void line
        .say('NOOP\r\nEHLO attack.dev\r\nVRFY a\r\nMAIL FROM:<a@b.dev>\r\n'.repeat(20_000))
        .catch(cutOff);
      await line.hold();
    },
  ],
  [
    'SMTP, commands without end whose replies are never read',
    'starttls',
    200,
    async (_, line) => async () => {
      void line
        .say('NOOP\r\nEHLO attack.dev\r\nVRFY a\r\nHELP\r\nMAIL FROM:<a@b.dev>\r\n'.repeat(20_000))
        .catch(cutOff);
      await line.sip(0);
    },
  ],
  [
    'SMTP, wrong passwords',
    'implicit',
    100,
    dialogues(
      () => [],
      (number) => [passwordOf(wrongToken(number))],
    ),
  ],
  [
    'SMTP, handshakes of TLS that nothing follows',
    'implicit',
    100,
    async () => async () => {
      throw new Error('shaken');
    },
  ],
  [
    'SMTP, handshakes of TLS that are only begun',
    'starttls',
    100,
    async (_, line) => {
      await line.reply();
      for (const command of ['EHLO attack.dev', 'STARTTLS']) {
        await line.say(`${command}\r\n`);
        await line.reply();
      }
      await line.say(await clientHello());
      await pause(1);
      throw new Error('begun');
    },
  ],
  [
    'inbound, reports that are none',
    'inbound',
    100,
    dialogues(
      () => [],
      (number) => [
        'MAIL FROM:<>',
        `RCPT TO:<${oneOf(['postmaster', 'abuse', 'fbl'], number)}@bounces.acme.dev>`,
        'DATA',
        report(15_000),
      ],
    ),
  ],
  [
    'inbound, the same of two megabytes',
    'inbound',
    40,
    dialogues(
      () => [],
      () => ['MAIL FROM:<>', 'RCPT TO:<fbl@bounces.acme.dev>', 'DATA', report(2_000_000)],
    ),
  ],
];

const withLink: Listed[] = [
  ['GET of a web version', 'http', 200, asks((_, { links }) => ({ path: links.view }))],
  ['HEAD of a web version', 'http', 200, asks((_, { links }) => ({ method: 'HEAD', path: links.view }))],
  ['a web version never read', 'http', 500, neverReads(100, ({ links }) => ({ path: links.view }))],
  [
    'clicks and opens',
    'http',
    200,
    asks((number, { links }) => ({ path: oneOf([links.click, links.open], number) })),
  ],
  [
    'unsubscribing and preferences',
    'http',
    200,
    asks((number, { links }) => ({
      method: oneOf(['GET', 'POST'], number >> 1),
      path: oneOf([links.unsubscribe, links.preferences], number),
      headers: [isForm],
      body: (number >> 1) % 2 === 0 ? '' : 'List-Unsubscribe=One-Click',
    })),
  ],
  [
    'forged links',
    'http',
    200,
    asks((number, { links }) => ({
      path: `${oneOf(Object.values(links), number).slice(0, -8)}${String(number).padStart(8, '0')}`,
    })),
  ],
];

const batch = (make: (number: number) => string): Scene['begin'] =>
  posts('/api/v2/emails/batch', (number) =>
    many(100, (index) => mail(number * 100 + index, make(number * 100 + index))),
  );
const verifies = (make: (number: number) => string): Scene['begin'] =>
  posts('/api/v2/verify/content', (number) => ({ subject: 'Hello', html: make(number) }));

const withToken: Listed[] = [
  ['content to verify, 190 KB', 'http', 20, verifies((number) => html(190_000, number))],
  [
    'content to verify, hostile',
    'http',
    20,
    verifies((number) => `${number}${runId}${oneOf(hostile, number)}`),
  ],
  ['content to verify, as large as is read in place', 'http', 50, verifies(inPlace)],
  ['content to verify without spaces, 15,800 characters', 'http', 4, verifies(unbroken)],
  [
    'content to verify without spaces, 25,000 characters',
    'http',
    6,
    verifies((number) => unbroken(number, 25_000)),
  ],
  [
    'mails as large as are rendered in place',
    'http',
    50,
    posts('/api/v2/emails', (number) => mail(number, inPlace(number))),
  ],
  ['batches of 100 such mails', 'http', 12, batch(inPlace)],
  ['batches of 100 mails of 95 KB', 'http', 12, batch((number) => html(95_000, number % 100))],
  [
    'verification of names that no server answers for',
    'http',
    20,
    posts('/api/v2/verify/batch', (number) => ({
      emails: many(64, (index) => `a@silent-${runId}-${number}-${index}.dev`),
    })),
  ],
  [
    'searches for what is rare',
    'http',
    20,
    asksAs((number) => ({
      path: oneOf(
        [
          `/api/v2/subscribers?query=zz${number}&limit=100`,
          `/api/v2/emails?query=zz${number}&limit=100`,
          `/api/v2/emails?from=zz${number}`,
          '/api/v2/subscribers?status=BOUNCED&limit=100',
          `/api/v1/subscribers?page=400&limit=50&query=e${number % 10}`,
        ],
        number,
      ),
    })),
  ],
  [
    'pages of lists',
    'http',
    20,
    asksAs((number, { campaign }) => ({
      path: oneOf(
        [
          '/api/v2/subscribers?limit=100',
          '/api/v1/subscribers?page=400&limit=50',
          '/api/v2/emails?limit=100',
          `/api/v2/campaigns/${campaign}/recipients?limit=100`,
          '/api/v2/audit-log?limit=100',
          '/api/v2/suppressions/export',
        ],
        number,
      ),
    })),
  ],
  [
    'segments and previews of audiences',
    'http',
    20,
    asksAs((number, { campaign }) =>
      number % 2 === 0
        ? { path: `/api/v2/campaigns/${campaign}/audience` }
        : { method: 'POST', path: '/api/v2/segments', body: JSON.stringify({ name: `S ${number}`, rule }) },
    ),
  ],
  [
    'MCP, calls and lists',
    'http',
    50,
    asksAs((number) =>
      number % 2 === 0
        ? overMcp('tools/list', {})
        : overMcp('tools/call', {
            name: 'verify_content',
            arguments: { subject: 'Hello', html: inPlace(number) },
          }),
    ),
  ],
  ['MCP, sessions that are opened and left', 'http', 50, asksAs(initializes)],
  [
    'MCP, subscriptions held open and never read',
    'http',
    300,
    neverReads(1, ({ token, campaign }) => ({
      ...overMcp('subscriptions/listen', {
        notifications: {
          toolsListChanged: true,
          resourceSubscriptions: [`posthouse://campaigns/${campaign}`],
        },
      }),
      token,
    })),
  ],
  [
    'imports of subscribers',
    'http',
    12,
    posts('/api/v2/subscribers/batch', (number) => ({
      subscribers: many(1_000, (index) => ({
        email: `reader-${runId}-${number}-${index}@mailbox.dev`,
        attributes: { plan: `plan ${index}`, note: 'n'.repeat(200) },
        tags: ['a', 'b'],
      })),
    })),
  ],
  [
    'imports of suppressions',
    'http',
    12,
    posts('/api/v2/suppressions/import', (number) => ({
      csv: many(10_000, (index) => `s-${number}-${index}@mailbox.dev`).join('\n'),
    })),
  ],
  [
    'campaigns made and previewed',
    'http',
    20,
    async ({ token }, line) =>
      async (number) => {
        const body = JSON.stringify({
          name: `C ${number}`,
          subject: 'Hello',
          fromName: 'Rival',
          fromEmail: 'hello@rival.dev',
          html: `<a href="{{unsubscribeUrl}}">Leave</a>${html(oneOf([15_000, 90_000], number), number)}`,
        });
        await line.say(requestText({ method: 'POST', path: '/api/v2/campaigns', token, body }));
        const { status, text } = await line.answer();
        if (status !== 201) return;
        const { id } = JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) as { id: string };
        await line.say(requestText({ path: `/api/v2/campaigns/${id}/preview`, token }));
        await line.answer();
      },
  ],
  [
    'a campaign to 20,000',
    'http',
    1,
    async ({ token, campaign }, line) => {
      const path = `/api/v2/campaigns/${campaign}/send`;
      await line.say(requestText({ method: 'POST', path, token, body: '{}' }));
      await line.answer();
      return () => line.hold();
    },
  ],
  [
    'JSON that is deep, or has many names',
    'http',
    20,
    asksAs((number) => ({
      method: 'POST',
      path: oneOf(['/api/v2/emails', '/api/v2/subscribers', '/api/v2/verify/content', '/mcp'], number),
      headers: [acceptsBoth],
      body: oneOf([deepJson, manyNames], number >> 2),
    })),
  ],
  [
    'lists never read',
    'http',
    400,
    neverReads(20, ({ token }) => ({ path: '/api/v2/subscribers?limit=100', token })),
  ],
  ['a token beyond its budget', 'http', 100, asksAs(() => ({ path: '/api/v2/organization' }))],
  ['SMTP, messages of 9 MB', 'implicit', 20, submits(9_000_000, runId)],
  ['SMTP, messages of 95 KB', 'implicit', 20, submits(95_000, runId)],
  ['SMTP, messages of 15 KB', 'implicit', 50, submits(15_000, runId)],
];

const listed: [holds: string, scenes: Listed[]][] = [
  ['no token', withoutToken],
  ['one link', withLink],
  ['one free token', withToken],
];
export const scenes: readonly (Scene & { holds: string })[] = listed.flatMap(([holds, list]) =>
  list.map(([name, door, lines, begin]) => ({ holds, name, door, lines, begin })),
);

if (import.meta.main) {
  const [name, target = '{}'] = process.argv.slice(2);
  await attack(scenes.find((scene) => scene.name === name)!, JSON.parse(target) as Target);
}
