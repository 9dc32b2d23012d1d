import { expect, test } from 'vitest';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import { mail } from '../../spec/scene.ts';
import { onBothDatabases } from '../both-databases.ts';

onBothDatabases((place) => {
  test('a token with any scope can read itself, and needs tokens.read to read others', async () => {
    const { platform, organization, http } = place();
    const { id, token } = await platform.addToken(organization, { name: 'Sender', scopes: ['emails.send'] });
    const { status, body } = await http('GET', '/api/v2/tokens/me', { token });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      name: 'Sender',
      scopes: ['emails.send'],
      send_cap: null,
      send_cap_left: null,
      organization_id: organization.id,
      organization_name: organization.name,
    });
    expect(JSON.stringify(body)).not.toContain(token);
    const other = await http('GET', `/api/v2/tokens/${id}`, { token });
    expect([other.status, other.body.name]).toEqual([403, 'restricted_api_key']);
  });

  test('a token sees how much of its cap remains, and the full cap after an hour', async () => {
    const { platform, organization, http } = place();
    const send_cap = { per_hour: 3, per_day: 10 };
    const { token } = await platform.addToken(organization, { scopes: ['emails.send'], send_cap });
    const left = async () => (await http('GET', '/api/v2/tokens/me', { token })).body.send_cap_left;
    expect(await left()).toEqual(send_cap);
    for (const to of ['ada@example.com', 'bob@example.com']) {
      expect((await http('POST', '/api/v2/emails', { token, body: mail({ to }) })).status).toBe(200);
    }
    expect(await left()).toEqual({ per_hour: 1, per_day: 8 });
    await platform.clock.advance(60 * 60_000);
    expect(await left()).toEqual({ per_hour: 3, per_day: 8 });
  });

  test('an assistant reads its own token without an id', async () => {
    const { platform, organization, use, refusal } = place();
    const { id, token } = await platform.addToken(organization, { scopes: ['tags.read'] });
    const assistant = assistantOf(platform, { token });
    expect((await assistant.tools()).map(({ name }) => name)).toContain('get_token');
    const { refused, result } = await assistant.call('get_token');
    expect([refused, result.id]).toEqual([false, id]);
    const other = await assistant.call('get_token', { id });
    expect([other.refused, other.result.name]).toEqual([true, 'restricted_api_key']);
    expect((await use('get_token', { id })).organization_id).toBeUndefined();
    expect((await refusal('get_token')).failure).toBe('not_found');
  });
});
