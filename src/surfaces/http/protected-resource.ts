/** Shared by the MCP endpoint and the authorization server, which must agree on the path. */
export const mcpPath = '/mcp';

/** RFC 9728 section 3. */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource';

/** RFC 9728 section 3.1: the well-known path precedes the path of the resource. */
export const mcpMetadataPath = `${resourceMetadataPath}${mcpPath}`;

/** Builds the `WWW-Authenticate` of a 401 (RFC 9728 section 5.1). */
export function metadataChallenge(baseUrl: string): string {
  return `Bearer realm="posthouse", resource_metadata="${new URL(mcpMetadataPath, baseUrl).href}"`;
}
