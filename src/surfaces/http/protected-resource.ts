/**
 * Where assistants reach this platform over HTTP, and where it says of itself who may come in there: the endpoint itself
 * and those who let callers in are to name the same.
 */
export const mcpPath = '/mcp';

/** RFC 9728 3. */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource';

/** RFC 9728 3.1: the well-known name stands before the path of the resource. */
export const mcpMetadataPath = `${resourceMetadataPath}${mcpPath}`;

/** `WWW-Authenticate` of a 401 at the endpoint (RFC 9728 5.1). */
export function metadataChallenge(baseUrl: string): string {
  return `Bearer realm="posthouse", resource_metadata="${new URL(mcpMetadataPath, baseUrl).href}"`;
}
