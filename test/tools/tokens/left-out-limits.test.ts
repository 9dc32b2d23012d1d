import { describe, expect, test } from 'vitest';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import { onBothDatabases } from '../both-databases.ts';

onBothDatabases((place) => {
  describe('a token created without limits', () => {
    test("inherits its creator's limits except the cap", async () => {
      const { use, http, organization } = place();
      const domain = await use('add_domain', { name: `acme-${organization.key}.test` });
      const limits = {
        domain_id: domain.id,
        mode: 'test',
        allowed_recipients: ['*@acme.com'],
        ip_allowlist: ['127.0.0.0/8'],
        expires_at: '2030-01-01T00:00:00.000Z',
      };
      const scopes = ['tokens.write', 'tags.read'];
      const maker = await use('create_token', { name: 'Maker', scopes, ...limits, send_cap: { per_day: 5 } });
      const { status, body } = await http('POST', '/api/v2/tokens', {
        token: maker.token,
        body: { name: 'Made', scopes: ['tags.read'] },
      });
      expect(status).toBe(201);
      expect(body).toMatchObject({ ...limits, send_cap: null, assistant: false });
      const tools = await assistantOf(place().platform).tools();
      const { description, inputSchema } = tools.find(({ name }) => name === 'create_token');
      expect(description).toContain(
        'If you omit a limit, that of your own token applies; without send_cap there is no cap',
      );
      expect(inputSchema.properties.assistant.description).toContain('Always true if you create the token');
    });

    test('is an assistant’s token if an assistant created it', async () => {
      const { use, platform } = place();
      const scopes = ['tokens.write', 'tags.read'];
      const { token } = await use('create_token', { name: 'Helper', scopes, assistant: true });
      const assistant = assistantOf(platform, { token });
      const wish = { name: 'Made', scopes: ['tags.read'], assistant: false };
      const { confirmation_token } = (await assistant.call('create_token', wish)).result.details;
      const made = await assistant.call('create_token', { ...wish, confirmation_token });
      expect(made.result).toMatchObject({ assistant: true });
    });
  });
});
