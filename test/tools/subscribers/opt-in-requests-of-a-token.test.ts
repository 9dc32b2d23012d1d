import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/engine/context/caller.ts';
import { type FailureName, failures } from '../../../src/model/failure.ts';
import { hourMs, minuteMs } from '../../../src/model/instant.ts';
import { callerIn, everyRow, previewed, settle } from '../../engine/approval/preview-scene.ts';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import type { TokenFields } from '../../world/platform.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';

/** Opt-in requests count as mails of the token that causes them, so the token's limits apply. */

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Json = any;
type Token = { id: string; token: string };

const mail = { from: 'hello@acme.dev', subject: 'Hello', markdown: 'Hello there.' };
const ada = 'ada@gmail.com';

/**
 * Every way to cause an opt-in request to Ada at every door; `old@gmail.com` exists and is renamed to her.
 */
const ways: [string, (here: Place, token: Token) => Promise<{ status: number; body: Json }>][] = [
  ['v2 create', (here, by) => post(here, by, '/api/v2/subscribers', { email: ada })],
  ['v1 create', (here, by) => post(here, by, '/api/v1/subscribers', { email: ada })],
  ['v2 event', (here, by) => post(here, by, '/api/v2/events', { name: 'seen', email: ada })],
  ['v1 event', (here, by) => post(here, by, '/api/v1/events', { name: 'seen', email: ada })],
  ['v2 update', (here, by) => patch(here, by, '/api/v2/subscribers/ext:old', { email: ada })],
  ['v1 update', (here, by) => patch(here, by, '/api/v1/subscribers/ext:old', { email: ada })],
  ['MCP create', (here, by) => assistant(here, by, 'create_subscriber', { email: ada })],
  ['MCP event', (here, by) => assistant(here, by, 'track_event', { name: 'seen', email: ada })],
  [
    'MCP update',
    (here, by) => assistant(here, by, 'update_subscriber', { subscriber: 'ext:old', email: ada }),
  ],
  ['tool by name', (here, by) => toolByName(here, by, 'create_subscriber', { email: ada })],
];

