import { expect, test } from 'vitest';
import { handshakeRevisions, statelessRevision } from '../../../../src/surfaces/mcp/protocol/revisions.ts';
import { version } from '../../../../src/version.ts';
import { open } from '../../../spec/scene.ts';
import { baseUrl } from '../../../world/platform.ts';

test('the server card describes the server and how to connect, without a token and for any origin', async () => {
  const platform = await open();
  const card = await platform.http('GET', '/mcp/server-card', {
    token: null,
    headers: { origin: 'https://a.dev' },
  });
  expect(card.status).toBe(200);
  expect(card.headers.get('content-type')).toBe('application/mcp-server-card+json');
  expect(card.headers.get('access-control-allow-origin')).toBe('*');
  const read = JSON.parse(card.text);
  expect(read).toMatchObject({
    name: 'io.github.posthouse/posthouse',
    version,
    remotes: [{ type: 'streamable-http', url: `${baseUrl}/mcp` }],
  });
  expect(read.description.length).toBeLessThanOrEqual(100);
  expect(read.remotes[0].supportedProtocolVersions).toEqual([statelessRevision, ...handshakeRevisions]);
  const etag = card.headers.get('etag')!;
  const known = await platform.http('GET', '/mcp/server-card', {
    token: null,
    headers: { 'if-none-match': etag },
  });
  expect([known.status, known.text]).toEqual([304, '']);
});
