import { dkimVerify } from 'mailauth';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { linkPaths, readLinkToken } from '../../../src/engine/content/public-links.ts';
import { acceptedId } from '../../../src/engine/context/submission.ts';
import { outgoingMessage } from '../../../src/engine/delivery/outgoing-message.ts';
import { parseMailbox } from '../../../src/model/address.ts';
import type { Tracked } from '../../../src/model/email/email.ts';
import { composeMessage } from '../../../src/model/message/compose.ts';
import { OrganizationStore } from '../../../src/store/store.ts';
import { fieldsOf, lines, written } from '../../model/message/letters.ts';
import { scene } from '../../world/mail/scene.ts';
import { type OpenOptions, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';

let stage: ReturnType<typeof scene>;
beforeEach(() => {
  stage = scene();
});
afterEach(() => stage.end());

const settings = {
  baseUrl: 'https://mail.host.dev',
  hostName: 'mail.host.dev',
  bounceDomain: 'bounces.host.dev',
};
const campaignId = 'cmp_01kb3k7f5d2c8n1r4s6t9v0w3x';

function mailbox(text: string) {
  const parsed = parseMailbox(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.mailbox;
}

type DnsRow = { record: string; type: string; name: string; value: string };

/** Opens a platform with a verified domain. @returns also its DNS records */
async function open(options: OpenOptions = {}): Promise<SimulatedPlatform & { records: DnsRow[] }> {
  const posthouse = await openPlatform({ settings, ...options });
  onTestFinished(() => posthouse.close());
  const { output } = await posthouse.call('add_domain', { name: 'acme.dev' });
  const { records } = output as { records: DnsRow[] };
  for (const { name, type, value } of records) {
    posthouse.resolver.zone.set(name, {
      ...posthouse.resolver.zone.get(name),
      [type.toLowerCase()]: [value],
    });
  }
  await posthouse.call('verify_domain', { id: 'acme.dev' });
  return { ...posthouse, records };
}

/** Accepts mails of one campaign with a shared body, one per address. */
async function accept(
  posthouse: SimulatedPlatform,
  source: string,
  {
    to = ['ada@mailbox.dev'],
    tracked = { opens: true, clicks: true },
  }: { to?: string[]; tracked?: Tracked } = {},
): Promise<string[]> {
  const { engine } = posthouse.platform;
  for (const email of to) await posthouse.call('create_subscriber', { email });
  const id = engine.world.ids.id('bdy');
  await engine.store.database.transaction(async (queries) => {
    const store = new OrganizationStore(queries, posthouse.organization.key);
    const body = { kind: 'html', source } as const;
    await store.massBodies.add([{ id, campaignId, variant: null, body }], posthouse.clock.now());
  });
  return await engine.accept.submit({
    caller: posthouse.caller('tools'),
    source: 'campaign',
    now: posthouse.clock.now(),
    memory: null,
    cause: null,
    mode: 'strict',
    drafts: to.map((address) => ({
      from: mailbox('Acme <news@acme.dev>'),
      to: mailbox(address),
      replyTo: mailbox('help@acme.dev'),
      subject: 'News for {{firstName|you}}',
      preview: 'Look, {{firstName|you}}',
      body: { kind: 'shared', source: id },
      placeholders: { names: ['firstName', 'email', 'unsubscribeUrl'], withoutDefault: [] },
      campaignId,
      tracked,
    })),
    answer: (fates) => fates.map(acceptedId),
  });
}

const newsletter =
  '<h1>Hello {{firstName|there}}</h1><p>To {{email}} <a href="https://shop.example/?to={{email}}">Shop</a></p><a href="{{unsubscribeUrl}}">Leave</a>';

test('an automatic mail has the header Auto-Submitted and no list headers', async () => {
  const sink = await stage.sink();
  const posthouse = await open({ mail: stage.relay([sink]) });
  await posthouse.call('update_organization_settings', { default_from: 'Acme <news@acme.dev>' });
  await posthouse.call('create_subscriber', { email: 'ada@mailbox.dev', doubleOptIn: true });
  await posthouse.deliver();
  await posthouse.call('send_email', {
    from: 'news@acme.dev',
    to: 'bob@mailbox.dev',
    subject: 'Receipt',
    html: 'Paid',
  });
  await posthouse.deliver();
  const [confirmation, receipt] = (await sink.arrived(2)).map(
    ({ raw }) => new Map(fieldsOf(raw.toString('latin1'))),
  );
  expect(confirmation!.get('To')).toContain('ada@mailbox.dev');
  // RFC 3834 section 5.
  expect(confirmation!.get('Auto-Submitted')).toBe('auto-generated');
  expect(confirmation!.has('List-Id')).toBe(false);
  expect(receipt!.has('Auto-Submitted')).toBe(false);
});

describe('a campaign mail', () => {
  test('has signed List-Unsubscribe, List-Id and feedback headers', async () => {
    const sink = await stage.sink();
    const posthouse = await open({ mail: stage.relay([sink]) });
    const [id] = await accept(posthouse, newsletter);
    await posthouse.deliver();
    const { raw } = (await sink.arrived(1))[0]!;
    const message = raw.toString('latin1');
    const fields = new Map(fieldsOf(message));
    const leave = /^<https:\/\/mail\.host\.dev\/u\/([^>]+)>$/.exec(fields.get('List-Unsubscribe')!)?.[1];
    expect(readLinkToken(posthouse.platform.engine, 'unsubscribe', leave!)).toEqual({
      organization: posthouse.organization.key,
      id,
    });
    expect(fields.get('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(fields.get('List-Id')).toBe(
      `<${posthouse.organization.id.slice('org_'.length)}.lists.mail.host.dev>`,
    );
    expect(fields.get('Feedback-ID')).toBe(`${campaignId}:${posthouse.organization.id}:campaign:posthouse`);
    expect(fields.get('Feedback-ID')!.split(':').at(-1)).toMatch(/^[a-z]{5,15}$/);
    for (const absent of ['Auto-Submitted', 'Precedence', 'List-Help'])
      expect(fields.has(absent)).toBe(false);

    const verdicts = async (octets: Buffer) => {
      const { results } = await dkimVerify(octets, {
        strict: true,
        resolver: async (name: string) => {
          const rows = posthouse.records.filter((row) => row.name === name);
          if (rows.length === 0) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
          return rows.map(({ value }) => [value]);
        },
      });
      return results.map(({ status }) => status.result);
    };
    expect(await verdicts(raw)).toEqual(['pass', 'pass']);
    // A forwarding server can neither change these fields nor prepend another.
    for (const name of ['List-Unsubscribe', 'List-Unsubscribe-Post', 'Feedback-ID']) {
      const another = Buffer.from(`${name}: <https://evil.example/>\r\n${message}`, 'latin1');
      expect([name, await verdicts(another)]).toEqual([name, ['fail', 'fail']]);
    }
    for (const name of ['List-Unsubscribe', 'List-Unsubscribe-Post', 'Feedback-ID', 'List-Id']) {
      const changed = Buffer.from(message.replace(`\r\n${name}: `, `\r\n${name}: x`), 'latin1');
      expect([name, await verdicts(changed)]).toEqual([name, ['fail', 'fail']]);
    }
  });

  test('has the same List-Id in every campaign of an organization, unlike transactional mail', async () => {
    const posthouse = await open();
    await accept(posthouse, newsletter);
    await accept(posthouse, '<p>Other</p>', { to: ['bob@mailbox.dev'] });
    const mail = {
      from: 'news@acme.dev',
      to: 'ada@mailbox.dev',
      subject: 'x',
      html: '<a href="{{unsubscribeUrl}}">x</a>',
    };
    await posthouse.call('send_email', mail);
    await posthouse.deliver();
    const lists = posthouse.mailbox.messages.map(({ headers }) => new Map(headers).get('List-Id'));
    const [list, ...others] = lists.filter((one) => one !== undefined);
    expect(lists).toHaveLength(3);
    expect(others).toEqual([list]);
    const own = posthouse.mailbox.messages.find(({ headers }) => !new Map(headers).has('List-Id'));
    expect(own!.headers.map(([name]) => name)).toEqual(['CFBL-Address', 'CFBL-Feedback-ID']);
    // The placeholder is filled nevertheless.
    expect(own!.html).toContain(`https://mail.host.dev/${linkPaths.unsubscribe}/1`);
  });

  test.each([
    ['a newsletter', newsletter],
    ['text that is often empty', '<p>{{firstName}}</p>'],
    ['a long one, which is compiled in the thread', `${newsletter}<p>${'Much to say. '.repeat(2_000)}</p>`],
    ['other letters', `<p>${'日本語のお知らせ。'.repeat(30)}{{firstName}}</p>`],
  ])('equals the mail composed individually: %s', async (_, source) => {
    const posthouse = await open();
    await posthouse.call('create_subscriber', { email: 'ada@mailbox.dev', firstName: 'Ada <b> ü' });
    const { engine } = posthouse.platform;
    const ids = await accept(posthouse, source, { to: ['ada@mailbox.dev', 'bob@mailbox.dev'] });
    for (const id of ids) {
      const email = await engine.store.forOrganization(posthouse.organization.key).emails.byId(id);
      const { message } = (await outgoingMessage(engine, email!))!;
      const bodies = message.compiled?.rendered() ?? message;
      expect(bodies.html).toContain('<html');
      const alone = composeMessage({ ...message, html: bodies.html, text: bodies.text });
      const octets = Buffer.from(
        `${alone.fields.map(({ text }) => text).join('')}\r\n${alone.body}`,
        'latin1',
      );
      const [ours, theirs] = await Promise.all([
        PostalMime.parse(Buffer.from(await written(message), 'latin1')),
        PostalMime.parse(octets),
      ]);
      expect(lines(ours.html)).toBe(lines(theirs.html));
      expect(lines(ours.text)).toBe(lines(theirs.text));
      expect(ours.headers.filter(({ key }) => key !== 'dkim-signature').map(({ key }) => key)).toEqual(
        theirs.headers.map(({ key }) => key),
      );
      expect([ours.subject, ours.messageId, ours.from, ours.to, ours.replyTo]).toEqual([
        theirs.subject,
        theirs.messageId,
        theirs.from,
        theirs.to,
        theirs.replyTo,
      ]);
      expect(await written(message)).toBe(await written(message));
    }
  });

  test('contains the values and links of its only recipient', async () => {
    const posthouse = await open();
    await posthouse.call('create_subscriber', { email: 'ada@mailbox.dev', firstName: 'Ada' });
    await accept(posthouse, newsletter, { to: ['ada@mailbox.dev', 'bob@mailbox.dev'] });
    await posthouse.deliver();
    const [ada, bob] = posthouse.mailbox.messages.toSorted((a, b) => a.to.key.localeCompare(b.to.key));
    expect(ada!.compiled).toBeDefined();
    expect(ada!.compiled!.message).toBe(bob!.compiled!.message);
    expect([ada!.html, bob!.html].map((html) => /Hello \w+/.exec(html)?.[0])).toEqual([
      'Hello Ada',
      'Hello there',
    ]);
    const click = (html: string) => new URL(/href="([^"]*\/c\/[^"]+)"/.exec(html)![1]!).pathname;
    expect(click(ada!.html)).not.toBe(click(bob!.html));
    const answer = await posthouse.http('GET', click(ada!.html), { token: null });
    expect(answer.headers.get('location')).toBe('https://shop.example/?to=ada%40mailbox.dev');
  });

  test('with an oversized body is sent as plain source without tracking', async () => {
    const posthouse = await open();
    const [id] = await accept(posthouse, `{{firstName|You}} ${'<p>{{email}}</p>'.repeat(2_000)}`);
    const { engine } = posthouse.platform;
    engine.world.rendering = { ...engine.world.rendering, compile: async () => null };
    const email = await engine.store.forOrganization(posthouse.organization.key).emails.byId(id!);
    const { message } = (await outgoingMessage(engine, email!))!;
    expect(message.compiled).toBeUndefined();
    expect(message.text).toMatch(/^You <p>/);
    expect(message.html).not.toContain('/o/');
    expect(message.headers.map(([name]) => name)).toContain('List-Unsubscribe');
  });

  test('is not sent after its body was deleted', async () => {
    const posthouse = await open();
    const [id] = await accept(posthouse, newsletter);
    const { engine } = posthouse.platform;
    const email = await engine.store.forOrganization(posthouse.organization.key).emails.byId(id!);
    const gone = { ...email!, body: { kind: 'shared' as const, source: 'bdy_gone' } };
    expect(await outgoingMessage(engine, gone)).toBeNull();
  });

  test('without tracking keeps its original links', async () => {
    const posthouse = await open();
    await accept(posthouse, newsletter, { tracked: { opens: false, clicks: false } });
    await accept(posthouse, newsletter, { to: ['bob@mailbox.dev'], tracked: { opens: true, clicks: false } });
    await posthouse.deliver();
    const html = posthouse.mailbox.messages.map((message) => message.html);
    expect(html.filter((one) => one.includes('/o/'))).toHaveLength(1);
    for (const one of html) expect(one).toContain('href="https://shop.example/');
  });
});