onBothDatabases((place) => {
  describe('a test-mode token', () => {
    it.each(ways)('sends a simulated opt-in request: %s', async (_way, ask) => {
      const here = await asking(place());
      expect((await ask(here, await tokenOf(here, { mode: 'test' }))).status).toBeLessThan(300);
      expect(await here.use('get_subscriber', { subscriber: ada })).toMatchObject({ status: 'PENDING' });
      expect(await asked(here)).toEqual([[ada, 'test', 'delivered']]);
      expect(left(here, ada)).toBe(0);
    });

    it('simulates the requests of a batch, with the outcomes of test recipients', async () => {
      const here = await asking(place());
      const test = await tokenOf(here, { mode: 'test' });
      const subscribers = ['a@gmail.com', 'bounce@gmail.com'].map((email) => ({ email }));
      await post(here, test, '/api/v2/subscribers/batch', { subscribers });
      expect(await asked(here)).toEqual([
        ['a@gmail.com', 'test', 'delivered'],
        ['bounce@gmail.com', 'test', 'bounced'],
      ]);
      const [a, bounced] = ['a@gmail.com', 'bounce@gmail.com'];
      expect((await here.use('get_subscriber', { subscriber: bounced })).status).toBe('BOUNCED');
      expect([left(here, a), left(here, bounced)]).toEqual([0, 0]);
    });

    it('sends a simulated request even if the token changes before delivery', async () => {
      const here = await asking(place());
      const { id, token } = await tokenOf(here, { mode: 'test' });
      await post(here, { id, token }, '/api/v2/subscribers', { email: ada });
      await here.use('update_token', { id, mode: 'live' });
      expect(await asked(here)).toEqual([[ada, 'test', 'delivered']]);
      expect(left(here, ada)).toBe(0);
      await here.use('revoke_token', { id });
    });

    it('does not use up the limit of real requests to a subscriber, and has the same limit itself', async () => {
      const here = await asking(place());
      const test = await tokenOf(here, { mode: 'test' });
      for (let time = 0; time < 5; time += 1) {
        await post(here, test, '/api/v2/subscribers', { email: ada });
        await here.platform.deliver();
        await here.platform.clock.advance(10 * minuteMs);
      }
      expect(await asked(here)).toHaveLength(3);
      await here.use('create_subscriber', { email: ada });
      expect((await asked(here)).filter(([, mode]) => mode === 'live')).toHaveLength(1);
      expect(left(here, ada)).toBe(1);
    });

    it('does not change a pending real request', async () => {
      const here = await asking(place());
      const test = await tokenOf(here, { mode: 'test' });
      await here.use('create_subscriber', { email: 'first@gmail.com' });
      const { status } = await patch(here, test, '/api/v2/subscribers/first@gmail.com', { email: ada });
      expect(status).toBe(200);
      expect(await asked(here)).toEqual([[ada, 'test', 'delivered']]);
      expect([left(here, 'first@gmail.com'), left(here, ada)]).toEqual([0, 0]);
    });

    it('does not move a real request to an address that the token may not mail', async () => {
      const here = await asking(place());
      const test = await tokenOf(here, { mode: 'test' });
      for (let time = 0; time < 3; time += 1) {
        await post(here, test, '/api/v2/subscribers', { email: ada });
        await here.platform.clock.advance(10 * minuteMs);
      }
      await here.use('delete_subscriber', { subscriber: ada });
      await here.use('create_subscriber', { email: 'first@gmail.com' });
      await patch(here, test, '/api/v2/subscribers/first@gmail.com', { email: ada });
      expect((await here.use('get_subscriber', { subscriber: ada })).status).toBe('PENDING');
      expect((await asked(here)).filter(([, mode]) => mode !== 'test')).toEqual([]);
      expect([left(here, 'first@gmail.com'), left(here, ada)]).toEqual([0, 0]);
    });

    it('is overridden by a real request that is caused before delivery', async () => {
      const here = await asking(place());
      await post(here, await tokenOf(here, { mode: 'test' }), '/api/v2/subscribers', { email: ada });
      await here.use('create_subscriber', { email: ada });
      expect(await asked(here)).toEqual([[ada, 'live', 'sent']]);
      expect(left(here, ada)).toBe(1);
    });
  });

  describe('a token that may not mail a subscriber', () => {
    it.each(ways)('sends no request and changes nothing: %s', async (_way, ask) => {
      const here = await asking(place());
      const token = await tokenOf(here, { allowed_recipients: ['*@acme.dev'] });
      const before = await written(here);
      const { status, body } = await ask(here, token);
      expect(status).toBe(403);
      expect(await written(here)).toEqual(before);
      expect(JSON.stringify(body)).toMatch(/This API token (cannot|may not) send to this recipient/);
      expect(await here.platform.deliver()).toBe(0);
    });

    it('gets the same refusal for a request as for its mail, also in test mode', async () => {
      const here = await asking(place());
      for (const mode of ['live', 'test'] as const) {
        const token = await tokenOf(here, { mode, allowed_recipients: [] });
        const sent = await post(here, token, '/api/v2/emails', { ...mail, to: ada });
        const saved = await post(here, token, '/api/v2/subscribers', { email: ada });
        expect([sent.status, saved]).toEqual([403, sent]);
        expect(saved.body).toMatchObject({ name: 'restricted_api_key', details: { allowed_recipients: [] } });
      }
    });

    it('can save subscribers that it may mail, and subscribers who get no opt-in request', async () => {
      const here = await asking(place());
      const token = await tokenOf(here, { allowed_recipients: ['*@acme.dev'] });
      const subscribers = [
        { email: 'bob@acme.dev' },
        { email: ada, tags: ['kept'] },
        { email: 'eve@gmail.com', doubleOptIn: false },
        { email: 'twice@gmail.com', externalId: 'one' },
        { email: 'twice@gmail.com', doubleOptIn: false, firstName: 'Twice' },
        { email: 'other@acme.dev', externalId: 'one' },
      ];
      const { body } = await post(here, token, '/api/v2/subscribers/batch', { subscribers });
      expect(body).toMatchObject({ created: 4, updated: 0, failed: 2 });
      expect(body.data.map(({ status, error }: Json) => status ?? [error.name, error.statusCode])).toEqual([
        'PENDING',
        ['restricted_api_key', 403],
        'ACTIVE',
        ['restricted_api_key', 403],
        'ACTIVE',
        'PENDING',
      ]);
      expect((await here.refusal('get_subscriber', { subscriber: ada })).failure).toBe('not_found');
      expect(await asked(here)).toEqual([
        ['bob@acme.dev', 'live', 'sent'],
        ['other@acme.dev', 'live', 'sent'],
      ]);
      // Recently requested by another caller: saving them again sends no request.
      await here.use('create_subscriber', { email: ada });
      expect(
        (await post(here, token, '/api/v2/subscribers', { email: ada, firstName: 'Ada' })).body,
      ).toMatchObject({ firstName: 'Ada', status: 'PENDING' });
    });
  });

  describe('a token bound to a domain', () => {
    it('sends opt-in requests only from that domain', async () => {
      const here = await asking(place());
      const domain = await here.use('add_domain', { name: 'news.acme.dev' });
      const token = await here.use('create_token', {
        name: 'bound',
        scopes: ['full_access'],
        domain_id: domain.id,
      });
      const refused = await post(here, token, '/api/v2/subscribers', { email: ada });
      expect(refused).toMatchObject({
        status: 403,
        body: { message: 'This API token may only send from the domain it is bound to' },
      });
      await here.use('update_organization_settings', { default_from: 'hello@news.acme.dev' });
      expect((await post(here, token, '/api/v2/subscribers', { email: ada })).status).toBe(201);
      expect(await asked(here)).toEqual([[ada, 'live', 'sent']]);
    });

    it('sends a pending request from no other domain, even if the token is bound to another domain later', async () => {
      const here = await asking(place());
      const domain = await here.use('add_domain', { name: 'news.acme.dev' });
      await here.use('update_organization_settings', { default_from: 'hello@news.acme.dev' });
      const token = await here.use('create_token', {
        name: 'bound',
        scopes: ['full_access'],
        domain_id: domain.id,
      });
      expect((await post(here, token, '/api/v2/subscribers', { email: ada })).status).toBe(201);
      await here.use('update_organization_settings', { default_from: 'hello@acme.dev' });
      await here.use('update_token', { id: token.id, domain_id: null });
      expect(await asked(here)).toEqual([]);
      await here.use('update_organization_settings', { default_from: 'hello@news.acme.dev' });
      await here.platform.clock.advance(hourMs);
      expect(await asked(here)).toEqual([[ada, 'live', 'sent']]);
    });
  });

  describe('a token with a cap', () => {
    const cap = { per_hour: 3, per_day: null };

    it('counts each request as a mail, and is refused beyond the cap with the time to wait', async () => {
      const here = await asking(place());
      const token = await tokenOf(here, { send_cap: cap });
      expect((await post(here, token, '/api/v2/emails', { ...mail, to: 'bob@gmail.com' })).status).toBe(200);
      const save = (email: string) => post(here, token, '/api/v2/subscribers', { email });
      expect((await save('a@gmail.com')).status).toBe(201);
      // Recently requested: no request and no mail.
      expect((await save('a@gmail.com')).status).toBe(200);
      expect((await save('b@gmail.com')).status).toBe(201);
      await here.platform.clock.advance(minuteMs);
      const refused = await save(ada);
      const sent = await post(here, token, '/api/v2/emails', { ...mail, to: ada });
      expect(sent).toEqual(refused);
      expect(refused).toMatchObject({
        status: 429,
        retryAfter: String(59 * 60),
        body: { name: 'rate_limit_exceeded', details: { send_cap: cap } },
      });
      expect((await here.refusal('get_subscriber', { subscriber: ada })).failure).toBe('not_found');
      expect((await asked(here)).length).toBe(2);
      // The request is delivered without being counted again.
      await here.platform.clock.advance(hourMs);
      expect((await save(ada)).status).toBe(201);
      expect((await asked(here)).length).toBe(3);
    });

    it('sends as many requests of a batch as the cap allows, in order', async () => {
      const here = await asking(place());
      const token = await tokenOf(here, { send_cap: cap, mode: 'test' });
      const emails = ['z', 'y', 'x', 'c', 'b', 'a'].map((name) => `${name}@gmail.com`);
      const subscribers = [
        ...emails.map((email) => ({ email })),
        { email: 'free@gmail.com', doubleOptIn: false },
      ];
      const { body } = await post(here, token, '/api/v2/subscribers/batch', { subscribers });
      expect(body.data.map(({ error }: Json) => error?.name ?? 'saved')).toEqual([
        'saved',
        'saved',
        'saved',
        'rate_limit_exceeded',
        'rate_limit_exceeded',
        'rate_limit_exceeded',
        'saved',
      ]);
      expect((await asked(here)).map(([to]) => to)).toEqual(
        ['x', 'y', 'z'].map((name) => `${name}@gmail.com`),
      );
    });

    it('does not exceed its cap in concurrent calls', async () => {
      const here = await asking(place());
      const token = await tokenOf(here, { send_cap: cap });
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          index % 2
            ? post(here, token, '/api/v2/subscribers', { email: `p${index}@gmail.com` })
            : post(here, token, '/api/v2/emails', { ...mail, to: `p${index}@gmail.com` }),
        ),
      );
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(3);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
    });
  });

  describe('a preview of a save', () => {
    it('in test mode shows simulated delivery', async () => {
      const here = await asking(place());
      const caller = await callerIn(here, { mode: 'test' });
      expect(await previewed(here, 'create_subscriber', { email: ada }, caller)).toMatchObject({
        recipients: 1,
        delivery: 'test',
        warnings: expect.arrayContaining(['This API token has mode test: no real mail is sent']),
      });
    });

    it.each<[string, TokenFields, string, string]>([
      ['its recipients', { allowed_recipients: [] }, 'not_allowed', 'This API token cannot send to this'],
      [
        'its cap',
        { send_cap: { per_hour: 0, per_day: null } },
        'send_cap',
        'This API token has reached its send_cap',
      ],
    ])('shows the refusal because of %s, and writes nothing', async (_what, fields, reason, message) => {
      const here = await asking(place());
      const caller = await callerIn(here, fields);
      const before = await everyRow(here);
      for (const [tool, given] of [
        ['create_subscriber', { email: ada }],
        ['track_event', { name: 'seen', email: ada }],
        ['update_subscriber', { subscriber: 'ext:old', email: ada }],
      ] as const) {
        const preview = await previewed(here, tool, given, caller);
        expect(preview).toMatchObject({ recipients: 0, text: null, skipped: [{ reason, count: 1 }] });
        expect(preview.warnings[0]).toContain(`The send would be refused: ${message}`);
      }
      const subscribers = [{ email: ada }, { email: 'bob@gmail.com' }];
      expect(await previewed(here, 'save_subscribers', { subscribers }, caller)).toMatchObject({
        recipients: 0,
        skipped: [{ reason, count: 2 }],
      });
      expect(await everyRow(here)).toEqual(before);
    });

    it('shows the outcome of a batch', async () => {
      const here = await asking(place());
      const fields = { allowed_recipients: ['*@gmail.com'], send_cap: { per_hour: 2, per_day: null } };
      const caller = await callerIn(here, fields);
      const subscribers = ['z@gmail.com', 'no@acme.dev', 'y@gmail.com', 'a@gmail.com'].map((email) => ({
        email,
      }));
      await here.use('create_subscriber', { email: 'a@gmail.com', doubleOptIn: false });
      await here.use('delete_subscriber', { subscriber: 'a@gmail.com' });
      const seen = await previewed(here, 'save_subscribers', { subscribers }, caller);
      expect(seen).toMatchObject({
        recipients: 2,
        to: ['z@gmail.com', 'y@gmail.com'],
        skipped: [
          { reason: 'not_allowed', count: 1 },
          { reason: 'send_cap', count: 1 },
        ],
      });
      const { data } = await run(here, 'save_subscribers', { subscribers }, { ...caller, door: 'v2' });
      expect(data.map(({ error }: Json) => error?.name ?? null)).toEqual([
        null,
        'restricted_api_key',
        null,
        'rate_limit_exceeded',
      ]);
    });
  });

  it('pending requests of an older version are sent as that version would have sent them', async () => {
    const here = await asking(place());
    await here.use('create_subscriber', { email: ada });
    const { database } = here.platform.platform.engine.store;
    await database.transaction((queries) => queries.run('UPDATE jobs SET terms = NULL', []));
    expect(await asked(here)).toEqual([[ada, 'live', 'sent']]);
  });
});

