/** Protocol names used without the SDK, which takes 200 ms to load. A test compares them with the SDK. */

/** Revisions with `initialize`, newest first. The first is offered to a client that asks for an unknown revision. */
export const handshakeRevisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];
/** Revision without a handshake: every request carries its revision and client capabilities in `_meta`. */
export const statelessRevision = '2026-07-28';

export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  relatedTask: 'io.modelcontextprotocol/related-task',
} as const;

/** JSON-RPC 2.0 section 5.1. `refused` is in the range reserved for implementations. */
export const errorCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  refused: -32_000,
  /** MCP 2026-07-28: the client has not declared a capability that the request needs. */
  missingClientCapability: -32_021,
  /** MCP 2025-03-26 Streamable HTTP: the client must open a new session. */
  sessionNotFound: -32_001,
} as const;
