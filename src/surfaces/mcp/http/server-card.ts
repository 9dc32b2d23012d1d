import { hash } from 'node:crypto';
import { mcpPath } from '../../http/protected-resource.ts';
import type { PublicRoute } from '../../http/request-response.ts';
import { handshakeRevisions, statelessRevision } from '../protocol/revisions.ts';

/** SEP-2127 (draft): reserved path of the card next to the endpoint, for clients that have not connected yet. */
export const serverCardPath = `${mcpPath}/server-card`;

const schema = 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json';
const cachedSeconds = 3_600;

/** Describes this server and how to connect. Tools are left out because they depend on the caller. */
export function serverCard(baseUrl: string, version: string): object {
  return {
    $schema: schema,
    name: 'io.github.posthouse/posthouse',
    title: 'Posthouse',
    description:
      'Your own email platform: transactional mail, campaigns, subscribers, domains and deliverability.',
    version,
    websiteUrl: `${baseUrl}/docs`,
    remotes: [
      {
        type: 'streamable-http',
        url: baseUrl + mcpPath,
        supportedProtocolVersions: [statelessRevision, ...handshakeRevisions],
        headers: [
          {
            name: 'Authorization',
            description:
              'An API token; without it the client signs in with OAuth, where this server offers it',
            value: 'Bearer {api_key}',
            variables: { api_key: { description: 'posthouse_…', isRequired: true, isSecret: true } },
            isSecret: true,
          },
        ],
      },
    ],
  };
}

export function serverCardRoute(baseUrl: string, version: string): PublicRoute {
  const body = JSON.stringify(serverCard(baseUrl, version));
  const headers = {
    'Content-Type': 'application/mcp-server-card+json',
    'Cache-Control': `public, max-age=${cachedSeconds}`,
    ETag: `"${hash('sha256', body, 'hex').slice(0, 16)}"`,
  };
  return {
    access: 'public',
    method: 'GET',
    path: serverCardPath,
    envelope: 'v2',
    takes: 'nothing',
    bodyBytesMax: 0,
    async answer(request) {
      const isKnown = request.headers['if-none-match'] === headers.ETag;
      return isKnown ? { status: 304, headers, body: null } : { status: 200, headers, body };
    },
  };
}