let leftBefore = 0;

/** An organization with double opt-in and one subscriber who never got a request. */
async function asking(here: Place): Promise<Place> {
  await here.use('update_organization_settings', { default_from: 'hello@acme.dev' });
  await here.use('create_subscriber', { email: 'old@gmail.com', externalId: 'old' });
  await settle(here, { doubleOptIn: true });
  // Resets the limits of mailboxes and addresses.
  await here.platform.clock.advance(26 * hourMs);
  leftBefore = here.platform.mailbox.messages.length;
  return here;
}

async function tokenOf(here: Place, fields: TokenFields): Promise<Token> {
  return await here.platform.addToken(here.organization, fields);
}

type Reply = { status: number; body: Json; retryAfter?: string };

async function post(here: Place, { token }: Token, path: string, body: object): Promise<Reply> {
  return reply(await here.http('POST', path, { token, body }));
}

async function patch(here: Place, { token }: Token, path: string, body: object): Promise<Reply> {
  return reply(await here.http('PATCH', path, { token, body }));
}

function reply({ status, body, headers }: Awaited<ReturnType<Place['http']>>): Reply {
  const { request_id: _, ...result } = body;
  const retryAfter = headers.get('retry-after');
  return { status, body: result, ...(retryAfter !== null && { retryAfter }) };
}

