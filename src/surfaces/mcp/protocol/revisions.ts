/**
 * The names of the Model Context Protocol that this door writes or reads by itself. The SDK has them all, but
 * costs 200 ms to load, so it is not loaded for them; a test holds the two against each other.
 */

/** Served with `initialize`, newest first: the one offered to a client that asks for something else. */
export const handshakeRevisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];
/** Served without a handshake: every request says its revision and its client's capabilities in `_meta`. */
export const statelessRevision = '2026-07-28';

export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  relatedTask: 'io.modelcontextprotocol/related-task',
} as const;

/** JSON-RPC 2.0 section 5.1; the last is the range it leaves to implementations. */
export const errorCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  refused: -32_000,
  /** MCP 2026-07-28: the request needs a capability that its client has not declared. */
  missingClientCapability: -32_021,
  /** MCP 2025-03-26 Streamable HTTP: the client opens a new session. */
  sessionNotFound: -32_001,
} as const;
