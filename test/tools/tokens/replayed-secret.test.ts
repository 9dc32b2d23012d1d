import { expect, test } from 'vitest';
import { openPlatform } from '../../world/platform.ts';

test('a replayed request returns a new token’s secret only to the token that created it', async () => {
  const posthouse = await openPlatform();
  const request = {
    headers: { 'idempotency-key': 'deploy-1' },
    body: { name: 'deploy', scopes: ['full_access'] },
  };
  const first = await posthouse.http('POST', '/api/v2/tokens', request);
  expect(first.status).toBe(201);
  const again = await posthouse.http('POST', '/api/v2/tokens', request);
  expect(again.body.token).toBe(first.body.token);

  const weak = await posthouse.addToken(posthouse.organization, { scopes: ['tokens.write'] });
  const stolen = await posthouse.http('POST', '/api/v2/tokens', { ...request, token: weak.token });
  expect([stolen.status, stolen.body.name]).toEqual([409, 'invalid_idempotent_request']);
  expect(stolen.text).not.toContain(first.body.token);
  await posthouse.close();
});

test('a token with send limits cannot retry a failed mail', async () => {
  const posthouse = await openPlatform();
  const { token } = await posthouse.addToken(posthouse.organization, { allowed_recipients: ['*@acme.dev'] });
  const { status, body } = await posthouse.http('POST', '/api/v2/emails/eml_any/retry', { token });
  expect([status, body.name]).toEqual([403, 'restricted_api_key']);
  await posthouse.close();
});
