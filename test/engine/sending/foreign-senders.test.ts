import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../src/model/instant.ts';
import type { OrganizationRecord } from '../../../src/model/organization/organization.ts';
import type { Database } from '../../../src/store/database.ts';
import { firstToken, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { addReaders, scheduleCampaign } from '../campaigns/campaign-scene.ts';

type PublishedRecord = { record: string; type: string; name: string; value: string };

/** UTF-8 as the line reader returns it: one character per octet. */
const latin1 = (text: string) => Buffer.from(text).toString('latin1');

describe.each(databases)('a domain of another organization, on %s', (_, open) => {
  let posthouse: SimulatedPlatform;
  let database: Database;
  let other: { organization: OrganizationRecord; token: string };
  beforeEach(async () => {
    database = await open();
    posthouse = await openPlatform({
      database,
      settings: {
        baseUrl: 'https://mail.host.dev',
        hostName: 'mail.host.dev',
        bounceDomain: 'bounces.host.dev',
      },
    });
    other = await posthouse.addOrganization('Other');
  });
  afterEach(() => posthouse.close());

  const operatorOf = (of: OrganizationRecord) => ({ caller: posthouse.caller('tools', of) });

  function publish(records: readonly PublishedRecord[]): void {
    for (const { name, type, value } of records) {
      const known = posthouse.resolver.zone.get(name) ?? {};
      posthouse.resolver.zone.set(name, { ...known, [type.toLowerCase()]: [value] });
    }
  }

  /** Adds a domain, publishes its records and verifies it. */
  async function verified(name: string, of: OrganizationRecord = posthouse.organization): Promise<void> {
    const { output } = await posthouse.call('add_domain', { name }, operatorOf(of));
    publish((output as { records: PublishedRecord[] }).records);
    const looked = await posthouse.call('verify_domain', { id: name }, operatorOf(of));
    expect((looked.output as { status: string }).status).toBe('verified');
  }

  const mail = (from: string) => ({ from, to: 'ada@reader.dev', subject: 'Hi', html: '<p>Hi</p>' });
  const send = (from: string, token = other.token) =>
    posthouse.http('POST', '/api/v2/emails', { token, body: mail(from) });
  const statusOf = async (from: string) => {
    const { status, body } = await send(from);
    return status === 200 ? 200 : [status, body.name];
  };
  const envelopes = () => posthouse.mailbox.messages.map(({ envelopeFrom }) => envelopeFrom.split('@')[1]);

  test('gives no return path and no signature to an organization that added but did not verify it', async () => {
    await posthouse.call('add_domain', { name: 'acme.dev' }, operatorOf(other.organization));
    const { output } = await posthouse.call('add_domain', { name: 'acme.dev' });
    publish((output as { records: PublishedRecord[] }).records.filter(({ record }) => record !== 'DKIM'));
    await posthouse.call('verify_domain', { id: 'acme.dev' }, operatorOf(other.organization));
    expect((await send('ceo@acme.dev')).status).toBe(200);
    await posthouse.deliver();
    expect(envelopes()).toEqual(['bounces.host.dev']);
    expect(posthouse.mailbox.messages[0]!.signers).toEqual([]);
  });

  test('is rejected as a sender with any setting, while its owner can send from it', async () => {
    await verified('acme.dev');
    expect(await statusOf('ceo@acme.dev')).toEqual([403, 'domain_not_verified']);
    // An organization that also added it proves nothing with the owner's records.
    await posthouse.call('add_domain', { name: 'acme.dev' }, operatorOf(other.organization));
    await posthouse.call('verify_domain', { id: 'acme.dev' }, operatorOf(other.organization));
    expect(await statusOf('ceo@acme.dev')).toEqual([403, 'domain_not_verified']);
    expect(await statusOf('ceo@globex.dev')).toBe(200);
    expect((await send('ceo@acme.dev', firstToken)).status).toBe(200);
    await posthouse.deliver();
    expect(envelopes().sort()).toEqual(['bounces.host.dev', 'send.acme.dev']);
  });

  test('covers its subdomains, but not its parent or sibling domains', async () => {
    await verified('mail.acme.dev');
    expect(await statusOf('a@mail.acme.dev')).toEqual([403, 'domain_not_verified']);
    expect(await statusOf('a@deep.below.mail.acme.dev')).toEqual([403, 'domain_not_verified']);
    expect(await statusOf('a@acme.dev')).toBe(200);
    expect(await statusOf('a@news.acme.dev')).toBe(200);
    expect(await statusOf('a@notmail.acme.dev')).toBe(200);
  });

  test('lets another organization use a subdomain that it verified with its own keys', async () => {
    await verified('acme.dev');
    await verified('shop.acme.dev', other.organization);
    expect(await statusOf('a@shop.acme.dev')).toBe(200);
    expect(await statusOf('a@eu.shop.acme.dev')).toBe(200);
    expect(await statusOf('a@acme.dev')).toEqual([403, 'domain_not_verified']);
    await posthouse.deliver();
    expect(posthouse.mailbox.messages.map(({ signers }) => signers[0]?.domain).sort()).toEqual([
      'shop.acme.dev',
      undefined,
    ]);
  });

  test('belongs to both organizations while DNS has the keys of both, then to the organization whose keys remain', async () => {
    await verified('acme.dev');
    await verified('acme.dev', other.organization);
    expect(await statusOf('a@acme.dev')).toBe(200);
    const { output } = await posthouse.call('get_domain', { id: 'acme.dev' }, operatorOf(other.organization));
    for (const { record, name } of (output as { records: PublishedRecord[] }).records) {
      if (record === 'DKIM') posthouse.resolver.zone.delete(name);
    }
    for (let day = 0; day < 6; day += 1) {
      await posthouse.clock.advance(dayMs + 2 * hourMs);
      await posthouse.deliver();
    }
    expect(await statusOf('a@acme.dev')).toEqual([403, 'domain_not_verified']);
  });

  test('is rejected in a batch, in MCP tools, in a test send and as the default sender', async () => {
    await verified('acme.dev');
    const by = operatorOf(other.organization);
    const refused = async (tool: string, input: unknown) =>
      await expect(posthouse.call(tool, input, by), tool).rejects.toMatchObject({
        failure: 'domain_not_verified',
      });
    await refused('send_email', mail('a@acme.dev'));
    await refused('send_email_batch', { emails: [mail('a@globex.dev'), mail('a@acme.dev')] });
    await refused('send_test_email', { ...mail('a@acme.dev'), to: ['ada@reader.dev'] });
    const v1 = await posthouse.http('POST', '/api/v1/emails', {
      token: other.token,
      body: { from: 'a@acme.dev', to: 'ada@reader.dev', subject: 'Hi', content: 'Hi' },
    });
    expect([v1.status, v1.body.error]).toEqual([403, 'domain_not_verified']);
    await posthouse.call('update_organization', { id: other.organization.id, default_from: 'a@acme.dev' });
    const campaign = await posthouse.call(
      'create_campaign',
      { name: 'News', subject: 'News', content: 'Hi [leave]({{unsubscribeUrl}})', contentType: 'MARKDOWN' },
      {
        caller: posthouse.caller(
          'tools',
          (await posthouse.platform.engine.store.organizations.byId(other.organization.id))!,
        ),
      },
    );
    const { id } = campaign.output as { id: string };
    const changed = (await posthouse.platform.engine.store.organizations.byId(other.organization.id))!;
    await expect(
      posthouse.call('send_campaign', { campaignId: id }, { caller: posthouse.caller('tools', changed) }),
    ).rejects.toMatchObject({ failure: 'domain_not_verified' });
    await expect(
      posthouse.call(
        'test_campaign',
        { campaignId: id, to: ['ada@reader.dev'] },
        { caller: posthouse.caller('tools', changed) },
      ),
    ).rejects.toMatchObject({ failure: 'domain_not_verified' });
  });

  test('stops a campaign scheduled before the verification, and no mail of it is sent', async () => {
    await addReaders(posthouse, other.organization, ['ada@reader.dev']);
    await scheduleCampaign(posthouse, other.organization, {
      fromEmail: 'news@acme.dev',
      scheduledAt: posthouse.clock.now(),
    });
    await verified('acme.dev');
    for (let turn = 0; turn < 5; turn += 1) {
      await posthouse.deliver();
      await posthouse.clock.advance(minuteMs);
    }
    expect(posthouse.mailbox.messages).toEqual([]);
  });

  test('fails mail accepted before the verification, and its retries', async () => {
    const { body } = await send('ceo@acme.dev');
    await verified('acme.dev');
    await posthouse.deliver();
    expect(posthouse.mailbox.messages).toEqual([]);
    const read = () => posthouse.http('GET', `/api/v2/emails/${body.id}`, { token: other.token });
    expect((await read()).body.last_event).toBe('failed');
    await expect(
      posthouse.call('retry_email', { id: body.id }, operatorOf(other.organization)),
    ).rejects.toMatchObject({ failure: 'domain_not_verified' });
    await posthouse.deliver();
    expect(posthouse.mailbox.messages).toEqual([]);
  });

  test('does not stop the platform from sending opt-in requests in its own name', async () => {
    await verified('mail.host.dev');
    await posthouse.call('update_organization', { id: other.organization.id, double_opt_in: true });
    const now = (await posthouse.platform.engine.store.organizations.byId(other.organization.id))!;
    await posthouse.call('create_subscriber', { email: 'ada@reader.dev' }, operatorOf(now));
    await posthouse.deliver();
    await posthouse.deliver();
    expect(posthouse.mailbox.messages.map(({ from }) => from.address)).toEqual(['no-reply@mail.host.dev']);
    expect(await statusOf('no-reply@mail.host.dev')).toEqual([403, 'domain_not_verified']);
  });

  test('is rejected in every sender field of a submitted message', async () => {
    await verified('acme.dev');
    const submit = (sender: string, ...lines: string[]) =>
      posthouse.call(
        'submit_message',
        {
          sender,
          recipients: [{ address: 'ada@reader.dev' }],
          header: [...lines, 'To: ada@reader.dev', 'Subject: Hi', ''].join('\r\n'),
          body: 'Hi\r\n',
          protocol: 'ESMTPSA',
        },
        { caller: posthouse.caller('smtp', other.organization) },
      );
    const foreign: [string, ...string[]][] = [
      ['ceo@acme.dev', 'From: a@globex.dev'],
      ['', 'From: a@acme.dev'],
      ['', 'From: a@globex.dev', 'Sender: Ceo <ceo@acme.dev>'],
      ['', 'From: a@globex.dev', 'Resent-From: ceo@acme.dev'],
      ['', 'From: a@globex.dev', 'Resent-From: x@globex.dev, "Ceo, the" <ceo@acme.dev>'],
      ['', 'From: a@globex.dev', 'Resent-Sender: ceo@eu.acme.dev'],
      ['', 'From: a@globex.dev', 'Resent-Sender: x@globex.dev', 'Resent-Sender: ceo@eu.acme.dev'],
      ['', 'From: a@globex.dev', 'Sender: ceo@ acme.dev'],
      ['', 'From: a@globex.dev', 'Sender: <ceo@acme .dev>'],
      ['', 'From: a@globex.dev', 'Sender: ceo@acme.', ' dev'],
      ['', 'From: a@globex.dev', 'Sender: ceo@(the (very) one)acme.dev'],
      ['', 'From: a@globex.dev', 'Sender: ceo@acme(x).dev'],
      ['', 'From: a@globex.dev', 'Sender: ceo@ac\\me.dev'],
      ['', 'From: a@globex.dev', 'Resent-From: ceo@[acme.dev]'],
      ['', 'From: a@globex.dev', "Sender: 'ceo@acme.dev'"],
      ['', 'From: a@globex.dev', `Sender: ceo@${latin1('ac\u00adme.dev')}`],
      ['', 'From: a@globex.dev', `Sender: ceo${latin1('\uff20acme\u3002dev')}`],
    ];
    for (const [sender, ...lines] of foreign) {
      await expect(submit(sender, ...lines), [sender, ...lines].join(' ')).rejects.toMatchObject({
        failure: 'domain_not_verified',
      });
    }
    await submit('ceo@globex.dev', 'From: a@globex.dev', 'Sender: b@globex.dev', 'Resent-From: c@globex.dev');
  });
});