async function assistant(here: Place, { token }: Token, name: string, given: Json): Promise<Reply> {
  const { refused, result } = await assistantOf(here.platform, { token }).call(name, given);
  return { status: refused ? failures[result.name as FailureName].status : 200, body: result };
}

async function toolByName(here: Place, by: Token, name: string, given: Json): Promise<Reply> {
  const { body } = await post(here, by, `/api/v2/tools/${name}`, given);
  const refused = body.is_error;
  return { status: refused ? failures[body.structured_content.name as FailureName].status : 200, body };
}

async function run(here: Place, tool: string, input: object, caller: Caller): Promise<Json> {
  return (await here.platform.call(tool, input, { caller })).output;
}

/** Returns the opt-in requests after all due work: recipient, delivery mode and outcome. */
async function asked(here: Place): Promise<[string, string, string][]> {
  // Renders the request, then delivers its mail.
  await here.platform.deliver();
  await here.platform.deliver();
  const { data } = await here.use('list_emails', { limit: 100 });
  return data
    .filter(({ subject }: Json) => subject.includes('confirm'))
    .map((email: Json) => [email.to[0], email.delivery_mode, email.last_event])
    .sort();
}

/** Counts real deliveries to an address in this test. */
function left({ platform }: Place, email: string): number {
  return platform.mailbox.messages.slice(leftBefore).filter(({ to }) => to.address === email).length;
}

/** Returns all rows that a refused call must not change. */
async function written(here: Place): Promise<Record<string, string[] | undefined>> {
  const rows = await everyRow(here);
  return Object.fromEntries(
    ['subscribers', 'events', 'emails', 'jobs', 'confirmation_asks', 'token_sends', 'tags'].map((table) => [
      table,
      rows[table],
    ]),
  );
}
