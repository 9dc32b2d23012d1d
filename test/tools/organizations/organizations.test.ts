import { describe, expect, onTestFinished, test } from 'vitest';
import { openPlatform } from '../../world/platform.ts';
import { onBothDatabases } from '../both-databases.ts';

onBothDatabases((place) => {
  describe('an organization', () => {
    test('changes only in the settings that its tokens may change', async () => {
      const { use, refusal } = place();
      const { storage_octets, sending_mode, ...before } = (await use('get_organization')) as Record<
        string,
        unknown
      >;
      expect([storage_octets, sending_mode]).toEqual([0, 'live']);
      const changed = await use('update_organization_settings', {
        name: 'Acme',
        default_from: 'Acme <Hello@Acme.COM>',
        timezone: 'Europe/Lisbon',
        double_opt_in: true,
        postal_address: 'Rua Augusta 1\n1100-048 Lisboa',
      });
      expect(changed).toEqual({
        ...before,
        name: 'Acme',
        default_from: '"Acme" <Hello@acme.com>',
        timezone: 'Europe/Lisbon',
        double_opt_in: true,
        postal_address: 'Rua Augusta 1\n1100-048 Lisboa',
      });
      expect(await use('update_organization_settings', {})).toEqual(changed);
      expect(
        await use('update_organization_settings', { default_from: null, postal_address: '' }),
      ).toMatchObject({
        default_from: null,
        default_reply_to: null,
        postal_address: null,
        verify_transactional: 'block',
      });
      const cases: [object, string][] = [
        [{ name: '' }, 'name'],
        [{ default_from: 'not an address' }, 'default_from'],
        [{ timezone: 'Nowhere' }, 'timezone'],
        [{ double_opt_in: 'yes' }, 'double_opt_in'],
        [{ plan: 'enterprise' }, 'plan'],
        [{ sending_enabled: true }, 'sending_enabled'],
        [{ id: 'org_1' }, 'id'],
      ];
      for (const [input, path] of cases) {
        const { failure, details } = await refusal('update_organization_settings', input);
        expect([failure, (details as { path: string }[])[0]!.path]).toEqual(['validation_error', path]);
      }
    });

    test('names the operator or setting that can enable disabled sending', async () => {
      const { use, http, organization } = place();
      const { id } = await use('get_organization');
      expect((await use('get_organization')).warnings.join()).not.toContain('Sending is off');
      await use('update_organization', { id, sending_enabled: false });
      expect(organization.id).toBe(id);
      expect((await http('GET', '/api/v2/organization')).body.warnings).toContain(
        `Sending is off: mail is captured and not sent. Only the operator of this server can turn it on: posthouse tools run update_organization --id ${id} --sending_enabled true`,
      );
    });

    test('is read from the database on each request', async () => {
      const { http } = place();
      await http('GET', '/api/v2/organization');
      await http('PATCH', '/api/v2/organization', { body: { name: 'Renamed' } });
      expect((await http('GET', '/api/v2/organization')).body.name).toBe('Renamed');
    });

    test('is created, changed and listed by the operator', async () => {
      const { use, http } = place();
      const made = await use('create_organization', { name: 'Other' });
      expect(made).toEqual({
        organization: {
          object: 'organization',
          id: expect.stringMatching(/^org_/),
          name: 'Other',
          plan: 'free',
          limits: { requests_per_minute: 100, storage_octets_max: null },
          sending_enabled: false,
          sending: { status: 'active', paused_at: null, paused_by: null, reason: null },
          default_from: null,
          default_reply_to: null,
          timezone: 'UTC',
          double_opt_in: false,
          postal_address: null,
          logo: null,
          accent_color: null,
          verify_transactional: 'block',
          created_at: expect.any(String),
        },
        token: expect.stringMatching(/^posthouse_[A-Za-z0-9]{40}$/),
      });
      const { id } = made.organization;
      const own = await http('GET', '/api/v2/organization', { token: made.token });
      expect([own.body.id, own.headers.get('ratelimit-limit')]).toEqual([id, '100']);
      const changed = await use('update_organization', {
        id,
        plan: 'enterprise',
        sending_enabled: true,
        name: 'More',
      });
      expect(changed).toMatchObject({ id, name: 'More', plan: 'enterprise', sending_enabled: true });
      // The new plan applies to the next request.
      const after = await http('GET', '/api/v2/organization', { token: made.token });
      expect([after.body, after.headers.get('ratelimit-limit')]).toEqual([
        { ...changed, sending_mode: 'live', storage_octets: 0 },
        '2000',
      ]);
      const { data, has_more } = await use('list_organizations', { limit: 1 });
      const { warnings: _, ...listed } = changed;
      expect([data, has_more]).toEqual([[listed], true]);
      expect((await use('list_organizations', { after: id, limit: 100 })).data).not.toContainEqual(listed);
    });

    test('cannot be managed with a token of a tenant', async () => {
      const { refusal, organization } = place();
      const calls: [string, object][] = [
        ['create_organization', { name: 'Mine' }],
        ['update_organization', { id: organization.id, plan: 'enterprise' }],
        ['list_organizations', {}],
      ];
      for (const [tool, input] of calls) {
        expect((await refusal(tool, input, ['full_access'])).failure).toBe('restricted_api_key');
      }
      expect((await refusal('update_organization', { id: 'org_unknown', plan: 'free' })).failure).toBe(
        'not_found',
      );
    });

    test('keeps both of two concurrent changes', async () => {
      const { use, outcome } = place();
      await Promise.all([
        outcome('update_organization_settings', { name: 'Acme' }),
        outcome('update_organization_settings', { timezone: 'Asia/Tokyo' }),
        outcome('update_organization_settings', { postal_address: 'Here' }),
        outcome('update_organization_settings', { double_opt_in: true }),
      ]);
      expect(await use('get_organization')).toMatchObject({
        name: 'Acme',
        timezone: 'Asia/Tokyo',
        postal_address: 'Here',
        double_opt_in: true,
      });
    });
  });
});

test('an organization is warned when the server captures all mail, whatever its own setting', async () => {
  const platform = await openPlatform({ settings: { delivery: 'capture' } });
  try {
    const { output } = await platform.call('get_organization', {});
    expect(output).toMatchObject({
      sending_enabled: true,
      warnings: expect.arrayContaining([expect.stringMatching(/^This server captures all mail/)]),
    });
  } finally {
    await platform.close();
  }
});

test('an assistant changes the settings without approval on a server that captures all mail', async () => {
  const platform = await openPlatform({ settings: { delivery: 'capture' } });
  onTestFinished(() => platform.close());
  const { token } = await platform.addToken(platform.organization, { assistant: true });
  for (const name of ['Shop', 'Other shop']) {
    const { status } = await platform.http('PATCH', '/api/v2/organization', { token, body: { name } });
    expect(status).toBe(200);
  }
});
