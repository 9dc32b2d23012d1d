import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { markGuards } from '../../../src/engine/recipients/recipient-marks.ts';
import { minuteMs } from '../../../src/model/instant.ts';
import type { Database } from '../../../src/store/database.ts';
import { openPostgres } from '../../../src/store/postgres/database.ts';
import { copySqlite } from '../../../src/store/sqlite/copy.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import type { HandOver } from '../../../src/world/mail/mail.ts';
import { verifies } from '../../spec/verifies.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { freshPostgres } from '../../world/postgres/postgres.ts';
import { answered } from '../../world/simulated/receivers.ts';

const address = 'Zuleika.Quendrys@reader-of-words.dev';
/** Words that identify the person and occur nowhere else. */
const words = [
  'zuleika',
  'quendrys',
  'zulejkah',
  'quendrysson',
  'marzipanschwein',
  'wombatsubject',
  'quokkabody',
  'axolotlbatch',
  'narwhalraw',
  'narwhalfile',
  'pangolinevent',
  'okapireply',
  'ibexagent',
  'dugonganswer',
];

describe.each(['SQLite', 'PostgreSQL'])('an erased subscriber, on %s,', (kind) => {
  let posthouse: SimulatedPlatform;
  let database: Database;
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'posthouse-erased-'));
    database =
      kind === 'SQLite'
        ? openSqlite(join(folder, 'posthouse.sqlite'))
        : await openPostgres((await freshPostgres()).url);
    posthouse = await openPlatform({ database, settings: { bounceDomain: 'bounces.posthouse.example' } });
  });
  afterEach(async () => {
    await posthouse.close();
    rmSync(folder, { recursive: true });
  });

  /** Returns everything on the disk, or all rows of all tables, as one lower-case text. */
  async function everythingKept(): Promise<string> {
    if (kind === 'SQLite') {
      copySqlite(join(folder, 'posthouse.sqlite'), join(folder, 'backup.sqlite'));
      const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
      rmSync(join(folder, 'backup.sqlite'));
      return files.join('\n').toLowerCase();
    }
    const tables = await database.reader.all<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'
       AND table_type = 'BASE TABLE' ORDER BY table_name`,
      [],
    );
    expect(tables.length).toBeGreaterThan(20);
    const texts: string[] = [];
    for (const { name } of tables) {
      const rows = await database.reader.all<{ text: string }>(
        `SELECT kept::text AS text FROM ${name} AS kept`,
        [],
      );
      texts.push(...rows.map(({ text }) => `${name}: ${text}`));
    }
    return texts.join('\n').toLowerCase();
  }

  /** Returns each occurrence of the words with its surroundings. */
  function found(text: string, sought: readonly string[] = words): string[] {
    return sought.flatMap((word) => {
      const at = text.indexOf(word);
      return at < 0
        ? []
        : [`${word}: …${text.slice(Math.max(0, at - 80), at + 60).replace(/[^\x20-\x7e]/g, '.')}…`];
    });
  }

  const refusedBy: HandOver = {
    kind: 'refused',
    by: 'mx.reader-of-words.dev',
    stage: 'rcpt',
    code: 550,
    enhanced: '5.1.1',
    reply: `550 5.1.1 <${address}> okapireply`,
  };

  async function goThroughEverything(): Promise<{ keyed: (readonly [string, string, string, unknown])[] }> {
    const keyed: (readonly [string, string, string, unknown])[] = [];
    const ask = async (method: string, path: string, body: unknown, status: number | null = null) => {
      const key = `key of ${method} ${keyed.length}`;
      const answer = await posthouse.http(method, path, { body, headers: { 'idempotency-key': key } });
      if (status === null) expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
      else expect(answer.status, `${path}: ${answer.text}`).toBe(status);
      if (method === 'POST') keyed.push([method, path, key, body]);
      return answer.body;
    };
    await posthouse.call('save_webhook', { url: 'https://hooks.acme.dev/in' });
    // Echoes words from messages about the person.
    posthouse.receivers.answers.set('https://hooks.acme.dev/in', [
      ({ body }) => answered(500, null, body.includes(address) ? `DugongAnswer about ${address}` : ''),
    ]);
    const person = { email: address, firstName: 'Zulejkah', lastName: 'Quendrysson' };
    await posthouse.call('update_organization', { id: posthouse.organization.id, double_opt_in: true });
    posthouse.platform.callers.clear();
    await ask('POST', '/api/v2/subscribers', {
      ...person,
      attributes: { favourite: 'Marzipanschwein' },
      externalId: 'quendrys-7',
    });
    await posthouse.deliver();
    await posthouse.deliver();
    const link = /https?:\/\/[^"\s]*\/c\/[^"\s<]*/.exec(posthouse.mailbox.messages.at(-1)?.html ?? '')?.[0];
    if (link)
      await posthouse.http('POST', new URL(link).pathname, {
        token: null,
        headers: { 'user-agent': 'IbexAgent' },
      });
    await posthouse.call('update_organization', { id: posthouse.organization.id, double_opt_in: false });
    posthouse.platform.callers.clear();
    await ask('POST', '/api/v1/subscribers', person);
    await ask('POST', '/api/v2/subscribers/batch', { subscribers: [{ ...person, status: 'ACTIVE' }] });
    await posthouse.http('PATCH', `/api/v2/subscribers/${address}`, { body: { status: 'ACTIVE' } });
    await posthouse.call('create_tag', { name: 'vip' });
    await ask('POST', `/api/v2/subscribers/${address}/tags`, { tags: ['vip'] });
    await ask('POST', '/api/v2/events', {
      email: address,
      name: 'bought',
      properties: { what: 'PangolinEvent' },
    });
    const mail = {
      from: 'shop@acme.dev',
      to: `Zulejkah Quendrysson <${address}>`,
      subject: 'WombatSubject {{firstName}}',
      html: '<p>QuokkaBody for {{lastName}}</p>',
    };
    await ask('POST', '/api/v2/emails', mail);
    await ask('POST', '/api/v2/emails/batch', [{ ...mail, html: '<p>AxolotlBatch</p>' }]);
    await ask('POST', '/api/v1/emails', {
      from: mail.from,
      to: address,
      subject: 'WombatSubject',
      content: 'QuokkaBody',
      tracking: { opens: true, clicks: true },
    });
    await ask('POST', '/api/v2/verify', { email: address });
    const smtp = await posthouse.call(
      'submit_message',
      {
        sender: 'shop@acme.dev',
        recipients: [{ address }],
        header: [
          'From: Shop <shop@acme.dev>',
          `To: "Zulejkah Quendrysson" <${address}>`,
          'Subject: NarwhalRaw',
          'MIME-Version: 1.0',
          'Content-Type: multipart/mixed; boundary=b',
          '',
        ].join('\r\n'),
        body: '--b\r\n\r\nNarwhalRaw\r\n--b\r\nContent-Disposition: attachment; filename=n.txt\r\n\r\nNarwhalFile\r\n--b--\r\n',
        protocol: 'ESMTPSA',
      },
      { caller: posthouse.caller('smtp'), idempotencyKey: 'key of smtp' },
    );
    expect((smtp.output as { ids: string[] }).ids).toHaveLength(1);
    await posthouse
      .call(
        'send_email',
        { ...mail, subject: 'WombatSubject over MCP' },
        {
          caller: posthouse.caller('mcp'),
          idempotencyKey: 'key of mcp',
        },
      )
      .catch(() => undefined);
    await posthouse.call(
      'update_subscriber',
      { subscriber: address, firstName: 'Zulejkah' },
      {
        caller: posthouse.caller('mcp'),
        idempotencyKey: 'another key of mcp',
      },
    );
    await posthouse.deliver();
    const campaign = await ask('POST', '/api/v2/campaigns', {
      name: 'News',
      subject: 'News for {{firstName}}',
      content: 'Hello {{lastName}} [leave]({{unsubscribeUrl}})',
      contentType: 'MARKDOWN',
      fromEmail: 'news@acme.dev',
    });
    // Waits out the limit of ten minutes.
    await posthouse.clock.advance(11 * minuteMs);
    await ask('POST', `/api/v2/campaigns/${campaign.id}/test`, { to: [address] });
    await ask('POST', `/api/v2/campaigns/${campaign.id}/send`, {});
    for (let turn = 0; turn < 5; turn += 1) {
      await posthouse.deliver();
      await posthouse.clock.advance(minuteMs);
    }
    for (const { html } of posthouse.mailbox.messages) {
      const pixel = /src="(https?:\/\/posthouse\.example\/[^"]+)"/.exec(html)?.[1];
      if (pixel) {
        await posthouse.http('GET', new URL(pixel).pathname, {
          token: null,
          headers: { 'user-agent': 'IbexAgent/1.0' },
        });
      }
    }
    await posthouse.clock.advance(11 * minuteMs);
    posthouse.mailbox.next(refusedBy);
    await ask('POST', '/api/v2/emails', { ...mail, subject: 'WombatSubject that bounces' });
    await posthouse.deliver();
    await ask('POST', '/api/v2/suppressions', { email: address });
    await posthouse.deliver();
    posthouse.receivers.answers.clear();
    // Leaves some events without a message.
    await posthouse.http('PATCH', `/api/v2/subscribers/${address}`, { body: { locale: 'de' } });
    return { keyed };
  }

  verifies('webhook.erased', 'leaves no text in tables, files or a backup', async () => {
    await goThroughEverything();
    const before = await everythingKept();
    expect(
      found(
        before,
        words.filter((word) => word !== 'ibexagent'),
      ).length,
    ).toBe(words.length - 1);
    const erased = await posthouse.http('DELETE', `/api/v2/subscribers/${address.toLowerCase()}`);
    expect(erased.status).toBe(200);
    expect(found(await everythingKept())).toEqual([]);
    const logged = posthouse.log
      .map((entry) => JSON.stringify(entry))
      .join('\n')
      .toLowerCase();
    expect(found(logged)).toEqual([]);
  });

  test('is neither mailed nor created again by requests repeated after the erasure', async () => {
    const { keyed } = await goThroughEverything();
    await posthouse.http('DELETE', `/api/v2/subscribers/${address.toLowerCase()}`);
    const mailed = posthouse.mailbox.messages.length;
    for (const [method, path, key, body] of keyed) {
      const { status, text, headers } = await posthouse.http(method, path, {
        body,
        headers: { 'idempotency-key': key },
      });
      const honest =
        status === 409
          ? text.includes('erased')
          : headers.get('idempotent-replayed') === 'true' || status < 300;
      expect(honest, `${path} ${status} ${text}`).toBe(true);
      // Verifying an address returns the address.
      if (!path.endsWith('/verify')) expect(found(text.toLowerCase()), path).toEqual([]);
    }
    await posthouse.deliver();
    expect(posthouse.mailbox.messages.length).toBe(mailed);
    expect((await posthouse.http('GET', `/api/v2/subscribers/${address.toLowerCase()}`)).status).toBe(404);
    expect(found(await everythingKept())).toEqual([]);
  });

  test.each([
    ['at the start of a line', `Ask\n${address}`],
    ['as a link', `[Ask](mailto:${address}?subject=Hello)`],
    ['in bold', `Ask **${address}** or __${address}__`],
    ['at the end of a sentence', `Ask ${address}.`],
    [
      'among a thousand others',
      Array.from({ length: 1_000 }, (_, at) => `p${at}@many.dev ${address}`).join(' '),
    ],
  ])('is in no replayed response that contained the address %s', async (_, content) => {
    await posthouse.call('create_subscriber', { email: address });
    const request = {
      body: { name: 'News', subject: 'News', content, contentType: 'MARKDOWN', fromEmail: 'news@acme.dev' },
      headers: { 'idempotency-key': 'news' },
    };
    expect((await posthouse.http('POST', '/api/v2/campaigns', request)).status).toBe(201);
    const again = await posthouse.http('POST', '/api/v2/campaigns', request);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    await posthouse.http('DELETE', `/api/v2/subscribers/${address.toLowerCase()}`);
    expect((await posthouse.http('POST', '/api/v2/campaigns', request)).status).toBe(409);
    const kept = await database.reader.all<{ answer: string }>('SELECT answer FROM idempotency LIMIT 10', []);
    expect(kept.map(({ answer }) => answer)).toEqual(['']);
  });

  test('leaves no text among many subscribers whose rows moved between index pages', async () => {
    const people = 240;
    // This order splits the pages of every index by address.
    const numbers = Array.from({ length: people }, (_, at) => (at * 541) % people);
    for (let at = 0; at < people; at += 80) {
      await posthouse.call('save_subscribers', {
        subscribers: numbers.slice(at, at + 80).map((number) => ({
          email: `person${number}q@reader-of-words.dev`,
          firstName: `name${number}q`,
          attributes: { note: `note${number}q` },
        })),
      });
    }
    const erased = numbers.filter((number) => number % 3 === 0);
    const address = (number: number) => `person${number}q@reader-of-words.dev`;
    for (const number of numbers.filter((one) => one % 2 === 0)) {
      await posthouse.call('send_email', {
        from: 'shop@acme.dev',
        to: address(number),
        subject: `subject${number}q`,
        html: `<p>body${number}q ${'x'.repeat((number * 37) % 3_000)}</p>`,
      });
    }
    await Promise.all(
      erased.map((number) => posthouse.call('delete_subscriber', { subscriber: address(number) })),
    );
    const text = await everythingKept();
    expect(text).toContain('person1q');
    expect(text).toContain('body2q');
    const left = new Set(
      [...text.matchAll(/(?:person|name|note|subject|body)(\d+)q/g)].map(([, number]) => Number(number)),
    );
    expect(erased.filter((number) => left.has(number))).toEqual([]);
  });

  test('keeps the limits that an earlier version stored under the plain address', async () => {
    const { engine } = posthouse.platform;
    const mailbox = 'ada@reader-of-words.dev';
    const now = posthouse.clock.now();
    await database.transaction(async (queries) => {
      await queries.run("DELETE FROM instance WHERE name = 'guard keys are marks'", []);
      await queries.insert(
        'INSERT INTO recipient_guards (scope, mailbox, sends, bulk_sends, bounces, soft_bounces, cooldown_until, updated_at)',
        Array.from({ length: 1_500 }, (_, at) => [
          posthouse.organization.key,
          at === 0 ? mailbox : `reader-${at}@reader-of-words.dev`,
          JSON.stringify(Array(5).fill(now)),
          '[]',
          0,
          0,
          null,
          now,
        ]),
      );
    });
    await markGuards(database, engine.secretBox);
    const kept = await database.reader.all<{ mailbox: string }>(
      'SELECT mailbox FROM recipient_guards LIMIT 2000',
      [],
    );
    expect(kept).toHaveLength(1_500);
    expect(kept.filter((row) => row.mailbox.includes('@'))).toEqual([]);
    const { status } = await posthouse.http('POST', '/api/v2/emails', {
      body: { from: 'shop@acme.dev', to: mailbox, subject: 'Hi', html: '<p>Hi</p>' },
    });
    expect(status).toBe(429);
  });
});
